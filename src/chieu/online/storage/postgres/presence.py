"""Connections of guests to nodes, as rows that are valid as long as their node's heartbeat.

Changes are collected for a moment and written together with the next heartbeat. A node that could not write for a while
registers again under a new id with all its connections; the rows of the old id expire.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection, Sequence, Set
from contextlib import suppress
from typing import Final

from chieu.online.service.ports import Unavailable
from chieu.online.storage.postgres.connection import HeldConnection, stop

BEAT_S: Final = 2.0
EXPIRY_S: Final = 6.0  # a node that was silent for longer counts as dead
_RETRY_S: Final = 0.2
_COLLECT_S: Final = 0.05
_REMOVE_AFTER_S: Final = 60.0  # of silence: the rows of a dead node are deleted
_FOREVER_S: Final = 10.0**9

_REGISTER: Final = """
    WITH node AS (
        INSERT INTO chieu.nodes (id, seen) VALUES ($1, clock_timestamp()) RETURNING id
    )
    INSERT INTO chieu.presence (name, guest, node)
    SELECT name, guest, id FROM unnest($2::text[], $3::text[]) AS came (name, guest), node
"""
_BEAT: Final = """
    WITH beat AS (
        UPDATE chieu.nodes SET seen = clock_timestamp() WHERE id = $1 RETURNING id
    ), came AS (
        INSERT INTO chieu.presence (name, guest, node)
        SELECT name, guest, id FROM unnest($2::text[], $3::text[]) AS came (name, guest), beat
        ON CONFLICT DO NOTHING
    ), went AS (
        DELETE FROM chieu.presence USING unnest($4::text[], $5::text[]) AS went (name, guest), beat
        WHERE presence.name = went.name AND presence.guest = went.guest AND presence.node = beat.id
    )
    SELECT (SELECT count(*) FROM chieu.nodes WHERE seen > clock_timestamp() - make_interval(secs => $6)) FROM beat
"""
_ANYWHERE: Final = """
    SELECT name, guest FROM chieu.presence
    JOIN unnest($1::text[], $2::text[]) AS wanted (name, guest) USING (name, guest)
    JOIN chieu.nodes ON nodes.id = presence.node
    WHERE seen > clock_timestamp() - make_interval(secs => $3)
"""
_ALIVE: Final = """
    SELECT id FROM chieu.nodes WHERE id = $1 AND seen > clock_timestamp() - make_interval(secs => $2)
"""
_ANYBODY: Final = "SELECT 1 FROM chieu.presence WHERE name = $1 LIMIT 1"
_REMOVE_DEAD: Final = "DELETE FROM chieu.nodes WHERE seen < clock_timestamp() - make_interval(secs => $1)"
_END: Final = "DELETE FROM chieu.nodes WHERE id = $1"


class PostgresPresence:
    """`Presence` of one node."""

    def __init__(self, url: str) -> None:
        self._connection = HeldConnection(url)
        self._asking = HeldConnection(url)
        self.node = secrets.token_hex(8)
        self.live_nodes = 0  # at the last heartbeat; 0 while the database does not answer
        self._registered_as: str | None = None  # None while the database does not know this node
        self._was_registered = False
        self._here: set[tuple[str, str]] = set()
        self._unwritten: set[tuple[str, str]] = set()
        self._changed = asyncio.Event()
        self._steady_since = time.monotonic()  # every heartbeat since then was written
        self._beating: asyncio.Task[None] | None = None

    def connected(self, table: str, guest: str) -> None:
        self._here.add((table, guest))
        self._unwritten.add((table, guest))
        self._changed.set()

    def disconnected(self, table: str, guest: str) -> None:
        self._here.discard((table, guest))
        self._unwritten.add((table, guest))
        self._changed.set()

    async def anywhere(self, guests: Sequence[tuple[str, str]]) -> Set[tuple[str, str]]:
        """Return the connected ones. If this node was cut off itself just now, silent nodes count as alive."""
        trusted = self._beating is None or time.monotonic() - self._steady_since > EXPIRY_S
        rows = await self._asking.fetch(_ANYWHERE, *_columns(guests), EXPIRY_S if trusted else _FOREVER_S)
        return {(table, guest) for table, guest in rows} | {guest for guest in guests if guest in self._here}

    async def alive(self, node: str) -> bool:
        return node == self.node or bool(await self._asking.fetch(_ALIVE, node, EXPIRY_S))

    async def anybody(self, table: str) -> bool:
        """Return whether anybody is connected. A silent node counts until its rows are deleted."""
        here = any(name == table for name, _ in self._here)
        return here or bool(await self._asking.fetch(_ANYBODY, table))

    async def start(self) -> None:
        """Start the heartbeat."""
        self._steady_since = time.monotonic()
        self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Stop the heartbeat and unregister this node."""
        await stop(self._beating)
        if self._registered_as is not None:
            with suppress(Unavailable):
                await self._connection.fetch(_END, self._registered_as)
        await self._connection.close()
        await self._asking.close()

    async def _beat(self) -> None:
        removed = time.monotonic()
        while True:
            try:
                await self._write()
                if time.monotonic() - max(removed, self._steady_since) > _REMOVE_AFTER_S:
                    removed = time.monotonic()
                    await self._connection.fetch(_REMOVE_DEAD, _REMOVE_AFTER_S)
            except Unavailable:
                self._registered_as = None
                self.live_nodes = 0
            if self._registered_as is None:
                self._steady_since = time.monotonic()
            with suppress(TimeoutError):
                async with asyncio.timeout(_RETRY_S if self._registered_as is None else BEAT_S):
                    await self._changed.wait()
            await asyncio.sleep(_COLLECT_S)

    async def _write(self) -> None:
        self._changed.clear()
        changed, self._unwritten = self._unwritten, set()
        if self._registered_as is not None:
            came, went = changed & self._here, changed - self._here
            values = (self._registered_as, *_columns(came), *_columns(went), EXPIRY_S)
            for (live,) in await self._connection.fetch(_BEAT, *values):
                self.live_nodes = live
                break
            else:
                self._registered_as = None  # counted as dead, and deleted
        if self._registered_as is None:
            node = secrets.token_hex(8) if self._was_registered else self.node
            self._unwritten.clear()
            await self._connection.fetch(_REGISTER, node, *_columns(self._here))
            self._registered_as = self.node = node
            self._was_registered = True


def _columns(pairs: Collection[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [table for table, _ in pairs], [guest for _, guest in pairs]
