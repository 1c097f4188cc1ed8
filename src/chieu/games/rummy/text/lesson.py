"""Chinese Rummy for newcomers: the cover on the first page, and the tips of a first deal."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.text.presentation import OVER, Laid, Tip

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
