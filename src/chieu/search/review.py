"""PF-42: a deal that is over, looked at again: what each choice of a seat cost against the best it could know of, and
how much of what it won was choice and how much luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Any

import msgspec

from chieu.core import run
from chieu.core.deal import Deal
from chieu.core.game import AnyGame, Seat
from chieu.core.rng import Rng
from chieu.search.advice import WORLDS, Advice, Choice, TimeShare, advise, compare, decisions, is_question


class Turn(msgspec.Struct, frozen=True):
    """A moment at which a seat was asked: the number of the step that it led to, from 0, the deal so far and the action
    that was taken, as the game lists it."""

    step: int
    deal: Deal
    taken: Any


class Decision(msgspec.Struct, frozen=True):
    """What a seat could have done at a step, and what it did.

    `cost` is how much less that wins than the best, and `margin` how sure that is (95 %). The best is the one that came
    out ahead in some worlds, and what it is ahead is measured in others (`cost_of`): so a choice does not seem to cost
    something just because the luckiest of many options was called the best.

    >>> import chieu
    >>> deal = chieu.deal("xidach", seats=2, cards="10S 9C KS 8C AS")
    >>> for action in ("draw", "stand", "stand"):  # seat 1 drew on 20, and got the ace
    ...     events = deal.play(action)
    >>> [(decision.choice.action, decision.mistake) for decision in review(deal, 1, chieu.Rng(7))]
    [(Draw(), True), (Stand(), False)]
    """

    step: int
    advice: Advice
    taken: int
    cost: float
    margin: float

    @property
    def choice(self) -> Choice:
        """What was done."""
        return self.advice.options[self.taken]

    @property
    def mistake(self) -> bool:
        """Whether it was clearly worse than the best, by what the seat could know."""
        return self.cost > self.margin


class Account(msgspec.Struct, frozen=True):
    """What a seat won in one deal or in several, as what its choices did to it and the rest, which is luck: the cards
    it was dealt, and what the others did. `choice` is what it gave away beside the best it could know of, with its
    margin (95 %); both always add up to the payoff.

    >>> Account(5, -0.5, 0.3) + Account(-2, 0.0, 0.4)
    Account(payoff=3, choice=-0.5, margin=0.5)
    >>> Account(5, -0.5, 0.3).luck
    5.5
    """

    payoff: int = 0
    choice: float = 0.0
    margin: float = 0.0

    @property
    def luck(self) -> float:
        """What was not up to the seat."""
        return self.payoff - self.choice

    def __add__(self, other: Account) -> Account:
        return Account(self.payoff + other.payoff, self.choice + other.choice, hypot(self.margin, other.margin))


def account(payoff: int, decisions: Iterable[Decision]) -> Account:
    """What decisions did to a payoff."""
    every = tuple(decisions)
    return Account(payoff, -sum(one.cost for one in every), hypot(*(one.margin for one in every)))


def ranked(decisions: Iterable[Decision]) -> list[Decision]:
    """The mistakes among decisions, those that cost most first."""
    return sorted((one for one in decisions if one.mistake), key=lambda one: -one.cost)


def turns(deal: Deal, seat: Seat) -> Iterator[Turn]:
    """Every moment at which a seat was asked and acted. What it did aside, while others were asked, is none."""
    game = deal.game
    state = deal.upto(0).state
    for number, step in enumerate(deal.steps()):
        if step.seat == seat and seat in game.to_act(state):
            yield Turn(number, deal.upto(number, state), _as_listed(game, state, step))
        state = step.state


def _as_listed(game: AnyGame, state: Any, step: run.Step) -> Any:
    """What was done, as the game lists it: what is spelled otherwise and comes to the same is no option of its own.
    What the game leaves out of its list stays as it is."""
    legal = game.legal(state, step.seat)
    if step.action in legal:
        return step.action
    for one in legal:
        if type(one) is type(step.action) and game.apply(state, step.seat, one)[0] == step.state:
            return one
    return step.action


def is_choice(turn: Turn, seat: Seat) -> bool:
    """Whether there was more than one way to go on, and one was taken."""
    return len(decisions(turn.deal, seat)) > 1 and not is_question(turn.deal, turn.taken)


def review(deal: Deal, seat: Seat, rng: Rng, worlds: int = WORLDS) -> Iterator[Decision]:
    """Every decision of a seat where there was a choice, one by one as each is worked out.

    >>> import chieu
    >>> deal = chieu.deal("xidach", seats=2, cards="10S 9C KS 8C")
    >>> events = deal.play("stand")
    >>> events = deal.play("stand")
    >>> [decision.mistake for decision in review(deal, 1, chieu.Rng(7))]
    [False]
    """
    for turn in turns(deal, seat):
        if is_choice(turn, seat):
            yield decided(turn, seat, rng, worlds)


def decided(turn: Turn, seat: Seat, rng: Rng, worlds: int = WORLDS, clock: TimeShare | None = None) -> Decision:
    """A turn looked at again. A `clock` goes from 0 to 1: half of that goes into finding what is best, half into what
    was done beside it."""
    advice = advise(turn.deal, seat, rng, worlds, turn.taken, _part(clock, 0.0, 0.5))
    taken = advice.place_of(turn.taken)
    best, done = advice.options[0], advice.options[taken]
    if taken == 0 or done.worlds == 0:  # reckoned, and so not lucky
        return Decision(turn.step, advice, taken, done.behind, done.behind_margin)
    gaps, margins = [], []
    for part in (_part(clock, 0.5, 0.75), _part(clock, 0.75, 1.0)):
        ahead, behind = compare(turn.deal, seat, rng, (best.action, done.action), worlds // 2, part)
        gaps.append(behind.behind if ahead.action == best.action else -behind.behind)
        margins.append(behind.behind_margin)
    cost, off = cost_of(done.behind, gaps), hypot(*margins) / 2
    # What was done is told by what it was found to cost: no option is said to be two things.
    known = msgspec.structs.replace(done, mean=best.mean - max(cost, 0.0), behind=max(cost, 0.0), behind_margin=off)
    options = (*advice.options[:taken], known, *advice.options[taken + 1 :])
    return Decision(turn.step, msgspec.structs.replace(advice, options=options), taken, cost, off)


def cost_of(found: float, gaps: Sequence[float]) -> float:
    """What a choice cost, by how far the best was ahead of it in the worlds in which that was found to be the best, and
    in two halves of as many others.

    With few worlds what was done is often better than what was found, and would cost less than nothing. So it is called
    the best itself where that is what the worlds say, and costs nothing then. Each half of the others is measured by
    what the rest says of it, never by itself: so among options that are worth the same a choice still costs nothing on
    average, and less than nothing only by noise.

    >>> cost_of(0.2, (0.6, 0.2)), cost_of(0.1, (-0.4, -0.6))
    (0.4, 0.0)
    >>> cost_of(0.3, (0.4, -1.0))  # the first says that it cost something, the second that it did not
    -0.5
    """
    one, other = gaps
    return ((one if 2 * found + other > 0 else 0.0) + (other if 2 * found + one > 0 else 0.0)) / 2


def _part(clock: TimeShare | None, start: float, end: float) -> TimeShare | None:
    """A clock that goes from 0 to 1 while another goes on by that part."""
    return None if clock is None else lambda: (clock() - start) / (end - start)
