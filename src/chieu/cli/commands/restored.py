"""`chieu restored`: says that a server's tables have gone back to a back-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chieu.cli.parser import Command, Parser
from chieu.online.server import restored


def fill(parser: Parser, words: Sequence[str]) -> None:
    """Which tables."""
    del words
    restored.add_arguments(parser)


COMMAND: Final = Command("restored", fill, restored.run)
