"""Payoff per game of a Monte Carlo player of Big Two against three others; every deal from each seat.

    python -m bench.big2_strength [--code lawrence~say~ch3] [--rollouts 1600] [--among 0] [--deals 800] [--seed 1]
                                  [--jobs 2] [--results FILE]

The default sheet is `lawrence` with `chips=triple_13 stop_at_first=yes`. The others are usual bots, or Monte Carlo
players with `--among` rollouts. A deal is one observation: the payoff in all four seats. `--results` stores every deal
as a line of JSON; run the same command again to resume.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import chieu
from chieu.arena.statistics import Mean
from chieu.bots import bots_of
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.run import make_bots, shuffler
from chieu.search.monte_carlo import Budget, MonteCarloBotMaker

SHEET = "lawrence~say~ch3"
SEATS = 4
REPORT = 50  # deals


class Timed:
    """Player whose thinking time is measured, in CPU seconds."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self.see, self.aside = bot.see, bot.aside
        self.took: list[float] = []

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        began = time.process_time()
        action = self._bot.act(view, legal)
        if len(legal) > 1:
            self.took.append(time.process_time() - began)
        return action


class Board(NamedTuple):
    """Result of a deal: the payoff in all seats, and the milliseconds of each choice."""

    chips: int
    took: list[float]


def played(code: str, rollouts: int, among: int, seed: int, number: int) -> Board:
    """Play a deal from every seat."""
    game = chieu.load("big2")
    rules = sheets.from_code(game, code)
    assert game.extras.search is not None
    heuristic = bots_of(game)["heuristic"]
    sampler, world_cost = game.extras.search.sampler, game.extras.search.world_cost
    searching = MonteCarloBotMaker(sampler, Budget(rollouts, world_cost=world_cost), heuristic)
    others = MonteCarloBotMaker(sampler, Budget(among, world_cost=world_cost), heuristic) if among else heuristic
    chips, took = 0, []
    for seat in range(SEATS):
        bots = make_bots([searching if place == seat else others for place in range(SEATS)], rules, seed, number)
        timed = bots[seat] = Timed(bots[seat])
        deal = Deal.among(game, rules, bots, shuffler(seed, number))
        chips += game.payoff(deal.state)[seat]
        took += [round(1000 * seconds, 2) for seconds in timed.took]
    return Board(chips, took)


def boards(args: argparse.Namespace) -> Iterator[Board]:
    """Yield every deal: stored ones first, then those still to play."""
    head = {"code": args.code, "rollouts": args.rollouts, "among": args.among, "seed": args.seed}
    lines = args.results.read_text().splitlines() if args.results and args.results.exists() else []
    if lines and json.loads(lines[0]) != head:
        sys.exit(f"{args.results} has results of other settings ({lines[0]}): choose another file")
    stored = [Board(*json.loads(line)) for line in lines[1 : 1 + args.deals]]
    yield from stored
    with ProcessPoolExecutor(args.jobs) as pool:
        remaining = range(len(stored), args.deals)
        for board in pool.map(partial(played, args.code, args.rollouts, args.among, args.seed), remaining):
            if args.results:
                with args.results.open("a") as file:
                    file.write("" if lines else json.dumps(head) + "\n")
                    file.write(json.dumps(board) + "\n")
                lines = lines or [head]
            yield board


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--code", default=SHEET)
    for name, usual in (("rollouts", 1600), ("among", 0), ("deals", 800), ("seed", 1), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--results", type=Path)
    args = parser.parse_args()
    winnings, losses, even, took = Mean(), 0, 0, list[float]()
    for board in boards(args):
        winnings.add(board.chips)
        losses += board.chips < 0
        even += board.chips == 0
        took += board.took
        if winnings.count % REPORT == 0 or winnings.count == args.deals:
            mean, margin, times = winnings.mean / SEATS, winnings.margin / SEATS, sorted(took)
            half, most = times[len(times) // 2], times[len(times) * 99 // 100]
            print(
                f"{winnings.count} deals in {SEATS} seats, {args.rollouts} rollouts a move: {mean:+.2f} ± {margin:.2f} "
                f"points a game, {losses} deals lost and {even} even; {fmean(times):.1f} ms a choice, half of them "
                f"{half:.1f} or less, 99 of 100 {most:.1f}, {times[-1]:.0f} at most",
                flush=True,
            )


if __name__ == "__main__":
    main()
