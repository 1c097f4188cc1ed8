"""PF-5: the fewest hand-overs that settle an evening, as long as no more than twelve are up or down.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from chieu.online.protocol.views import HandOver

_EXACT_AT_MOST: Final = 12  # players who are not even; beyond that, pairs first and the rest one after the other


@lru_cache(maxsize=4096)  # asked with every change of every table, and tables' chips change once a deal
def hand_overs(chips: tuple[int, ...]) -> tuple[HandOver, ...]:
    """Who hands how many chips to whom, by place in `chips`, so that everybody is even.

    A group whose chips sum to zero settles in one hand-over fewer than it has players, so the fewest hand-overs come
    from parting the players into as many such groups as there can be.

    >>> [(one.giver, one.taker, one.chips) for one in hand_overs((3, -5, 2, 5, -5))]
    [(1, 0, 3), (1, 2, 2), (4, 3, 5)]
    """
    uneven = [place for place, amount in enumerate(chips) if amount]
    groups = _most_groups(uneven, chips) if len(uneven) <= _EXACT_AT_MOST else _pairs_first(uneven, chips)
    return tuple(one for group in groups for one in _within(group, chips))


def _most_groups(uneven: Sequence[int], chips: Sequence[int]) -> list[list[int]]:
    """As many groups that sum to zero as there can be. Adding the players one by one in some order, a group closes
    whenever the sum is zero: the best order is found over all sets of players."""
    full = (1 << len(uneven)) - 1
    sums = [0] * (full + 1)
    best = [0] * (full + 1)
    last = [0] * (full + 1)
    for mask in range(1, full + 1):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + chips[uneven[low.bit_length() - 1]]
        best[mask] = -1
        for player in range(len(uneven)):
            before = mask ^ (1 << player)
            if before < mask and best[before] > best[mask]:
                best[mask], last[mask] = best[before], player
        best[mask] += sums[mask] == 0
    groups: list[list[int]] = []
    mask = full
    while mask:
        if sums[mask] == 0:
            groups.append([])
        groups[-1].append(uneven[last[mask]])
        mask ^= 1 << last[mask]
    return groups


def _pairs_first(uneven: Sequence[int], chips: Sequence[int]) -> list[list[int]]:
    left = list(uneven)
    groups: list[list[int]] = []
    for player in uneven:
        partner = next((other for other in left if player in left and chips[other] == -chips[player]), None)
        if partner is not None:
            groups.append([player, partner])
            left = [other for other in left if other not in (player, partner)]
    return [*groups, left] if left else groups


def _within(group: Sequence[int], chips: Sequence[int]) -> list[HandOver]:
    """Whoever owes most hands to whoever is owed most, again and again."""
    left = {player: chips[player] for player in group}
    out = []
    while any(left.values()):
        giver = min(left, key=lambda player: (left[player], player))
        taker = max(left, key=lambda player: (left[player], -player))
        amount = min(-left[giver], left[taker])
        out.append(HandOver(giver, taker, amount))
        left[giver] += amount
        left[taker] -= amount
    return out
