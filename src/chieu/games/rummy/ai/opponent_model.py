"""Opponent model: a particle filter over the hands that another seat may hold.

Each particle is a possible hand, carried through the round. If the seat shows a card that a particle lacks, the card
replaces one of the particle's; if the seat makes a choice, particles that would hardly have made it lose weight, and
resampling drops them.
Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.masks import BIT
from chieu.core.rng import Rng
from chieu.games.rummy.ai.outs import OutsSearch
from chieu.games.rummy.hands import CompiledRules, Contract, count, drop, first, put

_IRRATIONAL: Final = 0.1  # likelihood of an unreasonable choice, relative to a reasonable one
_LOW: Final = 5  # points of a low card
_NO_CARD: Final = -1
_HIGH_CARD_FACTOR: Final = 1.5  # a high card is that much likelier to be discarded


class OpponentModel:
    """Weighted possible hands of one seat."""

    def __init__(
        self, compiled: CompiledRules, contract: Contract, search: OutsSearch, particles: i64, rng: Rng
    ) -> None:
        self.compiled = compiled
        self.contract = contract
        self.search = search
        self.rng = rng
        self.particles: i64 = particles
        self.hidden = vec[i64]([0] * (2 * particles))  # per particle: cards not known to others, once and twice
        self.known = vec[i64]([0, 0])  # cards the seat took up face up
        self.unseen = vec[i64]([0, 0])  # cards that may be in the stock
        self.held_over = vec[i64]([0, 0])  # unseen cards that were in hands at the last reshuffle
        self.weights = vec[float]([1.0] * particles)
        self.size: i64 = 0  # number of hidden cards
        self.down: bool = False  # after laying down its choices carry no information

    def deal(self, once: i64, twice: i64, size: i64) -> None:
        """Deal `size` of the unseen cards to every particle."""
        self.unseen[0] = once
        self.unseen[1] = twice
        for _ in range(size):
            self.drew()

    def once(self, index: i64) -> i64:
        """Return the cards of a particle."""
        return self.hidden[2 * index] | self.known[0]

    def twice(self, index: i64) -> i64:
        """Return the cards that a particle has a second time."""
        return self.hidden[2 * index + 1] | self.known[1] | (self.hidden[2 * index] & self.known[0])

    def drew(self) -> None:
        """Record a draw from the stock."""
        self.size += 1
        for index in range(self.particles):
            if not self._add(index, self.unseen[0], self.unseen[1]):
                self._add_unseen(index)

    def _add_unseen(self, index: i64) -> None:
        """Add one of the cards that nobody has shown."""
        both: i64 = self.unseen[0] & self.held_over[0]
        self._add(index, self.unseen[0] | self.held_over[0], self.unseen[1] | self.held_over[1] | both)

    def _add(self, index: i64, once: i64, twice: i64) -> bool:
        """Add one of these cards at random; return False if the particle has them all."""
        card: i64 = self._pick(once & ~self.hidden[2 * index], twice & ~self.hidden[2 * index + 1])
        if card == _NO_CARD:
            return False
        put(self.hidden, 2 * index, card)
        return True

    def _pick(self, once: i64, twice: i64) -> i64:
        """Return one of these cards at random, or `_NO_CARD`."""
        singles: i64 = count(once)
        total: i64 = singles + count(twice)
        if total == 0:
            return _NO_CARD
        at: i64 = self.rng.below(total)
        if at >= singles:
            once = twice
            at -= singles
        for _ in range(at):
            once &= once - 1
        return first(once)

    def exclude(self, card: i64) -> None:
        """Record that a card turned up elsewhere; particles that hold it get another card."""
        pile = self._pile_of(card)
        if pile[0] & BIT[card] == 0:
            return
        drop(pile, 0, card)
        for index in range(self.particles):
            is_double: bool = self.hidden[2 * index + 1] & BIT[card] != 0
            if self.hidden[2 * index] & BIT[card] != 0 and (is_double or not self._is_unseen(card)):
                drop(self.hidden, 2 * index, card)
                self._add_unseen(index)

    def _is_unseen(self, card: i64) -> bool:
        return (self.unseen[0] | self.held_over[0]) & BIT[card] != 0

    def _pile_of(self, card: i64) -> vec[i64]:
        """Return the pile of unseen cards from which a card that turns up is removed."""
        return self.held_over if self.held_over[0] & BIT[card] != 0 else self.unseen

    def reshuffled(self, once: i64, twice: i64) -> None:
        """Record a reshuffle: the stock is these cards, and all other unseen cards are in hands."""
        both: i64 = self.held_over[0] & self.unseen[0]
        self.held_over = vec[i64]([self.held_over[0] | self.unseen[0], self.held_over[1] | self.unseen[1] | both])
        if count(self.held_over[0]) + count(self.held_over[1]) == self.size:
            for index in range(self.particles):
                self.hidden[2 * index] = self.held_over[0]
                self.hidden[2 * index + 1] = self.held_over[1]
        self.unseen = vec[i64]([once, twice])

    def took(self, card: i64) -> None:
        """Record that the seat took the top discard."""
        self._reweight(card, True)
        put(self.known, 0, card)

    def gained(self, card: i64) -> None:
        """Record a wild gained by a swap."""
        put(self.known, 0, card)

    def passed(self, card: i64) -> None:
        """Record that the seat drew from the stock although it could have taken this discard."""
        self._reweight(card, False)

    def _reweight(self, card: i64, took: bool) -> None:
        if self.down:
            return
        for index in range(self.particles):
            wants: bool = self.compiled.is_wild(card)
            if not wants:
                self.search.evaluate(self.once(index), self.twice(index), -1, -1, -1)
                wants = self.search.outs & BIT[card] != 0
            if wants != took:
                self.weights[index] *= _IRRATIONAL

    def played(self, card: i64) -> None:
        """Record a card that the seat put on the table, which it therefore held."""
        if self.known[0] & BIT[card] != 0:
            drop(self.known, 0, card)
            return
        pile = self._pile_of(card)
        if pile[0] & BIT[card] != 0:
            drop(pile, 0, card)
        self.size -= 1
        for index in range(self.particles):
            self._ensure_card(index, card)
            drop(self.hidden, 2 * index, card)

    def _ensure_card(self, index: i64, card: i64) -> None:
        """Give a particle the card in exchange for a random one, unless it has it."""
        if self.hidden[2 * index] & BIT[card] == 0:
            other: i64 = self._pick(self.hidden[2 * index], self.hidden[2 * index + 1])
            if other != _NO_CARD:
                drop(self.hidden, 2 * index, other)
            put(self.hidden, 2 * index, card)

    def discarded(self, card: i64) -> None:
        """Record a discard: the seat held the card and could spare it."""
        if not self.down and self.known[0] & BIT[card] == 0:
            for index in range(self.particles):
                self._ensure_card(index, card)
                self.weights[index] *= self._discard_likelihood(index, card)
            self.played(card)
            self._resample()
        else:
            self.played(card)

    def _discard_likelihood(self, index: i64, card: i64) -> float:
        """Return the likelihood of a discard: low for a card the particle needs, higher for a high card."""
        once: i64 = self.once(index)
        self.search.evaluate(once, self.twice(index), -1, -1, -1)
        used: i64 = self.search.used
        whole: float = 0.0
        own: float = 0.0
        remaining: i64 = once & self.compiled.natural
        while remaining != 0:
            held: i64 = first(remaining)
            remaining ^= BIT[held]
            weight: float = _IRRATIONAL if used & BIT[held] != 0 else 1.0
            if self.compiled.points(BIT[held], 0) > _LOW:
                weight *= _HIGH_CARD_FACTOR
            whole += weight
            if held == card:
                own = weight
        return own / whole if whole > 0.0 and own > 0.0 else _IRRATIONAL * _IRRATIONAL

    def _resample(self) -> None:
        """Resample the particles systematically once a few of them carry most of the weight."""
        whole: float = 0.0
        squares: float = 0.0
        for index in range(self.particles):
            whole += self.weights[index]
            squares += self.weights[index] * self.weights[index]
        if whole <= 0.0:
            for index in range(self.particles):
                self.weights[index] = 1.0
            return
        if whole * whole > squares * float(self.particles) * 0.5:
            for index in range(self.particles):
                self.weights[index] *= float(self.particles) / whole
            return
        before = self.hidden[:]
        step: float = whole / float(self.particles)
        goal: float = step * 0.5
        upto: float = 0.0
        to: i64 = 0
        for index in range(self.particles):
            upto += self.weights[index]
            while to < self.particles and goal < upto:
                self.hidden[2 * to] = before[2 * index]
                self.hidden[2 * to + 1] = before[2 * index + 1]
                to += 1
                goal += step
        for index in range(self.particles):
            self.weights[index] = 1.0

    def missing(self, index: i64) -> i64:
        """Return how many cards a particle lacks; afterwards `search.outs` are the cards it needs."""
        self.search.evaluate(self.once(index), self.twice(index), -1, -1, -1)
        return self.search.missing
