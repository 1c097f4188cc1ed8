"""The tables in memory, and the one way to change them: take the state, decide, append with the number expected, and
only then answer and publish. Who loses the race for a number reads what the others wrote and decides again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from chieu.house.audience import Audience
from chieu.house.callback_lock import CallbackLock
from chieu.house.ports import Bus, Clock, Conflict, Log
from chieu.table import decide, entries
from chieu.table.fold import fold_all
from chieu.table.messages import Answer, AnyCommand, Refused
from chieu.table.progress import deadline
from chieu.table.state import State

GRACE: Final = 20_000  # milliseconds a guest without a connection is still waited for
BREATH: Final = 50  # milliseconds between two batches of a table that always has more to do: others have a turn
LOOK_AGAIN: Final = 500  # milliseconds until a log that did not answer is read again
_TRIES: Final = 1_000
_REFUSALS_REMEMBERED: Final = 64

Batch: TypeAlias = tuple[Sequence[entries.AnyEntry], State]
Answered: TypeAlias = Callable[[Answer | BaseException], None]
"""Gets the answer to a command, or the error that there was instead. It raises nothing."""


class NoSuchTable(LookupError):
    """There is no table of that id."""


class Absence(NamedTuple):
    """A guest without a connection to a table."""

    table: str
    guest: str


Arm: TypeAlias = Callable[[str | Absence, int | None], None]


class LoadedTable:
    """A table in memory. `state` is None until it is read, and again whenever memory may not agree with the log."""

    def __init__(self, table: str, now: int) -> None:
        self.table = table
        self.state: State | None = None
        self.published_seq = 0  # the highest number anybody published
        self.publish_count = 0  # how often somebody did
        self.lock = CallbackLock()  # to change it
        self.touched = now
        self.connections: Counter[str] = Counter()
        self.audience = Audience()
        self.refusals: dict[tuple[str, str], Refused] = {}
        self.unsubscribe: Callable[[], None] = _nothing


class PendingCommand(NamedTuple):
    """A guest's command to a table, and who waits for the answer."""

    live: LoadedTable
    guest: str
    command: AnyCommand
    answered: Answered


class Tables:
    """The tables that are in memory. `arm` is told when something is to be done, and when not any more."""

    def __init__(self, log: Log, bus: Bus, clock: Clock, arm: Arm) -> None:
        self._log = log
        self._bus = bus
        self._clock = clock
        self._arm = arm
        self.live: dict[str, LoadedTable] = {}
        self._at_work: set[asyncio.Task[None]] = set()

    def at(self, table: str) -> LoadedTable:
        live = self.live.get(table)
        if live is None:
            live = self.live[table] = LoadedTable(table, self._clock.now())
            live.unsubscribe = self._bus.subscribe(table, partial(self._hear, live))
        live.touched = self._clock.now()
        return live

    def forget_idle(self, idle: int) -> int:
        """PF-34: tables that nobody has followed for `idle` leave memory; the log brings them back. How many went."""
        now = self._clock.now()
        idle_ones = [
            live
            for live in self.live.values()
            if not live.connections and not live.lock.locked and now - live.touched >= idle
        ]
        for live in idle_ones:
            self._forget(live)
        return len(idle_ones)

    def _forget(self, live: LoadedTable) -> None:
        live.unsubscribe()
        live.unsubscribe = _nothing
        if self.live.get(live.table) is live:
            del self.live[live.table]

    def begin(self, pending: PendingCommand) -> None:
        """A command, with the table's turn: where memory agrees with the log and it comes to something, as nearly
        always, no task is needed for it."""
        try:
            begun = self._begun(pending)
        except Exception:  # whatever it is, it will come up again, and be told
            begun = False
        if not begun:
            self._start(self._do_at_length(pending))

    def _begun(self, pending: PendingCommand) -> bool:
        live, state = pending.live, pending.live.state
        if state is None or live.published_seq > state.seq or pending.command.seq > state.seq:
            return False
        outcome = self._outcome(pending, state)
        if not outcome.entries:
            return False
        wake = deadline(outcome.state)
        appended = self._log.append(live.table, state.seq, [entries.write(entry) for entry in outcome.entries], wake)
        done = appended if isinstance(appended, asyncio.Future) else asyncio.ensure_future(appended)
        done.add_done_callback(partial(self._appended, pending, outcome, wake))
        return True

    def _appended(
        self, pending: PendingCommand, outcome: decide.Outcome, wake: int | None, appended: asyncio.Future[None]
    ) -> None:
        live = pending.live
        error = asyncio.CancelledError() if appended.cancelled() else appended.exception()
        if isinstance(error, Conflict):
            live.published_seq = max(live.published_seq, outcome.state.seq)
            self._start(self._do_at_length(pending))
            return
        try:
            if error is None:
                self._now_known(live, outcome.state, wake)
        except Exception as unexpected:
            error = unexpected
        if error is not None:
            self._doubt(live)
        try:
            pending.answered(outcome.answer if error is None else error)
        finally:
            live.lock.release()

    async def _do_at_length(self, pending: PendingCommand) -> None:
        """A command, with the table's turn, and all the time it takes."""
        live, command = pending.live, pending.command
        answers: list[Answer] = []

        def plan(state: State, now: int) -> Batch:
            del now
            outcome = self._outcome(pending, state)
            answers.append(outcome.answer)
            return outcome.entries, outcome.state

        answer: Answer | BaseException
        try:
            if live.state is not None and command.seq > live.state.seq:
                live.published_seq = max(live.published_seq, command.seq)  # the guest has seen more than we
            await self._decided(live, plan)
            answer = answers[-1]
        except BaseException as error:
            answer = error
        if isinstance(answer, Refused):
            live.refusals[pending.guest, command.id] = answer
            if len(live.refusals) > _REFUSALS_REMEMBERED:
                del live.refusals[next(iter(live.refusals))]
        try:
            pending.answered(answer)
        finally:
            live.lock.release()

    def _outcome(self, pending: PendingCommand, state: State) -> decide.Outcome:
        """What a command comes to; one that was refused before is refused again."""
        guest, command = pending.guest, pending.command
        before = pending.live.refusals.get((guest, command.id))
        if before is not None and decide.answered(state, guest, command) is None:
            return decide.Outcome(before, (), state)
        return decide.decide(state, guest, command, self._clock.now())

    async def change(self, live: LoadedTable, plan: Callable[[State, int], Batch]) -> None:
        async with live.lock:
            await self._decided(live, plan)

    async def _decided(self, live: LoadedTable, plan: Callable[[State, int], Batch]) -> None:
        """What is written, the log has confirmed to be the next; what comes to nothing is confirmed by looking."""
        looked = -1
        for _ in range(_TRIES):
            state = await self._state(live)
            batch = plan(state, self._clock.now())
            if not batch[0]:
                if looked == state.seq:
                    self._arm(live.table, deadline(state))
                    return
                live.published_seq, looked = state.seq + 1, state.seq
                continue
            try:
                await self.append(live, state.seq, batch)
            except Conflict:
                live.published_seq = state.seq + 1
            else:
                return
        raise Conflict(f"table {live.table}: others were faster {_TRIES} times")

    async def append(self, live: LoadedTable, expected: int, batch: Batch) -> None:
        """PF-31: durable first, then known to others."""
        written, state = batch
        wake = deadline(state)
        try:
            await self._log.append(live.table, expected, [entries.write(entry) for entry in written], wake)
        except Conflict:
            raise
        except BaseException:
            self._doubt(live)
            raise
        self._now_known(live, state, wake)

    def _now_known(self, live: LoadedTable, state: State, wake: int | None) -> None:
        self._now_at(live, state)
        self._arm(live.table, None if wake is None else max(wake, self._clock.now() + BREATH))
        self._bus.publish(live.table, state.seq)

    def _doubt(self, live: LoadedTable) -> None:
        """Whether something was written is for the log to say."""
        live.state = None
        self._look_again(live)

    async def current(self, live: LoadedTable) -> State:
        """The state, for who only looks: nobody waits for a command that is being written, unless there is news."""
        if live.state is not None and live.published_seq <= live.state.seq:
            return live.state
        async with live.lock:
            return await self._state(live)

    async def _state(self, live: LoadedTable) -> State:
        """The state, with what others wrote since. Called with the table's turn."""
        state = live.state
        if state is not None and live.published_seq <= state.seq:
            return state
        heard = live.publish_count
        more = await self._log.read(live.table, 0 if state is None else state.seq)
        if state is None:
            if not more:
                self._forget(live)
                raise NoSuchTable(live.table)
            game = entries.game_of(more[0])
        else:
            game = state.game
        state = fold_all([entries.read(game, raw) for raw in more], state)
        assert state is not None
        if live.publish_count == heard:  # else there was more while we read
            live.published_seq = state.seq
        if live.state is None:
            self._start_grace_timers(live, state)
        if more:
            self._now_at(live, state)
            self._arm(live.table, deadline(state))
        return state

    def _start_grace_timers(self, live: LoadedTable, state: State) -> None:
        """PF-3: who was here when the table was last in memory, and has not come back, is waited for as long as anybody
        whose connection is lost."""
        for member in state.members:
            if member.here and member.guest not in live.connections:
                self._arm(Absence(live.table, member.guest), self._clock.now() + GRACE)

    def _now_at(self, live: LoadedTable, state: State) -> None:
        live.state = state
        live.published_seq = max(live.published_seq, state.seq)
        live.audience.changed(state, self._clock.now())

    def _hear(self, live: LoadedTable, seq: int) -> None:
        """A wake-up from the bus: if it is news, it is read for whoever follows."""
        if live.state is None or seq > live.state.seq:
            live.published_seq = max(live.published_seq, seq)
            live.publish_count += 1
            self._look_again(live)

    def _look_again(self, live: LoadedTable) -> None:
        if live.audience:
            self._start(self._read_for_audience(live))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _read_for_audience(self, live: LoadedTable) -> None:
        while live.audience:
            try:
                await self.current(live)
            except Exception:  # the log does not answer: it will
                await self._clock.sleep_until(self._clock.now() + LOOK_AGAIN)
            else:
                return


def _nothing() -> None:
    """In the place of a subscription."""
