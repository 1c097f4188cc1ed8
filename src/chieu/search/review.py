"""PF-42: review a finished deal: the cost of each choice of a seat, and the part of luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Any

import msgspec

from chieu.core import run
from chieu.core.deal import Deal
from chieu.core.game import AnyGame, Seat
from chieu.core.rng import Rng
from chieu.core.text.choices import groups_of
from chieu.search.advice import WORLDS, Advice, Choice, TimeShare, advise, compare, decisions, is_question


class Turn(msgspec.Struct, frozen=True):
    """A turn of a seat: index of its step, the deal before it, and the action taken, as the game lists it."""

    step: int
    deal: Deal
    taken: Any


class Decision(msgspec.Struct, frozen=True):
    """A choice of a seat: its options, the one it took, and the cost.

    `cost` is the loss of expected payoff against the best option, with its 95 % `margin`. The best option is selected
    in some worlds and the loss is measured in others. Otherwise a choice would seem to cost something just because the
    luckiest of many options was selected as the best. The cost is 0 if the choice does better in these worlds.

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
        """The option taken."""
        return self.advice.options[self.taken]

    @property
    def mistake(self) -> bool:
        """Significantly worse than the best option, given what the seat knew."""
        return self.cost > self.margin


class Account(msgspec.Struct, frozen=True):
    """Payoff of a seat in one or more deals, split into choice and luck.

    `choice` is minus the cost of its mistakes, with its 95 % margin. The rest is luck: the cards, the others' play, and
    decisions whose cost is too small to be measured.

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
        """The part of the payoff that the seat did not decide."""
        return self.payoff - self.choice

    def __add__(self, other: Account) -> Account:
        return Account(self.payoff + other.payoff, self.choice + other.choice, hypot(self.margin, other.margin))


def account(payoff: int, decisions: Iterable[Decision]) -> Account:
    """Split a payoff into choice, the sum of all mistakes, and luck.

    Costs are rounded as they are shown, so that the sum is that of the figures people see.
    """
    mistakes = ranked_mistakes(decisions)
    choice = -sum(round(mistake.cost, 2) for mistake in mistakes)
    return Account(payoff, choice, hypot(*(mistake.margin for mistake in mistakes)))


def ranked_mistakes(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the mistakes, most expensive first."""
    return sorted((decision for decision in decisions if decision.mistake), key=lambda decision: -decision.cost)


def turns(deal: Deal, seat: Seat) -> Iterator[Turn]:
    """Yield the turns of a seat. Out-of-turn actions are skipped."""
    game = deal.game
    state = deal.upto(0).state
    for number, step in enumerate(deal.steps()):
        if step.seat == seat and seat in game.to_act(state):
            yield Turn(number, deal.upto(number, state), _as_listed(game, state, step))
        state = step.state


def _as_listed(game: AnyGame, state: Any, step: run.Step) -> Any:
    """Return the legal action that is the same as the one taken, or the one taken if there is none.

    It has the same effect or, if none has, names the same groups of cards.
    """
    legal = game.legal(state, step.seat)
    if step.action in legal:
        return step.action
    alike = [action for action in legal if type(action) is type(step.action)]
    same = [action for action in alike if game.apply(state, step.seat, action)[0] == step.state]
    groups = sorted(groups_of(step.action))
    return next(iter(same or [action for action in alike if sorted(groups_of(action)) == groups]), step.action)


def is_choice(turn: Turn, seat: Seat) -> bool:
    """Return whether the seat chose between several actions and did not just ask a question."""
    return len(decisions(turn.deal, seat)) > 1 and not is_question(turn.deal, turn.taken)


def review(deal: Deal, seat: Seat, rng: Rng, worlds: int = WORLDS) -> Iterator[Decision]:
    """Yield the decisions of a seat, each as soon as it is evaluated. Turns without a choice are skipped.

    >>> import chieu
    >>> deal = chieu.deal("xidach", seats=2, cards="10S 9C KS 8C")
    >>> events = deal.play("stand")
    >>> events = deal.play("stand")
    >>> [decision.mistake for decision in review(deal, 1, chieu.Rng(7))]
    [False]
    """
    for turn in turns(deal, seat):
        if is_choice(turn, seat):
            yield review_turn(turn, seat, rng, worlds)


def review_turn(turn: Turn, seat: Seat, rng: Rng, worlds: int = WORLDS, clock: TimeShare | None = None) -> Decision:
    """Evaluate the choice made at a turn.

    Half of the `clock`'s time goes into finding the best option, half into comparing the action taken with it.
    """
    advice = advise(turn.deal, seat, rng, worlds, turn.taken, _part(clock, 0.0, 0.5))
    taken = advice.index_of(turn.taken)
    best, done = advice.options[0], advice.options[taken]
    if taken == 0 or best.worlds == done.worlds == 0:  # computed without sampling, so there is no selection bias
        return Decision(turn.step, advice, taken, done.behind, done.behind_margin)
    first, second = compare(turn.deal, seat, rng, (best.action, done.action), worlds, _part(clock, 0.5, 1.0))
    cost, margin = second.behind if first.action == best.action else 0.0, second.behind_margin
    # The option taken must show the same loss in the advice as in the decision.
    measured = msgspec.structs.replace(
        done,
        mean=best.mean - cost,
        margin=hypot(best.margin, margin),
        behind=cost,
        behind_margin=margin,
        clearly_worse=cost > margin,
    )
    options = (*advice.options[:taken], measured, *advice.options[taken + 1 :])
    return Decision(turn.step, msgspec.structs.replace(advice, options=options), taken, cost, margin)


def _part(clock: TimeShare | None, start: float, end: float) -> TimeShare | None:
    """Return a clock that goes from 0 to 1 while another goes from `start` to `end`."""
    return None if clock is None else lambda: (clock() - start) / (end - start)
