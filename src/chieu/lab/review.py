"""PF-42: a deal that is over, looked at again: what each choice of a seat cost against the best it could know of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from chieu.core import run
from chieu.core.contract import AnyGame, Seat
from chieu.core.luck import Luck
from chieu.core.records import Record
from chieu.lab.advice import WORLDS, Advice, Choice, advise


class Turn(msgspec.Struct, frozen=True):
    """A moment at which a seat was asked: the number of the step that it led to, from 0, the deal so far and the action
    that was taken, as the game lists it."""

    step: int
    deal: run.Deal
    taken: Any


class Decision(msgspec.Struct, frozen=True):
    """What a seat could have done at a step, and what it did."""

    step: int
    advice: Advice
    taken: int

    @property
    def choice(self) -> Choice:
        """What was done."""
        return self.advice.options[self.taken]

    @property
    def mistake(self) -> bool:
        """Whether it was clearly worse than the best, by what the seat could know."""
        return self.choice.clearly_worse


def turns(record: Record, seat: Seat) -> Iterator[Turn]:
    """Every moment at which a seat was asked and acted. What it did aside, while others were asked, is none."""
    game = record.game
    state = game.start(record.rules, record.seats, record.match, record.host)
    for number, step in enumerate(record.steps()):
        if step.seat == seat and seat in game.to_act(state):
            so_far = run.Deal(record.rules, record.seats, record.match, record.moves[:number], state, record.host)
            yield Turn(number, so_far, _as_listed(game, state, step))
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


def review(record: Record, seat: Seat, luck: Luck, worlds: int = WORLDS) -> Iterator[Decision]:
    """Every decision of a seat where there was a choice, one by one as each is worked out."""
    for turn in turns(record, seat):
        if len(record.game.legal(turn.deal.state, seat)) > 1:
            yield decided(turn, advise(record.game, turn.deal, seat, luck, worlds, turn.taken))


def decided(turn: Turn, advice: Advice) -> Decision:
    """A turn in the light of advice that knows what was taken."""
    return Decision(turn.step, advice, advice.place_of(turn.taken))
