"""What the book of an evening keeps of Big Two: who went out when, what was left, who paid, and the rare plays."""

from __future__ import annotations

from typing import Any, Final

from chieu.core.extras import Chronicle, Notable
from chieu.games.big2.vocabulary import KINDS, Collected, Opened, Paid, PaidForAll, Played, Settled, WentOut

_RARE: Final = KINDS.index("full_house")  # and what is over it


def notable(fact: Any) -> Notable | None:
    """A full house, or something that is rarer."""
    if not isinstance(fact, Played) or (rank := KINDS.index(fact.kind)) < _RARE:
        return None
    return Notable(fact.seat, fact.cards, fact.kind, rank)


CHRONICLE: Final = Chronicle(ending=(WentOut, Opened, Settled, Collected, Paid, PaidForAll), notable=notable)
