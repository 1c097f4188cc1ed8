"""PF-11 over real sockets: clients, journals and `chieu verify` follow a table from game to game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from chieu.bots import Random, UnfitBot
from chieu.cli.console import tell
from chieu.cli.entry import main
from chieu.cli.play.keyboard import Keyboard
from chieu.cli.play.remote_game import RemoteGame
from chieu.core.rng import Rng
from chieu.games import load
from chieu.online.protocol.commands import Change, OpenTable
from tests.online.server.server_process import Player, seated, serving

pytestmark = pytest.mark.anyio


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


async def test_pf_11_clients_account_for_deals_of_several_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records, closed = await play(tmp_path)
    assert closed == [(1, 2, 3), (1, 2, 3)]
    file = tmp_path / "evening.txt"
    file.write_text(records, encoding="utf-8")
    assert main(["verify", str(file), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert [game for game in EVENING if game in out] == list(EVENING)
    assert main(["replay", str(file), "--lang", "en"]) == 0


class OnlyLawrences(Random):
    """A bot of a module, which plays by one sheet and counts its moves."""

    moves = 0

    def __init__(self, rules: Any, seat: int, rng: Rng) -> None:
        super().__init__(rules, seat, rng)
        self._fits = rules == load("big2").presets["lawrence"]

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        if not self._fits:
            raise UnfitBot("it plays by Lawrence's rules only")
        type(self).moves += 1
        return super().act(view, legal)


async def as_own_bot(folder: Path) -> int:
    """Play by two sheets against a bot of a module. Return the number of its moves in the first deal."""
    with serving(folder) as server:
        guests = [server.client.new_guest() for _ in range(2)]
        order = OpenTable(game="big2", name="Lan", seats=2, pace=0)
        host, other = await seated(server.client, order, guests)
        terminal = asyncio.create_task(RemoteGame(Keyboard(), other, "en", f"{__name__}:OnlyLawrences").run(2))
        lan = Player(host, "heuristic", 1)
        await lan.play(1)
        await other.until(lambda picture: picture.table.deals == 1)
        moves = OnlyLawrences.moves
        await host.do(Change, sheet="hong_kong", seats=2)
        await lan.play(2)
        await terminal
        for seat in (host, other):
            await seat.close()
    return moves


async def test_terminal_client_plays_as_a_bot_of_a_module(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await as_own_bot(tmp_path) > 1
    out = " ".join(capsys.readouterr().out.split())
    assert f"{__name__}:OnlyLawrences cannot play this deal (it plays by Lawrence's rules only)" in out
    assert out.count("is checked: its record agrees") == 2


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


async def test_pf_11_terminal_client_follows_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await at_a_terminal(tmp_path)
    out = capsys.readouterr().out
    assert "Lan changed the game. From the next deal on: Big Two" in " ".join(out.split())
    assert "Deal 2 begins." in out
    assert out.count("is checked: its record agrees") == 2


class Lines(Keyboard):
    """A person who types these lines, then leaves."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines = [*lines, "q"]

    def line(self, prompt: str) -> str:
        tell(prompt)
        return self.lines.pop(0)

    def forget(self) -> None:
        """Keep the lines: they were not typed too early."""


async def typed(folder: Path, game: str, people: int, deals: int, *lines: str) -> tuple[str, str, list[int | None]]:
    """Let the host type lines after some deals. Return game, sheet and the members in the chairs."""
    with serving(folder) as server:
        guests = [server.client.new_guest() for _ in range(people)]
        seats = await seated(server.client, OpenTable(game=game, name="Lan", seats=people, pace=0), guests)
        if deals:
            players = [Player(seat, "heuristic", number) for number, seat in enumerate(seats)]
            await asyncio.gather(*(player.play(deals) for player in players))
        keyboard = Lines(*lines)
        await RemoteGame(keyboard, seats[0], "en", None).run(None)
        assert keyboard.lines == []
        table = seats[0].picture.table
        for seat in seats:
            await seat.close()
    return table.game, table.sheet, [info.member for info in table.seats]


async def test_pf_11_the_host_changes_the_game_in_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ("game poker", "game xidach nothing", "game xidach", "no", "game xidach", "")
    assert await typed(tmp_path, "big2", 2, 0, *lines) == ("xidach", "room", [0, 1])
    out = " ".join(capsys.readouterr().out.split())
    assert "In Xì Dách a deal typically moves about 1.3 chips per person; in Big Two, about 2.2." in out
    assert "To play for about as much as before: game xidach room~" in out
    assert "Enter plays Xì Dách from the next deal on; anything else keeps Big Two." in out


async def test_pf_11_a_terminal_asks_who_watches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (await typed(tmp_path, "xidach", 5, 0, "game big2", "", "2 9"))[2] == [0, 2, 3, 4]
    assert "Type the numbers of the seats that watch." in capsys.readouterr().out


@pytest.mark.parametrize(("answer", "game"), [("", "big2"), ("no", "rummy")])
async def test_pf_11_a_terminal_asks_before_a_match_ends(tmp_path: Path, answer: str, game: str) -> None:
    assert (await typed(tmp_path, "rummy", 2, 1, "game big2", "", answer))[0] == game
