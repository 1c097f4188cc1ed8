"""The texts, from the files beside this one, one per language; the lines of the rule sheet; the cover."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.game import Refuser
from chieu.core.text.languages import Catalogue
from chieu.core.text.presentation import Laid, SheetLine

TEXTS: Final = Catalogue("chieu_baicao")
illegal: Final = Refuser(TEXTS)

COVER: Final = (Laid(parse("JH QS KD"), step=0.55, turn=8),)

SHEET: Final = (
    SheetLine("BC-1", "dealer_moves"),
    SheetLine("BC-2", "stake_max"),
    SheetLine("BC-3"),
    SheetLine("BC-4", "three_faces"),
    SheetLine("BC-5"),
)
