"""The laws on Chinese Rummy sheets that presets and mixtures do not reach."""

from __future__ import annotations

import pytest

from chieu.games.rummy import GAME
from chieu.games.rummy.rules import Rules
from chieu.testing import Table, check_deals

SHEETS = {
    "the last two rounds": Rules(contracts="12:s3s3r4.12:r4r4s3", rounds=2),
    "swaps and low aces": Rules(contracts="9:s3r3.12:r5s3", rounds=2, joker_swap=True, ace_low=True),
    "natural twos": Rules(contracts="9:s3r3.13:s3s3r3", rounds=2, wild_ranks="none", natural_share=34),
    "three wild ranks": Rules(contracts="12:r4r4r3.13:s3s3s3s3", rounds=2, wild_ranks="2JT", joker_swap=True),
    "one round of one meld": Rules(contracts="3:s3", rounds=1, natural_share=0),
}


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("sheet", SHEETS)
def test_laws_on_other_sheets(sheet: str, seats: int) -> None:
    check_deals(Table(GAME, SHEETS[sheet], seats), 1)
