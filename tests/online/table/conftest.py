"""Fixtures of the table's tests."""

from __future__ import annotations

import pytest

from chieu.core.cards import Cards
from chieu.core.rng import Rng
from chieu.fairness import card_order
from chieu.fairness.card_order import Proof


@pytest.fixture
def fixed_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal cards that depend on no manifest, seed or contribution.

    With others a deal may end before anybody can act, or too soon for what the test is about.
    """

    def order(proof: Proof, shuffle: int, cards: Cards) -> Cards:
        return Rng(1, shuffle).shuffled(tuple(sorted(cards)))

    monkeypatch.setattr(card_order, "order", order)
