"""A place at a table on a server: commands go out, the picture is kept, shuffles are contributed to.

Connections break. This one comes back by itself, says what it last saw, and sends again what was not answered: the
same id has one effect, however often it is sent.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import Any, Final, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from chieu.client import contributing
from chieu.client.mirror import TableMirror
from chieu.client.server import Identity, Server, Unreachable
from chieu.core import codec
from chieu.core.contract import AnyGame
from chieu.core.refusal import Refusal
from chieu.games import load
from chieu.table import messages, wire
from chieu.table.messages import Answer, Command, Done, Happening, Hello, Refused, Stale, Update, Whole

_MESSAGE_AT_MOST: Final = 4 * 1024 * 1024
_TRY_AGAIN_S: Final = (0.05, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
_TOO_FAST: Final = 4429  # come back later
_FOR_GOOD: Final = (4401, 4404)  # close codes after which it is no use to come back: no such guest, no such table


class _Pending(NamedTuple):
    raw: str
    answer: asyncio.Future[Answer]


class Seat:
    """One guest at one table. `async with Seat(server, table, who) as seat: ...`"""

    def __init__(self, server: Server, table: str, who: Identity | None, contributes: bool = True) -> None:
        self.picture = TableMirror()
        self.game: AnyGame
        self.table = table
        self._server = server
        self._who = who
        self._contributes = contributes and who is not None
        self._decoder: msgspec.json.Decoder[Any]
        self._socket: ClientConnection | None = None
        self._pending: dict[str, _Pending] = {}
        self._ids = itertools.count(1)
        self._prefix = secrets.token_hex(4)  # ids are unique among all of a guest's commands, in this life or another
        self._changed = asyncio.Condition()
        self._count = 0
        self._happened: list[Happening] = []
        self._contributed: dict[str, tuple[Any, ...]] = {}  # what was last sent of each kind, on this connection
        self._over: BaseException | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Seat:
        self.game = load(await asyncio.to_thread(self._server.game_at, self.table))
        self._decoder = codec.decoder(wire.server_type(self.game))
        self._task = asyncio.create_task(self._stay())
        await self.until(lambda picture: picture.seq > 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Goes without a word: the server sees a lost connection."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    # Commands

    async def do(self, kind: type[Command], **fields: Any) -> Done:
        """Sends a command made for what the picture shows. `Refusal` says why not; a stale one is made again."""
        while True:
            answer = await self.send(kind, **fields)
            if isinstance(answer, Refused):
                raise Refusal(answer.code, answer.rule, **answer.params)
            if isinstance(answer, Done):
                return answer
            stale = answer.seq
            await self.until(lambda picture, seq=stale: picture.seq >= seq)
            if kind is messages.Act:
                raise Refusal("stale")

    async def act(self, action: Any) -> Done:
        """Plays. Nothing is played again by itself if the table has moved on: `Refusal` with the code `stale`."""
        return await self.do(messages.Act, action=action)

    async def ready(self) -> Done:
        """Ready for the next deal, with a part in its shuffle."""
        if self._contributes:
            await self.until(_committed)
        return await self.do(messages.Ready)

    async def send(self, kind: type[Command], **fields: Any) -> Answer:
        """Sends a command and gives the answer as it comes."""
        identity = f"{self._prefix}-{next(self._ids)}"
        command = kind(id=identity, seq=self.picture.seq, **fields)
        return await self.send_raw(identity, codec.encode(command).decode())

    async def send_raw(self, identity: str, raw: str) -> Answer:
        """Sends a text that has this id, until there is an answer to it."""
        if self._over is not None:
            raise self._over
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._pending[identity] = _Pending(raw, answer)
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(raw)
        try:
            return await answer
        finally:
            del self._pending[identity]

    # What happens

    async def until(self, holds: Any, timeout: float | None = None) -> TableMirror:
        """Waits until something holds of the picture."""
        async with asyncio.timeout(timeout), self._changed:
            while not holds(self.picture):
                if self._over is not None:
                    raise self._over
                await self._changed.wait()
        return self.picture

    async def changes(self) -> AsyncIterator[tuple[TableMirror, tuple[Happening, ...]]]:
        """The picture whenever it is a new one, and what happened since the last."""
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

    # The connection

    async def _stay(self) -> None:
        tries = 0
        try:
            while True:
                try:
                    async with self._connected() as socket:
                        tries = 0
                        await self._listen(socket)
                except ConnectionClosed as closed:
                    if closed.rcvd is not None and closed.rcvd.code in _FOR_GOOD:
                        raise Unreachable(f"the server closed the table: {closed.rcvd.reason}") from None
                    if closed.rcvd is not None and closed.rcvd.code == _TOO_FAST:
                        tries = len(_TRY_AGAIN_S) - 1
                except InvalidStatus as refused:
                    raise Unreachable(f"the server answers {refused.response.status_code}") from None
                except (OSError, WebSocketException) as error:
                    if tries == len(_TRY_AGAIN_S):
                        raise Unreachable(f"{self._server.url} does not answer: {error}") from None
                await asyncio.sleep(_TRY_AGAIN_S[min(tries, len(_TRY_AGAIN_S) - 1)])
                tries += 1
        except asyncio.CancelledError:
            await self._end(Unreachable("closed"))
            raise
        except Exception as error:
            await self._end(error)

    async def _end(self, why: BaseException) -> None:
        self._over = why
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(why)
        async with self._changed:
            self._changed.notify_all()

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[ClientConnection]:
        headers = {} if self._who is None else {"authorization": f"Bearer {self._who.token}"}
        async with connect(
            self._server.socket(self.table),
            additional_headers=headers,
            compression=None,
            max_size=_MESSAGE_AT_MOST,
            open_timeout=10,
            close_timeout=1,
        ) as socket:
            await socket.send(codec.encode(Hello(self.picture.seq)).decode())
            for pending in list(self._pending.values()):
                await socket.send(pending.raw)
            self._socket = socket
            self._contributed.clear()
            try:
                yield socket
            finally:
                self._socket = None

    async def _listen(self, socket: ClientConnection) -> None:
        async for raw in socket:
            message = self._decoder.decode(raw)
            if isinstance(message, Done | Refused | Stale):
                pending = self._pending.get(message.id)
                if pending is not None and not pending.answer.done():
                    pending.answer.set_result(message)
            else:
                await self._see(socket, message)

    async def _see(self, socket: ClientConnection, message: Whole[Any, Any] | Update[Any, Any, Any]) -> None:
        happened = self.picture.take(message)
        if self.picture.gap:
            await socket.send(codec.encode(Hello(0)).decode())
            return
        if self._contributes:
            await self._contribute(socket)
        async with self._changed:
            self._count += 1
            self._happened += happened
            self._changed.notify_all()

    async def _contribute(self, socket: ClientConnection) -> None:
        """Sends what the shuffle waits for, each thing once; the answer is in the next picture."""
        assert self._who is not None
        due = contributing.due(self.picture, bytes.fromhex(self._who.secret))
        if due is None:
            return
        kind, value = due
        shuffle = self.picture.table.shuffle
        what = (value, shuffle.deal, shuffle.attempt, self.picture.you.seat)
        if self._contributed.get(kind) == what:
            return
        self._contributed[kind] = what
        where = {"id": f"{self._prefix}-{next(self._ids)}", "seq": self.picture.seq}
        at = {"deal": shuffle.deal, "attempt": shuffle.attempt}
        command: Command = (
            messages.Commit(**where, **at, commitment=value)  # type: ignore[arg-type]
            if kind == "commit"
            else messages.Reveal(**where, **at, contribution=value)  # type: ignore[arg-type]
        )
        await socket.send(codec.encode(command).decode())


def _committed(picture: TableMirror) -> bool:
    """This seat's commitment is known to everybody, or not wanted."""
    shuffle, seat = picture.table.shuffle, picture.you.seat
    return picture.table.phase != "between" or seat in shuffle.barred or seat in dict(shuffle.commitments)
