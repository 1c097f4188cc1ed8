"""PF-39: nodes that share a database and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from chieu.fairness.verify import verify
from chieu.games import all_games, load
from chieu.online.protocol import announcements, commands, wire
from chieu.online.protocol.answers import Done
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.actor import Message, presence_decision
from chieu.online.service.ports import Unavailable
from chieu.online.service.scheduler import AbsentGuest
from chieu.online.service.service import TableService
from chieu.online.storage.postgres import presence
from chieu.online.storage.postgres.nodes import Ports
from chieu.online.table import entries
from tests.online.service.following import follow
from tests.online.storage.expiry import expiry
from tests.online.storage.memory import SeededEntropy
from tests.online.table.sitting import fold_all
from tests.postgres import database
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


class Node:
    """A running service and its ports."""

    def __init__(self, url: str, seed: int) -> None:
        self.ports = Ports(url)
        self.service = TableService(
            self.ports.log, self.ports.bus, self.ports.presence, self.ports.clock, SeededEntropy(seed)
        )
        self.count = 0
        self._tasks: list[asyncio.Task[Any]] = []

    async def start(self) -> None:
        await self.ports.start()
        self._tasks.append(asyncio.create_task(self.service.run()))

    def follow(self, table: str, guest: str) -> list[dict[str, Any]]:
        """Connect a guest. Return the list that receives everything pushed to it."""
        seen: list[dict[str, Any]] = []

        async def watch() -> None:
            async for raw in follow(self.service, table, guest):
                seen.append(msgspec.json.decode(raw))

        self._tasks.append(asyncio.create_task(watch()))
        return seen

    async def do(self, table: str, guest: str, kind: type[Any], **fields: Any) -> None:
        self.count += 1
        seq = msgspec.json.decode(await self.service.view(table, guest))["seq"]
        answer = await self.service.do(table, guest, kind(id=f"c{id(self)}-{self.count}", seq=seq, **fields))
        assert isinstance(answer, Done), answer

    async def die(self) -> None:
        """Stop without telling the database."""
        for task in self._tasks:
            task.cancel()
        for task_of_port in (self.ports.presence._beating, self.ports.bus._listening, self.ports.clock._measuring):
            assert task_of_port is not None
            task_of_port.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.ports.log._writing.drop()
        self.ports.log._reading.drop()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(asyncio.CancelledError, Unavailable):
            await self.ports.close()


@asynccontextmanager
async def two_nodes(url: str) -> AsyncIterator[tuple[Node, Node]]:
    node, other = Node(url, 1), Node(url, 2)
    await node.start()
    await other.start()
    try:
        yield node, other
    finally:
        await node.close()
        await other.close()


async def until(holds: Callable[[], Any]) -> None:
    await eventually(holds)


async def entries_of(node: Node, table: str) -> list[Any]:
    raw = await node.ports.log.read(table)
    return entries.read_all(raw)


async def log_of(node: Node, table: str) -> list[Any]:
    """Return the events of a table's log."""
    return [entry.event for entry in await entries_of(node, table)]


@pytest.fixture
def url(request: pytest.FixtureRequest) -> str:
    return database(request.node.nodeid)


async def test_pf_39_changes_on_one_node_reach_the_other(url: str) -> None:
    async with two_nodes(url) as (first, other):
        table = await first.service.open(OpenTable(game="xidach", name="Lan", seats=3, pace=0), "g0")
        assert isinstance(table, str)
        await other.do(table, "g1", commands.Join, name="Hoa")
        here, there = first.follow(table, "g0"), other.follow(table, "g1")
        await until(lambda: here and there)
        for node, guest in ((first, "g0"), (other, "g1"), (first, "g0")):
            await node.do(table, guest, commands.Say, text=f"from {guest}")
        last = len(await log_of(first, table))
        await until(lambda: here[-1]["seq"] == there[-1]["seq"] == last)
        for seen in (here, there):
            for before, after in pairwise(seen):
                assert after["type"] == "view" or after["after"] <= before["seq"], "no gap"


async def test_pf_39_a_guest_of_one_node_is_not_lost_to_the_other(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BEAT_S", 0.05)
    skip_expiry = expiry(url, monkeypatch)
    async with two_nodes(url) as (first, other):
        table = await first.service.open(OpenTable(game="xidach", name="Lan", seats=3, pace=0), "g0")
        assert isinstance(table, str)
        await other.do(table, "g1", commands.Join, name="Hoa")
        here, there = first.follow(table, "g0"), other.follow(table, "g1")
        await until(lambda: here and there)
        await skip_expiry()
        # The grace of each guest ends on the node that the guest is not connected to.
        for node, guest in ((first, "g1"), (other, "g0")):
            await until(partial(node.ports.presence.anywhere, [(table, guest)]))  # its own node beats again
            await node.service._miss([AbsentGuest(table, guest)])
        assert not [
            entry
            for entry in await log_of(first, table)
            if isinstance(entry, announcements.Went | entries.Disconnected)
        ]
        await first.die()
        await skip_expiry()

        async def guest_of_dead_node_is_lost() -> bool:
            await other.service._miss([AbsentGuest(table, "g0")])
            return any(isinstance(entry, entries.Disconnected) for entry in await log_of(other, table))

        await until(guest_of_dead_node_is_lost)
        (lost,) = [lost for lost in await log_of(other, table) if isinstance(lost, entries.Disconnected)]
        assert lost.member == 0


async def test_pf_39_a_guest_wrongly_declared_gone_is_brought_back(url: str) -> None:
    """As after a node was cut off from the database for so long that it counted as dead."""

    async with two_nodes(url) as (node, other):
        table = await node.service.open(OpenTable(game="xidach", name="Lan", seats=3, pace=0), "g0")
        assert isinstance(table, str)
        here = node.follow(table, "g0")
        await until(lambda: here)
        await other.service.view(table, None)
        other.service._actor(table).post(Message(presence_decision("g0", False)))
        await until(lambda: returned(node, table))
        kinds = [type(entry) for entry in await log_of(node, table)]
        assert kinds.count(entries.Disconnected) == kinds.count(announcements.CameBack) == 1


async def returned(node: Node, table: str) -> bool:
    return isinstance((await log_of(node, table))[-1], announcements.CameBack)


async def test_pf_39_bots_move_once_and_go_on_when_their_node_dies(url: str) -> None:
    """Both nodes have the table in memory. The one that runs its timers dies in the middle of a deal."""

    async with two_nodes(url) as (node, other):
        order = OpenTable(game="big2", name="Lan", seats=4, bots=("random",) * 3, pace=10)
        table = await node.service.open(order, "g0")
        assert isinstance(table, str)
        here, there = node.follow(table, "g0"), other.follow(table, "g0")
        await until(lambda: here and there)
        await node.do(table, "g0", commands.LeaveOut, deal=1, seat=0)  # the shuffle waits for nobody
        await node.do(table, "g0", commands.Ready)
        await until(lambda: any(seen.get("phase") == "playing" for seen in here))
        began = here[-1]["seq"]
        await play_until(node, table, lambda view: view["seq"] > began + 5)
        await node.die()
        await play_until(other, table, lambda view: view["table"].get("deals", 0) > 0)
        log = await log_of(other, table)
        assert sum(isinstance(entry, entries.Moved) for entry in log) > 5
        state = fold_all(await entries_of(other, table))
        assert state is not None
        assert state.deals == 1
        (verified,) = verify(all_games(), (await other.service.record(table, 1)).splitlines())
        assert verified.game == "big2"


async def play_until(node: Node, table: str, over: Callable[[dict[str, Any]], bool]) -> None:
    """Play the guest's first legal action each time, while the bots move, until `over`."""

    async def step() -> bool:
        view = msgspec.json.decode(await node.service.view(table, "g0"))
        if over(view):
            return True
        if legal := (view.get("deal") or {}).get("legal"):
            node.count += 1
            act = {"type": "act", "id": f"a{id(node)}-{node.count}", "seq": view["seq"]}
            command = wire.read(load("big2"), msgspec.json.encode(act | {"action": legal[0]}))
            assert isinstance(command, commands.Act)
            await node.service.do(table, "g0", command)
        return False

    await until(step)
