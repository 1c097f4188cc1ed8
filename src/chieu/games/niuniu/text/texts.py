"""The texts of Niu Niu, one file per language beside this one; cover, lesson and rule sheet."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.game import Refuser
from chieu.core.text.languages import Catalogue
from chieu.core.text.presentation import OVER, Laid, SheetLine, Tip
from chieu.games.niuniu.rules import SWAPPED_VALUES

TEXTS: Final = Catalogue("chieu.games.niuniu.text")
illegal: Final = Refuser(TEXTS)

COVER: Final = (
    Laid(parse("9S 7D 4H"), x=-0.5, y=0.08, step=0.36),  # a base by either set of values
    Laid(parse("QC KH"), x=0.8, y=-0.1, step=0.44, turn=5),
)

LESSON: Final = (
    Tip("bid", "choice", when="bid", given={"mode": ("auction",)}),
    Tip("stake", "choice", when="stake", given={"mode": ("banker",)}),
    Tip("stake_house", "choice", when="stake", given={"mode": ("paytable",)}),
    Tip("bull", "hand", given={"mode": ("banker", "paytable")}),
    Tip("swapped", "hand", given={"values": (SWAPPED_VALUES,)}),
    Tip("banker", "others", given={"mode": ("banker", "auction")}),
    Tip("over", "own", when=OVER),
)

SHEET: Final = (
    SheetLine("NN-1"),
    SheetLine("NN-2", "values"),
    SheetLine("NN-3", "five_faces", silent=("0",)),
    SheetLine("NN-4"),
    SheetLine("NN-5"),
    SheetLine("NN-6"),
    SheetLine("NN-6", "bomb", silent=("0",)),
    SheetLine("NN-6", "five_small", silent=("0",)),
    SheetLine("NN-6", "face_and_spade_ace", silent=("0",)),
    SheetLine("NN-6", "pair", silent=("0",)),
    SheetLine("NN-6", "sum_ten", silent=("0",)),
    SheetLine("NN-6", "bull_7_8", silent=("0",)),
    SheetLine("NN-6", "bull_9", silent=("0",)),
    SheetLine("NN-6", "bull_bull", silent=("0",)),
    SheetLine("NN-8", "plain_multiple"),
    SheetLine("NN-9"),
    SheetLine("NN-20", "mode", when=("mode", "banker"), refusals=("no_auction",)),
    SheetLine("NN-22", "mode", when=("mode", "paytable")),
    SheetLine("NN-23", "mode", when=("mode", "auction"), refusals=("bad_bid", "bid_first")),
    SheetLine("NN-25", "bid_none", silent=("no",), when=("mode", "auction")),
    SheetLine("NN-20", "stake_min", when=("stake_min", "{stake_max}"), refusals=("bad_stake",)),
    SheetLine("NN-20", "stake_max", unless=("stake_min", "{stake_max}"), refusals=("bad_stake",)),
    # With the pay table hands are not compared.
    SheetLine("NN-20", "baseless_pays", unless=("mode", "paytable")),
    SheetLine("NN-21", "equal_bulls", unless=("mode", "paytable")),
)
