"""What a seat remembers of a round, from what it was told: which cards nobody has shown, and guesses at a hand."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Card
from chieu.games.rummy.ai.opponent_model import Guesses
from chieu.games.rummy.hands import drop, put
from chieu.games.rummy.messages import Dealt, Discarded, Drawn, LaidDown, LaidOff, Reshuffled, Swapped, Taken


class Memory:
    """Follows the facts of a round for `seat`. `guesses` are of the seat after it: that one is offered what it throws
    away, and nobody else."""

    def __init__(self, seat: int, seats: int, guesses: Guesses) -> None:
        self._seat = seat
        self._next = (seat + 1) % seats
        self._guesses = guesses
        self._taken = [vec[i64]([0, 0]) for _ in range(seats)]  # what each was seen to take and has not put down
        self._dead = vec[i64]([0, 0])
        self._top: Card | None = None

    def see(self, fact: Any) -> None:
        """One more fact."""
        if isinstance(fact, Dealt):
            self._deal(fact)
        elif isinstance(fact, Drawn):
            self._draw(fact)
        elif isinstance(fact, Taken):
            self._take(fact.seat, fact.card)
        elif isinstance(fact, Discarded):
            self._discard(fact.seat, fact.card)
        elif isinstance(fact, LaidDown):
            self._guesses.down = self._guesses.down or fact.seat == self._next
            for meld in fact.melds:
                for card in meld:
                    self._put_down(fact.seat, card)
        elif isinstance(fact, LaidOff):
            self._put_down(fact.seat, fact.card)
        elif isinstance(fact, Swapped):
            self._put_down(fact.seat, fact.card)
            if fact.seat == self._next:
                self._guesses.gained(fact.wild)
            else:
                put(self._taken[fact.seat], 0, fact.wild)
        elif isinstance(fact, Reshuffled):
            self._guesses.reshuffled(self._dead[0], self._dead[1])
            self._dead = vec[i64]([0, 0])

    def _deal(self, fact: Dealt) -> None:
        pack = (1 << 54) - 1
        unseen = vec[i64]([pack, pack if len(self._taken) > 2 else 0])
        for card in fact.cards:
            drop(unseen, 0, card)
        if fact.up is not None:
            drop(unseen, 0, fact.up)
        self._top = fact.up
        self._guesses.begin(unseen[0], unseen[1], fact.count)

    def _draw(self, fact: Drawn) -> None:
        if fact.seat == self._next:
            if self._top is not None:
                self._guesses.left(self._top)
            self._guesses.drawn()
        for card in fact.cards:
            self._guesses.seen(card)

    def _take(self, seat: int, card: Card) -> None:
        self._top = None
        if seat == self._next:
            self._guesses.took(card)
        else:
            put(self._taken[seat], 0, card)

    def _discard(self, seat: int, card: Card) -> None:
        if seat == self._next:
            self._guesses.discarded(card)
        else:
            self._put_down(seat, card)
        if self._top is not None:
            put(self._dead, 0, self._top)
        self._top = card

    def _put_down(self, seat: int, card: Card) -> None:
        """A card leaves a hand in everybody's sight; of those that were not seen to come it is one less."""
        taken = self._taken[seat]
        if seat == self._next:
            self._guesses.shown(card)
        elif taken[0] & (1 << card):
            drop(taken, 0, card)
        elif seat != self._seat:
            self._guesses.seen(card)
