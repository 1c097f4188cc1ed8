"""`chieu rules`: print a rule sheet in sentences, as text and as a code, and its options."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text as Painted

from chieu.cli import sheet
from chieu.cli.console import OK, print_json, show
from chieu.cli.parser import Parser
from chieu.cli.sheet import print_rules
from chieu.cli.text.texts import say
from chieu.core import codec, sheets
from chieu.core.game import AnyGame
from chieu.core.options import options_of
from chieu.core.text.languages import Lang


def fill(parser: Parser) -> None:
    """Add the game and its rules."""
    sheet.add_game(parser)
    sheet.add_rules(parser)
    parser.add_argument("--json", action="store_true", help=parser.say("help.json"))


def run(args: Namespace) -> int:
    """Print the sheet."""
    game = sheet.game_named(args.game, args.lang)
    rules = sheet.rules_of(args, game)
    if args.json:
        print_json(as_json(game, rules, args.lang))
        return OK
    texts = game.presentation
    preset = texts.preset(sheets.nearest(game, rules))
    show(Painted(texts.title.say(args.lang), style="bold"), texts.about.say(args.lang), "")
    about = sheets.about(game, rules, args.lang)
    show(say("rules.preset", args.lang, title=preset.title.say(args.lang), about=about), "")
    print_rules(game, rules, args.lang)
    show("", say("rules.sheet", args.lang, canonical=sheets.canonical(game, rules)))
    show(say("rules.code", args.lang, code=sheets.code(game, rules)), "")
    show(_options(game, rules, args.lang))
    return OK


def as_json(game: AnyGame, rules: Any, lang: Lang) -> dict[str, Any]:
    """Return the sheet as data for JSON."""
    texts, preset = game.presentation, sheets.nearest(game, rules)
    return {
        "game": game.name,
        "title": texts.title.say(lang),
        "about": texts.about.say(lang),
        "seats": list(game.seats),
        "presets": [
            {"name": name, "title": texts.preset(name).title.say(lang), "about": texts.preset(name).about.say(lang)}
            for name in game.presets
        ],
        "preset": preset,
        "canonical": sheets.canonical(game, rules),
        "code": sheets.code(game, rules),
        "departures": sheets.differences(game, rules, preset),
        "values": {option.name: getattr(rules, option.name) for option in options_of(game.rules)},
        "options": [
            {
                **msgspec.structs.asdict(option),
                "value": getattr(rules, option.name),
                "text": texts.option(option.name).say(lang),
            }
            for option in options_of(game.rules)
        ],
        "schema": codec.schema(game.rules),
        "prose": sheets.prose(game, rules, lang),
    }


def _options(game: AnyGame, rules: Any, lang: Lang) -> Table:
    departed = {difference.option for difference in sheets.differences(game, rules)}
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(say("rules.option", lang), no_wrap=True)
    table.add_column(say("rules.value", lang), style="bold")
    table.add_column(say("rules.allowed", lang), overflow="fold", style="dim")
    table.add_column(say("rules.meaning", lang), overflow="fold")
    for option in options_of(game.rules):
        value, allowed = option.write(getattr(rules, option.name)), sheets.allowed(game, option, lang)
        meaning = game.presentation.option(option.name).say(lang)
        if option.choices:
            names = [game.presentation.choice(option.name, choice).say(lang) for choice in option.choices]
            meaning = f"{meaning}: {'; '.join(names)}"
        table.add_row(option.name, value, allowed, meaning, style="yellow" if option.name in departed else "")
    return table
