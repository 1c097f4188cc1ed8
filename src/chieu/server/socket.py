"""The socket of a table: hello, then commands in and answers out, and every change as it happens.

    client: {"type": "hello", "seen": 0}
    server: {"type": "view", ...}
    client: {"type": "ready", "id": "c1", "seq": 12}
    server: {"type": "update", "seq": 13, "after": 12, ...}
    server: {"type": "done", "id": "c1", "seq": 13}

Whatever a client sends gets an answer with a stable code (PF-33) and the connection lives on, unless it floods.
"""

from __future__ import annotations

import logging
import re
import sqlite3
import time
from collections.abc import MutableMapping
from functools import partial
from typing import Any, Final

import msgspec
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from chieu.core.contract import AnyGame
from chieu.house.house import Subscription, House
from chieu.house.actor import NoSuchTable
from chieu.house.callback_lock import CallbackLock
from chieu.house.house import House, Subscription
from chieu.house.loaded_tables import NoSuchTable
from chieu.server import logs
from chieu.server.guests import guest_in
from chieu.server.limits import Places, Rate, address
from chieu.server.metrics import Metrics
from chieu.server.origins import Origins
from chieu.server.refusals import Problem, refuse
from chieu.server.settings import Settings
from chieu.server.table_protocol import PROTOCOL, TableProtocol
from chieu.table import wire
from chieu.table.messages import Answer, AnyCommand, Hello, Refused, Stale
from chieu.table.wire import BadMessage

PATH: Final = re.compile(r"/ws/(?P<table>[A-Za-z0-9_-]{1,64})")
HELLO_WITHIN_S: Final = 10.0
READS_WITHIN_S: Final = 20.0
REFUSALS_AT_ONCE: Final = 100  # of a client that is too fast, before it is cut off
CLOSE_CODES: Final = {"no_such_table": 4404, "bad_token": 4401, "too_many": 4429, "flood": 4429, "say_hello": 4408}


class Gone(Exception):
    """The client ended the connection, or the network did."""


class _Id(msgspec.Struct):
    id: str = ""


_id_only: Final = msgspec.json.Decoder(_Id)


class Sockets:
    """All connections of this process, as an ASGI application for `/ws/{table}`."""

    def __init__(self, house: House, settings: Settings, origins: Origins, metrics: Metrics) -> None:
        self.house = house
        self.metrics = metrics
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
            await refuse(Problem(404, "not_found"))(scope, receive, send)
            return
        if not self._origins.allow(headers.get("origin"), scope["scheme"], headers.get("host", "")):
            await refuse(Problem(403, "wrong_origin"))(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        try:
            await self._serve(scope, found["table"], guest_in(headers), receive, send)
        except Problem as why:
            self.metrics.cut.add(why.code)
            await _end(send, why.code)
        except Gone:
            return

    async def _serve(self, scope: Scope, table: str, guest: str | None, receive: Receive, send: Send) -> None:
        from_where = address(scope["client"][0] if scope["client"] else "unix")
        with self._addresses.one(from_where) as one, self._guests.one(guest or from_where) as another:
            if not (one and another):
                raise Problem(429, "too_many")
            connection = Connection(self, table, guest, from_where, receive, send, scope[PROTOCOL])
            self.open.add(connection)
            self.metrics.connected.add()
            try:
                await connection.live()
            finally:
                self.open.discard(connection)

    def cut_stuck(self) -> None:
        """PF-34: ends connections of clients that do not read, or never say hello."""
        now = time.monotonic()
        for connection in tuple(self.open):
            if (why := connection.stuck(now)) is not None:
                self.metrics.cut.add(why)
                connection.cut()


class Connection:
    """One client at one table."""

    def __init__(
        self,
        sockets: Sockets,
        table: str,
        guest: str | None,
        from_where: str,
        receive: Receive,
        send: Send,
        line: TableProtocol,
    ) -> None:
        self._sockets = sockets
        self._house = sockets.house
        self._table = table
        self._receive = receive
        self._send = send
        self._line = line
        self._lock = CallbackLock()  # one message after the other
        self._guest = guest
        self._address = from_where
        self._since = time.monotonic()
        self._greeted = False
        self._attendance: Subscription | None = None
        self._full_since: float | None = None  # since when the client has read nothing of what waits for it

    async def live(self) -> None:
        """Reads and answers until either side has enough."""
        try:
            game = await self._house.game(self._table)
        except NoSuchTable:
            raise Problem(404, "no_such_table") from None
        self._line.on_text = partial(self._hear, game)
        self._line.on_full = self._full
        self._line.on_room = self._room
        try:
            while True:
                event = await self._receive()
                async with self._lock:
                    await self._one(game, event)
        finally:
            self._line.on_text = self._line.on_full = self._line.on_room = None
            if self._attendance is not None:
                self._attendance.end()

    def cut(self) -> None:
        """Ends it at once."""
        self._line.cut()

    def stuck(self, now: float) -> str | None:
        """Why this connection is of no use any more, if so."""
        if self._full_since is not None and now - self._full_since > READS_WITHIN_S:
            return "not_reading"
        if not self._greeted and now - self._since > HELLO_WITHIN_S:
            return "say_hello"
        return None

    def _hear(self, game: AnyGame, text: str) -> bool:
        """The short way of a command, without a task: True if it was taken. All other messages, and commands that have
        to wait for another or that something is wrong with, go the long way."""
        guest = self._guest
        if guest is None or self._attendance is None or self._full_since is not None or not self._lock.try_acquire():
            return False
        taken = False
        try:
            message = wire.read(game, text.encode())
            if not isinstance(message, Hello) and self._has_time(guest, time.monotonic()):
                self._house.command(self._table, guest, message, partial(self._answered, message.id))
                taken = True
        except BadMessage:
            pass
        finally:
            if not taken:
                self._lock.release()
        return taken

    def _answered(self, command: str, answer: Answer | BaseException) -> None:
        try:
            self._reply(command, answer)
        finally:
            self._lock.release()

    def _reply(self, command: str, answer: Answer | BaseException) -> bool:
        """Sends an answer, and after a stale command what it should have known. False: there is no room for more."""
        if isinstance(answer, BaseException):
            # The house took nothing back and promised nothing: whatever it was, the client may try again.
            level = logging.WARNING if isinstance(answer, sqlite3.OperationalError) else logging.ERROR
            logs.say("command_failed", level=level, error=answer, table=self._table)
            answer = Refused(command, "unavailable")
        room = self._line.push(wire.write(answer))
        if isinstance(answer, Stale) and self._attendance is not None:
            self._attendance.renew()
        return room

    async def _one(self, game: AnyGame, event: MutableMapping[str, Any]) -> None:
        """One message, answered."""
        if event["type"] == "websocket.disconnect":
            raise Gone
        if self._full_since is not None:
            await self._line.writable.wait()
        text: str | None = event.get("text")
        if not self._in_time():
            await self._refuse(text, "flood")
            return
        if text is None:
            await self._refuse(None, "binary")
            return
        try:
            message = wire.read(game, text.encode())
        except BadMessage as bad:
            await self._refuse(text, bad.code, detail=bad.detail)
            return
        if isinstance(message, Hello):
            await self._subscribe(message.seen)
        elif self._attendance is None:
            await self._refuse(text, "say_hello")
        elif self._guest is None:
            await self._refuse(text, "no_guest")
        else:
            await self._do(self._guest, message)

    async def _do(self, guest: str, command: AnyCommand) -> None:
        answer: Answer | BaseException
        try:
            answer = await self._house.do(self._table, guest, command)
        except Exception as error:
            answer = error
        if not self._reply(command.id, answer):
            await self._line.writable.wait()

    async def _subscribe(self, seen: int) -> None:
        """Sends what was missed since `seen` and every change from now on; said again, it begins again."""
        if self._attendance is not None:
            self._attendance.end()
            self._attendance = None
        self._greeted = True
        self._attendance = await self._house.subscribe(self._table, self._guest, seen, self._line.push)

    def _room(self) -> None:
        """The client reads again."""
        self._full_since = None
        if self._attendance is not None:
            self._attendance.resume()

    def _full(self) -> None:
        self._full_since = time.monotonic()

    def _in_time(self) -> bool:
        """Whether another message is not too much; `Problem` if there have been too many for too long."""
        now, guest = time.monotonic(), self._guest or self._address
        if self._has_time(guest, now):
            return True
        if not self._sockets.patience.take(guest, now):
            raise Problem(429, "flood")
        return False

    def _has_time(self, guest: str, now: float) -> bool:
        return self._sockets.by_guest.take(guest, now) and self._sockets.by_address.take(self._address, now)

    async def _refuse(self, text: str | None, code: str, **params: str | int) -> None:
        await self._tell(wire.write(Refused(_id_in(text), code, params=params)))

    async def _tell(self, message: bytes) -> None:
        if not self._line.push(message):
            await self._line.writable.wait()  # who does not read what they get is not listened to either


async def _end(send: Send, code: str) -> None:
    """Says why, and closes."""
    try:
        await send({"type": "websocket.send", "text": wire.write(Refused("", code)).decode()})
        await send({"type": "websocket.close", "code": CLOSE_CODES.get(code, 1008), "reason": code})
    except (OSError, RuntimeError):
        return


def _id_in(text: str | None) -> str:
    """The id of a message that is otherwise of no use, so that its sender knows which one it was."""
    try:
        return _id_only.decode(text or "{}").id[:64]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
