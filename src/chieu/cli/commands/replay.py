"""`chieu replay`: check records and print them move by move."""

from __future__ import annotations

import re
from argparse import Namespace
from typing import Final

from chieu.cli.console import OK, WRONG, BadInput, complain, tell
from chieu.cli.parser import Parser, whole
from chieu.cli.play.keyboard import Keyboard
from chieu.cli.play.narration import Narration
from chieu.cli.record_file import STDIN, check_deal, display_name, print_head, records
from chieu.cli.sheet import bad_rules
from chieu.cli.text.texts import say
from chieu.core.options import BadRules
from chieu.core.records import BadRecord, Record
from chieu.core.text.languages import seat_name
from chieu.core.text.phrasing import Phraser
from chieu.fairness.verify import MARK
from chieu.odds import NotSameCards, phrasing, same_deal

_SITS: Final = re.compile(r"seat (?P<seat>[0-9]{1,2}) (?P<who>.+)")


def fill(parser: Parser) -> None:
    """Add the files, and whose cards to show."""
    parser.add_argument("files", metavar="FILE", nargs="+", help=parser.say("help.files"))
    parser.add_argument("--deal", metavar="N", type=whole(1, 10**9, parser.lang), help=parser.say("help.deal"))
    parser.add_argument("--step", action="store_true", help=parser.say("help.step"))
    parser.add_argument("--under", metavar="CODE", help=parser.say("help.under"))
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
            for record in records(file, args.lang):
                count += 1
                if args.deal in (None, count):
                    _tell(args, record, count)
                else:
                    record.replay()
        except BadRecord as error:
            complain(f"{display_name(file)}:{error.line}: {error.message}")
            code = WRONG
    if code != OK:
        return code
    check_deal(args, args.files, count)
    tell(say("replay.right", args.lang, deals=count), style="green")
    return OK


def _tell(args: Namespace, record: Record, number: int) -> None:
    print_head(args, record, number)
    viewer = None if args.seat is None else args.seat - 1
    narration = Narration(record.game, record.seats, args.lang, viewer=viewer, open_to_all=viewer is None)
    for note in record.notes:
        if note.startswith(MARK):  # `chieu verify` reads the proof of the shuffle
            continue
        player = _SITS.fullmatch(note)
        if player is not None and int(player["seat"]) < record.seats:  # screens count seats from 1, files from 0
            note = f"{seat_name(int(player['seat']), args.lang)}: {player['who']}"  # noqa: PLW2901
        tell(f"  {note}", style="dim")
    keyboard = Keyboard()
    stepping = args.step
    for number_of_move, step in enumerate(record.steps(), start=1):
        for offset, line in enumerate(narration.step(step)):
            tell(f"{number_of_move:4d}  {line}" if offset == 0 else f"      {line}")
        if stepping:
            for line in narration.table_lines(step.state):
                tell(f"        {line}")
            try:
                keyboard.line(say("replay.enter", args.lang))
            except EOFError:
                stepping = False  # print the rest at once
    tell(f"      {Phraser(record.game, args.lang).payoff(record.result)}", style="bold")
    if args.under is not None:
        _tell_under(args, record)
    tell("")


def _tell_under(args: Namespace, record: Record) -> None:
    """Say what another sheet changes in a deal (OD-6), and the moves by it from the first difference on."""
    try:
        deal = same_deal(record, args.under)
    except BadRules as error:
        raise bad_rules(record.game, error, args.lang) from None
    except NotSameCards:
        raise BadInput(say("error.not_same_cards", args.lang, rules=args.under[:40])) from None
    tell(f"      {phrasing.same_deal(deal, args.lang)}", style="bold")
    for number, move in enumerate(deal.other_moves, start=deal.step + 1):
        tell(f"{number:4d}  {seat_name(move.seat, args.lang)}: {move.action}")
