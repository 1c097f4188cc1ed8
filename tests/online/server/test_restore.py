"""PF-22: after a restore, the running deal is annulled and connected clients are notified."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from chieu.cli import main as cli
from chieu.games import load
from chieu.online.protocol.commands import OpenTable
from chieu.online.storage.sqlite.log import back_up
from tests.online.server.server_process import Player, Process, level_of, seated

pytestmark = pytest.mark.anyio


async def test_pf_22_restored_backup_is_announced_to_open_pages(tmp_path: Path) -> None:
    tables, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    server = Process(tables)
    try:
        guests = [server.client.new_guest() for _ in range(2)]
        order = OpenTable(game="big2", name="Lan", seats=2, pace=0)
        seats = await seated(server.client, order, guests)
        table = seats[0].table
        level = level_of(load("big2"))
        for seat in seats:
            await seat.ready()
        await seats[0].until(lambda picture: picture.table.phase == "playing", timeout=60)
        await asyncio.to_thread(back_up, tables, copy)
        players = [Player(seat, level, number) for number, seat in enumerate(seats)]
        await asyncio.gather(*(player.play(1) for player in players))
        chips = [seat.chips for seat in seats[0].picture.table.seats]
        assert any(chips)
        for seat in seats:
            await seat.until(lambda _, seat=seat: seat.journal.open is None, timeout=60)
        port = server.port
        server.stop()
        for beside in tmp_path.glob("tables.db*"):
            beside.unlink()
        shutil.move(copy, tables)
        server = Process(tables, port)
        for seat in seats:
            await seat.until(lambda picture: picture.table.restored is not None, timeout=60)
        table_view = seats[0].picture.table
        assert table_view.restored is not None
        assert table_view.restored.annulled == 1
        assert (table_view.phase, table_view.deals, [seat.chips for seat in table_view.seats]) == ("between", 0, [0, 0])
        await asyncio.gather(*(player.play(1) for player in players))
        text = tmp_path / "record.txt"
        text.write_text(await asyncio.to_thread(server.client.record, table, 1), encoding="utf-8")
        assert cli(["verify", str(text)]) == 0
        assert "void restored" in text.read_text(encoding="utf-8")
        for seat in seats:
            await seat.close()
    finally:
        server.stop()
    assert '"level":"error"' not in server.log


async def test_pf_22_a_killed_server_is_no_matter_for_the_journal(tmp_path: Path) -> None:
    """Killed during a deal and between deals: the clients close both deals and say nothing."""
    server = Process(tmp_path / "tables.db")
    try:
        guests = [server.client.new_guest() for _ in range(2)]
        seats = await seated(server.client, OpenTable(game="big2", name="Lan", seats=2, pace=0), guests)
        players = [Player(seat, level_of(load("big2")), number) for number, seat in enumerate(seats)]
        for seat in seats:
            await seat.ready()
        await seats[0].until(lambda picture: picture.table.phase == "playing", timeout=60)
        for deals in (1, 2):
            port = server.port
            server.kill()
            server = Process(tmp_path / "tables.db", port)
            await asyncio.gather(*(player.play(deals) for player in players))
        for seat in seats:
            await seat.until(lambda _, seat=seat: [deal for deal, _ in seat.journal.closed] == [1, 2], timeout=60)
            assert (seat.notices(), seat.journal.open) == ([], None)
            await seat.close()
    finally:
        server.stop()
