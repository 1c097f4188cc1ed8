"""`chieu replay`: check records and print them move by move."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from chieu.cli.console import OK, WRONG, BadInput, complain, output, tell
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
    """Add the files, and whose cards to show."""
    del words
    parser.add_argument("files", metavar="FILE", nargs="+", help=parser.say("help.files"))
    parser.add_argument("--deal", metavar="N", type=whole(1, 10**9, parser.lang), help=parser.say("help.deal"))
    parser.add_argument("--step", action="store_true", help=parser.say("help.step"))
    eyes = parser.add_mutually_exclusive_group()
    parser.arguments += [
        eyes.add_argument("--seat", metavar="S", type=whole(1, 99, parser.lang), help=parser.say("help.replay_seat")),
        eyes.add_argument("--open", action="store_true", help=parser.say("help.open")),
    ]


def run(args: Namespace) -> int:
    """Check every deal, and print those asked for. Deals are numbered through all files."""
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
        tell(console, f"  {_note_for_people(note, record.seats, args.lang)}", style="dim")
    keyboard = Keyboard()
    stepping = args.step
    for number_of_move, step in enumerate(record.steps(), start=1):
        for offset, line in enumerate(narration.step(step)):
            tell(console, f"{number_of_move:4d}  {line}" if offset == 0 else f"      {line}")
        if stepping:
            for line in narration.shown(step.state):
                tell(console, f"        {line}")
            stepping = _wait_for_enter(keyboard, args)
    tell(console, f"      {narration.result(record.result)}", style="bold")
    tell(console, "")


def _note_for_people(note: str, seats: int, lang: Lang) -> str:
    """Return a note for people: the file counts seats from 0, screens count from 1."""
    match = _SITS.fullmatch(note)
    if match is None or int(match["seat"]) >= seats:
        return note
    return f"{seat_name(int(match['seat']), lang)}: {match['who']}"


def _wait_for_enter(keyboard: Keyboard, args: Namespace) -> bool:
    """Wait for Enter; return False at the end of input, so that the rest is printed at once."""
    try:
        keyboard.line(say("replay.enter", args.lang))
    except EOFError:
        return False
    return True


COMMAND: Final = Command("replay", fill, run)
