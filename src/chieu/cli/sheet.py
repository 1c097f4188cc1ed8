"""The arguments that name a game, its rules and its seats, and what they stand for."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from chieu.bots import UnknownBot, bot_of, bots_of
from chieu.cli.arena.own_bots import is_own, own_bot
from chieu.cli.errors import BadInput, refused_rules
from chieu.cli.parser import Parser, whole
from chieu.cli.text.texts import say
from chieu.core import sheets
from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame, Illegal
from chieu.core.options import BadRules
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser
from chieu.games import UnknownGame, all_games, load


def add_game(parser: Parser, optional: bool = False) -> None:
    """`GAME`."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?" if optional else None,
        help=parser.say("help.game", games=", ".join(all_games())),
    )


def add_rules(parser: Parser, preset_help: str = "help.preset") -> None:
    """`--preset`, `--set`, `--code`."""
    parser.add_argument("--preset", metavar="P", help=parser.say(preset_help))
    parser.add_argument("--set", metavar="OPTION=VALUE", action="append", default=[], help=parser.say("help.set"))
    parser.add_argument("--code", metavar="CODE", help=parser.say("help.code"))


def add_table(parser: Parser) -> None:
    """`--seats` and `--seed`."""
    parser.add_argument("--seats", metavar="K", type=whole(1, 99, parser.lang), help=parser.say("help.seats"))
    parser.add_argument("--seed", metavar="S", type=whole(0, 2**64 - 1, parser.lang), help=parser.say("help.seed"))


def game_named(name: str, lang: Lang) -> AnyGame:
    """A game by name, in capitals or not."""
    try:
        return load(name.lower())
    except UnknownGame:
        raise BadInput(say("error.no_game", lang, game=name[:40], known=", ".join(all_games()))) from None


def rules_of(args: Namespace, game: AnyGame) -> Any:
    """The rules a line asks for: a preset or a code, and what is set on top of it."""
    if args.code is not None and args.preset is not None:
        raise BadInput(say("error.code_or_preset", args.lang))
    names = [setting.partition("=")[0] for setting in args.set]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(say("error.set_twice", args.lang, option=name[:40]))
    try:
        if args.code is not None:
            rules = sheets.from_code(game, args.code)
        else:
            rules = sheets.preset_of(game, args.preset if args.preset is not None else next(iter(game.presets)))
        return sheets.with_settings(game, rules, args.set)
    except BadRules as error:
        raise refused_rules(game, error, args.lang) from None


def quick_rules_of(args: Namespace, game: AnyGame) -> Any:
    """The rules a line asks for; where it asks for none, those of somebody who wants to play at once."""
    if args.code is None and args.preset is None and not args.set and game.extras.quick.sheet:
        return sheets.from_code(game, game.extras.quick.sheet)
    return rules_of(args, game)


def seats_of(args: Namespace, game: AnyGame, rules: Any) -> int:
    """How many seats a line asks for, or as many as people usually are."""
    if args.seats is None:
        return usual_seats(game, rules)
    try:
        game.start(rules, args.seats)
    except Illegal as error:
        raise BadInput(Phraser(game, args.lang).refusal(error)) from None
    except BadRules as error:
        raise refused_rules(game, error, args.lang) from None
    return int(args.seats)


def usual_seats(game: AnyGame, rules: Any) -> int:
    """As many as the game is for where nobody says how many, or the nearest number that the rules allow."""
    for seats in sorted(game.seats, key=lambda number: (abs(number - game.extras.quick.seats), number)):
        try:
            game.start(rules, seats)
        except (Illegal, BadRules):
            continue
        return seats
    raise AssertionError(f"{game.name}: nobody can play {sheets.canonical(game, rules)}")


def open_seats(game: AnyGame, rules: Any, seats: int) -> list[int]:
    """The seats that somebody can take: all but the house's."""
    closed = game.closed(rules, seats)
    return [seat for seat in range(seats) if seat not in closed]


def bots_named(names: list[str], game: AnyGame, lang: Lang) -> list[BotMaker]:
    """The makers of bots, the game's or people's own."""
    try:
        return [own_bot(name, lang) if is_own(name) else bot_of(game, name) for name in names]
    except UnknownBot as error:
        known = ", ".join(bots_of(game))
        raise BadInput(say("error.no_bot", lang, game=game.name, bot=error.name[:40], known=known)) from None
