"""Measure how long a guest waits while another address runs many tables of fast bots.

python -m tests.online.server.jam --tables 110 --seconds 10
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tests.online.server.server_process import serving

ATTACKER = "127.0.0.2"
GUEST = "127.0.0.1"
HURRY = {"game": "big2", "name": "Bots", "seats": 4, "bots": ["heuristic"] * 3, "pace": 0}


class Waits(NamedTuple):
    """Response times of a guest, in milliseconds."""

    p50: float
    p99: float
    answers: int


def ask(url: str, path: str, source: str, body: Any = None, token: str = "", **headers: str) -> tuple[int, Any]:
    """Send an HTTP request from the given source address."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60, source_address=(source, 0))
    with contextlib.closing(connection):
        if token:
            headers["authorization"] = f"Bearer {token}"
        raw = None if body is None else json.dumps(body).encode() if body else b""
        connection.request("GET" if body is None else "POST", path, raw, headers)
        answer = connection.getresponse()
        content = answer.read()
        return answer.status, json.loads(content) if content.startswith(b"{") else content


def new_guest(url: str, source: str) -> str:
    return str(ask(url, "/api/guests", source, {})[1]["token"])


def open_table(url: str, source: str, token: str, **order: Any) -> str:
    status, answer = ask(url, "/api/tables", source, order, token)
    assert status == 201, answer
    return str(answer["table"])


@contextlib.asynccontextmanager
async def connected(url: str, table: str, source: str, token: str) -> Any:
    """Connect from an address and say hello; yields the connection and its sequence number."""
    address = f"ws{url.removeprefix('http')}/ws/{table}"
    headers = {"authorization": f"Bearer {token}"}
    local: Any = {"local_addr": (source, 0), "compression": None, "max_size": None, "open_timeout": 60}
    async with connect(address, additional_headers=headers, **local) as socket:
        await socket.send('{"type":"hello"}')
        yield socket, json.loads(await socket.recv())["seq"]


async def _command(socket: ClientConnection, name: str, kind: str, seq: int, **fields: Any) -> Any:
    await socket.send(json.dumps({"type": kind, "id": name, "seq": seq} | fields))
    while True:
        answer = json.loads(await socket.recv())
        if answer.get("id") == name:
            return answer


async def play_bots(url: str, token: str, table: str, playing: asyncio.Event) -> None:
    """Deal again and again, as fast as the server allows."""
    async with connected(url, table, ATTACKER, token) as (socket, shown):
        seq = shown
        for number, (kind, fields) in enumerate((("rise", {}), ("set_bot", {"seat": 0, "level": "heuristic"}))):
            answer = await _command(socket, f"s{number}", kind, seq, **fields)
            assert answer["type"] == "done", answer
            seq = answer["seq"]
        number = 0
        while True:
            number += 1
            answer = await _command(socket, f"d{number}", "deal_now", seq)
            playing.set()
            seq = max(seq, answer.get("seq", 0))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    while True:
                        seq = max(seq, json.loads(await socket.recv()).get("seq", 0))


async def wait_of_a_guest(url: str, seconds: float) -> Waits:
    """Time the answers to a guest who chats at a table of their own."""
    token = await asyncio.to_thread(new_guest, url, GUEST)
    table = await asyncio.to_thread(lambda: open_table(url, GUEST, token, game="xidach", name="Lan", seats=4))
    durations: list[float] = []
    async with connected(url, table, GUEST, token) as (socket, seq):
        until = time.monotonic() + seconds
        number = 0
        while time.monotonic() < until:
            number += 1
            began = time.monotonic()
            await _command(socket, f"w{number}", "ready", seq, on=bool(number % 2))
            durations.append(1000 * (time.monotonic() - began))
            await asyncio.sleep(0.05)
    return Waits(statistics.median(durations), sorted(durations)[int(len(durations) * 0.99)], len(durations))


async def jam(url: str, tables: int, seconds: float) -> tuple[Waits, Waits]:
    """Return the response times of a guest without and with the tables of bots."""
    before = await wait_of_a_guest(url, seconds / 2)
    token = await asyncio.to_thread(new_guest, url, ATTACKER)
    table_ids = [await asyncio.to_thread(lambda: open_table(url, ATTACKER, token, **HURRY)) for _ in range(tables)]
    events = [asyncio.Event() for _ in table_ids]
    playing = [
        asyncio.create_task(play_bots(url, token, table, event)) for table, event in zip(table_ids, events, strict=True)
    ]
    try:
        async with asyncio.timeout(60):
            await asyncio.gather(*(event.wait() for event in events))
        return before, await wait_of_a_guest(url, seconds)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=110)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--url", help="a server that runs already; else one is started")
    args = parser.parse_args()
    if args.url:
        tell(asyncio.run(jam(args.url, args.tables, args.seconds)))
        return
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        tell(asyncio.run(jam(server.url, args.tables, args.seconds)))


def tell(waits: tuple[Waits, Waits]) -> None:
    for name, wait in zip(("alone", "jammed"), waits, strict=True):
        print(  # noqa: T201
            f"{name}: {wait.answers} answers, p50 {wait.p50:.1f} ms, p99 {wait.p99:.1f} ms"
        )


if __name__ == "__main__":
    main()
