"""Outs: how many cards a hand lacks for the contract, and which unseen cards bring it nearer.

A plan assigns a suit and a start to each run of the contract and a rank to each set. Plans that lack at most one card
more than the nearest one are weighted by the probability that unseen cards complete them within a few turns.
Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.masks import BIT
from chieu.games.rummy.hands import (
    FIRST_PLACES,
    HIGH_ACE,
    SET,
    CompiledRules,
    Contract,
    cards_at,
    count,
    first,
    places_of,
)

_SIZE: Final = 16  # entries of a distribution
_MAX_UNSEEN: Final = 32
_FAR: Final = 1_000


class DrawChances:
    """Distribution of how many wanted cards arrive if each unseen card arrives with a small chance."""

    def __init__(self, chance: float) -> None:
        self.exactly = vec[float]([0.0] * (_MAX_UNSEEN * _SIZE))  # [n, j]: exactly j of n cards arrive
        self.at_least = vec[float]([1.0] * (_MAX_UNSEEN * _SIZE))  # [n, j]: at least j of n cards arrive
        self.lacking = vec[float]([0.0] * (_SIZE * _SIZE * _SIZE))  # [k, n, j]: j of k gaps stay open if n cards fit
        self.exactly[0] = 1.0
        for n in range(1, _MAX_UNSEEN):
            for j in range(_SIZE):
                before: float = self.exactly[(n - 1) * _SIZE + j - 1] if j > 0 else 0.0
                self.exactly[n * _SIZE + j] = self.exactly[(n - 1) * _SIZE + j] * (1.0 - chance) + before * chance
        for n in range(_MAX_UNSEEN):
            left: float = 1.0
            for j in range(_SIZE):
                self.at_least[n * _SIZE + j] = max(left, 0.0)
                left -= self.exactly[n * _SIZE + j]
        for k in range(_SIZE):
            for n in range(_SIZE):
                at: i64 = (k * _SIZE + n) * _SIZE
                self.lacking[at] = self.at_least[n * _SIZE + k]
                for j in range(1, k + 1):
                    self.lacking[at + j] = self.exactly[n * _SIZE + k - j]


class OutsSearch:
    """Evaluates hands against one contract, one hand after the other; results are in its attributes."""

    def __init__(self, compiled: CompiledRules, contract: Contract, chances: DrawChances) -> None:
        self.compiled = compiled
        self.contract = contract
        self.chances = chances
        self.melds: i64 = contract.melds
        self.order = vec[i64]([0, 0, 0, 0])  # runs first: sets use what runs leave
        self.twin = vec[i64]([0, 0, 0, 0])  # 1: same shape as the meld before it
        filled: i64 = 0
        for kind in range(1, -1, -1):
            for at in range(contract.melds):
                if contract.kinds[at] == kind:
                    self.order[filled] = at
                    if filled > 0 and contract.kinds[self.order[filled - 1]] == kind:
                        self.twin[filled] = 1 if contract.sizes[self.order[filled - 1]] == contract.sizes[at] else 0
                    filled += 1
        # Candidates for all melds, those with most cards held first: cards held, and all cards of the complete meld.
        self.options = vec[i64]([0, 0, 0, 0, 0])
        self.held = vec[i64](capacity=64)
        self.whole = vec[i64](capacity=64)
        self.sizes = vec[i64](capacity=64)
        self.ahead = vec[i64]([0, 0, 0, 0, 0])  # lower bound of the cards lacking from a meld on
        self.chosen = vec[i64]([0, 0, 0, 0])
        self.masks = vec[i64]([0, 0, 0, 0])  # current plan: cards held per meld
        self.wanted = vec[i64]([0, 0, 0, 0])
        self.lacks = vec[i64]([0, 0, 0, 0])
        self.sources = vec[i64]([0, 0, 0, 0])  # number of unseen cards that would fill a meld's gaps
        self.distribution = vec[float]([0.0] * (5 * _SIZE))
        self.without = vec[float]([0.0] * (2 * _SIZE))
        self.losses = vec[float]([0.0] * 54)
        self.once: i64 = 0
        self.twice: i64 = 0
        self.wilds: i64 = 0
        self.unseen_once: i64 = 0
        self.unseen_twice: i64 = 0
        self.unseen_wilds: i64 = 0
        self.last: i64 = 0
        self.limit: i64 = 0
        self.weighing: bool = False
        self.missing: i64 = 0
        self.outs: i64 = 0
        self.used: i64 = 0
        self.completion: float = 0.0

    def evaluate(self, once: i64, twice: i64, unseen_once: i64, unseen_twice: i64, slack: i64) -> None:
        """Evaluate a hand.

        Sets `missing`, `outs` (naturals that reduce `missing` by one) and `used` (cards of some nearest plan). With
        `slack` 0 or 1 it also sets `completion` (weight of all plans within `slack` of the nearest, higher is better)
        and `losses` (how much of it goes with each card); -1 skips both.
        """
        compiled = self.compiled
        self.once = once & compiled.natural
        self.twice = twice & compiled.natural
        self.wilds = count(once & compiled.wild) + count(twice & compiled.wild)
        self.unseen_once = unseen_once & compiled.natural
        self.unseen_twice = unseen_twice & compiled.natural
        self.unseen_wilds = min(
            count(unseen_once & compiled.wild) + count(unseen_twice & compiled.wild), _MAX_UNSEEN - 1
        )
        self._list_candidates()
        self.outs = 0
        self.used = 0
        self.missing = _FAR
        self.weighing = False
        self.limit = max(self.ahead[0], self.wilds)
        while self.limit <= self.missing + self.wilds:
            self._plan(0, 0, 0)
            self.limit += 1
        if slack >= 0:
            self.completion = 0.0
            for card in range(54):
                self.losses[card] = 0.0
            self.weighing = True
            self.limit = max(self.missing, 0) + self.wilds + slack
            self.last = min(self.limit + 1, _SIZE - 1)
            self.distribution[0] = 1.0
            self._plan(0, 0, 0)

    def _list_candidates(self) -> None:
        """List the candidates for each meld: a suit and start, or a rank, with cards in the hand."""
        self.held = vec[i64](capacity=64)
        self.whole = vec[i64](capacity=64)
        self.sizes = vec[i64](capacity=64)
        for number in range(self.melds):
            if self.twin[number] == 1:
                for option in range(self.options[number - 1], self.options[number]):
                    self._add_candidate(self.held[option], self.whole[option], self.sizes[option])
            else:
                at: i64 = self.order[number]
                if self.contract.kinds[at] == SET:
                    self._list_set_candidates(self.contract.sizes[at])
                else:
                    self._list_run_candidates(self.contract.sizes[at])
                self._sort(self.options[number])
            self.options[number + 1] = len(self.held)
        for number in range(self.melds - 1, i64(-1), -1):
            size: i64 = self.contract.sizes[self.order[number]]
            best: i64 = self.sizes[self.options[number]] if self.options[number] < self.options[number + 1] else 0
            self.ahead[number] = self.ahead[number + 1] + max(size - best, 0)

    def _list_set_candidates(self, size: i64) -> None:
        for rank in range(13):
            suits: i64 = (self.once >> (4 * rank)) & 15
            if suits != 0:
                held: i64 = min(count(suits) + count((self.twice >> (4 * rank)) & 15), size)
                self._add_candidate(suits << (4 * rank), BIT[4 * rank] * 15, held)

    def _list_run_candidates(self, size: i64) -> None:
        for suit in range(4):
            places: i64 = places_of(self.once, suit, self.compiled.ace_low)
            if places != 0:
                for start in range(self.compiled.lowest, HIGH_ACE - size + 2):
                    window: i64 = FIRST_PLACES[size] << (4 * start)
                    filled: i64 = places & window
                    if filled != 0:
                        cards: i64 = cards_at(filled, suit)
                        self._add_candidate(cards, cards_at(window, suit), count(cards))

    def _add_candidate(self, held: i64, whole: i64, size: i64) -> None:
        self.held = append(self.held, held)
        self.whole = append(self.whole, whole)
        self.sizes = append(self.sizes, size)

    def _sort(self, start: i64) -> None:
        """Sort candidates by cards held, most first, so that the search can stop early."""
        for at in range(start + 1, len(self.held)):
            held: i64 = self.held[at]
            whole: i64 = self.whole[at]
            size: i64 = self.sizes[at]
            to: i64 = at
            while to > start and self.sizes[to - 1] < size:
                self.held[to] = self.held[to - 1]
                self.whole[to] = self.whole[to - 1]
                self.sizes[to] = self.sizes[to - 1]
                to -= 1
            self.held[to] = held
            self.whole[to] = whole
            self.sizes[to] = size

    def _plan(self, number: i64, lacking: i64, taken: i64) -> None:
        """Try every candidate for one more meld within the limit; `taken` are cards of the melds before."""
        if number == self.melds:
            if self.weighing:
                self._add_plan()
            else:
                self._record_nearest(lacking)
            return
        at: i64 = self.order[number]
        size: i64 = self.contract.sizes[at]
        is_set: bool = self.contract.kinds[at] == SET
        spare: i64 = self.limit - lacking - self.ahead[number + 1]
        option: i64 = self.options[number]
        end: i64 = self.options[number + 1]
        if self.twin[number] == 1:
            option = (
                end if self.chosen[number - 1] < 0 else option + self.chosen[number - 1] - self.options[number - 1] + 1
            )
        while option < end and size - self.sizes[option] <= spare:
            held: i64 = self.held[option] & ~taken
            n: i64 = count(held)
            if is_set:
                n += count(self.held[option] & self.twice)
            lacks: i64 = max(size - n, 0)
            if n > 0 and lacks <= spare:
                whole: i64 = self.whole[option]
                self.chosen[number] = option
                self.masks[number] = (
                    held if n <= size else 0
                )  # a set with cards to spare loses nothing with one of them
                if is_set:
                    self._choose_candidate(number, lacks, whole & ~taken & self.unseen_once, whole & self.unseen_twice)
                    self._plan(number + 1, lacking + lacks, taken | held)
                else:
                    open_places: i64 = whole & ~held & ~taken & self.unseen_once
                    self._choose_candidate(number, lacks, open_places, 0)
                    self._plan(number + 1, lacking + lacks, taken | whole)
            option += 1
        if size <= spare:  # none of its cards in the hand
            self.chosen[number] = -1
            self.masks[number] = 0
            self.wanted[number] = 0
            self.lacks[number] = size
            self.sources[number] = 4 * self.compiled.decks - 1 if is_set else size
            if self.weighing:
                self._convolve(self.distribution, number * _SIZE, number, size, self.distribution, (number + 1) * _SIZE)
            self._plan(number + 1, lacking + size, taken)

    def _choose_candidate(self, number: i64, lacks: i64, unseen: i64, unseen_twice: i64) -> None:
        self.lacks[number] = lacks
        self.wanted[number] = unseen if lacks > 0 else 0
        self.sources[number] = min(count(unseen) + count(unseen_twice), _SIZE - 1)
        if self.weighing:
            self._convolve(self.distribution, number * _SIZE, number, lacks, self.distribution, (number + 1) * _SIZE)

    def _record_nearest(self, lacking: i64) -> None:
        """Update `missing`, `outs` and `used` with a complete plan."""
        room: i64 = 0
        for number in range(self.melds):
            room += min(self.lacks[number], self._max_wilds(number))
        missing: i64 = lacking - min(self.wilds, room)
        if missing < self.missing:
            self.missing = missing
            self.outs = 0
            self.used = 0
        if missing == self.missing:
            for number in range(self.melds):
                self.used |= self.masks[number]
                # If wilds fill all gaps, a natural frees a wild, which helps only if another meld has room.
                if self.wilds < room or self.lacks[number] > self._max_wilds(number):
                    self.outs |= self.wanted[number]

    def _max_wilds(self, number: i64) -> i64:
        at: i64 = self.order[number]
        return self.contract.sizes[at] - self.contract.needs[at]

    def _convolve(self, source: vec[float], start: i64, number: i64, lacks: i64, target: vec[float], goal: i64) -> None:
        """Add a meld to the distribution of the total number of cards still lacking."""
        room: i64 = self._max_wilds(number)
        table = self.chances.lacking
        row: i64 = (lacks * _SIZE + self.sources[number]) * _SIZE
        for j in range(self.last + 1):
            chance: float = 0.0
            top: i64 = min(j, room, lacks)
            for i in range(top + 1):
                chance += table[row + i] * source[start + j - i]
            target[goal + j] = chance

    def _add_plan(self) -> None:
        """Add a plan's probability of completion, and how much of it each card contributes."""
        full: float = self._completed(self.distribution, self.melds * _SIZE)
        self.completion += full
        for number in range(self.melds):
            mask: i64 = self.masks[number]
            if mask != 0:
                self._convolve(self.distribution, number * _SIZE, number, self.lacks[number] + 1, self.without, 0)
                at: i64 = 0
                for other in range(number + 1, self.melds):
                    self._convolve(self.without, at, other, self.lacks[other], self.without, _SIZE - at)
                    at = _SIZE - at
                lost: float = full - self._completed(self.without, at)
                if self.contract.kinds[self.order[number]] != SET:
                    mask &= ~self.twice
                while mask != 0:
                    card: i64 = first(mask)
                    mask ^= BIT[card]
                    self.losses[card] += lost

    def _completed(self, source: vec[float], start: i64) -> float:
        out: float = 0.0
        for j in range(self.last + 1):
            lack: i64 = j - self.wilds
            out += source[start + j] * (1.0 if lack <= 0 else self.chances.at_least[self.unseen_wilds * _SIZE + lack])
        return out
