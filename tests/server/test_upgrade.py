"""A server is upgraded under people's hands: what the version before left behind goes on. `tests/fixtures/stores` says
how those files were made."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from chieu.adapters import schema
from chieu.cli import main as cli
from chieu.client import Identity, Seat
from chieu.games import all_games
from chieu.server import pages
from tests.server.living import Player, Process, level_of

STORES = Path(__file__).parent.parent / "fixtures" / "stores"
BEFORE = sorted(path.stem for path in STORES.glob("*.db"))


@pytest.mark.parametrize("before", BEFORE)
def test_tables_guests_and_running_deals_of_a_version_before_go_on(before: str, tmp_path: Path) -> None:
    shutil.copy(STORES / f"{before}.db", tmp_path / "tables.db")
    tables = json.loads((STORES / f"{before}.json").read_text(encoding="utf-8"))
    assert {one["game"] for one in tables} == {"big2", "niuniu", "rummy", "xidach"}
    house = Process(tmp_path / "tables.db")
    try:
        with closing(sqlite3.connect(tmp_path / "tables.db")) as file:
            assert file.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)
        for one in tables:
            asyncio.run(go_on(house, one, tmp_path))
    finally:
        house.stop()
    assert '"level":"error"' not in house.log


async def go_on(house: Process, one: dict[str, Any], folder: Path) -> None:
    over = len(one["records"])
    for number, record in enumerate(one["records"], start=1):
        told = await asyncio.to_thread(house.server.record, one["table"], number)
        assert told == record, "a record is as it was told before"
    guests = [Identity(guest["token"]) for guest in one["guests"]]
    seats = [Seat(house.server, one["table"], guest) for guest in guests]
    for seat in seats:
        await seat.__aenter__()
    picture = seats[0].picture
    assert picture.seq >= one["seq"]
    assert [seat.chips for seat in picture.table.seats] == one["chips"]
    assert picture.table.phase == "playing"
    assert all(seat.picture.you.seat is not None for seat in seats), "a token is as good as it was"
    level = level_of(all_games()[one["game"]])
    players = [Player(seat, level, number) for number, seat in enumerate(seats)]
    await asyncio.gather(*(player.play(over + 2) for player in players))
    for number in range(1, over + 3):
        file = folder / f"{one['game']}-{number}.txt"
        file.write_text(await asyncio.to_thread(house.server.record, one["table"], number), encoding="utf-8")
        assert cli(["verify", str(file)]) == 0
    for seat in seats:
        await seat.close()


def test_a_page_knows_its_build_and_every_answer_says_which_one_there_is(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Chiếu</title>")
    (tmp_path / "assets" / "a.js").write_text("1")
    first = pages.Pages(tmp_path)
    assert first.build == pages.Pages(tmp_path, "/cards").build, "where it stands makes no other page"
    assert f'name="{pages.BUILD}" content="{first.build}"'.encode() in first._files["index.html"].plain
    (tmp_path / "assets" / "a.js").write_text("2")
    assert pages.Pages(tmp_path).build != first.build


def test_the_header_and_the_page_agree(tmp_path: Path) -> None:
    house = Process(tmp_path / "tables.db")
    try:
        for path in ("/", "/healthz", "/api/games"):
            with urllib.request.urlopen(house.url + path, timeout=10) as answer:
                build, body = answer.headers[pages.BUILD], answer.read().decode()
                if path == "/":
                    assert re.search(rf'name="{pages.BUILD}" content="([0-9a-f]+)"', body)[1] == build  # type: ignore[index]
        assert re.fullmatch("[0-9a-f]{16}", build)
    finally:
        house.stop()
