"""What a searching player wins at Big Two from three others, a game: every deal once from each seat.

    python -m bench.big2_strength [--code lawrence~say~ch3] [--playouts 1600] [--among 0] [--deals 800] [--seed 1]
                                  [--jobs 2] [--results FILE]

The sheet is `lawrence` with `chips=triple_13 stop_at_first=yes` if no other is given. The others are usual bots, or
search as well, with as many play-outs as `--among` says. A deal is one observation: what it won in all four seats.
`--results` keeps every deal as a line of JSON, and the same line again goes on from there.
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
from chieu.core.run import seated, shuffler
from chieu.search.player import Budget, Searching

SHEET = "lawrence~say~ch3"
SEATS = 4
REPORT = 50  # deals


class Timed:
    """A player whose thinking is measured, in seconds of CPU."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self.see, self.aside = bot.see, bot.aside
        self.took: list[float] = []

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        began = time.process_time()
        chosen = self._bot.act(view, legal)
        if len(legal) > 1:
            self.took.append(time.process_time() - began)
        return chosen


class Board(NamedTuple):
    """A deal: what it won in all seats, and how long it thought over each choice, in milliseconds."""

    chips: int
    took: list[float]


def played(code: str, playouts: int, among: int, seed: int, number: int) -> Board:
    """A deal from every seat."""
    game = chieu.load("big2")
    rules = sheets.from_code(game, code)
    assert game.extras.search is not None
    heuristic = bots_of(game)["heuristic"]
    sampler, drawing = game.extras.search.sampler, game.extras.search.drawing
    searching = Searching(sampler, Budget(playouts, drawing=drawing), heuristic)
    others = Searching(sampler, Budget(among, drawing=drawing), heuristic) if among else heuristic
    chips, took = 0, []
    for seat in range(SEATS):
        bots = seated([searching if place == seat else others for place in range(SEATS)], rules, seed, number)
        timed = bots[seat] = Timed(bots[seat])
        deal = Deal.among(game, rules, bots, shuffler(seed, number))
        chips += game.payoff(deal.state)[seat]
        took += [round(1000 * one, 2) for one in timed.took]
    return Board(chips, took)


def boards(args: argparse.Namespace) -> Iterator[Board]:
    """Every deal: as kept, then those that are missing."""
    head = {"code": args.code, "playouts": args.playouts, "among": args.among, "seed": args.seed}
    lines = args.results.read_text().splitlines() if args.results and args.results.exists() else []
    if lines and json.loads(lines[0]) != head:
        sys.exit(f"{args.results} holds other results ({lines[0]}): take another file")
    kept = [Board(*json.loads(line)) for line in lines[1 : 1 + args.deals]]
    yield from kept
    with ProcessPoolExecutor(args.jobs) as pool:
        left = range(len(kept), args.deals)
        for board in pool.map(partial(played, args.code, args.playouts, args.among, args.seed), left):
            if args.results:
                with args.results.open("a") as file:
                    file.write("" if lines else json.dumps(head) + "\n")
                    file.write(json.dumps(board) + "\n")
                lines = lines or [head]
            yield board


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--code", default=SHEET)
    for name, usual in (("playouts", 1600), ("among", 0), ("deals", 800), ("seed", 1), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--results", type=Path)
    args = parser.parse_args()
    won, lost, even, took = Mean(), 0, 0, list[float]()
    for board in boards(args):
        won.add(board.chips)
        lost += board.chips < 0
        even += board.chips == 0
        took += board.took
        if won.count % REPORT == 0 or won.count == args.deals:
            mean, margin, times = won.mean / SEATS, won.margin / SEATS, sorted(took)
            half, most = times[len(times) // 2], times[len(times) * 99 // 100]
            print(
                f"{won.count} deals in {SEATS} seats, {args.playouts} play-outs a move: {mean:+.2f} ± {margin:.2f} "
                f"points a game, {lost} deals lost and {even} even; {fmean(times):.1f} ms a choice, half of them "
                f"{half:.1f} or less, 99 of 100 {most:.1f}, {times[-1]:.0f} at most",
                flush=True,
            )


if __name__ == "__main__":
    main()
