"""WebSocket transports: what a connection needs from the wire, and an implementation on plain ASGI.

A transport hands every message to its `Receiver` and sends without blocking. Backpressure: text that cannot be sent at
once is buffered here, and once too much is buffered the receiver is asked to pause until there is room again.
`DirectProtocol` does the same on uvicorn; `socket.Connection` and `Subscription` react.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

from starlette.types import Receive, Send

UNREAD_AT_MOST: Final = 256 * 1024  # buffered bytes from which on backpressure applies


class Receiver(Protocol):
    """Handles what a transport reports. Nothing here raises."""

    def received(self, text: str | None) -> None:
        """Handle a message; None if it was binary."""

    def full(self) -> None:
        """Stop sending: the buffer is full because the client does not read."""

    def writable(self) -> None:
        """Send again: there is room in the buffer."""


class Transport(Protocol):
    """One WebSocket connection. `quiet`: nothing was pushed since somebody set it."""

    quiet: bool

    def push(self, text: bytes) -> bool:
        """Send a text. False: the buffer is full, and the caller should pause."""

    def pause_reading(self) -> None:
        """Hand over no more messages until `resume_reading`."""

    def resume_reading(self) -> None: ...

    def close(self, code: int, reason: str) -> None:
        """Close the connection after all that was pushed."""

    def abort(self) -> None:
        """End the connection at once and drop unsent text."""

    async def run(self, receiver: Receiver) -> None:
        """Hand over messages until the connection ends."""


class AsgiTransport:
    """A transport on any ASGI server."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self.quiet = False
        self._receive = receive
        self._send = send
        self._outbox: deque[bytes] = deque()
        self._buffered = 0  # bytes in the outbox
        self._reading = asyncio.Event()
        self._reading.set()
        self._to_write = asyncio.Event()
        self._close_with: tuple[int, str] | None = None
        self._receiver: Receiver | None = None
        self._over = asyncio.Event()

    def push(self, text: bytes) -> bool:
        if self._over.is_set() or self._close_with is not None:
            return False
        self.quiet = False
        self._outbox.append(text)
        self._buffered += len(text)
        self._to_write.set()
        if self._buffered <= UNREAD_AT_MOST:
            return True
        if self._receiver is not None:
            self._receiver.full()
        return False

    def pause_reading(self) -> None:
        self._reading.clear()

    def resume_reading(self) -> None:
        self._reading.set()

    def close(self, code: int, reason: str) -> None:
        self._close_with = (code, reason)
        self._to_write.set()

    def abort(self) -> None:
        self._over.set()

    async def run(self, receiver: Receiver) -> None:
        self._receiver = receiver
        tasks = [asyncio.ensure_future(work) for work in (self._read(receiver), self._write(), self._over.wait())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self._over.set()
            self._receiver = None
            for task in tasks:
                task.cancel()

    async def _read(self, receiver: Receiver) -> None:
        while (event := await self._receive())["type"] != "websocket.disconnect":
            receiver.received(event.get("text"))
            await self._reading.wait()

    async def _write(self) -> None:
        while True:
            while self._outbox:
                text = self._outbox.popleft()
                try:
                    await self._send({"type": "websocket.send", "text": text.decode()})
                except (OSError, RuntimeError):  # the connection is gone
                    return
                was_full = self._buffered > UNREAD_AT_MOST
                self._buffered -= len(text)
                if was_full and self._buffered <= UNREAD_AT_MOST and self._receiver is not None:
                    self._receiver.writable()
            if self._close_with is not None:
                await _close(self._send, *self._close_with)
                return
            self._to_write.clear()
            await self._to_write.wait()


async def _close(send: Send, code: int, reason: str) -> None:
    try:
        await send({"type": "websocket.close", "code": code, "reason": reason})
    except (OSError, RuntimeError):
        return
