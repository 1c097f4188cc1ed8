"""The use cases: open a table, follow it, command it, read a deal's record. Any number of houses may share one log.

Everything goes the same way: take the state, decide, append with the number expected, and only then answer and publish.
Who loses the race for a number reads what the others wrote and decides again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from chieu.core.contract import AnyGame
from chieu.house.alarms import Alarms
from chieu.house.audience import Audience, Follower, Push
from chieu.house.guests import link_text
from chieu.house.ports import Bus, Clock, Conflict, Entropy, Log
from chieu.table import decide, entries, sight, wire
from chieu.table.coaching import Question, may_ask, question
from chieu.table.draft import Refusal
from chieu.table.fold import fold_all
from chieu.table.messages import Answer, AnyCommand, OpenTable, Refused
from chieu.table.opening import open_table
from chieu.table.progress import deadline
from chieu.table.recording import record
from chieu.table.state import State

TABLE_BYTES: Final = 12
SECRET_BYTES: Final = 32
GRACE: Final = 20_000  # milliseconds a guest without a connection is still waited for
IDLE: Final = 600_000  # milliseconds until a table that nobody follows leaves memory
SWEEP: Final = 5_000  # milliseconds between looks for tables that a dead process should have woken
BREATH: Final = 50  # milliseconds between two batches of a table that always has more to do: others have a turn
LOOK_AGAIN: Final = 500  # milliseconds until a log that did not answer is read again
_TRIES: Final = 1_000
_REFUSALS_REMEMBERED: Final = 64
_FOREVER: Final = 2**62

Batch: TypeAlias = tuple[Sequence[entries.AnyEntry], State]


class NoSuchTable(LookupError):
    """There is no table of that id."""


class NoSuchRecord(LookupError):
    """The table has had no such deal, or it is not over yet."""


class Absence(NamedTuple):
    """A guest without a connection to a table."""

    table: str
    guest: str


class Attendance(NamedTuple):
    """Somebody's following of a table: `resume` when they can take more again, `end` when they are gone."""

    resume: Callable[[], None]
    end: Callable[[], None]


class Live:
    """A table in memory. `state` is None until it is read, and again whenever memory may not agree with the log."""

    def __init__(self, table: str, now: int) -> None:
        self.table = table
        self.state: State | None = None
        self.told = 0  # the highest number anybody published
        self.lock = asyncio.Lock()
        self.touched = now
        self.followers: Counter[str] = Counter()
        self.audience = Audience()
        self.refusals: dict[tuple[str, str], Refused] = {}
        self.unsubscribe: Callable[[], None] = _nothing


class House:
    """All tables, as one process sees them."""

    def __init__(self, log: Log, bus: Bus, clock: Clock, entropy: Entropy, idle: int = IDLE) -> None:
        self._log = log
        self._bus = bus
        self._clock = clock
        self._entropy = entropy
        self._idle = idle
        self._live: dict[str, Live] = {}
        self._alarms: Alarms[str | Absence] = Alarms()
        self._armed = asyncio.Event()
        self._looking: set[asyncio.Task[None]] = set()

    # Tables

    async def open(self, order: OpenTable, guest: str) -> str | Refused:
        """PF-1: a new table's id, for its link."""
        table = link_text(self._entropy.draw(TABLE_BYTES))
        try:
            batch = open_table(order, guest, table, self._entropy.draw(SECRET_BYTES), self._clock.now())
        except Refusal as refused:
            return Refused("", refused.code, refused.rule, refused.params)
        live = self._at(table)
        async with live.lock:
            await self._append(live, 0, batch)
        return table

    async def game(self, table: str) -> AnyGame:
        """The game a table plays, by which its messages are read."""
        return (await self._current(self._at(table))).game

    async def do(self, table: str, guest: str, command: AnyCommand) -> Answer:
        """What a guest commands. When this returns, what it says is durable. After `Stale` the guest needs a `view`."""
        live = self._at(table)
        if live.state is not None and command.seq > live.state.seq:
            live.told = max(live.told, command.seq)  # the guest has seen more of the log than we have
        answers: list[Answer] = []

        def plan(state: State, now: int) -> Batch:
            before = live.refusals.get((guest, command.id))
            if before is not None and decide.answered(state, guest, command) is None:
                answers.append(before)
                return (), state
            outcome = decide.decide(state, guest, command, now)
            answers.append(outcome.answer)
            return outcome.entries, outcome.state

        await self._change(live, plan)
        answer = answers[-1]
        if isinstance(answer, Refused):
            live.refusals[guest, command.id] = answer
            if len(live.refusals) > _REFUSALS_REMEMBERED:
                del live.refusals[next(iter(live.refusals))]
        return answer

    async def view(self, table: str, guest: str | None) -> bytes:
        """Everything a guest may know, as it is sent."""
        state = await self._current(self._at(table))
        return wire.write(sight.whole(state, guest, self._clock.now()))

    async def record(self, table: str, deal: int) -> str:
        """PF-6: the record of a deal that is over."""
        state = await self._current(self._at(table))
        first, last = state.spans[deal - 1] if 0 < deal <= len(state.spans) else (0, 0)
        if not last:
            raise NoSuchRecord(f"table {table} has no finished deal {deal}")
        span = await self._log.read(table, first - 1, last)
        return record(state.game, [entries.read(state.game, raw) for raw in span])

    async def question(self, table: str, guest: str) -> Question | Refused:
        """PF-42: what a guest who is to act may ask a coach about. It holds everybody's cards: it is for the coach, and
        what goes back to the guest is the coach's answer alone."""
        state = await self._current(self._at(table))
        try:
            seat = may_ask(state, guest)
        except Refusal as refused:
            return Refused("", refused.code, refused.rule, refused.params)
        span = await self._log.read(table, state.spans[-1][0] - 1, state.seq)
        return question(state, seat, [entries.read(state.game, raw) for raw in span])

    # Connections

    async def attend(self, table: str, guest: str | None, seen: int, push: Push) -> Attendance:
        """PF-32: a connection: what the guest has missed since `seen`, then every change, is handed to `push` until the
        attendance ends."""
        live = self._at(table)
        self._enter(live, guest or "")
        try:
            if guest is not None:
                await self._change(live, lambda state, now: decide.returned(state, guest, now))
            state = await self._current(live)
        except BaseException:
            self._leave(live, guest or "")
            raise
        follower = Follower(guest, seen, push)
        live.audience.enter(follower, state, self._clock.now())
        return Attendance(partial(self._resume, live, follower), partial(self._quit, live, follower))

    def _resume(self, live: Live, follower: Follower) -> None:
        follower.free = True
        if live.state is not None:
            live.audience.show(follower, live.state, self._clock.now())

    def _quit(self, live: Live, follower: Follower) -> None:
        live.audience.leave(follower)
        self._leave(live, follower.guest or "")

    def _enter(self, live: Live, guest: str) -> None:
        live.followers[guest] += 1
        self._alarms.set(Absence(live.table, guest), None)

    def _leave(self, live: Live, guest: str) -> None:
        live.followers[guest] -= 1
        live.touched = self._clock.now()
        if live.followers[guest] <= 0:
            del live.followers[guest]
            if live.state is not None and guest in live.state.by_guest:
                self._arm(Absence(live.table, guest), live.touched + GRACE)

    def _miss_absent(self, live: Live, state: State) -> None:
        """PF-3: who was here when the table was last in memory, and has not come back, is waited for as long as anybody
        whose connection is lost."""
        for member in state.members:
            if member.here and member.guest not in live.followers:
                self._arm(Absence(live.table, member.guest), self._clock.now() + GRACE)

    # Time

    def next_wake(self) -> int | None:
        """When `wake` has something to do."""
        return self._alarms.next()

    async def wake(self) -> None:
        """Does what is due: bots' moves, time-outs, guests who did not come back."""
        due = self._alarms.take(self._clock.now())
        failed = [error for error in await asyncio.gather(*map(self._due, due), return_exceptions=True) if error]
        if failed:
            raise failed[0]

    async def _due(self, what: str | Absence) -> None:
        if isinstance(what, Absence):
            guest = what.guest
            await self._change(self._at(what.table), lambda state, now: decide.lost(state, guest, now))
        else:
            await self._change(self._at(what), decide.tick)

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
        before = self._alarms.next()
        self._alarms.set(what, when)
        if when is not None and (before is None or when < before):
            self._armed.set()

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def forget_idle(self) -> int:
        """PF-34: tables that nobody follows leave memory; the log brings them back. How many went."""
        now = self._clock.now()
        idle_ones = [
            live
            for live in self._live.values()
            if not live.followers and not live.lock.locked() and now - live.touched >= self._idle
        ]
        for live in idle_ones:
            self._forget(live)
        return len(idle_ones)

    def _forget(self, live: Live) -> None:
        live.unsubscribe()
        live.unsubscribe = _nothing
        if self._live.get(live.table) is live:
            del self._live[live.table]

    # The one way to change a table

    def _at(self, table: str) -> Live:
        live = self._live.get(table)
        if live is None:
            live = self._live[table] = Live(table, self._clock.now())
            live.unsubscribe = self._bus.subscribe(table, partial(self._hear, live))
        live.touched = self._clock.now()
        return live

    async def _change(self, live: Live, plan: Callable[[State, int], Batch]) -> None:
        """What is written, the log has confirmed to be the next; what comes to nothing is confirmed by looking."""
        async with live.lock:
            looked = -1
            for _ in range(_TRIES):
                state = await self._state(live)
                batch = plan(state, self._clock.now())
                if not batch[0]:
                    if looked == state.seq:
                        self._arm(live.table, deadline(state))
                        return
                    live.told, looked = state.seq + 1, state.seq
                    continue
                try:
                    await self._append(live, state.seq, batch)
                except Conflict:
                    live.told = state.seq + 1
                else:
                    return
        raise Conflict(f"table {live.table}: others were faster {_TRIES} times")

    async def _append(self, live: Live, expected: int, batch: Batch) -> None:
        """PF-31: durable first, then known to others."""
        written, state = batch
        wake = deadline(state)
        try:
            await self._log.append(live.table, expected, [entries.write(entry) for entry in written], wake)
        except Conflict:
            raise
        except BaseException:
            live.state = None  # whether it was written is for the log to say
            self._look_again(live)
            raise
        self._now_at(live, state)
        self._arm(live.table, None if wake is None else max(wake, self._clock.now() + BREATH))
        await self._bus.publish(live.table, state.seq)

    async def _current(self, live: Live) -> State:
        """The state, for who only looks: nobody waits for a command that is being written, unless there is news."""
        if live.state is not None and live.told <= live.state.seq:
            return live.state
        async with live.lock:
            return await self._state(live)

    async def _state(self, live: Live) -> State:
        """The state, with what others wrote since. Called with the table's lock held."""
        state = live.state
        if state is not None and live.told <= state.seq:
            return state
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
        live.told = state.seq
        if live.state is None:
            self._miss_absent(live, state)
        if more:
            self._now_at(live, state)
            self._arm(live.table, deadline(state))
        return state

    def _now_at(self, live: Live, state: State) -> None:
        live.state = state
        live.told = max(live.told, state.seq)
        live.audience.changed(state, self._clock.now())

    def _hear(self, live: Live, seq: int) -> None:
        """A wake-up from the bus: if it is news, it is read for whoever follows."""
        if live.state is None or seq > live.state.seq:
            live.told = max(live.told, seq)
            self._look_again(live)

    def _look_again(self, live: Live) -> None:
        if live.audience:
            task = asyncio.get_running_loop().create_task(self._read_for_audience(live))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _read_for_audience(self, live: Live) -> None:
        while live.audience:
            try:
                await self._current(live)
            except Exception:  # the log does not answer: it will
                await self._clock.sleep_until(self._clock.now() + LOOK_AGAIN)
            else:
                return


def _nothing() -> None:
    """In the place of a subscription."""
