"""What the rules do not allow, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from chieu.core.contract import Illegal
from chieu.core.texts import Text
from chieu.games.big2.texts import TEXTS


class Refused(Illegal):
    """An action or a question that Big Two does not allow."""

    texts: ClassVar[Mapping[str, Text]] = TEXTS
