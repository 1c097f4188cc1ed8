"""Tables of four on our server; each command causes four different views.

Half of the tables have four people; the others have three people, a bot and a spectator. The clients do everything
that real clients do, including the shuffle.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import secrets
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from typing import Any

import msgspec
from pacing import HOST, Load
from raw_socket import Socket

GENEROUS = {
    f"CHIEU_{name}": "1000000"
    for name in (
        "MESSAGES_PER_GUEST",
        "MESSAGES_PER_ADDRESS",
        "REQUESTS_PER_ADDRESS",
        "TABLES_PER_GUEST",
        "TABLES_PER_ADDRESS",
        "TABLES_PER_MINUTE",
        "CONNECTIONS_PER_ADDRESS",
    )
} | {"CHIEU_ENTRIES_PER_ADDRESS": "1000000000"}


class Seat(msgspec.Struct):
    ready: bool = False


class Shuffle(msgspec.Struct):
    deal: int
    attempt: int
    commitments: list[tuple[int, str]] = []
    contributors: list[int] | None = None
    revealed: list[int] = []


class Table(msgspec.Struct):
    id: str
    phase: str
    seats: list[Seat]
    shuffle: Shuffle


class View(msgspec.Struct):
    to_act: list[int] = []


class Deal(msgspec.Struct):
    view: View
    legal: list[msgspec.Raw] = []


class You(msgspec.Struct):
    seat: int | None = None


class Happened(msgspec.Struct):
    manifest: str = ""


class Message(msgspec.Struct):
    type: str
    seq: int = 0
    code: str = ""
    you: You | None = None
    happened: list[Happened] = []
    table: Table | None = None
    phase: str | None = None
    seats: list[Seat] | None = None
    shuffle: Shuffle | None = None
    deal: Deal | None = None


_decode = msgspec.json.Decoder(Message).decode


class Client:
    """A person's client: sends what the table waits for, one command at a time."""

    def __init__(self, load: Load, rng: random.Random) -> None:
        self._load = load
        self._rng = rng
        self._seat: int | None = None
        self._seq = 0
        self._table: Table | None = None
        self._deal: Deal | None = None
        self._sent = 0.0  # time of the command that waits for its answer
        self._unseen = 0.0  # time of the command whose effect was not seen yet
        self._need = 0  # sequence number of the last command; older views are out of date
        self._count = 0
        self._manifest = b""
        self._secrets: dict[tuple[int, int], str] = {}
        self.queued = False
        self.socket: Socket

    async def connect(self, port: int, table: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.socket = await Socket.open(HOST, port, f"/ws/{table}", headers, self.got)
        self.socket.send(b'{"type":"hello","seen":0}')

    def got(self, socket: Socket, raw: bytes) -> None:
        del socket
        load, message = self._load, _decode(raw)
        if message.type in ("update", "view"):
            load.views += 1
            load.bytes += len(raw)
            self._seq = max(self._seq, message.seq)
            if message.you is not None:
                self._seat = message.you.seat
            for event in message.happened:
                if event.manifest:
                    self._manifest = hashlib.sha256(event.manifest.encode()).hexdigest().encode()
            self._table = message.table or self._table
            if self._table is not None:
                self._table.phase = message.phase or self._table.phase
                self._table.seats = message.seats or self._table.seats
                self._table.shuffle = message.shuffle or self._table.shuffle
            self._deal = message.deal or self._deal
        elif message.type != "heartbeat":
            load.answers.append(time.perf_counter() - self._sent)
            self._sent = 0.0
            if message.type == "done":
                load.done += 1
                self._need = message.seq
            else:
                why = message.code or message.type
                load.refused[why] = load.refused.get(why, 0) + 1
        if not self._sent and self._seq >= self._need:
            if self._unseen:
                load.updates.append(time.perf_counter() - self._unseen)
                self._unseen = 0.0
            if self._next() is not None:
                load.due(self)

    def send(self) -> bool:
        command = self._next()
        if command is None or self._sent:
            return False
        self._count += 1
        self._sent = self._unseen = time.perf_counter()
        self.socket.send(b'{"id":"%d","seq":%d,%s}' % (self._count, self._seq, command))
        return True

    def _next(self) -> bytes | None:
        """Return the command that the table waits for from this seat."""
        table, deal, seat = self._table, self._deal, self._seat
        if table is None or seat is None:
            return None
        at = (table.shuffle.deal, table.shuffle.attempt)
        if table.phase == "between":
            if seat not in [committed_seat for committed_seat, _ in table.shuffle.commitments]:
                contribution = self._secrets.setdefault(at, secrets.token_hex(32))
                raw = packed("chieu/fair/1 contribution", table.id, *at, bytes.fromhex(contribution))
                commitment = hashlib.sha256(raw).hexdigest().encode()
                return b'"type":"commit","protocol":1,"deal":%d,"attempt":%d,"commitment":"%s"' % (*at, commitment)
            return None if table.seats[seat].ready else b'"type":"ready"'
        if table.phase == "revealing":
            contributes = seat in (table.shuffle.contributors or ()) and seat not in table.shuffle.revealed
            contribution = self._secrets.get(at, "")
            where = (*at, contribution.encode(), self._manifest)
            text = b'"type":"reveal","deal":%d,"attempt":%d,"contribution":"%s","manifest":"%s"' % where
            return text if contributes else None
        if table.phase == "playing" and deal is not None and seat in deal.view.to_act and deal.legal:
            return b'"type":"act","action":%s' % bytes(self._rng.choice(deal.legal))
        return None


class Ours:
    """Our server, in one process on one core."""

    name = "Chiếu"

    def __init__(self, data: str, core: str, game: str, wrapper: Sequence[str] = ()) -> None:
        """`wrapper` is a command that runs the server, as valgrind does."""
        began = time.perf_counter()
        words = [*wrapper, sys.executable, "-m", "chieu.cli", "serve", "--port", "0", "--data", data]
        environment = os.environ | GENEROUS | {"CHIEU_IDLE_MINUTES": "1", "CHIEU_LOG_LEVEL": "error"}
        self.process = subprocess.Popen(
            ["taskset", "-c", core, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().decode().strip().rstrip("/").rpartition(":")[2])
        with urllib.request.urlopen(f"http://{HOST}:{self.port}/api/games") as answer:
            answer.read()
        self.start_seconds = time.perf_counter() - began
        self._game = game

    async def table(self, load: Load, number: int, rng: random.Random, others: Sequence[Ours] = ()) -> list[Client]:
        """Open a table with four viewers, spread over this node and `others` in turn."""
        nodes = (self, *others)
        with_bot = number % 2 == 1
        tokens = [self._post("/api/guests")["token"] for _ in range(3 if with_bot else 4)]
        order = {"game": self._game, "name": f"Host {number}", "seats": 4, "pace": 0}
        table = self._post("/api/tables", order | {"bots": ["random"] if with_bot else []}, tokens[0])["table"]
        clients = []
        for place, token in enumerate(tokens):
            client = Client(load, rng)
            await client.connect(nodes[place % len(nodes)].port, table, token)
            if place:
                seat = place + 1 if with_bot else place
                client.socket.send(b'{"type":"join","id":"j","seq":0,"name":"Guest %d"}' % place)
                client.socket.send(b'{"type":"sit","id":"s","seq":3,"seat":%d}' % seat)
            clients.append(client)
        if with_bot:
            watcher = Client(load, rng)
            await watcher.connect(self.port, table, "")
            clients.append(watcher)
        return clients

    def idle_tables(self, count: int) -> None:
        """Open tables without connections."""
        token = self._post("/api/guests")["token"]
        for number in range(count):
            self._post("/api/tables", {"game": self._game, "name": f"Host {number}", "seats": 4}, token)

    def metrics(self) -> dict[str, float]:
        """Return the server's metrics, each under its name with labels."""
        with urllib.request.urlopen(f"http://{HOST}:{self.port}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        pairs = [line.rpartition(" ") for line in lines if not line.startswith("#")]
        return {name: float(value) for name, _, value in pairs}

    def _post(self, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        data = json.dumps(body).encode() if body is not None else b""
        request = urllib.request.Request(f"http://{HOST}:{self.port}{path}", data, headers)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())


def packed(*parts: bytes | str | int) -> bytes:
    out = b""
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode()
        out += len(raw).to_bytes(4, "big") + raw
    return out
