"""Worlds that a seat thinks possible, and what its options win in them: for search bots and hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from chieu.core.cards import DECK
from chieu.core.extras import Sampler
from chieu.core.rng import Rng
from chieu.template import kernel
from chieu.template.messages import Action, Swap, View
from chieu.template.rules import Rules

_UNLIKELY: Final = 0.1  # that a seat keeps a low card


class WorldSampler(Sampler):
    """Deals the unseen cards anew in every world, and plays on in the kernel."""

    def __init__(self, rules: Rules, seat: int, facts: Sequence[Any], view: View, rng: Rng) -> None:
        del facts  # the view has everything
        own = view.seats[seat].cards or ()
        self._stake, self._own, self._seats = rules.stake, own[0].rank, len(view.seats)
        self._unseen = tuple(card.rank for card in DECK if card not in own)
        before = [(view.dealer + 1 + turn) % self._seats for turn in range((seat - view.dealer - 1) % self._seats)]
        self._kept = [not view.seats[other].swapped for other in before]
        self._seed = rng.word()

    def weight(self, number: int) -> float:
        """Return the likelihood of what the seats before us chose, if they had these cards."""
        deck, likelihood = self._deck(number), 1.0
        for rank, kept in zip(deck, self._kept, strict=False):
            likelihood *= _UNLIKELY if kept and rank < kernel.KEPT_FROM else 1.0
        return likelihood

    def payoffs(self, number: int, actions: Sequence[Action]) -> Sequence[float]:
        """Play every action in the same world."""
        deck, place = self._deck(number), len(self._kept)
        return [
            float(self._stake * kernel.won(deck, self._own, self._seats, place, isinstance(action, Swap)))
            for action in actions
        ]

    def _deck(self, number: int) -> list[int]:
        """Return the unseen ranks as they lie in a world; it depends on nothing but its number."""
        return list(Rng(self._seed, number).shuffled(self._unseen))
