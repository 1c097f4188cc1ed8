"""PF-11 over real sockets: clients, journals and `chieu verify` follow a table from game to game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from chieu.cli.entry import main
from chieu.cli.play.keyboard import Keyboard
from chieu.cli.play.remote_game import RemoteGame
from chieu.online.protocol.commands import Change, OpenTable
from tests.online.server.server_process import Player, seated, serving

EVENING = ("xidach", "big2", "niuniu")


async def play(folder: Path) -> tuple[str, list[tuple[int, ...]]]:
    """Play a deal of each game. Return all records, and the deals that each client accounted for."""
    with serving(folder) as server:
        guests = [server.client.new_guest() for _ in range(2)]
        order = OpenTable(game=EVENING[0], name="Lan", seats=2, pace=0)
        seats = await seated(server.client, order, guests)
        players = [Player(seat, "heuristic", number) for number, seat in enumerate(seats)]
        for deals, game in enumerate(EVENING, start=1):
            if deals > 1:
                await seats[0].do(Change, sheet="", seats=2, game=game)
                for seat in seats:
                    await seat.until(lambda picture, game=game: picture.table.game == game)
            await asyncio.gather(*(player.play(deals) for player in players))
            for seat in seats:
                await seat.until(lambda picture, deals=deals: picture.table.deals == deals)
                assert seat.picture.game.name == game
                await seat.settled()
        closed = [tuple(deal for deal, _ in seat.journal.closed) for seat in seats]
        records = server.client.request(f"/api/tables/{seats[0].table}/records", identity=guests[0]).decode()
        for seat in seats:
            await seat.close()
    return records, closed


def test_pf_11_clients_account_for_deals_of_several_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records, closed = asyncio.run(play(tmp_path))
    assert closed == [(1, 2, 3), (1, 2, 3)]
    file = tmp_path / "evening.txt"
    file.write_text(records, encoding="utf-8")
    assert main(["verify", str(file), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert [game for game in EVENING if game in out] == list(EVENING)
    assert main(["replay", str(file), "--lang", "en"]) == 0


async def at_a_terminal(folder: Path) -> None:
    """Play a deal of two games against the terminal client, which plays the moves of a bot."""
    with serving(folder) as server:
        guests = [server.client.new_guest() for _ in range(2)]
        order = OpenTable(game="xidach", name="Lan", seats=2, pace=0)
        host, other = await seated(server.client, order, guests)
        terminal = asyncio.create_task(RemoteGame(Keyboard(), other, "en", "heuristic").run(2))
        lan = Player(host, "heuristic", 1)
        await lan.play(1)
        await other.until(lambda picture: picture.table.deals == 1)
        await host.do(Change, sheet="", seats=2, game="big2")
        await lan.play(2)
        await terminal
        for seat in (host, other):
            await seat.close()


def test_pf_11_terminal_client_follows_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(at_a_terminal(tmp_path))
    out = capsys.readouterr().out
    assert "Lan changed the game. From the next deal on: Big Two" in " ".join(out.split())
    assert "Deal 2 begins." in out
    assert out.count("is checked: its record agrees") == 2
