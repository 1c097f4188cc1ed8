"""PF-20: no message, page or log line reveals cards to a viewer from whom they are hidden."""

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
from chieu.online.client.api import Identity
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import OpenTable, Say
from chieu.online.service.tokens import guest_of, linked_token
from chieu.online.table import entries
from chieu.online.table.entries import AnyEntry, Moved
from chieu.testing import Table
from tests.online.server.hostile_frames import TEXT
from tests.online.server.in_process import ClosedLog, RunningServer, running
from tests.online.server.server_process import Player, seated, serving
from tests.online.storage.appending import append
from tests.online.storage.memory import VirtualClock
from tests.online.table.sitting import Sitting
from tests.online.table.test_views import with_orders
from tests.playing import all_tables
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.anyio

TABLES = [table for table in all_tables() if table.seats == 4]
KEY = bytes(32)
TOKENS = [linked_token(KEY, f"guest {number}") for number in range(4)]
A_CARD = re.compile(r"(?<![\w-])(?:(?:10|[2-9AJQK])[SHDC♠♥♦♣]|JK[12])(?![\w-])")


def in_the_middle(table: Table, seed: int) -> Sitting:
    """Return a table of four people during its first deal."""
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
    """Return the stored log with the test's guests in it."""
    stored = []
    for entry in log:
        raw = entries.write(entry)
        for number, token in enumerate(TOKENS):
            raw = raw.replace(f'"g{number}"'.encode(), f'"{guest_of(token)}"'.encode())
        stored.append(raw)
    return stored


async def all_that_is_sent(sitting: Sitting, log: list[AnyEntry], viewer: int | None, tries: list[Any]) -> list[str]:
    """Return all bytes that a viewer can get from a server about a table."""
    store = ClosedLog()
    await store.keep("token key", KEY)
    table = sitting.state.id
    await append(store, table, 0, as_kept(log), None)
    who = None if viewer is None else Identity(TOKENS[viewer])
    frames: list[str] = []
    async with running(store, VirtualClock(sitting.now)) as server:

        async def take(wire: Any, messages: int) -> None:
            for _ in range(messages):
                while (frame := await asyncio.wait_for(wire.socket.recv(), PATIENCE_S)) == '{"type":"heartbeat"}':
                    pass
                frames.append(frame)

        async with server.wire(table, who, hello=False) as wire, server.wire(table, Identity(TOKENS[3])) as talker:
            for seen in (0, *range(1, len(log) + 1)):
                await wire.say(type="hello", seen=seen)
                await take(wire, 1)
            for number, action in enumerate(tries):
                await wire.say(type="act", id=f"t{number}", seq=len(log), action=codec.plain(action))
                await take(wire, 1)
            await talker.ask(type="say", id="s", seq=len(log), text="what a hand")
            await take(wire, 1)
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/deals/1/record", "/metrics", "/readyz"):
            frames.append(await asyncio.to_thread(page, server, path))
    return frames


def page(server: RunningServer, path: str) -> str:
    """Return a response with its headers, without times."""
    request = urllib.request.Request(server.url + path, headers={"x-request-id": "same"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = f"{answer.headers}{answer.read().decode()}"
    except urllib.error.HTTPError as error:
        with error:
            text = f"{error.headers}{error.read().decode()}"
    text = re.sub(r"(?im)^date: .*$", "", text)
    if path == "/metrics":  # lengths of compressed times vary
        text = re.sub(r"(?im)^content-length: .*$", "", text)
    times = r"chieu_\w+_seconds_(?:bucket|sum)|chieu_(?:event_loop_lag|gc_pause)_seconds_count|process_|python_gc_"
    return re.sub(rf"(?m)^(?:{times}).*$", "", text)


async def pairs_that_differ(table: Table, seed: int) -> tuple[int, int]:
    """Compare two worlds that three viewers cannot tell apart, in the middle of a deal.

    Return how many pairs differed in cards, and how many shuffles could hide any.
    """
    sitting = in_the_middle(table, seed)
    if sitting.phase() != "playing":
        return 0, 0
    changed, first, rng = 0, sitting.deal.first, Rng(seed, 22)
    for viewer in (None, 0, 1):
        # Refusals must not depend on hidden cards either. Legal actions are not tried.
        legal = () if viewer is None else sitting.game.legal(sitting.deal.state, viewer)
        actions = {event.action for event in sitting.events if isinstance(event, Moved) and event.seat != CHANCE}
        tries = [] if viewer is None else sorted(actions - set(legal), key=repr)[:20]
        other = table.game.resample(sitting.deal.state, viewer, rng.shuffled)
        there = with_orders(sitting.log, first, table.game.orders(other))
        changed += there != sitting.log
        here = await all_that_is_sent(sitting, sitting.log, viewer, tries)
        assert await all_that_is_sent(sitting, there, viewer, tries) == here
    return changed, sitting.deal.shuffles


@pytest.mark.parametrize("table", TABLES, ids=repr)
async def test_pf_20_hidden_cards_change_no_byte_on_the_wire(table: Table) -> None:
    counts = [await pairs_that_differ(table, seed) for seed in range(2)]
    changed, shuffled = (sum(column) for column in zip(*counts, strict=True))
    assert changed or not shuffled, "the worlds had the same cards, so the test proves nothing"


async def test_pf_6_spectator_learns_nothing_hidden(tmp_path: Path) -> None:
    """A spectator is sent only cards that lie open on the table."""
    with serving(tmp_path) as server:
        guests = [server.client.new_guest() for _ in range(4)]
        order = OpenTable(game="xidach", name="Lan", seats=4, sheet="vipgame")
        seats = await seated(server.client, order, guests)
        watcher = Seat(server.client, seats[0].table, None)
        async with watcher:
            events: list[Any] = []

            async def watch() -> None:
                async for _, happened in watcher.changes():
                    events.extend(happened)

            watching = asyncio.create_task(watch())
            await asyncio.gather(*(Player(seat, "random", at).play() for at, seat in enumerate(seats)))
            await watcher.until(lambda picture: picture.table.deals == 1, PATIENCE_S)
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching
        facts = [fact for event in events if type(event).__name__ == "Facts" for fact in event.facts]
        assert {type(fact).__name__ for fact in facts} >= {"Dealt", "Opened", "Settled"}
        for fact in facts:
            if type(fact).__name__ in ("Dealt", "Drawn"):
                assert fact.cards == ()
        for seat in seats:
            await seat.close()


async def test_logs_contain_no_card_and_no_token(tmp_path: Path) -> None:
    with serving(tmp_path, CHIEU_LOG_LEVEL="debug") as server:
        guests = [server.client.new_guest() for _ in range(4)]
        seats = await seated(server.client, OpenTable(game="xidach", name="Lan", seats=4), guests)
        await asyncio.gather(*(Player(seat, "random", at).play() for at, seat in enumerate(seats)))
        await seats[0].do(Say, text="I had 10S and the KH")
        for number, (frame, _) in enumerate(TEXT.items()):
            assert seats[1]._socket is not None
            await seats[1]._socket.send(TEXT[frame][0] + f" {number} 10S")
        with contextlib.suppress(Exception):
            server.client.open(Identity(guests[0].token), OpenTable(game="10S", name="KH", seats=2))
        for seat in seats:
            await seat.close()
        server.kill()
        log = server.log.replace(seats[0].table, "")
    assert '"event":"started"' in log
    for line in log.splitlines():
        assert json.loads(line)["level"]
    assert not A_CARD.findall(log)
    for guest in guests:
        assert guest.token not in log
        assert guest_of(guest.token) not in log


async def test_answers_contain_no_secret() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan, seats=2, bots=["random"])
        first_event = json.loads((await server.log.read(table))[0])["event"]
        async with server.wire(table, lan) as wire:
            text = json.dumps(wire.first)
            await wire.say(type="say", id="c1", seq=wire.first["seq"], text="hello")
            text += json.dumps(await wire.next()) + json.dumps(await wire.next())
        text += await asyncio.to_thread(page, server, f"/api/tables/{table}")
        text += await asyncio.to_thread(page, server, "/metrics")
        for secret in (lan.token, guest_of(lan.token), first_event["secret"]):
            assert secret not in text


def test_search_for_cards_finds_them() -> None:
    """The search used on the logs finds the texts of cards."""
    assert A_CARD.findall('{"a":"10S","b":["KH","JK1"],"c":"play 3D 3♣"}') == ["10S", "KH", "JK1", "3D", "3♣"]
    assert not A_CARD.findall('{"time":"2026-11-15T22:49:53.354+00:00","url":"http://127.0.0.1:8123/"}')
    assert all_games()
