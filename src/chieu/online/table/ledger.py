"""PF-5: lines of the ledger, and the fewest hand-overs that settle an evening among people.

Settling is exact while at most twelve players are not even.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from chieu.online.protocol.views import HandOver, LedgerLine

_EXACT_AT_MOST: Final = 12  # uneven players; with more, equal pairs settle first and the rest greedily
HOUSE: Final = "house"
NOBODY: Final = "nobody"  # all bots, and those who play for people who sit out
_MEMBER: Final = "member "
_BOT: Final = "bot "


def settled(ledger: Sequence[LedgerLine]) -> tuple[tuple[HandOver, ...], int]:
    """Return the hand-overs that settle a ledger among people, and the chips that people won from bots.

    Chips won from or lost to bots are nobody's to hand over, and those of deals against the house are not owed.
    """
    owed = [0 if line.member is None else line.chips - line.from_house for line in ledger]
    remainder = sum(owed)
    moves = hand_overs((*owed, -remainder))
    return tuple(move for move in moves if len(owed) not in (move.giver, move.taker)), remainder


@lru_cache(maxsize=4096)  # needed for every view, while chips change once per deal
def hand_overs(chips: tuple[int, ...]) -> tuple[HandOver, ...]:
    """Return the hand-overs after which everybody is even, by index in `chips`.

    A group whose chips sum to zero settles with one hand-over fewer than it has players. So the fewest hand-overs come
    from splitting the players into as many such groups as possible.

    >>> [(move.giver, move.taker, move.chips) for move in hand_overs((3, -5, 2, 5, -5))]
    [(1, 0, 3), (1, 2, 2), (4, 3, 5)]
    """
    uneven = [place for place, amount in enumerate(chips) if amount]
    groups = _most_groups(uneven, chips) if len(uneven) <= _EXACT_AT_MOST else _pairs_first(uneven, chips)
    return tuple(hand_over for group in groups for hand_over in _within(group, chips))


def _most_groups(uneven: Sequence[int], chips: Sequence[int]) -> list[list[int]]:
    """Split the players into as many groups that sum to zero as possible.

    If players are added one by one, a group closes whenever the sum is zero. Dynamic programming over all sets of
    players finds the best order.
    """
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
    """Settle a group: the largest debtor pays the largest creditor until all are even."""
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


# Lines of the ledger


def member_line(member: int) -> str:
    """Return the line of a member."""
    return f"{_MEMBER}{member}"


def member_of_line(line: str) -> int | None:
    """Return the member of a line, or None."""
    return int(line.removeprefix(_MEMBER)) if line.startswith(_MEMBER) else None


# Players in the record of a deal


def bot_name(level: str) -> str:
    """Return the name of a bot in records."""
    return f"{_BOT}{level}"


def is_bot(player: str) -> bool:
    """Return whether a player's name in a record is a bot's."""
    return player.startswith(_BOT)


def is_reserved(player: str) -> bool:
    """Return whether a name in a record stands for a bot or the house."""
    return player == HOUSE or is_bot(player)
