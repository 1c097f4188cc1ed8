"""The minimum number of plays that empties a hand if nobody beats any of them.

Rollouts ask this about the same hands again and again: the own hand is the same in all determinizations, and hands only
shrink. So results are cached, and the sets of a hand are found once per deal.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.games.big2.hands import RUN, CompiledRules, fours_in, ranks_in, size, triples_in
from chieu.games.big2.plays import SetIndex

_SLOTS: Final = 4096
_NO_SETS: Final = vec[i64]([0])
_NO_ENDS: Final = vec[i64]([0, 0, 0, 0, 0])


def plays_without_sets(hand: i64, compiled: CompiledRules) -> i64:
    """Return the number of plays without five-card sets: one per rank, two if a rank has too many cards."""
    return size(ranks_in(hand)) + size(fours_in(hand) if compiled.triples else triples_in(hand))


@final
class Memo:
    """Cache of results by hand, for one set of rules. A colliding hand replaces the old one."""

    def __init__(self) -> None:
        self.hands: vec[i64] = vec[i64]([0] * _SLOTS)
        self.plays: vec[i64] = vec[i64]([0] * _SLOTS)


@final
class MinPlays:
    """Minimum number of plays for the hands of a deal and all their subsets."""

    def __init__(self, set_index: SetIndex, seats: i64, compiled: CompiledRules, memo: Memo) -> None:
        self.set_index = set_index
        self.compiled = compiled
        self.memo = memo
        self.doubles: vec[i64] = _NO_SETS  # unions of two disjoint sets
        self.ends: vec[i64] = _NO_ENDS[:]
        self._find_doubles(seats)

    def _find_doubles(self, seats: i64) -> None:
        masks = self.set_index.masks
        ends = self.set_index.ends
        doubles = vec[i64](capacity=16)
        for seat in range(seats):
            end: i64 = ends[seat + 1]
            for first in range(ends[seat], end):
                mask: i64 = masks[first]
                for second in range(first + 1, end):
                    if mask & masks[second] == 0:
                        doubles = append(doubles, mask | masks[second])
            self.ends[seat + 1] = len(doubles)
        self.doubles = doubles

    def of(self, hand: i64, seat: i64) -> i64:
        """Return the minimum number of plays: with at most two of the hand's sets, then pairs and singles."""
        if size(hand) < RUN:
            return plays_without_sets(hand, self.compiled)
        slot: i64 = (hand ^ (hand >> 11) ^ (hand >> 23) ^ (hand >> 37)) & (_SLOTS - 1)
        memo = self.memo
        if memo.hands[slot] == hand:
            return memo.plays[slot]
        plays: i64 = self._compute(hand, seat)
        memo.hands[slot] = hand
        memo.plays[slot] = plays
        return plays

    def _compute(self, hand: i64, seat: i64) -> i64:
        fewest: i64 = plays_without_sets(hand, self.compiled)
        masks = self.set_index.masks
        end: i64 = self.set_index.ends[seat + 1]
        has_set: bool = False
        for place in range(self.set_index.ends[seat], end):
            mask: i64 = masks[place]
            if mask & hand == mask:
                has_set = True
                plays: i64 = 1 + plays_without_sets(hand & ~mask, self.compiled)
                fewest = min(fewest, plays)
        if not has_set:
            return fewest
        doubles = self.doubles
        end = self.ends[seat + 1]
        for place in range(self.ends[seat], end):
            both: i64 = doubles[place]
            if both & hand == both:
                plays = 2 + plays_without_sets(hand & ~both, self.compiled)
                fewest = min(fewest, plays)
        return fewest
