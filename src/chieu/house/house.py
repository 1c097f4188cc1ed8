"""The use cases: open a table, follow it, command it, read a deal's record. Any number of houses may share one log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from chieu.core.contract import AnyGame
from chieu.house.audience import Push, Subscriber
from chieu.house.guests import link_text
from chieu.house.loaded_tables import GRACE, Absence, Answered, LoadedTable, PendingCommand, Tables
from chieu.house.ports import Bus, Clock, Entropy, Log
from chieu.house.timers import TimerQueue
from chieu.table import decide, entries, views, wire
from chieu.table.coaching import Question, may_ask, question
from chieu.table.draft import Refusal
from chieu.table.messages import Answer, AnyCommand, OpenTable, Refused
from chieu.table.opening import open_table
from chieu.table.recording import record

TABLE_BYTES: Final = 12
SECRET_BYTES: Final = 32
IDLE: Final = 600_000  # milliseconds until a table that nobody follows leaves memory
SWEEP: Final = 5_000  # milliseconds between looks for tables that a dead process should have woken
_FOREVER: Final = 2**62


class NoSuchRecord(LookupError):
    """The table has had no such deal, or it is not over yet."""


class Subscription(NamedTuple):
    """Somebody's following of a table: `resume` when they can take more again, `renew` when they need everything told
    again, `end` when they are gone."""

    resume: Callable[[], None]
    renew: Callable[[], None]
    end: Callable[[], None]


class House:
    """All tables, as one process sees them."""

    def __init__(self, log: Log, bus: Bus, clock: Clock, entropy: Entropy, idle: int = IDLE) -> None:
        self._log = log
        self._clock = clock
        self._entropy = entropy
        self._idle = idle
        self._timers: TimerQueue[str | Absence] = TimerQueue()
        self._armed = asyncio.Event()
        self._tables = Tables(log, bus, clock, self._arm)

    # Tables

    async def open(self, order: OpenTable, guest: str) -> str | Refused:
        """PF-1: a new table's id, for its link."""
        table = link_text(self._entropy.draw(TABLE_BYTES))
        try:
            batch = open_table(order, guest, table, self._entropy.draw(SECRET_BYTES), self._clock.now())
        except Refusal as refused:
            return Refused("", refused.code, refused.rule, refused.params)
        live = self._tables.at(table)
        async with live.lock:
            await self._tables.append(live, 0, batch)
        return table

    async def game(self, table: str) -> AnyGame:
        """The game a table plays, by which its messages are read."""
        return (await self._tables.current(self._tables.at(table))).game

    async def do(self, table: str, guest: str, command: AnyCommand) -> Answer:
        """`command`, for who can wait."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.command(table, guest, command, partial(_resolve, done))
        return await done

    def command(self, table: str, guest: str, command: AnyCommand, answered: Answered) -> None:
        """What a guest commands. When `answered` is called, what it gets is durable. After `Stale` the guest needs a
        `view`."""
        live = self._tables.at(table)
        live.lock.call_when_acquired(partial(self._tables.begin, PendingCommand(live, guest, command, answered)))

    async def view(self, table: str, guest: str | None) -> bytes:
        """Everything a guest may know, as it is sent."""
        state = await self._tables.current(self._tables.at(table))
        return wire.write(views.whole(state, guest, self._clock.now()))

    async def record(self, table: str, deal: int) -> str:
        """PF-6: the record of a deal that is over."""
        state = await self._tables.current(self._tables.at(table))
        first, last = state.spans[deal - 1] if 0 < deal <= len(state.spans) else (0, 0)
        if not last:
            raise NoSuchRecord(f"table {table} has no finished deal {deal}")
        span = await self._log.read(table, first - 1, last)
        return record(state.game, [entries.read(state.game, raw) for raw in span])

    async def question(self, table: str, guest: str) -> Question | Refused:
        """PF-42: what a guest who is to act may ask a coach about. It holds everybody's cards: it is for the coach, and
        what goes back to the guest is the coach's answer alone."""
        state = await self._tables.current(self._tables.at(table))
        try:
            seat = may_ask(state, guest)
        except Refusal as refused:
            return Refused("", refused.code, refused.rule, refused.params)
        span = await self._log.read(table, state.spans[-1][0] - 1, state.seq)
        return question(state, seat, [entries.read(state.game, raw) for raw in span])

    # Connections

    async def subscribe(self, table: str, guest: str | None, seen: int, push: Push) -> Subscription:
        """PF-32: a connection: what the guest has missed since `seen`, then every change, is handed to `push` until the
        subscription ends."""
        live = self._tables.at(table)
        self._enter(live, guest or "")
        try:
            if guest is not None:
                await self._tables.change(live, lambda state, now: decide.returned(state, guest, now))
            state = await self._tables.current(live)
        except BaseException:
            self._leave(live, guest or "")
            raise
        subscriber = Subscriber(guest, seen, push)
        live.audience.enter(subscriber, state, self._clock.now())
        return Subscription(
            partial(self._resume, live, subscriber),
            partial(self._renew, live, subscriber),
            partial(self._quit, live, subscriber),
        )

    def _resume(self, live: LoadedTable, subscriber: Subscriber) -> None:
        subscriber.free = True
        self._show(live, subscriber)

    def _renew(self, live: LoadedTable, subscriber: Subscriber) -> None:
        subscriber.greeted, subscriber.seen = False, 0
        self._show(live, subscriber)

    def _show(self, live: LoadedTable, subscriber: Subscriber) -> None:
        if live.state is not None and subscriber.free:
            live.audience.show(subscriber, live.state, self._clock.now())

    def _quit(self, live: LoadedTable, subscriber: Subscriber) -> None:
        live.audience.leave(subscriber)
        self._leave(live, subscriber.guest or "")

    def _enter(self, live: LoadedTable, guest: str) -> None:
        live.connections[guest] += 1
        self._timers.set(Absence(live.table, guest), None)

    def _leave(self, live: LoadedTable, guest: str) -> None:
        live.connections[guest] -= 1
        live.touched = self._clock.now()
        if live.connections[guest] <= 0:
            del live.connections[guest]
            if live.state is not None and guest in live.state.by_guest:
                self._arm(Absence(live.table, guest), live.touched + GRACE)

    # Time

    def next_wake(self) -> int | None:
        """When `wake` has something to do."""
        return self._timers.next()

    async def wake(self) -> None:
        """Does what is due: bots' moves, time-outs, guests who did not come back."""
        due = self._timers.take(self._clock.now())
        failed = [error for error in await asyncio.gather(*map(self._due, due), return_exceptions=True) if error]
        if failed:
            raise failed[0]

    async def _due(self, what: str | Absence) -> None:
        if isinstance(what, Absence):
            guest = what.guest
            await self._tables.change(self._tables.at(what.table), lambda state, now: decide.lost(state, guest, now))
        else:
            await self._tables.change(self._tables.at(what), decide.tick)

    async def find_timers(self, until: int = _FOREVER) -> None:
        """Arms what the log says is to be woken: after a start, and for tables of a process that died."""
        for table, when in await self._log.waking(until):
            self._arm(table, when)

    async def run(self) -> None:
        """Wakes tables when it is time, until it is cancelled. What fails is reported to the loop and tried again."""
        await self.find_timers()
        sweep = self._clock.now() + SWEEP
        while True:
            self._armed.clear()
            due = self.next_wake()
            await self._sleep(min(sweep, due if due is not None else sweep))
            try:
                await self.wake()
                if self._clock.now() >= sweep:
                    sweep = self._clock.now() + SWEEP
                    self.forget_idle()
                    await self.find_timers(self._clock.now())
            except Exception as error:
                asyncio.get_running_loop().call_exception_handler({"message": "waking tables", "exception": error})

    async def _sleep(self, until: int) -> None:
        """Until then, or until something is armed that comes first."""
        sleeping = asyncio.ensure_future(self._clock.sleep_until(until))
        armed = asyncio.ensure_future(self._armed.wait())
        try:
            await asyncio.wait({sleeping, armed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            armed.cancel()

    def _arm(self, what: str | Absence, when: int | None) -> None:
        before = self._timers.next()
        self._timers.set(what, when)
        if when is not None and (before is None or when < before):
            self._armed.set()

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._tables.live)

    def forget_idle(self) -> int:
        """PF-34: tables that nobody follows leave memory. How many went."""
        return self._tables.forget_idle(self._idle)


def _resolve(done: asyncio.Future[Answer], answer: Answer | BaseException) -> None:
    if done.done():  # nobody waits any more
        return
    if isinstance(answer, BaseException):
        done.set_exception(answer)
    else:
        done.set_result(answer)
