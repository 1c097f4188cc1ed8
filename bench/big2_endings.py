"""What endings that are known for sure win a searching player of Big Two, a game: every deal from each seat, once with
them and once without, on the same cards and with the same luck.

    python -m bench.big2_endings [--code lawrence] [--among heuristic] [--playouts 1000] [--deals 200] [--seed 1]

`--among search` seats it among three that search without them. A deal is one observation: what it won more in all four
seats. Where nothing came up that is known for sure both games are the same, and one of them is played.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, ClassVar

import chieu
from chieu.arena.statistics import Mean
from chieu.bots import bots_of
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.run import seated, shuffler
from chieu.games.big2.ai.sampler import Big2Sampler
from chieu.search.player import Budget, Searching

SEATS = 4
REPORT = 20  # deals


class Noted(Big2Sampler):
    """Counts how often something was known for sure."""

    known: ClassVar = 0

    def options(self, actions: Sequence[Any]) -> Sequence[Any]:
        found = super().options(actions)
        Noted.known += self.exact(found) is not None
        return found


class Unsure(Big2Sampler):
    """Tries everything."""

    _forced_win: ClassVar = None

    def exact(self, actions: Sequence[Any]) -> None:
        del actions


def gained(code: str, among: str, playouts: int, seed: int, number: int) -> tuple[int, int]:
    """What it won more in all seats of a deal, and in how many of them something was known for sure."""
    game = chieu.load("big2")
    rules = sheets.from_code(game, code)
    usual = bots_of(game)["heuristic"]
    sure, unsure = (Searching(sampler, Budget(playouts), usual) for sampler in (Noted, Unsure))
    others = usual if among == "heuristic" else unsure

    def won(seat: int, maker: Any) -> int:
        bots = seated([maker if place == seat else others for place in range(SEATS)], rules, seed, number)
        return int(game.payoff(Deal.among(game, rules, bots, shuffler(seed, number)).state)[seat])

    more = games = 0
    for seat in range(SEATS):
        Noted.known = 0
        chips = won(seat, sure)
        if Noted.known:
            more += chips - won(seat, unsure)
            games += 1
    return more, games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--code", default="lawrence")
    parser.add_argument("--among", choices=("heuristic", "search"), default="heuristic")
    for name, usual in (("playouts", 1000), ("deals", 200), ("seed", 1), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    args = parser.parse_args()
    gain, known, changed = Mean(), 0, 0
    with ProcessPoolExecutor(args.jobs) as pool:
        work = partial(gained, args.code, args.among, args.playouts, args.seed)
        for more, games in pool.map(work, range(args.deals)):
            gain.add(more)
            known += games
            changed += more != 0
            if gain.count % REPORT == 0 or gain.count == args.deals:
                print(
                    f"{args.code} among {args.among}, {args.playouts} play-outs, {gain.count} deals in {SEATS} seats: "
                    f"{gain.mean / SEATS:+.3f} ± {gain.margin / SEATS:.3f} a game; something was sure in {known} of "
                    f"{SEATS * gain.count} games, {changed} deals ended otherwise",
                    flush=True,
                )


if __name__ == "__main__":
    main()
