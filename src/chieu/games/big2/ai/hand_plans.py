"""In how few plays a hand could go. Compiled where it can be.

Whoever plays many deals to the end asks this of the same hands again and again: the own hand is the same in all worlds,
and hands only shrink. So what was found is kept, and the sets of a hand are looked for once a deal.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.games.big2.hands import RUN, CompiledRules, fours_in, ranks_in, size, triples_in
from chieu.games.big2.plays import Book

_SLOTS: Final = 4096
_NO_SETS: Final = vec[i64]([0])
_NO_ENDS: Final = vec[i64]([0, 0, 0, 0, 0])


def loose_plays(hand: i64, compiled: CompiledRules) -> i64:
    """How many plays a hand is without five-card sets: one a rank, and one more where a rank has too many cards."""
    return size(ranks_in(hand)) + size(fours_in(hand) if compiled.triples else triples_in(hand))


@final
class Memo:
    """What was found for hands by the rules of one sheet. A new hand may take the place of another."""

    def __init__(self) -> None:
        self.hands: vec[i64] = vec[i64]([0] * _SLOTS)
        self.plays: vec[i64] = vec[i64]([0] * _SLOTS)


@final
class Plans:
    """In how few plays the hands of a deal could go if nobody beat any, and those that they become."""

    def __init__(self, book: Book, seats: i64, compiled: CompiledRules, memo: Memo) -> None:
        self.book = book
        self.compiled = compiled
        self.memo = memo
        self.doubles: vec[i64] = _NO_SETS  # two sets that share no card, as one mask
        self.ends: vec[i64] = _NO_ENDS[:]
        self._find_doubles(seats)

    def _find_doubles(self, seats: i64) -> None:
        masks = self.book.masks
        ends = self.book.ends
        found = vec[i64](capacity=16)
        seat: i64 = 0
        while seat < seats:
            end: i64 = ends[seat + 1]
            one: i64 = ends[seat]
            while one < end:
                mask: i64 = masks[one]
                other: i64 = one + 1
                while other < end:
                    if mask & masks[other] == 0:
                        found = append(found, mask | masks[other])
                    other += 1
                one += 1
            self.ends[seat + 1] = len(found)
            seat += 1
        self.doubles = found

    def fewest(self, hand: i64, seat: i64) -> i64:
        """In how few plays a hand could go: at best two of its sets, then pairs and the rest."""
        if size(hand) < RUN:
            return loose_plays(hand, self.compiled)
        slot: i64 = (hand ^ (hand >> 11) ^ (hand >> 23) ^ (hand >> 37)) & (_SLOTS - 1)
        memo = self.memo
        if memo.hands[slot] == hand:
            return memo.plays[slot]
        plays: i64 = self._reckoned(hand, seat)
        memo.hands[slot] = hand
        memo.plays[slot] = plays
        return plays

    def _reckoned(self, hand: i64, seat: i64) -> i64:
        fewest: i64 = loose_plays(hand, self.compiled)
        masks = self.book.masks
        place: i64 = self.book.ends[seat]
        end: i64 = self.book.ends[seat + 1]
        found: bool = False
        while place < end:
            mask: i64 = masks[place]
            if mask & hand == mask:
                found = True
                plays: i64 = 1 + loose_plays(hand & ~mask, self.compiled)
                fewest = min(fewest, plays)
            place += 1
        if not found:
            return fewest
        doubles = self.doubles
        place = self.ends[seat]
        end = self.ends[seat + 1]
        while place < end:
            both: i64 = doubles[place]
            if both & hand == both:
                plays = 2 + loose_plays(hand & ~both, self.compiled)
                fewest = min(fewest, plays)
            place += 1
        return fewest
