"""Play boards on any `concurrent.futures.Executor`; results and their order do not depend on it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from chieu.arena.boards import Arena, Board, Pairing, play_board
from chieu.core.extras import BotMaker
from chieu.core.registry import load

P = ParamSpec("P")
T = TypeVar("T")

_TASK_SECONDS: Final = 0.5  # long enough to hide the cost of sending a task, short enough to show progress
_TASK_BOARDS: Final = 1000
_BUILT: Final = (".so", ".pyd", ".pyc")


class OtherSource(RuntimeError):
    """A worker runs another version of the source, so its results would differ."""


class InThisProcess(Executor):
    """Executor that runs tasks synchronously: for one core, and for bots that cannot be pickled."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call the function now, and return a future that is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def play(
    arena: Arena,
    pairings: Sequence[Pairing],
    numbers: Iterable[int],
    executor: Executor,
    *,
    ahead: int = 1,
    known: Collection[tuple[str, str, int]] = (),
) -> Iterator[Board]:
    """Play every pairing on every number, number by number.

    Boards that are `known` (bot, among, number) are skipped. `ahead` is the number of tasks in flight; twice
    the number of workers keeps all of them busy.
    """
    to_play = (
        (pairing, number)
        for number in numbers
        for pairing in pairings
        if (pairing.bot[0], pairing.among[0], number) not in known
    )
    digest = source_digest(arena.game)
    in_flight: deque[Future[tuple[list[Board], float]]] = deque()
    size = 1
    try:
        while True:
            while len(in_flight) < ahead and (task := list(islice(to_play, size))):
                in_flight.append(executor.submit(_run_task, arena, task, digest))
            if not in_flight:
                return
            boards, seconds = in_flight.popleft().result()
            fitting = int(len(boards) * _TASK_SECONDS / seconds) if seconds else _TASK_BOARDS
            size = max(1, min(fitting, 4 * len(boards), _TASK_BOARDS))
            yield from boards
    finally:
        for future in in_flight:
            future.cancel()


def _run_task(arena: Arena, task: Sequence[tuple[Pairing, int]], digest: str) -> tuple[list[Board], float]:
    """Play boards; return them and the seconds they took."""
    if source_digest(arena.game) != digest:
        raise OtherSource(arena.game)
    started = time.perf_counter()
    boards = [play_board(arena, pairing, number) for pairing, number in task]
    return boards, time.perf_counter() - started


@cache
def source_digest(game: str) -> str:
    """Return a short digest of the source that results depend on: `core`, `bots` and the game."""
    digest = sha256()
    for module in ("chieu.core", "chieu.bots", load(game).rules.__module__):
        spec = find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        for file in sorted(Path(spec.origin).parent.rglob("*")):
            if file.is_file() and file.suffix not in _BUILT:
                digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def bot_digest(maker: BotMaker) -> str:
    """Return the digest that a maker of bots has, or else one of its module; empty if that has no file."""
    if isinstance(own := getattr(maker, "digest", None), str):
        return own
    spec = find_spec(maker.__module__)
    if spec is None or spec.origin is None:
        return ""
    return sha256(Path(spec.origin).read_bytes()).hexdigest()[:16]
