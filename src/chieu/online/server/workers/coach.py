"""PF-42: the coach computes hints, reviews and solutions in a worker process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from chieu.core import records
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.workers.worker_pool import WorkerPool
from chieu.online.table import coaching
from chieu.online.table.coaching import Hint, HintQuestion, Reviewed, ReviewedDeal
from chieu.search.advice import advise, is_question
from chieu.search.review import Decision, Turn, is_choice, review_turn, turns
from chieu.solution_cache import SolutionFile

SECONDS: Final = 1.0  # per decision
DEAL_SECONDS: Final = 5.0  # for all decisions of a deal together
SOLVE_SECONDS: Final = 60.0  # compiled kernels take at most 12
_MAX_WORLDS: Final = 5_000


class Coach(WorkerPool):
    """Answers one question at a time."""

    def __init__(self, waiting_at_most: int) -> None:
        super().__init__(1, waiting_at_most, _busy)


def _busy() -> HttpRefusal:
    return HttpRefusal(503, "coach_busy", "PF-42")


def solve(name: str, rules: Any) -> Sequence[Any]:
    """Return optimal play under rules for which it is not precomputed."""
    game = all_games()[name]
    file = SolutionFile(game, rules)
    if (stored := file.read()) is not None:
        return stored[0].choices
    began = time.monotonic()

    def watch(share: float) -> None:
        del share
        if time.monotonic() - began > SOLVE_SECONDS:
            raise _busy()

    assert game.extras.solver is not None
    solution = game.extras.solver.solve(rules, watch)
    file.write(solution, time.monotonic() - began)
    return solution.choices


def hint(question: HintQuestion, seed: int) -> Hint:
    """Return the value of each option. The seed must be unpredictable."""
    advice = advise(question.deal, question.seat, Rng(seed), _MAX_WORLDS, clock=_clock(SECONDS))
    return coaching.hint(question, advice)


def review(text: str, seat: int, step: int) -> Reviewed:
    """Return the value of each option at a step of a record, and the choice made."""
    for turn in turns(_deal(text, seat), seat):
        if turn.step == step and not is_question(turn.deal, turn.taken):
            return coaching.reviewed(_decided(turn, seat, SECONDS))
    raise HttpRefusal(404, "no_such_decision", "PF-42")


def review_deal(text: str, seat: int) -> ReviewedDeal:
    """Return what a seat lost by its mistakes in a deal, and how much of its result was luck."""
    deal = _deal(text, seat)
    assert deal.payoff is not None
    decisions = [turn for turn in turns(deal, seat) if is_choice(turn, seat)]
    seconds = min(SECONDS, DEAL_SECONDS / max(len(decisions), 1))
    return coaching.reviewed_deal(seat, deal.payoff[seat], [_decided(turn, seat, seconds) for turn in decisions])


def _decided(turn: Turn, seat: int, seconds: float) -> Decision:
    return review_turn(turn, seat, Rng(turn.step), _MAX_WORLDS, _clock(seconds))


def _deal(text: str, seat: int) -> Deal:
    (record,) = records.read(all_games(), text.splitlines())
    if seat >= record.seats:
        raise HttpRefusal(404, "no_such_seat", seat=seat, seats=record.seats)
    return Deal.from_record(record)


def _clock(seconds: float) -> Callable[[], float]:
    began = time.monotonic()
    return lambda: (time.monotonic() - began) / seconds
