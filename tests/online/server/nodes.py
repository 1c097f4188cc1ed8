"""PF-39: kill nodes and PostgreSQL under load; no acknowledged command may be lost.

    python -m tests.online.server.nodes --kills 100 --seed 7

Three nodes share one PostgreSQL. Guests play and change their names at several tables, each table through different
nodes. A node or PostgreSQL is killed with SIGKILL and restarted, or the network between them cuts, delays or
half-closes connections. At the end every acknowledged command must be in the log once, at its sequence number, every
table must fold, and no client may have been sent updates with a gap.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from chieu.core.game import Refusal
from chieu.online.client.api import Server as Client
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Join, OpenTable, Sit
from chieu.online.protocol.views import Update, View
from chieu.online.storage.postgres.log import PostgresLog
from tests.online.server.bad_network import BadNetwork
from tests.online.server.crashes import Namer, check, working
from tests.online.server.server_process import Player, Process
from tests.postgres import Server, database_on
from tests.waiting import eventually

PASSING = ("unavailable", "say_hello")  # codes that clients may get during a fault


class StrictSeat(Seat):
    """A client that counts updates that do not follow the previous one on its connection."""

    gaps = 0

    async def _see(self, socket: Any, message: View[Any, Any, Any] | Update[Any, Any, Any]) -> None:
        if isinstance(message, Update) and message.after > self.picture.seq:
            StrictSeat.gaps += 1
        await super()._see(socket, message)


class PatientNamer(Namer):
    """Continues with the next name when a node cannot write."""

    refused = 0

    async def go_on(self) -> None:
        while True:
            await eventually(self._renamed)

    async def _renamed(self) -> bool:
        try:
            await self.rename()
        except Refusal as refused:
            if refused.code not in PASSING:
                raise
            PatientNamer.refused += 1
            return False
        return True


class PatientPlayer(Player):
    """Continues to play when a node can write again."""

    async def go_on(self) -> None:
        await eventually(self._played, 1_000_000)

    async def _played(self) -> bool:
        try:
            await self.play(1_000_000)
        except Refusal as refused:
            if refused.code not in PASSING:
                raise
            return False
        return True


class Node:
    """A server process on a fixed port, and its network to PostgreSQL."""

    def __init__(self, number: int, folder: Path, url: str, network: BadNetwork) -> None:
        self._url = url
        self._folder = folder / f"node{number}"
        self._folder.mkdir()
        self.network = network
        self.process = Process(url, folder=self._folder)

    def kill(self) -> None:
        self.process.kill()

    def start(self) -> None:
        self.process = Process(self._url, self.process.port, self._folder)

    @property
    def log(self) -> str:
        return self.process.log


class Cluster:
    """PostgreSQL, three nodes, guests at tables, and faults."""

    namer = PatientNamer
    player = PatientPlayer

    def __init__(self, folder: Path, tables: int, seed: int, nodes: int = 3, postgres: Server | None = None) -> None:
        self._folder = folder
        self._rng = random.Random(seed)
        self._tables = tables
        self._count = nodes
        self.postgres = postgres or Server()
        self.nodes: list[Node] = []
        self._namers: list[PatientNamer] = []
        self._busy: list[asyncio.Task[None]] = []
        self.counts: Counter[str] = Counter()
        self.slowest = 0.0

    async def run(self, kills: int) -> dict[str, Any]:
        """Inject faults until there were `kills` kills, and return the checked counts."""
        try:
            await self.start()
            await self._sit_down()
            faults = [self._kill_a_node, self._kill_a_node, self._kill_postgres, self._cut, self._delay, self._halve]
            coming: list[Any] = []
            while self.counts["nodes killed"] + self.counts["PostgreSQL killed"] < kills:
                coming = coming or self._rng.sample(faults, len(faults))  # every fault before any comes again
                await self._survive(coming.pop())
            await working(self._busy, lambda: any(namer.seat.picture.table.deals for namer in self._namers))
        finally:
            for task in self._busy:
                task.cancel()
            await asyncio.gather(*self._busy, return_exceptions=True)
            for namer in self._namers:
                await namer.seat.close()
            await self.stop()
        assert StrictSeat.gaps == 0, "a client was sent updates with a gap"
        return dict(self.counts) | self.checked | {"slowest return, s": round(self.slowest, 1)}

    async def start(self) -> None:
        url = await asyncio.to_thread(database_on, self.postgres.url, f"chieu_nodes_{os.getpid()}")
        for number in range(self._count):
            network = BadNetwork(self.postgres.port)
            await network.start()
            mine = url.replace(f":{self.postgres.port}/", f":{network.port}/")
            self.nodes.append(await asyncio.to_thread(Node, number, self._folder, mine, network))
        self.url = url

    async def stop(self) -> None:
        """Stop all nodes, then check the log."""
        for node in self.nodes:
            await asyncio.to_thread(node.process.stop)
            await node.network.close()
        if self._namers:
            log = PostgresLog(self.url)
            try:
                self.checked = await check(log, self._namers)
            finally:
                await log.close()
        await asyncio.to_thread(self.postgres.stop)

    async def _sit_down(self) -> None:
        order = OpenTable(game="xidach", name="Lan", seats=2, pace=0)
        for number in range(self._tables):
            here, there = self._clients(number)
            guests = [await asyncio.to_thread(client.new_guest) for client in (here, there)]
            table = await asyncio.to_thread(here.open, guests[0], order)
            host, guest = StrictSeat(here, table, guests[0]), StrictSeat(there, table, guests[1])
            await host.__aenter__()
            await guest.__aenter__()
            await guest.do(Join, name="Guest")
            await guest.do(Sit, seat=1)
            for seat, who in zip((host, guest), guests, strict=True):
                await seat.until(lambda picture: picture.you.seat is not None)
                namer = self.namer(seat, who)
                self._namers.append(namer)
                player = self.player(seat, "random", len(self._namers))
                self._busy += [asyncio.create_task(namer.go_on()), asyncio.create_task(player.go_on())]

    def _clients(self, number: int) -> tuple[Client, Client]:
        """Return the clients through which the two guests of a table connect: different nodes."""
        here, there = (self.nodes[(number + offset) % self._count].process.client for offset in (0, 1))
        return here, there

    async def _survive(self, fault: Any) -> None:
        """Inject one fault; afterwards every guest must get an answer again."""
        so_far, more = self._done(), self._rng.randrange(1, 12)
        await working(self._busy, lambda: self._done() >= so_far + more)
        await fault()
        before = [len(namer.done) for namer in self._namers]
        since = time.monotonic()
        await working(
            self._busy, lambda: all(len(namer.done) > count for namer, count in zip(self._namers, before, strict=True))
        )
        self.slowest = max(self.slowest, time.monotonic() - since)

    def _done(self) -> int:
        return sum(len(namer.done) for namer in self._namers)

    async def _kill_a_node(self) -> None:
        node = self._rng.choice(self.nodes)
        await asyncio.to_thread(node.kill)
        self.counts["nodes killed"] += 1
        await asyncio.to_thread(node.start)

    async def _kill_postgres(self) -> None:
        await asyncio.to_thread(self.postgres.kill)
        self.counts["PostgreSQL killed"] += 1
        if self._rng.choice([False, False, True]):  # stay down until a guest notices
            refused = PatientNamer.refused
            await working(self._busy, lambda: PatientNamer.refused > refused)
        await asyncio.to_thread(self.postgres.start)

    async def _cut(self) -> None:
        self._rng.choice(self.nodes).network.cut()
        self.counts["connections cut"] += 1

    async def _delay(self) -> None:
        network = self._rng.choice(self.nodes).network
        network.delay = self._rng.uniform(0.05, 0.3)
        self.counts["connections delayed"] += 1
        await self._until_faulty(network, self._rng.randrange(1, 6))
        network.heal()

    async def _halve(self) -> None:
        network = self._rng.choice(self.nodes).network
        network.halve()
        self.counts["connections halved"] += 1
        await self._until_faulty(network, 1)
        network.heal()

    async def _until_faulty(self, network: BadNetwork, pieces: int) -> None:
        """Wait until that many pieces of data were delayed or held back."""
        before = network.faults
        await working(self._busy, lambda: network.faults >= before + pieces)


def evening(folder: Path, kills: int, tables: int, seed: int) -> dict[str, Any]:
    """Run an evening with `kills` kills."""

    async def run() -> dict[str, Any]:
        return await Cluster(folder, tables, seed).run(kills)

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
