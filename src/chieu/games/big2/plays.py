"""Move generation: finds every play in a hand, without duplicates.

Hands only shrink. So the five-card sets of each hand are found once, when play begins, and stored in a `SetIndex`;
finding the legal plays of a turn is then a scan of that list.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.masks import BIT
from chieu.games.big2.hands import (
    FOURS,
    FULL_HOUSES,
    KIND_SHIFT,
    ONES,
    PAIR,
    RANKS,
    RUN,
    SINGLE,
    STRAIGHT,
    SUIT,
    CompiledRules,
    beats,
    flush,
    fours_in,
    pairs_in,
    rank_of,
    ranks_in,
    straight,
    straight_flush,
    triples_in,
)

_NO_ENDS: Final = vec[i64]([0, 0, 0, 0, 0])
_PLAYS_BUFFER: Final = vec[i64]([0] * 64)  # copied, never written to
_SETS_BUFFER: Final = vec[i64]([0] * 128)  # enough for most deals; copied, never written to


@final
class SetIndex:
    """Every five-card set in the hands of each seat, with its value, by kind from straights up."""

    def __init__(self) -> None:
        self.masks: vec[i64] = _SETS_BUFFER[:]
        self.values: vec[i64] = _SETS_BUFFER[:]
        self.count: i64 = 0
        self.ends: vec[i64] = _NO_ENDS[:]  # the sets of seat `s` are at ends[s] up to ends[s + 1]

    def put(self, mask: i64, strength: i64) -> None:
        if self.count == len(self.masks):
            self.masks = append(self.masks, mask)
            self.values = append(self.values, strength)
        else:
            self.masks[self.count] = mask
            self.values[self.count] = strength
        self.count += 1


NO_SETS: Final = SetIndex()


def index_sets(hands: vec[i64], seats: i64, compiled: CompiledRules) -> SetIndex:
    """Find the five-card sets of these hands."""
    sets = SetIndex()
    for seat in range(seats):
        _find_sets(hands[seat], compiled, sets)
        sets.ends[seat + 1] = sets.count
    sets.masks = sets.masks[: sets.count]
    sets.values = sets.values[: sets.count]
    return sets


@final
class Plays:
    """Reusable buffer of plays. Rollouts generate millions of them."""

    def __init__(self) -> None:
        self._masks: vec[i64] = _PLAYS_BUFFER[:]
        self.count: i64 = 0

    def clear(self) -> None:
        self.count = 0

    def put(self, mask: i64) -> None:
        if self.count == len(self._masks):
            self._masks = append(self._masks, mask)
        else:
            self._masks[self.count] = mask
        self.count += 1

    def put_each(self, cards: i64) -> None:
        """Add each card of a mask as a single."""
        while cards != 0:
            self.put(cards & -cards)
            cards &= cards - 1

    def at(self, place: i64) -> i64:
        return self._masks[place]

    def keep(self, card: i64) -> None:
        """Drop the plays that do not contain this card."""
        count: i64 = 0
        for place in range(self.count):
            if self._masks[place] & card != 0:
                self._masks[count] = self._masks[place]
                count += 1
        self.count = count

    def all(self) -> vec[i64]:
        return self._masks[: self.count]


def leads(hand: i64, seat: i64, set_index: SetIndex, compiled: CompiledRules, out: Plays) -> None:
    """Add every play in a hand, singles first."""
    out.put_each(hand)
    _add_pairs(hand, 0, out)
    if compiled.triples:
        _add_triples(hand, 0, out)
    masks = set_index.masks
    end: i64 = set_index.ends[seat + 1]
    for place in range(set_index.ends[seat], end):
        if masks[place] & hand == masks[place]:
            out.put(masks[place])


def answers(hand: i64, seat: i64, bar: i64, set_index: SetIndex, compiled: CompiledRules, out: Plays) -> None:
    """Add every play in a hand that beats the value `bar`."""
    kind: i64 = bar >> KIND_SHIFT
    last: i64 = bar & (BIT[KIND_SHIFT] - 1)
    if kind == SINGLE:
        out.put_each(hand & ~(last | (last - 1)))
    elif kind == PAIR:
        _add_pairs(hand, last, out)
    elif kind < STRAIGHT:
        _add_triples(hand, last, out)
    if kind >= STRAIGHT or compiled.bombs:
        masks = set_index.masks
        end: i64 = set_index.ends[seat + 1]
        for place in range(set_index.ends[seat], end):
            if masks[place] & hand == masks[place] and beats(set_index.values[place], bar, compiled):
                out.put(masks[place])


def _add_pairs(hand: i64, over: i64, out: Plays) -> None:
    ranks: i64 = pairs_in(hand)
    while ranks != 0:
        cards: i64 = hand & (15 * (ranks & -ranks))
        highs: i64 = cards & (cards - 1)
        while highs != 0:
            high: i64 = highs & -highs
            lows: i64 = cards & (high - 1)
            while lows != 0:
                pair: i64 = high | (lows & -lows)
                if pair > over:
                    out.put(pair)
                lows &= lows - 1
            highs &= highs - 1
        ranks &= ranks - 1


def _add_triples(hand: i64, over: i64, out: Plays) -> None:
    ranks: i64 = triples_in(hand)
    while ranks != 0:
        lowest: i64 = ranks & -ranks
        without: i64 = 8 * lowest
        while without >= lowest:
            triple: i64 = 15 * lowest - without
            if triple & hand == triple and triple > over:
                out.put(triple)
            without >>= 1
        ranks &= ranks - 1


def _find_sets(hand: i64, compiled: CompiledRules, sets: SetIndex) -> None:
    """Add the sets of a hand, by kind."""
    _find_straights(hand, compiled, sets)
    if compiled.flushes:
        _find_flushes(hand, compiled, sets)
    _find_full_houses(hand, sets)
    _find_fours(hand, sets)
    _find_straight_flushes(hand, compiled, sets)


def _five_of_suit(hand: i64, suit: i64) -> bool:
    """Return whether a suit has five cards, by adding up the 13 nibbles, each 0 or 1."""
    cards: i64 = (hand >> suit) & ONES
    cards += cards >> 32
    cards += cards >> 16
    cards += cards >> 8
    return (cards + (cards >> 4)) & 15 >= 5


def _find_straights(hand: i64, compiled: CompiledRules, sets: SetIndex) -> None:
    ranks: i64 = ranks_in(hand)
    for run in range(compiled.run_count):
        if compiled.run_needs[run] & ranks == compiled.run_needs[run]:
            _find_straights_of(hand, run, compiled, sets)


def _find_straights_of(hand: i64, run: i64, compiled: CompiledRules, sets: SetIndex) -> None:
    """Add the straights of a run in all suits, except straight flushes."""
    shift_a: i64 = 4 * compiled.runs[RUN * run]
    shift_b: i64 = 4 * compiled.runs[RUN * run + 1]
    shift_c: i64 = 4 * compiled.runs[RUN * run + 2]
    shift_d: i64 = 4 * compiled.runs[RUN * run + 3]
    shift_e: i64 = 4 * compiled.runs[RUN * run + 4]
    left_e: i64 = (hand >> shift_e) & 15
    while left_e != 0:
        e: i64 = left_e & -left_e
        strength: i64 = straight(run, SUIT[e])
        left_d: i64 = (hand >> shift_d) & 15
        while left_d != 0:
            d: i64 = left_d & -left_d
            left_c: i64 = (hand >> shift_c) & 15
            while left_c != 0:
                c: i64 = left_c & -left_c
                left_b: i64 = (hand >> shift_b) & 15
                while left_b != 0:
                    b: i64 = left_b & -left_b
                    four_cards: i64 = (e << shift_e) | (d << shift_d) | (c << shift_c) | (b << shift_b)
                    left_a: i64 = (hand >> shift_a) & 15
                    if b & c & d & e != 0:
                        left_a &= ~e
                    while left_a != 0:
                        sets.put(four_cards | ((left_a & -left_a) << shift_a), strength)
                        left_a &= left_a - 1
                    left_b &= left_b - 1
                left_c &= left_c - 1
            left_d &= left_d - 1
        left_e &= left_e - 1


def _find_flushes(hand: i64, compiled: CompiledRules, sets: SetIndex) -> None:
    for suit in range(i64(4)):
        if _five_of_suit(hand, suit):
            _find_flushes_of((hand >> suit) & ONES, suit, compiled, sets)


def _find_flushes_of(cards: i64, suit: i64, compiled: CompiledRules, sets: SetIndex) -> None:
    """Add the flushes of a suit that are not straights; `a` is the index of the highest rank."""
    held = vec[i64](capacity=RANKS)
    for rank in range(i64(RANKS)):
        if (cards >> (4 * rank)) & 1 != 0:
            held = append(held, rank)
    count: i64 = len(held)
    for a in range(4, count):
        for b in range(3, a):
            for c in range(2, b):
                for d in range(1, c):
                    for e in range(d):
                        ranks: i64 = BIT[held[a]] | BIT[held[b]] | BIT[held[c]] | BIT[held[d]] | BIT[held[e]]
                        if compiled.run_of[ranks] < 0:
                            mask: i64 = (
                                BIT[4 * held[a]]
                                | BIT[4 * held[b]]
                                | BIT[4 * held[c]]
                                | BIT[4 * held[d]]
                                | BIT[4 * held[e]]
                            )
                            sets.put(mask << suit, flush(ranks, held[a], suit, compiled))


def _find_full_houses(hand: i64, sets: SetIndex) -> None:
    ranks: i64 = triples_in(hand)
    while ranks != 0:
        lowest: i64 = ranks & -ranks
        without: i64 = 8 * lowest
        while without >= lowest:
            triple: i64 = 15 * lowest - without
            if triple & hand == triple:
                _find_full_houses_of(triple, hand & ~(15 * lowest), sets)
            without >>= 1
        ranks &= ranks - 1


def _find_full_houses_of(triple: i64, rest: i64, sets: SetIndex) -> None:
    """Add the triple with each pair of the rest. Building lists of pairs here makes rollouts 6 % slower."""
    strength: i64 = FULL_HOUSES | rank_of(triple)
    ranks: i64 = pairs_in(rest)
    while ranks != 0:
        cards: i64 = rest & (15 * (ranks & -ranks))
        highs: i64 = cards & (cards - 1)
        while highs != 0:
            high: i64 = highs & -highs
            lows: i64 = cards & (high - 1)
            while lows != 0:
                sets.put(triple | high | (lows & -lows), strength)
                lows &= lows - 1
            highs &= highs - 1
        ranks &= ranks - 1


def _find_fours(hand: i64, sets: SetIndex) -> None:
    ranks: i64 = fours_in(hand)
    while ranks != 0:
        four: i64 = 15 * (ranks & -ranks)
        left: i64 = hand & ~four
        while left != 0:
            sets.put(four | (left & -left), FOURS | rank_of(four))
            left &= left - 1
        ranks &= ranks - 1


def _find_straight_flushes(hand: i64, compiled: CompiledRules, sets: SetIndex) -> None:
    for suit in range(i64(4)):
        if _five_of_suit(hand, suit):
            for run in range(compiled.run_count):
                mask: i64 = compiled.run_needs[run] << suit
                if mask & hand == mask:
                    sets.put(mask, straight_flush(run, suit, compiled))
