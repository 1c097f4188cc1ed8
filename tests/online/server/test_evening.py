"""PF-47: open the next evening from an old table, on both stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from chieu.online.client.seat import Seat
from tests.online.server.server_process import Player
from tests.online.server.test_retention import played, send, started
from tests.postgres import database

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
async def test_pf_47_next_evening_shares_the_ledger(store: str, tmp_path: Path) -> None:
    server = started(str(tmp_path / "tables.db") if store == "sqlite" else database(str(tmp_path)), tmp_path)
    try:
        first, lan = await played(server)
        stranger = server.client.new_guest()
        assert send(server, f"/api/tables/{first}/again", "POST")[0] == 401
        assert send(server, f"/api/tables/{first}/again", "POST", stranger)[1]["code"] == "not_joined"
        status, body = send(server, f"/api/tables/{first}/again", "POST", lan)
        assert status == 201
        second = body["table"]
        assert send(server, f"/api/tables/{first}/again", "POST", lan)[1]["table"] == second
        async with Seat(server.client, second, lan) as seat:
            assert (seat.picture.you.seat, seat.picture.table.evening) == (0, 2)
            await Player(seat, "random", 1).play(1)
            key = seat.picture.table.key
        status, group = send(server, f"/api/tables/{second}/group", who=lan)
        assert (status, [evening["table"] for evening in group["evenings"]]) == (200, [second, first])
        books = [send(server, f"/api/tables/{table}/book", who=lan)[1] for table in (first, second)]
        assert group["ledger"][0]["chips"] == sum(book["ledger"][0]["chips"] for book in books)
        assert send(server, f"/api/tables/{second}/group", who=stranger)[1]["code"] == "old_link"
        shown = send(server, f"/api/tables/{second}/group?key={key}", who=stranger)[1]
        assert [evening.get("table", "") for evening in shown["evenings"]] == [second, ""]
        assert send(server, "/api/tables/none/again", "POST", lan)[0] == 404
    finally:
        server.stop()
