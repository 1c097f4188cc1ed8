"""PF-39: the table of faults, and how long guests stall in each.

    python -m tests.online.server.faults [--keep] [CASE ...]

Three nodes share one PostgreSQL behind a proxy that fails over like `deploy/nginx.conf`. Guests play and change their
names all the time. The command breaks one part at a time and prints the longest time that any guest waited for an
answer, or any table for a move, beyond the time in which no node could have answered. At the end every acknowledged
command must be in the log once. `CHIEU_TEST_POSTGRES` uses a server of the user's, which is not restarted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import sys
import tempfile
import time
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from chieu.online.client.api import Identity
from chieu.online.client.api import Server as Client
from chieu.online.client.seat import Seat
from tests import postgres
from tests.online.server.crashes import working
from tests.online.server.nodes import Cluster, Node, PatientNamer, PatientPlayer, StrictSeat

CONNECT_WITHIN_S = 2.0  # as in deploy/nginx.conf, and the next three
READ_WITHIN_S = 5.0
MOST_FAILURES = 2
FAIL_TIMEOUT_S = 5.0
PACE_S = 0.1  # between two commands of a guest
STEADY_S = 2.0  # of undisturbed play before a fault
CASE_WITHIN_S = 90.0
_TABLE = re.compile(rb" /(?:ws|t|api/tables)/([A-Za-z0-9_-]+)")
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_DOWN = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Upstream:
    """A node as the proxy sees it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connections = 0
        self._failures: list[float] = []

    def failed(self) -> None:
        self._failures = [*self._failures[1 - MOST_FAILURES :], time.monotonic()]

    @property
    def down(self) -> bool:
        return len(self._failures) == MOST_FAILURES and time.monotonic() - self._failures[0] < FAIL_TIMEOUT_S


class Proxy:
    """Sends requests for a table to one node, or to the next if that fails, is silent or answers 503."""

    def __init__(self, ports: list[int]) -> None:
        self.upstreams = [Upstream(port) for port in ports]
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                request = await reader.readuntil(b"\r\n\r\n")
                length = _LENGTH.search(request)
                request += await reader.readexactly(int(length[1]) if length else 0)
                await self._serve(request, reader, writer)
        finally:
            self._tasks.discard(task)
            writer.transport.abort() if writer.transport.get_write_buffer_size() else writer.close()

    async def _serve(self, request: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        table = _TABLE.search(request)
        first = zlib.crc32(table[1] if table else b"%f" % time.monotonic()) % len(self.upstreams)
        order = self.upstreams[first:] + self.upstreams[:first]
        for upstream in [node for node in order if not node.down] or order:
            try:
                async with asyncio.timeout(CONNECT_WITHIN_S):
                    there, back = await asyncio.open_connection("127.0.0.1", upstream.port)
            except OSError:
                upstream.failed()
                continue
            upstream.connections += 1
            try:
                back.write(request)
                async with asyncio.timeout(READ_WITHIN_S):
                    answer = await there.readuntil(b"\r\n\r\n")
                if not answer.startswith(b"HTTP/1.1 503"):
                    writer.write(answer)
                    await self._pipe(reader, writer, there, back)
                    return
            except (OSError, asyncio.IncompleteReadError):
                pass
            finally:
                upstream.connections -= 1
                back.transport.abort()
            upstream.failed()
        writer.write(_DOWN)
        await writer.drain()

    async def _pipe(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        there: asyncio.StreamReader,
        back: asyncio.StreamWriter,
    ) -> None:
        """Copy both ways until one side ends, or the node is silent."""
        tasks = [asyncio.ensure_future(copy) for copy in (_copy(there, writer, READ_WITHIN_S), _copy(reader, back))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _copy(source: asyncio.StreamReader, sink: asyncio.StreamWriter, within_s: float | None = None) -> None:
    with suppress(OSError):
        while True:
            async with asyncio.timeout(within_s):
                piece = await source.read(65536)
            if not piece:
                return
            sink.write(piece)
            await sink.drain()


class TimedNamer(PatientNamer):
    """Changes its name at a steady pace and notes when it was answered."""

    def __init__(self, seat: Seat, who: Identity) -> None:
        super().__init__(seat, who)
        self.answered = [time.monotonic()]

    async def rename(self) -> None:
        await super().rename()
        self.answered.append(time.monotonic())
        await asyncio.sleep(PACE_S)


class TimedPlayer(PatientPlayer):
    """Notes when anybody played at its table."""

    moved: ClassVar[dict[str, list[float]]] = {}

    async def _once(self) -> None:
        await super()._once()
        self.moved.setdefault(self.seat.table, []).append(time.monotonic())
        await asyncio.sleep(PACE_S)


class Stall(NamedTuple):
    """The longest wait of a guest or table, and the time in which no node could have answered."""

    longest_s: float
    nobody_s: float

    @property
    def beyond_s(self) -> float:
        return max(0.0, self.longest_s - self.nobody_s)


class Faults(Cluster):
    """A cluster behind a proxy, and the cases."""

    namer = TimedNamer
    player = TimedPlayer

    def __init__(self, folder: Path, tables: int = 6) -> None:
        super().__init__(folder, tables, seed=1, postgres=postgres.Borrowed(postgres.OTHER) if postgres.OTHER else None)
        self.proxy: Proxy
        TimedPlayer.moved = {}

    async def start(self) -> None:
        await super().start()
        self.proxy = Proxy([node.process.port for node in self.nodes])
        await self.proxy.start()
        await self._sit_down()

    async def stop(self) -> None:
        """Stop everything, and check that no command was lost or doubled."""
        for task in self._busy:
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)
        for namer in self._namers:
            await namer.seat.close()
        await self.proxy.close()
        await super().stop()
        assert StrictSeat.gaps == 0, "a client was sent updates with a gap"

    def _clients(self, number: int) -> tuple[Client, Client]:
        del number
        client = Client(f"http://127.0.0.1:{self.proxy.port}")
        return client, client

    async def stall(self, case: Case) -> Stall:
        """Run a case among guests who play."""
        await asyncio.sleep(STEADY_S)
        began = time.monotonic()
        async with asyncio.timeout(CASE_WITHIN_S):
            nobody_s = await case.fault(self, case.seconds)
            await self.go_on()
            await asyncio.sleep(STEADY_S)
        gaps = [later - earlier for times in self._times() for earlier, later in pairwise(times) if later > began]
        return Stall(max(gaps), nobody_s)

    async def go_on(self) -> None:
        """Wait until every guest was answered and every table played at."""
        now = time.monotonic()
        await working(self._busy, lambda: all(times[-1] > now for times in self._times()))

    def _times(self) -> list[list[float]]:
        namers: Any = self._namers
        return [namer.answered for namer in namers] + list(TimedPlayer.moved.values())

    def guests(self) -> list[int]:
        """Return the number of connections to each node."""
        return [upstream.connections for upstream in self.proxy.upstreams]

    def busiest(self) -> Node:
        """Return the node that has most of the guests."""
        counts = self.guests()
        return self.nodes[counts.index(max(counts))]

    # Faults. Each returns for how many seconds no node could have answered.

    async def node_killed(self, seconds: float) -> float:
        node = self.busiest()
        await asyncio.to_thread(node.kill)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(node.start)
        return 0.0

    async def node_frozen(self, seconds: float) -> float:
        pid = self.busiest().process.pid
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(pid, signal.SIGCONT)
        return 0.0

    async def node_refused(self, seconds: float) -> float:
        network = self.busiest().network
        network.refuse()
        await asyncio.sleep(seconds)
        network.heal()
        return 0.0

    async def node_silenced(self, seconds: float) -> float:
        network = self.busiest().network
        network.halve()
        await asyncio.sleep(seconds)
        network.heal(deliver=True)
        return 0.0

    async def rolling_restart(self, seconds: float) -> float:
        for node in self.nodes:
            await asyncio.to_thread(node.process.stop)
            await asyncio.to_thread(node.start)
            await asyncio.sleep(seconds)
        return 0.0

    async def postgres_restarted(self, seconds: float) -> float:
        return await self._without_postgres(self.postgres.shut_down, seconds)

    async def postgres_killed(self, seconds: float) -> float:
        return await self._without_postgres(self.postgres.kill, seconds)

    async def _without_postgres(self, end: Callable[[], None], seconds: float) -> float:
        began = time.monotonic()
        await asyncio.to_thread(end)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(self.postgres.start)
        return time.monotonic() - began

    async def postgres_silent(self, seconds: float) -> float:
        for node in self.nodes:
            node.network.halve()
        await asyncio.sleep(seconds)
        for node in self.nodes:
            node.network.heal(deliver=True)
        return seconds


class Case(NamedTuple):
    """A fault with its duration, and how much longer than that guests may stall."""

    about: str
    fault: Callable[[Faults, float], Awaitable[float]]
    seconds: float
    wanted_s: float = 5.0


CASES = {
    "killed": Case("node killed, back after 3 s", Faults.node_killed, 3),
    "frozen": Case("node frozen for 20 s", Faults.node_frozen, 20, wanted_s=15.0),
    "refused": Case("node cut off from PostgreSQL for 15 s (refused)", Faults.node_refused, 15),
    "cut_off": Case("node cut off from PostgreSQL for 15 s (silent)", Faults.node_silenced, 15),
    "rolling": Case("rolling restart of all nodes", Faults.rolling_restart, 2),
    "restarted": Case("PostgreSQL restarted", Faults.postgres_restarted, 0),
    "postgres_killed": Case("PostgreSQL killed, back after 3 s", Faults.postgres_killed, 3),
    "stopped": Case("PostgreSQL stopped for 10 s", Faults.postgres_restarted, 10),
    "silent": Case("PostgreSQL silent for 15 s", Faults.postgres_silent, 15),
}
_RESTARTS = (Faults.postgres_restarted, Faults.postgres_killed)


async def run(folder: Path, names: list[str], report: Callable[[str], None]) -> dict[str, Any]:
    """Run cases one after the other, report a line of the table for each, and return the checked counts."""
    faults = Faults(folder)
    try:
        await faults.start()
        for name in names:
            case = CASES[name]
            if postgres.OTHER and case.fault in _RESTARTS:
                report(f"| {case.about} | not run on a server of the user's | | |")
                continue
            stall = await faults.stall(case)
            report(f"| {case.about} | {stall.longest_s:.1f} | {stall.beyond_s:.1f} | {case.wanted_s:.0f} |")
    finally:
        await faults.stop()
    return faults.checked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"{', '.join(CASES)}; all if none is given")
    parser.add_argument("--keep", action="store_true", help="write the table to bench/results.md")
    args = parser.parse_args()
    if unknown := set(args.cases) - set(CASES):
        parser.error(f"expected cases among {', '.join(CASES)}, got {', '.join(sorted(unknown))}")
    lines = ["| fault | longest stall, s | beyond the fault, s | wanted at most |", "|---|---:|---:|---:|"]
    print("\n".join(lines), flush=True)  # noqa: T201

    def report(line: str) -> None:
        lines.append(line)
        print(line, flush=True)  # noqa: T201

    with tempfile.TemporaryDirectory() as folder:
        checked = asyncio.run(run(Path(folder), args.cases or list(CASES), report))
    about = f"{checked['done']} acknowledged commands were all in the log, none twice; {checked['deals']} deals."
    print(about)  # noqa: T201
    if args.keep:
        sys.path.insert(0, str(Path(__file__).parents[3] / "bench"))
        from keeping import keep, machine

        text = f"{machine()}. Written by `python -m tests.online.server.faults --keep`.\n\n{_ABOUT}\n"
        keep("faults", "\n".join(["## Faults of nodes and database\n", text, *lines, "", about]))


_ABOUT = """\
Three nodes on one PostgreSQL behind a proxy that fails over like `deploy/nginx.conf`, twelve guests at six tables. The
stall is the longest time that any guest waited for an answer, or any table for a move; *beyond the fault* leaves out
the time in which PostgreSQL was away for all nodes. It may take ten seconds to notice that a node is frozen."""


if __name__ == "__main__":
    main()
