"""WebSocket client of a guest at a table: sends commands, mirrors it, contributes to shuffles.

It reconnects by itself, however long the server is away, resumes after the last update it saw, and resends unanswered
commands. A command's id is its idempotency key: the server applies it once, however often it is sent.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import random
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from chieu.core import codec
from chieu.core.game import Refusal
from chieu.fairness.journal import Journal, Unaccounted, account
from chieu.games import all_games
from chieu.online.client.api import Identity, Server, Unreachable
from chieu.online.client.contributing import Contributor, Notice, Shield
from chieu.online.client.journals import Journals
from chieu.online.client.mirror import TableMirror
from chieu.online.protocol import commands, wire
from chieu.online.protocol.announcements import Happening
from chieu.online.protocol.answers import Answer, Done, Refused, Stale
from chieu.online.protocol.commands import Command, Hello
from chieu.online.protocol.views import Heartbeat, Update, View

_MAX_MESSAGE_BYTES: Final = 4 * 1024 * 1024
_RETRY_DELAYS_S: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0)  # at most; with jitter, so that not all come at once
_SILENT_S: Final = 8.0  # without a message: the server, which sends heartbeats, is dead or frozen
_TOO_FAST: Final = 4429  # close code: over the rate limit
_TOO_FAST_DELAY_S: Final = 8.0
RECORD_DELAYS_S: Final = (0.0, 0.5, 1.0, 1.5, 2.0, 2.0, 3.0)  # before each try to account for a deal
_NO_SUCH_TABLE: Final = 4404  # close codes
_PERMANENT: Final = (4401, 4403, 4410)  # no such guest, not admitted, retired


class _Pending(NamedTuple):
    raw: str
    answer: asyncio.Future[Answer]


class Seat:
    """One guest at one table, as an async context manager."""

    def __init__(
        self,
        server: Server,
        table: str,
        identity: Identity | None,
        contributes: bool = True,
        key: str = "",
        journals: Journals | None = None,
    ) -> None:
        """Create a client. Without `journals` its journal lasts as long as this object."""
        self.picture = TableMirror()
        self.away = False  # the server is; `changes` yields when this changes, and `picture` stays as it was
        self.table = table
        self._server = server
        self._identity = identity
        self._key = key
        self._contributes = contributes and identity is not None
        self._socket: ClientConnection | None = None
        self._pending: dict[str, _Pending] = {}
        self._ids = itertools.count(1)
        self._prefix = secrets.token_hex(4)  # ids are unique among all commands of a guest, also after a restart
        self._changed = asyncio.Condition()
        self._count = 0
        self._happened: list[Happening] = []
        guest = "" if identity is None else hashlib.sha256(identity.token.encode()).hexdigest()[:16]
        self._contributor = Contributor(journals or Journals(), table, guest)
        self._accounting: asyncio.Task[None] | None = None
        self._accounted: tuple[int, int, int] | None = None  # the deal, attempt and connection it was last tried for
        self._connections = 0
        self._contributed: dict[type[Command], Command] = {}  # last sent of each kind on this connection
        self._over: BaseException | None = None
        self._tries = 0  # connections since the last view or update
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Seat:
        self._task = asyncio.create_task(self._run())
        await self.until(lambda picture: picture.seq > 0)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect without a command. The server sees a lost connection."""
        for task in (self._task, self._accounting):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    # The shuffle (PF-22)

    def notices(self) -> list[Notice]:
        """Return the new notices about shuffles."""
        notices, self._contributor.notices = self._contributor.notices, []
        return notices

    def proven(self) -> list[int]:
        """Return the numbers of the deals that were proven to this person since the last call."""
        deals, self._contributor.proven = self._contributor.proven, []
        return deals

    @property
    def shield(self) -> Shield:
        """Provability of the pending or running deal to this person."""
        return self._contributor.shield

    @property
    def journal(self) -> Journal:
        """The journal of the table."""
        return self._contributor.journal

    async def go_on(self) -> None:
        """Carry on as the person decided: without proof of a deal, or with more attempts."""
        self._contributor.go_on(self.picture)
        await self._contribute()

    async def settled(self) -> None:
        """Wait until the last deal is accounted for, or reported."""
        if self._accounting is not None:
            await asyncio.wait([self._accounting])

    # Commands

    async def do(self, kind: type[Command], shown: int | None = None, **fields: Any) -> Done:
        """Send a command for the table as mirrored now. Raise `Refusal` if refused; retry it if stale.

        PF-44: a person chooses by what they were shown, which may be old. `shown` is the number of that update; with
        it, and for `Act`, a stale command is not retried but raises a `Refusal` with the code `stale`.
        """
        while True:
            answer = await self.send(kind, shown, **fields)
            if isinstance(answer, Refused):
                raise Refusal(answer.code, answer.rule, **answer.params)
            if isinstance(answer, Done):
                return answer
            stale = answer.seq
            await self.until(lambda picture, seq=stale: picture.seq >= seq)
            if kind is commands.Act or shown is not None:
                raise Refusal("stale")

    async def act(self, action: Any, shown: int | None = None) -> Done:
        """Play an action. Raise a `Refusal` with the code `stale` if the table has moved on."""
        return await self.do(commands.Act, shown, action=action)

    async def ready(self, shown: int | None = None) -> Done:
        """Declare readiness for the next deal, after committing to a part in its shuffle."""
        if self._contributes:
            await self.until(lambda picture: _committed(picture) or self._contributor.waits)
        return await self.do(commands.Ready, shown)

    async def send(self, kind: type[Command], shown: int | None = None, **fields: Any) -> Answer:
        """Send a command and return its answer."""
        id_ = self._next_id()
        command = kind(id=id_, seq=self.picture.seq if shown is None else shown, **fields)
        return await self.send_raw(id_, codec.encode(command).decode())

    async def send_raw(self, id_: str, raw: str) -> Answer:
        """Send a serialized command with this id, again after each reconnect until it is answered."""
        if self._over is not None:
            raise self._over
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._pending[id_] = _Pending(raw, answer)
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(raw)
        try:
            return await answer
        finally:
            del self._pending[id_]

    # Updates

    async def until(self, holds: Any, timeout: float | None = None) -> TableMirror:
        """Wait until a predicate holds for the mirrored table."""
        async with asyncio.timeout(timeout), self._changed:
            while not holds(self.picture):
                if self._over is not None:
                    raise self._over
                await self._changed.wait()
        return self.picture

    async def changes(self) -> AsyncIterator[tuple[TableMirror, tuple[Happening, ...]]]:
        """Yield the mirrored table after each change, with the events since the last one."""
        seen = -1
        while True:
            async with self._changed:
                while self._count == seen and self._over is None:
                    await self._changed.wait()
                if self._over is not None:
                    raise self._over
                seen = self._count
                happened, self._happened = tuple(self._happened), []
            yield self.picture, happened

    # Connection

    async def _run(self) -> None:
        try:
            while True:
                delay = _RETRY_DELAYS_S[min(self._tries, len(_RETRY_DELAYS_S) - 1)] * random.uniform(0.5, 1)
                self._tries += 1
                try:
                    async with self._connected() as socket:
                        await self._listen(socket)
                except ConnectionClosed as closed:
                    if closed.rcvd is not None and closed.rcvd.code == _NO_SUCH_TABLE:
                        raise Refusal(closed.rcvd.reason) from None
                    if closed.rcvd is not None and closed.rcvd.code in _PERMANENT:
                        raise Unreachable(f"the server closed the table: {closed.rcvd.reason}") from None
                    if closed.rcvd is not None and closed.rcvd.code == _TOO_FAST:
                        delay = _TOO_FAST_DELAY_S
                except InvalidStatus as refused:
                    if refused.response.status_code < 500:
                        raise Unreachable(f"the server responded with status {refused.response.status_code}") from None
                except (OSError, WebSocketException):
                    pass
                await self._notice_away()
                await asyncio.sleep(delay)
        except asyncio.CancelledError:
            await self._end(Unreachable("closed"))
            raise
        except Exception as error:
            await self._end(error)

    async def _notice_away(self) -> None:
        if self._tries > 1 and not self.away:
            self.away = True
            async with self._changed:
                self._count += 1
                self._changed.notify_all()

    async def _end(self, why: BaseException) -> None:
        self._over = why
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(why)
        async with self._changed:
            self._changed.notify_all()

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[ClientConnection]:
        headers = {} if self._identity is None else {"authorization": f"Bearer {self._identity.token}"}
        async with connect(
            self._server.socket(self.table, self._key),
            additional_headers=headers,
            compression=None,
            max_size=_MAX_MESSAGE_BYTES,
            open_timeout=10,
            close_timeout=1,
            ping_interval=None,  # the server sends heartbeats
        ) as socket:
            await socket.send(codec.encode(self._hello()).decode())
            for pending in list(self._pending.values()):
                await socket.send(pending.raw)
            self._socket = socket
            self._contributed.clear()
            self._connections += 1
            self._contributor.connected()
            try:
                yield socket
            finally:
                self._socket = None

    def _hello(self) -> Hello:
        return Hello(self.picture.seq, self.picture.table.epoch) if self.picture.seq else Hello()

    async def _listen(self, socket: ClientConnection) -> None:
        while True:
            try:
                async with asyncio.timeout(_SILENT_S):
                    raw = await socket.recv()
            except TimeoutError:
                socket.transport.abort()  # a close frame would not be answered
                raise
            message = wire.read_message(raw)
            if isinstance(message, Heartbeat):
                continue
            if isinstance(message, Done | Refused | Stale):
                pending = self._pending.get(message.id)
                if pending is not None and not pending.answer.done():
                    pending.answer.set_result(message)
            else:
                await self._see(socket, message)

    async def _see(self, socket: ClientConnection, message: View[Any, Any, Any] | Update[Any, Any, Any]) -> None:
        self._tries, self.away = 0, False
        happened = self.picture.take(message)
        if self.picture.gap:
            await socket.send(codec.encode(Hello(0)).decode())
            return
        if self._contributes:
            self._contributor.see(self.picture)
            await self._contribute()
        async with self._changed:
            self._count += 1
            self._happened += happened
            self._changed.notify_all()

    async def _contribute(self) -> None:
        """Send the command that the shuffle waits for, once. The next update shows its effect.

        If a deal has to be accounted for first, start that once per attempt and connection.
        """
        due = self._contributor.due(self.picture)
        shuffle = self.picture.table.shuffle
        attempt = (shuffle.deal, shuffle.attempt, self._connections)
        if self._contributor.hindrance(self.picture) in ("open", "rolled_back") and self._accounted != attempt:
            if self._accounting is None or self._accounting.done():
                self._accounted = attempt
                self._accounting = asyncio.create_task(self._account())
        if due is None or self._contributed.get(type(due)) == due or self._socket is None:
            return
        self._contributed[type(due)] = due
        command = msgspec.structs.replace(due, id=self._next_id(), seq=self.picture.seq)
        with suppress(ConnectionClosed):
            await self._socket.send(codec.encode(command).decode())

    async def _account(self) -> None:
        """Close the open deal by its record, or report after several tries that this is impossible.

        Nothing is reported while the server is away.
        """
        reason = ""
        for delay in RECORD_DELAYS_S:
            await asyncio.sleep(delay)
            if self._socket is None or self._contributor.hindrance(self.picture) is None:
                self._accounted = None  # the next hindrance is a new one, also for the same attempt
                break
            reason = await self._close_deal()
            if not reason:
                break
        else:
            self._contributor.report(reason)
        await self._contribute()
        async with self._changed:
            self._count += 1
            self._changed.notify_all()

    async def _close_deal(self) -> str:
        """Close the open deal by its record. Return why that is impossible."""
        before = self._contributor.journal
        if before.open is None:
            return "rolled_back"
        try:
            arguments = (self.table, before.open.deal, self._identity, self._key)
            text = await asyncio.to_thread(self._server.record, *arguments)
            after = await asyncio.to_thread(account, all_games(), before, text)
        except (Refusal, Unreachable):
            return "no_record"
        except Unaccounted as error:
            return error.fault
        return "" if self._contributor.account(before, after, text) else "no_record"

    def _next_id(self) -> str:
        return f"{self._prefix}-{next(self._ids)}"


def _committed(picture: TableMirror) -> bool:
    """Return whether the person's commitment is public, or not needed."""
    shuffle, chair = picture.table.shuffle, picture.you.seat
    left_out = any(out == chair for out, _, _ in shuffle.left_out)
    return picture.table.phase != "between" or left_out or chair in dict(shuffle.commitments)
