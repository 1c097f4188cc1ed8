"""Write moments of real deals for the gallery: bots play until a view fits the description.

python web/tools/fixtures.py     write web/gallery/fixtures/moments.json and games.json
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from chieu.core import codec
from chieu.core.game import CHANCE, AnyGame, Shuffle
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.online.protocol.views import DealView, SeatInfo, ShuffleInfo, TableView, View, You
from chieu.online.server.api import catalogue

HERE = Path(__file__).parent.parent / "gallery" / "fixtures"
NAMES = ("Bạn", "Lan", "Minh", "Hùng", "Ngọc Trâm", "Tú", "Bác Ba Phi", "Vy", "Thảo", "Khoa")
CHIPS = (12, -8, 35, -20, 4, -15, 0, -8, 21, -21)
MOST_DEALS = 3000


class Moment(NamedTuple):
    """A moment to find: a table, the viewing seat, and a condition on its view and legal actions."""

    name: str
    game: str
    preset: str
    seats: int
    you: int | None
    wanted: Callable[[Any, list[dict[str, Any]]], bool]


def kinds(legal: list[dict[str, Any]]) -> set[str]:
    """Return the types of these actions."""
    return {str(action["type"]) for action in legal}


MOMENTS = (
    Moment("xidach-stake", "xidach", "vipgame", 4, 1, lambda v, a: "stake" in kinds(a)),
    Moment("xidach-side", "xidach", "room", 5, 0, lambda v, a: "deal_from" in kinds(a)),
    Moment(
        "xidach-player",
        "xidach",
        "room",
        4,
        2,
        lambda v, a: kinds(a) == {"draw", "stand"} and v.seats[2].count > 2,
    ),
    Moment("xidach-must-draw", "xidach", "room", 3, 1, lambda v, a: kinds(a) == {"draw"}),
    Moment(
        "xidach-compare",
        "xidach",
        "room",
        5,
        0,
        lambda v, a: "compare" in kinds(a) and sum(1 for seat in v.seats[1:] if seat.result) == 2,
    ),
    Moment("xidach-over", "xidach", "room", 5, 3, lambda v, a: v.phase == "over" and v.seats[0].count == 3),
    Moment("xidach-eight", "xidach", "vipgame", 8, 0, lambda v, a: v.phase == "over"),
    Moment("xidach-watch", "xidach", "room", 6, None, lambda v, a: v.phase == "dealer"),
    Moment("big2-vote", "big2", "lawrence", 4, 0, lambda v, a: "vote" in kinds(a)),
    Moment("big2-open", "big2", "lawrence", 4, 0, lambda v, a: "play" in kinds(a) and not v.plays and v.opening),
    Moment(
        "big2-set",
        "big2",
        "lawrence",
        4,
        0,
        lambda v, a: (
            any(len(action.get("cards", ())) == 5 for action in a) and bool(v.plays) and len(v.plays[0].cards) == 5
        ),
    ),
    Moment(
        "big2-pair",
        "big2",
        "hong_kong",
        4,
        0,
        lambda v, a: bool(v.plays) and len(v.plays[0].cards) == 2 and len(v.seats[0].cards) < 10 and "play" in kinds(a),
    ),
    Moment(
        "big2-wait",
        "big2",
        "lawrence",
        4,
        0,
        lambda v, a: v.phase == "play" and list(v.to_act) == [2] and len(v.plays) > 2,
    ),
    Moment(
        "big2-last",
        "big2",
        "lawrence",
        4,
        0,
        lambda v, a: any(seat.last_card for seat in v.seats[1:]) and "play" in kinds(a),
    ),
    Moment("big2-over", "big2", "lawrence", 4, 0, lambda v, a: v.phase == "over"),
    Moment("rummy-draw", "rummy", "seven-rounds", 2, 0, lambda v, a: {"draw", "take"} <= kinds(a)),
    Moment("rummy-lay-down", "rummy", "seven-rounds", 2, 0, lambda v, a: "lay_down" in kinds(a)),
    Moment("rummy-lay-off", "rummy", "seven-rounds", 2, 0, lambda v, a: "lay_off" in kinds(a) and len(v.melds) > 2),
    Moment("rummy-wait", "rummy", "seven-rounds", 2, 0, lambda v, a: list(v.to_act) == [1] and len(v.melds) > 1),
    Moment("rummy-over", "rummy", "seven-rounds", 2, 0, lambda v, a: v.phase == "over"),
    Moment("niuniu-stake", "niuniu", "auction", 5, 1, lambda v, a: "stake" in kinds(a)),
    Moment("niuniu-bid", "niuniu", "auction", 5, 1, lambda v, a: "bid" in kinds(a)),
    Moment("niuniu-over", "niuniu", "custom", 5, 1, lambda v, a: v.phase == "over"),
    Moment("niuniu-ten", "niuniu", "auction", 10, 2, lambda v, a: v.phase == "over"),
)


def find(game: AnyGame, moment: Moment) -> dict[str, Any]:
    """Return the first moment that fits, as the message that a client gets."""
    rules = game.presets[moment.preset]
    for seed in range(MOST_DEALS):
        rng = Rng(seed)
        bots = [game.extras.bots["heuristic"](rules, seat, rng) for seat in range(moment.seats)]
        state = game.start(rules, moment.seats)
        while True:
            view = game.view(state, moment.you)
            legal = [] if moment.you is None else codec.plain(list(game.legal(state, moment.you)))
            if moment.wanted(view, legal):
                return as_message(
                    game, moment, codec.plain(view), legal, None if game.to_act(state) else game.payoff(state)
                )
            waiting = game.to_act(state)
            if not waiting:
                break
            seat = waiting[0]
            if seat == CHANCE:
                action: Any = Shuffle(rng.shuffled(game.to_shuffle(state)))
            else:
                action = bots[seat].act(game.view(state, seat), game.legal(state, seat))
            state, events = game.apply(state, seat, action)
            for number, bot in enumerate(bots):
                for event in events:
                    bot.see(event.seen_by(number))
    raise SystemExit(f"{moment.name}: no deal has such a moment")


def as_message(game: AnyGame, moment: Moment, view: Any, legal: Any, payoff: Any) -> dict[str, Any]:
    """Return the message around a view."""
    seats = []
    for seat in range(moment.seats):
        bot = seat % 3 == 2 and seat != moment.you
        seats.append(
            SeatInfo("" if bot else NAMES[seat], None if bot else seat, "heuristic" if bot else "", chips=CHIPS[seat])
        )
    table = TableView(
        id="q3Zk8vTn2b",
        game=game.name,
        sheet=moment.preset,
        phase="between" if payoff else "playing",
        host=0,
        seats=tuple(seats),
        watchers=(),
        shuffle=ShuffleInfo(1, 0, "0" * 64),
        deals=3,
        wait=300,
    )
    deal = DealView(4, game.name, moment.preset, tuple(range(len(seats))), view, tuple(legal), (), payoff)
    whole: View[Any, Any, Any] = View(120, 1_800_000_000_000, You(moment.you, moment.you), table, deal)
    return {"name": moment.name, "message": codec.plain(whole)}


def main() -> None:
    """Write the fixtures."""
    games = all_games()
    HERE.mkdir(parents=True, exist_ok=True)
    moments = [find(games[moment.game], moment) for moment in MOMENTS if moment.game in games]
    (HERE / "moments.json").write_text(json.dumps(moments, ensure_ascii=False))
    (HERE / "games.json").write_text(codec.encode(catalogue.catalogue()).decode())


if __name__ == "__main__":
    main()
