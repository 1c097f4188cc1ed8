"""Four clients at one table, over real sockets."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator

import pytest

from chieu.core import records
from chieu.core.game import AnyGame, Refusal
from chieu.core.records import BadRecord
from chieu.fairness.verify import Unproven, verify
from chieu.games import all_games
from chieu.online.client.api import Server
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import DealNow, OpenTable
from tests.online.server.server_process import Player, Process, seated, serving

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
    assert [contribution.seat for contribution in verified.proof.contributions] == places
    _replays(server, seats[0].table, len(record.splitlines()))
    changed = _changed(record)
    with pytest.raises((BadRecord, Unproven)):
        list(verify(all_games(), changed.splitlines()))
    assert [await seat.check(1) for seat in seats] == [None] * len(seats)
    for seat in seats:
        await seat.close()


async def test_pf_22_client_rejects_a_changed_record(server: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody is out of cards at once in Big Two, so every view differs from the last one.
    order = OpenTable(game="big2", name="Lan", seats=2, bots=("random",), pace=0)
    tables = [await seated(server.client, order, [server.client.new_guest()]) for _ in range(2)]
    for (seat,) in tables:
        await Player(seat, "random", 1).play()
    (lan,), (other,) = tables
    record = server.client.record(lan.table, 1)
    outcomes = {}
    for name, text in (("its own", record), ("changed", _changed(record)), ("none", "no record\n")):
        monkeypatch.setattr(Server, "record", lambda *_, text=text: text)
        outcomes[name] = await lan.check(1)
    assert outcomes == {"its own": None, "changed": ("bad_record", 1, 0, ""), "none": ("bad_record", 1, 0, "")}
    monkeypatch.setattr(Server, "record", lambda *_: record)
    assert await other.check(1) == ("bad_record", 1, 0, ""), "a record of another table"
    lan._watch._shown[1].insert(0, lan._watch._shown[1][-1])
    assert await lan.check(1) == ("other_cards", 1, 0, "")
    monkeypatch.undo()
    assert await lan.check(7) == ("no_record", 7, 0, "")
    for seat in (lan, other):
        await seat.close()


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
    await seats[3].until(lambda picture: picture.table.phase == "playing", 10)
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
