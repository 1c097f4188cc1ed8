"""Plays boards on any `concurrent.futures.Executor`. What comes out, and in which order, does not depend on it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from itertools import islice
from typing import Final, NamedTuple, ParamSpec, TypeVar

from chieu.arena.boards import Arena, Board, Pairing, play_board
from chieu.arena.source import OtherSource, source_digest

P = ParamSpec("P")
T = TypeVar("T")

_TASK_SECONDS: Final = 0.5  # long enough that sending a task costs nothing, short enough to watch
_TASK_BOARDS: Final = 1000


class InThisProcess(Executor):
    """Does everything at once, here: for one core, and for bots that cannot be sent to another process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class _Work(NamedTuple):
    number: int
    pairing: Pairing

    @property
    def key(self) -> tuple[str, str, int]:
        return (self.pairing.bot[0], self.pairing.among[0], self.number)


class _Done(NamedTuple):
    boards: Sequence[Board]
    seconds: float


def play(
    arena: Arena,
    pairings: Sequence[Pairing],
    numbers: Iterable[int],
    executor: Executor,
    *,
    ahead: int = 1,
    known: Collection[tuple[str, str, int]] = (),
) -> Iterator[Board]:
    """Every pairing on every number, number by number, but for what is `known` (bot, among, number).

    `ahead` tasks are under way at a time: twice as many as there are workers keep all of them busy.
    """
    work = (_Work(number, pairing) for number in numbers for pairing in pairings)
    left = (one for one in work if one.key not in known)
    digest = source_digest(arena.game)
    under_way: deque[Future[_Done]] = deque()
    size = 1
    try:
        while True:
            while len(under_way) < ahead and (task := list(islice(left, size))):
                under_way.append(executor.submit(_played, arena, task, digest))
            if not under_way:
                return
            boards, seconds = under_way.popleft().result()
            size = _next_size(len(boards), seconds)
            yield from boards
    finally:
        for future in under_way:
            future.cancel()


def _next_size(boards: int, seconds: float) -> int:
    fitting = int(boards * _TASK_SECONDS / seconds) if seconds else _TASK_BOARDS
    return max(1, min(fitting, 4 * boards, _TASK_BOARDS))


def _played(arena: Arena, task: Sequence[_Work], digest: str) -> _Done:
    if source_digest(arena.game) != digest:
        raise OtherSource(arena.game)
    began = time.perf_counter()
    boards = [play_board(arena, one.pairing, one.number) for one in task]
    return _Done(boards, time.perf_counter() - began)
