"""The texts of Xì Dách, one file per language beside this one; cover, lesson and rule sheet."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.game import Refuser
from chieu.core.text.languages import Catalogue
from chieu.core.text.presentation import OVER, Laid, SheetLine, Tip

TEXTS: Final = Catalogue("chieu.games.xidach.text")
illegal: Final = Refuser(TEXTS)

COVER: Final = (Laid(parse("AS KH"), step=0.62, turn=9),)

_FORCED: Final = {"player_must_draw_below": tuple(range(1, 21))}
_DEALER_FORCED: Final = {"dealer_must_draw_below": tuple(range(1, 21))}

LESSON: Final = (
    Tip("hand", "hand"),
    Tip("against_dealer", "others", but="dealer"),
    Tip("as_dealer", "others", only="dealer"),
    Tip("must_draw", "choice", when="draw", given=_FORCED, but="dealer"),
    Tip("draw_or_stand", "choice", when="draw", given={"player_must_draw_below": (0,)}, but="dealer"),
    Tip("dealer_must_draw", "choice", when="draw", given=_DEALER_FORCED, only="dealer"),
    Tip("compare", "others", when="compare", only="dealer"),
    Tip("enough", "choice", when="stand", also="draw", given=_FORCED, but="dealer"),
    Tip("over", "own", when=OVER),
)

SHEET: Final = (
    SheetLine("XD-1"),
    SheetLine("XD-2", "ace"),
    SheetLine("XD-3", "minimum"),
    SheetLine("XD-4"),
    SheetLine("XD-5", "ngu_linh_with_21"),
    SheetLine("XD-30", "stake_min", when=("stake_min", "{stake_max}")),
    SheetLine("XD-30", "stake_max", unless=("stake_min", "{stake_max}")),
    SheetLine("XD-10", "next_dealer"),
    SheetLine("XD-11", "order", when=("order", "choose")),
    SheetLine("XD-11", "order", when=("order", "left")),
    SheetLine("XD-32", "order", when=("order", "right")),
    SheetLine("XD-12"),
    SheetLine("XD-13", "specials", when=("specials", "equal")),
    SheetLine("XD-33", "specials", when=("specials", "ranked")),
    SheetLine(
        "XD-31",
        "player_must_draw_below",
        when=("player_must_draw_below", "0"),
        refusals=("five_cards", "quac_cannot_draw"),
    ),
    SheetLine("XD-14", "player_must_draw_below", unless=("player_must_draw_below", "0")),
    SheetLine("XD-31", "dealer_must_draw_below", when=("dealer_must_draw_below", "0")),
    SheetLine("XD-15", "dealer_must_draw_below", unless=("dealer_must_draw_below", "0")),
    SheetLine("XD-16", "compare", when=("compare", "yes"), refusals=("only_dealer_compares",)),
    SheetLine("XD-34", "compare", when=("compare", "no")),
    SheetLine("XD-16", "dealer_may_compare_from", when=("compare", "yes"), refusals=("too_little_to_compare",)),
    SheetLine("XD-17"),
    SheetLine("XD-18", "both_quac", when=("both_quac", "push")),
    SheetLine("XD-35", "both_quac", when=("both_quac", "lower")),
    SheetLine("XD-18", "quac_beats_non", when=("quac_beats_non", "no")),
    SheetLine("XD-35", "quac_beats_non", when=("quac_beats_non", "yes")),
    SheetLine("XD-18", "both_ngu_linh", when=("both_ngu_linh", "push")),
    SheetLine("XD-36", "both_ngu_linh", when=("both_ngu_linh", "lower")),
    SheetLine("XD-4", "pay_xi_bang"),
    SheetLine("XD-4", "pay_xi_dach"),
    SheetLine("XD-5", "pay_ngu_linh"),
)
