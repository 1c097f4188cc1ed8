"""PF-31: kill the server at random moments under load; no acknowledged command may be lost.

    python -m tests.online.server.crashes --kills 100 --seed 7

Guests play and change their names at several tables. The server is killed with SIGKILL and started again on the same
file and port; the clients reconnect and resend commands that were not answered. At the end every acknowledged command
must be in the log once, at its sequence number, and every table must fold.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from chieu.core.game import Refusal
from chieu.online.client.api import Identity
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Join, OpenTable
from chieu.online.service.ports import Log
from chieu.online.service.tokens import guest_of
from chieu.online.storage.sqlite.log import SqliteLog
from chieu.online.table import entries
from tests.online.server.server_process import Player, Process, seated
from tests.online.table.sitting import fold_all
from tests.waiting import eventually


class Namer:
    """Changes its name all the time and remembers which changes were acknowledged."""

    def __init__(self, seat: Seat, who: Identity) -> None:
        self.seat = seat
        self.guest = guest_of(who.token)
        self.done: dict[str, int] = {}
        self.sent = 0

    async def go_on(self) -> None:
        while True:
            await self.rename()

    async def rename(self) -> None:
        """Change the name, or wait for a change of the table if there were too many in this deal."""
        self.sent += 1
        name, seen = f"{self.guest[:6]} {self.sent}", self.seat.picture.seq
        try:
            self.done[name] = seen = (await self.seat.do(Join, name=name)).seq
        except Refusal as refused:
            if refused.code != "too_much":  # PF-36: name changes per deal are limited, and kills make deals long
                raise
            seen += 1
        await self.seat.until(lambda picture: picture.seq >= seen)


class Evening:
    """Tables with people who play and change names while the server is killed and restarted."""

    def __init__(self, folder: Path, tables: int, seed: int) -> None:
        self._rng = random.Random(seed)
        self._tables = tables
        self._file = folder / "tables.db"
        self._process = Process(self._file)
        self._namers: list[Namer] = []
        self._players: list[Player] = []
        self.kills = 0

    async def run(self, kills: int) -> dict[str, int]:
        """Kill the server `kills` times and return the checked counts."""
        for _ in range(self._tables):
            guests = [self._process.client.new_guest() for _ in range(2)]
            order = OpenTable(game="xidach", name="Lan", seats=2, pace=0)
            seats = await seated(self._process.client, order, guests)
            self._namers += [Namer(seat, who) for seat, who in zip(seats, guests, strict=True)]
            self._players += [Player(seat, "random", number) for number, seat in enumerate(seats)]
        busy = [asyncio.create_task(namer.go_on()) for namer in self._namers]
        busy += [asyncio.create_task(player.play(1_000_000)) for player in self._players]
        try:
            for _ in range(kills):
                await self._one_kill(busy)
            await working(busy, lambda: any(namer.seat.picture.table.deals for namer in self._namers))
        finally:
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)
            for namer in self._namers:
                await namer.seat.close()
            await asyncio.to_thread(self._process.stop)
        return await self._check()

    async def _one_kill(self, busy: list[asyncio.Task[None]]) -> None:
        before, more = self._done(), self._rng.randrange(1, 12)
        await working(busy, lambda: self._done() >= before + more)
        await asyncio.to_thread(self._process.kill)
        self.kills += 1
        before = self._done()
        self._process = await asyncio.to_thread(Process, self._file, self._process.port)
        await working(busy, lambda: self._done() > before)

    def _done(self) -> int:
        return sum(len(namer.done) for namer in self._namers)

    async def _check(self) -> dict[str, int]:
        log = SqliteLog(self._file)
        try:
            return {"kills": self.kills} | await check(log, self._namers)
        finally:
            await log.close()


async def working(busy: Sequence[asyncio.Task[None]], condition: Callable[[], bool]) -> None:
    """Wait for a condition while clients are busy. Raise the error of a client that failed."""

    def holds() -> bool:
        for task in busy:
            if task.done():
                task.result()
        return condition()

    await eventually(holds)


async def check(log: Log, namers: Sequence[Namer]) -> dict[str, int]:
    """Check that no command was lost or took effect twice and that tables fold; return counts."""
    counts = {"done": 0, "entries": 0, "deals": 0}
    for table in {namer.seat.table for namer in namers}:
        raw = await log.read(table)
        counts["entries"] += len(raw)
        log_of_table: list[Any] = entries.read_all(raw)
        state = fold_all(log_of_table)
        assert state is not None
        assert state.seq == len(raw)
        counts["deals"] += state.deals
        causes = [(entry.cause.guest, entry.cause.id) for entry in log_of_table if entry.cause is not None]
        assert len(causes) == len(set(causes)), "a command took effect twice"
        for namer in namers:
            if namer.seat.table == table:
                counts["done"] += _count_acknowledged(namer, log_of_table)
    return counts


def _count_acknowledged(namer: Namer, log: list[Any]) -> int:
    for name, number in namer.done.items():
        joined = log[number - 1].event
        assert isinstance(joined, entries.GuestJoined), f"entry {number} is not a name change"
        assert joined.name == name, f"{name!r} was acknowledged as {number} and is missing"
    return len(namer.done)


def evening(folder: Path, kills: int, tables: int, seed: int) -> dict[str, int]:
    """Run an evening with `kills` kills."""

    async def run() -> dict[str, int]:
        return await Evening(folder, tables, seed).run(kills)

    return asyncio.run(run())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)  # noqa: T201
    with tempfile.TemporaryDirectory() as folder:
        print(evening(Path(folder), args.kills, args.tables, args.seed))  # noqa: T201


if __name__ == "__main__":
    main()
