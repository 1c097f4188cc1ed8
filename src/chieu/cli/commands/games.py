"""`chieu games`: list the games and their presets."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from rich.table import Table

from chieu.cli.console import OK, output, show
from chieu.cli.parser import Command, Parser
from chieu.cli.text.texts import say
from chieu.core.text.languages import Lang
from chieu.games import all_games


def fill(parser: Parser, words: Sequence[str]) -> None:
    """Add no arguments."""
    del parser, words


def run(args: Namespace) -> int:
    """Print a table of the games and one of their presets."""
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
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for key in ("game", "preset", "title", "plays"):
        table.add_column(say(f"games.{key}", lang), no_wrap=key in ("game", "preset"), overflow="fold")
    for game in all_games().values():
        for name in game.presets:
            preset = game.presentation.preset(name)
            table.add_row(game.name, name, preset.title.say(lang), preset.about.say(lang))
    return table


COMMAND: Final = Command("games", fill, run)
