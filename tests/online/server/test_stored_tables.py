"""A server goes on with a store that another process wrote. `tests/fixtures/stores/make.py` makes the store."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

from chieu.cli import main as cli
from chieu.games import all_games
from chieu.online.client import Identity, Seat
from tests.online.server.living import Player, Process, level_of

STORES = Path(__file__).parent.parent / "fixtures" / "stores"


def test_tables_guests_and_running_deals_of_a_stored_file_go_on(tmp_path: Path) -> None:
    shutil.copy(STORES / "tables.db", tmp_path / "tables.db")
    tables = json.loads((STORES / "tables.json").read_text(encoding="utf-8"))
    assert {one["game"] for one in tables} == {"big2", "niuniu", "rummy", "xidach"}
    house = Process(tmp_path / "tables.db")
    try:
        for one in tables:
            asyncio.run(go_on(house, one, tmp_path))
    finally:
        house.stop()
    assert '"level":"error"' not in house.log


async def go_on(house: Process, one: dict[str, Any], folder: Path) -> None:
    over = len(one["records"])
    for number, record in enumerate(one["records"], start=1):
        told = await asyncio.to_thread(house.server.record, one["table"], number)
        assert told == record
    guests = [Identity(guest["token"]) for guest in one["guests"]]
    seats = [Seat(house.server, one["table"], guest) for guest in guests]
    for seat in seats:
        await seat.__aenter__()
    picture = seats[0].picture
    assert picture.seq >= one["seq"]
    assert [seat.chips for seat in picture.table.seats] == one["chips"]
    assert picture.table.phase == "playing"
    assert all(seat.picture.you.seat is not None for seat in seats), "tokens are still valid"
    level = level_of(all_games()[one["game"]])
    players = [Player(seat, level, number) for number, seat in enumerate(seats)]
    await asyncio.gather(*(player.play(over + 2) for player in players))
    for number in range(1, over + 3):
        file = folder / f"{one['game']}-{number}.txt"
        file.write_text(await asyncio.to_thread(house.server.record, one["table"], number), encoding="utf-8")
        assert cli(["verify", str(file)]) == 0
    for seat in seats:
        await seat.close()
