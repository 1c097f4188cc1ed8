"""The socket of a table: hello, then commands in and answers out, and every change as it happens.

    client: {"type": "hello", "seen": 0}
    server: {"type": "view", ...}
    client: {"type": "ready", "id": "c1", "seq": 12}
    server: {"type": "update", "seq": 13, "after": 12, ...}
    server: {"type": "done", "id": "c1", "seq": 13}

Whatever a client sends gets an answer with a stable code (PF-33) and the connection lives on, unless it floods.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from functools import partial
from typing import Any, Final

import msgspec
from starlette.datastructures import Headers, QueryParams
from starlette.types import Receive, Scope, Send

from chieu.core.game import AnyGame
from chieu.online.protocol import wire
from chieu.online.protocol.answers import Answer, Refused, Stale
from chieu.online.protocol.commands import Change, Hello, Join, Say, SendEmote, SetBot
from chieu.online.protocol.wire import BadMessage
from chieu.online.server import logs
from chieu.online.server.api.refusals import HttpRefusal, refuse
from chieu.online.server.api.retired import no_table
from chieu.online.server.guests import Tokens
from chieu.online.server.limits import Places, Rate, networks, one_guest
from chieu.online.server.metrics import Metrics
from chieu.online.server.origins import Origins
from chieu.online.server.settings import Settings
from chieu.online.server.transport import AsgiTransport, Transport
from chieu.online.server.websocket_protocol import TRANSPORT
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.books import Books
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.service.ports import Unavailable, WriteBudget
from chieu.online.service.service import OldLink, Subscription, TableService
from chieu.online.table.state import TableState

PATH: Final = re.compile(r"/ws/(?P<table>[A-Za-z0-9_-]{1,64})")
HELLO_WITHIN_S: Final = 10.0
READS_WITHIN_S: Final = 20.0
REFUSALS_AT_ONCE: Final = 100  # of a client that is too fast, before it is cut off
# PF-37: what messages cost that are more work than others or are kept for ever, in messages of the usual kind; and what
# one costs for each second of work, the moves of bots that follow from it included, where that is more than usual.
COSTS: Final[dict[type[Any], int]] = {Hello: 4, Say: 4, SendEmote: 4, Join: 4, Change: 4, SetBot: 2}
COST_OF_A_SECOND: Final = 1_000
WORK_WITHIN_S: Final = 0.002
AHEAD_AT_MOST: Final = 16  # messages that wait for the one before them, until no more is read
KEY_AT_MOST: Final = 64
CLOSE_CODES: Final = {
    "no_such_table": 4404,
    "old_link": 4404,
    "table_retired": 4410,
    "bad_token": 4401,
    "too_many": 4429,
    "flood": 4429,
    "say_hello": 4408,
} | {
    "unavailable": 1013  # what WebSocket calls "try again later"
}


class _Id(msgspec.Struct):
    id: str = ""


_id_only: Final = msgspec.json.Decoder(_Id)


class Sockets:
    """All connections of this process, as an ASGI application for `/ws/{table}`."""

    def __init__(
        self,
        house: TableService,
        books: Books,
        settings: Settings,
        origins: Origins,
        metrics: Metrics,
        requests: Rate,
        tokens: Tokens,
        budget: WriteBudget,
    ) -> None:
        self.house = house
        self.budget = budget
        self._books = books
        self.metrics = metrics
        self._requests = requests
        self._tokens = tokens
        self._origins = origins
        self._guests = Places(settings.connections_per_guest)
        self._addresses = Places(settings.connections_per_address)
        self.by_guest = Rate(settings.messages_per_guest, 4 * settings.messages_per_guest)
        self.by_address = Rate(settings.messages_per_address, 4 * settings.messages_per_address)
        self.patience = Rate(1, REFUSALS_AT_ONCE)
        self.open: set[Connection] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        found = PATH.fullmatch(scope["path"])
        if found is None:
            await refuse(HttpRefusal(404, "not_found"))(scope, receive, send)
            return
        if not self._origins.allow(headers.get("origin"), scope["scheme"], headers.get("host", "")):
            await refuse(HttpRefusal(403, "wrong_origin"))(scope, receive, send)
            return
        rate_key = networks(scope["client"][0] if scope["client"] else "unix")
        if not self._requests.take_all(rate_key, time.monotonic()):
            await refuse(HttpRefusal(429, "flood", "PF-34"))(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        fast: Transport | None = scope.get(TRANSPORT)
        transport = AsgiTransport(receive, send) if fast is None else fast
        try:
            guest = self._tokens.guest(headers, scope["scheme"])
            await self._serve(rate_key, found["table"], guest, _key_in(scope), transport)
        except HttpRefusal as why:
            await self._turn_away(why.code, transport)
        except Unavailable as error:
            logs.say("hello_failed", level=logging.WARNING, error=error, table=found["table"])
            await self._turn_away("unavailable", transport)

    async def _turn_away(self, code: str, transport: Transport) -> None:
        self.metrics.cut.add(code)
        transport.push(wire.write(Refused("", code)))
        transport.close(CLOSE_CODES.get(code, 1008), code)
        await transport.run(Deaf())

    async def _serve(
        self, rate_key: RateLimitKey, table: str, guest: str | None, key: str, transport: Transport
    ) -> None:
        who = rate_key if guest is None else one_guest(guest)
        with self._addresses.one(rate_key) as one, self._guests.one(who) as another:
            if not (one and another):
                raise HttpRefusal(429, "too_many")
            try:
                game = await self.house.game(table)
                await self.house.check_link(table, guest, key)
            except NoSuchTable:
                raise await no_table(self._books, table) from None
            except OldLink:
                raise HttpRefusal(404, "old_link", "PF-8") from None
            connection = Connection(self, game, table, guest, key, rate_key, transport)
            self.open.add(connection)
            self.metrics.connected.add()
            try:
                await transport.run(connection)
            finally:
                self.open.discard(connection)
                connection.ended()

    def cut_stuck(self) -> None:
        """PF-34: ends connections of clients that do not read, or never say hello."""
        now = time.monotonic()
        for connection in tuple(self.open):
            connection.cut_if_stuck(now)


class Deaf:
    """Receives nothing: for a connection that only gets its goodbye."""

    def received(self, text: str | None) -> None: ...

    def full(self) -> None: ...

    def writable(self) -> None: ...


class Connection:
    """One client at one table: its messages are handled one after the other, each when the one before is answered."""

    def __init__(
        self,
        sockets: Sockets,
        game: AnyGame,
        table: str,
        guest: str | None,
        key: str,
        rate_key: RateLimitKey,
        transport: Transport,
    ) -> None:
        self._sockets = sockets
        self._house = sockets.house
        self._game = game
        self._table = table
        self._guest = guest
        self._key = key
        self._rate_key = rate_key
        self._who = guest or rate_key[0].key
        self._transport = transport
        self._inbox: deque[str | None] = deque()
        self._busy = False  # a message waits for its answer, all others wait for it
        self._handling = False
        self._paused = False
        self._since = time.monotonic()
        self._full_since: float | None = None  # since when the client has read nothing of what waits for it
        self._greeting: asyncio.Task[None] | None = None
        self._subscription: Subscription | None = None
        self._over = False

    # What the transport calls

    def received(self, text: str | None) -> None:
        self._inbox.append(text)
        self._handle_all()
        if len(self._inbox) >= AHEAD_AT_MOST and not self._paused:
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
        """The connection is gone."""
        self._over = True
        if self._greeting is not None:
            self._greeting.cancel()
        if self._subscription is not None:
            self._subscription.end()
            self._subscription = None

    def cut_if_stuck(self, now: float) -> None:
        if self._full_since is not None and now - self._full_since > READS_WITHIN_S:
            self._sockets.metrics.cut.add("not_reading")
            self._transport.abort()  # it would not read a goodbye either
        elif self._greeting is None and now - self._since > HELLO_WITHIN_S:
            self._close("say_hello")

    # One message

    def _handle_all(self) -> None:
        """Who does not read what they get is not listened to either."""
        if self._handling:
            return
        self._handling = True
        while self._inbox and not (self._busy or self._over or self._full_since is not None):
            self._handle(self._inbox.popleft())
        self._handling = False
        if self._paused and len(self._inbox) < AHEAD_AT_MOST:
            self._paused = False
            self._transport.resume_reading()

    def _handle(self, text: str | None) -> None:
        """One message; when it is answered, the next one."""
        if not self._afford(text, 1):
            return
        if text is None:
            self._refuse(None, "binary")
            return
        try:
            message = wire.read(self._game, text.encode())
        except BadMessage as bad:
            self._refuse(text, bad.code, detail=bad.detail)
            return
        cost = COSTS.get(type(message))
        if cost is not None and not self._afford(text, cost - 1):
            return
        if isinstance(message, Hello):
            self._busy = True
            self._greeting = asyncio.get_running_loop().create_task(self._subscribe(message))
            self._greeting.add_done_callback(self._greeted)
        elif self._subscription is None:
            self._refuse(text, "say_hello")
        elif self._guest is None:
            self._refuse(text, "no_guest")
        elif self._sockets.budget.exhausted(self._rate_key):
            self._refuse(text, "flood")
        else:
            self._busy = True
            began = time.perf_counter()
            settled = partial(self._answered, message.id)
            self._house.command(self._table, self._guest, message, settled, self._rate_key)
            if (spent := time.perf_counter() - began) > WORK_WITHIN_S:
                self._sockets.by_address.charge(self._rate_key, time.monotonic(), COST_OF_A_SECOND * spent)

    def _afford(self, text: str | None, cost: int) -> bool:
        """PF-34: whether there is as much left for this guest and this address; else the message is refused."""
        sockets, now = self._sockets, time.monotonic()
        if sockets.by_guest.take(self._who, now, cost) and sockets.by_address.take_all(self._rate_key, now, cost):
            return True
        if sockets.patience.take(self._who, now):
            self._refuse(text, "flood")
        else:
            self._close("flood")
        return False

    def _answered(self, command: str, answer: Answer | TableState | BaseException) -> None:
        """Sends an answer, and after a stale command what it should have known."""
        if isinstance(answer, BaseException | TableState):
            # The house took nothing back and promised nothing: whatever it was, the client may try again.
            level = logging.WARNING if isinstance(answer, Unavailable) else logging.ERROR
            error = answer if isinstance(answer, BaseException) else None
            logs.say("command_failed", level=level, error=error, table=self._table)
            answer = Refused(command, "unavailable")
        self._transport.push(wire.write(answer))
        if isinstance(answer, Stale) and self._subscription is not None:
            self._subscription.renew()
        self._busy = False
        self._handle_all()

    async def _subscribe(self, hello: Hello) -> None:
        """Sends what was missed and every change from now on; said again, it begins again."""
        if self._subscription is not None:
            self._subscription.end()
            self._subscription = None
        push, shut = self._transport.push, partial(self._close, "old_link")
        self._subscription = await self._house.subscribe(
            self._table, self._guest, hello.seen, push, self._rate_key, self._key, shut, hello.epoch
        )

    def _greeted(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            # Nobody would say hello again by themselves: who connects again does.
            level = logging.WARNING if isinstance(error, Unavailable) else logging.ERROR
            logs.say("hello_failed", level=level, error=error, table=self._table)
            self._close("unavailable")
            return
        self._busy = False
        self._handle_all()

    def _refuse(self, text: str | None, code: str, **params: str | int) -> None:
        self._transport.push(wire.write(Refused(_id_in(text), code, params=params)))

    def _close(self, code: str) -> None:
        """Says why, and ends the connection."""
        self._over = True
        self._sockets.metrics.cut.add(code)
        self._transport.push(wire.write(Refused("", code)))
        self._transport.close(CLOSE_CODES[code], code)


def _key_in(scope: Scope) -> str:
    """PF-8: the key of the link that a client came by."""
    return QueryParams(scope.get("query_string", b"")).get("key", "")[:KEY_AT_MOST]


def _id_in(text: str | None) -> str:
    """The id of a message that is otherwise of no use, so that its sender knows which one it was."""
    try:
        return _id_only.decode(text or "{}").id[:64]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
