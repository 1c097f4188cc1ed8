"""The WebSocket connection itself: uvicorn's, with what it leaves unlimited limited (PF-34)."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

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
