"""A minimal WebSocket client: thousands of connections, a few µs per message."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

_SHORT, _MIDDLE = 126, 127


class Socket(asyncio.Protocol):
    """A connection. `got` receives texts; frames are masked with zeros, which costs nothing."""

    def __init__(self, path: str, headers: dict[str, str], on_message: Callable[[Socket, bytes], None]) -> None:
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            + "\r\n"
        )
        self._got = on_message
        self._buffer = b""
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    @classmethod
    async def open(
        cls, host: str, port: int, path: str, headers: dict[str, str], on_message: Callable[[Socket, bytes], None]
    ) -> Socket:
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(path, headers, on_message), host, port)
        await socket._ready
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._hello.encode())

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self._ready.done():
            self._ready.set_exception(error or ConnectionError("refused"))

    def send(self, text: bytes) -> None:
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < _SHORT else b"\x81\xfe" + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._ready.done():
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._ready.set_exception(ConnectionError(head[:60].decode()))
                return
            self._ready.set_result(None)
        at, length = 0, len(buffer)
        while length - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == _SHORT:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == _MIDDLE:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if start + size > length:
                break
            kind = buffer[at] & 15
            if kind == 1:
                self._got(self, buffer[start : start + size])
            elif kind == 9:
                self._transport.write(bytes((0x8A, 0x80 | size)) + b"\0\0\0\0" + buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]
