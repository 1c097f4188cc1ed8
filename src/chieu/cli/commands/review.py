"""`chieu review`: print the cost of each choice in a deal, judged by what its seat could know."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from rich.console import Console

from chieu.cli.console import OK, WRONG, BadInput, complain, output, progress, tell
from chieu.cli.parser import Command, Parser, whole
from chieu.cli.play.advice_lines import lines_of
from chieu.cli.play.narration import Narration
from chieu.cli.record_file import lines, opened, shown
from chieu.cli.text.texts import say
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.records import BadRecord, Record, read
from chieu.core.rng import Rng
from chieu.core.text.languages import seat_name
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games
from chieu.search.advice import WORLDS
from chieu.search.review import Account, Decision, account, is_choice, ranked_mistakes, review, turns

_SEED: Final = 1  # fixed, so that a review is reproducible
_WORLDS_AT_MOST: Final = 100_000


def fill(parser: Parser, words: Sequence[str]) -> None:
    """Add the file, the deal and seat to review, and the number of sampled worlds."""
    del words
    parser.add_argument("file", metavar="FILE", help=parser.say("help.review_file"))
    parser.add_argument("--deal", metavar="N", type=whole(1, 10**9, parser.lang), help=parser.say("help.review_deal"))
    parser.add_argument("--seat", metavar="S", type=whole(1, 99, parser.lang), help=parser.say("help.review_seat"))
    parser.add_argument(
        "--worlds",
        metavar="N",
        type=whole(4, _WORLDS_AT_MOST, parser.lang),
        default=WORLDS,
        help=parser.say("help.worlds", usual=WORLDS),
    )


def run(args: Namespace) -> int:
    """Review the deals asked for, seat by seat. Every deal is checked, as in `replay`."""
    count = 0
    evening: dict[int, Account] = {}
    try:
        with opened(args.file, args.lang) as source:
            for record in read(all_games(), lines(source, args.file, args.lang)):
                count += 1
                record.replay()
                if args.deal in (None, count):
                    _review(args, record, count, evening)
    except BadRecord as error:
        sys.stdout.flush()
        complain(f"{shown(args.file)}:{error.line}: {error.message}")
        return WRONG
    if args.deal is not None and args.deal > count:
        raise BadInput(say("error.no_deal", args.lang, file=shown(args.file), deal=args.deal, deals=count))
    if count > 1 and args.deal is None:
        _report(args, evening)
    return OK


def _report(args: Namespace, evening: dict[int, Account]) -> None:
    """Print the totals of all deals by seat."""
    console = output()
    tell(console, say("review.evening", args.lang), style="bold")
    for seat, total in sorted(evening.items()):
        tell(console, f"  {seat_name(seat, args.lang)}: {_split(args, total)}")


def _review(args: Namespace, record: Record, number: int, evening: dict[int, Account]) -> None:
    game = record.game
    if args.seat is not None and args.seat > record.seats:
        raise BadInput(say("error.no_seat", args.lang, seat=args.seat, last=record.seats))
    console = output()
    rules = sheets.canonical(game, record.rules)
    title = game.presentation.title.say(args.lang)
    head = say("replay.head", args.lang, deal=number, game=title, rules=rules, seats=record.seats)
    tell(console, head, style="bold")
    deal = Deal.of(record)
    for seat in range(record.seats) if args.seat is None else (args.seat - 1,):
        evening[seat] = evening.get(seat, Account()) + _review_seat(args, console, deal, seat)
    tell(console, say("review.by", args.lang), style="dim")
    tell(console, "")


def _review_seat(args: Namespace, console: Console, deal: Deal, seat: int) -> Account:
    teller = Phraser(deal.game, args.lang)
    states = {turn.step: turn.deal.state for turn in turns(deal, seat) if is_choice(turn, seat)}
    narration = Narration(deal.game, deal.seats, args.lang, viewer=seat)
    decisions: list[Decision] = []
    with progress(say("review.bar", args.lang, who=teller.name(seat)), len(states)) as bar:
        for decision in review(deal, seat, Rng(_SEED, seat), args.worlds):
            decisions.append(decision)
            bar(len(decisions))
            tell(console, "")
            tell(console, say("review.step", args.lang, step=decision.step + 1, who=teller.name(seat)), style="bold")
            for line in narration.shown(states[decision.step]):
                tell(console, f"    {line}", style="dim")
            at_step = teller.at(deal.game.view(states[decision.step], seat))
            for line in lines_of(decision.advice, at_step, args.lang, decision.taken):
                tell(console, f"  {line}")
            tell(console, f"    {_verdict(args, decision)}", style="yellow" if decision.mistake else "")
            for reason in decision.advice.reasons if decision.mistake else ():
                tell(console, f"    {at_step.reason(reason)}")
    mistakes = ranked_mistakes(decisions)
    summary = say(
        "review.sum",
        args.lang,
        who=teller.name(seat),
        decisions=len(decisions),
        mistakes=len(mistakes),
        cost=f"{sum(mistake.cost for mistake in mistakes):.2f}",
    )
    tell(console, "")
    tell(console, summary, style="bold")
    if mistakes:
        steps = ", ".join(f"{mistake.step + 1} ({mistake.cost:.2f})" for mistake in mistakes)
        tell(console, say("review.ranked", args.lang, steps=steps))
    assert deal.payoff is not None
    total = account(deal.payoff[seat], decisions)
    tell(console, _split(args, total))
    return total


def _split(args: Namespace, total: Account) -> str:
    choice = f"{total.choice:+.2f}" + ("" if total.margin == 0 else f" ± {total.margin:.2f}")
    return say("review.split", args.lang, payoff=total.payoff, choice=choice, luck=f"{total.luck:+.2f}")


def _verdict(args: Namespace, decision: Decision) -> str:
    cost = f"{decision.cost:.2f}" + ("" if decision.margin == 0 else f" ± {decision.margin:.2f}")
    if decision.mistake:
        return say("review.mistake", args.lang, cost=cost)
    if decision.cost <= 0:
        return say("review.best", args.lang)
    return say("review.unclear", args.lang, cost=cost)


COMMAND: Final = Command("review", fill, run)
