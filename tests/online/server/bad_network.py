"""A proxy between a node and its database that can refuse, cut, delay or half-close connections."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class BadNetwork:
    """Forwards connections to `port`, with the faults that are switched on."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._answers = asyncio.Event()  # cleared: bytes from the database are held back
        self._answers.set()
        self._refuses = False
        self.delay = 0.0
        self.faults = 0  # pieces of data that were delayed or held back
        self.port = 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        await asyncio.sleep(0)

    def cut(self) -> None:
        """Abort all connections."""
        for connection in tuple(self._open):
            connection.transport.abort()

    def refuse(self) -> None:
        """Abort all connections, old and new ones."""
        self._refuses = True
        self.cut()

    def halve(self) -> None:
        """Forward bytes to the database but none back, on old and new connections."""
        self._answers.clear()

    def heal(self, deliver: bool = False) -> None:
        """Remove all faults. Bytes that were held back are delivered, or their connections aborted."""
        self.delay = 0.0
        self._refuses = False
        if not self._answers.is_set():
            if not deliver:
                self.cut()
            self._answers.set()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refuses:
            writer.transport.abort()
            return
        with suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
            self._open |= {writer, back}
            try:
                ways = [self._copy(reader, back, False), self._copy(there, writer, True)]
                tasks = [asyncio.ensure_future(way) for way in ways]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            finally:
                self._open -= {writer, back}
                back.transport.abort()
        writer.transport.abort()

    async def _copy(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, answer: bool) -> None:
        with suppress(OSError):
            while piece := await source.read(65536):
                if self.delay:
                    self.faults += 1
                    await asyncio.sleep(self.delay)
                if answer:
                    self.faults += not self._answers.is_set()
                    await self._answers.wait()
                sink.write(piece)
                await sink.drain()
