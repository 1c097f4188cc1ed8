"""PF-47: what an evening came to for each who played: how often they won, in a row, and their best and worst deal."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the ledger over an evening. `streak` is the most deals won in a row, and `run` how many in a row the
    last ones were: won if it is over 0, lost if under. A deal that changes nothing ends both."""

    deals: int = 0
    won: int = 0
    lost: int = 0
    best: int = 0
    worst: int = 0
    streak: int = 0
    run: int = 0


def standings(deals: Sequence[tuple[Sequence[int], Sequence[int]]], accounts: int) -> tuple[Standing, ...]:
    """The standing of each account, from the deals in their order: for each seat whose account it was, and what
    it won. Who holds two seats in a deal wins what both do.

    >>> standings([((0, 1), (5, -5)), ((0, 1), (2, -2)), ((1, 0), (1, -1))], 2)[0]
    Standing(deals=3, won=2, lost=1, best=5, worst=-1, streak=2, run=-1)
    """
    found = [Standing()] * accounts
    for seats, payoff in deals:
        chips: dict[int, int] = {}
        for account, won in zip(seats, payoff, strict=False):
            chips[account] = chips.get(account, 0) + won
        for account, won in chips.items():
            found[account] = _after(found[account], won)
    return tuple(found)


def _after(before: Standing, chips: int) -> Standing:
    if chips > 0:
        run = max(before.run, 0) + 1
    elif chips < 0:
        run = min(before.run, 0) - 1
    else:
        run = 0
    return Standing(
        before.deals + 1,
        before.won + (chips > 0),
        before.lost + (chips < 0),
        max(before.best, chips),
        min(before.worst, chips),
        max(before.streak, run),
        run,
    )
