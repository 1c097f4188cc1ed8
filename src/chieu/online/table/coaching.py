"""PF-42: hints and reviews. Nobody gets a hint while playing against people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from chieu.core.deal import Deal
from chieu.core.game import Refusal, Seat
from chieu.online.table.entries import AnyEntry, Moved, Started
from chieu.online.table.seating import chair_of, member_of, plays_from
from chieu.online.table.state import TableState
from chieu.search.advice import Advice, Choice
from chieu.search.review import Decision, account, ranked_mistakes


class HintQuestion(msgspec.Struct, frozen=True):
    """A seat to act at entry `seq` of the table, and the deal so far with everything that is hidden in it."""

    seq: int
    seat: Seat
    deal: Deal


class Hint(msgspec.Struct, frozen=True):
    """Values of the options of a seat to act, best first, valid for this `seq` of the table.

    `reasons` say why the first option is better than the next one that is clearly worse; empty if there is none.
    `worlds` is the largest number of worlds that an option was played in. `judged`: values are unknown and only the
    distances to the first option are given.
    """

    seq: int
    seat: Seat
    worlds: int
    options: tuple[Choice, ...]
    reasons: tuple[Any, ...] = ()
    taken: int | None = None
    judged: bool = False


class Reviewed(msgspec.Struct, frozen=True):
    """Values of the options at a decision of a finished deal, best first, and the index of the one taken.

    `step` is the step of the replay that the decision led to, from 0. `cost` is how much less the option taken wins
    than the best one, with its margin, and `reasons` say why. It is a mistake only if `cost` exceeds `margin`.
    """

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
    """All decisions of a seat in a deal where it had a choice, in order.

    `mistakes` are their steps, the most expensive first. Their costs add up to minus `choice`, with its `margin`.
    `choice` and `luck` add up to the payoff: decisions whose cost is too small to be measured count as luck.
    """

    seat: Seat
    payoff: int
    choice: float
    margin: float
    luck: float
    mistakes: tuple[int, ...]
    decisions: tuple[Reviewed, ...]


def may_ask(state: TableState, guest: str) -> Seat:
    """Return the seat of a guest who may have a hint now. Raise `Refusal` otherwise."""
    member = member_of(state, guest)
    if chair_of(state, member) is None:
        raise Refusal("not_seated")
    if sum(chair.member is not None for chair in state.chairs) > 1:
        raise Refusal("hint_against_people", "PF-42")
    deal = state.deal
    if deal is None:
        raise Refusal("no_deal")
    seat = plays_from(state, member)
    if seat is None:
        raise Refusal("not_seated")
    if deal.payoff is not None:
        raise Refusal("deal_over")
    waiting = deal.game.to_act(deal.state)
    if seat not in waiting:
        raise Refusal("not_your_turn", waiting=", ".join(str(other) for other in waiting))
    return seat


def question(state: TableState, seat: Seat, span: Sequence[AnyEntry]) -> HintQuestion:
    """Return the question that a hint answers. `span` holds the entries of the running deal so far."""
    started, deal = span[0].event, state.deal
    assert isinstance(started, Started)
    assert deal is not None
    moves = [(entry.event.seat, entry.event.action) for entry in span if isinstance(entry.event, Moved)]
    seats, match, host = len(started.players), started.match, started.host
    so_far = Deal(deal.game, deal.rules, seats, match=match, host=host, moves=moves, state=deal.state)
    return HintQuestion(state.seq, seat, so_far)


def hint(question: HintQuestion, advice: Advice) -> Hint:
    """Return the coach's advice as the answer to a question."""
    return Hint(question.seq, advice.seat, advice.worlds, advice.options, advice.reasons, judged=advice.judged)


def reviewed(decision: Decision) -> Reviewed:
    """Return the coach's advice on a decision of a finished deal."""
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
    """Return the coach's advice on all decisions of a seat in a deal."""
    total = account(payoff, decisions)
    return ReviewedDeal(
        seat,
        payoff,
        total.choice,
        total.margin,
        total.luck,
        tuple(decision.step for decision in ranked_mistakes(decisions)),
        tuple(map(reviewed, decisions)),
    )
