"""Track the facts of a round that a seat sees, and feed them to its opponent model."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Card
from chieu.games.rummy.ai.opponent_model import OpponentModel
from chieu.games.rummy.hands import drop, put
from chieu.games.rummy.messages import Dealt, Discarded, Drawn, LaidDown, LaidOff, Reshuffled, Swapped, Taken


class Memory:
    """Follows a round from `seat`; `model` describes the next seat, which is offered its discards."""

    def __init__(self, seat: int, seats: int, model: OpponentModel) -> None:
        self._seat = seat
        self._next = (seat + 1) % seats
        self._model = model
        self._taken = [vec[i64]([0, 0]) for _ in range(seats)]  # cards each seat took face up and still holds
        self._dead = vec[i64]([0, 0])
        self._top: Card | None = None

    def see(self, fact: Any) -> None:
        """Process one more fact."""
        if isinstance(fact, Dealt):
            self._deal(fact)
        elif isinstance(fact, Drawn):
            self._draw(fact)
        elif isinstance(fact, Taken):
            self._take(fact.seat, fact.card)
        elif isinstance(fact, Discarded):
            self._discard(fact.seat, fact.card)
        elif isinstance(fact, LaidDown):
            self._model.down = self._model.down or fact.seat == self._next
            for meld in fact.melds:
                for card in meld:
                    self._lose_card(fact.seat, card)
        elif isinstance(fact, LaidOff):
            self._lose_card(fact.seat, fact.card)
        elif isinstance(fact, Swapped):
            self._lose_card(fact.seat, fact.card)
            if fact.seat == self._next:
                self._model.gained(fact.wild)
            else:
                put(self._taken[fact.seat], 0, fact.wild)
        elif isinstance(fact, Reshuffled):
            self._model.reshuffled(self._dead[0], self._dead[1])
            self._dead = vec[i64]([0, 0])

    def _deal(self, fact: Dealt) -> None:
        pack = (1 << 54) - 1
        unseen = vec[i64]([pack, pack if len(self._taken) > 2 else 0])
        for card in fact.cards:
            drop(unseen, 0, card)
        if fact.up is not None:
            drop(unseen, 0, fact.up)
        self._top = fact.up
        self._model.deal(unseen[0], unseen[1], fact.count)

    def _draw(self, fact: Drawn) -> None:
        if fact.seat == self._next:
            if self._top is not None:
                self._model.passed(self._top)
            self._model.drew()
        for card in fact.cards:
            self._model.exclude(card)

    def _take(self, seat: int, card: Card) -> None:
        self._top = None
        if seat == self._next:
            self._model.took(card)
        else:
            put(self._taken[seat], 0, card)

    def _discard(self, seat: int, card: Card) -> None:
        if seat == self._next:
            self._model.discarded(card)
        else:
            self._lose_card(seat, card)
        if self._top is not None:
            put(self._dead, 0, self._top)
        self._top = card

    def _lose_card(self, seat: int, card: Card) -> None:
        """Record that a card left a hand face up; exclude it unless it had been taken face up."""
        taken = self._taken[seat]
        if seat == self._next:
            self._model.played(card)
        elif taken[0] & (1 << card):
            drop(taken, 0, card)
        elif seat != self._seat:
            self._model.exclude(card)
