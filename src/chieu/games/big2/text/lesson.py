"""Big Two for newcomers: the cover on the first page, and the tips of a first deal."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.text.presentation import OVER, Laid, Tip

COVER: Final = (Laid(parse("10S JS QS KS AS"), step=0.4, turn=6),)

LESSON: Final = (
    Tip("hand", "hand"),
    Tip("select", "hand", when="play"),
    Tip("arrow", "choice", when="play"),
    # Only once someone has led is there a play in the middle to beat.
    Tip("beat", "middle", when="pass"),
    Tip("pass", "choice", when="pass"),
    Tip("over", "own", when=OVER),
)
