"""`chieu replay`: checks a record and tells it move by move."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from chieu.cli.console import complain, output, tell
from chieu.cli.errors import OK, WRONG, BadInput
from chieu.cli.parser import Command, Parser, whole
from chieu.cli.play.keyboard import Keyboard
from chieu.cli.play.narration import Narration
from chieu.cli.record_file import STDIN, lines, opened, shown
from chieu.cli.text.texts import say
from chieu.core import sheets
from chieu.core.records import BadRecord, Record, read
from chieu.core.text.languages import Lang, seat_name
from chieu.games import all_games

_SITS: Final = re.compile(r"seat (?P<seat>[0-9]{1,2}) (?P<who>.+)")


def fill(parser: Parser, words: Sequence[str]) -> None:
    """Files, and from where to look at them."""
    del words
    parser.add_argument("files", metavar="FILE", nargs="+", help=parser.say("help.files"))
    parser.add_argument("--deal", metavar="N", type=whole(1, 10**9, parser.lang), help=parser.say("help.deal"))
    parser.add_argument("--step", action="store_true", help=parser.say("help.step"))
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", metavar="S", type=whole(1, 99, parser.lang), help=parser.say("help.replay_seat"))
    eyes.add_argument("--open", action="store_true", help=parser.say("help.open"))


def run(args: Namespace) -> int:
    """Every deal is checked; those asked for are told, counted through all the files."""
    if args.step and STDIN in args.files:
        raise BadInput(say("error.step_needs_file", args.lang))
    count, code = 0, OK
    for file in args.files:
        try:
            with opened(file, args.lang) as source:
                for record in read(all_games(), lines(source, file, args.lang)):
                    count += 1
                    if args.deal in (None, count):
                        _tell(args, record, count)
                    else:
                        record.replay()
        except BadRecord as error:
            sys.stdout.flush()
            complain(f"{shown(file)}:{error.line}: {error.message}")
            code = WRONG
    if code != OK:
        return code
    if args.deal is not None and args.deal > count:
        files = ", ".join(map(shown, args.files))
        raise BadInput(say("error.no_deal", args.lang, file=files, deal=args.deal, deals=count))
    tell(output(), say("replay.right", args.lang, deals=count), style="green")
    return OK


def _tell(args: Namespace, record: Record, number: int) -> None:
    game = record.game
    if args.seat is not None and args.seat > record.seats:
        raise BadInput(say("error.no_seat", args.lang, seat=args.seat, last=record.seats))
    viewer = None if args.seat is None else args.seat - 1
    console = output()
    narration = Narration(game, record.seats, args.lang, viewer=viewer, open_to_all=viewer is None)
    head = say(
        "replay.head",
        args.lang,
        deal=number,
        game=game.presentation.title.say(args.lang),
        rules=sheets.canonical(game, record.rules),
        seats=record.seats,
    )
    tell(console, head, style="bold")
    for note in record.notes:
        tell(console, f"  {_noted(note, record.seats, args.lang)}", style="dim")
    keyboard = Keyboard()
    stepping = args.step
    for place, step in enumerate(record.steps(), start=1):
        for offset, line in enumerate(narration.told(step)):
            tell(console, f"{place:4d}  {line}" if offset == 0 else f"      {line}")
        if stepping:
            for line in narration.shown(step.state):
                tell(console, f"        {line}")
            stepping = _go_on(keyboard, args)
    tell(console, f"      {narration.result(record.result)}", style="bold")
    tell(console, "")


def _noted(note: str, seats: int, lang: Lang) -> str:
    """A note as people read it. The file counts seats from 0, everything on a screen from 1."""
    found = _SITS.fullmatch(note)
    if found is None or int(found["seat"]) >= seats:
        return note
    return f"{seat_name(int(found['seat']), lang)}: {found['who']}"


def _go_on(keyboard: Keyboard, args: Namespace) -> bool:
    """Waits for Enter. Whoever has no more lines to give gets the rest at once."""
    try:
        keyboard.line(say("replay.enter", args.lang))
    except EOFError:
        return False
    return True


COMMAND: Final = Command("replay", fill, run)
