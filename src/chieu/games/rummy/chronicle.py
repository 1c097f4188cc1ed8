"""What the book of an evening keeps of Chinese Rummy: how a round ended, what it cost, and who went out in one go."""

from __future__ import annotations

from typing import Any, Final

from chieu.core.extras import Chronicle, Notable
from chieu.games.rummy.vocabulary import Ended, Stalled, Won

_AT_ONCE: Final = ("lay_down", "lay_off")  # the last card of most hands is discarded


def notable(fact: Any) -> Notable | None:
    """A hand that went out without a discard; the more the others were left with, the better."""
    if not isinstance(fact, Ended) or fact.winner is None or fact.how not in _AT_ONCE:
        return None
    return Notable(fact.winner, (), fact.how, sum(fact.points))


CHRONICLE: Final = Chronicle(ending=(Stalled, Ended, Won), notable=notable)
