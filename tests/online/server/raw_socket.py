"""A WebSocket connection without a library, for tests that control every byte."""

from __future__ import annotations

import socket
import struct

from chieu.online.client.api import Identity
from tests.online.server.in_process import RunningServer

_KEY = b"\x37\xfa\x21\x3d"


def raw_connection(server: RunningServer, table: str, who: Identity) -> socket.socket:
    """Return a socket after the WebSocket handshake."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.settimeout(60)
    plain.connect(("127.0.0.1", server.port))
    plain.sendall(
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Authorization: Bearer {who.token}\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += plain.recv(1)
    assert head.startswith(b"HTTP/1.1 101")
    return plain


def masked(payload: bytes, opcode: int = 1, last: bool = True) -> bytes:
    """Return a masked client frame."""
    size = bytes((0x80 | len(payload),)) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
    hidden = bytes(byte ^ _KEY[at % 4] for at, byte in enumerate(payload))
    return bytes(((0x80 if last else 0) | opcode,)) + size + _KEY + hidden
