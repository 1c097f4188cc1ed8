"""PF-22: attacks by a patched server on `chieu table`, with the answers `proof` and `go on`."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from chieu.cli.console import tell
from chieu.cli.entry import main
from chieu.cli.play.keyboard import Keyboard
from chieu.cli.play.remote_game import RemoteGame
from chieu.online.client import seat as client_seat
from chieu.online.client.api import Server
from chieu.online.client.journals import Journals
from chieu.online.client.seat import Seat
from chieu.online.protocol import wire
from chieu.online.protocol.views import Update, View
from chieu.online.server.settings import data_directory
from tests.fairness.test_proofs import forged
from tests.online.server.in_process import ForwardClock, running
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.anyio
News = View[Any, Any, Any] | Update[Any, Any, Any]


class Person(Keyboard):
    """Types what the test says. At a turn, once the test lets it play, types the first choice."""

    def __init__(self) -> None:
        super().__init__()
        self.typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.plays = threading.Event()

    def types(self, *lines: str) -> None:
        for line in lines:
            self.typed.put(line)

    def line(self, prompt: str) -> str:
        tell(prompt)
        if prompt == "> ":
            assert self.plays.wait(PATIENCE_S)
            return "1"
        return self.typed.get(timeout=PATIENCE_S)

    def forget(self) -> None:
        """Keep the lines: they were not typed too early."""


class Terminal:
    """`chieu table` at a table with a bot. `shown` changes what the server sends."""

    def __init__(self, server: Server, seat: Seat) -> None:
        self.server = server
        self.seat = seat
        self.person = Person()
        self.shown: Callable[[News], News] = lambda news: news

    async def notice(self, kind: str, reason: str = "") -> None:
        """Wait until the shield has this notice."""

        def told(_: object) -> bool:
            notice = self.seat.shield.notice
            return notice is not None and (notice.kind, notice.reason) == (kind, reason)

        await self.seat.until(told, PATIENCE_S)

    async def committed(self) -> None:
        await self.seat.until(lambda picture: 0 in dict(picture.table.shuffle.commitments), PATIENCE_S)


@asynccontextmanager
async def terminal(monkeypatch: pytest.MonkeyPatch, folder: Path, clock: ForwardClock) -> AsyncIterator[Terminal]:
    """Run `chieu table` until the person has typed `q`."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setattr(client_seat, "RECORD_DELAYS_S", (0.0, 0.0))
    async with running(clock=clock) as server:
        guest = await server.guest()
        table = await server.table(guest, seats=2, bots=("random",))
        async with Seat(server.client, table, guest, journals=Journals(data_directory() / "journals.db")) as seat:
            this, read = Terminal(server.client, seat), wire.read_message

            def patched(raw: str | bytes) -> Any:
                news = read(raw)
                return this.shown(news) if isinstance(news, View | Update) else news

            monkeypatch.setattr(wire, "read_message", patched)
            game = asyncio.create_task(RemoteGame(this.person, seat, "en", None).run(None))
            yield this
            await game


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


async def test_pf_22_terminal_reports_a_deal_of_another_number(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cards shown after the finished "deal 1000000" are compared, also by `chieu verify`."""

    def far(news: News) -> News:
        return news if news.deal is None else replace(news, deal=replace(news.deal, number=1_000_000, payoff=(0, 0)))

    def other_cards(news: News) -> News:
        if news.deal is None:
            return news
        own, *others = news.deal.view.seats
        view = replace(news.deal.view, seats=(replace(own, cards=own.cards[::-1]), *others))
        return replace(news, deal=replace(news.deal, view=view))

    async with terminal(monkeypatch, tmp_path, ForwardClock()) as lan:
        lan.shown = far
        lan.person.types("")
        await lan.notice("unaccounted", "no_record")
        lan.shown = other_cards
        lan.person.plays.set()
        await lan.notice("unaccounted", "other_cards")
        record = tmp_path / "record.txt"
        record.write_text(await asyncio.to_thread(lan.server.record, lan.seat.table, 1), encoding="utf-8")
        assert await asyncio.to_thread(main, ["verify", str(record), "--lang", "en"]) == 1
        lan.person.types("proof", "go on")
        await lan.committed()
        lan.person.types("proof", "q")
    out = printed(capsys)
    assert "contradicts what your device saw" in out
    assert "Deal 1 cannot be checked: the server has no record of it." in out
    assert out.count("Deal 1 cannot be checked: its record has other cards or moves than you were shown.") == 2
    assert out.count("This deal will be provable to you.") == 1
    assert "its record agrees" not in out
    assert lan.seat.journal.written_off == (1,)


async def test_pf_22_terminal_checks_a_deal_that_ends_in_a_view(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def in_a_view(news: News) -> News:
        """Make the client miss the end, so that it requests a view."""
        if isinstance(news, Update) and news.deal is not None and news.deal.payoff is not None:
            return replace(news, after=news.seq)
        return news

    fetch = Server.record

    def other_result(server: Server, *about: Any) -> str:
        return forged(fetch(server, *about), lambda line: "result +5 -5" if line.startswith("result") else line)

    monkeypatch.setattr(Server, "record", other_result)
    async with terminal(monkeypatch, tmp_path, ForwardClock()) as lan:
        lan.shown = in_a_view
        lan.person.plays.set()
        lan.person.types("")
        await lan.notice("unaccounted", "bad_record")
        lan.person.types("proof", "go on")
        await lan.committed()
        lan.person.types("proof", "q")
    out = printed(capsys)
    assert out.count("Deal 1 cannot be checked: its record is wrong; `chieu verify` says where.") == 2
    assert out.count("This deal will be provable to you.") == 1
    assert lan.seat.journal.written_off == (1,)
