"""PF-42: who may ask for a hint, and what a coach answers. Nobody gets help against people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from chieu.core.deal import Deal
from chieu.core.game import Refusal, Seat
from chieu.online.table.entries import AnyEntry, Moved, Started
from chieu.online.table.seating import member_of, plays_from
from chieu.online.table.state import TableState
from chieu.search.advice import Advice, Choice
from chieu.search.review import Decision, account, ranked


class Question(msgspec.Struct, frozen=True):
    """A seat that is to act at a table's number `seq`, and the deal so far with all that is hidden in it."""

    seq: int
    seat: Seat
    deal: Deal


class Hint(msgspec.Struct, frozen=True):
    """What each option is worth for a seat that is to act, best first; good for this `seq` of the table. `reasons` say
    why the first is better than the next that is clearly worse; there are none where none is. `worlds` is the most
    that any option was played in. `judged`: what options are worth by themselves is not known, only how far they are
    behind the first."""

    seq: int
    seat: Seat
    worlds: int
    options: tuple[Choice, ...]
    reasons: tuple[Any, ...] = ()
    taken: int | None = None
    judged: bool = False


class Reviewed(msgspec.Struct, frozen=True):
    """What each option was worth where a seat decided, best first, and the place among them of what it did. `step` is
    the step of the replay that it led to, from 0. `cost` is what that wins less than the best, with its margin, and
    `reasons` say why; it is a mistake only if it costs more than the margin."""

    step: int
    seat: Seat
    worlds: int
    options: tuple[Choice, ...]
    taken: int | None
    cost: float = 0.0
    margin: float = 0.0
    reasons: tuple[Any, ...] = ()
    judged: bool = False


class ReviewedDeal(msgspec.Struct, frozen=True):
    """All that a seat decided in a deal where it had a choice, as it came; the steps of its mistakes, those that cost
    most first; and what it won as choice and luck, which add up to the payoff."""

    seat: Seat
    payoff: int
    choice: float
    margin: float
    luck: float
    mistakes: tuple[int, ...]
    decisions: tuple[Reviewed, ...]


def may_ask(state: TableState, guest: str) -> Seat:
    """The seat of a guest who may have a hint now; `Refusal` if there is none to be had."""
    seat = plays_from(state, member_of(state, guest))
    if seat is None:
        raise Refusal("not_seated")
    if any(chair.member is not None for other, chair in enumerate(state.chairs) if other != seat):
        raise Refusal("hint_against_people", "PF-42")
    deal = state.deal
    if deal is None:
        raise Refusal("no_deal")
    if deal.payoff is not None:
        raise Refusal("deal_over")
    waiting = state.game.to_act(deal.state)
    if seat not in waiting:
        raise Refusal("not_your_turn", waiting=", ".join(str(other) for other in waiting))
    return seat


def question(state: TableState, seat: Seat, span: Sequence[AnyEntry]) -> Question:
    """What there is to ask of a running deal, whose entries so far these are."""
    started, deal = span[0], state.deal
    assert isinstance(started, Started)
    assert deal is not None
    moves = [(entry.seat, entry.action) for entry in span if isinstance(entry, Moved)]
    seats, match, host = len(started.players), started.match, started.host
    so_far = Deal(state.game, deal.rules, seats, match=match, host=host, moves=moves, state=deal.state)
    return Question(state.seq, seat, so_far)


def hint(asked: Question, advice: Advice) -> Hint:
    """A coach's answer to a question."""
    return Hint(asked.seq, advice.seat, advice.worlds, advice.options, advice.reasons, judged=advice.judged)


def reviewed(decision: Decision) -> Reviewed:
    """A coach's word on a decision of a deal that is over."""
    advice = decision.advice
    return Reviewed(
        decision.step,
        advice.seat,
        advice.worlds,
        advice.options,
        decision.taken,
        decision.cost,
        decision.margin,
        advice.reasons,
        advice.judged,
    )


def reviewed_deal(seat: Seat, payoff: int, decisions: Sequence[Decision]) -> ReviewedDeal:
    """A coach's word on all that a seat decided in a deal."""
    all_in_all = account(payoff, decisions)
    return ReviewedDeal(
        seat,
        payoff,
        all_in_all.choice,
        all_in_all.margin,
        all_in_all.luck,
        tuple(one.step for one in ranked(decisions)),
        tuple(map(reviewed, decisions)),
    )
