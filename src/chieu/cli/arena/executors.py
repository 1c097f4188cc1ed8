"""Executors for long work: in this process, in several processes, or on a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Final, NamedTuple

from chieu.arena import InThisProcess
from chieu.cli.console import BadInput

_CONNECT_TIMEOUT: Final = 10  # seconds


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
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _ignore_interrupts)
    try:
        yield Workers(pool, jobs)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C, which the parent process handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster(address: str, modules: Sequence[str]) -> Iterator[Workers]:
    """Connect to a Dask scheduler, and send its workers the modules of the user's bots."""
    try:
        from distributed import Client  # noqa: PLC0415  # an extra
    except ModuleNotFoundError:
        raise BadInput("--cluster needs another package: pip install 'chieu[cluster]'") from None
    try:
        client = Client(address, timeout=_CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInput(f"no Dask scheduler answers at {address[:80]}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_CONNECT_TIMEOUT)
        except TimeoutError:
            where = address[:80]
            raise BadInput(f"the scheduler at {where} has no workers: run `dask worker {where}`") from None
        for file in modules:
            client.upload_file(file)
        yield Workers(client.get_executor(pure=False), sum(client.nthreads().values()))
