"""What another seat may hold: hands that go with what it took, left and threw away. Compiled where it can be.

Many guessed hands are carried through the round. Where the seat shows a card that a guess lacks, that stands in for
one of the guess; where it chooses, guesses that would hardly have chosen so lose weight, and die out.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.masks import BIT
from chieu.core.rng import Rng
from chieu.games.rummy.ai.outs import Prospects
from chieu.games.rummy.hands import CompiledRules, Contract, count, drop, first, put

_AGAINST_REASON: Final = 0.1  # how likely somebody does what a sensible player would not, beside what one would
_LOW: Final = 5  # points
_HIGH_FIRST: Final = 1.5  # how much likelier a high card is thrown away


class Guesses:
    """Hands that one seat may have, each with a weight."""

    def __init__(
        self, compiled: CompiledRules, contract: Contract, prospects: Prospects, number: i64, rng: Rng
    ) -> None:
        self.compiled = compiled
        self.contract = contract
        self.prospects = prospects
        self.rng = rng
        self.number: i64 = number
        self.hidden = vec[i64]([0] * (2 * number))  # cards nobody saw come, once and twice
        self.known = vec[i64]([0, 0])  # those that it took in sight
        self.unseen = vec[i64]([0, 0])  # cards that may be in the stock
        self.older = vec[i64]([0, 0])  # cards that were left in hands when the stock was made again
        self.weights = vec[float]([1.0] * number)
        self.size: i64 = 0  # of what is hidden
        self.down: bool = False  # once it has laid down, nothing is read from what it does

    def begin(self, once: i64, twice: i64, size: i64) -> None:
        """The deal: so many of the cards that are not seen."""
        self.unseen[0] = once
        self.unseen[1] = twice
        for _ in range(size):
            self.drawn()

    def once(self, number: i64) -> i64:
        """The cards of a guess."""
        return self.hidden[2 * number] | self.known[0]

    def twice(self, number: i64) -> i64:
        """Those that a guess has a second time."""
        return self.hidden[2 * number + 1] | self.known[1] | (self.hidden[2 * number] & self.known[0])

    def drawn(self) -> None:
        """A card from the stock."""
        self.size += 1
        for number in range(self.number):
            if not self._add(number, self.unseen[0], self.unseen[1]):
                self._add_any(number)

    def _add_any(self, number: i64) -> None:
        """One more card that nobody has shown."""
        both: i64 = self.unseen[0] & self.older[0]
        self._add(number, self.unseen[0] | self.older[0], self.unseen[1] | self.older[1] | both)

    def _add(self, number: i64, once: i64, twice: i64) -> bool:
        """One more of some cards, if a guess has not got them all."""
        once &= ~self.hidden[2 * number]
        twice &= ~self.hidden[2 * number + 1]
        singles: i64 = count(once)
        total: i64 = singles + count(twice)
        if total == 0:
            return False
        at: i64 = self.rng.below(total)
        put(self.hidden, 2 * number, _card(once, at) if at < singles else _card(twice, at - singles))
        return True

    def seen(self, card: i64) -> None:
        """A card shows up elsewhere: guesses that have it must do without."""
        pile = self._pile_of(card)
        if pile[0] & BIT[card] == 0:
            return
        drop(pile, 0, card)
        for number in range(self.number):
            again: bool = self.hidden[2 * number + 1] & BIT[card] != 0
            if self.hidden[2 * number] & BIT[card] != 0 and (again or not self._is_unseen(card)):
                drop(self.hidden, 2 * number, card)
                self._add_any(number)

    def _is_unseen(self, card: i64) -> bool:
        return (self.unseen[0] | self.older[0]) & BIT[card] != 0

    def _pile_of(self, card: i64) -> vec[i64]:
        """Where an unseen card that shows up is counted out."""
        return self.older if self.older[0] & BIT[card] != 0 else self.unseen

    def reshuffled(self, once: i64, twice: i64) -> None:
        """The stock was used up and is made of these cards: whatever else is unseen is in hands."""
        both: i64 = self.older[0] & self.unseen[0]
        self.older = vec[i64]([self.older[0] | self.unseen[0], self.older[1] | self.unseen[1] | both])
        if count(self.older[0]) + count(self.older[1]) == self.size:
            for number in range(self.number):
                self.hidden[2 * number] = self.older[0]
                self.hidden[2 * number + 1] = self.older[1]
        self.unseen = vec[i64]([once, twice])

    def took(self, card: i64) -> None:
        """It took the top discard."""
        self._judge(card, True)
        put(self.known, 0, card)

    def gained(self, card: i64) -> None:
        """A wild came in by a swap."""
        put(self.known, 0, card)

    def left(self, card: i64) -> None:
        """It could have taken a card, and drew from the stock."""
        self._judge(card, False)

    def _judge(self, card: i64, took: bool) -> None:
        if self.down:
            return
        for number in range(self.number):
            wants: bool = self.compiled.is_wild(card)
            if not wants:
                self.prospects.look(self.once(number), self.twice(number), -1, -1, -1)
                wants = self.prospects.outs & BIT[card] != 0
            if wants != took:
                self.weights[number] *= _AGAINST_REASON

    def shown(self, card: i64) -> None:
        """It puts a card down: it had that one."""
        if self.known[0] & BIT[card] != 0:
            drop(self.known, 0, card)
            return
        pile = self._pile_of(card)
        if pile[0] & BIT[card] != 0:
            drop(pile, 0, card)
        self.size -= 1
        for number in range(self.number):
            self._show(number, card)
            drop(self.hidden, 2 * number, card)

    def _show(self, number: i64, card: i64) -> None:
        """A guess that lacks a card has it in the place of another."""
        if self.hidden[2 * number] & BIT[card] == 0:
            once: i64 = self.hidden[2 * number]
            singles: i64 = count(once)
            twice: i64 = self.hidden[2 * number + 1]
            total: i64 = singles + count(twice)
            if total > 0:
                at: i64 = self.rng.below(total)
                drop(self.hidden, 2 * number, _card(once, at) if at < singles else _card(twice, at - singles))
            put(self.hidden, 2 * number, card)

    def discarded(self, card: i64) -> None:
        """It threw a card away: it had that one, and could do without."""
        if not self.down and self.known[0] & BIT[card] == 0:
            for number in range(self.number):
                self._show(number, card)
                self.weights[number] *= self._throwing(number, card)
            self.shown(card)
            self._renew()
        else:
            self.shown(card)

    def _throwing(self, number: i64, card: i64) -> float:
        """How likely a guess would throw a card away, beside its others: what is of use hardly, high cards rather."""
        once: i64 = self.once(number)
        self.prospects.look(once, self.twice(number), -1, -1, -1)
        used: i64 = self.prospects.used
        whole: float = 0.0
        own: float = 0.0
        left: i64 = once & self.compiled.natural
        while left != 0:
            one: i64 = first(left)
            left ^= BIT[one]
            liking: float = _AGAINST_REASON if used & BIT[one] != 0 else 1.0
            if self.compiled.points(BIT[one], 0) > _LOW:
                liking *= _HIGH_FIRST
            whole += liking
            if one == card:
                own = liking
        return own / whole if whole > 0.0 and own > 0.0 else _AGAINST_REASON * _AGAINST_REASON

    def _renew(self) -> None:
        """When few guesses carry all the weight, they are copied in the place of the others."""
        whole: float = 0.0
        squares: float = 0.0
        for number in range(self.number):
            whole += self.weights[number]
            squares += self.weights[number] * self.weights[number]
        if whole <= 0.0:
            for number in range(self.number):
                self.weights[number] = 1.0
            return
        if whole * whole > squares * float(self.number) * 0.5:
            for number in range(self.number):
                self.weights[number] *= float(self.number) / whole
            return
        before = self.hidden[:]
        step: float = whole / float(self.number)
        goal: float = step * 0.5
        upto: float = 0.0
        to: i64 = 0
        for number in range(self.number):
            upto += self.weights[number]
            while to < self.number and goal < upto:
                self.hidden[2 * to] = before[2 * number]
                self.hidden[2 * to + 1] = before[2 * number + 1]
                to += 1
                goal += step
        for number in range(self.number):
            self.weights[number] = 1.0

    def missing(self, number: i64) -> i64:
        """How many cards a guess lacks for the contract; then `prospects.outs` are those it is after."""
        self.prospects.look(self.once(number), self.twice(number), -1, -1, -1)
        return self.prospects.missing


def _card(mask: i64, at: i64) -> i64:
    """Card number `at` of a mask."""
    for _ in range(at):
        mask &= mask - 1
    return first(mask)
