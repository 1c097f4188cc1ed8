"""Finding a round's contract in a hand: a complete search. Compiled where it can be.

A way to lay down says, for each meld, which natural cards it has and, in a run, where its wilds stand; and which wilds
leave the hand. Two ways that differ in any of these are both listed, because they differ in what is left in the hand
or on the table. Which of the wilds laid down stands in which gap changes nothing, and neither does the order of melds
of one shape or of cards in a set: of all those there is one spelling, in which a lay-down is kept. It is

- melds in the order of the contract, those of one shape by rank and cards (sets) or suit, start and cards (runs);
- a set's naturals in the order of the cards, then its wilds; a run from its low end to its high end;
- all wilds in the order of the cards, from the first gap to the last.

It depends on the cards laid down and on nothing else, so a lay-down tells nothing about the hand behind it.

Melds are planned as ints; `spelling` says how, and spells what is planned.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Card, Cards
from chieu.games.rummy.hands import (
    FIRST_PLACES,
    HIGH_ACE,
    SET,
    CompiledRules,
    Contract,
    both_aces,
    cards_at,
    cards_of,
    count,
    places_of,
    without_once,
    without_twice,
)
from chieu.games.rummy.spelling import START_SHIFT, SUIT_SHIFT, spelled

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


def ways(compiled: CompiledRules, contract: Contract, once: i64, twice: i64) -> list[Cards]:
    """Every way to lay down the contract from a hand: its cards, meld after meld."""
    return _searched(compiled, contract, once, twice, _ALL)


def way(compiled: CompiledRules, contract: Contract, once: i64, twice: i64) -> Cards:
    """One way to lay down the contract from a hand, or nothing if there is none."""
    found = _searched(compiled, contract, once, twice, 1)
    return found[0] if found else ()


def some_ways(compiled: CompiledRules, contract: Contract, once: i64, twice: i64, most: i64) -> list[Cards]:
    """Every way to lay down the contract or, if there are more, so many that differ in more than which wilds they
    take: of equal ways the one with the hand's first wilds, and those with the fewest wilds before others."""
    found = _searched(compiled, contract, once, twice, most + 1)
    if len(found) <= most:
        return found
    held = cards_of(once & compiled.wild, twice & compiled.wild)
    search = _Search(compiled, contract, held, most)
    search.thrifty = True
    spend: i64 = 0
    while spend <= len(held) and not search.done():
        search.meld(0, once & compiled.natural, twice & compiled.natural, spend)
        spend += 1
        search.spent = spend
    return search.found


def _searched(compiled: CompiledRules, contract: Contract, once: i64, twice: i64, most: i64) -> list[Cards]:
    wilds: i64 = count(once & compiled.wild) + count(twice & compiled.wild)
    naturals: i64 = once & compiled.natural
    doubles: i64 = twice & compiled.natural
    if not _possible(compiled, contract, naturals, doubles, wilds):
        return []
    held = cards_of(once & compiled.wild, twice & compiled.wild)
    search = _Search(compiled, contract, held, most)
    search.meld(0, naturals, doubles, wilds)
    return search.found


def _possible(compiled: CompiledRules, contract: Contract, naturals: i64, doubles: i64, wilds: i64) -> bool:
    """Whether each meld by itself could be there: a few shifts that spare most hands the search."""
    at: i64 = 0
    while at < contract.melds:
        size: i64 = contract.sizes[at]
        least: i64 = max(contract.needs[at], size - wilds)
        if contract.kinds[at] == SET:
            if least > 8 or not _holds_rank(naturals, doubles, least):
                return False
        else:
            suit: i64 = 0
            while suit < 4 and not _holds_window(places_of(naturals, suit, compiled.ace_low), size, least):
                suit += 1
            if suit == 4:
                return False
        at += 1
    return True


def _holds_rank(naturals: i64, doubles: i64, least: i64) -> bool:
    """Whether some rank is there so often: all ranks counted at once, four bits each."""
    counts: i64 = _by_rank(naturals & _RANKS) + _by_rank(doubles & _RANKS)
    return (counts + (8 - least) * _RANK_ONES) & _RANK_EIGHTS != 0


def _by_rank(cards: i64) -> i64:
    pairs: i64 = cards - ((cards >> 1) & _HALVES)
    return (pairs & _QUARTERS) + ((pairs >> 2) & _QUARTERS)


def _holds_window(places: i64, size: i64, least: i64) -> bool:
    """Whether some `size` places in a row hold so many cards: all starts counted at once, four bits each."""
    counts: i64 = places
    shift: i64 = 1
    while shift < size:
        counts += places >> (4 * shift)
        shift += 1
    low: i64 = (counts & _ODD_FOURS) + (16 - least) * _BYTES
    high: i64 = ((counts >> 4) & _ODD_FOURS) + (16 - least) * _BYTES
    return (low | high) & _OVER != 0


class _Search:
    """One search for so many ways: the plans made so far, and the ways found. A thrifty one takes plans that use up all
    the wilds it is given, and only ever the first of the hand's."""

    def __init__(self, compiled: CompiledRules, contract: Contract, wilds: Cards, most: i64) -> None:
        self.compiled = compiled
        self.contract = contract
        self.wilds = wilds
        self.most: i64 = most
        self.thrifty: bool = False
        self.spent: i64 = 0
        self.plans = vec[i64]([0, 0, 0, 0])
        self.found: list[Cards] = []

    def meld(self, at: i64, naturals: i64, doubles: i64, wilds: i64) -> None:
        """Every plan for meld number `at` from the cards and the number of wilds that are left, and then the rest."""
        if at == self.contract.melds:
            if not self.thrifty:
                self._choose(len(self.wilds) - wilds, 0, [])
            elif wilds == 0:
                self.found.append(spelled(self.contract, self.plans, list(self.wilds[: self.spent])))
        elif self.contract.kinds[at] == SET:
            self._sets(at, naturals, doubles, wilds)
        else:
            self._runs(at, naturals, doubles, wilds)

    def done(self) -> bool:
        """Whether as many as are wanted are found."""
        return len(self.found) >= self.most

    def _floor(self, at: i64) -> i64:
        twin: i64 = self.contract.twins[at]
        return self.plans[twin] if twin >= 0 else 0

    def _sets(self, at: i64, naturals: i64, doubles: i64, wilds: i64) -> None:
        size: i64 = self.contract.sizes[at]
        least: i64 = max(self.contract.needs[at], size - wilds)
        floor: i64 = self._floor(at)
        rank: i64 = floor >> 8
        while rank < 13:
            suits: i64 = (naturals >> (4 * rank)) & 15
            again: i64 = (doubles >> (4 * rank)) & 15
            if _BITS_OF_FOUR[suits] + _BITS_OF_FOUR[again] >= least:
                some: i64 = suits
                while some != 0:
                    more: i64 = some & again
                    while more >= 0:
                        number: i64 = _BITS_OF_FOUR[some] + _BITS_OF_FOUR[more]
                        plan: i64 = (rank << 8) | (some << 4) | more
                        if least <= number <= size and plan >= floor:
                            self.plans[at] = plan
                            self.meld(
                                at + 1,
                                without_once(naturals, doubles, some << (4 * rank), more << (4 * rank)),
                                without_twice(doubles, some << (4 * rank)),
                                wilds - (size - number),
                            )
                            if self.done():
                                return
                        more = (more - 1) & (some & again) if more > 0 else -1
                    some = (some - 1) & suits
            rank += 1

    def _runs(self, at: i64, naturals: i64, doubles: i64, wilds: i64) -> None:
        size: i64 = self.contract.sizes[at]
        least: i64 = max(self.contract.needs[at], size - wilds)
        floor: i64 = self._floor(at)
        suit: i64 = floor >> SUIT_SHIFT
        while suit < 4:
            places: i64 = places_of(naturals, suit, self.compiled.ace_low)
            if _holds_window(places, size, least):
                start: i64 = self.compiled.lowest
                while start + size - 1 <= HIGH_ACE:
                    there: i64 = (places >> (4 * start)) & FIRST_PLACES[size]
                    some: i64 = there if there % 15 >= least else 0
                    while some != 0:
                        number: i64 = some % 15  # one bit a place: the remainder counts them
                        plan: i64 = (suit << SUIT_SHIFT) | (start << START_SHIFT) | some
                        if number >= least and plan >= floor:
                            cards: i64 = cards_at(some << (4 * start), suit)
                            both: i64 = both_aces(some << (4 * start), suit)
                            if both & ~doubles == 0:
                                self.plans[at] = plan
                                self.meld(
                                    at + 1,
                                    without_once(naturals, doubles, cards, both),
                                    without_twice(doubles, cards),
                                    wilds - (size - number),
                                )
                                if self.done():
                                    return
                        some = (some - 1) & there
                    start += 1
            suit += 1

    def _choose(self, number: i64, start: i64, chosen: list[Card]) -> None:
        """The finished plans with every choice of so many wilds, from number `start` on."""
        if len(chosen) == number:
            self.found.append(spelled(self.contract, self.plans, chosen))
            return
        at: i64 = start
        while at + number - len(chosen) <= len(self.wilds):
            if at == start or self.wilds[at] != self.wilds[at - 1]:  # a second copy is no other choice
                self._choose(number, at + 1, [*chosen, self.wilds[at]])
                if self.done():
                    return
            at += 1
