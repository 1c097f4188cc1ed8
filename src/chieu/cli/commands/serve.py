"""`chieu serve`: runs the server that friends play on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chieu.cli.parser import Command, Parser
from chieu.server import command


def fill(parser: Parser, words: Sequence[str]) -> None:
    """The server's own settings."""
    del words
    command.add_arguments(parser, parser.lang)


COMMAND: Final = Command("serve", fill, command.run)
