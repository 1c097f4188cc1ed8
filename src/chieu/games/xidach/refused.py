"""What the rules do not allow, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from chieu.core.contract import Illegal
from chieu.core.texts import Text
from chieu.games.xidach.texts import TEXTS


class Refused(Illegal):
    """An action or a question that Xì Dách does not allow."""

    texts: ClassVar[Mapping[str, Text]] = TEXTS
