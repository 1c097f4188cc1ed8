"""PF-34: uvicorn's WebSocket protocol with more limits, and a `Transport` directly on it.

`LimitedProtocol` serves any ASGI application. `DirectProtocol` is also a `Transport`: messages go from the parser to
the receiver, and from there to the socket, without a queue or a task in between. Both rely on internals of uvicorn and
websockets, so the versions of these are bounded.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]  # in C if it can be
from websockets.http11 import Request

from chieu.online.server import logs
from chieu.online.server.metrics import Durations
from chieu.online.server.transport import UNREAD_AT_MOST, Receiver

FRAGMENTS_AT_MOST: Final = 256  # of one message
PINGS_A_SECOND: Final = 2  # of one connection, unsolicited pongs included
PINGS_AT_ONCE: Final = 100
TRANSPORT: Final = "chieu.transport"  # key in the ASGI scope


class LimitedProtocol(WebSocketsSansIOProtocol):
    """A connection with bounded memory.

    Limits pings, whose answers the client may not read, and fragments of a message, which may be empty. A client that
    misses the keepalive is cut off at once; a close would wait for it to read.
    """

    leave: Callable[[], None] | None = None  # frees the slot of the connection
    round_trips: Durations  # `measured_by` sets it
    _pings = 0.0  # tokens spent of the ping rate limit, and at what time
    _pinged = 0.0

    def abort(self) -> None:
        """End the connection at once and drop unsent text."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.leave is not None:
            self.leave()

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # refused on purpose: keeps uvicorn from logging an error

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.not_utf8()
                return
        super().send_receive_event_to_app()

    def not_utf8(self) -> None:
        """Close a connection that sent a text frame that is not UTF-8."""
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
            pinged = self.pending_ping_payload
            super().handle_pong(event)
            if pinged is not None and self.pending_ping_payload is None:
                self.round_trips.add(self.last_ping_rtt)

    def _too_many_pings(self) -> bool:
        now = time.monotonic()
        self._pings = max(0.0, self._pings - (now - self._pinged) * PINGS_A_SECOND) + 1
        self._pinged = now
        return self._pings > PINGS_AT_ONCE

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= FRAGMENTS_AT_MOST:
            self.abort()
        else:
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.abort()


class DirectProtocol(LimitedProtocol):
    """A transport without queues. Before `run`, and for anything but messages, it is a `LimitedProtocol`.

    Backpressure: `pause_writing` and `resume_writing` tell the receiver when the client does not read.
    """

    quiet = False
    _receiver: Receiver | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope[TRANSPORT] = self  # type: ignore[typeddict-unknown-key]

    def data_received(self, data: bytes) -> None:
        """Hand over a text that arrives as one whole frame. All else goes through the general parser."""
        in_between = self.close_sent or self.frames or self.conn.reader.buffer  # closing, or inside a message or frame
        payload = None if self._receiver is None or in_between else only_text(data)
        if payload is None:
            super().data_received(data)
        else:
            self.frames, self.curr_msg_data_type = [payload], "text"
            self.send_receive_event_to_app()

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
        self.quiet = False
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
        self.resume_reading()  # for the client's close frame
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    async def run(self, receiver: Receiver) -> None:
        """Hand over messages until the connection ends, starting with those queued before this call."""
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


def measured_by(round_trips: Durations, protocol: type[LimitedProtocol]) -> type[LimitedProtocol]:
    """Return the protocol class with a histogram for the time from a ping to its pong."""
    return type(protocol.__name__, (protocol,), {"round_trips": round_trips})


def only_text(data: bytes) -> bytes | None:
    """Return the payload if the data is exactly one masked text frame of under 64 KiB; otherwise None.

    Nearly all messages of clients are, and the general parser takes seven times as long.

    >>> only_text(bytes([0x81, 0x82, 1, 1, 1, 1]) + b"z|")
    b'{}'
    """
    if len(data) < 6 or data[0] != 0x81:
        return None
    size, start = data[1] - 0x80, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    elif not 0 <= size < 126:  # not masked, or larger
        return None
    if len(data) != start + 4 + size:
        return None
    return apply_mask(data[start + 4 :], data[start : start + 4])
