"""A process of the server's own in which work is done one after the other, that can be got rid of.

It yields to everything else on the machine and ends with the server, however that ends.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, Final, TypeVar

T = TypeVar("T")

_NICENESS: Final = 10


class WorkerProcess:
    """Started when it is first needed. What it is given it can import."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._number: int | None = None

    async def do(self, work: Callable[..., T], *given: Any) -> T:
        """What comes of the work; `BrokenProcessPool` if the process died over it, and the next work starts another."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _settle_down)
        pool, loop = self._pool, asyncio.get_running_loop()
        try:
            if self._number is None:
                self._number = await loop.run_in_executor(pool, os.getpid)
            return await loop.run_in_executor(pool, work, *given)
        except BrokenProcessPool:
            if self._pool is pool:
                self._forget()
            raise

    def kill(self) -> None:
        """Ends the process at once, whatever it is at; the next work starts another."""
        self._end()
        self._forget()

    async def close(self, at_once: bool = False) -> None:
        """Ends the process: when it has finished what it is at, or at once."""
        if at_once:
            self._end()
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    def _end(self) -> None:
        if self._number is not None:
            with suppress(ProcessLookupError):
                os.kill(self._number, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    def _forget(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._number = None


def _settle_down() -> None:
    """The first thing the process does. Ctrl-C is the server's business; a server that dies takes its process along."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)
