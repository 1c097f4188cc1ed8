"""The texts of Chinese Rummy, one file per language beside this one; cover, lesson and rule sheet."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.game import Refuser
from chieu.core.text.languages import Catalogue
from chieu.core.text.presentation import OVER, Laid, SheetLine, Tip

TEXTS: Final = Catalogue("chieu.games.rummy.text")
illegal: Final = Refuser(TEXTS)

COVER: Final = (
    Laid(parse("7C 7H JK1"), x=-0.76, y=-0.06, step=0.34),
    Laid(parse("8S 9S 10S"), x=0.76, y=0.06, step=0.34),
)

LESSON: Final = (
    Tip("hand", "hand"),
    Tip("wilds", "hand", when="draw", given={"wild_ranks": ("2",)}),
    Tip("draw", "choice", when="draw"),
    Tip("discard", "hand", when="discard"),
    Tip("lay_down", "choice", when="lay_down"),
    Tip("over", "own", when=OVER),
)

SHEET: Final = (
    SheetLine("RM-1"),
    SheetLine("RM-1", "wild_ranks"),
    SheetLine("RM-2", "contracts"),
    SheetLine("RM-2", "rounds"),
    SheetLine("RM-3"),
    SheetLine("RM-4"),
    SheetLine("RM-5", refusals=("draw_first", "already_drawn")),
    SheetLine("RM-6"),
    SheetLine("RM-7", "ace_low"),
    SheetLine("RM-8", "natural_share"),
    SheetLine("RM-9", refusals=("lay_down_first", "does_not_fit")),
    SheetLine("RM-9", "joker_swap", refusals=("no_swaps", "nothing_to_swap")),
    SheetLine("RM-10"),
    SheetLine("RM-11"),
    SheetLine("RM-12"),
    SheetLine("RM-13", "quiet_turns"),
)
