"""A server process on a free port, and clients that play on it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from chieu.bots import bots_of, usual_bot
from chieu.core import sheets
from chieu.core.game import AnyGame, Refusal
from chieu.core.rng import Rng
from chieu.online.client.api import Identity, Server
from chieu.online.client.seat import Seat
from chieu.online.protocol.commands import Act, Join, OpenTable, Sit
from tests.waiting import PATIENCE_S

GENEROUS = {
    "CHIEU_MESSAGES_PER_GUEST": "100000",
    "CHIEU_MESSAGES_PER_ADDRESS": "100000",
    "CHIEU_ENTRIES_PER_ADDRESS": "1000000000",
    "CHIEU_REQUESTS_PER_ADDRESS": "100000",
    "CHIEU_TABLES_PER_GUEST": "100000",
    "CHIEU_TABLES_PER_ADDRESS": "100000",
    "CHIEU_TABLES_PER_MINUTE": "100000",
    "CHIEU_CONNECTIONS_PER_GUEST": "1000",
    "CHIEU_CONNECTIONS_PER_ADDRESS": "10000",
}


_starts: Counter[str] = Counter()  # of processes, by their store


def seeded(store: Path | str) -> list[str]:
    """Return the start of a command line of `chieu` that does the same in every run."""
    address = urlsplit(str(store))
    key = address.path + address.query  # nodes may reach one database by different hosts
    _starts[key] += 1
    return [sys.executable, "-m", "tests.seeded", str(_starts[key])]


class Process:
    """A `chieu serve` process that deals the same cards in every run."""

    program: tuple[str, ...] = ()

    def __init__(self, data: Path | str, port: int = 0, folder: Path | None = None, **settings: str) -> None:
        self._logged = (folder or Path(data).parent) / "log.jsonl"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CHIEU_")}
        program = [sys.executable, *self.program] if self.program else [*seeded(data), "serve"]
        words = [*program, "--port", str(port), "--data", str(data)]
        self._log = self._logged.open("ab")
        self._process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=self._log, env=environment | GENEROUS | settings
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode()
        assert line.startswith("Chiếu: http"), f"the server did not start: {line!r}"
        self.url = line.split()[1].rstrip("/")
        self.port = urlsplit(self.url).port or 0
        self.client = Server(self.url)
        self.data = data

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def log(self) -> str:
        return self._logged.read_text()

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        self._process.send_signal(signal.SIGKILL)
        self._wait()

    def stop(self) -> int:
        """Stop the process with SIGTERM and return its exit code."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int:
        code = self._process.wait(
            PATIENCE_S
        )  # a server finishes open streams for ten seconds, a busy machine takes longer
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._log.close()
        return code


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[Process]:
    process = Process(folder / "tables.db", 0, None, **settings)
    try:
        yield process
    finally:
        process.stop()


class Player:
    """A client that plays the moves of a bot."""

    def __init__(self, seat: Seat, level: str, seed: int) -> None:
        self.seat = seat
        self._rng = Rng(seed)
        self._level = level

    async def play(self, deals: int = 1) -> None:
        """Play until `deals` deals are over, each within `PATIENCE_S`."""
        async with asyncio.timeout(PATIENCE_S * deals):
            while self.seat.picture.table.deals < deals:
                await self._once()
                seq_before = self.seat.picture.seq
                if self.seat.picture.table.deals < deals:
                    await self.seat.until(lambda picture, seen=seq_before: picture.seq > seen or _to_do(picture))

    async def _once(self) -> None:
        picture = self.seat.picture
        assert picture.you.seat is not None
        try:
            if picture.table.phase == "between" and not picture.table.seats[picture.you.seat].ready:
                await self.seat.ready()
            elif _to_do(picture):
                assert picture.deal is not None
                rules = sheets.from_code(picture.game, picture.deal.sheet)
                assert picture.seat is not None
                bot = bots_of(picture.game)[self._level](rules, picture.seat, self._rng)
                await self.seat.do(Act, action=bot.act(picture.deal.view, picture.deal.legal))
        except Refusal as refused:
            if refused.code not in ("stale", "deal_running", "no_change", "deal_over"):
                raise


def _to_do(picture: Any) -> bool:
    if picture.table.phase == "between":
        return not picture.table.seats[picture.you.seat].ready
    deal = picture.deal
    return bool(deal is not None and deal.legal and picture.seat in deal.view.to_act)


async def seated(client: Server, order: OpenTable, guests: Sequence[Identity]) -> list[Seat]:
    """Open a table and seat these guests."""
    table = await asyncio.to_thread(client.open, guests[0], order)
    seats = []
    for number, guest in enumerate(guests):
        seat = Seat(client, table, guest)
        await seat.__aenter__()
        if number:
            await seat.do(Join, name=f"Guest {number}")
            await seat.do(Sit, seat=number)
            await seat.until(lambda picture, number=number: picture.you.seat == number)
        seats.append(seat)
    return seats


def level_of(game: AnyGame) -> str:
    """Return the name of the game's usual bot."""
    return usual_bot(game)
