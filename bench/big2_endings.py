"""Gain per game of a Monte Carlo player of Big Two from exact endgames.

Every deal is played from each seat, with exact endgames and without, on the same cards and random numbers.

    python -m bench.big2_endings [--code lawrence] [--among heuristic] [--rollouts 1000] [--deals 200] [--seed 1]

`--among search` seats it among three that search without exact endgames. A deal is one observation: the gain in all
four seats. If no exact value came up, both games are the same and only one is played.
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
from chieu.core.run import make_bots, shuffler
from chieu.games.big2.ai.sampler import Big2Sampler
from chieu.search.monte_carlo import Budget, MonteCarloBotMaker

SEATS = 4
REPORT = 20  # deals


class Noted(Big2Sampler):
    """Sampler that counts exact values."""

    known: ClassVar = 0

    def options(self, actions: Sequence[Any]) -> Sequence[Any]:
        options = super().options(actions)
        Noted.known += self.exact(options) is not None
        return options


class Unsure(Big2Sampler):
    """Sampler without exact values."""

    _forced_win: ClassVar = None

    def exact(self, actions: Sequence[Any]) -> None:
        del actions


def gained(code: str, among: str, rollouts: int, seed: int, number: int) -> tuple[int, int]:
    """Return the gain in all seats of a deal, and the number of seats with exact values."""
    game = chieu.load("big2")
    rules = sheets.from_code(game, code)
    usual = bots_of(game)["heuristic"]
    sure, unsure = (MonteCarloBotMaker(sampler, Budget(rollouts), usual) for sampler in (Noted, Unsure))
    others = usual if among == "heuristic" else unsure

    def won(seat: int, maker: Any) -> int:
        bots = make_bots([maker if place == seat else others for place in range(SEATS)], rules, seed, number)
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
    for name, usual in (("rollouts", 1000), ("deals", 200), ("seed", 1), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    args = parser.parse_args()
    gain, known, changed = Mean(), 0, 0
    with ProcessPoolExecutor(args.jobs) as pool:
        work = partial(gained, args.code, args.among, args.rollouts, args.seed)
        for more, games in pool.map(work, range(args.deals)):
            gain.add(more)
            known += games
            changed += more != 0
            if gain.count % REPORT == 0 or gain.count == args.deals:
                print(
                    f"{args.code} among {args.among}, {args.rollouts} rollouts, {gain.count} deals in {SEATS} seats: "
                    f"{gain.mean / SEATS:+.3f} ± {gain.margin / SEATS:.3f} a game; values were exact in {known} of "
                    f"{SEATS * gain.count} games, {changed} deals ended differently",
                    flush=True,
                )


if __name__ == "__main__":
    main()
