"""uvicorn's HTTP protocol with what it leaves unlimited limited (PF-37): how many connections there are and whose they
are, how long a request takes to arrive, and how long nothing of an answer is read.

Who is one too many is told so at once. Places are counted here, before anything is read, because a connection that says
nothing costs as much as any other; a WebSocket keeps the place that its handshake had.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from chieu.online.server.api.refusals import RETRY_AFTER_S, HttpRefusal, body_of
from chieu.online.server.limits import Places, networks
from chieu.online.server.metrics import Metrics
from chieu.online.server.websocket_protocol import LimitedProtocol
from chieu.online.service.fair_queue import RateLimitKey

REQUEST_WITHIN_S: Final = 10.0
ANSWER_READ_WITHIN_S: Final = 20.0
HALF_SENT: Final = 0.25  # the share of all places for connections that have yet to send a whole request
NEWCOMERS: Final = 0.2  # the share of all places that is kept for addresses which have few
FEW: Final = 4
_TURNED_AWAY_WITHIN_S: Final = 1.0  # to say what was wanted, which is then answered
_TURNED_AWAY_AT_MOST: Final = 256


class ConnectionLimiter:
    """All connections of this process, by address."""

    def __init__(self, most: int, per_address: int, proxies: Iterable[str], metrics: Metrics) -> None:
        self.open = 0
        self.turned_away = 0  # and not gone yet
        self.metrics = metrics
        self._most = most
        self._places = Places(per_address)
        self._proxies = frozenset(proxies)  # who come for many: whom they come for is counted later
        self._half_sent: dict[GuardedProtocol, None] = {}  # the oldest first

    def rate_key(self, client: tuple[str, int] | None) -> RateLimitKey | None:
        """Who is to be counted; None for a proxy of ours."""
        if client is None or client[0] in self._proxies or "*" in self._proxies:
            return None
        return networks(client[0])

    def enter(self, rate_key: RateLimitKey | None) -> HttpRefusal | None:
        """One more; or why not."""
        if self.open >= self._most:
            return HttpRefusal(503, "full", "PF-37")
        if rate_key is not None:
            crowded = self.open >= self._most * (1 - NEWCOMERS)
            if crowded and self._places.taken(rate_key) >= FEW:
                return HttpRefusal(503, "full", "PF-37")
            if not self._places.enter(rate_key):
                return HttpRefusal(429, "too_many", "PF-34")
        self.open += 1
        return None

    def leave(self, rate_key: RateLimitKey | None) -> None:
        self.open -= 1
        if rate_key is not None:
            self._places.leave(rate_key)

    def half_sent(self, one: GuardedProtocol) -> None:
        """A request is waited for. Where too many are, whoever has taken longest goes."""
        self._half_sent[one] = None
        if len(self._half_sent) > self._most * HALF_SENT:
            next(iter(self._half_sent)).cut("half_sent")

    def sent(self, one: GuardedProtocol) -> None:
        """A request is there, or will never be."""
        self._half_sent.pop(one, None)


class GuardedProtocol(H11Protocol):
    """A connection that has a place, and some time. `guarded` makes the class that has a door."""

    door: ConnectionLimiter
    _rate_key: RateLimitKey | None = None
    _refusal: HttpRefusal | None = None
    _inside = False
    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._rate_key = self.door.rate_key(self.client)
        self._refusal = self.door.enter(self._rate_key)
        if self._refusal is None:
            self._inside = True
            self._wait_for_request()
            return
        self.door.metrics.turned_away.add(self._refusal.code)
        if self.door.turned_away >= _TURNED_AWAY_AT_MOST:
            transport.abort()
            return
        self.door.turned_away += 1
        self._late = self.loop.call_later(_TURNED_AWAY_WITHIN_S, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_is_here()
        if self._unread is not None:
            self._unread.cancel()
        if self._inside:
            self._inside = False
            self.door.leave(self._rate_key)
        elif self._refusal is not None and self._late is not None:
            self._late.cancel()
            self._late = None
            self.door.turned_away -= 1
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refusal is not None:
            self._turn_away(self._refusal)
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # a WebSocket by now
            self._request_is_here()
        elif self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait_for_request()
        else:
            self._request_is_here()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if isinstance(protocol, LimitedProtocol) and not protocol.disconnected:
            self._inside = False
            protocol.leave = self._leave
            if self._unread is not None:
                self._unread.cancel()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(ANSWER_READ_WITHIN_S, self.cut, "not_reading")

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def cut(self, why: str) -> None:
        """Ends the connection at once."""
        self._request_is_here()
        self.door.metrics.cut_http.add(why)
        self.transport.abort()

    def _leave(self) -> None:
        self.door.leave(self._rate_key)

    def _wait_for_request(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(REQUEST_WITHIN_S, self.cut, "half_sent")
            self.door.half_sent(self)

    def _request_is_here(self) -> None:
        if self._late is not None and self._refusal is None:
            self._late.cancel()
            self._late = None
            self.door.sent(self)

    def _turn_away(self, refusal: HttpRefusal) -> None:
        """A whole answer that needs no request. Once something of the request was read a close does not cut it off."""
        if not self.transport.is_closing():
            body = body_of(refusal)
            head = (
                f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}\r\n"
                f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
                f"retry-after: {RETRY_AFTER_S}\r\nconnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
            self.transport.close()


def guarded(at: ConnectionLimiter) -> type[GuardedProtocol]:
    """The protocol of a server with this door."""
    members: dict[str, Any] = {"door": at}
    return type("GuardedProtocol", (GuardedProtocol,), members)
