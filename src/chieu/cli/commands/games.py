"""`chieu games`: what can be played."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from rich.table import Table

from chieu.cli.console import output, show
from chieu.cli.errors import OK
from chieu.cli.parser import Command, Parser
from chieu.cli.text.texts import say
from chieu.core.text.languages import Lang
from chieu.games import all_games


def fill(parser: Parser, words: Sequence[str]) -> None:
    """It takes nothing."""
    del parser, words


def run(args: Namespace) -> int:
    """A table of the games, and one of their presets."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for key in ("game", "title", "seats", "about"):
        table.add_column(say(f"games.{key}", args.lang), no_wrap=key in ("game", "seats"), overflow="fold")
    for game in all_games().values():
        seats = f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        table.add_row(
            game.name, game.presentation.title.say(args.lang), seats, game.presentation.about.say(args.lang), style=""
        )
    console = output()
    show(console, table)
    show(console, "")
    show(console, _presets(args.lang))
    return OK


def _presets(lang: Lang) -> Table:
    """A line for each preset: under what name it is asked for, what it is called and how it plays."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for key in ("game", "preset", "title", "plays"):
        table.add_column(say(f"games.{key}", lang), no_wrap=key in ("game", "preset"), overflow="fold")
    for game in all_games().values():
        for name in game.presets:
            called = game.presentation.preset(name)
            table.add_row(game.name, name, called.title.say(lang), called.about.say(lang))
    return table


COMMAND: Final = Command("games", fill, run)
