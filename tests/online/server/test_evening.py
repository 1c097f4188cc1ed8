"""PF-47 over the wire: the next evening is opened from an old table, on either store."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from chieu.online.client import Seat
from tests.online.server.living import Player
from tests.online.server.test_retention import asked, played, started
from tests.postgres import database


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_the_same_people_play_again_and_one_ledger_has_both_evenings(store: str, tmp_path: Path) -> None:
    house = started(str(tmp_path / "tables.db") if store == "sqlite" else database(str(tmp_path)), tmp_path)
    try:
        first, lan = played(house)
        stranger = house.server.new_guest()
        assert asked(house, f"/api/tables/{first}/again", "POST")[0] == 401
        assert asked(house, f"/api/tables/{first}/again", "POST", stranger)[1]["code"] == "not_joined"
        status, opened = asked(house, f"/api/tables/{first}/again", "POST", lan)
        assert status == 201
        second = opened["table"]
        assert asked(house, f"/api/tables/{first}/again", "POST", lan)[1]["table"] == second

        async def play() -> str:
            async with Seat(house.server, second, lan) as seat:
                assert (seat.picture.you.seat, seat.picture.table.evening) == (0, 2)
                await Player(seat, "random", 1).play(1)
                return seat.picture.table.key

        key = asyncio.run(play())
        status, group = asked(house, f"/api/tables/{second}/group", who=lan)
        assert (status, [one["table"] for one in group["evenings"]]) == (200, [second, first])
        books = [asked(house, f"/api/tables/{one}/book", who=lan)[1] for one in (first, second)]
        assert group["ledger"][0]["chips"] == sum(book["ledger"][0]["chips"] for book in books)
        assert asked(house, f"/api/tables/{second}/group", who=stranger)[1]["code"] == "old_link"
        shown = asked(house, f"/api/tables/{second}/group?key={key}", who=stranger)[1]
        assert [one.get("table", "") for one in shown["evenings"]] == [second, ""]
        assert asked(house, "/api/tables/none/again", "POST", lan)[0] == 404
    finally:
        house.stop()
