"""`chieu review`: print the cost of each choice in a deal, judged by what its seat could know."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from chieu.cli.console import OK, WRONG, complain, progress, tell
from chieu.cli.parser import Parser, whole
from chieu.cli.play.advice_lines import lines_of
from chieu.cli.play.narration import Narration
from chieu.cli.record_file import check_deal, display_name, print_head, records
from chieu.cli.text.texts import say
from chieu.core.deal import Deal
from chieu.core.records import BadRecord, Record
from chieu.core.rng import Rng
from chieu.core.text.languages import seat_name
from chieu.core.text.numbers import with_margin, written
from chieu.core.text.phrasing import Phraser
from chieu.search.advice import WORLDS
from chieu.search.review import Account, Decision, account, is_choice, ranked_mistakes, review, turns

_SEED: Final = 1  # fixed, so that a review is reproducible
_MAX_WORLDS: Final = 100_000


def fill(parser: Parser) -> None:
    """Add the file, the deal and seat to review, and the number of sampled worlds."""
    parser.add_argument("file", metavar="FILE", help=parser.say("help.review_file"))
    parser.add_argument("--deal", metavar="N", type=whole(1, 10**9, parser.lang), help=parser.say("help.review_deal"))
    parser.add_argument("--seat", metavar="S", type=whole(1, 99, parser.lang), help=parser.say("help.review_seat"))
    parser.add_argument(
        "--worlds",
        metavar="N",
        type=whole(4, _MAX_WORLDS, parser.lang),
        default=WORLDS,
        help=parser.say("help.worlds", usual=WORLDS),
    )


def run(args: Namespace) -> int:
    """Review the deals asked for, seat by seat. Every deal is checked, as in `replay`."""
    count = 0
    evening: dict[int, Account] = {}
    try:
        for record in records(args.file, args.lang):
            count += 1
            record.replay()
            if args.deal in (None, count):
                _review(args, record, count, evening)
    except BadRecord as error:
        complain(f"{display_name(args.file)}:{error.line}: {error.message}")
        return WRONG
    check_deal(args, [args.file], count)
    if count > 1 and args.deal is None:
        tell(say("review.evening", args.lang), style="bold")
        for seat, total in sorted(evening.items()):
            tell(f"  {seat_name(seat, args.lang)}: {_split(args, total)}")
    return OK


def _review(args: Namespace, record: Record, number: int, evening: dict[int, Account]) -> None:
    print_head(args, record, number)
    deal = Deal.from_record(record)
    for seat in range(record.seats) if args.seat is None else (args.seat - 1,):
        evening[seat] = evening.get(seat, Account()) + _review_seat(args, deal, seat)
    tell(say("review.by", args.lang), style="dim")
    tell("")


def _review_seat(args: Namespace, deal: Deal, seat: int) -> Account:
    phraser = Phraser(deal.game, args.lang)
    states = {turn.step: turn.deal.state for turn in turns(deal, seat) if is_choice(turn, seat)}
    narration = Narration(deal.game, deal.seats, args.lang, viewer=seat)
    decisions: list[Decision] = []
    with progress(say("review.bar", args.lang, who=phraser.name(seat)), len(states)) as bar:
        for decision in review(deal, seat, Rng(_SEED, seat), args.worlds):
            decisions.append(decision)
            bar(len(decisions))
            tell("")
            tell(say("review.step", args.lang, step=decision.step + 1, who=phraser.name(seat)), style="bold")
            for line in narration.table_lines(states[decision.step]):
                tell(f"    {line}", style="dim")
            at_step = phraser.at(deal.game.view(states[decision.step], seat))
            for line in lines_of(decision.advice, at_step, args.lang, decision.taken):
                tell(f"  {line}")
            tell(f"    {_verdict(args, decision)}", style="yellow" if decision.mistake else "")
            for reason in decision.advice.reasons if decision.mistake else ():
                tell(f"    {at_step.reason(reason)}")
    assert deal.payoff is not None
    mistakes, total = ranked_mistakes(decisions), account(deal.payoff[seat], decisions)
    summary = say(
        "review.sum",
        args.lang,
        who=phraser.name(seat),
        decisions=len(decisions),
        mistakes=len(mistakes),
        cost=written(-total.choice, args.lang, 2),
    )
    tell("")
    tell(summary, style="bold")
    if mistakes:
        steps = ", ".join(f"{mistake.step + 1} ({written(mistake.cost, args.lang, 2)})" for mistake in mistakes)
        tell(say("review.ranked", args.lang, steps=steps))
    tell(_split(args, total))
    return total


def _split(args: Namespace, total: Account) -> str:
    choice = with_margin(total.choice, total.margin, args.lang, sign=True)
    luck = written(total.luck, args.lang, 2, sign=True)
    return say("review.split", args.lang, payoff=total.payoff, choice=choice, luck=luck)


def _verdict(args: Namespace, decision: Decision) -> str:
    cost = with_margin(decision.cost, decision.margin, args.lang)
    if decision.mistake:
        return say("review.mistake", args.lang, cost=cost)
    if decision.cost > 0:
        return say("review.unclear", args.lang, cost=cost)
    return say("review.best" if decision.taken == 0 and decision.advice.clear else "review.close", args.lang)
