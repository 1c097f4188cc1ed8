"""uvicorn's WebSocket protocol with what it leaves unlimited limited (PF-34), and a transport straight through it.

`LimitedProtocol` serves any ASGI application. `DirectProtocol` is a `Transport` by itself: a message goes from the
parser to its receiver, and from there to the socket, without a queue and a task on either side. Both lean on the inside
of uvicorn and websockets, whose versions are bounded for that.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from chieu.online.server import logs
from chieu.online.server.transport import UNREAD_AT_MOST, Receiver

PIECES_AT_MOST: Final = 256
PINGS_A_SECOND: Final = 2  # of one connection, and pongs that nobody asked for
PINGS_AT_ONCE: Final = 100
TRANSPORT: Final = "chieu.transport"  # where the scope of a connection has its transport


class LimitedProtocol(WebSocketsSansIOProtocol):
    """A connection that cannot be made to fill memory: not by pings whose answers nobody reads, not by a message in
    endless empty pieces. A peer that is gone is cut off, where a close would wait for it to read first."""

    leave: Callable[[], None] | None = None  # gives back the place that the connection has
    _pings = 0.0  # that were too many, and when that was so
    _pinged = 0.0

    def abort(self) -> None:
        """Ends the connection at once, whatever is still to be sent."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.leave is not None:
            self.leave()

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # it was refused, which is no error of ours

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.not_utf8()
                return
        super().send_receive_event_to_app()

    def not_utf8(self) -> None:
        """Ends a connection whose text is none, which is no error of ours either."""
        self.frames = []
        logs.say("not_utf8", level=logging.DEBUG)
        self.conn.send_close(1007)
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > UNREAD_AT_MOST or self._too_many_pings():
            self.abort()
        else:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self.pending_ping_payload is None and self._too_many_pings():
            self.abort()
        else:
            super().handle_pong(event)

    def _too_many_pings(self) -> bool:
        now = time.monotonic()
        self._pings = max(0.0, self._pings - (now - self._pinged) * PINGS_A_SECOND) + 1
        self._pinged = now
        return self._pings > PINGS_AT_ONCE

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= PIECES_AT_MOST:
            self.abort()
        else:
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.abort()


class DirectProtocol(LimitedProtocol):
    """A transport without queues of its own. Until `run` begins, and for all but messages, it is as any other."""

    _receiver: Receiver | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope[TRANSPORT] = self  # type: ignore[typeddict-unknown-key]

    def send_receive_event_to_app(self) -> None:
        receiver = self._receiver
        if receiver is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        text = None
        if self.curr_msg_data_type == "text":
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.not_utf8()
                return
        self.frames = []
        receiver.received(text)

    def push(self, text: bytes) -> bool:
        if self.close_sent or self.disconnected or self.transport.is_closing():
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

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._receiver is not None:
            self._receiver.full()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._receiver is not None:
            self._receiver.writable()

    def pause_reading(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def close(self, code: int, reason: str) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.resume_reading()  # for the other side's goodbye
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    async def run(self, receiver: Receiver) -> None:
        """What came before this waits in the queue, and goes first."""
        event = None
        while not self.queue.empty() and event != "websocket.disconnect":
            event = self._hand_over(receiver, await self.receive())
        self._receiver = receiver
        try:
            while event != "websocket.disconnect":
                event = self._hand_over(receiver, await self.receive())
        finally:
            self._receiver = None

    def _hand_over(self, receiver: Receiver, event: ASGIReceiveEvent) -> str:
        if event["type"] == "websocket.receive":
            receiver.received(event.get("text"))
        return event["type"]
