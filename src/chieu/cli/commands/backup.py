"""`chieu backup`: a copy of a server's tables, while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chieu.cli.parser import Command, Parser
from chieu.online.server import backup


def fill(parser: Parser, words: Sequence[str]) -> None:
    """What to copy, and where to."""
    del words
    backup.add_arguments(parser)


COMMAND: Final = Command("backup", fill, backup.run)
