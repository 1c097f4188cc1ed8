"""WebSocket transports: what a `Connection` needs of the wire, and the plain one on ASGI.

A transport hands every message to its `Receiver` and sends without a task of the caller's: what cannot go out at once
waits here, and when too much waits the receiver is told to hold back until there is room again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

from starlette.types import Receive, Send

UNREAD_AT_MOST: Final = 256 * 1024  # bytes that wait to be sent until nothing more should come


class Receiver(Protocol):
    """Who a transport talks to. Nothing here raises."""

    def received(self, text: str | None) -> None:
        """A message; None: it was no text."""

    def full(self) -> None:
        """What was sent waits to be read; nothing more should come for now."""

    def writable(self) -> None:
        """There is room again."""


class Transport(Protocol):
    """One WebSocket connection."""

    def push(self, text: bytes) -> bool:
        """Sends a text. False: it waits to be read, and nothing more should come for now."""

    def pause_reading(self) -> None:
        """Stops handing over messages until `resume_reading`."""

    def resume_reading(self) -> None: ...

    def close(self, code: int, reason: str) -> None:
        """Says goodbye after what was pushed."""

    def abort(self) -> None:
        """Ends the connection at once, whatever is still to be sent."""

    async def run(self, receiver: Receiver) -> None:
        """Hands over what comes, until the connection is gone."""


class AsgiTransport:
    """A transport over any ASGI server."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._outbox: deque[bytes] = deque()
        self._waiting = 0  # bytes in the outbox
        self._reading = asyncio.Event()
        self._reading.set()
        self._news = asyncio.Event()
        self._goodbye: tuple[int, str] | None = None
        self._receiver: Receiver | None = None
        self._over = asyncio.Event()

    def push(self, text: bytes) -> bool:
        if self._over.is_set() or self._goodbye is not None:
            return False
        self._outbox.append(text)
        self._waiting += len(text)
        self._news.set()
        if self._waiting <= UNREAD_AT_MOST:
            return True
        if self._receiver is not None:
            self._receiver.full()
        return False

    def pause_reading(self) -> None:
        self._reading.clear()

    def resume_reading(self) -> None:
        self._reading.set()

    def close(self, code: int, reason: str) -> None:
        self._goodbye = (code, reason)
        self._news.set()

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
                was_full = self._waiting > UNREAD_AT_MOST
                self._waiting -= len(text)
                if was_full and self._waiting <= UNREAD_AT_MOST and self._receiver is not None:
                    self._receiver.writable()
            if self._goodbye is not None:
                await _close(self._send, *self._goodbye)
                return
            self._news.clear()
            await self._news.wait()


async def _close(send: Send, code: int, reason: str) -> None:
    try:
        await send({"type": "websocket.close", "code": code, "reason": reason})
    except (OSError, RuntimeError):
        return
