"""Four clients at one table, over real sockets."""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from chieu.core import records
from chieu.core.game import AnyGame, Refusal
from chieu.core.records import BadRecord
from chieu.fairness.verify import Unproven, verify
from chieu.games import all_games
from chieu.online.client import seat as client_seat
from chieu.online.client.api import Server
from chieu.online.client.journals import Journals
from chieu.online.client.seat import Seat
from chieu.online.protocol import wire
from chieu.online.protocol.commands import DealNow, OpenTable, Say
from chieu.online.protocol.views import Update
from tests.online.server.server_process import Player, Process, seated, serving
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.anyio

TABLES = [(game, preset) for game in all_games().values() for preset in game.presets]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("server")) as process:
        yield process


@pytest.mark.parametrize(("game", "preset"), TABLES, ids=[f"{game.name}-{preset}" for game, preset in TABLES])
async def test_four_clients_play_a_deal_and_verify_it(server: Process, game: AnyGame, preset: str) -> None:
    closed = game.closed(game.presets[preset], 4)  # with the pay table the last seat is the house
    places = [seat for seat in range(4) if seat not in closed]
    guests = [server.client.new_guest() for _ in places]
    order = OpenTable(game=game.name, name="Lan", seats=4, sheet=preset)
    seats = await seated(server.client, order, guests)
    players = [Player(seat, "random", number) for number, seat in enumerate(seats)]
    await asyncio.gather(*(player.play() for player in players))
    record = server.client.record(seats[0].table, 1)
    (verified,) = verify(all_games(), record.splitlines())
    assert [contribution.chair for contribution in verified.proof.contributions] == places
    _replays(server, seats[0].table, len(record.splitlines()))
    changed = _changed(record)
    with pytest.raises((BadRecord, Unproven)):
        list(verify(all_games(), changed.splitlines()))
    for seat in seats:
        await seat.until(lambda _, seat=seat: seat.journal.open is None, PATIENCE_S)
        assert ([deal for deal, _ in seat.journal.closed], seat.notices()) == ([1], [])
        await seat.close()


@pytest.mark.parametrize("fault", ["bad_record", "no_record", "other_deal"])
async def test_pf_22_client_rejects_another_record(
    server: Process, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """It says so after several tries, abstains, and contributes again if its person goes on without proof."""
    order = OpenTable(game="big2", name="Lan", seats=2, bots=("random",), pace=0)
    (other,) = await seated(server.client, order, [server.client.new_guest()])
    await Player(other, "random", 1).play()
    record = server.client.record(other.table, 1)
    await other.close()
    (lan,) = await seated(server.client, order, [server.client.new_guest()])
    fetch = Server.record

    def patched(client: Server, table: str, deal: int, *key: Any) -> str:
        if fault == "no_record":
            raise Refusal("no_such_record")
        return record if fault == "other_deal" else _changed(fetch(client, table, deal, *key))

    monkeypatch.setattr(Server, "record", patched)
    monkeypatch.setattr(client_seat, "RECORD_DELAYS_S", (0.0, 0.0))
    await Player(lan, "random", 1).play()
    await lan.until(lambda picture: picture.table.shuffle.left_out == ((0, "self", "unaccounted"),), PATIENCE_S)
    assert lan.notices() == [("unaccounted", 1, fault, 1)]
    await lan.go_on()
    await lan.until(
        lambda picture: picture.table.shuffle.commitments and not picture.table.shuffle.left_out, PATIENCE_S
    )
    assert lan.journal.written_off == (1,)
    monkeypatch.undo()
    await Player(lan, "random", 1).play(2)
    await lan.until(lambda _: [deal for deal, _ in lan.journal.closed] == [2], PATIENCE_S)
    assert lan.notices() == []
    await lan.close()


async def test_pf_22_a_doubt_that_passed_does_not_silence_the_next(
    server: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that asks for the next deal, takes it back and asks again has to account for the open one."""
    order = OpenTable(game="big2", name="Lan", seats=2, bots=("random",), pace=0)
    (lan,) = await seated(server.client, order, [server.client.new_guest()])
    await lan.ready()
    await lan.until(lambda picture: picture.table.phase == "playing", PATIENCE_S)
    asked, fetching, answered = False, threading.Event(), threading.Event()
    read = wire.read_message

    def patched(raw: str | bytes) -> Any:
        news = read(raw)
        if not isinstance(news, Update):
            return news
        shuffle = lan.picture.table.shuffle
        phase = "between" if asked else "playing"
        return replace(news, phase=phase, shuffle=replace(shuffle, deal=2 if asked else 1))

    def fetched(*_: Any) -> str:
        fetching.set()
        assert answered.wait(60)
        raise Refusal("no_such_record")

    monkeypatch.setattr(wire, "read_message", patched)
    monkeypatch.setattr(Server, "record", fetched)
    monkeypatch.setattr(client_seat, "RECORD_DELAYS_S", (0.0, 0.0))
    for asked in (True, False):
        await lan.do(Say, text="hello")
        await lan.until(lambda picture, deal=1 + asked: picture.table.shuffle.deal == deal, PATIENCE_S)
    assert await asyncio.to_thread(fetching.wait, 60)
    answered.set()
    await lan.settled()
    assert lan.notices() == []
    asked = True
    await lan.do(Say, text="hello")
    await lan.until(lambda picture: picture.table.shuffle.deal == 2, PATIENCE_S)
    await lan.settled()
    assert [(notice.kind, notice.reason) for notice in lan.notices()] == [("unaccounted", "no_record")]
    await lan.close()


async def test_pf_22_end_of_a_deal_in_a_view_is_checked(server: Process) -> None:
    """A client that was away at the end closes the deal by its record when it is back."""
    journals = Journals()
    guest = server.client.new_guest()
    order = OpenTable(game="big2", name="Lan", seats=2, bots=("random",), pace=0)
    table = await asyncio.to_thread(server.client.open, guest, order)
    async with Seat(server.client, table, guest, journals=journals) as lan:
        await lan.ready()
        await lan.until(lambda picture: picture.table.phase == "playing", PATIENCE_S)
    async with Seat(server.client, table, guest) as elsewhere:
        await Player(elsewhere, "random", 1).play()
    assert journals.read(table).open is not None
    async with Seat(server.client, table, guest, journals=journals) as again:
        await again.until(lambda _: again.journal.open is None, PATIENCE_S)
        assert [deal for deal, _ in again.journal.closed] == [1]
        assert again.notices() == []


async def test_pf_44_choice_for_an_older_view_is_not_sent(server: Process) -> None:
    order = OpenTable(game="xidach", name="Lan", seats=2, bots=("random",), pace=0)
    (lan,) = await seated(server.client, order, [server.client.new_guest()])
    seq_before = lan.picture.seq
    await Player(lan, "random", 1).play()
    for late in (lan.ready(seq_before), lan.do(DealNow, seq_before)):
        with pytest.raises(Refusal, match="stale"):
            await late
    assert lan.picture.table.phase == "between"
    assert not lan.picture.table.seats[0].ready
    await lan.close()


def _replays(server: Process, table: str, lines: int) -> None:
    """PF-6: replays of every seat and of a spectator; an unknown seat is refused."""
    for query in ("", "?seat=0", "?seat=3"):
        replay = json.loads(server.client.request(f"/api/tables/{table}/deals/1/replay{query}"))
        assert len(replay["names"]) == 4
        assert 0 < len(replay["steps"]) < lines
    for query in ("?seat=4", "?seat=x", "?seat=99999999999"):
        with pytest.raises(Refusal, match="no_such_seat"):
            server.client.request(f"/api/tables/{table}/deals/1/replay{query}")


def _changed(record: str) -> str:
    """Return the record with two cards of the shuffle swapped and its checksums recomputed."""
    contents = [line[7:] for line in record.splitlines()]
    for place, content in enumerate(contents):
        if content.startswith("* shuffle "):
            words = content.split()
            other = next(at for at in range(3, len(words)) if words[at] != words[2])  # two decks hold equal cards
            words[2], words[other] = words[other], words[2]
            contents[place] = " ".join(words)
    summer = hashlib.sha256()
    return "".join(f"{records._checksum(summer, content)} {content}\n" for content in contents)


async def test_pf_32_killed_client_resumes(server: Process) -> None:
    guests = [server.client.new_guest() for _ in range(4)]
    order = OpenTable(game="xidach", name="Lan", seats=4, sheet="vipgame")
    seats = await seated(server.client, order, guests)
    others = [asyncio.create_task(Player(seat, "random", at).play()) for at, seat in enumerate(seats[:3])]
    unlucky = Player(seats[3], "random", 3)
    playing = asyncio.create_task(unlucky.play())
    await seats[3].until(lambda picture: picture.table.phase == "playing", PATIENCE_S)
    playing.cancel()
    await seats[3].close()
    # The guest returns with only the token and finds seat and deal unchanged.
    async with Seat(server.client, seats[0].table, guests[3]) as again:
        assert again.picture.you.seat == 3
        await Player(again, "random", 4).play()
        await asyncio.gather(*others)
    record = server.client.record(seats[0].table, 1)
    (verified,) = verify(all_games(), record.splitlines())
    assert len(verified.proof.contributions) == 4
    for seat in seats[:3]:
        await seat.close()
