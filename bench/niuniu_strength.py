"""Payoff per deal of `strong` at Niu Niu by auction against usual bots; every deal from each seat.

    python -m bench.niuniu_strength [--deals 10000] [--seats 4] [--seed 1] [--jobs 2]

Fifth cards are dealt after all bids and stakes. So each deal is settled with a hundred different fifth cards, which
reduces the variance. A deal is one observation: the payoff in all seats.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import chieu
from chieu.arena.statistics import Mean
from chieu.bots import bots_of
from chieu.core.deal import Deal
from chieu.core.run import make_bots, shuffler
from chieu.games.niuniu.state import STAKE, State, initial_state

FIFTHS = 100


def played(seats: int, seed: int, number: int) -> int:
    """Return the payoff in all seats of a deal, over all fifth cards."""
    game = chieu.load("niuniu")
    rules, bots = game.presets["auction"], bots_of(game)
    winnings = 0
    for seat in range(seats):
        makers = [bots["strong" if place == seat else "heuristic"] for place in range(seats)]
        deal = Deal.among(game, rules, make_bots(makers, rules, seed, number), shuffler(seed, number))
        rng = chieu.Rng(seed, number)
        winnings += sum(settled(deal.state, rng).won[seat] for _ in range(FIFTHS))
    return winnings


def settled(over: State, rng: chieu.Rng) -> State:
    """Replay the bids and stakes on the same four cards, with other fifth cards."""
    assert over.order is not None
    again = initial_state(over.compiled, over.seats, over.last_banker)
    fixed_cards = 4 * over.seats
    again.deal(over.order[:fixed_cards] + rng.shuffled(over.order[fixed_cards:]))
    for seat, bid in enumerate(over.bids):
        again.move(seat, bid)
    for seat, stake in enumerate(over.stakes):
        if seat != again.banker:
            again.move(seat, STAKE + stake)
    return again


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("deals", 10_000), ("seats", 4), ("seed", 1), ("jobs", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    args = parser.parse_args()
    winnings = Mean()
    with ProcessPoolExecutor(args.jobs) as pool:
        for chips in pool.map(partial(played, args.seats, args.seed), range(args.deals), chunksize=50):
            winnings.add(chips)
    low, mean, high = (
        chips / args.seats / FIFTHS for chips in (winnings.interval()[0], winnings.mean, winnings.interval()[1])
    )
    print(f"{args.deals} deals in {args.seats} seats: {mean:+.3f} chips a deal, 95 %: {low:+.3f} to {high:+.3f}")


if __name__ == "__main__":
    main()
