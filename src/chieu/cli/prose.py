"""A rule sheet in sentences."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text as Painted

from chieu.cli.console import painted, show
from chieu.cli.text.texts import say
from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.text.languages import Lang


def print_prose(console: Console, game: AnyGame, rules: Any, lang: Lang) -> None:
    """The sheet in sentences under their rules' numbers; a star marks what departs from the preset."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    sentences = sheets.prose(game, rules, lang)
    for sentence in sentences:
        mark = "*" if sentence.differs else " "
        table.add_row(painted(f"{mark} {sentence.rule}"), Painted(sentence.text, "yellow" if sentence.differs else ""))
    show(console, table)
    if any(sentence.differs for sentence in sentences):
        preset = game.presentation.preset(sheets.nearest(game, rules)).title.say(lang)
        show(console, Painted(say("rules.departs", lang, preset=preset), style="yellow"))
