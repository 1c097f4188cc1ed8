"""Tables on our bare web stack: an upper bound, and a measure of the machine's current speed."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from pacing import HOST, Load
from raw_socket import Socket


class Client:
    """Sends a message, and the next one when its own comes back."""

    def __init__(self, load: Load, number: int) -> None:
        self._load = load
        self._mark = b"%d " % number
        self._sent = 0.0
        self.queued = False
        self.socket: Socket

    def got(self, socket: Socket, raw: bytes) -> None:
        del socket
        load = self._load
        load.views += 1
        load.bytes += len(raw)
        if raw.startswith(self._mark) and self._sent:
            load.done += 1
            load.answers.append(time.perf_counter() - self._sent)
            self._sent = 0.0
            load.due(self)

    def send(self) -> bool:
        if self._sent:
            return False
        self._sent = time.perf_counter()
        self.socket.send(self._mark + b'{"id":"1","seq":3,"type":"ready"}')
        return True


class Bare:
    """The bare server, in one process on one core."""

    name = "bare stack"

    def __init__(self, core: str) -> None:
        began = time.perf_counter()
        server = str(Path(__file__).with_name("bare_server.py"))
        self.process = subprocess.Popen(["taskset", "-c", core, sys.executable, server], stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self._port = int(self.process.stdout.readline().decode().strip().rpartition(":")[2])
        self.start_seconds = time.perf_counter() - began

    async def table(self, load: Load, number: int, rng: random.Random) -> list[Client]:
        del rng
        clients = []
        for place in range(4):
            client = Client(load, 4 * number + place)
            client.socket = await Socket.open(HOST, self._port, f"/{number}", {}, client.got)
            clients.append(client)
        return clients
