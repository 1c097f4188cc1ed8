"""Distance of a hand from the round's contract, and the cards it does not need.

Bots compute this at every turn and hints play thousands of turns, so it works on masks and never builds a lay-down.
Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.games.rummy.hands import (
    FIRST_PLACES,
    HIGH_ACE,
    SET,
    CompiledRules,
    Contract,
    both_aces,
    cards_at,
    count,
    places_of,
    without_once,
    without_twice,
)

_FAR: Final = 1_000


def completed(compiled: CompiledRules, contract: Contract, once: i64, twice: i64) -> i64:
    """RM-22: return the naturals that are part of some meld of the contract which the hand holds."""
    wilds: i64 = count(once & compiled.wild) + count(twice & compiled.wild)
    naturals: i64 = once & compiled.natural
    out: i64 = 0
    for at in range(contract.melds):
        size: i64 = contract.sizes[at]
        needed: i64 = max(contract.needs[at], size - wilds)
        if contract.kinds[at] == SET:
            for rank in range(13):
                suits: i64 = (naturals >> (4 * rank)) & 15
                if count(suits) + count((twice >> (4 * rank)) & 15) >= needed:
                    out |= suits << (4 * rank)
        else:
            for suit in range(4):
                places: i64 = places_of(naturals, suit, compiled.ace_low)
                for start in range(compiled.lowest, HIGH_ACE - size + 2):
                    filled: i64 = places & (FIRST_PLACES[size] << (4 * start))
                    cards: i64 = cards_at(filled, suit)
                    if count(cards) + count(both_aces(filled, suit) & twice) >= needed:
                        out |= cards
    return out


def distance(compiled: CompiledRules, contract: Contract, once: i64, twice: i64, gone: i64) -> tuple[i64, i64]:
    """Return how many cards a hand lacks for the contract, and a mask of the naturals it can spare.

    Among plans that lack equally many cards, the one with the most outs counts. With one deck, cards that are `gone`
    (in melds on the table) are not outs; with two decks there is another copy of each.
    """
    search = _Search(compiled, contract, once, twice, gone if compiled.decks == 1 else 0)
    search.meld(0, once & compiled.natural, twice & compiled.natural, 0, 0, 0)
    return search.missing, search.loose


def _best_set(once: i64, twice: i64) -> i64:
    best: i64 = 0
    for rank in range(13):
        best = max(best, count((once >> (4 * rank)) & 15) + count((twice >> (4 * rank)) & 15))
    return best


class _Search:
    """Branch-and-bound search for the nearest plan.

    A plan names each set's naturals and each run's suit and start; wilds fill the gaps, up to the number a meld may
    have. Sets are planned first and runs use what they leave. Of two overlapping runs the first takes the shared cards,
    so the result is occasionally one card too high.
    """

    def __init__(self, compiled: CompiledRules, contract: Contract, once: i64, twice: i64, gone: i64) -> None:
        self.compiled = compiled
        self.contract = contract
        self.wilds: i64 = count(once & compiled.wild) + count(twice & compiled.wild)
        self.unavailable: i64 = once | gone
        self.order = vec[i64]([0, 0, 0, 0])
        self.plans = vec[i64]([0, 0, 0, 0])
        self.claims = vec[i64]([0, 0, 0, 0])  # all cards of each planned run
        self.missing: i64 = _FAR
        self.outs: i64 = 0
        self.loose: i64 = 0
        filled: i64 = 0
        for wanted in range(2):
            for at in range(contract.melds):
                if contract.kinds[at] == wanted:
                    self.order[filled] = at
                    filled += 1
        # Lower bound of the naturals lacking from each meld on, as if each meld could use the whole hand.
        self.ahead = vec[i64]([0, 0, 0, 0, 0])
        for number in range(contract.melds - 1, i64(-1), -1):
            at = self.order[number]
            best: i64 = (
                _best_set(once & compiled.natural, twice & compiled.natural)
                if contract.kinds[at] == SET
                else self._best_run(once, at)
            )
            self.ahead[number] = self.ahead[number + 1] + max(contract.sizes[at] - best, 0)

    def meld(self, number: i64, naturals: i64, doubles: i64, lacking: i64, room: i64, outs: i64) -> None:
        """Plan one more meld; wilds may replace `room` of the `lacking` naturals, with `outs` outs so far."""
        if lacking + self.ahead[number] - self.wilds > self.missing:
            return
        if number == self.contract.melds:
            missing: i64 = lacking - min(self.wilds, room)
            if missing < self.missing or (missing == self.missing and outs > self.outs):
                self.missing = missing
                self.outs = outs
                self.loose = naturals
            return
        at: i64 = self.order[number]
        size: i64 = self.contract.sizes[at]
        if self.contract.kinds[at] == SET:
            self._sets(number, naturals, doubles, lacking, room, outs)
        else:
            self._runs(number, naturals, doubles, lacking, room, outs)
        self.plans[at] = 0  # also try it with none of its cards in the hand
        self.claims[number] = 0
        self._recurse(number, naturals, doubles, 0, 0, lacking + size, room + size - self.contract.needs[at], outs)

    def _recurse(
        self, number: i64, naturals: i64, doubles: i64, cards: i64, twice: i64, lacking: i64, room: i64, outs: i64
    ) -> None:
        rest: i64 = without_once(naturals, doubles, cards, twice)
        self.meld(number + 1, rest, without_twice(doubles, cards), lacking, room, outs)

    def _best_run(self, once: i64, at: i64) -> i64:
        size: i64 = self.contract.sizes[at]
        best: i64 = 0
        for suit in range(4):
            places: i64 = places_of(once & self.compiled.natural, suit, self.compiled.ace_low)
            for start in range(self.compiled.lowest, HIGH_ACE - size + 2):
                best = max(best, count(places & (FIRST_PLACES[size] << (4 * start))))
        return best

    def _claimed(self, number: i64) -> i64:
        """Return the cards claimed by the runs before; none with two decks, which have another copy of each."""
        out: i64 = 0
        if self.compiled.decks == 1:
            for before in range(number):
                out |= self.claims[before]
        return out

    def _floor(self, at: i64) -> i64:
        twin: i64 = self.contract.twins[at]
        return self.plans[twin] if twin >= 0 else 0

    def _sets(self, number: i64, naturals: i64, doubles: i64, lacking: i64, room: i64, outs: i64) -> None:
        at: i64 = self.order[number]
        size: i64 = self.contract.sizes[at]
        need: i64 = self.contract.needs[at]
        for rank in range(self._floor(at), 13):
            suits: i64 = (naturals >> (4 * rank)) & 15
            twice: i64 = (doubles >> (4 * rank)) & 15
            others: i64 = 4 * self.compiled.decks - count((self.unavailable >> (4 * rank)) & 15) - count(twice)
            subset: i64 = suits
            while subset != 0:
                second: i64 = subset & twice
                while second >= 0:
                    held: i64 = count(subset) + count(second)
                    if held <= size and held + others >= need:
                        self.plans[at] = rank
                        self._recurse(
                            number,
                            naturals,
                            doubles,
                            subset << (4 * rank),
                            second << (4 * rank),
                            lacking + size - held,
                            room + size - max(held, need),
                            outs + (others if held < size else 0),
                        )
                    second = (second - 1) & (subset & twice) if second > 0 else -1
                subset = (subset - 1) & suits

    def _runs(self, number: i64, naturals: i64, doubles: i64, lacking: i64, room: i64, outs: i64) -> None:
        at: i64 = self.order[number]
        size: i64 = self.contract.sizes[at]
        need: i64 = self.contract.needs[at]
        floor: i64 = self._floor(at)
        for suit in range(floor >> 4, 4):
            places: i64 = places_of(naturals, suit, self.compiled.ace_low)
            for start in range(self.compiled.lowest, HIGH_ACE - size + 2):
                window: i64 = FIRST_PLACES[size] << (4 * start)
                filled: i64 = places & window
                if filled == 0 or 16 * suit + start < floor:
                    continue
                cards: i64 = cards_at(filled, suit)
                twice: i64 = both_aces(filled, suit) & doubles
                held: i64 = count(cards) + count(twice)
                others: i64 = (
                    count(cards_at(window ^ filled, suit) & ~self.unavailable & ~self._claimed(number))
                    * self.compiled.decks
                )
                if held + others >= need:
                    self.plans[at] = 16 * suit + start
                    self.claims[number] = cards_at(window, suit)
                    self._recurse(
                        number,
                        naturals,
                        doubles,
                        cards,
                        twice,
                        lacking + size - held,
                        room + size - max(held, need),
                        outs + others,
                    )
