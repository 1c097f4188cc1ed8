"""The WebSocket connection itself: uvicorn's, with a short way for what is sent most in either direction, and with what
it leaves unlimited limited (PF-34)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

PIECES_AT_MOST: Final = 256
UNREAD_AT_MOST: Final = 256 * 1024
AHEAD_AT_MOST: Final = 16  # messages that wait for the one before them, until no more is read
WAITING_AT_MOST: Final = 4096  # of those that came in one breath; nobody has so much to say
PROTOCOL: Final = "chieu.line"  # where a connection's scope has the connection itself


_WHOLE_TEXT: Final = 0x81
_CONTROL: Final = 8
_LAST_PIECE: Final = 0x80
_MASKED: Final = 0x80
_MIDDLE, _LONG = 126, 127  # lengths that stand for a length of two bytes, or of eight


def _frame_end(data: bytes, at: int, length: int) -> int:
    """Where the frame that begins at `at` ends; 0 if that is not here yet, or too far away for a short way."""
    if length - at < 2:
        return 0
    size, head = data[at + 1] & 127, 2
    if size == _LONG:
        return 0
    if size == _MIDDLE:
        if length - at < 4:
            return 0
        size, head = (data[at + 2] << 8) | data[at + 3], 4
    end = at + head + size + (4 if data[at + 1] & _MASKED else 0)
    return end if end <= length else 0


class TableProtocol(WebSocketsSansIOProtocol):
    """A connection that can be pushed to without a task of its own, and that cannot be made to fill memory: not by
    pings whose answers nobody reads, not by a message in endless empty pieces. A peer that is gone is cut off, where a
    close would wait for it to read first."""

    on_text: Callable[[str], bool] | None = None
    """Offered every whole text that nothing waits before; False: it has to wait like all else."""
    on_full: Callable[[], None] | None = None
    """Called when what was sent waits to be read, and nothing more should come for now."""
    on_room: Callable[[], None] | None = None
    """Called when there is room again."""
    _by_the_book = False  # nothing is told apart any more, websockets gets all there is
    _in_pieces = False  # a message has begun and not ended
    _rest = b""  # the beginning of a frame
    _room = True
    _over = False  # either side has said goodbye

    def data_received(self, data: bytes) -> None:
        """A text in one frame, as all commands come, takes a short way to the application. All other frames, and
        whatever is wrong with any, are for websockets, which only ever sees whole frames from here on."""
        if self._by_the_book or self.conn.state is not State.OPEN:
            early = self.handshake_initiated or not data.endswith(b"\r\n\r\n")
            self._by_the_book = self._by_the_book or early
            self._pass_on(data)
            return
        data = self._rest + data if self._rest else data
        at, length = 0, len(data)
        while (after := _frame_end(data, at, length)) and not self._by_the_book:
            if not (data[at] == _WHOLE_TEXT and not self._in_pieces and self._hand_over(data, at, after)):
                kind = data[at] & 15
                if kind < _CONTROL:
                    self._in_pieces = data[at] < _LAST_PIECE
                self._pass_on(data[at:after])
                self._by_the_book = self._over
            at = after
        if self.transport.is_closing():
            return
        self._rest = data[at:]
        if self._rest and (self._by_the_book or (length - at > 1 and data[at + 1] & 127 == _LONG)):
            self._by_the_book, self._rest = True, b""
            self._pass_on(data[at:])

    def _pass_on(self, data: bytes) -> None:
        """To websockets."""
        super().data_received(data)
        self._over = self.conn.state > State.OPEN

    def _hand_over(self, data: bytes, at: int, after: int) -> bool:
        """Gives a text to the application, or queues it; False if it is not fit for that."""
        head = at + (4 if data[at + 1] & 127 == _MIDDLE else 2)
        if not data[at + 1] & _MASKED or self.close_sent:
            return False
        try:
            text = apply_mask(data[head + 4 : after], data[head : head + 4]).decode()
        except UnicodeDecodeError:
            return False
        if self.on_text is not None and self.queue.empty() and self.on_text(text):
            return True
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > WAITING_AT_MOST:
            self.cut()
            self._by_the_book = True  # so that the rest of what was read goes nowhere
        elif not self.read_paused and self.queue.qsize() >= AHEAD_AT_MOST:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def push(self, text: bytes) -> bool:
        """Sends a text at once. False: what was sent waits to be read, and nothing more should come for now."""
        if self._over or self.close_sent or self.disconnected:
            return False
        size = len(text)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + text)
        return self._room

    def shutdown(self) -> None:
        super().shutdown()
        self._over = True

    def cut(self) -> None:
        """Ends the connection at once, whatever is still to be sent."""
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._room = False
        if self.on_full is not None:
            self.on_full()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._room = True
        if self.on_room is not None:
            self.on_room()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope[PROTOCOL] = self  # type: ignore[typeddict-unknown-key]

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
