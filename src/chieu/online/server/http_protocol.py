"""PF-33, PF-37: uvicorn's HTTP protocol with a connection limiter, one length and deadlines.

The limiter counts connections when they are accepted, before a byte is read: a silent connection costs as much as any
other. A connection over the limit gets an answer at once. A request must arrive, and its response be read, in time. A
WebSocket keeps the slot of its handshake.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Collection
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from chieu.online.server.api.refusals import RETRY_AFTER_S, HttpRefusal, body_of
from chieu.online.server.limits import ConcurrencyLimit, networks
from chieu.online.server.metrics import Metrics
from chieu.online.server.websocket_protocol import LimitedProtocol
from chieu.online.service.fair_queue import RateLimitKey

REQUEST_WITHIN_S: Final = 10.0
ANSWER_READ_WITHIN_S: Final = 20.0
HALF_SENT: Final = 0.25  # share of all slots for connections that have not sent a whole request yet
NEWCOMERS: Final = 0.2  # share of all slots reserved for addresses with few connections
FEW: Final = 4
_REJECTED_WITHIN_S: Final = 1.0  # time to send a request, which is then answered with the refusal
_REJECTED_AT_MOST: Final = 256


class ConnectionLimiter:
    """Connection limiter of this process: a total, a limit per address, and reserved slots for newcomers."""

    def __init__(self, most: int, per_address: int, proxies: Collection[str], metrics: Metrics) -> None:
        self.open = 0
        self.rejected = 0  # connections over the limit that still wait for their refusal
        self.metrics = metrics
        self._most = most
        self._by_address = ConcurrencyLimit(per_address)
        # Proxies carry many clients, which are counted later by their own addresses.
        self._trusts_all = "*" in proxies
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies if proxy != "*"]
        self._half_sent: dict[LimitedHttpProtocol, None] = {}  # the oldest first

    def rate_key(self, client: tuple[str, int] | None) -> RateLimitKey | None:
        """Return the key to count a connection by; None for a trusted proxy."""
        if client is None or self._trusts_all:
            return None
        if self._proxies:
            address = ipaddress.ip_address(client[0])
            if any(address in proxy for proxy in self._proxies):
                return None
        return networks(client[0])

    def enter(self, rate_key: RateLimitKey | None) -> HttpRefusal | None:
        """Count one more connection, or return the refusal. `leave` undoes it."""
        if self.open >= self._most:
            return HttpRefusal(503, "full", "PF-37")
        if rate_key is not None:
            crowded = self.open >= self._most * (1 - NEWCOMERS)
            if crowded and self._by_address.used(rate_key) >= FEW:
                return HttpRefusal(503, "full", "PF-37")
            if not self._by_address.enter(rate_key):
                return HttpRefusal(429, "too_many", "PF-34")
        self.open += 1
        return None

    def leave(self, rate_key: RateLimitKey | None) -> None:
        self.open -= 1
        if rate_key is not None:
            self._by_address.leave(rate_key)

    def half_sent(self, connection: LimitedHttpProtocol) -> None:
        """Note that a connection has yet to send its request. If too many have, cut off the oldest."""
        self._half_sent[connection] = None
        if len(self._half_sent) > self._most * HALF_SENT:
            next(iter(self._half_sent)).cut("half_sent")

    def sent(self, connection: LimitedHttpProtocol) -> None:
        """Note that the request has arrived, or never will."""
        self._half_sent.pop(connection, None)


class StrictConnection(h11.Connection):
    """An h11 parser that refuses requests with two lengths.

    A proxy in front of the server may go by the other one, and take what follows for another client's request (request
    smuggling).
    """

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if b"content-length" in names and b"transfer-encoding" in names:
                raise h11.RemoteProtocolError("expected Content-Length or Transfer-Encoding, got both")
        return event


class LimitedHttpProtocol(H11Protocol):
    """An HTTP connection with a slot and deadlines. `limited_by` makes the class for a limiter."""

    limiter: ConnectionLimiter
    _rate_key: RateLimitKey | None = None
    _refusal: HttpRefusal | None = None
    _counted = False
    _request_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = StrictConnection(h11.SERVER)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._rate_key = self.limiter.rate_key(self.client)
        self._refusal = self.limiter.enter(self._rate_key)
        if self._refusal is None:
            self._counted = True
            self._wait_for_request()
            return
        self.limiter.metrics.turned_away.add(self._refusal.code)
        if self.limiter.rejected >= _REJECTED_AT_MOST:
            transport.abort()
            return
        self.limiter.rejected += 1
        self._request_timer = self.loop.call_later(_REJECTED_WITHIN_S, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_arrived()
        if self._unread_timer is not None:
            self._unread_timer.cancel()
        if self._counted:
            self._counted = False
            self.limiter.leave(self._rate_key)
        elif self._refusal is not None and self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None
            self.limiter.rejected -= 1
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refusal is not None:
            self._reject(self._refusal)
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # upgraded to a WebSocket
            self._request_arrived()
        elif self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait_for_request()
        else:
            self._request_arrived()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if isinstance(protocol, LimitedProtocol) and not protocol.disconnected:
            self._counted = False
            protocol.leave = partial(self.limiter.leave, self._rate_key)  # without a reference to this protocol
            if self._unread_timer is not None:
                self._unread_timer.cancel()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_timer = self.loop.call_later(ANSWER_READ_WITHIN_S, self.cut, "not_reading")

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None

    def cut(self, why: str) -> None:
        """End the connection at once."""
        self._request_arrived()
        self.limiter.metrics.cut_http.add(why)
        self.transport.abort()

    def _wait_for_request(self) -> None:
        if self._request_timer is None:
            self._request_timer = self.loop.call_later(REQUEST_WITHIN_S, self.cut, "half_sent")
            self.limiter.half_sent(self)

    def _request_arrived(self) -> None:
        if self._request_timer is not None and self._refusal is None:
            self._request_timer.cancel()
            self._request_timer = None
            self.limiter.sent(self)

    def _reject(self, refusal: HttpRefusal) -> None:
        """Send the refusal and close.

        Some of the request has been read by now; otherwise the close could discard the answer.
        """
        if not self.transport.is_closing():
            body = body_of(refusal)
            head = (
                f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}\r\n"
                f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
                f"retry-after: {RETRY_AFTER_S}\r\nconnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
            self.transport.close()


def limited_by(limiter: ConnectionLimiter) -> type[LimitedHttpProtocol]:
    """Return the protocol class for a limiter; uvicorn instantiates a class without arguments of ours."""
    members: dict[str, Any] = {"limiter": limiter}
    return type("LimitedHttpProtocol", (LimitedHttpProtocol,), members)
