"""`chieu play`: play against bots in the terminal."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from itertools import cycle
from typing import Any, Final

from rich.padding import Padding
from rich.text import Text as Painted

from chieu.arena.simulation import open_seats
from chieu.bots import Random, usual_bot
from chieu.cli import sheet
from chieu.cli.console import OK, BadInput, show, tell
from chieu.cli.parser import Parser, whole
from chieu.cli.play.keyboard import Keyboard
from chieu.cli.play.terminal_game import TerminalGame
from chieu.cli.text.texts import say
from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.text.languages import SHARED, Lang
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games

_LONGEST_NAME: Final = 20


def fill(parser: Parser) -> None:
    """Add the game, its rules, the seat and the bots."""
    sheet.add_game(parser, optional=True)
    sheet.add_table(parser, seed=None)
    parser.add_argument("--seat", metavar="S", type=whole(1, 99, parser.lang), help=parser.say("help.seat"))
    parser.add_argument("--deal", action="store_true", help=parser.say("help.play_deal"))
    parser.add_argument("--bots", metavar="A,B", help=parser.say("help.play_bots"))
    parser.add_argument("--name", metavar="NAME", help=parser.say("help.name"))
    sheet.add_rules(parser, "help.play_preset")


def run(args: Namespace) -> int:
    """Play until the person leaves."""
    keyboard = Keyboard()
    game = sheet.game_named(args.game, args.lang) if args.game is not None else _choose_game(keyboard, args.lang)
    if game is None:
        return OK
    rules = sheet.quick_rules_of(args, game)
    seats = sheet.seats_of(args, game, rules)
    places = open_seats(game, rules, seats)
    seat = _own_seat(args, seats, places)
    others = [number for number in places if number != seat]
    names_of_bots = args.bots.split(",") if args.bots is not None else [usual_bot(game)]
    levels = dict(zip(others, cycle(names_of_bots), strict=False))
    bots = dict(zip(others, sheet.bots_named(list(levels.values()), game, args.lang), strict=True))
    makers = [bots.get(number, Random) for number in range(seats)]  # the rest is never asked to act
    names = [SHARED["seat.house"].say(args.lang)] * seats
    for number in others:
        names[number] = say("play.bot", args.lang, seat=number + 1)
    names[seat] = _name(args, seat)
    host = seat if args.deal or not others else others[0]
    seed = args.seed if args.seed is not None else int.from_bytes(os.urandom(4))
    preset = game.presentation.preset(sheets.nearest(game, rules)).title.say(args.lang)
    tell(f"{game.presentation.title.say(args.lang)}  ·  {preset}  ·  {sheets.canonical(game, rules)}", "bold")
    tell(game.presentation.about.say(args.lang))
    kinds = {**levels, seat: say("play.it_is_you", args.lang)}
    seated = [f"{number}: {name}" for number, name in enumerate(names, start=1)]
    for number, kind in kinds.items():
        if kind != names[number].casefold():  # the name says the kind already
            seated[number] += f" ({kind})"
    tell(say("play.seats", args.lang, table="  ·  ".join(seated)))
    role = _role(game, rules, seats, host, args.lang)
    if role:
        tell(say("play.you_host" if host == seat else "play.hosts", args.lang, name=names[host], role=role))
    tell(say("play.keys", args.lang), "dim")
    TerminalGame(keyboard, game, rules, seat, host, makers, names, seed, args.lang).run()
    return OK


def _choose_game(keyboard: Keyboard, lang: Lang) -> AnyGame | None:
    """Let the person choose a game; return None if they leave."""
    games = list(all_games().values())
    if not keyboard.is_terminal:
        raise BadInput(say("error.which_game", lang, known=", ".join(all_games())))
    tell(say("play.which", lang), "bold")
    for number, game in enumerate(games, start=1):
        tell(f"{number:3d}  {game.presentation.title.say(lang)} ({game.name})", "bold")
        show(Padding.indent(Painted(game.presentation.about.say(lang), style="dim"), 5))
    while True:
        try:
            text = keyboard.line("> ").lower()
        except (EOFError, KeyboardInterrupt):
            return None
        if text in ("q", "quit", "exit"):
            return None
        for number, game in enumerate(games, start=1):
            if text in (str(number), game.name, game.presentation.title.say(lang).lower()):
                return game
        tell(say("play.which_again", lang, last=len(games)), "yellow")


def _own_seat(args: Namespace, seats: int, places: Sequence[int]) -> int:
    """Return the person's seat: that of `--seat`, else the one after the first bot."""
    if args.seat is None:
        return places[min(1, len(places) - 1)]
    seat = int(args.seat) - 1
    if seat >= seats:
        raise BadInput(say("error.no_seat", args.lang, seat=args.seat, last=seats))
    if seat not in places:
        raise BadInput(say("error.seat_closed", args.lang, seat=args.seat))
    return seat


def _role(game: AnyGame, rules: Any, seats: int, host: int, lang: Lang) -> str:
    """Return the name of the host's role (dealer, banker); empty if the game has none."""
    view = game.view(game.start(rules, seats, None, host), None)
    roles = [role for role in ("dealer", "banker") if getattr(view, role, None) == host]
    keys = [f"show.{role}" for role in roles if f"show.{role}" in game.presentation.texts]
    return Phraser(game, lang).say(keys[0]) if keys else ""


def _name(args: Namespace, seat: int) -> str:
    """Return the person's name without unprintable characters."""
    name = " ".join("".join(letter if letter.isprintable() else " " for letter in args.name or "").split())
    return name[:_LONGEST_NAME] or say("play.you", args.lang, seat=seat + 1)
