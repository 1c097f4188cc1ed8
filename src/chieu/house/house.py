"""The use cases: open a table, subscribe to it, command it, read a deal's record. Any number of houses share a log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from chieu.core.contract import AnyGame
from chieu.core.refusal import Refusal
from chieu.house.actor import (
    GRACE,
    RETRY,
    AbsentGuest,
    CommandMessage,
    Message,
    OpeningMessage,
    PresenceMessage,
    Services,
    TableActor,
    TimerMessage,
)
from chieu.house.audience import Push, Subscriber
from chieu.house.guests import link_text
from chieu.house.ports import Bus, Clock, Entropy, Log, Presence
from chieu.house.timers import TimerQueue
from chieu.table import decide, entries, views, wire
from chieu.table.coaching import Question, may_ask, question
from chieu.table.messages import Answer, AnyCommand, OpenTable, Refused
from chieu.table.opening import open_table
from chieu.table.recording import record
from chieu.table.state import State

TABLE_BYTES: Final = 12
SECRET_BYTES: Final = 32
IDLE: Final = 600_000  # milliseconds until a table without connections leaves memory
SWEEP: Final = 1_000  # milliseconds between looks for tables that a dead process should have woken


class NoSuchRecord(LookupError):
    """The table has had no such deal, or it is not over yet."""


class Subscription(NamedTuple):
    """A connection to a table: `resume` when it can take more again, `renew` when it needs everything told again, `end`
    when it is gone."""

    resume: Callable[[], None]
    renew: Callable[[], None]
    end: Callable[[], None]


class House:
    """All tables, as one process sees them."""

    def __init__(
        self, log: Log, bus: Bus, presence: Presence, clock: Clock, entropy: Entropy, idle: int = IDLE
    ) -> None:
        self._log = log
        self._presence = presence
        self._clock = clock
        self._entropy = entropy
        self._idle = idle
        self._timers: TimerQueue[str | AbsentGuest] = TimerQueue()
        self._armed = asyncio.Event()
        self._services = Services(log, bus, clock, self._arm, self._watch, self._forget)
        self._actors: dict[str, TableActor] = {}

    # Tables

    async def open(self, order: OpenTable, guest: str) -> str | Refused:
        """PF-1: a new table's id, for its link."""
        table = link_text(self._entropy.draw(TABLE_BYTES))
        try:
            first, state = open_table(order, guest, table, self._entropy.draw(SECRET_BYTES), self._clock.now())
        except Refusal as refused:
            return Refused.by(refused)
        opened, settled = _promise()
        self._actor(table).post(OpeningMessage(decide.Outcome(None, first, state), settled))
        await opened
        return table

    async def game(self, table: str) -> AnyGame:
        """The game a table plays, by which its messages are read."""
        return (await self._state(table)).game

    async def do(self, table: str, guest: str, command: AnyCommand) -> Answer:
        """`command`, for who can wait."""
        answered, settled = _promise()
        self.command(table, guest, command, settled)
        answer = await answered
        assert not isinstance(answer, State)
        return answer

    def command(
        self, table: str, guest: str, command: AnyCommand, settled: Callable[[Answer | State | BaseException], None]
    ) -> None:
        """What a guest commands. When `settled` is called, what it gets is durable. After `Stale` the guest needs a
        `view`."""
        actor = self._actor(table)
        actor.post(CommandMessage(actor, guest, command, settled))

    async def view(self, table: str, guest: str | None) -> bytes:
        """Everything a guest may know, as it is sent."""
        state = await self._state(table)
        return wire.write(views.whole(state, guest, self._actor(table).now()))

    async def record(self, table: str, deal: int) -> str:
        """PF-6: the record of a deal that is over."""
        state = await self._state(table)
        span = await self._log.deal(table, deal)
        if not span and (unkept := self._actor(table).unkept_deal(deal)) is not None:
            span = await self._log.read(table, unkept.first - 1, unkept.last)
        if not span:
            raise NoSuchRecord(f"table {table} has no finished deal {deal}")
        return record(state.game, [entries.read(state.game, raw) for raw in span])

    async def question(self, table: str, guest: str) -> Question | Refused:
        """PF-42: what a guest who is to act may ask a coach about. It holds everybody's cards: it is for the coach, and
        what goes back to the guest is the coach's answer alone."""
        state = await self._state(table)
        try:
            seat = may_ask(state, guest)
        except Refusal as refused:
            return Refused.by(refused)
        assert state.deal is not None
        span = await self._log.read(table, state.deal.first - 1, state.seq)
        return question(state, seat, [entries.read(state.game, raw) for raw in span])

    def _actor(self, table: str) -> TableActor:
        actor = self._actors.get(table)
        if actor is None:
            actor = self._actors[table] = TableActor(table, self._services)
        actor.last_used = self._clock.now()
        return actor

    async def _state(self, table: str) -> State:
        """The state, for who only looks: nobody waits for a command that is being written, unless there is news."""
        actor = self._actor(table)
        if actor.current and actor.state is not None:
            return actor.state
        read, settled = _promise()
        actor.post(Message(0, settled))
        state = await read
        assert isinstance(state, State)
        return state

    # Connections

    async def subscribe(self, table: str, guest: str | None, seen: int, push: Push) -> Subscription:
        """PF-32: a connection: what the guest has missed since `seen`, then every change, is handed to `push` until the
        subscription ends."""
        actor = self._actor(table)
        self._connect(actor, guest or "")
        try:
            arrived, settled = _promise()
            actor.post(Message(0, settled) if guest is None else PresenceMessage(guest, True, settled))
            await arrived
            state = await self._state(table)
        except BaseException:
            self._disconnect(actor, guest or "")
            raise
        subscriber = Subscriber(guest, seen, push)
        actor.audience.enter(subscriber, state, actor.now())
        return Subscription(
            partial(self._resume, actor, subscriber),
            partial(self._renew, actor, subscriber),
            partial(self._end, actor, subscriber),
        )

    def _resume(self, actor: TableActor, subscriber: Subscriber) -> None:
        subscriber.free = True
        self._show(actor, subscriber)

    def _renew(self, actor: TableActor, subscriber: Subscriber) -> None:
        subscriber.greeted, subscriber.seen = False, 0
        self._show(actor, subscriber)

    def _show(self, actor: TableActor, subscriber: Subscriber) -> None:
        if actor.state is not None and subscriber.free:
            actor.audience.show(subscriber, actor.state, actor.now())

    def _end(self, actor: TableActor, subscriber: Subscriber) -> None:
        actor.audience.leave(subscriber)
        self._disconnect(actor, subscriber.guest or "")

    def _connect(self, actor: TableActor, guest: str) -> None:
        actor.connections[guest] += 1
        if actor.connections[guest] == 1:
            self._presence.connected(actor.table, guest)
        self._timers.set(AbsentGuest(actor.table, guest), None)

    def _disconnect(self, actor: TableActor, guest: str) -> None:
        actor.connections[guest] -= 1
        actor.last_used = self._clock.now()
        if actor.connections[guest] <= 0:
            del actor.connections[guest]
            self._presence.disconnected(actor.table, guest)
            if actor.state is not None and guest in actor.state.by_guest:
                self._watch(AbsentGuest(actor.table, guest))

    # Time

    def next_wake(self) -> int | None:
        """When `wake` has something to do."""
        return self._timers.next()

    async def wake(self) -> None:
        """Does what is due: bots' moves, time-outs, guests who did not come back."""
        due = self._timers.take(self._clock.now())
        absent = [one for one in due if isinstance(one, AbsentGuest)]
        work = [self._tick(one) for one in due if isinstance(one, str)]
        if absent:
            work.append(self._miss(absent))
        failed = [error for error in await asyncio.gather(*work, return_exceptions=True) if error]
        if failed:
            raise failed[0]

    async def _tick(self, table: str) -> None:
        done, settled = _promise()
        self._actor(table).post(TimerMessage(0, settled))
        try:
            await done
        except BaseException:
            self._arm(table, self._clock.now() + RETRY)
            raise

    async def _miss(self, absent: list[AbsentGuest]) -> None:
        """Guests without a connection to this house for too long. Who is connected to another one is looked at again
        later: that house may die."""
        try:
            elsewhere = await self._presence.anywhere(absent)
        except BaseException:
            for one in absent:
                self._arm(one, self._clock.now() + RETRY)
            raise
        gone = []
        for one in absent:
            actor = self._actors.get(one.table)
            if one in elsewhere:
                if actor is not None:
                    self._watch(one)
            elif actor is None or one.guest not in actor.connections:
                done, settled = _promise()
                self._actor(one.table).post(PresenceMessage(one.guest, False, settled))
                gone.append(done)
        await asyncio.gather(*gone)

    def _watch(self, absent: AbsentGuest) -> None:
        if absent not in self._timers:
            self._arm(absent, self._clock.now() + GRACE)

    async def sweep(self) -> None:
        """Takes over what nobody else has woken in time: after a start, and for tables of a process that died."""
        for table in await self._log.claim(self._clock.now()):
            self._arm(table, self._clock.now())

    async def run(self) -> None:
        """Wakes tables when it is time, until it is cancelled. What fails is reported to the loop and tried again."""
        next_sweep = self._clock.now()
        while True:
            self._armed.clear()
            try:
                await self.wake()
                if self._clock.now() >= next_sweep:
                    next_sweep = self._clock.now() + SWEEP
                    self.forget_idle()
                    await self.sweep()
            except Exception as error:
                asyncio.get_running_loop().call_exception_handler({"message": "waking tables", "exception": error})
            due = self.next_wake()
            await self._sleep(min(next_sweep, due if due is not None else next_sweep))

    async def _sleep(self, until: int) -> None:
        """Until then, or until something is armed that comes first."""
        sleeping = asyncio.ensure_future(self._clock.sleep_until(until))
        armed = asyncio.ensure_future(self._armed.wait())
        try:
            await asyncio.wait({sleeping, armed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            armed.cancel()

    def _arm(self, what: str | AbsentGuest, when: int | None) -> None:
        before = self._timers.next()
        self._timers.set(what, when)
        if when is not None and (before is None or when < before):
            self._armed.set()

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._actors)

    def forget_idle(self) -> int:
        """PF-34: tables without connections leave memory; the log brings them back. How many went."""
        now = self._clock.now()
        idle = [one for one in self._actors.values() if one.idle and now - one.last_used >= self._idle]
        for actor in idle:
            self._forget(actor.table)
        return len(idle)

    def _forget(self, table: str) -> None:
        actor = self._actors.pop(table, None)
        if actor is not None:
            actor.unsubscribe()


def _promise() -> tuple[asyncio.Future[Answer | State], Callable[[Answer | State | BaseException], None]]:
    """What somebody can wait for, and the callback that settles it."""
    promised: asyncio.Future[Answer | State] = asyncio.get_running_loop().create_future()
    return promised, partial(_keep, promised)


def _keep(promised: asyncio.Future[Answer | State], what: Answer | State | BaseException) -> None:
    if promised.done():  # nobody waits any more
        return
    if isinstance(what, BaseException):
        promised.set_exception(what)
    else:
        promised.set_result(what)
