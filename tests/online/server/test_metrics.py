"""Metrics: names that Prometheus accepts, and what is counted."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
import uvicorn
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from chieu import __version__
from chieu.online.server.metrics import Metrics
from chieu.online.service.ports import Appended, LogBatch, Unavailable
from chieu.online.storage.backends import open_backend
from chieu.online.storage.postgres.presence import PostgresPresence
from tests.online.server.in_process import ClosedLog, RunningServer, running
from tests.online.server.test_http import ask
from tests.online.server.test_logs import Failing
from tests.online.storage.appending import append
from tests.postgres import database
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


async def scrape(server: RunningServer) -> dict[str, Metric]:
    text = await asyncio.to_thread(server.metrics)
    return {family.name: family for family in text_string_to_metric_families(text)}


def by_label(family: Metric) -> dict[str, float]:
    return {next(iter(sample.labels.values()), ""): sample.value for sample in family.samples}


def count_of(family: Metric) -> float:
    return next(sample.value for sample in family.samples if sample.name.endswith("_count"))


async def test_names_follow_the_conventions_of_prometheus() -> None:
    async with running() as server:
        lines = (await asyncio.to_thread(server.metrics)).splitlines()
        families = await scrape(server)
    declared = [line.split()[2:] for line in lines if line.startswith("# TYPE ")]
    names = [name.removesuffix("_total") for name, _ in declared]
    assert len(names) == len(set(names)), "a gauge and a counter have one name"
    assert all(name.endswith("_total") == (kind == "counter") for name, kind in declared)
    assert {"process_cpu_seconds", "process_resident_memory_bytes", "python_gc_collections"} <= set(families)
    assert families["chieu_build_info"].samples[0].labels["version"] == __version__
    for name, kind in declared:
        if kind == "histogram":
            limits = [sample.labels["le"] for sample in families[name].samples if "le" in sample.labels]
            assert name.endswith("_seconds")
            assert limits[-2:] == ["30.0", "+Inf"]


class Refusing(ClosedLog):
    """A store that refuses all writes on demand."""

    fails = False

    def append(self, batch: LogBatch, settled: Appended) -> None:
        if self.fails:
            asyncio.get_running_loop().call_soon(settled, Unavailable("no disk"))
        else:
            super().append(batch, settled)


async def test_commands_are_counted_by_result() -> None:
    store = Refusing()
    async with running(store, messages_per_guest=5) as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire, server.wire(table, await server.guest()) as other:
            seq = (await wire.ask(type="sit", id="a", seq=wire.first["seq"], seat=1))["seq"]
            assert (await wire.ask(type="sit", id="b", seq=seq, seat=9))["type"] == "refused"
            store.fails = True
            assert (await wire.ask(type="sit", id="c", seq=seq, seat=2))["code"] == "unavailable"
            store.fails = False
            for number in range(9):
                await other.say(type="hello", seen=number)
            while (await other.hear("refused"))["code"] != "flood":
                pass
            families = await scrape(server)
    commands = by_label(families["chieu_commands"])
    assert (commands["done"], commands["unavailable"]) == (1, 1)
    assert commands["rate_limited"] >= 1
    assert commands.keys() - {"done", "unavailable", "rate_limited"} == {"failed"}, "a refused command is not counted"
    assert commands["failed"] == 0
    assert count_of(families["chieu_command_seconds"]) == 1
    assert families["chieu_reconnects"].samples[0].value >= 1


async def test_unavailable_is_told_from_a_defect_by_its_status() -> None:
    store = Failing()
    async with running(store) as server:
        assert by_label((await scrape(server))["chieu_turned_away"]) == {"full": 0, "too_many": 0}
        store.fails = True
        assert (await asyncio.to_thread(ask, server, "/api/tables/any")).problem == (503, "unavailable")
        requests = by_label((await scrape(server))["chieu_http_requests"])
    assert (requests["503"], requests["5xx"]) == (1, 0)


async def test_lag_and_pauses_are_measured() -> None:
    async with running() as server:

        async def measured() -> bool:
            return count_of((await scrape(server))["chieu_event_loop_lag_seconds"]) > 0

        await eventually(measured)
    metrics = Metrics()
    gc.callbacks.append(metrics.on_gc)
    try:
        gc.collect()
    finally:
        gc.callbacks.remove(metrics.on_gc)
    assert b"chieu_gc_pause_seconds_count 1.0" in metrics.text()


async def test_round_trip_to_a_client_is_measured(both_transports: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn, "Config", partial(uvicorn.Config, ws_ping_interval=0.05))
    async with running() as server:
        lan = await server.guest()
        async with server.wire(await server.table(lan), lan):

            async def measured() -> bool:
                return count_of((await scrape(server))["chieu_round_trip_seconds"]) > 0

            await eventually(measured)


async def test_figures_of_a_file(tmp_path: Path) -> None:
    backend = await asyncio.to_thread(open_backend, str(tmp_path / "tables.db"))
    waiting: Sequence[asyncio.Future[None]] = [
        append(backend.log, str(name), 0, [b"x" * 999], None) for name in range(99)
    ]
    assert backend.figures().appends_waiting > 0
    await asyncio.gather(*waiting)
    figures = backend.figures()
    assert figures.wal_bytes == (tmp_path / "tables.db-wal").stat().st_size > 0
    assert (figures.appends_waiting, figures.live_nodes) == (0, 1)
    await backend.close()


async def test_figures_of_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chieu.online.storage.postgres.presence.BEAT_S", 0.05)
    url = database(str(tmp_path))
    backend = await asyncio.to_thread(open_backend, url)
    other = PostgresPresence(url)
    await backend.start()
    await other.start()
    await eventually(lambda: backend.figures().live_nodes == 2)
    await other.close()
    await eventually(lambda: backend.figures().live_nodes == 1)
    assert backend.figures().connections > 0
    await backend.close()
