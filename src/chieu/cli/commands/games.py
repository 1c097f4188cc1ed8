"""`chieu games`: list the games and their presets."""

from __future__ import annotations

from argparse import Namespace

from rich.table import Table

from chieu.cli.console import OK, show
from chieu.cli.parser import Parser
from chieu.cli.text.texts import say
from chieu.core.text.languages import Lang
from chieu.games import all_games


def fill(parser: Parser) -> None:
    """Add no arguments."""
    del parser


def run(args: Namespace) -> int:
    """Print a table of the games and one of their presets."""
    games = _table(args.lang, "game", "title", "seats", "about")
    presets = _table(args.lang, "game", "preset", "title", "plays")
    for game in all_games().values():
        texts = game.presentation
        seats = f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        games.add_row(game.name, texts.title.say(args.lang), seats, texts.about.say(args.lang))
        for name in game.presets:
            preset = texts.preset(name)
            presets.add_row(game.name, name, preset.title.say(args.lang), preset.about.say(args.lang))
    show(games, "", presets)
    return OK


def _table(lang: Lang, *keys: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for key in keys:
        table.add_column(say(f"games.{key}", lang), no_wrap=key in ("game", "seats", "preset"), overflow="fold")
    return table
