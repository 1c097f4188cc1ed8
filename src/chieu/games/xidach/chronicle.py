"""What the book of an evening keeps of Xì Dách: the hands as they were opened, who settled how, and special hands."""

from __future__ import annotations

from typing import Any, Final

from chieu.core.extras import Chronicle, Notable
from chieu.games.xidach.vocabulary import Opened, Settled

_RANKS: Final = {"xi_dach": 1, "ngu_linh": 2, "xi_bang": 3}


def notable(fact: Any) -> Notable | None:
    """XD-4, XD-5: a special hand."""
    if not isinstance(fact, Opened) or fact.name not in _RANKS:
        return None
    return Notable(fact.seat, fact.cards, fact.name, _RANKS[fact.name])


CHRONICLE: Final = Chronicle(ending=(Opened, Settled), notable=notable)
