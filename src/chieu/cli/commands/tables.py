"""`chieu tables`: lists, exports and removes what a server keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chieu.cli.parser import Command, Parser
from chieu.online.server import tables


def fill(parser: Parser, words: Sequence[str]) -> None:
    """What to do with which tables, and where they are."""
    del words
    tables.add_arguments(parser)


COMMAND: Final = Command("tables", fill, tables.run)
