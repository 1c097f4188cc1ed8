"""Bias of the estimated cost of choices at Big Two with few worlds.

No choice is better than the best, so a negative mean cost is an error of the estimate.

    python -m bench.choice [--worlds 50] [--deals 60] [--seed 1]

Reviews a seat that plays `strong` among three usual bots. The cost of a decision is estimated by `cost_of`, by the mean
gap in the worlds that did not select the best option, and by that mean cut off at 0.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import fmean, stdev

import chieu
from chieu.bots import bots_of
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.core.run import make_bots, shuffler
from chieu.search.advice import advise, compare
from chieu.search.review import Turn, cost_of, turns

SHEET = "lawrence~say~ch3"
SEATS = 4


def costs(turn: Turn, seat: int, rng: Rng, worlds: int) -> tuple[float, float, float]:
    """Return three estimates of the cost of a decision."""
    advice = advise(turn.deal, seat, rng, worlds, turn.taken)
    best, taken = advice.options[0], advice.options[advice.index_of(turn.taken)]
    if taken is best or taken.worlds == 0:
        return taken.behind, taken.behind, taken.behind
    gaps = []
    for _ in range(2):
        ahead, behind = compare(turn.deal, seat, rng, (best.action, taken.action), worlds // 2)
        gaps.append(behind.behind if ahead.action == best.action else -behind.behind)
    return cost_of(taken.behind, gaps), fmean(gaps), max(fmean(gaps), 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("worlds", 50), ("deals", 60), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    args = parser.parse_args()
    game = chieu.load("big2")
    rules, bots = sheets.from_code(game, SHEET), bots_of(game)
    estimates = []
    for number in range(args.deals):
        seat = number % SEATS
        makers = [bots["strong" if place == seat else "heuristic"] for place in range(SEATS)]
        deal = Deal.among(game, rules, make_bots(makers, rules, args.seed, number), shuffler(args.seed, number))
        for turn in turns(deal, seat):
            if len(turn.deal.legal(seat)) > 1:
                estimates.append(costs(turn, seat, Rng(args.seed, number), args.worlds))
    print(f"{len(estimates)} decisions of {args.deals} deals, {args.worlds} worlds, points each:")
    for name, cost in zip(("cost_of", "mean gap", "mean gap, at least 0"), zip(*estimates, strict=True), strict=True):
        print(f"  {name}: {fmean(cost):+.3f} ± {1.96 * stdev(cost) / sqrt(len(cost)):.3f}")


if __name__ == "__main__":
    main()
