"""The laws on sheets of Big Two that random mixtures seldom produce."""

from __future__ import annotations

from typing import Any

import pytest

from chieu.games.big2 import GAME
from chieu.games.big2.rules import Rules
from chieu.testing import Table, check_deals

SHEETS: dict[str, dict[str, Any]] = {
    "the taker of the odd card is announced before the vote": {"three_hands": "17_lowest"},
    "many hands are low, and only one's own is known": {"reshuffle_points": 12, "reshuffles": 20},
    "the same with visible card counts": {"three_hands": "17_lowest", "counts_shown": True},
    "nobody learns the holder of the lowest card": {
        "three_hands": "17_lowest",
        "winner_opens": True,
        "reshuffle": False,
    },
    "the odd card stays out": {"three_hands": "17_out", "reshuffles": 1},
    "the payer is hidden until the deal is over": {"pays_for_all": True, "counts_shown": True, "reshuffle": False},
    "a seat did not call its last card": {
        "pays_for_all": True,
        "call": True,
        "reshuffles": 2,
        "direction": "anticlockwise",
    },
    "nobody votes": {"reshuffles": 0, "reshuffle_points": 12},
}


@pytest.mark.parametrize("name", SHEETS)
def test_laws_on_unusual_sheets(name: str) -> None:
    for seats in (3, 4):
        for seed in range(4):
            check_deals(Table(GAME, Rules(**SHEETS[name]), seats), seed)
