"""The WebSocket connection itself: uvicorn's, with what it leaves unlimited limited (PF-34)."""

from __future__ import annotations

from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

PIECES_AT_MOST: Final = 256
UNREAD_AT_MOST: Final = 256 * 1024
ABORT: Final = "chieu.abort"  # in the connection's scope: ends it at once, whatever is still to be sent


class GuardedProtocol(WebSocketsSansIOProtocol):
    """A connection that cannot be made to fill memory: not by pings whose answers nobody reads, not by a message in
    endless empty pieces. A peer that is gone is cut off, where a close would wait for it to read first."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope[ABORT] = self.transport.abort  # type: ignore[typeddict-unknown-key]

    async def send(self, message: ASGISendEvent) -> None:
        """What is sent most, text on an open connection, takes the short way: one header, one write."""
        usual = message["type"] == "websocket.send" and self.writable.is_set() and self.conn.state is State.OPEN
        if not usual or self.close_sent or self.disconnected:
            await super().send(message)
            return
        payload = message["text"].encode()
        size = len(payload)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + payload)

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > UNREAD_AT_MOST:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= PIECES_AT_MOST:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()
