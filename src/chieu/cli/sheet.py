"""Arguments that name a game, its rules, its seats and bots; and the rule sheet on the terminal."""

from __future__ import annotations

import importlib
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rich.table import Table
from rich.text import Text as Painted

from chieu.bots import UnknownBot, bot_of, bots_of
from chieu.cli.console import BadInput, highlight, show
from chieu.cli.parser import Parser, whole
from chieu.cli.text.texts import TEXTS, say
from chieu.core import registry, sheets
from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame, Illegal
from chieu.core.options import BadRules
from chieu.core.text.languages import Lang
from chieu.core.text.phrasing import Phraser
from chieu.games import UnknownGame, all_games, load

_NET: Final = "net:"


def add_game(parser: Parser, optional: bool = False) -> None:
    """Add `GAME`."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?" if optional else None,
        help=parser.say("help.game", games=", ".join(registry.names())),
    )


def add_rules(parser: Parser, preset_help: str = "help.preset") -> None:
    """Add `--preset`, `--set` and `--code`."""
    parser.add_argument("--preset", metavar="P", help=parser.say(preset_help))
    parser.add_argument("--set", metavar="OPTION=VALUE", action="append", default=[], help=parser.say("help.set"))
    parser.add_argument("--code", metavar="CODE", help=parser.say("help.code"))


def add_table(parser: Parser, seed: int | None = 1) -> None:
    """Add `--seats` and `--seed`, which is `seed` by default."""
    number = whole(0, 2**64 - 1, parser.lang)
    parser.add_argument("--seats", metavar="K", type=whole(1, 99, parser.lang), help=parser.say("help.seats"))
    parser.add_argument("--seed", metavar="S", type=number, default=seed, help=parser.say("help.seed"))


def game_named(name: str, lang: Lang) -> AnyGame:
    """Load a game by name, in any case. No other game is imported."""
    try:
        return load(name.lower())
    except UnknownGame:
        raise BadInput(say("error.no_game", lang, game=name[:40], known=", ".join(registry.names()))) from None


def extra_of(game: AnyGame, extra: str, error: str, lang: Lang) -> Any:
    """Return an optional part of a game; if it has none, raise `BadInput` with the games that do."""
    part = getattr(game.extras, extra)
    if part is None:
        known = ", ".join(name for name, other in all_games().items() if getattr(other.extras, extra) is not None)
        raise BadInput(say(error, lang, game=game.name, known=known))
    return part


def rules_of(args: Namespace, game: AnyGame) -> Any:
    """Return the rules of a line: those of `--preset` or `--code`, changed by `--set`."""
    if args.code is not None and args.preset is not None:
        raise BadInput(say("error.code_or_preset", args.lang))
    options = [setting.partition("=")[0] for setting in args.set]
    for option in options:
        if options.count(option) > 1:
            raise BadInput(say("error.set_twice", args.lang, option=option[:40]))
    try:
        if args.code is not None:
            rules = sheets.from_code(game, args.code)
        else:
            rules = sheets.preset_of(game, args.preset if args.preset is not None else next(iter(game.presets)))
        return sheets.with_settings(game, rules, args.set)
    except BadRules as error:
        raise bad_rules(game, error, args.lang) from None


def bad_rules(game: AnyGame, error: BadRules, lang: Lang) -> BadInput:
    """Return the error of a sheet in the language of the line."""
    text = {**TEXTS, **game.presentation.texts}.get(f"error.{error.code}")
    if text is None:
        return BadInput(str(error))
    params = {"game": game.name, **error.params}
    if error.code == "bad_value":
        params["allowed"] = sheets.allowed(game, sheets.option_of(game, str(error.params["option"])), lang)
    return BadInput(text.say(lang, **params))


def print_rules(game: AnyGame, rules: Any, lang: Lang) -> None:
    """Print a rule sheet as sentences with their rule numbers. A star marks departures from the preset."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    sentences = sheets.prose(game, rules, lang)
    for sentence in sentences:
        mark = "*" if sentence.differs else " "
        table.add_row(
            highlight(f"{mark} {sentence.rule}"), Painted(sentence.text, "yellow" if sentence.differs else "")
        )
    show(table)
    if any(sentence.differs for sentence in sentences):
        preset = game.presentation.preset(sheets.nearest(game, rules)).title.say(lang)
        show(Painted(say("rules.departs", lang, preset=preset), style="yellow"))


def quick_rules_of(args: Namespace, game: AnyGame) -> Any:
    """Return the rules of a line; if it names none, the game's rules for a quick start."""
    if args.code is None and args.preset is None and not args.set and game.extras.quick.sheet:
        return sheets.from_code(game, game.extras.quick.sheet)
    return rules_of(args, game)


def seats_of(args: Namespace, game: AnyGame, rules: Any) -> int:
    """Return the number of seats of a line, or the usual one."""
    if args.seats is None:
        return usual_seats(game, rules)
    try:
        game.start(rules, args.seats)
    except Illegal as error:
        raise BadInput(Phraser(game, args.lang).refusal(error)) from None
    except BadRules as error:
        raise bad_rules(game, error, args.lang) from None
    return int(args.seats)


def usual_seats(game: AnyGame, rules: Any) -> int:
    """Return the usual number of seats, or the nearest one that the rules allow."""
    for seats in sorted(game.seats, key=lambda number: (abs(number - game.usual_seats), number)):
        try:
            game.start(rules, seats)
        except (Illegal, BadRules):
            continue
        return seats
    raise AssertionError(f"{game.name}: no number of seats can play {sheets.canonical(game, rules)}")


def is_net(bot: str) -> bool:
    """Tell whether a name such as `net:player.npz` is that of a net in a file."""
    return bot.startswith(_NET)


def is_own(bot: str) -> bool:
    """Tell whether a name such as `mybots:Careful` is that of a bot in the user's module.

    Only the command line loads these. A table never does, whatever name a client sends.
    """
    return ":" in bot


def bots_named(names: Sequence[str], game: AnyGame, lang: Lang) -> list[BotMaker]:
    """Return the makers of bots: the game's, those named `module:Name`, or nets named `net:FILE`."""
    try:
        return [_bot_named(name, game, lang) for name in names]
    except UnknownBot as error:
        known = ", ".join(bots_of(game))
        raise BadInput(say("error.no_bot", lang, game=game.name, bot=error.name[:40], known=known)) from None


def _bot_named(name: str, game: AnyGame, lang: Lang) -> BotMaker:
    if is_net(name):
        return _net_bot(name.removeprefix(_NET), game, lang)
    return _own_bot(name, lang) if is_own(name) else bot_of(game, name)


def _net_bot(file: str, game: AnyGame, lang: Lang) -> BotMaker:
    try:
        from chieu.envs.net import net_bot  # noqa: PLC0415  # an extra
    except ModuleNotFoundError:
        raise BadInput(say("error.net_needs_extra", lang)) from None
    try:
        return net_bot(game.name, file)
    except OSError as error:
        raise BadInput(f"{file[:200]}: {error.strerror or error}") from None


def _own_bot(name: str, lang: Lang) -> BotMaker:
    """Import the bot `module:Name`. The module may be in the working directory, as with `python -m`."""
    module_name, _, attribute = name.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        module = importlib.import_module(module_name)
    except (ModuleNotFoundError, ValueError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name not in (module_name, module_name.partition(".")[0]):
            raise  # the module exists, but something that it imports does not
        raise BadInput(say("error.no_bot_module", lang, bot=name[:60], module=module_name[:40], here=folder)) from None
    maker: BotMaker | None = getattr(module, attribute, None)
    if not callable(maker):
        raise BadInput(say("error.not_in_module", lang, bot=name[:60], module=module_name[:40], name=attribute[:40]))
    return maker
