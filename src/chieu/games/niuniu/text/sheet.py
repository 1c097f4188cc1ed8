"""The rule sheet of Niu Niu in prose, line by line."""

from __future__ import annotations

from typing import Final

from chieu.core.text.presentation import SheetLine

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
    SheetLine("NN-20", "mode", when=("mode", "banker")),
    SheetLine("NN-22", "mode", when=("mode", "paytable")),
    SheetLine("NN-23", "mode", when=("mode", "auction")),
    SheetLine("NN-20", "stake_min", when=("stake_min", "{stake_max}")),
    SheetLine("NN-20", "stake_max", unless=("stake_min", "{stake_max}")),
    # With the pay table hands are not compared.
    SheetLine("NN-20", "baseless_pays", unless=("mode", "paytable")),
    SheetLine("NN-21", "equal_bulls", unless=("mode", "paytable")),
)
