"""Lay-downs: find every way to lay down a contract, and bring a lay-down into its canonical form.

A way to lay down says, for each meld, which natural cards it has and, in a run, which places its wilds fill; and which
wilds leave the hand. Two ways that differ in any of these are both listed, because they leave different cards in the
hand or on the table. It does not matter which wild fills which gap, or in which order the cards of a set are. So melds
have one canonical form:

- melds in the order of the contract;
- a set's naturals in card order, then its wilds; a run from its low end to its high end;
- all wilds in card order, from the first gap to the last.

Melds of the same shape are numbered in the order in which they are given. Only one order of them is listed: by rank and
cards (sets), or by suit, start and cards (runs).

The canonical form depends only on what is laid down, so a lay-down reveals nothing about the rest of the hand.

Players may give cards and melds in any order. If a run's cards form a run as given, from either end, their order says
where the wilds go. Otherwise wilds fill the gaps between the naturals, and those left over extend the run upwards as
far as the ace, then downwards.

A meld is encoded as one int. Set: rank, suits held once, suits held twice, from the highest bits down. Run: suit,
start, places with a natural card counted from the start. Codes of the same shape compare as ints.
Compiled where it can be.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import CARDS, Card, Cards
from chieu.core.masks import BIT
from chieu.games.rummy.hands import (
    FIRST_PLACES,
    HIGH_ACE,
    LOW_ACE,
    RUN,
    SET,
    CompiledRules,
    Contract,
    both_aces,
    card_at,
    cards_at,
    cards_of,
    count,
    place_of,
    places_of,
    without_once,
    without_twice,
)

SUIT_SHIFT: Final = 60
START_SHIFT: Final = 56

WRONG_SIZE: Final = -1  # reasons that cards are not a meld of the contract
WRONG_SET: Final = -2
WRONG_RUN: Final = -3
TOO_WILD: Final = -4

_PLACES: Final = 0xFFFFFFFFFFFFFF
_VALID: Final = 8  # score of a valid meld; more than all melds of merely the right size

_ALL: Final = 1_000_000_000
_ODD_FOURS: Final = 0x0F0F0F0F0F0F0F
_BYTES: Final = 0x01010101010101
_OVER: Final = 0x10101010101010
_RANKS: Final = 0xFFFFFFFFFFFFF  # the 13 ranks, without jokers
_HALVES: Final = 0x5555555555555
_QUARTERS: Final = 0x3333333333333
_RANK_ONES: Final = 0x1111111111111
_RANK_EIGHTS: Final = 0x8888888888888

_BITS_OF_FOUR = vec[i64]([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4])


def way(compiled: CompiledRules, contract: Contract, once: i64, twice: i64) -> Cards:
    """Return one way to lay down the contract from a hand; empty if there is none."""
    listed = _find(compiled, contract, once, twice, 1)
    return listed[0] if listed else ()


def ways(compiled: CompiledRules, contract: Contract, once: i64, twice: i64, limit: i64 = _ALL) -> list[Cards]:
    """Return the ways to lay down the contract, at most `limit`; each is its cards, meld after meld.

    If there are more, leave out ways that differ only in which wilds they use (keep the one with the hand's first
    wilds), and list ways with fewer wilds first.
    """
    listed = _find(compiled, contract, once, twice, limit + 1)
    if len(listed) <= limit:
        return listed
    held = cards_of(once & compiled.wild, twice & compiled.wild)
    search = _Search(compiled, contract, held, limit)
    search.thrifty = True
    spend: i64 = 0
    while spend <= len(held) and not search.done():
        search.meld(0, once & compiled.natural, twice & compiled.natural, spend)
        spend += 1
        search.spent = spend
    return search.listed


def _find(compiled: CompiledRules, contract: Contract, once: i64, twice: i64, limit: i64) -> list[Cards]:
    wilds: i64 = count(once & compiled.wild) + count(twice & compiled.wild)
    naturals: i64 = once & compiled.natural
    doubles: i64 = twice & compiled.natural
    if not _possible(compiled, contract, naturals, doubles, wilds):
        return []
    held = cards_of(once & compiled.wild, twice & compiled.wild)
    search = _Search(compiled, contract, held, limit)
    search.meld(0, naturals, doubles, wilds)
    return search.listed


def _possible(compiled: CompiledRules, contract: Contract, naturals: i64, doubles: i64, wilds: i64) -> bool:
    """Return False if some meld by itself cannot be in the hand; a few shifts that save most searches."""
    for at in range(contract.melds):
        size: i64 = contract.sizes[at]
        needed: i64 = max(contract.needs[at], size - wilds)
        if contract.kinds[at] == SET:
            if needed > 8 or not _holds_rank(naturals, doubles, needed):
                return False
        elif not any(
            _holds_window(places_of(naturals, suit, compiled.ace_low), size, needed) for suit in range(i64(4))
        ):
            return False
    return True


def _holds_rank(naturals: i64, doubles: i64, needed: i64) -> bool:
    """Return whether the hand has `needed` cards of some rank; counts all ranks at once, four bits each."""
    counts: i64 = _by_rank(naturals & _RANKS) + _by_rank(doubles & _RANKS)
    return (counts + (8 - needed) * _RANK_ONES) & _RANK_EIGHTS != 0


def _by_rank(cards: i64) -> i64:
    pairs: i64 = cards - ((cards >> 1) & _HALVES)
    return (pairs & _QUARTERS) + ((pairs >> 2) & _QUARTERS)


def _holds_window(places: i64, size: i64, needed: i64) -> bool:
    """Return whether `size` consecutive places hold `needed` cards; counts all starts at once."""
    counts: i64 = places
    for shift in range(1, size):
        counts += places >> (4 * shift)
    low: i64 = (counts & _ODD_FOURS) + (16 - needed) * _BYTES
    high: i64 = ((counts >> 4) & _ODD_FOURS) + (16 - needed) * _BYTES
    return (low | high) & _OVER != 0


class _Search:
    """Depth-first search for up to `limit` ways: the melds encoded so far, and the ways found.

    A thrifty search accepts only ways that use all the wilds it is given, and always takes the hand's first wilds.
    """

    def __init__(self, compiled: CompiledRules, contract: Contract, wilds: Cards, limit: i64) -> None:
        self.compiled = compiled
        self.contract = contract
        self.wilds = wilds
        self.limit: i64 = limit
        self.thrifty: bool = False
        self.spent: i64 = 0
        self.codes = vec[i64]([0, 0, 0, 0])
        self.listed: list[Cards] = []

    def meld(self, at: i64, naturals: i64, doubles: i64, wilds: i64) -> None:
        """Try every meld number `at` from the cards and wilds that are left, then the melds after it."""
        if at == self.contract.melds:
            if not self.thrifty:
                self._choose_wilds(len(self.wilds) - wilds, 0, [])
            elif wilds == 0:
                self.listed.append(decode(self.contract, self.codes, list(self.wilds[: self.spent])))
        elif self.contract.kinds[at] == SET:
            self._sets(at, naturals, doubles, wilds)
        else:
            self._runs(at, naturals, doubles, wilds)

    def done(self) -> bool:
        """Return whether the limit is reached."""
        return len(self.listed) >= self.limit

    def _floor(self, at: i64) -> i64:
        twin: i64 = self.contract.twins[at]
        return self.codes[twin] if twin >= 0 else 0

    def _sets(self, at: i64, naturals: i64, doubles: i64, wilds: i64) -> None:
        size: i64 = self.contract.sizes[at]
        needed: i64 = max(self.contract.needs[at], size - wilds)
        floor: i64 = self._floor(at)
        for rank in range(floor >> 8, i64(13)):
            suits: i64 = (naturals >> (4 * rank)) & 15
            twice: i64 = (doubles >> (4 * rank)) & 15
            if _BITS_OF_FOUR[suits] + _BITS_OF_FOUR[twice] >= needed:
                subset: i64 = suits
                while subset != 0:
                    second: i64 = subset & twice
                    while second >= 0:
                        number: i64 = _BITS_OF_FOUR[subset] + _BITS_OF_FOUR[second]
                        code: i64 = (rank << 8) | (subset << 4) | second
                        if needed <= number <= size and code >= floor:
                            self.codes[at] = code
                            self.meld(
                                at + 1,
                                without_once(naturals, doubles, subset << (4 * rank), second << (4 * rank)),
                                without_twice(doubles, subset << (4 * rank)),
                                wilds - (size - number),
                            )
                            if self.done():
                                return
                        second = (second - 1) & (subset & twice) if second > 0 else -1
                    subset = (subset - 1) & suits

    def _runs(self, at: i64, naturals: i64, doubles: i64, wilds: i64) -> None:
        size: i64 = self.contract.sizes[at]
        needed: i64 = max(self.contract.needs[at], size - wilds)
        floor: i64 = self._floor(at)
        for suit in range(floor >> SUIT_SHIFT, i64(4)):
            places: i64 = places_of(naturals, suit, self.compiled.ace_low)
            if _holds_window(places, size, needed):
                for start in range(self.compiled.lowest, HIGH_ACE - size + 2):
                    filled: i64 = (places >> (4 * start)) & FIRST_PLACES[size]
                    subset: i64 = filled if filled % 15 >= needed else 0
                    while subset != 0:
                        number: i64 = subset % 15  # popcount: one bit per four-bit place
                        code: i64 = (suit << SUIT_SHIFT) | (start << START_SHIFT) | subset
                        if number >= needed and code >= floor:
                            cards: i64 = cards_at(subset << (4 * start), suit)
                            both: i64 = both_aces(subset << (4 * start), suit)
                            if both & ~doubles == 0:
                                self.codes[at] = code
                                self.meld(
                                    at + 1,
                                    without_once(naturals, doubles, cards, both),
                                    without_twice(doubles, cards),
                                    wilds - (size - number),
                                )
                                if self.done():
                                    return
                        subset = (subset - 1) & filled

    def _choose_wilds(self, number: i64, start: i64, chosen: list[Card]) -> None:
        """Add a way for every choice of `number` wilds, from wild number `start` on."""
        if len(chosen) == number:
            self.listed.append(decode(self.contract, self.codes, chosen))
            return
        at: i64 = start
        while at + number - len(chosen) <= len(self.wilds):
            if at == start or self.wilds[at] != self.wilds[at - 1]:  # a second copy is not another choice
                self._choose_wilds(number, at + 1, [*chosen, self.wilds[at]])
                if self.done():
                    return
            at += 1


def decode(contract: Contract, codes: vec[i64], wilds: list[Card]) -> Cards:
    """Return the cards of encoded melds in canonical form, one meld after the other."""
    out: list[Card] = []
    used: i64 = 0
    for at in range(contract.melds):
        code: i64 = codes[at]
        end: i64 = len(out) + contract.sizes[at]
        if contract.kinds[at] == RUN:
            suit: i64 = code >> SUIT_SHIFT
            place: i64 = (code >> START_SHIFT) & 15
            naturals: i64 = code & _PLACES
            while len(out) < end:
                if naturals & 1 != 0:
                    out.append(CARDS[card_at(place, suit)])
                else:
                    out.append(wilds[used])
                    used += 1
                naturals >>= 4
                place += 1
        else:
            rank: i64 = code >> 8
            out.extend(cards_of(((code >> 4) & 15) << (4 * rank), (code & 15) << (4 * rank)))
            while len(out) < end:
                out.append(wilds[used])
                used += 1
    return tuple(out)


def encode_meld(compiled: CompiledRules, contract: Contract, at: i64, cards: Cards) -> i64:
    """RM-7, RM-8: encode cards as meld number `at` of the contract, or return a negative error code."""
    if len(cards) != contract.sizes[at]:
        return WRONG_SIZE
    naturals: i64 = 0
    for card in cards:
        if not compiled.is_wild(card):
            naturals += 1
    if naturals < contract.needs[at]:
        return TOO_WILD
    return _encode_run(compiled, cards) if contract.kinds[at] == RUN else _encode_set(compiled, cards)


def _encode_set(compiled: CompiledRules, cards: Cards) -> i64:
    rank: i64 = -1
    once: i64 = 0
    twice: i64 = 0
    for card in cards:
        if not compiled.is_wild(card):
            if rank not in (-1, card >> 2):
                return WRONG_SET
            rank = card >> 2
            suit: i64 = BIT[card & 3]
            if once & suit != 0:
                twice |= suit
            once |= suit
    return (rank << 8) | (once << 4) | twice


def _encode_run(compiled: CompiledRules, cards: Cards) -> i64:
    code: i64 = _encode_as_given(compiled, cards)
    if code < 0:
        code = _encode_as_given(compiled, cards[::-1])
    if code < 0:
        code = _encode_sorted(compiled, cards, False)
    if code < 0 and compiled.ace_low:
        code = _encode_sorted(compiled, cards, True)
    return code


def _encode_as_given(compiled: CompiledRules, cards: Cards) -> i64:
    """Encode a run whose cards are given from its low end to its high end."""
    suit: i64 = -1
    start: i64 = 0
    naturals: i64 = 0
    for at in range(len(cards)):
        card: i64 = cards[at]
        if not compiled.is_wild(card):
            place: i64 = place_of(card)
            if place == HIGH_ACE and at == 0:
                place = LOW_ACE
            if suit == -1:
                suit = card & 3
                start = place - at
            if card & 3 != suit or place != start + at:
                return WRONG_RUN
            naturals |= BIT[4 * at]
    if start < compiled.lowest or start + len(cards) - 1 > HIGH_ACE:
        return WRONG_RUN
    return (suit << SUIT_SHIFT) | (start << START_SHIFT) | naturals


def _encode_sorted(compiled: CompiledRules, cards: Cards, ace_low: bool) -> i64:
    """Encode a run by its naturals, with an ace low or high; two aces go one to each end."""
    suit: i64 = -1
    places: i64 = 0
    low: i64 = HIGH_ACE
    high: i64 = LOW_ACE
    for card in cards:
        if compiled.is_wild(card):
            continue
        place: i64 = place_of(card)
        if place == HIGH_ACE and ace_low and places & 1 == 0:
            place = LOW_ACE
        if suit not in (-1, card & 3) or places & BIT[4 * place] != 0:
            return WRONG_RUN
        suit = card & 3
        places |= BIT[4 * place]
        low = min(low, place)
        high = max(high, place)
    left: i64 = len(cards) - (high - low + 1)
    start: i64 = low - max(left - (HIGH_ACE - high), 0)
    if left < 0 or start < compiled.lowest:
        return WRONG_RUN
    return (suit << SUIT_SHIFT) | (start << START_SHIFT) | (places >> (4 * start))


def in_contract_order(compiled: CompiledRules, contract: Contract, melds: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """Order the melds, as many as the contract has, so that as many as possible match it."""
    best = melds
    best_score: i64 = -1
    for order in permutations(melds):
        score: i64 = 0
        for at in range(contract.melds):
            code: i64 = encode_meld(compiled, contract, at, order[at])
            if code >= 0:
                score += _VALID
            elif code != WRONG_SIZE:
                score += 1
        if score > best_score:
            best = order
            best_score = score
    return best


def canonical(compiled: CompiledRules, contract: Contract, codes: vec[i64], cards: Cards) -> Cards:
    """Return the canonical form of valid encoded melds, in the order given."""
    return decode(contract, codes, sorted([card for card in cards if compiled.is_wild(card)]))
