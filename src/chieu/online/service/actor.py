"""A table is an actor: whatever changes it is a message in its mailbox, and `TableActor._handle` is the one function
that handles them, one after the other: take the state, decide, append, show, answer.

Safety is the log's compare-and-set on the table's number. Who loses the race for a number reads what the others wrote
and decides again. Appending and reading are waited for by callbacks: a command needs no task and no lock of asyncio.

Who wrote to a table last sets its timer; everybody else stops theirs when they hear of it. Where the last writer does
not do what it should, others claim the table from the log. That only decides who does the work: whoever is wrong about
it loses the race for a number and nothing else.

Compiled where it can be.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Set
from functools import partial
from typing import Any, Final, NamedTuple

from chieu.core.game import Seat
from chieu.online.protocol.answers import Answer, Refused
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.service.mailbox import (
    CommandMessage,
    Message,
    OpeningMessage,
    OrphanedMessage,
    PresenceMessage,
    RestoredMessage,
    ThoughtMessage,
    TimerMessage,
    nobody_waits,
)
from chieu.online.service.ports import UNKNOWN, Bus, Clock, Conflict, Log, LogBatch, Presence, Snapshot
from chieu.online.service.scheduler import AbsentGuest
from chieu.online.service.subscriptions import Subscriptions
from chieu.online.table import decide, entries, snapshots
from chieu.online.table.draft import Fresh
from chieu.online.table.fold import fold
from chieu.online.table.seating import present
from chieu.online.table.state import TableState
from chieu.online.table.thinking import BotTurn, bot_turn, is_thinker, to_think
from chieu.online.table.turns import deadline

GRACE: Final = 5_000  # milliseconds without a connection until the table is told: most come back sooner
BREATHER: Final = 50  # milliseconds between two batches of a table that always has more to do: others get their turn
RETRY: Final = 500  # milliseconds until a log that did not answer is read again
_TRIES: Final = 1_000
_REFUSALS_REMEMBERED: Final = 64
_FOLDED_AT_ONCE: Final = 200  # entries, some milliseconds; then others get their turn


class NoSuchTable(LookupError):
    """There is no table of that id."""


class Services(NamedTuple):
    """What actors need of the world. `epoch` is the log's, asked for once; `arm` sets a timer, or stops it; `watch`
    starts the grace timer of a guest unless it runs; `forget` is told of a table that does not exist, `wrote` how many
    entries were written to one and at whose cost (None: of whoever pays for its bots); `think` has a bot of a table
    think, and `get_ready` says that this will come."""

    log: Log
    bus: Bus
    presence: Presence
    clock: Clock
    draw: Callable[[int], bytes]
    epoch: Callable[[], Awaitable[str]]
    arm: Callable[[str, int | None], None]
    watch: Callable[[AbsentGuest], None]
    forget: Callable[[str], None]
    wrote: Callable[[str, RateLimitKey | None, int], None]
    think: Callable[[str, BotTurn, Callable[[Any], None]], None]
    get_ready: Callable[[], None]


class TableActor:
    """A table in memory. `state` is None until it is read, and again whenever memory may not agree with the log."""

    def __init__(self, table: str, services: Services) -> None:
        self.table = table
        self.state: TableState | None = None
        self.last_used = services.clock.now()
        self.connections: Counter[str] = Counter()
        self.audience = Subscriptions()
        self.refusals: dict[tuple[str, str], Refused] = {}
        self._services = services
        self._mailbox: deque[Message] = deque()
        self._busy = False  # a message waits for the log; all others wait for it
        self._published_seq = 0  # the highest number anybody published
        self._publish_count = 0  # how often somebody did
        self._latest = 0  # the time of the last entry
        self._skew = 0  # how far the table's time is ahead of the clock, which may have been set back
        self._tasks: set[asyncio.Task[None]] = set()
        self._found: Message | None = None  # what an opened table needs before anything else
        self._thinking: dict[Seat, int] = {}  # since which number bots that think have been asked
        self.unsubscribe = services.bus.subscribe(table, self._wake_up)

    @property
    def idle(self) -> bool:
        """Nothing is under way and nobody is connected."""
        return not self.connections and not self._busy

    @property
    def current(self) -> bool:
        """Whether the state in memory is the newest that anybody published."""
        return self.state is not None and self._published_seq <= self.state.seq

    def post(self, message: Message) -> None:
        """Puts a message into the mailbox; where nothing is under way it is handled at once."""
        self._mailbox.append(message)
        self._handle_all()

    def _handle_all(self) -> None:
        while self._mailbox and not self._busy:
            self._handle(self._mailbox.popleft())

    def _handle(self, message: Message) -> None:
        """The one way through the house."""
        if isinstance(message, OpeningMessage):
            self._append(message, 0, message.outcome)
            return
        state = self.state
        if state is None or self._published_seq > state.seq or (message.seen > state.seq != message.confirmed):
            self._read_then(message)
            return
        try:
            outcome = message.decide(state, self.now(), Fresh(self._services.draw, self._services.presence.house))
            if outcome.entries:
                self._append(message, state.seq, outcome)
                return
        except Exception as error:
            message.settled(error)
            return
        if message.confirmed != state.seq:
            self._read_then(message)
            return
        if isinstance(message, TimerMessage):  # too early: it may be that the clock was set back
            self._arm(deadline(state), BREATHER)
        self._settle(message, state if outcome.answer is None else outcome.answer)

    def _append(self, message: Message, expected: int, outcome: decide.Transition) -> None:
        """PF-31: durable first, then known to others."""
        wake = deadline(outcome.state)
        written = [entries.write(entry) for entry in outcome.entries]
        kept = outcome.snapshot
        snapshot = None if kept is None else Snapshot(kept.seq, snapshots.write(kept))
        batch = LogBatch(self.table, expected, written, wake, snapshot, outcome.finished)
        self._services.log.append(batch, partial(self._appended, message, outcome, wake))
        self._busy = True

    def _appended(
        self, message: Message, outcome: decide.Transition, wake: int | None, error: BaseException | None
    ) -> None:
        self._busy = False
        if isinstance(error, Conflict) and message.tries < _TRIES:
            message.tries += 1
            self._published_seq = max(self._published_seq, outcome.state.seq - len(outcome.entries) + 1)
            self._mailbox.appendleft(message)
        else:
            try:
                if error is None:
                    self._latest = outcome.entries[-1].at
                    self._services.wrote(self.table, message.rate_key, len(outcome.entries))
                    self._arm(wake, BREATHER)
                    self._show(outcome.state)
                    self._services.bus.publish(self.table, outcome.state.seq)
                    self._have_thought(outcome.state)
            except Exception as unexpected:
                error = unexpected
            if error is not None:  # whether something was written is for the log to say
                self.state = None
                self._read_for_audience()
            answer = outcome.state if outcome.answer is None else outcome.answer
            self._settle(message, answer if error is None else error)
        self._handle_all()

    def _have_thought(self, state: TableState) -> None:
        """Asks the bots that have to think. Who wrote last does that; where it dies, whoever takes over finds them
        late, and moves for them."""
        for seat in to_think(state):
            assert state.deal is not None
            asked = state.deal.asked[seat]
            if self._thinking.get(seat) != asked:
                self._thinking[seat] = asked
                turn = bot_turn(state, seat)
                self._services.think(self.table, turn, partial(self._was_thought, turn))
        if state.phase == "between" and any(is_thinker(state, seat) for seat in range(len(state.chairs))):
            self._services.get_ready()

    def _was_thought(self, turn: BotTurn, action: Any) -> None:
        """A bot has come to something, perhaps sooner than people can follow."""
        message = ThoughtMessage(turn.seat, turn.asked, action)
        if self.now() >= turn.earliest:
            self.post(message)
        else:
            self._start(self._post_at(turn.earliest - self._skew, message))

    async def _post_at(self, when: int, message: Message) -> None:
        await self._services.clock.sleep_until(when)
        self.post(message)

    def _show(self, state: TableState) -> None:
        """There is a new state: everybody who is connected sees it."""
        self.state = state
        self._published_seq = max(self._published_seq, state.seq)
        self.audience.changed(state, self.now())

    def now(self) -> int:
        """The table's time, which never goes back."""
        now = self._services.clock.now() + self._skew
        if now < self._latest:
            self._skew += self._latest - now
            return self._latest
        return now

    def _arm(self, wake: int | None, breather: int) -> None:
        """Sets the timer, or stops it. A table that always has more to do gives others their turn in between."""
        if wake is not None:
            wake = max(wake, self.now() + breather) - self._skew
        self._services.arm(self.table, wake)

    def _settle(self, message: Message, answer: Answer | TableState | BaseException) -> None:
        if isinstance(answer, Refused) and isinstance(message, CommandMessage):
            self.refusals[message.guest, message.command.id] = answer
            if len(self.refusals) > _REFUSALS_REMEMBERED:
                del self.refusals[next(iter(self.refusals))]
        message.settled(answer)

    # Reading what others wrote

    def _read_then(self, message: Message) -> None:
        """Reads what the log has beyond the state, and then handles the message again."""
        self._busy = True
        task = asyncio.get_running_loop().create_task(self._read())
        self._tasks.add(task)
        task.add_done_callback(partial(self._was_read, message))

    def _was_read(self, message: Message, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._busy = False
        error = asyncio.CancelledError() if task.cancelled() else task.exception()
        if error is None and self.state is not None:
            message.confirmed = self.state.seq
            self._mailbox.appendleft(message)
            if self._found is not None:
                self._mailbox.appendleft(self._found)
                self._found = None
        else:
            if isinstance(error, NoSuchTable):
                self._services.forget(self.table)
            message.settled(error or NoSuchTable(self.table))
        self._handle_all()

    async def _read(self) -> None:
        state, count, told_of = self.state, self._publish_count, self._published_seq
        if state is None:
            state = await self._snapshot()
        more = await self._services.log.read(self.table, 0 if state is None else state.seq)
        gone = state is None and not more
        if state is not None and not more and state.seq < told_of != UNKNOWN:  # there should be more: is it retired?
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
            self._found = await self._left_behind(state)
        if self._publish_count == count:  # else there was more while we read
            self._published_seq = state.seq
        if more:
            self._latest = entry.at
            self._services.arm(self.table, None)  # who wrote this has set theirs
        if more or self.state is None:
            self._start_grace_timers(state)
            self._bring_back(state, lost)
            self._show(state)

    async def _left_behind(self, state: TableState) -> Message | None:
        """PF-22: what others left behind that must not go on as it was: everything of a store that went back to a
        back-up; a shuffle whose seed was drawn by a house that is gone, where another may run all the same."""
        epoch = await self._services.epoch()
        if epoch > state.epoch:
            return RestoredMessage(epoch)
        presence, house = self._services.presence, state.shuffle.house
        if state.phase == "playing" or house == presence.house or await presence.alive(house):
            return None
        return OrphanedMessage(house)

    async def _snapshot(self) -> TableState | None:
        """PF-36: the state at the last snapshot; None if there is none that can be read, and all has to be folded."""
        kept = await self._services.log.snapshot(self.table)
        try:
            return None if kept is None else snapshots.read(kept.data)
        except snapshots.BadSnapshot:
            return None

    def _start_grace_timers(self, state: TableState) -> None:
        """PF-3: of members without a connection to this house."""
        for member in state.members:
            if present(member) and member.guest not in self.connections:
                self._services.watch(AbsentGuest(self.table, member.guest))

    def _bring_back(self, state: TableState, lost: Set[int]) -> None:
        """Whom another house declared gone while they were connected to this one, which it could not hear of."""
        for member in map(state.members.__getitem__, lost):
            if not present(member) and member.guest in self.connections:
                self._mailbox.append(PresenceMessage(member.guest, True, nobody_waits))

    def _wake_up(self, seq: int) -> None:
        """A wake-up from the bus: if it is news, it is read for whoever is connected."""
        if self.state is None or seq > self.state.seq:
            self._published_seq = max(self._published_seq, seq)
            self._publish_count += 1
            self._read_for_audience()

    def _read_for_audience(self) -> None:
        if self.audience:
            self.post(Message(0, self._read_again_later))

    def _read_again_later(self, answer: Answer | TableState | BaseException) -> None:
        """A log that does not answer will."""
        if isinstance(answer, Exception) and self.audience:
            self._start(self._retry())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _retry(self) -> None:
        await self._services.clock.sleep_until(self._services.clock.now() + RETRY)
        self._read_for_audience()
