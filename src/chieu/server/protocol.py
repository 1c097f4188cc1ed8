"""The WebSocket connection itself: uvicorn's, with a short way for what is sent most, and with what it leaves
unlimited limited (PF-34)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

PIECES_AT_MOST: Final = 256
UNREAD_AT_MOST: Final = 256 * 1024
LINE: Final = "chieu.line"  # where a connection's scope has the connection itself


class Line(WebSocketsSansIOProtocol):
    """A connection that can be pushed to without a task of its own, and that cannot be made to fill memory: not by
    pings whose answers nobody reads, not by a message in endless empty pieces. A peer that is gone is cut off, where a
    close would wait for it to read first."""

    on_room: Callable[[], None] | None = None
    """Called when there is room again after a push said that there is none."""

    def push(self, text: bytes) -> bool:
        """Sends a text at once. False: what was sent waits to be read, and nothing more should come for now."""
        if self.conn.state is not State.OPEN or self.close_sent or self.disconnected:
            return False
        size = len(text)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + text)
        return self.writable.is_set()

    def cut(self) -> None:
        """Ends the connection at once, whatever is still to be sent."""
        self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_room is not None:
            self.on_room()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope[LINE] = self  # type: ignore[typeddict-unknown-key]

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > UNREAD_AT_MOST:
            self.cut()
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= PIECES_AT_MOST:
            self.cut()
        else:
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.cut()
