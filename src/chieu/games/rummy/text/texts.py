"""The texts of Chinese Rummy: a catalogue of the files beside this one, one per language."""

from __future__ import annotations

from typing import Final

from chieu.core.game import Refuser
from chieu.core.text.languages import Catalogue

TEXTS: Final = Catalogue("chieu.games.rummy.text")
illegal: Final = Refuser(TEXTS)
