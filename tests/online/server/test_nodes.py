"""PF-39: a short run of `python -m tests.online.server.nodes`, and one node lost for good."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from chieu.fairness.verify import verify
from chieu.games import all_games
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Join, OpenTable, Sit
from tests.online.server.nodes import Cluster, PatientPlayer, evening
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.anyio


def test_pf_39_acknowledged_commands_survive_all_kills(tmp_path: Path) -> None:
    counts = evening(tmp_path, kills=3, tables=2, seed=3)
    assert counts["nodes killed"] + counts["PostgreSQL killed"] == 3
    assert counts["done"] > 20
    assert counts["deals"] > 0


async def test_pf_39_table_outlives_the_node_it_was_opened_on(tmp_path: Path) -> None:
    """A node is killed during a deal and stays down; its guest continues through the other."""
    cluster = Cluster(tmp_path, 0, 1, nodes=2)
    await cluster.start()
    try:
        first, other = (node.process.client for node in cluster.nodes)
        lan, hoa = first.new_guest(), other.new_guest()
        order = OpenTable(game="big2", name="Lan", seats=4, bots=("random",) * 2, pace=0)
        table = await asyncio.to_thread(first.open, lan, order)
        async with Seat(first, table, lan) as host, Seat(other, table, hoa) as guest:
            await guest.do(Join, name="Hoa")
            await guest.do(Sit, seat=3)
            await guest.until(lambda picture: picture.you.seat == 3)
            playing = asyncio.create_task(PatientPlayer(guest, "random", 2).play(2))
            await PatientPlayer(host, "random", 1).play(1)
            await host.until(lambda picture: picture.deal is not None and len(picture.table.seats) == 4, PATIENCE_S)
            await asyncio.to_thread(cluster.nodes[0].kill)
            async with Seat(other, table, lan) as again:  # the same guest, through the remaining node
                assert again.picture.you.seat == 0
                await asyncio.gather(PatientPlayer(again, "random", 3).play(2), playing)
        for deal in (1, 2):
            record = await asyncio.to_thread(other.record, table, deal)
            (verified,) = verify(all_games(), record.splitlines())
            assert verified.game == "big2"
    finally:
        await cluster.nodes[1].network.close()
        cluster.nodes[1].process.stop()
        await cluster.nodes[0].network.close()
        cluster.postgres.stop()


def test_backup_refers_to_pg_dump_for_postgresql(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "chieu.cli", "backup", str(tmp_path / "copy"), "--data", "postgresql://db/cards"]
    result = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 2
    assert "pg_dump" in result.stderr
    assert result.stderr.count("\n") == 1
