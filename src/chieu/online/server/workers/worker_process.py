"""A worker process that runs one piece of work at a time and can be killed.

It runs at low priority and ends with the server, even if the server is killed.
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
from typing import Any, TypeVar

T = TypeVar("T")

NICENESS = 10


class WorkerProcess:
    """A worker process, started on first use. Work must be picklable."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._pid: int | None = None

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        """Run work in the process. Raise `BrokenProcessPool` if it dies; the next call starts another process."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _set_up, (NICENESS,))
        pool, loop = self._pool, asyncio.get_running_loop()
        try:
            if self._pid is None:
                self._pid = await loop.run_in_executor(pool, os.getpid)
            return await loop.run_in_executor(pool, work, *args)
        except BrokenProcessPool:
            if self._pool is pool:
                self._forget()
            raise

    def kill(self) -> None:
        """Kill the process. The next work starts another."""
        self._send_kill()
        self._forget()

    async def close(self, at_once: bool = False) -> None:
        """End the process, at once or after its current work."""
        if at_once:
            self._send_kill()
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    def _send_kill(self) -> None:
        if self._pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    def _forget(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._pid = None


def _set_up(niceness: int) -> None:
    """Initialize the process: ignore Ctrl-C, lower the priority, end with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_exit_with_server, daemon=True).start()


def _exit_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)
