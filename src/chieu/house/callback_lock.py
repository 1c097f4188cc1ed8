"""One after the other, first come first served."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial


class CallbackLock:
    """Somebody's turn, or nobody's. Unlike a lock of asyncio it can be had without a task: who comes when it is free
    goes on at once, and who waits is called in the breath in which it becomes free."""

    __slots__ = ("_waiting", "locked")

    def __init__(self) -> None:
        self.locked = False
        self._waiting: list[Callable[[], None]] = []

    def try_acquire(self) -> bool:
        """Takes the turn if it is free."""
        free = not self.locked
        self.locked = True
        return free

    def call_when_acquired(self, then: Callable[[], None]) -> None:
        """Calls `then` with the turn taken, now or later. It must not raise."""
        if self.try_acquire():
            then()
        else:
            self._waiting.append(then)

    def release(self) -> None:
        """Gives the turn to who has waited longest."""
        if self._waiting:
            self._waiting.pop(0)()
        else:
            self.locked = False

    async def __aenter__(self) -> None:
        came: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        then = partial(_came, came)
        self.call_when_acquired(then)
        try:
            await came
        except asyncio.CancelledError:
            if then in self._waiting:
                self._waiting.remove(then)
            else:
                self.release()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.release()


def _came(came: asyncio.Future[None]) -> None:
    if not came.done():  # a task that is cancelled cancels what it waits for, and then comes to know
        came.set_result(None)
