"""Niu Niu for newcomers: the cover on the first page, and the tips of a first deal."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.text.presentation import OVER, Laid, Tip
from chieu.games.niuniu.rules import SWAPPED_VALUES

COVER: Final = (
    Laid(parse("9S 7D 4H"), x=-0.5, y=0.08, step=0.36),  # a base by either set of values
    Laid(parse("QC KH"), x=0.8, y=-0.1, step=0.44, turn=5),
)

_AT_ONCE: Final = {"mode": ("banker", "paytable")}
_BANKER: Final = {"mode": ("banker",)}
_HOUSE: Final = {"mode": ("paytable",)}
_AUCTION: Final = {"mode": ("auction",)}
_BANKED: Final = {"mode": ("banker", "auction")}

LESSON: Final = (
    Tip("bid", "choice", when="bid", given=_AUCTION),
    Tip("stake", "choice", when="stake", given=_BANKER),
    Tip("stake_house", "choice", when="stake", given=_HOUSE),
    Tip("bull", "hand", given=_AT_ONCE),
    Tip("swapped", "hand", given={"values": (SWAPPED_VALUES,)}),
    Tip("banker", "others", given=_BANKED),
    Tip("over", "own", when=OVER),
)
