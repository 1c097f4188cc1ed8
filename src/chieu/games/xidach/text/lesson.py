"""Xì Dách for newcomers: the cover on the first page, and the tips of a first deal."""

from __future__ import annotations

from typing import Final

from chieu.core.cards import parse
from chieu.core.text.presentation import OVER, Laid, Tip

COVER: Final = (Laid(parse("AS KH"), step=0.62, turn=9),)

_FORCED: Final = {"player_must_draw_below": tuple(range(1, 21))}
_FREE: Final = {"player_must_draw_below": (0,)}
_DEALER_FORCED: Final = {"dealer_must_draw_below": tuple(range(1, 21))}

LESSON: Final = (
    Tip("hand", "hand"),
    Tip("against_dealer", "others", but="dealer"),
    Tip("as_dealer", "others", only="dealer"),
    Tip("must_draw", "choice", when="draw", given=_FORCED, but="dealer"),
    Tip("draw_or_stand", "choice", when="draw", given=_FREE, but="dealer"),
    Tip("dealer_must_draw", "choice", when="draw", given=_DEALER_FORCED, only="dealer"),
    Tip("compare", "others", when="compare", only="dealer"),
    Tip("enough", "choice", when="stand", also="draw", given=_FORCED, but="dealer"),
    Tip("over", "own", when=OVER),
)
