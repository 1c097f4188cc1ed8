"""What a hand promises for a round's contract: how many cards it lacks, which cards bring it nearer, and in how many
ways it can be completed. Compiled where it can be.

A plan gives each run of the contract a suit and a start and each set a rank. Plans that lack no more cards than the
nearest one, or one more, are weighed by how likely the unseen cards complete them within a few turns.
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

_ROOM: Final = 16  # of a distribution
_WILDS: Final = 32
_FAR: Final = 1_000


class Chances:
    """How many of some wanted cards come by, when every unseen card does with the same small chance."""

    def __init__(self, chance: float) -> None:
        self.coming = vec[float]([0.0] * (_WILDS * _ROOM))  # of n cards exactly j
        self.at_least = vec[float]([1.0] * (_WILDS * _ROOM))  # of n cards j or more
        self.lacking = vec[float]([0.0] * (_ROOM * _ROOM * _ROOM))  # of k cards that lack, when n would do, still j
        self._count(chance)

    def _count(self, chance: float) -> None:
        self.coming[0] = 1.0
        for n in range(1, _WILDS):
            for j in range(_ROOM):
                before: float = self.coming[(n - 1) * _ROOM + j - 1] if j > 0 else 0.0
                self.coming[n * _ROOM + j] = self.coming[(n - 1) * _ROOM + j] * (1.0 - chance) + before * chance
        for n in range(_WILDS):
            left: float = 1.0
            for j in range(_ROOM):
                self.at_least[n * _ROOM + j] = max(left, 0.0)
                left -= self.coming[n * _ROOM + j]
        for k in range(_ROOM):
            for n in range(_ROOM):
                at: i64 = (k * _ROOM + n) * _ROOM
                self.lacking[at] = self.at_least[n * _ROOM + k]
                for j in range(1, k + 1):
                    self.lacking[at + j] = self.coming[n * _ROOM + k - j]


class Prospects:
    """Looks at hands of one contract, one after the other."""

    def __init__(self, compiled: CompiledRules, contract: Contract, chances: Chances) -> None:
        self.compiled = compiled
        self.contract = contract
        self.chances = chances
        self.melds: i64 = contract.melds
        self.order = vec[i64]([0, 0, 0, 0])  # runs first: what they leave is for the sets
        self.twin = vec[i64]([0, 0, 0, 0])  # whether a meld has the shape of the one before it
        filled: i64 = 0
        for kind in range(1, -1, -1):
            for at in range(contract.melds):
                if contract.kinds[at] == kind:
                    self.order[filled] = at
                    if filled > 0 and contract.kinds[self.order[filled - 1]] == kind:
                        self.twin[filled] = 1 if contract.sizes[self.order[filled - 1]] == contract.sizes[at] else 0
                    filled += 1
        # What a meld can be made of, the fullest first: the cards of it that the hand has, and those it is to have.
        self.options = vec[i64]([0, 0, 0, 0, 0])
        self.held = vec[i64](capacity=64)
        self.whole = vec[i64](capacity=64)
        self.sizes = vec[i64](capacity=64)
        self.ahead = vec[i64]([0, 0, 0, 0, 0])  # what lacks at least from a meld on
        self.chosen = vec[i64]([0, 0, 0, 0])
        self.masks = vec[i64]([0, 0, 0, 0])  # of the plan at hand: each meld's cards, and the others it may take
        self.wanted = vec[i64]([0, 0, 0, 0])
        self.lacks = vec[i64]([0, 0, 0, 0])
        self.sources = vec[i64]([0, 0, 0, 0])  # how many unseen cards would do
        self.folded = vec[float]([0.0] * (5 * _ROOM))
        self.without = vec[float]([0.0] * (2 * _ROOM))
        self.losses = vec[float]([0.0] * 54)
        self.once: i64 = 0
        self.twice: i64 = 0
        self.wilds: i64 = 0
        self.unseen_once: i64 = 0
        self.unseen_twice: i64 = 0
        self.unseen_wilds: i64 = 0
        self.most: i64 = 0
        self.limit: i64 = 0
        self.counting: bool = False
        self.missing: i64 = 0
        self.outs: i64 = 0
        self.used: i64 = 0
        self.promise: float = 0.0

    def look(self, once: i64, twice: i64, unseen_once: i64, unseen_twice: i64, slack: i64) -> None:
        """Finds `missing`, `outs` (naturals that leave one less missing), `used` (cards of some nearest plan); and with
        `slack` 0 or 1, `promise` (the more, the likelier) and `losses` (what of it goes with each card); -1: not."""
        compiled = self.compiled
        self.once = once & compiled.natural
        self.twice = twice & compiled.natural
        self.wilds = count(once & compiled.wild) + count(twice & compiled.wild)
        self.unseen_once = unseen_once & compiled.natural
        self.unseen_twice = unseen_twice & compiled.natural
        self.unseen_wilds = min(count(unseen_once & compiled.wild) + count(unseen_twice & compiled.wild), _WILDS - 1)
        self._list()
        self.outs = 0
        self.used = 0
        self.missing = _FAR
        self.counting = False
        self.limit = max(self.ahead[0], self.wilds)
        while self.limit <= self.missing + self.wilds:
            self._plan(0, 0, 0)
            self.limit += 1
        if slack >= 0:
            self.promise = 0.0
            for card in range(54):
                self.losses[card] = 0.0
            self.counting = True
            self.limit = max(self.missing, 0) + self.wilds + slack
            self.most = min(self.limit + 1, _ROOM - 1)
            self.folded[0] = 1.0
            self._plan(0, 0, 0)

    def _list(self) -> None:
        """What each meld can be made of."""
        self.held = vec[i64](capacity=64)
        self.whole = vec[i64](capacity=64)
        self.sizes = vec[i64](capacity=64)
        number: i64 = 0
        while number < self.melds:
            if self.twin[number] == 1:
                for option in range(self.options[number - 1], self.options[number]):
                    self.held = append(self.held, self.held[option])
                    self.whole = append(self.whole, self.whole[option])
                    self.sizes = append(self.sizes, self.sizes[option])
            else:
                at: i64 = self.order[number]
                if self.contract.kinds[at] == SET:
                    self._list_sets(self.contract.sizes[at])
                else:
                    self._list_runs(self.contract.sizes[at])
                self._sort(self.options[number])
            number += 1
            self.options[number] = len(self.held)
        number = self.melds - 1
        while number >= 0:
            size: i64 = self.contract.sizes[self.order[number]]
            best: i64 = self.sizes[self.options[number]] if self.options[number] < self.options[number + 1] else 0
            self.ahead[number] = self.ahead[number + 1] + max(size - best, 0)
            number -= 1

    def _list_sets(self, size: i64) -> None:
        for rank in range(13):
            suits: i64 = (self.once >> (4 * rank)) & 15
            if suits != 0:
                self.held = append(self.held, suits << (4 * rank))
                self.whole = append(self.whole, BIT[4 * rank] * 15)
                self.sizes = append(self.sizes, min(count(suits) + count((self.twice >> (4 * rank)) & 15), size))

    def _list_runs(self, size: i64) -> None:
        for suit in range(4):
            places: i64 = places_of(self.once, suit, self.compiled.ace_low)
            if places != 0:
                for start in range(self.compiled.lowest, HIGH_ACE - size + 2):
                    window: i64 = FIRST_PLACES[size] << (4 * start)
                    there: i64 = places & window
                    if there != 0:
                        cards: i64 = cards_at(there, suit)
                        self.held = append(self.held, cards)
                        self.whole = append(self.whole, cards_at(window, suit))
                        self.sizes = append(self.sizes, count(cards))

    def _sort(self, start: i64) -> None:
        """The fullest first: few are left to look at where much lacks already."""
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
        """Every plan for one more meld that keeps what lacks within the limit; `taken` is what runs are to have."""
        if number == self.melds:
            if self.counting:
                self._weigh()
            else:
                self._note(lacking)
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
                self.masks[number] = held if n <= size else 0  # of a set with more than it needs none is missed
                if is_set:
                    self._choose(number, lacks, whole & ~taken & self.unseen_once, whole & self.unseen_twice)
                    self._plan(number + 1, lacking + lacks, taken | held)
                else:
                    open_places: i64 = whole & ~held & ~taken & self.unseen_once
                    self._choose(number, lacks, open_places, 0)
                    self._plan(number + 1, lacking + lacks, taken | whole)
            option += 1
        if size <= spare:  # with nothing of it in the hand
            self.chosen[number] = -1
            self.masks[number] = 0
            self.wanted[number] = 0
            self.lacks[number] = size
            self.sources[number] = 4 * self.compiled.decks - 1 if is_set else size
            if self.counting:
                self._fold(self.folded, number * _ROOM, number, size, self.folded, (number + 1) * _ROOM)
            self._plan(number + 1, lacking + size, taken)

    def _choose(self, number: i64, lacks: i64, unseen: i64, again: i64) -> None:
        self.lacks[number] = lacks
        self.wanted[number] = unseen if lacks > 0 else 0
        self.sources[number] = min(count(unseen) + count(again), _ROOM - 1)
        if self.counting:
            self._fold(self.folded, number * _ROOM, number, lacks, self.folded, (number + 1) * _ROOM)

    def _note(self, lacking: i64) -> None:
        """One of the nearest plans."""
        room: i64 = 0
        for number in range(self.melds):
            room += min(self.lacks[number], self._most_wilds(number))
        missing: i64 = lacking - min(self.wilds, room)
        if missing < self.missing:
            self.missing = missing
            self.outs = 0
            self.used = 0
        if missing == self.missing:
            for number in range(self.melds):
                self.used |= self.masks[number]
                # Where wilds can stand in for all that lacks, a natural card sets one free: of use if there is room.
                if self.wilds < room or self.lacks[number] > self._most_wilds(number):
                    self.outs |= self.wanted[number]

    def _most_wilds(self, number: i64) -> i64:
        at: i64 = self.order[number]
        return self.contract.sizes[at] - self.contract.needs[at]

    def _fold(self, source: vec[float], start: i64, number: i64, lacks: i64, target: vec[float], goal: i64) -> None:
        """What lacks in all, with what this meld may still lack."""
        room: i64 = self._most_wilds(number)
        table = self.chances.lacking
        row: i64 = (lacks * _ROOM + self.sources[number]) * _ROOM
        for j in range(self.most + 1):
            chance: float = 0.0
            top: i64 = min(j, room, lacks)
            for i in range(top + 1):
                chance += table[row + i] * source[start + j - i]
            target[goal + j] = chance

    def _weigh(self) -> None:
        """How likely a plan is completed, and with a card less."""
        full: float = self._completed(self.folded, self.melds * _ROOM)
        self.promise += full
        for number in range(self.melds):
            mask: i64 = self.masks[number]
            if mask != 0:
                self._fold(self.folded, number * _ROOM, number, self.lacks[number] + 1, self.without, 0)
                at: i64 = 0
                for other in range(number + 1, self.melds):
                    self._fold(self.without, at, other, self.lacks[other], self.without, _ROOM - at)
                    at = _ROOM - at
                lost: float = full - self._completed(self.without, at)
                if self.contract.kinds[self.order[number]] != SET:
                    mask &= ~self.twice
                while mask != 0:
                    card: i64 = first(mask)
                    mask ^= BIT[card]
                    self.losses[card] += lost

    def _completed(self, source: vec[float], start: i64) -> float:
        out: float = 0.0
        for j in range(self.most + 1):
            lack: i64 = j - self.wilds
            out += source[start + j] * (1.0 if lack <= 0 else self.chances.at_least[self.unseen_wilds * _ROOM + lack])
        return out
