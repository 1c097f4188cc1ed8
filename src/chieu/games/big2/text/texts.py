"""The texts of Big Two: a catalogue of the files beside this one, one per language."""

from __future__ import annotations

from typing import Final

from chieu.core.game import Refuser
from chieu.core.text.languages import Catalogue

TEXTS: Final = Catalogue("chieu.games.big2.text")
illegal: Final = Refuser(TEXTS)
