"""`chieu.odds.estimate` and `compare` on sampled deals."""

from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import isclose, sqrt
from statistics import mean, pstdev, stdev

import msgspec
import pytest

from chieu import __version__, odds
from chieu.bots import UnknownBot
from chieu.core import sheets
from chieu.core.game import CHANCE, AnyGame
from chieu.core.run import Move
from chieu.games import load
from chieu.odds.effects import effects_budget
from chieu.odds.estimating import Lab
from chieu.odds.sampling import Table, play_deal, starting
from chieu.odds.stages import OddsQuestion, stages
from chieu.template import GAME as TEMPLATE

XIDACH = load("xidach")
SHEETS = [("xidach", "room"), ("niuniu", "auction"), ("big2", "lawrence"), ("rummy", "seven-rounds")]
ROLES = {
    "xidach": ["dealer", "player"],
    "niuniu": ["banker", "player"],
    "big2": ["opener", "second", "third", "fourth"],
    "rummy": ["first", "other"],
}


def payoffs(game: AnyGame, rules: object, seats: int, deals: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Play deals one by one and return each payoff."""
    out = []
    for number in range(deals):
        moves: list[Move] = []
        state = play_deal(game, rules, Table(game.name, seats, seed, next(iter(game.extras.bots))), number, moves)
        out.append(game.payoff(state))
    return out


@pytest.mark.parametrize(("name", "sheet"), SHEETS)
def test_od_1_odds_of_every_role_in_every_game(name: str, sheet: str) -> None:
    found = odds.estimate(name, sheet, deals=16)
    assert [role.role for role in found.roles] == ROLES[name]
    assert isclose(sum(role.won.mean * role.seats for role in found.roles), 0.0, abs_tol=1e-9)
    for role in found.roles:
        assert isclose(role.win.mean + role.even.mean + role.lose.mean, 1.0)
        assert role.won.low <= role.won.mean <= role.won.high
        assert role.swing.mean > 0
        texts = load(name).presentation.texts
        assert all(f"word.{result}" in texts for result in role.results)
    assert found.length is not None
    assert found.length.mean > 0


def test_od_1_figures_are_those_of_the_deals() -> None:
    deals, seats = 60, 3
    found = odds.estimate("xidach", "room", seats=seats, deals=deals, play="played")
    played = payoffs(XIDACH, XIDACH.presets["room"], seats, deals)
    dealers = [payoff[number % seats] for number, payoff in enumerate(played)]
    dealer, player = found.role("dealer"), found.role("player")
    assert isclose(dealer.won.mean, mean(dealers))
    assert isclose(dealer.won.margin, 1.959964 * stdev(dealers) / sqrt(deals), rel_tol=1e-6)
    assert isclose(dealer.swing.mean, pstdev(dealers))
    assert isclose(dealer.win.mean, mean(chips > 0 for chips in dealers))
    # The players of a deal are one observation: they all meet the same dealer.
    per_deal = [-chips / (seats - 1) for chips in dealers]
    assert isclose(player.won.margin, 1.959964 * stdev(per_deal) / sqrt(deals), rel_tol=1e-6)


def test_od_1_amounts_are_in_stakes() -> None:
    one = odds.estimate("big2", "lawrence", deals=12)
    ten = odds.estimate("big2", "lawrence~sk10", deals=12)
    assert [role.won for role in one.roles] == [role.won for role in ten.roles]
    for small, large in zip(one.roles, ten.roles, strict=True):
        assert isclose(small.swing.mean, large.swing.mean)


def test_od_2_the_difference_is_paired_by_deal() -> None:
    deals, seats = 60, 3
    sheet_codes = ("room", "room~mi17~pd17")
    change = odds.compare("xidach", *sheet_codes, seats=seats, deals=deals, play="played")
    old, new = (payoffs(XIDACH, sheets.from_code(XIDACH, code), seats, deals) for code in sheet_codes)
    gains = [b[k % seats] - a[k % seats] for k, (a, b) in enumerate(zip(old, new, strict=True))]
    dealer = change.role("dealer").won
    assert isclose(dealer.mean, mean(gains))
    changed = [gain * gain for gain in gains if gain]
    error = sqrt(stdev(gains) ** 2 / deals + 4 * mean(changed) / deals**2)  # as if four more deals differed
    assert isclose(dealer.margin, 1.959964 * error, rel_tol=1e-6)
    before, after = change.before.role("dealer").won, change.after.role("dealer").won
    raw = change.role("dealer").raw
    assert (raw.mean, raw.margin) == pytest.approx((dealer.mean, sqrt(before.margin**2 + after.margin**2)))
    assert dealer.margin < raw.margin, "the same cards must make it more precise"
    assert not change.same_moves


def test_od_2_a_comparison_takes_as_long_as_an_estimate() -> None:
    room, drawn, dearer = (sheets.from_code(XIDACH, code) for code in ("room", "room~pd17", "room~pn3"))
    assert OddsQuestion("xidach", (room, drawn), 3).lab().deals == 20_000, "both sheets are played"
    assert OddsQuestion("xidach", (room, dearer), 3).lab().deals == 40_000, "the second is scored on the first"
    assert OddsQuestion("xidach", (room, drawn), 3, deals=600).lab().deals == 600
    alone = [part for stage in stages(OddsQuestion("xidach", (room,), 3)) for part in stage.parts]
    both = [part for stage in stages(OddsQuestion("xidach", (room, drawn), 3)) for part in stage.parts]
    assert both == alone[: len(both)], "parts that were played are used again"
    assert both[-1][1] == 20_000


def test_od_2_few_differing_deals_do_not_look_exact() -> None:
    rare = odds.compare("xidach", "room", "room~bn1", seats=3, deals=100, play="played").role("dealer").won
    assert rare.mean == 0.0
    assert rare.margin > 0.03, "a rare difference may not have occurred in 100 deals"


def test_od_11_scoring_again_equals_playing_again() -> None:
    again = odds.compare("xidach", "room", "room~pn3~bq1", seats=3, deals=200, play="played")
    assert again.same_moves
    played = odds.estimate("xidach", "room~pn3~bq1", seats=3, deals=200, play="played")
    assert again.after == played
    assert again.role("dealer").won.margin > 0


def test_od_13_the_answer_says_how_to_get_it_again() -> None:
    found = odds.estimate("xidach", "room~pn2", seats=3, deals=64, seed=9)
    assert (found.deals, found.budget, found.complete) == (64, 64, True)
    assert (found.game, found.sheet, found.seats, found.seed, found.bot, found.version) == (
        *("xidach", "room~pn2", 3, 9),
        *("heuristic", __version__),
    )
    again = odds.estimate(found.game, found.sheet, seats=found.seats, deals=found.deals, seed=found.seed)
    assert again == found
    assert odds.estimate("xidach", "room~pn2", seats=3, deals=64, seed=10) != found


def test_od_20_any_executor_returns_the_same() -> None:
    alone = odds.estimate("xidach", "room", seats=4, deals=130)
    with ThreadPoolExecutor(2) as pool:
        assert odds.estimate("xidach", "room", seats=4, deals=130, executor=pool, ahead=4) == alone


def test_od_20_an_interrupted_estimate_is_marked() -> None:
    def interrupt(done: int, _budget: int) -> None:
        if done >= 40:
            raise KeyboardInterrupt

    settings = {"seats": 3, "deals": 640, "on_progress": interrupt}
    with pytest.raises(KeyboardInterrupt):
        odds.estimate("xidach", "room", **settings)  # type: ignore[arg-type]
    found = odds.estimate("xidach", "room", **settings, partial=True)  # type: ignore[arg-type]
    assert (found.deals, found.budget, found.complete) == (40, 640, False)
    whole = odds.estimate("xidach", "room", seats=3, deals=40)
    assert found.roles == whole.roles


def test_od_20_rows_for_a_data_frame() -> None:
    rows = odds.estimate("xidach", "room", seats=3, deals=8).to_rows()
    assert {row["role"] for row in rows} == {"dealer", "player"}
    assert {"won", "win", "even", "lose"} <= {row["figure"] for row in rows}
    rows = odds.compare("xidach", "room", "room~pn2", seats=3, deals=8).to_rows()
    assert {(row["before"], row["after"]) for row in rows} == {("room", "room~pn2")}


def test_od_20_a_notebook_draws_a_bar_per_role() -> None:
    drawn = odds.estimate("xidach", "room", seats=2)._repr_html_()
    assert drawn.count("<tr>") == 2
    assert "<td>player</td><td>-0.0137, exact</td>" in drawn
    assert "xidach · room · 2 seats" in drawn
    widths = [float(width) for width in re.findall(r"width:([0-9.]+)%", drawn)]
    assert isclose(sum(widths), 200, abs_tol=0.1)


def test_a_game_without_a_model_has_generic_roles() -> None:
    found = odds.estimate(TEMPLATE, deals=12)
    assert [role.role for role in found.roles] == ["host", "other"]
    assert found.how == "sampled"


def test_od_5_best_play_is_refused_where_it_is_not_known() -> None:
    with pytest.raises(odds.NotMeasured, match="at 4 seats"):
        odds.estimate("xidach", "room", seats=4, play="best")


def test_od_5_another_bot_plays_fewer_deals_without_classes() -> None:
    easy = Lab("xidach", seats=3, bot="easy")
    usual = Lab("xidach", seats=3, bot="heuristic")
    assert (easy.deals, usual.deals) == (2_500, 40_000)
    room, dearer = (sheets.from_code(XIDACH, code) for code in ("room", "room~pn3"))
    assert usual.same_moves(room, dearer)
    assert not easy.same_moves(room, dearer), "classes are only known for the usual bot"
    by_easy, by_usual = (odds.estimate("xidach", seats=3, deals=40, bot=bot) for bot in ("easy", None))
    assert by_easy.roles != by_usual.roles
    with pytest.raises(UnknownBot, match="grandmother"):
        odds.estimate("xidach", bot="grandmother")
    with pytest.raises(ValueError, match="got both"):
        odds.estimate("xidach", seats=2, play="best", bot="strong")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_od_13_a_part_of_a_budget_has_every_round_equally_often(seats: int) -> None:
    game = load("rummy")
    rules, other = game.presets["seven-rounds"], sheets.from_code(game, "seven-rounds~aly")
    compared = Lab(game, seats=seats, bot="strong")
    compared.divide_budget(rules, other)
    budgets = (Lab(game, seats=seats, bot="strong").deals, compared.deals, effects_budget(game, seats))
    for deals in (*budgets, effects_budget(game, seats, "strong")):
        rounds = Counter(starting(game, rules, seats, number) for number in range(deals))
        assert len(rounds) == 7 * seats
        assert len(set(rounds.values())) == 1, deals
    assert Lab(game, seats=seats, bot="strong").deals > 4_200 // 16 - 7 * seats


def test_every_role_comes_to_every_seat() -> None:
    for name, sheet in SHEETS:
        game = load(name)
        lab = Lab(game, seats=3)
        rules = sheets.from_code(game, sheet)
        model = lab.model
        seen = set()
        for number in range(60):
            state = play_deal(game, rules, lab.table, number, [])
            seen |= set(enumerate(model.roles(state)))
        assert len(seen) == 3 * len({role for _, role in seen}), name


def test_winner_opens_is_measured_with_the_winner_as_opener() -> None:
    game = load("big2")
    rules = msgspec.structs.replace(game.presets["lawrence"], winner_opens=True)
    for number in range(6):
        moves: list[Move] = []
        state = play_deal(game, rules, Table("big2", 4, 1, "heuristic"), number, moves)
        first = next(seat for seat, action in moves if seat != CHANCE and type(action).__name__ == "Play")
        assert Lab(game).model.roles(state)[first] == "opener"
        assert first == number % 4
