"""PF-42: the coach computes hints, reviews and solutions in a worker process.

The queue is bounded and shared fairly by address (PF-37): when it is full, the last question of the address with the
most questions is given up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from chieu.core import records
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.workers.worker_process import WorkerProcess
from chieu.online.service.fair_queue import FairQueue, RateLimitKey
from chieu.online.table import coaching
from chieu.online.table.coaching import Hint, Question, Reviewed, ReviewedDeal
from chieu.search.advice import advise, is_question
from chieu.search.review import Decision, Turn, is_choice, review_turn, turns
from chieu.solution_cache import SolutionFile

T = TypeVar("T")

SECONDS: Final = 1.0  # per decision
DEAL_SECONDS: Final = 5.0  # for all decisions of a deal together
SOLVE_SECONDS: Final = 60.0  # compiled kernels take at most 12
_MAX_WORLDS: Final = 5_000


class _Waiting(NamedTuple):
    work: Callable[[], Any]
    answer: asyncio.Future[Any]


class Coach:
    """Answers one question at a time."""

    def __init__(self, waiting_at_most: int) -> None:
        self._process = WorkerProcess()
        self._most = waiting_at_most
        self._questions: FairQueue[_Waiting] = FairQueue()
        self._answering: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Return the number of questions in the queue."""
        return len(self._questions)

    async def close(self) -> None:
        """Drop waiting questions, then end the process after its current work."""
        while (item := self._questions.take()) is not None:
            item[1].answer.cancel()
        await self._process.close()

    async def ask(self, rate_key: RateLimitKey, work: Callable[..., T], *question: Any) -> T:
        """Return the result of a function of this module, computed in the process."""
        if len(self._questions) >= self._most:
            self._make_room(rate_key)
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._questions.put(rate_key, _Waiting(partial(work, *question), answer))
        if self._answering is None:
            self._answering = asyncio.create_task(self._answer_all())
        return await answer

    def _make_room(self, rate_key: RateLimitKey) -> None:
        """Give up a question of the address with the most, or refuse the new one if that is its own."""
        given_up = self._questions.give_up_last(rate_key)
        if given_up is None:
            raise _busy()
        if not given_up.answer.done():
            given_up.answer.set_exception(_busy())

    async def _answer_all(self) -> None:
        try:
            while (item := self._questions.take()) is not None:
                rate_key, waiting = item
                if not waiting.answer.done():  # otherwise the client is gone
                    began = time.monotonic()
                    await self._answer(waiting)
                    self._questions.charge(rate_key, time.monotonic() - began)
        finally:
            self._answering = None

    async def _answer(self, waiting: _Waiting) -> None:
        result, failure = None, None
        try:
            result = await self._process.do(waiting.work)
        except asyncio.CancelledError:
            waiting.answer.cancel()
            raise
        except Exception as error:
            failure = _busy() if isinstance(error, BrokenProcessPool) else error
        if not waiting.answer.done():
            if failure is None:
                waiting.answer.set_result(result)
            else:
                waiting.answer.set_exception(failure)


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


def hint(question: Question, seed: int) -> Hint:
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
    return Deal.of(record)


def _clock(seconds: float) -> Callable[[], float]:
    began = time.monotonic()
    return lambda: (time.monotonic() - began) / seconds
