"""The WebSocket of a table: hello, then commands in and answers out, and every change as it happens.

    client: {"type": "hello", "seen": 0}
    server: {"type": "view", ...}
    client: {"type": "ready", "id": "c1", "seq": 12}
    server: {"type": "update", "seq": 13, "after": 12, ...}
    server: {"type": "done", "id": "c1", "seq": 13}

Every message gets an answer with a stable code (PF-33). A bad message does not end the connection; a flood does.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from functools import partial
from typing import Any, Final

from starlette.datastructures import Headers, QueryParams
from starlette.types import Receive, Scope, Send

from chieu.online.protocol import wire
from chieu.online.protocol.answers import Answer, Done, Refused, Stale
from chieu.online.protocol.commands import AnyCommand, Change, Hello, Join, Say, SendEmote, SetBot
from chieu.online.protocol.views import Heartbeat
from chieu.online.protocol.wire import BadMessage
from chieu.online.server import logs
from chieu.online.server.api.refusals import HttpRefusal, refuse
from chieu.online.server.api.requests import MAX_KEY
from chieu.online.server.api.table_access import no_table, not_admitted
from chieu.online.server.guests import Tokens
from chieu.online.server.limits import ConcurrencyLimit, MessageLimiter, RateLimit, Verdict, guest_key, networks
from chieu.online.server.metrics import Metrics
from chieu.online.server.origins import Origins
from chieu.online.server.outage import Outage
from chieu.online.server.settings import Settings
from chieu.online.server.transport import AsgiTransport, Transport
from chieu.online.server.websocket_protocol import TRANSPORT
from chieu.online.service.actor import NoSuchTable, Subscription
from chieu.online.service.books import Books
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.service.ports import Unavailable
from chieu.online.service.service import NotAdmitted, TableService
from chieu.online.table.state import TableState

PATH: Final = re.compile(r"/ws/(?P<table>[A-Za-z0-9_-]{1,64})")
HELLO_WITHIN_S: Final = 10.0
READS_WITHIN_S: Final = 20.0
HEARTBEAT_S: Final = 1.5  # a client gets something within twice this time
# PF-37: rate-limit cost of messages that take more work than others or are stored for ever; others cost 1. A command
# that takes longer than `WORK_WITHIN_S`, bots' moves included, is charged for its time as well.
COSTS: Final[dict[type[Any], int]] = {Hello: 4, Say: 4, SendEmote: 4, Join: 4, Change: 4, SetBot: 2}
COST_OF_A_SECOND = 1_000.0
WORK_WITHIN_S = 0.002
WAITING_AT_MOST: Final = 16  # messages that wait for an answer to the one before, until reading is paused
CLOSE_CODES: Final = {
    "no_such_table": 4404,
    "old_link": 4404,
    "table_locked": 4403,
    "removed": 4403,
    "table_retired": 4410,
    "bad_token": 4401,
    "too_many": 4429,
    "flood": 4429,
    "say_hello": 4408,
} | {
    "unavailable": 1013  # WebSocket's "try again later"
}


_HEARTBEAT: Final = wire.write(Heartbeat())
_BEATS_AT_ONCE: Final = 100  # about a millisecond of work, after which others get a turn


class Sockets:
    """All connections of this process, as an ASGI application for `/ws/{table}`."""

    def __init__(
        self,
        service: TableService,
        books: Books,
        settings: Settings,
        origins: Origins,
        metrics: Metrics,
        requests: RateLimit,
        tokens: Tokens,
        limiter: MessageLimiter,
        outage: Outage,
    ) -> None:
        self.service = service
        self.metrics = metrics
        self.limiter = limiter
        self._books = books
        self._requests = requests
        self._tokens = tokens
        self._origins = origins
        self._outage = outage
        self._by_guest = ConcurrencyLimit(settings.connections_per_guest)
        self._by_address = ConcurrencyLimit(settings.connections_per_address)
        self.open: set[Connection] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        match = PATH.fullmatch(scope["path"])
        if match is None:
            await refuse(HttpRefusal(404, "not_found"))(scope, receive, send)
            return
        if not self._origins.allow(headers.get("origin"), scope["scheme"], headers.get("host", "")):
            await refuse(HttpRefusal(403, "wrong_origin"))(scope, receive, send)
            return
        rate_key = networks(scope["client"][0] if scope["client"] else "unix")
        if not self._requests.take_all(rate_key, time.monotonic()):
            await refuse(HttpRefusal(429, "flood", "PF-34"))(scope, receive, send)
            return
        if self._outage.refuses():
            await refuse(HttpRefusal(503, "unavailable"))(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        direct: Transport | None = scope.get(TRANSPORT)
        transport = AsgiTransport(receive, send) if direct is None else direct
        try:
            guest = self._tokens.guest(headers, scope["scheme"])
            await self._serve(rate_key, match["table"], guest, _link_key(scope), transport)
        except HttpRefusal as refusal:
            await self._turn_away(refusal.code, transport)
        except Unavailable as error:
            logs.say("hello_failed", level=logging.WARNING, error=error, table=match["table"])
            await self._turn_away("unavailable", transport)

    async def _turn_away(self, code: str, transport: Transport) -> None:
        self.metrics.cut.add(code)
        transport.push(wire.write(Refused("", code)))
        transport.close(CLOSE_CODES.get(code, 1008), code)
        await transport.run(IgnoringReceiver())

    async def _serve(
        self, rate_key: RateLimitKey, table: str, guest: str | None, key: str, transport: Transport
    ) -> None:
        client_key = rate_key if guest is None else guest_key(guest)
        with self._by_address.slot(rate_key) as address_slot, self._by_guest.slot(client_key) as guest_slot:
            if not (address_slot and guest_slot):
                raise HttpRefusal(429, "too_many")
            try:
                await self.service.check_link(table, guest, key)
            except NoSuchTable:
                raise await no_table(self._books, table) from None
            except NotAdmitted as closed:
                raise not_admitted(closed) from None
            connection = Connection(self, table, guest, key, rate_key, transport)
            self.open.add(connection)
            self.metrics.connected.add()
            try:
                await transport.run(connection)
            finally:
                self.open.discard(connection)
                connection.ended()

    def close_all(self) -> int:
        """Ask all clients to try again later, and return their number."""
        connections = tuple(self.open)
        for connection in connections:
            connection.turn_away()
        return len(connections)

    async def beat(self) -> None:
        """Send heartbeats until cancelled."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            for number, connection in enumerate(tuple(self.open), start=1):
                connection.beat()
                if number % _BEATS_AT_ONCE == 0:
                    await asyncio.sleep(0)

    def cut_stuck(self) -> None:
        """PF-34: end connections of clients that do not read, or never send a hello."""
        now = time.monotonic()
        for connection in tuple(self.open):
            connection.cut_if_stuck(now)


class IgnoringReceiver:
    """Ignores all messages, for a connection that is being closed."""

    def received(self, text: str | None) -> None: ...

    def full(self) -> None: ...

    def writable(self) -> None: ...


class Connection:
    """One client at one table. A message is handled when the one before it is answered.

    Backpressure: while a client does not read its answers, its messages are not handled; and while too many of its
    messages wait, nothing more is read from its socket.
    """

    def __init__(
        self,
        sockets: Sockets,
        table: str,
        guest: str | None,
        key: str,
        rate_key: RateLimitKey,
        transport: Transport,
    ) -> None:
        self._sockets = sockets
        self._service = sockets.service
        self._table = table
        self._guest = guest
        self._key = key
        self._rate_key = rate_key
        self._client = guest or rate_key[0].key
        self._transport = transport
        self._request = logs.REQUEST.get()
        self._inbox: deque[str | None] = deque()
        self._busy = False  # a message waits for its answer, and all others wait for it
        self._handling = False
        self._paused = False
        self._since = time.monotonic()
        self._full_since: float | None = None  # since when the client has not read what is buffered for it
        self._greeting: asyncio.Task[None] | None = None
        self._subscription: Subscription | None = None
        self._over = False

    # Called by the transport

    def received(self, text: str | None) -> None:
        self._inbox.append(text)
        self._handle_all()
        if len(self._inbox) >= WAITING_AT_MOST and not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def full(self) -> None:
        self._full_since = time.monotonic()

    def writable(self) -> None:
        self._full_since = None
        if self._subscription is not None:
            self._subscription.resume()
        self._handle_all()

    def ended(self) -> None:
        """Release everything: the connection is gone."""
        self._over = True
        if self._greeting is not None:
            self._greeting.cancel()
        if self._subscription is not None:
            self._subscription.end()
            self._subscription = None

    def turn_away(self) -> None:
        """Ask the client to try again later, at another node."""
        if not self._over:
            self._close("unavailable")

    def beat(self) -> None:
        """Send a heartbeat if nothing was sent since the last call."""
        if not self._transport.quiet:
            self._transport.quiet = True
        elif self._subscription is not None and self._full_since is None:
            self._transport.push(_HEARTBEAT)

    def cut_if_stuck(self, now: float) -> None:
        if self._full_since is not None and now - self._full_since > READS_WITHIN_S:
            self._sockets.metrics.cut.add("not_reading")
            self._transport.abort()  # the client would not read a close frame either
        elif self._greeting is None and now - self._since > HELLO_WITHIN_S:
            self._close("say_hello")

    # One message

    def _handle_all(self) -> None:
        if self._handling:
            return
        self._handling = True
        while self._inbox and not (self._busy or self._over or self._full_since is not None):
            self._handle(self._inbox.popleft())
        self._handling = False
        if self._paused and len(self._inbox) < WAITING_AT_MOST:
            self._paused = False
            self._transport.resume_reading()

    def _handle(self, text: str | None) -> None:
        """Decode a message, make its rate-limit decision, then carry it out or refuse it."""
        message: AnyCommand | Hello | BadMessage
        try:
            game = None if self._subscription is None else self._subscription.game
            message = BadMessage("binary", "") if text is None else wire.read(game, text.encode())
        except BadMessage as bad:
            message = bad
        writes = not isinstance(message, Hello | BadMessage)
        verdict = self._sockets.limiter.decide(self._client, self._rate_key, COSTS.get(type(message), 1), writes)
        if verdict is Verdict.DISCONNECT:
            self._close("flood")
        elif verdict is Verdict.REFUSE:
            self._sockets.metrics.commands.add("rate_limited")
            self._refuse(text, "flood")
        elif isinstance(message, BadMessage):
            self._refuse(text, message.code, **({"detail": message.detail} if message.detail else {}))
        elif isinstance(message, Hello):
            self._busy = True
            self._greeting = asyncio.get_running_loop().create_task(self._subscribe(message))
            self._greeting.add_done_callback(self._greeted)
        elif self._subscription is None:
            self._refuse(text, "say_hello")
        elif self._guest is None:
            self._refuse(text, "no_guest")
        else:
            self._busy = True
            began = time.perf_counter()
            settled = partial(self._answered, message.id, began)
            self._subscription.command(message, settled, self._rate_key)
            if (spent := time.perf_counter() - began) > WORK_WITHIN_S:
                self._sockets.limiter.charge(self._rate_key, COST_OF_A_SECOND * spent)

    def _answered(self, command: str, began: float, answer: Answer | TableState | BaseException) -> None:
        """Send the answer to a command; after `Stale`, also the current view. Then handle the next message."""
        if isinstance(answer, BaseException | TableState):
            # The command was neither acknowledged nor refused, so the client may send it again.
            level = logging.WARNING if isinstance(answer, Unavailable) else logging.ERROR
            error = answer if isinstance(answer, BaseException) else None
            logs.say("command_failed", level=level, error=error, table=self._table, request=self._request)
            self._sockets.metrics.commands.add("unavailable" if isinstance(error, Unavailable) else "failed")
            answer = Refused(command, "unavailable")
        elif isinstance(answer, Done):
            self._sockets.metrics.commands.add("done")
            self._sockets.metrics.command_seconds.add(time.perf_counter() - began)
        self._transport.push(wire.write(answer))
        if isinstance(answer, Stale) and self._subscription is not None:
            self._subscription.renew()
        self._busy = False
        self._handle_all()

    async def _subscribe(self, hello: Hello) -> None:
        """Send what the client missed and every change from now on. A second hello replaces the subscription."""
        if self._subscription is not None:
            self._subscription.end()
            self._subscription = None
        if hello.seen:
            self._sockets.metrics.reconnected.add()
        push, shut = self._transport.push, self._close
        self._subscription = await self._service.subscribe(
            self._table, self._guest, hello.seen, push, self._rate_key, self._key, shut, hello.epoch
        )

    def _greeted(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            # Close, so that the client reconnects: it would not send another hello on this connection.
            level = logging.WARNING if isinstance(error, Unavailable) else logging.ERROR
            logs.say("hello_failed", level=level, error=error, table=self._table, request=self._request)
            self._close("unavailable")
            return
        self._busy = False
        self._handle_all()

    def _refuse(self, text: str | None, code: str, **params: str | int) -> None:
        self._transport.push(wire.write(Refused(wire.id_in(text), code, params=params)))

    def _close(self, code: str) -> None:
        """Send the reason and close the connection."""
        self._over = True
        self._sockets.metrics.cut.add(code)
        self._transport.push(wire.write(Refused("", code)))
        self._transport.close(CLOSE_CODES[code], code)


def _link_key(scope: Scope) -> str:
    """PF-8: return the key in the link that the client used."""
    return QueryParams(scope.get("query_string", b"")).get("key", "")[:MAX_KEY]
