"""PF-39: a node without its store sends its clients to other nodes."""

from __future__ import annotations

import asyncio
import io
import json
import urllib.error
import urllib.request
from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import InvalidStatus

from chieu.online.server import logs, outage
from tests.online.server.in_process import RunningServer, running
from tests.waiting import eventually

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("both_transports")]


class Store:
    """Says for how long the store has been silent."""

    silent_s = 0.0

    def silent(self) -> float:
        return self.silent_s


async def _status(server: RunningServer, path: str) -> int:
    def get() -> int:
        try:
            with urllib.request.urlopen(server.url + path, timeout=60) as response:
                return int(response.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    return await asyncio.to_thread(get)


async def _is_ready(server: RunningServer) -> bool:
    return await _status(server, "/readyz") == 200


async def test_pf_39_a_node_without_its_store_sends_clients_away() -> None:
    store, lines = Store(), io.StringIO()
    async with running(silent=store.silent) as server, AsyncExitStack() as stack:
        logs.set_up("info", lines)
        lan = await server.guest()
        table = await server.table(lan)
        wires = [await stack.enter_async_context(server.wire(table, lan)) for _ in range(3)]
        store.silent_s = outage.AFTER_S / 2
        assert (await wires[0].ask(type="say", id="c1", seq=wires[0].first["seq"], text="x"))["type"] == "done"
        store.silent_s = outage.AFTER_S + 1
        assert [await wire.closed() for wire in wires] == [(1013, "unavailable")] * 3
        paths = ("/readyz", f"/api/tables/{table}", "/api/games", "/healthz", "/metrics")
        assert [await _status(server, path) for path in paths] == [503, 503, 503, 200, 200]
        with pytest.raises(InvalidStatus, match="503"):
            await stack.enter_async_context(server.wire(table, lan))
        store.silent_s = 0.0
        await eventually(lambda: _is_ready(server))
        async with server.wire(table, lan) as wire:
            assert wire.first["chat"][0]["text"] == "x"
    lost, back = (line for line in map(json.loads, lines.getvalue().splitlines()) if line["event"] != "stopped")
    assert (lost["event"], lost["closed"]) == ("store_lost", 3)
    assert back["event"] == "store_back"
    assert back["refused"] >= 4
