"""`chieu serve`: runs the server that friends play on."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from chieu.cli.bot_settings import companion_of
from chieu.cli.parser import Command, Parser
from chieu.online.server import command


def fill(parser: Parser, words: Sequence[str]) -> None:
    """The server's own settings."""
    del words
    command.add_arguments(parser)


def run(args: Namespace) -> int:
    """The server, with a chat's bot beside it where there is a token for one."""
    return command.run(args, companion_of)


COMMAND: Final = Command("serve", fill, run)
