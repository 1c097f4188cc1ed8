"""The laws on sheets of Big Two that random mixtures seldom come by."""

from __future__ import annotations

from typing import Any

import pytest

from chieu.games.big2 import GAME
from chieu.games.big2.rules import Rules
from chieu.testing import Table, check_deals

SHEETS: dict[str, dict[str, Any]] = {
    "who takes the odd card is told before the vote": {"three_hands": "17_lowest"},
    "many hands are low, and nobody else's is known": {"reshuffle_points": 12, "reshuffles": 20},
    "and where numbers of cards are in sight": {"three_hands": "17_lowest", "counts_shown": True},
    "nobody says who holds the lowest card": {"three_hands": "17_lowest", "winner_opens": True, "reshuffle": False},
    "the odd card stays out": {"three_hands": "17_out", "reshuffles": 1},
    "who pays is not seen before the deal is over": {"pays_for_all": True, "counts_shown": True, "reshuffle": False},
    "one who did not call": {"pays_for_all": True, "call": True, "reshuffles": 2, "direction": "anticlockwise"},
    "nobody is asked": {"reshuffles": 0, "reshuffle_points": 12},
}


@pytest.mark.parametrize("name", SHEETS)
def test_laws_on_sheets_of_their_own(name: str) -> None:
    for seats in (3, 4):
        for seed in range(4):
            check_deals(Table(GAME, Rules(**SHEETS[name]), seats), seed)
