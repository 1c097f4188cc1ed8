"""Finds the plays in a hand: all of them, and none twice. Compiled where it can be.

Plays only ever take cards out of a hand. So the five-card sets of a hand are found once, when play begins, and kept in
a `Book`; what a seat may do at its turn is then a look through that list.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.masks import BIT
from chieu.games.big2.hands import (
    COUNT,
    FOURS,
    FULL_HOUSES,
    KIND_SHIFT,
    PAIR_COUNT,
    PAIRS_IN,
    PAIRS_ROOM,
    RANKS,
    RUN,
    SINGLE,
    STRAIGHT,
    SUIT,
    TRIPLE_COUNT,
    TRIPLES_IN,
    TRIPLES_ROOM,
    Tuning,
    beats,
    flush,
    straight,
    straight_flush,
)

_ONE_SUIT: Final = 0x1111111111111  # the lowest suit of each of 13 ranks

_EMPTY: Final = vec[i64]([0])
_ROOM: Final = vec[i64]([0] * 512)  # for the sets of most deals; copied, never written to


class Book:
    """Every five-card set in the hands of some seats, with its value, by kind from straights up."""

    def __init__(self) -> None:
        self.masks: vec[i64] = _EMPTY
        self.values: vec[i64] = _EMPTY
        self.ends: vec[i64] = vec[i64]([0, 0, 0, 0, 0])  # where a seat's sets end and the next one's begin


class _Sets:
    """Sets and their values while they are looked for."""

    def __init__(self) -> None:
        self.masks: vec[i64] = _ROOM[:]
        self.values: vec[i64] = _ROOM[:]
        self.count: i64 = 0

    def put(self, mask: i64, strength: i64) -> None:
        if self.count == len(self.masks):
            self.masks = append(self.masks, mask)
            self.values = append(self.values, strength)
        else:
            self.masks[self.count] = mask
            self.values[self.count] = strength
        self.count += 1


def book_of(hands: vec[i64], seats: i64, tuning: Tuning) -> Book:
    """The sets of these hands."""
    book = Book()
    found = _Sets()
    seat: i64 = 0
    while seat < seats:
        _find_sets(hands[seat], tuning, found)
        book.ends[seat + 1] = found.count
        seat += 1
    book.masks = found.masks[: found.count]
    book.values = found.values[: found.count]
    return book


def leads(hand: i64, seat: i64, book: Book, tuning: Tuning) -> vec[i64]:
    """Every play in a hand, single cards first."""
    out = vec[i64](capacity=32)
    left: i64 = hand
    while left != 0:
        out = append(out, left & -left)
        left &= left - 1
    out = _with_pairs(hand, 0, out)
    if tuning.triples:
        out = _with_triples(hand, 0, out)
    masks = book.masks
    place: i64 = book.ends[seat]
    end: i64 = book.ends[seat + 1]
    while place < end:
        if masks[place] & hand == masks[place]:
            out = append(out, masks[place])
        place += 1
    return out


def answers(hand: i64, seat: i64, bar: i64, book: Book, tuning: Tuning) -> vec[i64]:
    """Every play in a hand that beats the value `bar`."""
    out = vec[i64](capacity=16)
    kind: i64 = bar >> KIND_SHIFT
    last: i64 = bar & (BIT[KIND_SHIFT] - 1)
    if kind == SINGLE:
        left: i64 = hand & ~(last | (last - 1))
        while left != 0:
            out = append(out, left & -left)
            left &= left - 1
    elif kind < STRAIGHT:
        out = _with_pairs(hand, last, out) if kind == 2 else _with_triples(hand, last, out)
    if kind >= STRAIGHT or tuning.bombs:
        masks = book.masks
        place: i64 = book.ends[seat]
        end: i64 = book.ends[seat + 1]
        while place < end:
            if masks[place] & hand == masks[place] and beats(book.values[place], bar, tuning):
                out = append(out, masks[place])
            place += 1
    return out


def fewest_plays(hand: i64, seat: i64, book: Book, tuning: Tuning) -> i64:
    """In how few plays a hand could go if nobody beat any: at best two of the book's sets, then pairs and the rest."""
    fewest: i64 = _loose_plays(hand, tuning)
    masks = book.masks
    place: i64 = book.ends[seat]
    end: i64 = book.ends[seat + 1]
    while place < end:
        if masks[place] & hand == masks[place]:
            rest: i64 = hand & ~masks[place]
            fewest = min(fewest, 1 + _loose_plays(rest, tuning))
            other: i64 = place + 1
            while other < end:
                if masks[other] & rest == masks[other]:
                    fewest = min(fewest, 2 + _loose_plays(rest & ~masks[other], tuning))
                other += 1
        place += 1
    return fewest


def _loose_plays(hand: i64, tuning: Tuning) -> i64:
    """How many plays a hand is without its five-card sets."""
    plays: i64 = 0
    while hand != 0:
        count: i64 = COUNT[hand & 15]
        plays += 1 if count == 1 or count == 2 or (count == 3 and tuning.triples) else min(count, 2)
        hand >>= 4
    return plays


def _with_pairs(hand: i64, over: i64, out: vec[i64]) -> vec[i64]:
    rank: i64 = 0
    left: i64 = hand
    while left != 0:
        cards: i64 = left & 15
        part: i64 = 0
        while part < PAIR_COUNT[cards]:
            pair: i64 = PAIRS_IN[PAIRS_ROOM * cards + part] << (4 * rank)
            if pair > over:
                out = append(out, pair)
            part += 1
        left >>= 4
        rank += 1
    return out


def _with_triples(hand: i64, over: i64, out: vec[i64]) -> vec[i64]:
    rank: i64 = 0
    left: i64 = hand
    while left != 0:
        cards: i64 = left & 15
        part: i64 = 0
        while part < TRIPLE_COUNT[cards]:
            triple: i64 = TRIPLES_IN[TRIPLES_ROOM * cards + part] << (4 * rank)
            if triple > over:
                out = append(out, triple)
            part += 1
        left >>= 4
        rank += 1
    return out


def _find_sets(hand: i64, tuning: Tuning, found: _Sets) -> None:
    """Adds the sets of a hand, by kind."""
    _find_straights(hand, tuning, found)
    if tuning.flushes:
        _find_flushes(hand, tuning, found)
    _find_full_houses(hand, found)
    _find_fours(hand, found)
    _find_straight_flushes(hand, tuning, found)


def _ranks_of(cards: i64) -> i64:
    """One bit a rank, for those of which the lowest suit is there."""
    ranks: i64 = 0
    rank: i64 = 0
    while cards != 0:
        if cards & 1 != 0:
            ranks |= BIT[rank]
        cards >>= 4
        rank += 1
    return ranks


def _five_of_suit(hand: i64, suit: i64) -> bool:
    """Whether a suit has five cards: adds up its 13 fours of bits, each nought or one."""
    cards: i64 = (hand >> suit) & _ONE_SUIT
    cards += cards >> 32
    cards += cards >> 16
    cards += cards >> 8
    return (cards + (cards >> 4)) & 15 >= 5


def _find_straights(hand: i64, tuning: Tuning, found: _Sets) -> None:
    ranks: i64 = _ranks_of(hand | (hand >> 1) | (hand >> 2) | (hand >> 3))
    run: i64 = 0
    while run < tuning.run_count:
        if tuning.run_needs[run] & ranks == tuning.run_needs[run]:
            _find_straights_of(hand, run, tuning, found)
        run += 1


def _find_straights_of(hand: i64, run: i64, tuning: Tuning, found: _Sets) -> None:
    """Every choice of suits but those of one suit, which are straight flushes."""
    shift_a: i64 = 4 * tuning.runs[RUN * run]
    shift_b: i64 = 4 * tuning.runs[RUN * run + 1]
    shift_c: i64 = 4 * tuning.runs[RUN * run + 2]
    shift_d: i64 = 4 * tuning.runs[RUN * run + 3]
    shift_e: i64 = 4 * tuning.runs[RUN * run + 4]
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
                    most: i64 = (e << shift_e) | (d << shift_d) | (c << shift_c) | (b << shift_b)
                    left_a: i64 = (hand >> shift_a) & 15
                    if b & c & d & e != 0:
                        left_a &= ~e
                    while left_a != 0:
                        found.put(most | ((left_a & -left_a) << shift_a), strength)
                        left_a &= left_a - 1
                    left_b &= left_b - 1
                left_c &= left_c - 1
            left_d &= left_d - 1
        left_e &= left_e - 1


def _find_flushes(hand: i64, tuning: Tuning, found: _Sets) -> None:
    suit: i64 = 0
    while suit < 4:
        if _five_of_suit(hand, suit):
            _find_flushes_of((hand >> suit) & _ONE_SUIT, suit, tuning, found)
        suit += 1


def _find_flushes_of(cards: i64, suit: i64, tuning: Tuning, found: _Sets) -> None:
    """Every five of a suit that are no straight; `a` is the highest rank."""
    held = vec[i64](capacity=RANKS)
    rank: i64 = 0
    while rank < RANKS:
        if (cards >> (4 * rank)) & 1 != 0:
            held = append(held, rank)
        rank += 1
    count: i64 = len(held)
    a: i64 = 4
    while a < count:
        b: i64 = 3
        while b < a:
            c: i64 = 2
            while c < b:
                d: i64 = 1
                while d < c:
                    e: i64 = 0
                    while e < d:
                        ranks: i64 = BIT[held[a]] | BIT[held[b]] | BIT[held[c]] | BIT[held[d]] | BIT[held[e]]
                        if tuning.run_of[ranks] < 0:
                            mask: i64 = (
                                BIT[4 * held[a]]
                                | BIT[4 * held[b]]
                                | BIT[4 * held[c]]
                                | BIT[4 * held[d]]
                                | BIT[4 * held[e]]
                            )
                            found.put(mask << suit, flush(ranks, held[a], suit, tuning))
                        e += 1
                    d += 1
                c += 1
            b += 1
        a += 1


def _find_full_houses(hand: i64, found: _Sets) -> None:
    three: i64 = 0
    while three < RANKS:
        cards: i64 = (hand >> (4 * three)) & 15
        if COUNT[cards] >= 3:
            triple: i64 = 0
            while triple < TRIPLE_COUNT[cards]:
                mask: i64 = TRIPLES_IN[TRIPLES_ROOM * cards + triple] << (4 * three)
                _find_full_houses_of(mask, hand - (cards << (4 * three)), FULL_HOUSES | three, found)
                triple += 1
        three += 1


def _find_full_houses_of(triple: i64, rest: i64, strength: i64, found: _Sets) -> None:
    rank: i64 = 0
    while rest != 0:
        cards: i64 = rest & 15
        part: i64 = 0
        while part < PAIR_COUNT[cards]:
            found.put(triple | (PAIRS_IN[PAIRS_ROOM * cards + part] << (4 * rank)), strength)
            part += 1
        rest >>= 4
        rank += 1


def _find_fours(hand: i64, found: _Sets) -> None:
    rank: i64 = 0
    while rank < RANKS:
        if (hand >> (4 * rank)) & 15 == 15:
            four: i64 = BIT[4 * rank + 4] - BIT[4 * rank]
            left: i64 = hand & ~four
            while left != 0:
                found.put(four | (left & -left), FOURS | rank)
                left &= left - 1
        rank += 1


def _find_straight_flushes(hand: i64, tuning: Tuning, found: _Sets) -> None:
    suit: i64 = 0
    while suit < 4:
        if _five_of_suit(hand, suit):
            ranks: i64 = _ranks_of((hand >> suit) & _ONE_SUIT)
            run: i64 = 0
            while run < tuning.run_count:
                if tuning.run_needs[run] & ranks == tuning.run_needs[run]:
                    mask: i64 = 0
                    place: i64 = 0
                    while place < RUN:
                        mask |= BIT[4 * tuning.runs[RUN * run + place] + suit]
                        place += 1
                    found.put(mask, straight_flush(run, suit, tuning))
                run += 1
        suit += 1
