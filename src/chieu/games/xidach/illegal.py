"""What the rules do not allow, in the words of the game."""

from __future__ import annotations

from chieu.core.contract import Illegal
from chieu.games.xidach.texts import TEXTS


def illegal(code: str, rule: str = "", **params: str | int) -> Illegal:
    """An action or a question that Xì Dách does not allow."""
    return Illegal(code, rule, TEXTS, **params)
