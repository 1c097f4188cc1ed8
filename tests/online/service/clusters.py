"""Clusters of services that share a log, in one process, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from chieu.games import all_games
from chieu.online.protocol import answers, commands
from chieu.online.protocol.answers import Done
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.ports import DAY, Archive, Log
from chieu.online.service.retention import Retention
from chieu.online.service.service import TableService
from chieu.online.storage.local import LocalBus, LocalPresence, SystemClock
from chieu.online.table.entries import AnyEntry, AnyEvent, read_all
from tests.online.storage.memory import MemoryLog, SeededEntropy, VirtualClock
from tests.waiting import PATIENCE_S


class Cluster:
    """Services that share a log, a bus and a virtual clock, all in memory."""

    def __init__(self) -> None:
        self.log = MemoryLog()
        self.bus = LocalBus()
        self.presence = LocalPresence()
        self.clock: VirtualClock = VirtualClock(1_000_000)
        self.entropy = SeededEntropy(1)
        self.count = 0

    def new_service(self) -> TableService:
        return TableService(self.log, self.bus, self.presence, self.clock, self.entropy)

    async def table(self, service: TableService, people: int = 3, **fields: Any) -> str:
        order = OpenTable(**{"game": "xidach", "name": "Lan", "seats": people, "pace": 0, **fields})
        table = await service.open(order, "g0")
        assert isinstance(table, str)
        for number in range(1, people - len(order.bots)):
            await self.must(service, table, f"g{number}", commands.Join, name=f"Guest {number}")
            await self.must(service, table, f"g{number}", commands.Sit, seat=number + len(order.bots))
        return table

    async def do(self, service: TableService, table: str, guest: str, kind: type[Any], **fields: Any) -> answers.Answer:
        self.count += 1
        seq = (await view_of(service, table))["seq"]
        return await service.do(table, guest, kind(**{"id": f"c{self.count}", "seq": seq, **fields}))

    async def entries(self, table: str) -> list[AnyEntry]:
        return read_all(await self.log.read(table))

    async def events(self, table: str) -> list[AnyEvent]:
        return [entry.event for entry in await self.entries(table)]

    async def must(self, service: TableService, table: str, guest: str, kind: type[Any], **fields: Any) -> Done:
        answer = await self.do(service, table, guest, kind, **fields)
        assert isinstance(answer, Done), answer
        return answer


async def view_of(service: TableService, table: str, guest: str | None = None) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(await service.view(table, guest))
    return read


async def next_of(feed: AsyncIterator[bytes]) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(await asyncio.wait_for(anext(feed), PATIENCE_S))
    return read


class LaterClock(SystemClock):
    """The system's clock, moved forward by days."""

    days = 0

    def now(self) -> int:
        return super().now() + self.days * DAY


class StoredCluster:
    """Services that share a store with an archive."""

    def __init__(self, log: Log, archive: Archive) -> None:
        self.log = log
        self.archive = archive
        self.bus = LocalBus()
        self.presence = LocalPresence()
        self.clock = LaterClock()
        self.exported: dict[str, list[str]] = {}
        self.service = self.new_service()
        self._count = 0

    def new_service(self) -> TableService:
        return TableService(self.log, self.bus, self.presence, self.clock, SeededEntropy(1), archive=self.archive)

    def retention(self, keep_days: int = 90, export: bool = False) -> Retention:
        return Retention(
            self.log,
            self.archive,
            self.bus,
            self.presence,
            self.clock,
            keep_days * DAY,
            self._export if export else None,
        )

    async def _export(self, table: str, texts: AsyncIterator[str]) -> None:
        self.exported[table] = [text async for text in texts]

    async def table(self, deals: int = 1, name: str = "Lan") -> str:
        """Open a table of xì dách with a person and a bot, and finish some deals."""
        order = OpenTable(game="xidach", name=name, seats=2, bots=("random",), pace=0)
        table = await self.service.open(order, "g0")
        assert isinstance(table, str)
        await self.play(table, deals)
        return table

    async def play(self, table: str, deals: int) -> None:
        """Play until the table has that many finished deals."""
        while (view := await self.view(table))["table"].get("deals", 0) < deals:
            if view["table"]["phase"] == "between":
                await self.do(table, "g0", commands.Ready)
            elif legal := (view.get("deal") or {}).get("legal"):
                action = msgspec.convert(legal[0], _action("xidach"))
                await self.do(table, "g0", commands.Act, action=action)
            await self.service.wake()
            await asyncio.sleep(0)

    async def view(self, table: str, guest: str | None = "g0", service: TableService | None = None) -> dict[str, Any]:
        shown: dict[str, Any] = msgspec.json.decode(await (service or self.service).view(table, guest))
        return shown

    async def do(self, table: str, guest: str, kind: type[Any], **fields: Any) -> answers.Answer:
        self._count += 1
        seq = (await self.view(table))["seq"]
        return await self.service.do(table, guest, kind(**{"id": f"c{self._count}", "seq": seq, **fields}))


def _action(game: str) -> Any:
    actions: Any = None
    for action in all_games()[game].actions:
        actions = action if actions is None else actions | action
    return actions
