"""Worker processes of commands that play many deals."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

from chieu.arena import InThisProcess


class Workers(NamedTuple):
    """An executor and its number of workers."""

    executor: Executor
    at_a_time: int


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(jobs: int) -> Iterator[Workers]:
    """Start a pool of processes; with one job, work in this process."""
    if jobs == 1:
        yield Workers(InThisProcess(), 1)
        return
    # The workers ignore Ctrl-C, which the parent process handles.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), signal.signal, ignore)
    try:
        yield Workers(pool, jobs)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
