"""Play many random deals, check that each ends and conserves cards and chips, print the longest.

    python bench/endings.py big2 --deals 100000
    python bench/endings.py rummy --matches 2000

Deals go through the public contract, at the game's usual number of seats; a match is all its deals one after the other.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Any

from chieu import CHANCE, Rng, Shuffle, load

MAX_MOVES = 1_000_000


def deal(game: Any, rules: Any, seats: int, match: Any, rng: Rng) -> tuple[Any, int]:
    """Play a random deal and return its final state and number of moves."""
    state = game.start(rules, seats, match)
    moves = 0
    while waiting := game.to_act(state):
        seat = waiting[0]
        if seat == CHANCE:
            due = game.to_shuffle(state)
            order = rng.shuffled(due)
            assert Counter(order) == Counter(due)
            action: Any = Shuffle(order)
        else:
            action = rng.pick(game.legal(state, seat))
        state, _ = game.apply(state, seat, action)
        moves += 1
        assert moves < MAX_MOVES, f"{game.name}: no end after {MAX_MOVES} moves"
    assert sum(game.payoff(state)) == 0
    return state, moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=0)
    parser.add_argument("--matches", type=int, default=0)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = load(args.game)
    rules = next(iter(game.presets.values()))
    seats = args.seats or game.extras.quick.seats
    start, longest, deals, total = time.monotonic(), 0, 0, 0
    for number in range(args.deals or args.matches):
        rng, match = Rng(args.seed, number), None
        while True:
            state, moves = deal(game, rules, seats, match, rng)
            longest, deals, total = max(longest, moves), deals + 1, total + moves
            match = game.match_after(state)
            if args.deals or match is None:
                break
        if number % 1000 == 999 and sys.stderr.isatty():
            print(f"{number + 1:,} ...", end="\r", file=sys.stderr)
    print(
        f"{game.name}, {seats} seats: {deals:,} deals ended, {total / deals:.1f} moves on average, the longest"
        f" {longest:,}; {time.monotonic() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
