"""Rollouts on plain ints, fast enough for a search.

It imports nothing, so that mypyc can compile it alone: `chieu new-game NAME --kernel` writes a package that does.
"""

from __future__ import annotations

from typing import Final

KEPT_FROM: Final = 6  # the rank from which the seats after us keep their card: the middle one


def won(deck: list[int], own: int, seats: int, place: int, swap: bool) -> int:
    """Return the stakes that a seat wins if it keeps or swaps, in one order of the ranks it has not seen.

    `deck` starts with the cards of the other seats in turn order; `place` of them have chosen already.
    """
    top = seats - 1
    mine = own
    if swap:
        mine = deck[top]
        top += 1
    stakes = 0
    for other in range(seats - 1):
        rank = deck[other]
        if other >= place and rank < KEPT_FROM:
            rank = deck[top]
            top += 1
        if mine > rank:
            stakes += 1
        elif mine < rank:
            stakes -= 1
    return stakes
