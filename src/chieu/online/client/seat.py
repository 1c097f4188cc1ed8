"""A place at a table on a server: commands go out, the picture is kept, shuffles are contributed to.

Connections break. This one comes back by itself, says what it last saw, and sends again what was not answered: the
same id has one effect, however often it is sent.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import Any, Final, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from chieu.core import codec
from chieu.core.game import AnyGame, Refusal
from chieu.core.records import BadRecord
from chieu.fairness.verify import Unproven
from chieu.fairness.witness import NotAsShown, check_record
from chieu.games import load
from chieu.online.client.contributing import Contributor, Due, Warned
from chieu.online.client.deal_watch import DealWatch
from chieu.online.client.mirror import TableMirror
from chieu.online.client.server import Identity, Server, Unreachable
from chieu.online.client.shuffle_store import ShuffleStore
from chieu.online.protocol import commands, wire
from chieu.online.protocol.announcements import Happening
from chieu.online.protocol.answers import Answer, Done, Refused, Stale
from chieu.online.protocol.commands import Command, Hello
from chieu.online.protocol.views import Update, View

_MESSAGE_AT_MOST: Final = 4 * 1024 * 1024
_TRY_AGAIN_S: Final = (0.05, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
_TOO_FAST: Final = 4429  # come back later
_FOR_GOOD: Final = (4401, 4404, 4410)  # after these it is no use to come back: no such guest, no such table, retired


class _Pending(NamedTuple):
    raw: str
    answer: asyncio.Future[Answer]


class Seat:
    """One guest at one table. `async with Seat(server, table, who) as seat: ...`"""

    def __init__(
        self,
        server: Server,
        table: str,
        who: Identity | None,
        contributes: bool = True,
        key: str = "",
        store: ShuffleStore | None = None,
    ) -> None:
        """`store` is where the part in shuffles is kept; without one it lasts as long as this object."""
        self.picture = TableMirror()
        self.game: AnyGame
        self.table = table
        self._server = server
        self._who = who
        self._key = key
        self._contributes = contributes and who is not None
        self._decoder: msgspec.json.Decoder[Any]
        self._socket: ClientConnection | None = None
        self._pending: dict[str, _Pending] = {}
        self._ids = itertools.count(1)
        self._prefix = secrets.token_hex(4)  # ids are unique among all of a guest's commands, in this life or another
        self._changed = asyncio.Condition()
        self._count = 0
        self._happened: list[Happening] = []
        guest = "" if who is None else hashlib.sha256(who.token.encode()).hexdigest()[:16]
        self._store = store or ShuffleStore()
        self._contributor = Contributor(self._store, f"{server.url}/{table}#{guest}", table)
        self._watch = DealWatch()
        self._contributed: dict[str, Due] = {}  # what was last sent of each kind, on this connection
        self._over: BaseException | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Seat:
        self.game = load(await asyncio.to_thread(self._server.game_at, self.table, self._who, self._key))
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

    def warnings(self) -> list[Warned]:
        """PF-22: what the person should know of the shuffles, and was not told yet."""
        warned, self._contributor.warned = self._contributor.warned, []
        return warned

    async def check(self, deal: int) -> Warned | None:
        """PF-22: asks for the record of a deal that is over, verifies it and holds it against what was shown here. What
        the person should know, if anything is not as it should be."""
        kept, shown = self._store.seen(self.table, deal), self._watch.of(deal)
        try:
            text = await asyncio.to_thread(self._server.record, self.table, deal, self._who, self._key)
            await asyncio.to_thread(check_record, self.game, text, (self.table, deal), kept, shown)
        except (Refusal, Unreachable):
            return Warned("no_record", deal, 0)
        except (BadRecord, Unproven):
            return Warned("bad_record", deal, 0)
        except NotAsShown:
            return Warned("other_cards", deal, 0)
        return None

    # Commands

    async def do(self, kind: type[Command], shown: int | None = None, **fields: Any) -> Done:
        """Sends a command made for what the picture shows now. `Refusal` says why not; a stale one is made again.

        PF-44: what a person chose was chosen for what they were shown, which may be long ago: `shown` is its number,
        and if the table has moved on nothing is made again, but refused with the code `stale`."""
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
        """Plays. Nothing is played again by itself if the table has moved on: `Refusal` with the code `stale`."""
        return await self.do(commands.Act, shown, action=action)

    async def ready(self, shown: int | None = None) -> Done:
        """Ready for the next deal, with a part in its shuffle."""
        if self._contributes:
            await self.until(_committed)
        return await self.do(commands.Ready, shown)

    async def send(self, kind: type[Command], shown: int | None = None, **fields: Any) -> Answer:
        """Sends a command and gives the answer as it comes."""
        identity = f"{self._prefix}-{next(self._ids)}"
        command = kind(id=identity, seq=self.picture.seq if shown is None else shown, **fields)
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
            self._server.socket(self.table, self._key),
            additional_headers=headers,
            compression=None,
            max_size=_MESSAGE_AT_MOST,
            open_timeout=10,
            close_timeout=1,
        ) as socket:
            await socket.send(codec.encode(self._hello()).decode())
            for pending in list(self._pending.values()):
                await socket.send(pending.raw)
            self._socket = socket
            self._contributed.clear()
            try:
                yield socket
            finally:
                self._socket = None

    def _hello(self) -> Hello:
        return Hello(self.picture.seq, self.picture.table.epoch) if self.picture.seq else Hello()

    async def _listen(self, socket: ClientConnection) -> None:
        async for raw in socket:
            message = self._decoder.decode(raw)
            if isinstance(message, Done | Refused | Stale):
                pending = self._pending.get(message.id)
                if pending is not None and not pending.answer.done():
                    pending.answer.set_result(message)
            else:
                await self._see(socket, message)

    async def _see(self, socket: ClientConnection, message: View[Any, Any, Any] | Update[Any, Any, Any]) -> None:
        happened = self.picture.take(message)
        if self.picture.gap:
            await socket.send(codec.encode(Hello(0)).decode())
            return
        self._watch.see(self.picture)
        self._contributor.see(self.picture, message, happened)
        if self._contributes:
            await self._contribute(socket)
        async with self._changed:
            self._count += 1
            self._happened += happened
            self._changed.notify_all()

    async def _contribute(self, socket: ClientConnection) -> None:
        """Sends what the shuffle waits for, each thing once; the answer is in the next picture."""
        due = self._contributor.due(self.picture)
        if due is None or self._contributed.get(due.kind) == due:
            return
        self._contributed[due.kind] = due
        id_, seq = f"{self._prefix}-{next(self._ids)}", self.picture.seq
        deal, attempt = due.deal, due.attempt
        command: Command
        if due.kind == "commit":
            command = commands.Commit(id=id_, seq=seq, deal=deal, attempt=attempt, commitment=due.value, protocol=1)
        else:
            given, manifest = due.value, due.manifest
            command = commands.Reveal(
                id=id_, seq=seq, deal=deal, attempt=attempt, contribution=given, manifest=manifest
            )
        await socket.send(codec.encode(command).decode())


def _committed(picture: TableMirror) -> bool:
    """This seat's commitment is known to everybody, or not wanted."""
    shuffle, seat = picture.table.shuffle, picture.you.seat
    left_out = any(out == seat for out, _, _ in shuffle.left_out)
    return picture.table.phase != "between" or left_out or seat in dict(shuffle.commitments)
