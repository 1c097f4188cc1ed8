"""Table actors: every change of a table is a message in its mailbox, handled one at a time.

`TableActor._handle` is the only way through: take the state, decide, append to the event log, show, answer. Appends and
reads complete by callback, so that a command needs neither a task nor a lock.

Safety comes from optimistic concurrency: the log's compare-and-set on the table's sequence number. An actor that loses
the race reads the entries it missed and decides again.

The node that wrote the last entry runs the table's timer; other nodes stop theirs when they hear of the entry. If that
node does not act, another node takes a lease on the table (`Log.claim`). A lease only decides which node does the work:
a node that is wrong about it loses the race for a number, nothing else.

Compiled where it can be.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Set
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from chieu.core.game import Seat
from chieu.online.protocol.answers import Answer, Refused
from chieu.online.protocol.commands import AnyCommand
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.service.ports import UNKNOWN, BotWorker, Bus, Clock, Conflict, Log, LogBatch, Presence, Snapshot
from chieu.online.service.scheduler import AbsentGuest, Scheduler
from chieu.online.service.subscriptions import Subscriptions
from chieu.online.table import decide, entries, snapshots
from chieu.online.table.fold import fold
from chieu.online.table.seating import present
from chieu.online.table.state import TableState
from chieu.online.table.thinking import BotTurn, bot_turn, is_thinker, to_think
from chieu.online.table.transaction import Fresh
from chieu.online.table.turns import deadline

BREATHER: Final = (
    50  # milliseconds between two batches of a table that always has more to do, so that others get a turn
)
RETRY: Final = 500  # milliseconds until a failed read of the log is repeated
_MOST_TRIES: Final = 1_000
_REFUSALS_REMEMBERED: Final = 64
_FOLDED_AT_ONCE: Final = 200  # entries, some milliseconds of work, between two yields to the event loop

Settled: TypeAlias = Callable[[Answer | TableState | BaseException], None]
"""Callback for a message's result or error. It must not raise."""


class NoSuchTable(LookupError):
    """There is no table with that id."""


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


class Message:
    """Something that may change a table, with the callback for its result.

    `seen` is a sequence number that the sender knows to exist. A message that changes nothing is only answered once the
    log has been read: `confirmed` is the number at which that was.
    """

    def __init__(self, seen: int, settled: Settled, rate_key: RateLimitKey | None = None) -> None:
        self.seen = seen
        self.settled = settled
        self.rate_key = rate_key
        self.confirmed = -1
        self.tries = 0

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        """Return the transition. This base class changes nothing: it only asks for the state."""
        del now, fresh
        return decide.Transition(None, (), state)


class CommandMessage(Message):
    """A guest's command, whose id is its idempotency key.

    PF-30: a refused id is refused again, even if the command would be legal now.
    """

    def __init__(
        self,
        guest: str,
        command: AnyCommand,
        refusals: Mapping[tuple[str, str], Refused],
        settled: Settled,
        rate_key: RateLimitKey | None = None,
    ) -> None:
        super().__init__(command.seq, settled, rate_key)
        self.guest = guest
        self.command = command
        self.refusals = refusals

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        guest, command = self.guest, self.command
        refusal = self.refusals.get((guest, command.id))
        if refusal is not None and decide.answered(state, guest, command) is None:
            return decide.Transition(refusal, (), state)
        return decide.decide(state, guest, command, now, fresh)


class TimerMessage(Message):
    """The table's timer fired: a bot's move, a timeout or a void shuffle."""

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.tick(state, now, fresh)


class ThoughtMessage(Message):
    """PF-3: the action of a bot that was asked at sequence number `asked`; None if it has none."""

    def __init__(self, seat: Seat, asked: int, action: Any) -> None:
        super().__init__(0, ignore_result)
        self.seat = seat
        self.asked = asked
        self.action = action

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.thought(state, self.seat, self.asked, self.action, now, fresh)


class PresenceMessage(Message):
    """PF-9: a guest connected, or has had no connection for `GRACE`."""

    def __init__(self, guest: str, connected: bool, settled: Settled) -> None:
        super().__init__(0, settled)
        self.guest = guest
        self.connected = connected

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return (decide.returned if self.connected else decide.lost)(state, self.guest, now, fresh)


class OrphanedMessage(Message):
    """PF-22: the node that drew the seed of the pending shuffle is gone."""

    def __init__(self, node: str) -> None:
        super().__init__(0, ignore_result)
        self.node = node

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.orphaned(state, self.node, now, fresh)


class RestoredMessage(Message):
    """PF-22: the log was restored from a backup since the table was last opened."""

    def __init__(self, epoch: str) -> None:
        super().__init__(0, ignore_result)
        self.epoch = epoch

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.restored(state, self.epoch, now, fresh)


class OpeningMessage(Message):
    """The first message of a new table, already decided."""

    def __init__(self, outcome: decide.Transition, settled: Settled) -> None:
        super().__init__(0, settled)
        self.outcome = outcome


class RewrittenMessage(Message):
    """PF-38: a guest's name and words have been erased from the log."""

    def __init__(self, guest: str, settled: Settled) -> None:
        super().__init__(0, settled)
        self.guest = guest

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.erased(state, self.guest, now, fresh)


class ContinuedMessage(Message):
    """PF-47: the table of the next evening was opened."""

    def __init__(self, guest: str, table: str, settled: Settled) -> None:
        super().__init__(0, settled)
        self.guest = guest
        self.table = table

    def decide(self, state: TableState, now: int, fresh: Fresh) -> decide.Transition:
        return decide.continued(state, self.guest, self.table, now, fresh)


class Services(NamedTuple):
    """Everything that the actors of one node share.

    `epoch` returns the log's epoch. `forget` drops the actor of a table that does not exist. Without `bot_worker` the
    usual bots move for those that think. `append_took` gets the seconds, by `meter`, that each append took.
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
    meter: Callable[[], float]
    append_took: Callable[[float], None] | None


class TableActor:
    """A table in memory. `state` is None until it is read, and whenever it may disagree with the log."""

    def __init__(self, table: str, services: Services) -> None:
        self.table = table
        self.state: TableState | None = None
        self.last_used = services.clock.now()
        self.connections: Counter[str] = Counter()
        self.subscriptions = Subscriptions()
        self.refusals: dict[tuple[str, str], Refused] = {}
        self._services = services
        self._scheduler = services.scheduler
        self._mailbox: deque[Message] = deque()
        self._busy = False  # a message waits for the log, and all others wait for that message
        self._published_seq = 0  # highest sequence number that any node published
        self._publish_count = 0
        self._latest = 0  # time of the last entry
        self._skew = 0  # milliseconds that the table's time is ahead of the clock, which may have been set back
        self._tasks: set[asyncio.Task[None]] = set()
        self._recovery: Message | None = None  # to be handled before anything else after the table was opened
        self._asked_bots: dict[Seat, int] = {}  # the sequence number at which each thinking bot was asked
        self.unsubscribe = services.bus.subscribe(table, self._on_published)

    @property
    def idle(self) -> bool:
        """True if no message is being handled and nobody is connected."""
        return not self.connections and not self._busy

    @property
    def current(self) -> bool:
        """True if the state in memory is the newest that any node published."""
        return self.state is not None and self._published_seq <= self.state.seq

    def post(self, message: Message) -> None:
        """Put a message into the mailbox. It is handled at once unless another one waits for the log."""
        self._mailbox.append(message)
        self._handle_all()

    def _handle_all(self) -> None:
        while self._mailbox and not self._busy:
            self._handle(self._mailbox.popleft())

    def _handle(self, message: Message) -> None:
        """Handle a message: take the state, decide, append, answer."""
        if isinstance(message, OpeningMessage):
            self._append(message, 0, message.outcome)
            return
        state = self.state
        if state is None or self._published_seq > state.seq or (message.seen > state.seq != message.confirmed):
            self._read_then(message)
            return
        try:
            outcome = message.decide(state, self.now(), Fresh(self._services.draw, self._services.presence.node))
            if outcome.entries:
                self._append(message, state.seq, outcome)
                return
        except Exception as error:
            message.settled(error)
            return
        if message.confirmed != state.seq:
            self._read_then(message)
            return
        if isinstance(message, TimerMessage):  # it fired early: the clock may have been set back
            self._set_timer(deadline(state))
        self._settle(message, state if outcome.answer is None else outcome.answer)

    def _append(self, message: Message, expected: int, outcome: decide.Transition) -> None:
        """Serialize the new entries and append them. PF-31: they are durable before anybody learns of them."""
        wake = deadline(outcome.state)
        raw = [entries.write(entry) for entry in outcome.entries]
        state = outcome.snapshot
        snapshot = None if state is None else Snapshot(state.seq, snapshots.write(state))
        batch = LogBatch(self.table, expected, raw, wake, snapshot, outcome.finished)
        began = 0.0 if self._services.append_took is None else self._services.meter()
        self._services.log.append(batch, partial(self._appended, message, outcome, wake, began))
        self._busy = True

    def _appended(
        self, message: Message, outcome: decide.Transition, wake: int | None, began: float, error: BaseException | None
    ) -> None:
        self._busy = False
        if isinstance(error, Conflict) and message.tries < _MOST_TRIES:
            message.tries += 1
            self._published_seq = max(self._published_seq, outcome.state.seq - len(outcome.entries) + 1)
            self._mailbox.appendleft(message)
        else:
            try:
                if error is None:
                    if self._services.append_took is not None:
                        self._services.append_took(self._services.meter() - began)
                    self._latest = outcome.entries[-1].at
                    self._scheduler.charge(self.table, message.rate_key, len(outcome.entries))
                    self._set_timer(wake)
                    self._show(outcome.state)
                    self._services.bus.publish(self.table, outcome.state.seq)
                    self._ask_bots(outcome.state)
            except Exception as unexpected:
                error = unexpected
            if error is not None:  # only the log knows whether the entries were written
                self.state = None
                self._refresh()
            answer = outcome.state if outcome.answer is None else outcome.answer
            self._settle(message, answer if error is None else error)
        self._handle_all()

    def _ask_bots(self, state: TableState) -> None:
        """Ask the bots that have to think.

        The node that wrote the last entry does this. If it dies, the node that takes over sees the expired deadline and
        plays the default move.
        """
        for seat in to_think(state):
            assert state.deal is not None
            asked = state.deal.turn_seq[seat]
            if self._asked_bots.get(seat) != asked:
                self._asked_bots[seat] = asked
                turn = bot_turn(state, seat)
                settled = partial(self._bot_answered, turn)
                if self._services.bot_worker is None:
                    settled(None)
                else:
                    self._services.bot_worker.think(self._scheduler.rate_key(self.table), turn, settled)
        if (
            self._services.bot_worker is not None
            and state.phase == "between"
            and any(is_thinker(state, seat) for seat in range(len(state.chairs)))
        ):
            self._services.bot_worker.get_ready()

    def _bot_answered(self, turn: BotTurn, action: Any) -> None:
        """Post a bot's action, but not before people can follow it."""
        message = ThoughtMessage(turn.seat, turn.turn_seq, action)
        if self.now() >= turn.earliest:
            self.post(message)
        else:
            self._start(self._post_at(turn.earliest - self._skew, message))

    async def _post_at(self, when: int, message: Message) -> None:
        await self._services.clock.sleep_until(when)
        self.post(message)

    def _show(self, state: TableState) -> None:
        """Make a state the current one and push it to the subscribers."""
        self.state = state
        self._published_seq = max(self._published_seq, state.seq)
        self.subscriptions.changed(state, self.now())

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

    def _settle(self, message: Message, answer: Answer | TableState | BaseException) -> None:
        if isinstance(answer, Refused) and isinstance(message, CommandMessage):
            self.refusals[message.guest, message.command.id] = answer
            if len(self.refusals) > _REFUSALS_REMEMBERED:
                del self.refusals[next(iter(self.refusals))]
        message.settled(answer)

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
        state, count, published = self.state, self._publish_count, self._published_seq
        if state is None:
            state = await self._snapshot()
        more = await self._services.log.read(self.table, 0 if state is None else state.seq)
        gone = state is None and not more
        if state is not None and not more and state.seq < published != UNKNOWN:  # missing entries: is it retired?
            gone = not await self._services.log.read(self.table, state.seq - 1, state.seq)
        if gone:
            self.state = None
            raise NoSuchTable(self.table)
        game = entries.game_of(more[0]) if state is None else state.game
        lost: set[int] = set()
        for number, raw in enumerate(more, start=1):
            entry = entries.read(game, raw)
            state = fold(state, entry)
            if isinstance(entry, entries.Lost):
                lost.add(entry.member)
            elif isinstance(entry, entries.Left):
                lost.discard(entry.member)
            if number % _FOLDED_AT_ONCE == 0:
                await asyncio.sleep(0)
        assert state is not None
        if self.state is None:
            self._recovery = await self._recovery_message(state)
        if self._publish_count == count:  # otherwise more was published during the read
            self._published_seq = state.seq
        if more:
            self._latest = entry.at
            self._scheduler.set_table_timer(self.table, None)  # the node that wrote this has set its timer
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
            return RestoredMessage(epoch)
        presence, node = self._services.presence, state.shuffle.node
        if state.phase == "playing" or node == presence.node or await presence.alive(node):
            return None
        return OrphanedMessage(node)

    async def _snapshot(self) -> TableState | None:
        """PF-36: return the state at the last readable snapshot; None if the whole log has to be folded."""
        snapshot = await self._services.log.snapshot(self.table)
        try:
            return None if snapshot is None else snapshots.read(snapshot.data)
        except snapshots.BadSnapshot:
            return None

    def _start_grace_timers(self, state: TableState) -> None:
        """PF-3: start the grace timer of each member without a connection to this node."""
        for member in state.members:
            if present(member) and member.guest not in self.connections:
                self._scheduler.start_grace(AbsentGuest(self.table, member.guest))

    def _announce_connected(self, state: TableState, lost: Set[int]) -> None:
        """Bring back members that another node declared gone although they are connected to this one."""
        for member in map(state.members.__getitem__, lost):
            if not present(member) and member.guest in self.connections:
                self._mailbox.append(PresenceMessage(member.guest, True, ignore_result))

    def _on_published(self, seq: int) -> None:
        """Handle a wake-up from the bus: read new entries if anybody is connected."""
        if self.state is None or seq > self.state.seq:
            self._published_seq = max(self._published_seq, seq)
            self._publish_count += 1
            self._refresh()

    def _refresh(self) -> None:
        if self.subscriptions:
            self.post(Message(0, self._retry_after_error))

    def _retry_after_error(self, result: Answer | TableState | BaseException) -> None:
        if isinstance(result, Exception) and self.subscriptions:
            self._start(self._retry())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _retry(self) -> None:
        await self._services.clock.sleep_until(self._services.clock.now() + RETRY)
        self._refresh()
