"""Table actors: every change of a table is a message in its mailbox, handled one at a time.

`TableActor._handle` is the only way through: take the state, decide, append to the event log, show, answer. Appends and
reads complete by callback, so that a command needs neither a task nor a lock.

Safety comes from optimistic concurrency: the log's compare-and-set on the table's sequence number. An actor that loses
the race reads the entries it missed and decides again.

The node that wrote the last entry runs the table's timer; other nodes with connections to the table set theirs
`TAKE_OVER` later. If there are none, one takes a lease on the table (`Log.claim`). Timers and leases only decide which
node does the work: a node that is wrong about it loses the race for a number, nothing else.

Compiled where it can be.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Set
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from chieu.core.game import AnyGame, Seat
from chieu.online.protocol import wire
from chieu.online.protocol.announcements import Went
from chieu.online.protocol.answers import Answer, Refused
from chieu.online.protocol.commands import AnyCommand, Forget
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.service.ports import (
    TAKE_OVER,
    UNKNOWN,
    BotWorker,
    Bus,
    Clock,
    Conflict,
    Log,
    LogBatch,
    Presence,
    Snapshot,
)
from chieu.online.service.scheduler import AbsentGuest, Scheduler
from chieu.online.table import decide, entries, project, snapshots
from chieu.online.table.fold import Fresh, Transaction, fold
from chieu.online.table.seating import NotAdmittedCode, member_of, not_admitted, plays_from, present
from chieu.online.table.shuffling import orphaned
from chieu.online.table.state import TableState
from chieu.online.table.turns import BotTurn, bot_turn, deadline, is_thinker, onward, to_think

BREATHER: Final = (
    50  # milliseconds between two batches of a table that always has more to do, so that others get a turn
)
RETRY: Final = 500  # milliseconds until a failed read of the log is repeated
_MOST_TRIES: Final = 1_000
_REFUSALS_REMEMBERED: Final = 64
_FOLDED_AT_ONCE: Final = 200  # entries, some milliseconds of work, between two yields to the event loop

LATELY: Final = 100  # number of recent announcements in the first view

Push: TypeAlias = Callable[[bytes], bool]
"""Take a message and return whether another one can be taken now. It must not raise."""
Shut: TypeAlias = Callable[[NotAdmittedCode], None]
Chat: TypeAlias = Callable[[], Iterable[str]]
Settled: TypeAlias = Callable[[Answer | TableState | BaseException], None]
"""Callback for a message's result or error. It must not raise."""


class NoSuchTable(LookupError):
    """There is no table with that id."""


async def last_snapshot(log: Log, table: str) -> TableState | None:
    """PF-36: return the state at the last readable snapshot; None if the whole log has to be folded."""
    snapshot = await log.snapshot(table)
    try:
        return None if snapshot is None else snapshots.read(snapshot.data)
    except snapshots.BadSnapshot:
        return None


def ignore_result(result: Answer | TableState | BaseException) -> None:
    """Drop a message's result, for messages that nobody waits for."""


def promise() -> tuple[asyncio.Future[Answer | TableState], Settled]:
    """Return a future and the callback that completes it."""
    future: asyncio.Future[Answer | TableState] = asyncio.get_running_loop().create_future()
    return future, partial(_complete, future)


def _complete(future: asyncio.Future[Answer | TableState], result: Answer | TableState | BaseException) -> None:
    if future.done():  # the waiter was cancelled
        return
    if isinstance(result, BaseException):
        future.set_exception(result)
    else:
        future.set_result(result)


Decision: TypeAlias = Callable[[Transaction], None]
"""Add the entries that a message leads to."""


class Message:
    """Something that may change a table, with the callback for its result.

    `seen` is a sequence number that the sender knows to exist. A message that changes nothing is only answered once the
    log has been read: `confirmed` is the number at which that was.
    """

    def __init__(
        self,
        decision: Decision,
        settled: Settled = ignore_result,
        seen: int = 0,
        rate_key: RateLimitKey | None = None,
    ) -> None:
        self.decision = decision
        self.settled = settled
        self.seen = seen
        self.rate_key = rate_key
        self.confirmed = -1
        self.tries = 0


def no_change(transaction: Transaction) -> None:
    """Change nothing: the decision of a message that only asks for the state."""


def presence_decision(guest: str, connected: bool) -> Decision:
    """PF-9: return the decision when a guest connected, or has had no connection for `GRACE`."""
    return partial(decide.returned if connected else decide.lost, guest=guest)


class Services(NamedTuple):
    """Everything that the actors of one node share.

    `epoch` returns the log's epoch. `forget` drops the actor of a table that does not exist, and `erase` starts the
    pending erasures of one. Without `bot_worker` the usual bots move for those that think. `append_took` gets the
    seconds, by `meter`, that each append took.
    """

    log: Log
    bus: Bus
    presence: Presence
    clock: Clock
    scheduler: Scheduler
    bot_worker: BotWorker | None
    draw: Callable[[int], bytes]
    epoch: Callable[[], Awaitable[str]]
    forget: Callable[[str], None]
    erase: Callable[[TableActor], None]
    meter: Callable[[], float]
    append_took: Callable[[float], None] | None


def no_chat() -> Iterable[str]:
    """The chat of a viewer who is not one."""
    return ()


class Subscription:
    """A connection that gets every change of a table. `guest` is None for a spectator without a token.

    Backpressure: the change is pushed in the callback in which it becomes the table's state, without tasks or queues. A
    connection that cannot take more (`ready` is False) is skipped, and after `resume` gets everything it missed in one
    update.

    `key` is the key of the link that the guest used; `shut` is called when it no longer opens the table (PF-8). A
    spectator may be the `chat` of several guests.
    """

    def __init__(
        self, actor: TableActor, guest: str | None, seen: int, push: Push, key: str, shut: Shut | None, chat: Chat
    ) -> None:
        self.guest = guest
        self.key = key
        self.shut = shut
        self.chat = chat
        self.seen = seen
        self.push = push
        self.greeted = False
        self.ready = True
        self._actor = actor

    @property
    def game(self) -> AnyGame | None:
        """The game of the deal that the guest was shown, None without one."""
        deal = None if self._actor.state is None else self._actor.state.deal
        return None if deal is None else deal.game

    def command(self, command: AnyCommand, settled: Settled, rate_key: RateLimitKey) -> None:
        """Execute a command of the guest and charge its entries to `rate_key`."""
        assert self.guest is not None
        self._actor.command(self.guest, command, settled, rate_key)

    def resume(self) -> None:
        """Push what the connection missed: it can take more again."""
        self.ready = True
        self._actor.push_to(self)

    def renew(self) -> None:
        """Push a full view."""
        self.greeted, self.seen = False, 0
        self._actor.push_to(self)

    def end(self) -> None:
        """Stop: the connection is gone."""
        self._actor.unsubscribe(self)


class TableActor:
    """A table in memory. `state` is None until it is read, and whenever it may disagree with the log."""

    def __init__(self, table: str, services: Services) -> None:
        self.table = table
        self.state: TableState | None = None
        self.last_used = services.clock.now()
        self.connections: Counter[str] = Counter()  # by guest, "" for all spectators
        self._services = services
        self._scheduler = services.scheduler
        self._mailbox: deque[Message] = deque()
        self._busy = False  # a message waits for the log, and all others wait for that message
        self._refusals: dict[tuple[str, str], Refused] = {}
        self._subscriptions: list[Subscription] = []
        self._public_parts: dict[int, project.PublicPart] = {}  # of the current state, as the next one, serialized
        self._updates: dict[tuple[Seat | None, int], bytes] = {}
        self._published_seq = 0  # highest sequence number that any node published
        self._publish_count = 0
        self._latest = 0  # time of the last entry
        self._skew = 0  # milliseconds that the table's time is ahead of the clock, which may have been set back
        self._tasks: set[asyncio.Task[None]] = set()
        self._recovery: Message | None = None  # to be handled before anything else after the table was opened
        self._asked_bots: dict[Seat, int] = {}  # the sequence number at which each thinking bot was asked
        self.close = services.bus.subscribe(table, self._on_published)

    @property
    def idle(self) -> bool:
        """True if no message is being handled and nobody is connected."""
        return not self.connections and not self._busy

    async def current_state(self) -> TableState:
        """Return the state, without waiting for a write in progress unless newer entries are known."""
        if self.state is not None and self._published_seq <= self.state.seq:
            return self.state
        read, settled = promise()
        self.post(Message(no_change, settled))
        state = await read
        assert isinstance(state, TableState)
        return state

    def open(self, first: Transaction, settled: Settled) -> None:
        """Append the first entries of a new table."""
        self._append(Message(no_change, settled), 0, first)

    def command(self, guest: str, command: AnyCommand, settled: Settled, rate_key: RateLimitKey | None = None) -> None:
        """Execute a guest's command, whose id is its idempotency key, and charge its entries to `rate_key`."""
        answered = partial(self._answered, guest, command, settled)
        self.post(Message(partial(self._decide, guest, command), answered, command.seq, rate_key))

    def _decide(self, guest: str, command: AnyCommand, transaction: Transaction) -> None:
        """PF-30: a refused id is refused again, even if the command would be legal now."""
        refusal = self._refusals.get((guest, command.id))
        if refusal is not None and decide.answered(transaction.state, guest, command) is None:
            transaction.answer = refusal
        else:
            decide.decide(transaction, guest, command)

    def _answered(
        self, guest: str, command: AnyCommand, settled: Settled, answer: Answer | TableState | BaseException
    ) -> None:
        if isinstance(answer, Refused):
            self._refusals[guest, command.id] = answer
            if len(self._refusals) > _REFUSALS_REMEMBERED:
                del self._refusals[next(iter(self._refusals))]
        settled(answer)
        if isinstance(command, Forget):
            self._services.erase(self)

    def post(self, message: Message) -> None:
        """Put a message into the mailbox. It is handled at once unless another one waits for the log."""
        self._mailbox.append(message)
        self._handle_all()

    def _handle_all(self) -> None:
        while self._mailbox and not self._busy:
            self._handle(self._mailbox.popleft())

    def _handle(self, message: Message) -> None:
        """Handle a message: take the state, decide, append, answer."""
        state = self.state
        if state is None or self._published_seq > state.seq or (message.seen > state.seq != message.confirmed):
            self._read_then(message)
            return
        try:
            fresh = Fresh(self._services.draw, self._services.presence.node)
            transaction = Transaction(state, self.now(), fresh)
            message.decision(transaction)
            if transaction.entries:
                self._append(message, state.seq, transaction)
                return
        except Exception as error:
            message.settled(error)
            return
        if message.confirmed != state.seq:
            self._read_then(message)
            return
        if message.decision is onward:  # the timer fired early: the clock may have been set back
            self._set_timer(deadline(state))
        message.settled(state if transaction.answer is None else transaction.answer)

    def _append(self, message: Message, expected: int, transaction: Transaction) -> None:
        """Serialize the new entries and append them. PF-31: they are durable before anybody learns of them."""
        wake = deadline(transaction.state)
        raw = [entries.write(entry) for entry in transaction.entries]
        state = transaction.snapshot
        snapshot = None if state is None else Snapshot(state.seq, snapshots.write(state))
        batch = LogBatch(self.table, expected, raw, wake, snapshot, transaction.finished)
        began = 0.0 if self._services.append_took is None else self._services.meter()
        self._services.log.append(batch, partial(self._appended, message, transaction, wake, began))
        self._busy = True

    def _appended(
        self, message: Message, transaction: Transaction, wake: int | None, began: float, error: BaseException | None
    ) -> None:
        """Show, publish and answer what is now durable (PF-31). After a `Conflict`, decide again."""
        self._busy = False
        if isinstance(error, Conflict) and message.tries < _MOST_TRIES:
            message.tries += 1
            self._published_seq = max(self._published_seq, transaction.state.seq - len(transaction.entries) + 1)
            self._mailbox.appendleft(message)
        else:
            try:
                if error is None:
                    if self._services.append_took is not None:
                        self._services.append_took(self._services.meter() - began)
                    self._latest = transaction.entries[-1].at
                    self._scheduler.charge(self.table, message.rate_key, len(transaction.entries))
                    self._set_timer(wake)
                    self._show(transaction.state)
                    self._services.bus.publish(self.table, transaction.state.seq)
                    self._ask_bots(transaction.state)
            except Exception as unexpected:
                error = unexpected
            if error is not None:  # only the log knows whether the entries were written
                self.state = None
                self._refresh()
            answer = transaction.state if transaction.answer is None else transaction.answer
            message.settled(answer if error is None else error)
        self._handle_all()

    def _ask_bots(self, state: TableState) -> None:
        """Ask the bots that have to think.

        The node that wrote the last entry does this. If it dies, the node that takes over sees the expired deadline and
        plays the default move.
        """
        for seat in to_think(state):
            assert state.deal is not None
            turn_seq = state.deal.turn_seq[seat]
            if self._asked_bots.get(seat) != turn_seq:
                self._asked_bots[seat] = turn_seq
                turn = bot_turn(state, seat)
                settled = partial(self._bot_answered, turn)
                if self._services.bot_worker is None:
                    settled(None)
                else:
                    self._services.bot_worker.think(self._scheduler.rate_key(self.table), turn, settled)
        if (
            self._services.bot_worker is not None
            and state.phase == "between"
            and any(is_thinker(state, chair) for chair in range(len(state.chairs)))
        ):
            self._services.bot_worker.get_ready()

    def _bot_answered(self, turn: BotTurn, action: Any) -> None:
        """Post a bot's action, but not before people can follow it."""
        message = Message(partial(decide.thought, seat=turn.seat, turn_seq=turn.turn_seq, action=action))
        if self.now() >= turn.earliest:
            self.post(message)
        else:
            self._start(self._post_at(turn.earliest - self._skew, message))

    async def _post_at(self, when: int, message: Message) -> None:
        await self._services.clock.sleep_until(when)
        self.post(message)

    def now(self) -> int:
        """Return the table's time, which never goes back."""
        now = self._services.clock.now() + self._skew
        if now < self._latest:
            self._skew += self._latest - now
            return self._latest
        return now

    def _set_timer(self, wake: int | None) -> None:
        """Set the table's timer, at least `BREATHER` from now; None stops it."""
        if wake is not None:
            wake = max(wake, self.now() + BREATHER) - self._skew
        self._scheduler.set_table_timer(self.table, wake, watched=bool(self.connections))

    def _take_over_later(self, state: TableState) -> None:
        """Set the timer for the case that the node that wrote the last entry does not act.

        `Log.claim` finds such tables too, but not while the clock is behind the table's time. A table without
        connections to this node is left to it.
        """
        wake = deadline(state) if self.connections else None
        self._set_timer(None if wake is None else wake + TAKE_OVER)

    # Subscriptions

    async def subscribe(
        self, guest: str | None, seen: int, push: Push, key: str, shut: Shut | None, epoch: str | None, chat: Chat
    ) -> Subscription:
        """PF-32: push everything that the guest missed since `seen`, then every change.

        `seen` of another `epoch` counts as 0.
        """
        self._connect(guest or "")
        try:
            arrived, settled = promise()
            self.post(Message(no_change if guest is None else presence_decision(guest, True), settled))
            await arrived
            state = await self.current_state()
        except BaseException:
            self._disconnect(guest or "")
            raise
        if not self._scheduler.has_timer(self.table):
            self._take_over_later(state)
        seen = seen if epoch in (None, state.epoch) else 0
        subscription = Subscription(self, guest, seen, push, key, shut, chat)
        self._subscriptions.append(subscription)
        self._push(subscription, state, self.now())
        self._services.erase(self)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        self._subscriptions.remove(subscription)
        self._disconnect(subscription.guest or "")

    def _connect(self, guest: str) -> None:
        self.connections[guest] += 1
        if self.connections[guest] == 1:
            self._services.presence.connected(self.table, guest)
        self._scheduler.set_timer(AbsentGuest(self.table, guest), None)

    def _disconnect(self, guest: str) -> None:
        self.connections[guest] -= 1
        self.last_used = self._services.clock.now()
        if self.connections[guest] <= 0:
            del self.connections[guest]
            self._services.presence.disconnected(self.table, guest)
            if self.state is not None and guest in self.state.by_guest:
                self._scheduler.start_grace(AbsentGuest(self.table, guest))

    def _show(self, state: TableState) -> None:
        """Make a state the current one and push it to every subscription that is ready."""
        self.state = state
        self._published_seq = max(self._published_seq, state.seq)
        self._public_parts.clear()
        self._updates.clear()
        now = self.now()
        for subscription in tuple(self._subscriptions):  # a copy: one that is shut out removes itself
            if subscription.ready:
                self._push(subscription, state, now)

    def push_to(self, subscription: Subscription) -> None:
        """Push what one subscription has not seen."""
        if self.state is not None and subscription.ready:
            self._push(subscription, self.state, self.now())

    def _push(self, subscription: Subscription, state: TableState, now: int) -> None:
        if subscription.greeted and subscription.seen == state.seq:
            return
        if (state.key or state.locked) and (
            code := not_admitted(state, subscription.guest, subscription.key, subscription.chat())
        ):
            subscription.ready = False
            if subscription.shut is not None:
                subscription.shut(code)
            return
        raw = self._message(subscription, state, now)
        subscription.greeted, subscription.seen = True, state.seq
        subscription.ready = subscription.push(raw)

    def _message(self, subscription: Subscription, state: TableState, now: int) -> bytes:
        """Serialize a view or an update. Updates are cached by seat, or for all if they are the same."""
        guest, seen = subscription.guest, subscription.seen
        if not project.can_catch_up(state, guest, seen, subscription.greeted):
            return wire.write(project.full_view(state, guest, now, LATELY))
        seat = None if project.same_for_all(state, seen) else plays_from(state, member_of(state, guest))
        raw = self._updates.get((seat, seen))
        if raw is None:
            public = self._public_parts.get(seen)
            if public is None:
                parts = [part and msgspec.Raw(wire.write(part)) for part in project.public_part(state, seen)]
                public = self._public_parts[seen] = project.PublicPart(*parts)
            raw = self._updates[seat, seen] = wire.write(project.update(state, seat, seen, now, public))
        return raw

    # Reading entries of other nodes

    def _read_then(self, message: Message) -> None:
        """Read the entries that follow the state, then handle the message again."""
        self._busy = True
        task = asyncio.get_running_loop().create_task(self._read())
        self._tasks.add(task)
        task.add_done_callback(partial(self._read_done, message))

    def _read_done(self, message: Message, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._busy = False
        error = asyncio.CancelledError() if task.cancelled() else task.exception()
        if error is None and self.state is not None:
            message.confirmed = self.state.seq
            self._mailbox.appendleft(message)
            if self._recovery is not None:
                self._mailbox.appendleft(self._recovery)
                self._recovery = None
        else:
            if isinstance(error, NoSuchTable):
                self._services.forget(self.table)
            message.settled(error or NoSuchTable(self.table))
        self._handle_all()

    async def _read(self) -> None:
        """Fold the entries that follow the state, or the last snapshot if the table is not open on this node.

        So a table comes back after a crash: everything that was ever acknowledged is in the log.
        """
        state, count, published = self.state, self._publish_count, self._published_seq
        if state is None:
            state = await last_snapshot(self._services.log, self.table)
        more = await self._services.log.read(self.table, 0 if state is None else state.seq)
        last, missing = more[-1:], state is not None and state.seq < published != UNKNOWN
        if state is not None and not more and (self.state is None or missing):
            last = await self._services.log.read(self.table, state.seq - 1, state.seq)
        if not last and (self.state is None or missing):  # it never existed, or it is retired
            self.state = None
            raise NoSuchTable(self.table)
        running = None if state is None or state.phase != "playing" else state.deal
        reader = entries.Reader(None if running is None else running.game)
        lost: set[int] = set()
        for number, raw in enumerate(more, start=1):
            entry = reader.read(raw)
            state = fold(state, entry)
            if isinstance(entry.event, entries.Disconnected):
                lost.add(entry.event.member)
            elif isinstance(entry.event, Went):
                lost.discard(entry.event.member)
            if number % _FOLDED_AT_ONCE == 0:
                await asyncio.sleep(0)
        assert state is not None
        if last:
            self._latest = entries.read_plain(last[0]).at
        if self.state is None:
            self._recovery = await self._recovery_message(state)
        if self._publish_count == count:  # otherwise more was published during the read
            self._published_seq = state.seq
        if more:
            self._take_over_later(state)
        if more or self.state is None:
            self._start_grace_timers(state)
            self._announce_connected(state, lost)
            self._show(state)

    async def _recovery_message(self, state: TableState) -> Message | None:
        """PF-22: return the message that cleans up after a restored backup or a dead node, if needed.

        A restored backup annuls everything pending. A dead node leaves a shuffle whose seed only it could reveal.
        """
        epoch = await self._services.epoch()
        if epoch > state.epoch:
            return Message(partial(decide.restored, epoch=epoch))
        if state.pending is None:
            return None
        nodes, node = self._services.presence, state.pending.node
        if state.phase == "playing" or node == nodes.node or await nodes.alive(node):
            return None
        return Message(partial(orphaned, node=node))

    def _start_grace_timers(self, state: TableState) -> None:
        """PF-3: start the grace timer of each member without a connection to this node."""
        for member in state.members:
            if present(member) and member.guest not in self.connections:
                self._scheduler.start_grace(AbsentGuest(self.table, member.guest))

    def _announce_connected(self, state: TableState, lost: Set[int]) -> None:
        """Bring back members that another node declared gone although they are connected to this one."""
        for member in map(state.members.__getitem__, lost):
            if not present(member) and member.guest in self.connections:
                self._mailbox.append(Message(presence_decision(member.guest, True)))

    def _on_published(self, seq: int) -> None:
        """Handle a wake-up from the bus: read new entries if anybody is connected."""
        if self.state is None or seq > self.state.seq:
            self._published_seq = max(self._published_seq, seq)
            self._publish_count += 1
            self._refresh()

    def _refresh(self) -> None:
        if self._subscriptions:
            self.post(Message(no_change, self._retry_after_error))

    def _retry_after_error(self, result: Answer | TableState | BaseException) -> None:
        if isinstance(result, Exception) and self._subscriptions:
            self._start(self._retry())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _retry(self) -> None:
        await self._services.clock.sleep_until(self._services.clock.now() + RETRY)
        self._refresh()
