"""`chieu verify`: checks that every shuffle of a record had to be what it was."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from chieu.cli.console import complain, output, tell
from chieu.cli.errors import OK, WRONG
from chieu.cli.parser import Command, Parser
from chieu.cli.record_file import lines, opened, shown
from chieu.cli.texts import say
from chieu.core.records import BadRecord
from chieu.games import all_games
from chieu.table.proofs import Unproven, Verified, verify


def fill(parser: Parser, words: Sequence[str]) -> None:
    """Files."""
    del words
    parser.add_argument("files", metavar="FILE", nargs="+", help=parser.say("help.files"))


def run(args: Namespace) -> int:
    """Every deal of the files. One that does not hold ends its file, and the other files are checked all the same."""
    count, code = 0, OK
    for file in args.files:
        try:
            with opened(file, args.lang) as source:
                for deal in verify(all_games(), lines(source, file, args.lang)):
                    _tell(args, deal)
                    count += 1
        except (BadRecord, Unproven) as error:
            sys.stdout.flush()
            complain(f"{shown(file)}: {error}")
            code = WRONG
    if code == OK:
        tell(output(), say("verify.right", args.lang, deals=count), style="green")
    return code


def _tell(args: Namespace, deal: Verified) -> None:
    console = output()
    proof = deal.proof
    seats = ", ".join(str(one.seat + 1) for one in proof.contributions) or say("verify.nobody", args.lang)
    head = say("verify.deal", args.lang, table=proof.table, deal=proof.deal, game=deal.game, shuffles=deal.shuffles)
    tell(console, head, style="bold")
    tell(console, say("verify.commitment", args.lang, commitment=proof.commitment))
    tell(console, say("verify.contributors", args.lang, seats=seats))


COMMAND: Final = Command("verify", fill, run)
