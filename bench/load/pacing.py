"""Pacing and measurement shared by all clients of a load."""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

HOST = "127.0.0.1"


class Sender(Protocol):
    """A client with something to send."""

    queued: bool

    def send(self) -> bool:
        """Send it; False if there is nothing to send any more."""


class Load:
    """The rate and the measurements of a load."""

    def __init__(self) -> None:
        self.rate = 0.0  # commands a second of all clients together; 0: as fast as possible
        self.running = False
        self._waiting: deque[Sender] = deque()
        self.clear()

    def clear(self) -> None:
        self.done = self.views = self.bytes = 0
        self.refused: dict[str, int] = {}
        self.answers: list[float] = []  # seconds from a command to its answer
        self.updates: list[float] = []  # seconds from a command to the sender's own view of it

    def due(self, client: Sender) -> None:
        """Let a client send now, or when it is its turn."""
        if not self.running or client.queued:
            return
        if self.rate:
            client.queued = True
            self._waiting.append(client)
        else:
            client.send()

    async def pace(self) -> None:
        """Let clients send in turn at the set rate.

        A client with nothing to send does not use up a turn. Turns missed for lack of clients are not made up for.
        """
        began, sent = time.perf_counter(), 0
        while self.running and self.rate:
            due = int((time.perf_counter() - began) * self.rate)
            while sent < due and self._waiting:
                client = self._waiting.popleft()
                client.queued = False
                sent += client.send()
            sent = due
            await asyncio.sleep(0.001)

    def stop(self) -> None:
        self.running = False
        for client in self._waiting:
            client.queued = False
        self._waiting.clear()


def percentile(values: list[float], part: float) -> float:
    """Return a percentile in milliseconds."""
    return sorted(values)[int(part * (len(values) - 1))] * 1000 if values else float("nan")


def resident(pid: int) -> int:
    """Return the resident memory of a process in kB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise LookupError(pid)


def cpu_seconds(pids: list[int]) -> float:
    every = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(fields[11]) + int(fields[12]) for fields in every) / os.sysconf("SC_CLK_TCK")


def thread_seconds(pid: int) -> dict[str, float]:
    """Return the CPU seconds of a process to the nanosecond: of its event loop, and of all other threads."""
    seconds = {"event loop": 0.0, "other threads": 0.0}
    for task in Path(f"/proc/{pid}/task").iterdir():
        used = int((task / "schedstat").read_text().split()[0]) / 1e9
        seconds["event loop" if task.name == str(pid) else "other threads"] += used
    return seconds


async def measure(
    load: Load, clients: Sequence[Sender], pids: list[int], seconds: float, rate: float
) -> dict[str, float]:
    """Run the load on these processes, after a warm-up, and measure it."""
    load.rate, load.running = rate, True
    for client in clients:
        load.due(client)
    pacing = asyncio.create_task(load.pace())
    await asyncio.sleep(min(2.0, seconds / 2))
    load.clear()
    began, cpu = time.perf_counter(), cpu_seconds(pids)
    await asyncio.sleep(seconds)
    took, cpu = time.perf_counter() - began, cpu_seconds(pids) - cpu
    figures = {
        "commands/s": load.done / took,
        "views/s": load.views / took,
        "bytes a view": load.bytes / max(1, load.views),
        "answer p50 ms": percentile(load.answers, 0.5),
        "answer p99 ms": percentile(load.answers, 0.99),
        "own view p50 ms": percentile(load.updates, 0.5),
        "own view p99 ms": percentile(load.updates, 0.99),
        "CPU of a core": cpu / took,
        "CPU µs a command": 1e6 * cpu / max(1, load.done),
        "refused": float(sum(load.refused.values())),
    }
    load.stop()
    await pacing
    await asyncio.sleep(0.5)
    return figures
