"""Use cases of tables: open, subscribe, command, read a deal's record.

Any number of nodes, each with a `TableService`, share an event log.

Compiled where it can be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from chieu.core.game import Refusal
from chieu.online.history.replay import record
from chieu.online.history.scorebook import result_of
from chieu.online.protocol import wire
from chieu.online.protocol.answers import Answer, Refused
from chieu.online.protocol.commands import AnyCommand, OpenTable
from chieu.online.protocol.views import EnteredInfo
from chieu.online.service.actor import (
    RETRY,
    Chat,
    Message,
    NoSuchTable,
    Push,
    Services,
    Settled,
    Shut,
    Subscription,
    TableActor,
    no_chat,
    presence_decision,
    promise,
)
from chieu.online.service.erasure import Erasure
from chieu.online.service.fair_queue import NOBODY, RateLimitKey
from chieu.online.service.ports import Archive, BotWorker, Bus, Clock, Entropy, Log, Presence, WriteBudget
from chieu.online.service.scheduler import AbsentGuest, Scheduler
from chieu.online.service.tokens import link_text
from chieu.online.table import decide, entries, project
from chieu.online.table.coaching import HintQuestion, may_ask, question
from chieu.online.table.fold import Fresh, Transaction
from chieu.online.table.ledger import member_line
from chieu.online.table.opening import may_open, open_again, open_table
from chieu.online.table.seating import NotAdmittedCode, chair_of, not_admitted
from chieu.online.table.state import TableState
from chieu.online.table.turns import onward

TABLE_BYTES: Final = 12
SECRET_BYTES: Final = 32
IDLE: Final = 600_000  # milliseconds until a table without connections leaves memory
SWEEP: Final = 1_000  # milliseconds between looks for tables that a dead node should have woken
SLICE: Final = 0.005  # seconds of bots' moves and timeouts, after which people's commands get as long
TABLES_AT_MOST: Final = 20_000  # in memory
_ENDLESS: Final = 1e9


class ServiceFull(Exception):
    """PF-37: the limit of tables in use is reached."""


class NotAdmitted(LookupError):
    """PF-8: the table is closed to this guest. `code` says why."""

    def __init__(self, table: str, code: NotAdmittedCode) -> None:
        super().__init__(table)
        self.code = code


class NoSuchRecord(LookupError):
    """The table has no such deal, or the deal is not over yet."""


def _no_meter() -> float:
    return 0.0


class TableService:
    """All tables, as one node sees them."""

    def __init__(
        self,
        log: Log,
        bus: Bus,
        presence: Presence,
        clock: Clock,
        entropy: Entropy,
        idle: int = IDLE,
        meter: Callable[[], float] = _no_meter,
        tables_at_most: int = TABLES_AT_MOST,
        archive: Archive | None = None,
        budget: WriteBudget | None = None,
        thinker: BotWorker | None = None,
        append_took: Callable[[float], None] | None = None,
    ) -> None:
        """Create a service; it wakes no table until `run` or `wake` is called.

        `meter` returns seconds and measures the cost of work; without one all work costs the same. Without an archive
        nothing is erased from the log. Bots of clients over `budget` are delayed; the caller must reject commands of
        people over budget. Without a thinker the usual bots move for those that think. `append_took` gets the seconds
        that each append to the log took.
        """
        self._log = log
        self._erasure = Erasure(archive)
        self._presence = presence
        self._clock = clock
        self._entropy = entropy
        self._idle = idle
        self._scheduler = Scheduler(clock, meter, budget)
        self._epoch: str | None = None
        self._services = Services(
            log,
            bus,
            presence,
            clock,
            self._scheduler,
            thinker,
            entropy.draw,
            self._log_epoch,
            self._forget,
            self._erasure.start,
            meter,
            append_took,
        )
        self._actors: dict[str, TableActor] = {}
        self._tables_at_most = tables_at_most
        self._tasks: set[asyncio.Future[Any]] = set()

    async def _log_epoch(self) -> str:
        """Return the log's epoch, read once: a backup is restored only while no node runs."""
        if self._epoch is None:
            self._epoch = await self._log.epoch()
        return self._epoch

    # Tables

    async def open(self, order: OpenTable, guest: str, rate_key: RateLimitKey = NOBODY) -> str | Refused:
        """PF-1: open a table and return its id. Charge its bots' moves to `rate_key`. Raise `ServiceFull`."""
        self._check_room()
        table = self._new_id()
        try:
            secret, fresh = self._entropy.draw(SECRET_BYTES), Fresh(self._entropy.draw, self._presence.node)
            opening = open_table(order, guest, table, secret, self._clock.now(), fresh, await self._log_epoch())
        except Refusal as refused:
            return Refused.by(refused)
        await self._begin(table, opening, rate_key)
        return table

    async def again(
        self, table: str, guest: str, rate_key: RateLimitKey = NOBODY, dealt: bool = False
    ) -> str | Refused:
        """PF-47: return the table of the next evening. Open it if nobody has. Raise `NoSuchTable`.

        RT-7: with `dealt`, an evening with real cards goes on with dealt ones.

        The new table is opened first and announced after that. If the node dies in between, or two guests ask at the
        same time, a table is left over that nobody knows of.
        """
        old = await self._state(table)
        try:
            may_open(old, guest)
            if old.continued:
                return old.continued
            self._check_room()
            another, secret = self._new_id(), self._entropy.draw(SECRET_BYTES)
            fresh, now = Fresh(self._entropy.draw, self._presence.node), self._clock.now()
            last, epoch = await self._last_lines(old), await self._log_epoch()
            opening = open_again(old, last, guest, another, secret, now, fresh, epoch, dealt)
        except Refusal as refused:
            return Refused.by(refused)
        await self._begin(another, opening, rate_key)
        announced, settled = promise()
        self._actor(table).post(Message(partial(decide.continued, guest=guest, table=another), settled))
        await announced
        return (await self._state(table)).continued or Refused("", "not_joined", "PF-1")

    async def _last_lines(self, state: TableState) -> dict[int, str]:
        """Return the ledger lines of the chairs in the last deal."""
        if state.entered:
            deal = state.entered[-1]
            return {chair: member_line(member) for chair, member in zip(deal.chairs, deal.members, strict=True)}
        span = await self._log.deal(state.id, state.deals)
        result = result_of(entries.read_all(span)) if span else None
        return {} if result is None else dict(zip(result.chairs, result.lines, strict=True))

    def _new_id(self) -> str:
        """Return a new table id. It never starts with a hyphen: a command line would take that for an option."""
        while (table := link_text(self._entropy.draw(TABLE_BYTES))).startswith("-"):
            pass
        return table

    async def _begin(self, table: str, opening: Transaction, rate_key: RateLimitKey) -> None:
        opened, settled = promise()
        self._scheduler.set_rate_key(table, rate_key)
        self._actor(table).open(opening, settled)
        await opened

    def _check_room(self) -> None:
        """PF-37: raise `ServiceFull` if there is no room for another table."""
        self._make_room()
        if len(self._actors) >= self._tables_at_most:
            raise ServiceFull

    def _make_room(self) -> None:
        """PF-37: if memory is full, drop some idle tables, least recently used first.

        Several at a time, as finding them is slow.
        """
        if len(self._actors) < self._tables_at_most:
            return
        idle = sorted((actor.last_used, actor.table) for actor in self._actors.values() if actor.idle)
        for _, table in idle[: self._tables_at_most // 20 + 1]:
            self._forget(table)

    async def check_link(self, table: str, guest: str | None, key: str, chat: Iterable[str] = ()) -> None:
        """PF-8: raise `NotAdmitted` if a link with this key does not admit the guest, or a chat of guests."""
        if code := not_admitted(await self._state(table), guest, key, chat):
            raise NotAdmitted(table, code)

    async def erasures(self, table: str) -> int:
        """PF-38: return the number of erasures at a table. Values derived before the last one are stale."""
        return (await self._state(table)).erasures

    async def knows(self, table: str, guest: str) -> bool:
        """Return whether a guest has joined a table."""
        return guest in (await self._state(table)).by_guest

    async def has_part(self, table: str, deal: int, guest: str) -> bool:
        """Return whether a guest played in a deal, or contributed to it, that is the last one of its table."""
        state = await self._state(table)
        last, member = state.deal, state.by_guest.get(guest)
        if last is None or last.number != deal or member is None:
            return False
        contributors = () if last.proof is None else [item.chair for item in last.proof.contributions]
        return member in last.sitters or chair_of(state, member) in contributors

    async def do(self, table: str, guest: str, command: AnyCommand) -> Answer:
        """Execute a command and wait for its answer."""
        future, settled = promise()
        self.command(table, guest, command, settled)
        answer = await future
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
        """Execute a guest's command and charge its entries to `rate_key`.

        The answer is durable when `settled` gets it. After `Stale` the guest needs a `view`.
        """
        self._actor(table).command(guest, command, settled, rate_key)

    async def view(self, table: str, guest: str | None) -> bytes:
        """Return everything a guest may know, serialized for the wire."""
        state = await self._state(table)
        return wire.write(project.full_view(state, guest, self._actor(table).now()))

    async def entered(self, table: str, first: int = 1, last: int | None = None) -> list[EnteredInfo]:
        """RT-5: return deals that were entered at a table with real cards."""
        state = await self._state(table)
        return [project.entered_info(state, deal) for deal in state.entered[max(0, first - 1) : last]]

    async def record(self, table: str, deal: int) -> str:
        """PF-6: return the record of a finished deal. Raise `NoSuchRecord`."""
        await self._state(table)
        await self._erasure.done(self._actor(table))
        span = await self._log.deal(table, deal)
        if not span:
            raise NoSuchRecord(f"table {table} has no finished deal {deal}")
        return record(entries.read_all(span))

    async def question(self, table: str, guest: str) -> HintQuestion | Refused:
        """PF-42: return the position that a guest who is to act may ask the coach about.

        It contains everybody's cards. Only the coach may see it; the guest gets nothing but the coach's answer.
        """
        state = await self._state(table)
        try:
            seat = may_ask(state, guest)
        except Refusal as refused:
            return Refused.by(refused)
        assert state.deal is not None
        span = await self._log.read(table, state.deal.first - 1, state.seq)
        return question(state, seat, entries.read_all(span))

    def _actor(self, table: str) -> TableActor:
        actor = self._actors.get(table)
        if actor is None:
            self._make_room()  # an existing table is loaded even if there is no room
            actor = self._actors[table] = TableActor(table, self._services)
        actor.last_used = self._clock.now()
        return actor

    async def _state(self, table: str) -> TableState:
        return await self._actor(table).current_state()

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
        chat: Chat = no_chat,
    ) -> Subscription:
        """PF-32: push everything that the guest missed since `seen`, then every change.

        `seen` of another `epoch` counts as 0. If the table's bots are charged to nobody yet, they are charged to
        `rate_key`. PF-8: `shut` is called once the link with this `key` no longer opens the table, neither for
        the guest nor for one of those in `chat`.
        """
        self._scheduler.set_rate_key(table, rate_key)
        return await self._actor(table).subscribe(guest, seen, push, key, shut, epoch, chat)

    # Time

    def next_wake(self) -> int | None:
        """Return the time of the next thing to do."""
        return self._scheduler.next_wake()

    @property
    def waiting(self) -> int:
        """Number of due tables that wait for their turn."""
        return self._scheduler.waiting

    async def wake(self) -> None:
        """Do everything that is due: bots' moves, timeouts, guests who did not come back."""
        started, _ = self._start_due(_ENDLESS)
        _raise_first(await asyncio.gather(*started, return_exceptions=True))

    def _start_due(self, most: float) -> tuple[list[asyncio.Future[Any]], float]:
        return self._scheduler.start_due(most, self._tick, lambda absent: asyncio.ensure_future(self._miss(absent)))

    def _tick(self, table: str) -> asyncio.Future[Answer | TableState]:
        done, settled = promise()
        done.add_done_callback(partial(self._ticked, table))
        self._actor(table).post(Message(onward, settled))
        return done

    def _ticked(self, table: str, done: asyncio.Future[Answer | TableState]) -> None:
        error = asyncio.CancelledError() if done.cancelled() else done.exception()
        if error is not None and not isinstance(error, NoSuchTable):  # a retired table has no timer
            self._scheduler.set_timer(table, self._clock.now() + RETRY)

    async def _miss(self, guests: list[AbsentGuest]) -> None:
        """PF-9: declare guests gone whose grace has ended.

        A guest with a connection to another node is checked again later, as that node may die.
        """
        try:
            elsewhere = await self._presence.anywhere(guests)
        except BaseException:
            for absent in guests:
                self._scheduler.set_timer(absent, self._clock.now() + RETRY)
            raise
        notices = []
        for absent in guests:
            actor = self._actors.get(absent.table)
            if absent in elsewhere:
                if actor is not None:
                    self._scheduler.start_grace(absent)
            elif actor is None or absent.guest not in actor.connections:
                done, settled = promise()
                self._actor(absent.table).post(Message(presence_decision(absent.guest, False), settled))
                notices.append(done)
        _raise_first(await asyncio.gather(*notices, return_exceptions=True))

    async def sweep(self) -> None:
        """Claim tables that their node did not wake in time: after a start, or if that node died."""
        for table in await self._log.claim(self._clock.now()):
            self._scheduler.set_timer(table, self._clock.now())

    async def run(self) -> None:
        """Wake tables when it is time, until cancelled. Errors are reported to the event loop and retried."""
        next_sweep = self._clock.now()
        while True:
            self._scheduler.about_to_sleep()
            started, spent = self._start_due(SLICE)
            self._tasks.update(started)
            for future in started:
                future.add_done_callback(self._report)
            try:
                if self._clock.now() >= next_sweep:
                    next_sweep = self._clock.now() + SWEEP
                    self.forget_idle()
                    await self.sweep()
            except Exception as error:
                _report(error)
            if self.waiting:
                await asyncio.sleep(spent)  # bots never get more than half of the time
            else:
                due = self.next_wake()
                await self._scheduler.sleep(min(next_sweep, due if due is not None else next_sweep))

    def _report(self, done: asyncio.Future[Any]) -> None:
        self._tasks.discard(done)
        error = None if done.cancelled() else done.exception()
        if error is not None and not isinstance(error, NoSuchTable):
            _report(error)

    def __len__(self) -> int:
        """Return the number of tables in memory."""
        return len(self._actors)

    def forget_idle(self) -> int:
        """PF-34: drop tables without connections from memory; the log has them. Return their number."""
        now = self._clock.now()
        idle = [actor for actor in self._actors.values() if actor.idle and now - actor.last_used >= self._idle]
        for actor in idle:
            self._forget(actor.table)
        return len(idle)

    def _forget(self, table: str) -> None:
        actor = self._actors.pop(table, None)
        self._scheduler.forget(table)
        if actor is not None:
            actor.close()


def _raise_first(outcomes: Sequence[object]) -> None:
    """Raise the first error among outcomes, except for tables that were retired meanwhile."""
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not isinstance(outcome, NoSuchTable):
            raise outcome


def _report(error: BaseException) -> None:
    asyncio.get_running_loop().call_exception_handler({"message": "waking tables", "exception": error})
