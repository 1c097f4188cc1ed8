"""A server continues with a store written by `tests/fixtures/stores/make.py`."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from chieu.cli import main as cli
from chieu.core import codec
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.online.client.api import Identity
from chieu.online.client.seat import Seat
from tests.fixtures import real_cards
from tests.online.server.server_process import Player, Process, level_of

pytestmark = pytest.mark.anyio

STORES = Path(__file__).parents[2] / "fixtures" / "stores"


async def test_tables_guests_and_deals_of_a_stored_file_go_on(tmp_path: Path) -> None:
    shutil.copy(STORES / "tables.db", tmp_path / "tables.db")
    tables = json.loads((STORES / "tables.json").read_text(encoding="utf-8"))
    assert Counter(stored["game"] for stored in tables) == {"big2": 2, "niuniu": 2, "rummy": 2, "xidach": 2}
    server = Process(tmp_path / "tables.db")
    try:
        for stored in tables:
            await (enter_on(server, stored) if "entered" in stored else go_on(server, stored, tmp_path))
    finally:
        server.stop()
    assert '"level":"error"' not in server.log


async def go_on(server: Process, stored: dict[str, Any], folder: Path) -> None:
    over = len(stored["records"])
    for number, record in enumerate(stored["records"], start=1):
        served = await asyncio.to_thread(server.client.record, stored["table"], number)
        assert served == record
    guests = [Identity(guest["token"]) for guest in stored["guests"]]
    seats = [Seat(server.client, stored["table"], guest) for guest in guests]
    for seat in seats:
        await seat.__aenter__()
    picture = seats[0].picture
    assert picture.seq >= stored["seq"]
    assert [seat.chips for seat in picture.table.seats] == stored["chips"]
    assert picture.table.phase == "playing"
    assert all(seat.picture.you.seat is not None for seat in seats), "tokens are still valid"
    level = level_of(all_games()[stored["game"]])
    players = [Player(seat, level, number) for number, seat in enumerate(seats)]
    await asyncio.gather(*(player.play(over + 2) for player in players))
    for number in range(1, over + 3):
        file = folder / f"{stored['game']}-{number}.txt"
        file.write_text(await asyncio.to_thread(server.client.record, stored["table"], number), encoding="utf-8")
        assert cli(["verify", str(file)]) == 0
    for seat in seats:
        await seat.close()


async def enter_on(server: Process, stored: dict[str, Any]) -> None:
    """Continue an evening with real cards."""
    guests = [Identity(guest["token"]) for guest in stored["guests"]]
    host, guest = (Seat(server.client, stored["table"], identity) for identity in guests)
    async with host, guest:
        table = guest.picture.table
        assert table.real is not None
        assert json.loads(codec.encode(table.real.entered)) == stored["entered"]
        assert [seat.chips for seat in table.seats] == stored["chips"]
        assert (guest.picture.you.seat, guest.picture.seq >= stored["seq"]) == (1, True)
        await real_cards.enter(guest, Rng(1))
        await host.until(lambda picture: picture.table.deals == len(stored["entered"]) + 1)
