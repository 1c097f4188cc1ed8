"""What the book of an evening keeps of Niu Niu: every hand with its reason, who settled how, and hands that pay."""

from __future__ import annotations

from typing import Any, Final

from chieu.core.extras import Chronicle, Notable
from chieu.games.niuniu.vocabulary import BankWon, Settled, Shown, ShownWhole

_NOTHING_MUCH: Final = ("no_base", "plain")
_BULLS: Final = 100  # more than there are: the multiple counts first (NN-21)


def notable(fact: Any) -> Notable | None:
    """NN-6: a hand that pays for more than its base."""
    if not isinstance(fact, Shown | ShownWhole) or fact.reason in _NOTHING_MUCH:
        return None
    return Notable(fact.seat, fact.cards, fact.reason, _BULLS * fact.multiple + fact.bull)


CHRONICLE: Final = Chronicle(ending=(BankWon, Shown, ShownWhole, Settled), notable=notable)
