"""`chieu rules`: a sheet in prose, as text, as a code, and every option with what it takes."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from rich.table import Table
from rich.text import Text as Painted

from chieu.cli import sheet
from chieu.cli.console import output, print_json, show
from chieu.cli.errors import OK
from chieu.cli.parser import Command, Parser
from chieu.cli.prose import print_prose
from chieu.cli.text.texts import say
from chieu.core import codec, sheets
from chieu.core.game import AnyGame
from chieu.core.options import options_of
from chieu.core.text.languages import Lang


def fill(parser: Parser, words: Sequence[str]) -> None:
    """A game and its rules."""
    del words
    sheet.add_game(parser)
    sheet.add_rules(parser)
    parser.add_argument("--json", action="store_true", help=parser.say("help.json"))


def run(args: Namespace) -> int:
    """Prints the sheet."""
    game = sheet.game_named(args.game, args.lang)
    rules = sheet.rules_of(args, game)
    if args.json:
        print_json(described(game, rules, args.lang))
        return OK
    console = output()
    show(console, Painted(f"{game.presentation.title.say(args.lang)}", style="bold"))
    show(console, game.presentation.about.say(args.lang))
    called = game.presentation.preset(sheets.nearest(game, rules))
    show(console, "")
    show(console, say("rules.preset", args.lang, title=called.title.say(args.lang), about=called.about.say(args.lang)))
    show(console, "")
    print_prose(console, game, rules, args.lang)
    show(console, "")
    show(console, say("rules.sheet", args.lang, canonical=sheets.canonical(game, rules)))
    show(console, say("rules.code", args.lang, code=sheets.code(game, rules)))
    show(console, "")
    show(console, _options(game, rules, args.lang))
    return OK


def described(game: AnyGame, rules: Any, lang: Lang) -> dict[str, Any]:
    """All that `--json` tells."""
    preset = sheets.nearest(game, rules)
    return {
        "game": game.name,
        "title": game.presentation.title.say(lang),
        "about": game.presentation.about.say(lang),
        "seats": list(game.seats),
        "presets": [
            {"name": name, "title": called.title.say(lang), "about": called.about.say(lang)}
            for name, called in ((name, game.presentation.preset(name)) for name in game.presets)
        ],
        "preset": preset,
        "canonical": sheets.canonical(game, rules),
        "code": sheets.code(game, rules),
        "departures": sheets.differences(game, rules, preset),
        "values": {one.name: getattr(rules, one.name) for one in options_of(game.rules)},
        "options": [
            {**msgspec.structs.asdict(one), "value": getattr(rules, one.name), "text": _explained(game, one.name, lang)}
            for one in options_of(game.rules)
        ],
        "schema": codec.schema(game.rules),
        "prose": sheets.prose(game, rules, lang),
    }


def _options(game: AnyGame, rules: Any, lang: Lang) -> Table:
    departed = {one.option for one in sheets.differences(game, rules)}
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(say("rules.option", lang), no_wrap=True)
    table.add_column(say("rules.value", lang), style="bold")
    table.add_column(say("rules.allowed", lang), overflow="fold", style="dim")
    table.add_column(say("rules.meaning", lang), overflow="fold")
    for one in options_of(game.rules):
        value = one.write(getattr(rules, one.name))
        style = "yellow" if one.name in departed else ""
        table.add_row(one.name, value, sheets.allowed(game, one, lang), _explained(game, one.name, lang), style=style)
    return table


def _explained(game: AnyGame, option: str, lang: Lang) -> str:
    return game.presentation.option(option).say(lang)


COMMAND: Final = Command("rules", fill, run)
