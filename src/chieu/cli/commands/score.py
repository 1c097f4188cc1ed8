"""`chieu score`: score a deal that was played with real cards."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from chieu.cli import sheet
from chieu.cli.console import OK, BadInput, print_json, tell
from chieu.cli.parser import Parser
from chieu.core.cards import BadCard
from chieu.core.extras import Scoring
from chieu.core.game import Illegal
from chieu.core.scoring.form import Form
from chieu.core.scoring.lines import count_lines, read_deal
from chieu.core.scoring.score import Score, read_entry
from chieu.core.text.phrasing import Phraser


def fill(parser: Parser) -> None:
    """Add the game, its rules, and a line per seat."""
    sheet.add_game(parser)
    sheet.add_rules(parser)
    parser.add_argument("lines", metavar="LINE", nargs="+", help=parser.say("help.score_lines"))
    parser.add_argument("--json", action="store_true", help=parser.say("help.judge_json"))


def run(args: Namespace) -> int:
    """Score the deal of the command line: `19 quac xi_dach,stake=2 dealer=1`."""
    game = sheet.game_named(args.game, args.lang)
    scoring: Scoring[Any, Any] = sheet.extra_of(game, "scoring", "error.no_scoring", args.lang)
    rules = sheet.rules_of(args, game)
    phraser = Phraser(game, args.lang)
    try:
        words = args.lines
        form: Form = scoring.form(rules, min(len(words), game.seats[-1]), None, 0)
        seats = count_lines(form, words)
        form = scoring.form(rules, seats, None, 0)
        read = read_entry(game, read_deal(form, words))
        scored = Score(game, rules, read, scoring.score(rules, seats, None, 0, read))
    except Illegal as refusal:
        raise BadInput(phraser.refusal(refusal)) from None
    except BadCard as bad:
        raise BadInput(phraser.bad_card(bad)) from None
    if args.json:
        print_json(scored.scored)
        return OK
    for line in scored.lines(args.lang):
        tell(line)
    return OK
