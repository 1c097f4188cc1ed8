"""RT-2: a table with real cards over HTTP and sockets, with the terminal client and a killed server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from chieu.cli.play.keyboard import Keyboard
from chieu.cli.play.remote_game import RemoteGame
from chieu.core.game import Refusal
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Claim, Correct, Enter, OpenTable, StrikeOut
from tests.online.server.server_process import Process
from tests.online.server.test_retention import send
from tests.online.table.real_evenings import hands

pytestmark = pytest.mark.anyio


ORDER = OpenTable(game="xidach", name="Lan", seats=3, names=("Minh", "Hoa"), real=True)
WINS = hands("19", "20", "18")


async def enter(seat: Seat, entry: Any, **fields: Any) -> None:
    table = seat.picture.table
    assert table.real is not None
    given = {"deal": table.real.deal, "game": table.game, "sheet": table.sheet, "chairs": table.real.chairs}
    await seat.do(Enter, entry=entry, **{**given, **fields})


async def evening(server: Process) -> None:
    lan, minh = server.client.new_guest(), server.client.new_guest()
    table = server.client.open(lan, ORDER)
    async with Seat(server.client, table, lan) as host, Seat(server.client, table, minh) as other:
        await other.do(Claim, member=1)
        terminal = asyncio.create_task(RemoteGame(Keyboard(), other, "en", None).run(2))
        await enter(host, WINS)
        await host.until(lambda picture: picture.table.deals == 1)
        with pytest.raises(Refusal, match="deal_entered"):
            await enter(host, WINS, deal=1)
        await host.do(Correct, deal=1, entry=hands("20", "20", "18"), note="20 against 20")
        await enter(host, WINS)
        await terminal
        for seat in (host, other):
            await seat.until(lambda picture: picture.table.deals == 2)
            assert (seat.notices(), seat.journal.open, seat.journal.closed) == ([], None, ())
            assert seat.journal.drawn == (), "nothing is contributed where nothing is shuffled"
            assert [line.chips for line in seat.picture.table.ledger] == [1, 1, -2]
        await host.do(StrikeOut, deal=2)
    assert send(server, f"/api/tables/{table}/records", who=lan)[1]["code"] == "no_real_records"
    assert send(server, f"/api/tables/{table}/deals/1/record", who=lan)[0] == 404
    book = send(server, f"/api/tables/{table}/book", who=lan)[1]
    assert [(deal["payoff"], deal.get("struck", False)) for deal in book["deals"]] == [
        ([1, 0, -1], False),
        ([0, 1, -1], True),
    ]
    status, again = send(server, f"/api/tables/{table}/again?cards=dealt", "POST", lan)
    assert status == 201
    async with Seat(server.client, again["table"], minh) as seat:
        assert (seat.picture.table.real, seat.picture.you.seat) == (None, 1)


async def test_rt2_an_evening_with_real_cards_and_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Process(tmp_path / "tables.db")
    try:
        await evening(server)
    finally:
        server.stop()
    out = " ".join(capsys.readouterr().out.split())
    assert "Lan entered deal 1." in out
    assert "Both have 20: a push." in out.partition("Lan corrected deal 1.")[2]
    assert "Minh wins 1 from Lan (stake 1): 20 beats 19." in out.partition("Lan entered deal 2.")[2]


async def enter_and_crash(folder: Path) -> None:
    server = Process(folder / "tables.db")
    lan = server.client.new_guest()
    table = server.client.open(lan, ORDER)
    async with Seat(server.client, table, lan) as seat:
        for _ in range(3):
            await enter(seat, WINS)
        await seat.do(StrikeOut, deal=2)
        await seat.until(lambda picture: picture.table.deals == 3)
        server.kill()
    server = Process(folder / "tables.db")
    try:
        async with Seat(server.client, table, lan) as seat:
            await enter(seat, WINS)
            await seat.until(lambda picture: picture.table.deals == 4)
            assert [line.chips for line in seat.picture.table.ledger] == [0, 3, -3]
    finally:
        server.stop()


async def test_rt5_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    await enter_and_crash(tmp_path)
