"""A load on the server, on loopback only: a thousand tables of four, played as fast as it goes and at half of that.

    python bench/load.py [--tables 1000] [--seconds 10] [--game xidach]

The server runs in one process on one core, this program on another. Half of the tables have four people; the rest have
three people, a bot, and somebody who watches: each command leads to four different views. All commands that people's
clients send are counted, the shuffle's included; latency is from sending a command to its answer, which comes when it
is durable, and to the sender's own update.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import deque
from pathlib import Path
from typing import Any

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parent))
from wire import Socket

HOST = "127.0.0.1"


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


class Message(msgspec.Struct):
    type: str
    seq: int = 0
    code: str = ""
    you: You | None = None
    table: Table | None = None
    deal: Deal | None = None


_decode = msgspec.json.Decoder(Message).decode


def packed(*parts: bytes | str | int) -> bytes:
    out = b""
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode()
        out += len(raw).to_bytes(4, "big") + raw
    return out


class Load:
    """What all clients share: when they send, and what came of it."""

    def __init__(self) -> None:
        self.rate = 0.0  # commands a second that are wanted from all together; 0: as fast as it goes
        self.waiting: deque[Client] = deque()  # those who have something to do
        self.running = False
        self.done = 0
        self.refused: dict[str, int] = {}
        self.views = 0
        self.bytes = 0
        self.answers: list[float] = []
        self.updates: list[float] = []

    async def pace(self) -> None:
        """Lets clients send at the rate wanted, in turn."""
        began, sent = time.perf_counter(), 0
        while self.running and self.rate:
            due = int((time.perf_counter() - began) * self.rate)
            while sent < due:
                sent += 1
                if self.waiting:
                    self.waiting.popleft().send()
            await asyncio.sleep(0.001)

    def clear(self) -> None:
        self.done = self.views = self.bytes = 0
        self.refused = {}
        self.answers, self.updates = [], []


class Client:
    """A person's client: does whatever the table waits for, one command at a time."""

    def __init__(self, load: Load, luck: random.Random) -> None:
        self._load = load
        self._luck = luck
        self._seat: int | None = None
        self._seq = 0
        self._table: Table | None = None
        self._deal: Deal | None = None
        self._sent = 0.0  # when the command was due that waits for its answer
        self._seen = 0.0
        self._count = 0
        self._secret: dict[tuple[int, int], str] = {}
        self._need = 0  # the number its last command came to: what was seen before that is out of date
        self.queued = False
        self.socket: Socket | None = None

    async def connect(self, port: int, table: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.socket = await Socket.open(HOST, port, f"/ws/{table}", headers, self.got)
        self.socket.send(b'{"type":"hello","seen":0}')

    def got(self, raw: bytes) -> None:
        load = self._load
        message = _decode(raw)
        kind = message.type
        if kind in ("update", "view"):
            load.views += 1
            load.bytes += len(raw)
            self._seq = max(self._seq, message.seq)
            if message.you is not None:
                self._seat = message.you.seat
            self._table = message.table or self._table
            self._deal = message.deal or self._deal
            if self._seen and not self._sent and self._seq >= self._need:
                load.updates.append(time.perf_counter() - self._seen)
                self._seen = 0.0
        else:
            load.answers.append(time.perf_counter() - self._sent)
            self._sent = 0.0
            if kind == "done":
                load.done += 1
                self._need = message.seq
                if self._seen and self._seq >= self._need:
                    load.updates.append(time.perf_counter() - self._seen)
                    self._seen = 0.0
            else:
                load.refused[message.code or kind] = load.refused.get(message.code or kind, 0) + 1
        if not self._sent and self._seq >= self._need:
            self.go_on()

    def go_on(self) -> None:
        """Sends the next command, now or when it is time."""
        if self._load.running and not self.queued and self._next() is not None:
            if self._load.rate:
                self.queued = True
                self._load.waiting.append(self)
            else:
                self.send()

    def send(self) -> None:
        self.queued = False
        command = self._next()
        if command is None or self._sent or not self._load.running:
            return
        self._count += 1
        self._sent = self._seen = time.perf_counter()
        assert self.socket is not None
        self.socket.send(b'{"id":"%d","seq":%d,%s}' % (self._count, self._seq, command))

    def _next(self) -> bytes | None:
        """What the table waits for from this seat."""
        table, deal, seat = self._table, self._deal, self._seat
        if table is None or seat is None:
            return None
        shuffle = table.shuffle
        at = (shuffle.deal, shuffle.attempt)
        if table.phase == "between":
            if seat not in [one for one, _ in shuffle.commitments]:
                given = self._secret.setdefault(at, secrets.token_hex(32))
                raw = packed("chieu/fair/1 contribution", table.id, *at, seat, bytes.fromhex(given))
                commitment = hashlib.sha256(raw).hexdigest()
                return b'"type":"commit","deal":%d,"attempt":%d,"commitment":"%s"' % (*at, commitment.encode())
            return None if table.seats[seat].ready else b'"type":"ready"'
        if table.phase == "revealing" and seat in (shuffle.contributors or ()) and seat not in shuffle.revealed:
            given = self._secret[at]
            return b'"type":"reveal","deal":%d,"attempt":%d,"contribution":"%s"' % (*at, given.encode())
        if table.phase == "playing" and deal is not None and seat in deal.view.to_act and deal.legal:
            return b'"type":"act","action":%s' % bytes(self._luck.choice(deal.legal))
        return None


def post(port: int, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = json.dumps(body).encode() if body is not None else b""
    with urllib.request.urlopen(urllib.request.Request(f"http://{HOST}:{port}{path}", data, headers)) as answer:
        return json.loads(answer.read())


async def one_table(load: Load, port: int, game: str, number: int, luck: random.Random) -> list[Client]:
    with_bot = number % 2 == 1
    tokens = [post(port, "/api/guests")["token"] for _ in range(3 if with_bot else 4)]
    order = {"game": game, "name": f"Host {number}", "seats": 4, "bots": ["random"] if with_bot else [], "pace": 0}
    table = post(port, "/api/tables", order, tokens[0])["table"]
    clients = []
    for place, token in enumerate(tokens):
        client = Client(load, luck)
        await client.connect(port, table, token)
        assert client.socket is not None
        seat = place + 1 if with_bot and place else place
        if place:
            client.socket.send(b'{"type":"join","id":"j","seq":0,"name":"Guest %d"}' % place)
            client.socket.send(b'{"type":"sit","id":"s","seq":%d,"seat":%d}' % (3, seat))
        clients.append(client)
    if with_bot:
        watcher = Client(load, luck)
        await watcher.connect(port, table, "")
        clients.append(watcher)
    return clients


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[int(part * (len(values) - 1))] * 1000 if values else float("nan")


def resident(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise LookupError


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


GENEROUS = {
    f"CHIEU_{name}": "1000000"
    for name in ("MESSAGES_PER_GUEST", "MESSAGES_PER_ADDRESS", "REQUESTS_PER_ADDRESS", "TABLES_PER_GUEST")
} | {"CHIEU_TABLES_PER_ADDRESS": "1000000", "CHIEU_CONNECTIONS_PER_ADDRESS": "100000"}


def start(folder: str, core: str) -> tuple[subprocess.Popen[bytes], int, float]:
    """The server on one core; its port, and the seconds until it answered first."""
    began = time.perf_counter()
    words = [
        "taskset",
        "-c",
        core,
        sys.executable,
        "-m",
        "chieu.server",
        "--port",
        "0",
        "--data",
        f"{folder}/tables.db",
    ]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, env=os.environ | GENEROUS)
    assert process.stdout is not None
    port = int(process.stdout.readline().decode().strip().rstrip("/").rpartition(":")[2])
    with urllib.request.urlopen(f"http://{HOST}:{port}/api/games") as answer:
        answer.read()
    return process, port, time.perf_counter() - began


async def measure(load: Load, clients: list[Client], pid: int, seconds: float, rate: float) -> dict[str, float]:
    load.rate, load.running = rate, True
    for client in clients:
        client.go_on()
    pacing = asyncio.create_task(load.pace())
    await asyncio.sleep(min(2.0, seconds / 2))
    load.clear()
    began, cpu = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    took, cpu = time.perf_counter() - began, cpu_seconds(pid) - cpu
    figures = {
        "commands/s": load.done / took,
        "views/s": load.views / took,
        "bytes a view": load.bytes / max(1, load.views),
        "answer p50 ms": percentile(load.answers, 0.5),
        "answer p99 ms": percentile(load.answers, 0.99),
        "update p50 ms": percentile(load.updates, 0.5),
        "update p99 ms": percentile(load.updates, 0.99),
        "server CPU": cpu / took,
        "refused": sum(load.refused.values()),
    }
    if load.refused:
        print("refused:", load.refused, file=sys.stderr)
    load.running = False
    await pacing
    for client in load.waiting:
        client.queued = False
    load.waiting.clear()
    await asyncio.sleep(0.5)
    return figures


async def run(args: argparse.Namespace) -> None:
    luck = random.Random(1)
    load = Load()
    with tempfile.TemporaryDirectory() as folder:
        process, port, began = start(folder, args.core)
        try:
            before = resident(process.pid)
            clients = [
                client
                for number in range(args.tables)
                for client in await one_table(load, port, args.game, number, luck)
            ]
            await asyncio.sleep(1.0)
            print(f"start to first answer: {began:.2f} s")
            each = (resident(process.pid) - before) / args.tables
            print(f"memory: {before} kB empty, {each:.0f} kB a table with four connections")
            fast = await measure(load, clients, process.pid, args.seconds, 0.0)
            half = await measure(load, clients, process.pid, args.seconds, fast["commands/s"] / 2)
            print(f"{'':16}{'at full speed':>16}{'at half load':>16}")
            for name in fast:
                print(f"{name:16}{fast[name]:16.2f}{half[name]:16.2f}")
            for client in clients:
                assert client.socket is not None
                client.socket.close()
        finally:
            process.terminate()
            process.wait(20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--game", default="xidach")
    parser.add_argument("--core", default="0")
    args = parser.parse_args()
    os.sched_setaffinity(0, {1})
    uvloop.run(run(args))


if __name__ == "__main__":
    main()
