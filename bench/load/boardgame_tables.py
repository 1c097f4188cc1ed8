"""The same tables on boardgame.io: four connections each, and a view for each after every move."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from pacing import HOST, Load
from raw_socket import Socket

HERE = Path(__file__).parent / "boardgame"
GAME = "draws"
MODULES = Path(tempfile.gettempdir()) / "chieu-bench-boardgame"  # outside the source tree


class Context(msgspec.Struct):
    currentPlayer: str  # noqa: N815 - as boardgame.io spells it


class State(msgspec.Struct):
    ctx: Context
    _stateID: int  # noqa: N815


class Synced(msgspec.Struct):
    state: State


_event = msgspec.json.Decoder(list[msgspec.Raw])
_state = msgspec.json.Decoder(State)
_synced = msgspec.json.Decoder(Synced)


class Client:
    """A player's client; without a seat, a spectator's."""

    def __init__(self, load: Load, rng: random.Random, match: str, seat: int, credentials: str) -> None:
        self._load = load
        self._rng = rng
        self._match = match
        self._seat = str(seat)
        self._credentials = credentials
        self._state: State | None = None
        self._sent = 0.0
        self.queued = False
        self.socket: Socket

    async def connect(self, port: int) -> None:
        self.socket = await Socket.open(HOST, port, "/socket.io/?EIO=4&transport=websocket", {}, self.got)

    def got(self, socket: Socket, raw: bytes) -> None:
        self.socket = socket  # the first message may arrive before the connection is open
        if raw.startswith(b"42"):
            self._event(raw)
        elif raw == b"2":
            self.socket.send(b"3")
        elif raw.startswith(b"0"):
            self.socket.send(b"40/%s," % GAME.encode())
        elif raw.startswith(b"40"):
            self._emit("sync", self._match, self._seat, self._credentials, 4)

    def _event(self, raw: bytes) -> None:
        load = self._load
        name, _, *rest = _event.decode(raw[raw.index(b",") + 1 :])
        kind = bytes(name)
        if kind == b'"sync"':
            self._state = _synced.decode(rest[0]).state
        elif kind == b'"update"':
            load.views += 1
            load.bytes += len(raw)
            self._state = _state.decode(rest[0])
            if self._sent:
                load.done += 1
                load.updates.append(time.perf_counter() - self._sent)
                self._sent = 0.0
        if self._state is not None and self._state.ctx.currentPlayer == self._seat and not self._sent:
            load.due(self)

    def send(self) -> bool:
        state = self._state
        if state is None or state.ctx.currentPlayer != self._seat or self._sent:
            return False
        self._sent = time.perf_counter()
        move = self._rng.choice(("draw", "stand"))
        payload = {"type": move, "args": [], "playerID": self._seat, "credentials": self._credentials}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, state._stateID, self._match, self._seat)
        return True

    def _emit(self, *event: Any) -> None:
        self.socket.send(f"42/{GAME},{json.dumps(event)}".encode())


class Peer:
    """boardgame.io, in one process on one core."""

    name = "boardgame.io"

    def __init__(self, core: str) -> None:
        installed()
        began = time.perf_counter()
        self.process = subprocess.Popen(
            ["taskset", "-c", core, "node", str(MODULES / "server.cjs")],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=MODULES,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        while not line.startswith("port "):
            line = self.process.stdout.readline().decode()
        self._port = int(line.split()[1])
        with urllib.request.urlopen(f"http://{HOST}:{self._port}/games") as answer:
            answer.read()
        self.start_seconds = time.perf_counter() - began

    async def table(self, load: Load, number: int, rng: random.Random) -> list[Client]:
        """Create a match with four players."""
        match = self._post(f"/games/{GAME}/create", {"numPlayers": 4})["matchID"]
        clients = []
        for seat in range(4):
            who = {"playerName": f"Guest {number}", "playerID": str(seat)}
            credentials = self._post(f"/games/{GAME}/{match}/join", who)["playerCredentials"]
            client = Client(load, rng, match, seat, credentials)
            await client.connect(self._port)
            clients.append(client)
        while any(client._state is None for client in clients):
            await asyncio.sleep(0.001)
        return clients

    def _post(self, path: str, body: Any) -> Any:
        request = urllib.request.Request(
            f"http://{HOST}:{self._port}{path}", json.dumps(body).encode(), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())


def installed() -> None:
    """Install boardgame.io from npm and return its folder.

    koa-compose is pinned to 4.1: with 4.2 the lobby answers only 404.
    """
    MODULES.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json", "server.cjs"):
        shutil.copy(HERE / name, MODULES / name)
    if not (MODULES / "node_modules" / "boardgame.io").exists():
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=MODULES, check=True)
