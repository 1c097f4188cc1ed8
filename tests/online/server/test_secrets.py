"""PF-20: no byte on the wire, no page and no log line tells anybody about cards hidden from them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from chieu.core import codec
from chieu.core.game import CHANCE
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.online.client import Identity, Seat
from chieu.online.protocol.commands import OpenTable, Say
from chieu.online.service.tokens import guest_of, linked_token
from chieu.online.storage.memory import VirtualClock
from chieu.online.table import entries
from chieu.online.table.entries import AnyEntry, Moved
from chieu.testing import Table
from tests.online.server.hostile_frames import TEXT
from tests.online.server.inside import ClosedLog, Inside, running
from tests.online.server.living import Player, seated, serving
from tests.online.storage.appending import append
from tests.online.table.sitting import Sitting
from tests.online.table.test_views import with_orders
from tests.playing import all_tables

TABLES = [table for table in all_tables() if table.seats == 4]
KEY = bytes(32)
TOKENS = [linked_token(KEY, f"guest {number}") for number in range(4)]
A_CARD = re.compile(r"(?<![\w-])(?:(?:10|[2-9AJQK])[SHDC♠♥♦♣]|JK[12])(?![\w-])")


def in_the_middle(table: Table, seed: int) -> Sitting:
    """A table of four people in the middle of its first deal."""
    preset = next(name for name, rules in table.game.presets.items() if rules == table.rules)
    rng = Rng(seed, 21)
    whole = Sitting(table.game.name, 4, 4, preset, pace=1000)
    whole.start()
    moves = whole.play_on(Rng(seed))
    part = Sitting(table.game.name, 4, 4, preset, pace=1000)
    part.start()
    part.play_on(Rng(seed), 1 + rng.below(max(1, moves - 1)))
    return part


def as_kept(log: list[AnyEntry]) -> list[bytes]:
    """The log as the store has it, with our tokens' owners for its guests."""
    kept = []
    for entry in log:
        raw = entries.write(entry)
        for number, token in enumerate(TOKENS):
            raw = raw.replace(f'"g{number}"'.encode(), f'"{guest_of(token)}"'.encode())
        kept.append(raw)
    return kept


async def all_that_is_sent(sitting: Sitting, log: list[AnyEntry], viewer: int | None, tries: list[Any]) -> list[str]:
    """Everything a viewer can get out of a server about a table, as the bytes that come over the wire."""
    store = ClosedLog()
    await store.keep("token key", KEY)
    table = sitting.state.id
    await append(store, table, 0, as_kept(log), None)
    who = None if viewer is None else Identity(TOKENS[viewer])
    got: list[str] = []
    async with running(store, VirtualClock(sitting.now)) as house:

        async def take(wire: Any, messages: int) -> None:
            for _ in range(messages):
                got.append(await asyncio.wait_for(wire.socket.recv(), 10))

        async with house.wire(table, who, hello=False) as wire, house.wire(table, Identity(TOKENS[3])) as talker:
            for seen in (0, *range(1, len(log) + 1)):
                await wire.say(type="hello", seen=seen)
                await take(wire, 1)
            for number, action in enumerate(tries):
                await wire.say(type="act", id=f"t{number}", seq=len(log), action=codec.plain(action))
                await take(wire, 1)
            await talker.ask(type="say", id="s", seq=len(log), text="what a hand")
            await take(wire, 1)
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/deals/1/record", "/metrics", "/readyz"):
            got.append(await asyncio.to_thread(page, house, path))
    return got


def page(house: Inside, path: str) -> str:
    """An answer with its headers, without what the clock says."""
    try:
        with urllib.request.urlopen(house.url + path, timeout=10) as answer:
            text = f"{answer.headers}{answer.read().decode()}"
    except urllib.error.HTTPError as error:
        with error:
            text = f"{error.headers}{error.read().decode()}"
    text = re.sub(r"(?im)^date: .*$", "", text)
    if path == "/metrics":  # what follows from the times is as long as the times are
        text = re.sub(r"(?im)^content-length: .*$", "", text)
    return re.sub(r"(?m)^(chieu_append_seconds_(?:bucket\{.*\}|sum)|chieu_start_time_seconds) .*$", "", text)


def pairs_that_differ(table: Table, seed: int) -> tuple[int, int]:
    """Looks at two worlds in the middle of a deal, for each of three viewers who cannot tell which one they are in: how
    many pairs differed in cards, and how many shuffles there were to hide any."""
    sitting = in_the_middle(table, seed)
    if sitting.phase() != "playing":
        return 0, 0
    changed, first, rng = 0, sitting.deal.first, Rng(seed, 22)
    for viewer in (None, 0, 1):
        # What the viewer is refused must not depend on what others hold either; what they may do is not tried.
        legal = () if viewer is None else sitting.game.legal(sitting.deal.state, viewer)
        known = {one.action for one in sitting.log if isinstance(one, Moved) and one.seat != CHANCE}
        tries = [] if viewer is None else sorted(known - set(legal), key=repr)[:20]
        other = table.game.resample(sitting.deal.state, viewer, rng.shuffled)
        there = with_orders(sitting.log, first, table.game.orders(other))
        changed += there != sitting.log
        here = asyncio.run(all_that_is_sent(sitting, sitting.log, viewer, tries))
        assert asyncio.run(all_that_is_sent(sitting, there, viewer, tries)) == here
    return changed, sitting.deal.shuffles


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_pf_20_hidden_cards_change_no_byte_on_the_wire(table: Table) -> None:
    found = [pairs_that_differ(table, seed) for seed in range(2)]
    changed, shuffled = (sum(column) for column in zip(*found, strict=True))
    assert changed or not shuffled, "the cards were the same: nothing was shown"


def test_pf_6_a_watcher_learns_nothing(tmp_path: Path) -> None:
    """All that a watcher is sent while four play: no card that is not on the table for everybody."""

    async def scenario() -> None:
        with serving(tmp_path) as house:
            guests = [house.server.new_guest() for _ in range(4)]
            order = OpenTable(game="xidach", name="Lan", seats=4, sheet="vipgame")
            seats = await seated(house.server, order, guests)
            watcher = Seat(house.server, seats[0].table, None)
            async with watcher:
                told: list[Any] = []

                async def watch() -> None:
                    async for _, happened in watcher.changes():
                        told.extend(happened)

                watching = asyncio.create_task(watch())
                await asyncio.gather(*(Player(seat, "random", at).play() for at, seat in enumerate(seats)))
                await watcher.until(lambda picture: picture.table.deals == 1, 10)
                watching.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await watching
            facts = [fact for one in told if type(one).__name__ == "Facts" for fact in one.facts]
            assert {type(fact).__name__ for fact in facts} >= {"Dealt", "Opened", "Settled"}
            for fact in facts:
                if type(fact).__name__ in ("Dealt", "Drawn"):
                    assert fact.cards == ()
            for seat in seats:
                await seat.close()

    asyncio.run(scenario())


def test_no_card_and_no_token_in_the_logs(tmp_path: Path) -> None:
    async def scenario() -> None:
        with serving(tmp_path, CHIEU_LOG_LEVEL="debug") as house:
            guests = [house.server.new_guest() for _ in range(4)]
            seats = await seated(house.server, OpenTable(game="xidach", name="Lan", seats=4), guests)
            await asyncio.gather(*(Player(seat, "random", at).play() for at, seat in enumerate(seats)))
            await seats[0].do(Say, text="I had 10S and the KH")
            for number, (frame, _) in enumerate(TEXT.items()):
                assert seats[1]._socket is not None
                await seats[1]._socket.send(TEXT[frame][0] + f" {number} 10S")
            with contextlib.suppress(Exception):
                house.server.open(Identity(guests[0].token), OpenTable(game="10S", name="KH", seats=2))
            for seat in seats:
                await seat.close()
            house.kill()
            log = house.log.replace(seats[0].table, "")
        assert '"event":"started"' in log
        for line in log.splitlines():
            assert json.loads(line)["level"]
        assert not A_CARD.findall(log)
        for guest in guests:
            assert guest.token not in log
            assert guest_of(guest.token) not in log

    asyncio.run(scenario())


def test_no_secret_of_a_guest_or_the_house_is_in_any_answer() -> None:
    async def scenario() -> None:
        async with running() as house:
            lan = await house.guest()
            table = await house.table(lan, seats=2, bots=["random"])
            opened = json.loads((await house.log.read(table))[0])
            async with house.wire(table, lan) as wire:
                said = json.dumps(wire.first)
                await wire.say(type="say", id="c1", seq=wire.first["seq"], text="hello")
                said += json.dumps(await wire.next()) + json.dumps(await wire.next())
            said += await asyncio.to_thread(page, house, f"/api/tables/{table}")
            said += await asyncio.to_thread(page, house, "/metrics")
            for secret in (lan.token, guest_of(lan.token), opened["secret"]):
                assert secret not in said

    asyncio.run(scenario())


def test_texts_of_cards_would_be_found() -> None:
    """The search that the logs are searched with finds what it is meant to find."""
    assert A_CARD.findall('{"a":"10S","b":["KH","JK1"],"c":"play 3D 3♣"}') == ["10S", "KH", "JK1", "3D", "3♣"]
    assert not A_CARD.findall('{"time":"2026-11-15T22:49:53.354+00:00","url":"http://127.0.0.1:8123/"}')
    assert all_games()
