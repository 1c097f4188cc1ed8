"""The use cases: open a table, subscribe to it, command it, read a deal's record. Any number of houses share a log.

Compiled where it can be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from chieu.core.game import AnyGame
from chieu.core.refusal import Refusal
from chieu.online.history.chronicling import result_of
from chieu.online.history.evenings import may_open, open_again
from chieu.online.history.recording import record
from chieu.online.protocol import wire
from chieu.online.protocol.answers import Answer, Refused
from chieu.online.protocol.commands import AnyCommand, Forget, OpenTable
from chieu.online.service.actor import GRACE, RETRY, NoSuchTable, Services, TableActor
from chieu.online.service.erasure import Erasure
from chieu.online.service.fair_queue import NOBODY, RateLimitKey
from chieu.online.service.mailbox import (
    CommandMessage,
    ContinuedMessage,
    Message,
    OpeningMessage,
    PresenceMessage,
    Settled,
    TimerMessage,
    promise,
)
from chieu.online.service.ports import Archive, BotWorker, Bus, Clock, Entropy, Log, Presence, WriteBudget
from chieu.online.service.scheduler import AbsentGuest, Schedule
from chieu.online.service.subscriptions import Push, Shut, Subscriber
from chieu.online.service.tokens import link_text
from chieu.online.table import decide, entries, project
from chieu.online.table.coaching import Question, may_ask, question
from chieu.online.table.draft import Fresh
from chieu.online.table.opening import open_table
from chieu.online.table.seating import admits
from chieu.online.table.state import TableState
from chieu.online.table.thinking import BotTurn

TABLE_BYTES: Final = 12
SECRET_BYTES: Final = 32
IDLE: Final = 600_000  # milliseconds until a table without connections leaves memory
SWEEP: Final = 1_000  # milliseconds between looks for tables that a dead process should have woken
SLICE: Final = 0.005  # seconds of bots' moves and the like, after which people's commands get as long
TABLES_AT_MOST: Final = 20_000  # in memory
_ENDLESS: Final = 1e9


class ServiceFull(Exception):
    """PF-37: as many tables as there may be are in use."""


class OldLink(LookupError):
    """PF-8: the table's link was renewed, and this one opens nothing."""


class NoSuchRecord(LookupError):
    """The table has had no such deal, or it is not over yet."""


class Subscription(NamedTuple):
    """A connection to a table: `resume` when it can take more again, `renew` when it needs everything told again, `end`
    when it is gone."""

    resume: Callable[[], None]
    renew: Callable[[], None]
    end: Callable[[], None]


class TableService:
    """All tables, as one process sees them."""

    def __init__(
        self,
        log: Log,
        bus: Bus,
        presence: Presence,
        clock: Clock,
        entropy: Entropy,
        idle: int = IDLE,
        meter: Callable[[], float] | None = None,
        tables_at_most: int = TABLES_AT_MOST,
        archive: Archive | None = None,
        budget: WriteBudget | None = None,
        thinker: BotWorker | None = None,
    ) -> None:
        """`meter` tells the seconds that have passed, to measure work by; without one all work costs the same. Without
        an archive nothing that was written is ever changed, whatever people take back. Bots of whoever has no `budget`
        left wait; people are for whoever takes their commands to refuse. Without a thinker the usual bots move for
        those that think."""
        self._log = log
        self._taking_back = Erasure(archive)
        self._presence = presence
        self._clock = clock
        self._entropy = entropy
        self._idle = idle
        self._schedule = Schedule(clock, meter or _no_meter, budget)
        self._epoch: str | None = None
        self._thinker = thinker
        self._services = Services(
            log,
            bus,
            presence,
            clock,
            entropy.draw,
            self._log_epoch,
            self._arm_table,
            self._watch,
            self._forget,
            self._wrote,
            self._think,
            self._get_ready,
        )
        self._actors: dict[str, TableActor] = {}
        self._tables_at_most = tables_at_most
        self._tasks: set[asyncio.Future[Any]] = set()

    async def _log_epoch(self) -> str:
        """Of the log, as it was when this house began: a store goes back only while nobody uses it."""
        if self._epoch is None:
            self._epoch = await self._log.epoch()
        return self._epoch

    # Tables

    async def open(self, order: OpenTable, guest: str, rate_key: RateLimitKey = NOBODY) -> str | Refused:
        """PF-1: open a table and return its id. Its bots' moves are charged to `rate_key`. `ServiceFull`: no room."""
        self._check_room()
        table = self._new_id()
        try:
            secret, fresh = self._entropy.draw(SECRET_BYTES), Fresh(self._entropy.draw, self._presence.house)
            first, state = open_table(order, guest, table, secret, self._clock.now(), fresh, await self._log_epoch())
        except Refusal as refused:
            return Refused.by(refused)
        await self._begin(table, first, state, rate_key)
        return table

    async def again(self, table: str, guest: str, rate_key: RateLimitKey = NOBODY) -> str | Refused:
        """PF-47: the table of the next evening, opened by whoever asks first. It is opened and then announced: where a
        house dies in between, or two ask at the same time, a table is left that nobody knows of. `NoSuchTable`."""
        old = await self._state(table)
        try:
            may_open(old, guest)
            if old.continued:
                return old.continued
            span = await self._log.deal(table, old.deals)
            result = result_of([entries.read(old.game, raw) for raw in span]) if span else None
            self._check_room()
            another, secret = self._new_id(), self._entropy.draw(SECRET_BYTES)
            fresh, now = Fresh(self._entropy.draw, self._presence.house), self._clock.now()
            last = () if result is None else result.lines
            first, state = open_again(old, last, guest, another, secret, now, fresh, await self._log_epoch())
        except Refusal as refused:
            return Refused.by(refused)
        await self._begin(another, first, state, rate_key)
        announced, settled = promise()
        self._actor(table).post(ContinuedMessage(guest, another, settled))
        await announced
        return (await self._state(table)).continued or Refused("", "not_joined", "PF-1")

    def _new_id(self) -> str:
        """What a table is called in links. It never begins with a hyphen: to a command line that is an option."""
        while (found := link_text(self._entropy.draw(TABLE_BYTES))).startswith("-"):
            pass
        return found

    async def _begin(
        self, table: str, first: Sequence[entries.AnyEntry], state: TableState, rate_key: RateLimitKey
    ) -> None:
        opened, settled = promise()
        self._schedule.pay(table, rate_key)
        self._actor(table).post(OpeningMessage(decide.Transition(None, tuple(first), state), settled))
        await opened

    def _check_room(self) -> None:
        """PF-37: whether there is room for one more table."""
        self._make_room()
        if len(self._actors) >= self._tables_at_most:
            raise ServiceFull

    def _make_room(self) -> None:
        """PF-37: tables that nobody is at leave memory before somebody is turned away, those first that were used
        longest ago, a few at a time because looking for them costs."""
        if len(self._actors) < self._tables_at_most:
            return
        idle = sorted((one.last_used, one.table) for one in self._actors.values() if one.idle)
        for _, table in idle[: self._tables_at_most // 20 + 1]:
            self._forget(table)

    async def game(self, table: str) -> AnyGame:
        """The game a table plays, by which its messages are read."""
        return (await self._state(table)).game

    async def check_link(self, table: str, guest: str | None, key: str) -> None:
        """PF-8: `OldLink` if a guest who came by a link with this key may see nothing of the table."""
        if not admits(await self._state(table), guest, key):
            raise OldLink(table)

    async def rewrites(self, table: str) -> int:
        """How often something was taken back at a table (PF-38): what was made of its log before is of no use then."""
        return (await self._state(table)).rewrites

    async def knows(self, table: str, guest: str) -> bool:
        """Whether a guest has a name at a table."""
        return guest in (await self._state(table)).by_guest

    async def do(self, table: str, guest: str, command: AnyCommand) -> Answer:
        """`command`, for who can wait."""
        answered, settled = promise()
        self.command(table, guest, command, settled)
        answer = await answered
        assert not isinstance(answer, TableState)
        return answer

    def command(
        self,
        table: str,
        guest: str,
        command: AnyCommand,
        settled: Settled,
        rate_key: RateLimitKey | None = None,
    ) -> None:
        """What a guest commands, at the cost of the payer. When `settled` is called, what it gets is durable. After
        `Stale` the guest needs a `view`."""
        actor = self._actor(table)
        if isinstance(command, Forget):
            settled = self._taking_back.after(actor, settled)
        actor.post(CommandMessage(guest, command, actor.refusals, settled, rate_key))

    async def view(self, table: str, guest: str | None) -> bytes:
        """Everything a guest may know, as it is sent."""
        state = await self._state(table)
        return wire.write(project.whole(state, guest, self._actor(table).now()))

    async def record(self, table: str, deal: int) -> str:
        """PF-6: the record of a deal that is over."""
        state = await self._state(table)
        await self._taking_back.done(self._actor(table))
        span = await self._log.deal(table, deal)
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

    # Bots that think

    def _think(self, table: str, turn: BotTurn, settled: Callable[[Any], None]) -> None:
        if self._thinker is None:
            settled(None)
        else:
            self._thinker.think(self._schedule.rate_key(table), turn, settled)

    def _get_ready(self) -> None:
        if self._thinker is not None:
            self._thinker.get_ready()

    def _actor(self, table: str) -> TableActor:
        actor = self._actors.get(table)
        if actor is None:
            self._make_room()  # nobody is turned away from a table that there is already
            actor = self._actors[table] = TableActor(table, self._services)
        actor.last_used = self._clock.now()
        return actor

    async def _state(self, table: str) -> TableState:
        """The state, for who only looks: nobody waits for a command that is being written, unless there is news."""
        actor = self._actor(table)
        if actor.current and actor.state is not None:
            return actor.state
        read, settled = promise()
        actor.post(Message(0, settled))
        state = await read
        assert isinstance(state, TableState)
        return state

    # Connections

    async def subscribe(
        self,
        table: str,
        guest: str | None,
        seen: int,
        push: Push,
        rate_key: RateLimitKey = NOBODY,
        key: str = "",
        shut: Shut | None = None,
        epoch: str | None = None,
    ) -> Subscription:
        """PF-32: a connection: what the guest has missed since `seen`, then every change, is handed to `push` until the
        subscription ends. At a table whose opener is not known any more, bots are at the cost of who came first. PF-8:
        `shut` is called once the link they came by, with this key, opens the table no more. What was seen in
        another `epoch` of the table counts for nothing."""
        actor = self._actor(table)
        self._schedule.pay(table, rate_key)
        self._connect(actor, guest or "")
        try:
            arrived, settled = promise()
            actor.post(Message(0, settled) if guest is None else PresenceMessage(guest, True, settled))
            await arrived
            state = await self._state(table)
        except BaseException:
            self._disconnect(actor, guest or "")
            raise
        subscriber = Subscriber(guest, seen if epoch in (None, state.epoch) else 0, push, key, shut)
        actor.audience.enter(subscriber, state, actor.now())
        self._taking_back.start(actor)
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
        self._schedule.arm(AbsentGuest(actor.table, guest), None)

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
        """When there is something to do."""
        return self._schedule.next_wake()

    @property
    def waiting(self) -> int:
        """How many tables are due and wait for their turn."""
        return self._schedule.waiting

    async def wake(self) -> None:
        """Does all that is due: bots' moves, time-outs, guests who did not come back."""
        started, _ = self._start_due(_ENDLESS)
        _raise_first(await asyncio.gather(*started, return_exceptions=True))

    def _start_due(self, most: float) -> tuple[list[asyncio.Future[Any]], float]:
        return self._schedule.start_due(most, self._tick, lambda absent: asyncio.ensure_future(self._miss(absent)))

    def _wrote(self, table: str, rate_key: RateLimitKey | None, count: int) -> None:
        self._schedule.spend(rate_key or self._schedule.rate_key(table), count)

    def _tick(self, table: str) -> asyncio.Future[Answer | TableState]:
        done, settled = promise()
        done.add_done_callback(partial(self._ticked, table))
        self._actor(table).post(TimerMessage(0, settled))
        return done

    def _ticked(self, table: str, done: asyncio.Future[Answer | TableState]) -> None:
        error = asyncio.CancelledError() if done.cancelled() else done.exception()
        if error is not None and not isinstance(error, NoSuchTable):  # what is retired needs no waking
            self._schedule.arm(table, self._clock.now() + RETRY)

    async def _miss(self, absent: list[AbsentGuest]) -> None:
        """PF-9: guests without a connection to this house for some seconds. Who has one to another house is looked at
        again later: that house may die."""
        try:
            elsewhere = await self._presence.anywhere(absent)
        except BaseException:
            for one in absent:
                self._schedule.arm(one, self._clock.now() + RETRY)
            raise
        gone = []
        for one in absent:
            actor = self._actors.get(one.table)
            if one in elsewhere:
                if actor is not None:
                    self._watch(one)
            elif actor is None or one.guest not in actor.connections:
                done, settled = promise()
                self._actor(one.table).post(PresenceMessage(one.guest, False, settled))
                gone.append(done)
        _raise_first(await asyncio.gather(*gone, return_exceptions=True))

    def _watch(self, absent: AbsentGuest) -> None:
        if absent not in self._schedule:
            self._schedule.arm(absent, self._clock.now() + GRACE)

    async def sweep(self) -> None:
        """Takes over what nobody else has woken in time: after a start, and for tables of a process that died."""
        for table in await self._log.claim(self._clock.now()):
            self._schedule.arm(table, self._clock.now())

    async def run(self) -> None:
        """Wakes tables when it is time, until it is cancelled. What fails is reported to the loop and tried again."""
        next_sweep = self._clock.now()
        while True:
            self._schedule.about_to_sleep()
            started, spent = self._start_due(SLICE)
            self._tasks.update(started)
            for one in started:
                one.add_done_callback(self._report)
            try:
                if self._clock.now() >= next_sweep:
                    next_sweep = self._clock.now() + SWEEP
                    self.forget_idle()
                    await self.sweep()
            except Exception as error:
                _report(error)
            if self.waiting:
                await asyncio.sleep(spent)  # bots never have more than half of the time
            else:
                due = self.next_wake()
                await self._schedule.sleep(min(next_sweep, due if due is not None else next_sweep))

    def _report(self, done: asyncio.Future[Any]) -> None:
        self._tasks.discard(done)
        error = None if done.cancelled() else done.exception()
        if error is not None and not isinstance(error, NoSuchTable):
            _report(error)

    def _arm_table(self, table: str, when: int | None) -> None:
        actor = self._actors.get(table)
        self._schedule.arm_table(table, when, watched=actor is not None and bool(actor.connections))

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
        self._schedule.forget(table)
        if actor is not None:
            actor.unsubscribe()


def _no_meter() -> float:
    return 0.0


def _raise_first(outcomes: Sequence[object]) -> None:
    """The first error among what several came to. A table that was retired meanwhile is none."""
    for one in outcomes:
        if isinstance(one, Exception) and not isinstance(one, NoSuchTable):
            raise one


def _report(error: BaseException) -> None:
    asyncio.get_running_loop().call_exception_handler({"message": "waking tables", "exception": error})
