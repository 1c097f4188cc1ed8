"""The texts, from the files beside this one, one per language; the lines of the rule sheet; the cover."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.text.languages import Catalogue
from chieu.core.text.presentation import Laid, SheetLine

TEXTS: Final = Catalogue("chieu.template")

COVER: Final = (Laid(parse("9D 2S"), step=0.62, turn=9),)

SHEET: Final = (
    SheetLine("HC-1"),
    SheetLine("HC-2"),
    SheetLine("HC-3", "swap"),
    SheetLine("HC-4", "stake"),
)
