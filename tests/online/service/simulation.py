"""Simulation of a whole evening in milliseconds, reproducible from a seed.

    python -m tests.online.service.simulation --seed 7              one evening, printed line by line
    python -m tests.online.service.simulation --count 5000          many, until one fails

Three nodes share a log. Commands and answers get lost, doubled, late and out of order. A node may die before or after
any write, freeze and go on later with old timers, or be cut off from the log. Wake-ups get lost and doubled; the nodes'
clocks disagree and jump back; bots that think answer late, never or with nonsense. People leave, come back on another
node, change the game, withhold their reveals and send nonsense. The invariants in `check` hold all the same.
"""

from __future__ import annotations

import argparse
import asyncio
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence, Set
from contextlib import aclosing
from functools import partial
from heapq import heappop, heappush
from typing import Any

import msgspec
from msgspec.structs import replace

from chieu.core.field_types import has_scores
from chieu.core.rng import Rng
from chieu.fairness import card_order
from chieu.fairness.manifest import manifest_hash
from chieu.fairness.verify import verify
from chieu.games import all_games
from chieu.online.client.mirror import updated_table
from chieu.online.history.replay import record
from chieu.online.protocol import announcements, commands, fields, wire
from chieu.online.protocol import views as table_view
from chieu.online.protocol.answers import Answer, Done, Refused, Stale
from chieu.online.protocol.commands import OpenTable
from chieu.online.protocol.views import Update, View
from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.service.ports import UNKNOWN, LogBatch, Snapshot, Unavailable
from chieu.online.service.service import SWEEP, TableService
from chieu.online.storage.local import LocalBus
from chieu.online.table import entries, project, snapshots
from chieu.online.table.seating import absent, attended, played_for
from chieu.online.table.state import TableState
from chieu.online.table.turns import BotTurn, deadline
from tests.online.service.following import follow
from tests.online.service.logs import AwaitedLog
from tests.online.storage.appending import append
from tests.online.storage.memory import MemoryLog, SeededEntropy, VirtualClock
from tests.online.table.sitting import fold_all
from tests.real_cards import random_entry
from tests.thinking import THINKER, thinking_bots

NODES = 3
EVENING = 120_000  # milliseconds with faults
MOVES_WITHIN = 10_000  # milliseconds by which a table may be woken late without faults
LATE = 40_000  # and with faults
WRITTEN_WITHIN = 10_000  # milliseconds that a frozen node may need to write that a guest returned
MOST_STEPS = 30_000
LONG_DEAL = 1_000  # entries after which a deal among bots may stay unfinished


class Crash(Exception):
    """A node died."""


class MortalLog(AwaitedLog):
    """The shared log as seen by a node that may die before or after any write, freeze, or be cut off.

    A dead node writes nothing more.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.dead = False
        self.cut_until = 0
        self.frozen: asyncio.Event | None = None  # ends the freeze; None if not frozen

    async def written(self, batch: LogBatch) -> None:
        await self._pause()
        fate = self.world.rng.below(1000) if self.world.faults else 999
        self._die_if(fate < 8)
        if self.world.clients:  # not before the tables are open
            self._misbehave(fate)
        await append(self.world.log, *batch)
        if any(b'"type":"disconnected"' in raw for raw in batch.entries):
            await self.world.check_nobody_here_is_lost(batch.table, len(batch.entries))
        self._die_if(8 <= fate < 16)
        await self._pause()

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        await self._pause()
        return await self.world.log.read(table, after, upto)

    async def snapshot(self, table: str) -> Snapshot | None:
        await self._pause()
        return await self.world.log.snapshot(table)

    async def deal(self, table: str, number: int) -> Sequence[bytes]:
        await self._pause()
        return await self.world.log.deal(table, number)

    async def claim(self, now: int) -> Sequence[str]:
        await self._pause()
        return await self.world.log.claim(now)

    async def epoch(self) -> str:
        return ""

    async def check(self) -> None:
        """Not used."""

    def _misbehave(self, fate: int) -> None:
        world = self.world
        if 16 <= fate < 24:
            self.cut_until = world.clock.now() + 500 + world.rng.below(6_000)
        elif 24 <= fate < 30 and self.frozen is None:
            self.frozen = asyncio.Event()
            world.later(500 + world.rng.below(8_000), self.unfreeze)

    async def unfreeze(self) -> None:
        if self.frozen is not None:
            self.frozen.set()
            self.frozen = None

    async def _pause(self) -> None:
        for _ in range(self.world.rng.below(3)):
            await asyncio.sleep(0)
        if self.frozen is not None:
            await self.frozen.wait()
        self._die_if(False)
        if self.world.faults and self.world.clock.now() < self.cut_until:
            raise Unavailable("cut off")

    def _die_if(self, fate: bool) -> None:
        self.dead |= fate
        if self.dead:
            raise Crash


class OwnClock:
    """Clock of one node: fast or slow by some seconds, and sometimes set anew."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.off = world.rng.below(4_000) - 2_000

    def now(self) -> int:
        return self.world.clock.now() + self.off

    async def sleep_until(self, when: int) -> None:
        await self.world.clock.sleep_until(when - self.off)


class OwnPresence:
    """Connections of one node. A dead node has none."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.node = f"node {world.seed} {world.rng.word()}"
        self.guests: Counter[tuple[str, str]] = Counter()
        self.since: dict[tuple[str, str], int] = {}

    def connected(self, table: str, guest: str) -> None:
        self.guests[table, guest] += 1
        self.since[table, guest] = self.world.clock.now()

    def disconnected(self, table: str, guest: str) -> None:
        self.guests[table, guest] -= 1

    async def anywhere(self, guests: Sequence[tuple[str, str]]) -> Set[tuple[str, str]]:
        return {guest for guest in guests if self.world.is_connected(*guest)}

    async def alive(self, node: str) -> bool:
        return self.world.is_alive(node)

    async def anybody(self, table: str) -> bool:
        return any(self.world.is_connected(*pair) for pair in self.guests if pair[0] == table)


class UnreliableWorker:
    """Bot worker that answers late or never, with an action, with nothing, or with nonsense."""

    def __init__(self, world: World) -> None:
        self.world = world

    def get_ready(self) -> None:
        """There is nothing to prepare."""

    def think(self, rate_key: RateLimitKey, turn: BotTurn, settled: Callable[[Any], None]) -> None:
        rng = self.world.rng
        fate = rng.below(8) if self.world.faults else 7
        if fate == 0:
            return
        answer = None if fate == 1 else "nonsense" if fate == 2 else rng.pick(turn.legal)

        async def answer_late() -> None:
            settled(answer)

        self.world.later(rng.below(2_000 if fate == 3 else 600), answer_late)


class LateBus(LocalBus):
    """Bus whose wake-ups come late, twice, as `UNKNOWN`, or get lost and are followed by `UNKNOWN`."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world

    def publish(self, table: str, seq: int) -> None:
        if not self.world.faults or self.world.rng.below(3) == 0:
            super().publish(table, seq)
            return
        if self.world.rng.below(6) == 0:
            self.world.later(1_000 + self.world.rng.below(3_000), partial(self._deliver, table, UNKNOWN))
            return
        for _ in range(1 + self.world.rng.below(2)):
            published = seq if self.world.rng.below(4) else UNKNOWN
            self.world.later(self.world.rng.below(400), partial(self._deliver, table, published))

    async def _deliver(self, table: str, seq: int) -> None:
        super().publish(table, seq)


class Client:
    """A person with a page, who keeps the last view and acts at random."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.guest = f"guest-{number:02d}-of-{world.seed}"
        self.rng = Rng(world.seed, 1000 + number)
        self.tempo = (600, 2_500, 9_000)[self.rng.below(3)]
        self.table = ""
        self.view: View[Any, Any, Any] | None = None
        self.manifest = ""
        self.node = 0
        self.feed: asyncio.Task[None] | None = None
        self.count = 0
        self.tries: Counter[str] = Counter()
        self.bytes: dict[tuple[int, int], str] = {}

    # The page

    def connect(self) -> None:
        self.disconnect()
        self.node = self.rng.below(len(self.world.services))
        self.feed = self.world.spawn(self._read(self.world.services[self.node]))

    def disconnect(self) -> None:
        if self.feed is not None and not self.feed.done():
            self.feed.cancel()
        self.feed = None

    async def _read(self, service: TableService) -> None:
        seen = 0 if self.view is None else self.view.seq
        async with aclosing(
            follow(service, self.table, self.guest, seen, await self.world.link_key(self.table))
        ) as feed:
            async for raw in feed:
                self._see(wire.read_message(raw))

    def _see(self, message: Any) -> None:
        if isinstance(message, View):
            self.view, self.manifest = message, message.manifest
            return
        assert isinstance(message, Update)
        before = self.view
        assert before is not None
        assert message.after == before.seq, "an update that does not follow on what was seen"
        numbers = [event.seq for event in message.happened]
        assert numbers == sorted(set(numbers))
        assert all(message.after < number <= message.seq for number in numbers)
        self.manifest = next(
            (event.manifest for event in message.happened if isinstance(event, announcements.ManifestPublished)),
            self.manifest,
        )
        self.view = View(
            message.seq,
            message.now,
            before.you,
            updated_table(before.table, message),
            message.deal if message.deal is not None else before.deal,
            (*before.chat, *[event for event in message.happened if isinstance(event, announcements.Said)])[-50:],
        )

    # The network

    def send(self, kind: type[Any], **fields: Any) -> None:
        assert self.view is not None
        self.count += 1
        seq = self.view.seq
        if self.world.faults and self.rng.below(40) == 0:
            seq = max(0, seq - self.rng.below(6) + 1)
        self.post(f"{self.count}", wire.write(kind(id=f"{self.count}", seq=seq, **fields)))

    def post(self, name: str, raw: bytes) -> None:
        """Send a command: lost, doubled or late, and again as long as there is no answer."""
        world = self.world
        copies = (0, 1, 1, 1, 1, 1, 1, 1, 2, 3)[self.rng.below(10)] if world.faults else 1
        for _ in range(copies):
            delay = self.rng.below(60) if self.rng.below(5) else self.rng.below(4_000)
            world.later(delay, lambda: world.deliver(self, name, raw))
        self.tries[name] += 1
        if self.tries[name] < 4:
            world.later(1_500, lambda: self._again(name, raw))

    async def _again(self, name: str, raw: bytes) -> None:
        if (self.guest, name) not in self.world.answers:
            self.post(name, raw)

    # The person

    async def live(self) -> None:
        if not self.world.faults:
            return
        self.world.later(50 + self.rng.below(self.tempo), self.live)
        if self.feed is None or self.feed.done():
            if self.rng.below(3):
                self.connect()
            return
        if self.view is None:
            return
        whim = self.rng.below(100)
        if whim < 2:
            self.disconnect()
        elif whim < 4:
            self.connect()
        elif whim < 6:
            self.world.later(0, lambda: self.world.nonsense(self))
        elif self.view.you.member is None:
            self.send(commands.Join, name=f"Nobody {self.rng.below(5)}", key=self.view.table.key)
        elif whim < 10:
            self.send(commands.Say, text="hi" * self.rng.below(4) + "!")
        elif whim < 11:
            self.send(commands.Leave)
        elif whim < 13:
            self.send(commands.Back)
        elif whim < 14:
            self.send(commands.Rise)
        elif whim < 18:
            self._rule(self.view)
        else:
            self._play(self.view)

    def _rule(self, view: View[Any, Any, Any]) -> None:
        """Send a host's command, whether or not this is the host."""
        table, rng = view.table, self.rng
        seat, member = rng.below(len(table.seats)), rng.below(1 + len(table.seats))
        removed = [number for number, _ in table.removed]
        whim = rng.below(12)
        if removed:
            self.send(commands.Admit, number=rng.pick(removed))
        elif whim < 3:
            self.send(commands.StandIn, seat=seat)
        elif whim < 5:
            self.send(commands.SitOut, seat=seat)
        elif whim < 7:
            self.send(commands.Free, seat=seat)
        elif whim == 7:
            self.send(commands.Remove, member=member)
        elif whim == 8:
            self.send(commands.Lock, on=not table.locked)
        elif whim == 9:
            self.send(commands.RenewLink)
        elif whim == 10:
            self.send(commands.PassHost, member=member)
        else:
            self.send(commands.CutSeats, deal=rng.below(2) == 0)

    def _enter(self, real: table_view.RealTable, table: table_view.TableView) -> None:
        """RT-5: enter, correct or strike out a deal with real cards, or be one of the people at the table."""
        rng, whim = self.rng, self.rng.below(10)
        if whim < 2 and real.unclaimed:
            self.send(commands.Claim, member=rng.pick(real.unclaimed)[0], key=table.key)
        elif whim < 4 and real.entered:
            self.send(commands.StrikeOut, deal=1 + rng.below(real.deal))
        elif real.form is not None:
            match = None if real.match is None else msgspec.convert(real.match, all_games()[table.game].match)
            entry = random_entry(table.game, table.sheet, len(real.chairs), match, real.host, rng)
            if whim < 6 and real.entered:
                self.send(commands.Correct, deal=1 + rng.below(real.deal), entry=entry)
            else:
                game, sheet = table.game, table.sheet
                self.send(commands.Enter, deal=real.deal, game=game, sheet=sheet, chairs=real.chairs, entry=entry)

    def _play(self, view: View[Any, Any, Any]) -> None:
        table, seat = view.table, view.you.seat
        if table.real is not None:
            self._enter(table.real, table)
            return
        if seat is None:
            if self.rng.below(3) == 0:
                self.send(commands.Sit, seat=self.rng.below(len(table.seats)))
        elif table.seats[seat].away:
            self.send(commands.Back)
        elif self._shuffle(table, seat):
            pass
        elif view.deal is not None and view.deal.legal:
            action = self.rng.pick(view.deal.legal)
            self.send(commands.Act, action=action)
        elif table.phase == "between":
            self._between(view)
        elif view.deal is not None and self.rng.below(6) == 0:
            known = self.world.actions[self.table]
            if known:
                self.send(commands.Act, action=self.rng.pick(known))

    def _shuffle(self, table: table_view.TableView, seat: int) -> bool:
        shuffle = table.shuffle
        place = (shuffle.deal, shuffle.attempt)
        if table.phase in ("between", "committing") and place not in self.bytes and self.rng.below(3):
            self.bytes[place] = f"{self.rng.word():08x}" * 8
            commitment = card_order.contribution_commitment(self.table, *place, self.bytes[place])
            self.send(commands.Commit, deal=place[0], attempt=place[1], commitment=commitment, protocol=1)
            return True
        if table.phase == "revealing" and seat in (shuffle.contributors or ()) and seat not in shuffle.revealed:
            if self.rng.below(4):
                contribution = self.bytes.get(place, "00" * 32)
                manifest = manifest_hash(self.manifest)
                self.send(
                    commands.Reveal, deal=place[0], attempt=place[1], contribution=contribution, manifest=manifest
                )
            return True
        return False

    def _between(self, view: View[Any, Any, Any]) -> None:
        table, games = view.table, all_games()
        if self.rng.below(8) == 0 and view.you.seat is not None:
            self.send(commands.SitOut, seat=view.you.seat)
            return
        if view.you.member != table.host:
            self.send(commands.Ready, on=self.rng.below(8) > 0)
            return
        free = [
            seat for seat, chair in enumerate(table.seats) if (chair.member is None and not chair.level) or chair.away
        ]
        whim = self.rng.below(20)
        if whim < 2:
            game = games[table.game] if whim else self.rng.pick(list(games.values()))
            sheet = self.rng.pick(tuple(game.presets))
            clock = fields.TurnClock(5 + self.rng.below(5), self.rng.below(10)) if self.rng.below(2) else None
            seats = self.rng.pick(tuple(game.seats))
            wait = (None, 0, 3, 20)[self.rng.below(4)]
            watch = tuple(member for member in range(len(table.seats)) if self.rng.below(3) == 0)
            change = {"sheet": sheet, "seats": seats, "clock": clock, "wait": wait}
            self.send(commands.Change, **change, game=game.name, watch=watch, end_match=self.rng.below(4) > 0)
        elif free:
            level = ("random", "heuristic", THINKER, None)[self.rng.below(4)]
            self.send(commands.SetBot, seat=self.rng.pick(free), level=level)
        elif whim < 12:
            self.send(commands.DealNow)
        else:
            self.send(commands.Ready)


class World:
    """All nodes, clients and scheduled events, and their time."""

    def __init__(self, seed: int, verbose: bool = False) -> None:
        self.seed = seed
        self.verbose = verbose
        self.rng = Rng(seed, 1)
        self.faults = True
        self.clock = VirtualClock(10**12)
        self.log = MemoryLog()
        self.bus = LateBus(self)
        self.count = 0
        self.events: list[tuple[int, int, Callable[[], Awaitable[None]]]] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.failures: list[BaseException] = []
        self.logs: list[MortalLog] = []
        self.clocks: list[OwnClock] = []
        self.presences: list[OwnPresence] = []
        self.services: list[TableService] = []
        self.next_sweep = self.clock.now()
        self.clients: list[Client] = []
        self.actions: dict[str, list[Any]] = {}  # of each table, all that were done
        self.answers: dict[tuple[str, str], list[Answer]] = {}
        self.crashes = 0
        self.mixed = 0  # tables at which more than one game was played
        self.quiet_from = 0  # time at which the faults ended

    def say(self, *what: object) -> None:
        if self.verbose:
            print(self.clock.now() - 10**12, *what)  # noqa: T201 - asked for by --seed

    # Time

    def later(self, delay: int, what: Callable[[], Awaitable[None]]) -> None:
        self.count += 1
        heappush(self.events, (self.clock.now() + delay, self.count, what))

    def spawn(self, what: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.ensure_future(what)
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if not isinstance(error, Crash | Unavailable):
                self.failures.append(error)

    async def step(self) -> bool:
        """Move to the next event and handle it. Return False if there is none."""
        moments = [
            due - clock.off
            for service, clock, mortal in zip(self.services, self.clocks, self.logs, strict=True)
            if mortal.frozen is None and (due := service.next_wake()) is not None
        ]
        moments += [self.events[0][0]] if self.events else []
        moments += [self.next_sweep] if self.log._wake else []
        if not moments:
            return False
        self.clock.move_to(min(moments))
        now = self.clock.now()
        while self.events and self.events[0][0] <= now:
            self.spawn(heappop(self.events)[2]())
        sweeps = now >= self.next_sweep
        self.next_sweep = now + SWEEP if sweeps else self.next_sweep
        for service, clock, mortal in zip(self.services, self.clocks, self.logs, strict=True):
            if self.faults and self.rng.below(2_000) == 0:
                clock.off = self.rng.below(6_000) - 3_000
            if mortal.frozen is not None:
                continue  # it is frozen, and its timers with it
            if sweeps:
                self.spawn(service.sweep())
            if (due := service.next_wake()) is not None and due <= clock.now():
                self.spawn(service.wake())
        loop: Any = asyncio.get_running_loop()
        await asyncio.sleep(0)
        while loop._ready:  # until no task can go on without time passing
            await asyncio.sleep(0)
        for failure in self.failures:
            raise failure
        await self.bury()
        return True

    # Nodes

    def build(self, number: int) -> None:
        """Start a node, replacing a dead one or as the next one."""
        mortal, clock, presence = MortalLog(self), OwnClock(self), OwnPresence(self)
        entropy = SeededEntropy(self.rng.word())
        service = TableService(mortal, self.bus, presence, clock, entropy, thinker=UnreliableWorker(self))
        self.logs[number : number + 1] = [mortal]
        self.clocks[number : number + 1] = [clock]
        self.presences[number : number + 1] = [presence]
        self.services[number : number + 1] = [service]

    def is_connected(self, table: str, guest: str) -> bool:
        return any(presence.guests[table, guest] > 0 for presence in self.presences)

    def is_alive(self, node: str) -> bool:
        return any(presence.node == node for presence in self.presences)

    async def bury(self) -> None:
        """Replace dead nodes; their connections are lost. Sometimes all nodes die together."""
        if any(mortal.dead for mortal in self.logs) and self.rng.below(3) == 0:
            for mortal in self.logs:
                mortal.dead = True
        for number, mortal in enumerate(self.logs):
            if mortal.dead:
                self.crashes += 1
                self.say("node", number, "died")
                for client in self.clients:
                    if client.node == number:
                        client.disconnect()
                await mortal.unfreeze()
                self.build(number)

    async def deliver(self, client: Client, name: str, raw: bytes) -> None:
        service = self.rng.pick(self.services)
        deal = (await service._state(client.table)).deal
        command = wire.read(None if deal is None else deal.game, raw)
        assert not isinstance(command, commands.Hello)
        answer = await service.do(client.table, client.guest, command)
        self.say(client.guest, command, "->", answer)
        if isinstance(command, commands.Act) and isinstance(answer, Done):
            self.actions[client.table].append(command.action)
        if not self.faults or self.rng.below(10):
            self.answers.setdefault((client.guest, name), []).append(answer)

    async def nonsense(self, client: Client) -> None:
        raw = bytes(client.rng.below(256) for _ in range(client.rng.below(60)))
        try:
            wire.read(None, raw)
        except wire.BadMessage:
            return
        raise AssertionError(f"{raw!r} was taken for a message")

    # The evening

    async def open_tables(self) -> None:
        newcomers: list[Client] = []
        for number in range(1 + self.rng.below(2)):
            game = self.rng.pick(list(all_games().values()))
            rules = self.rng.pick(tuple(game.presets))
            seats = self.rng.pick(tuple(game.seats))
            clock = fields.TurnClock(5, self.rng.below(6)) if self.rng.below(2) else None
            pace = (0, 300, 700)[self.rng.below(3)]
            people = [Client(self, len(newcomers) + index) for index in range(2 + self.rng.below(4))]
            wait = (0, 5, 20, 300)[self.rng.below(4)]
            order = OpenTable(game=game.name, name="Host", seats=seats, sheet=rules, clock=clock, pace=pace, wait=wait)
            table = await self._opened(order, people[0].guest)
            self.say("table", number, table, order)
            self.actions[table] = []
            for client in people:
                client.table = table
                self.later(self.rng.below(500), client.live)
            newcomers += people
        if self.seed % 4 == 1:  # RT-2: and a table with real cards
            people = [Client(self, len(newcomers) + index) for index in range(3)]
            names = ("Minh", "Hoa", "Tí")
            order = OpenTable(game="xidach", name="Host", seats=4, names=names, real=True, enterers="all")
            table = await self._opened(order, people[0].guest)
            self.actions[table] = []
            for client in people:
                client.table = table
                self.later(self.rng.below(500), client.live)
            newcomers += people
        self.clients += newcomers

    async def _opened(self, order: OpenTable, guest: str) -> str:
        while True:
            try:
                table = await self.services[0].open(order, guest)
            except Crash:
                await self.bury()
                continue
            if isinstance(table, Refused):  # the preset does not allow that number of seats
                order = OpenTable(game=order.game, name="Host", seats=all_games()[order.game].seats[-1])
                continue
            return table

    async def evening(self) -> None:
        for number in range(NODES):
            self.build(number)
        await self.open_tables()
        ends = self.clock.now() + EVENING
        steps = 0
        while self.clock.now() < ends and await self.step():
            steps += 1
            assert steps < MOST_STEPS, "time does not pass"
            self.check_nothing_is_stuck()
        self.faults = False
        self.quiet_from = self.clock.now()
        for mortal in self.logs:
            await mortal.unfreeze()
        await self.go_home()
        await self.check()
        for client in self.clients:
            client.disconnect()
        await asyncio.sleep(0)

    async def go_home(self) -> None:
        """End the evening without faults.

        Everybody reconnects, sees the same view as everybody else, and leaves, except for one witness. Then every deal
        ends, or goes on among bots.
        """
        witnesses = [Client(self, len(self.clients) + number) for number in range(len(self.actions))]
        for witness, table in zip(witnesses, self.actions, strict=True):
            witness.table = table
            self.clients.append(witness)
        await self.settle_down()  # commands in flight may still renew a link
        for client in self.clients:
            client.connect()
        self.later(50, self.bury)
        await self.settle_down()
        for client in self.clients:
            view = client.view
            if view is not None and view.you.member == view.table.host and view.table.locked:
                client.send(commands.Lock, on=False)
        await self.settle_down()
        for client in self.clients:  # strangers could not watch a locked table
            client.connect()
        self.later(50, self.bury)
        await self.settle_down()
        for witness in witnesses:
            assert witness.view is not None
            witness.send(commands.Join, name="Witness", key=witness.view.table.key)
        await self.settle_down()
        for client in self.clients:
            fresh = wire.read_message(await self.services[0].view(client.table, client.guest))
            shown = client.view
            assert shown is not None
            assert (shown.seq, shown.you, shown.table, shown.deal) == (fresh.seq, fresh.you, fresh.table, fresh.deal)
            assert shown.chat == fresh.chat
            if client not in witnesses and fresh.you.member is not None:
                client.send(commands.Leave)
        length = {table: len(await self.log.read(table)) for table in self.actions}
        for _ in range(MOST_STEPS):
            grown = [len(await self.log.read(table)) - before for table, before in length.items()]
            if max(grown) > LONG_DEAL or not (self.events or self.log._wake):
                break
            await self.step()
        for table in self.actions:
            state = await self.state(table)
            assert (deadline(state) is None) == (state.phase == "between"), f"{table} neither ends nor goes on"
            assert state.phase == "between" or max(grown) > LONG_DEAL

    async def settle_down(self) -> None:
        """Step until no event is scheduled."""
        for _ in range(MOST_STEPS):
            if not self.events or not await self.step():
                break

    # Invariants

    async def link_key(self, table: str) -> str:
        """Return the key of the current link."""
        for raw in reversed(await self.log.read(table)):
            if b'"type":"key_renewed"' in raw:
                event = entries.read_plain(raw).event
                assert isinstance(event, entries.KeyRenewed)
                return event.key
        return ""

    async def state(self, table: str) -> TableState:
        raw = await self.log.read(table)
        state = fold_all(entries.read_all(raw))
        assert state is not None
        return state

    def check_nothing_is_stuck(self) -> None:
        """PF-39: no table waits for long to be woken.

        Every other table is between deals, waits for people who are present, or was left by all.
        """
        since = self.clock.now() - (LATE if self.faults else MOVES_WITHIN)
        for table, when in self.log._wake.items():
            assert max(when, self.quiet_from) >= since, f"nobody wakes {table}"
        for service in self.services:
            for table, live in service._actors.items():
                state = live.state
                if state is None or state.seq < len(self.log._tables[table]):
                    continue  # this node has yet to read some entries
                due = deadline(state)
                assert due == self.log._wake.get(table)
                if due is None and state.phase != "between" and attended(state):
                    assert state.deal is not None
                    assert state.deal.to_act
                    assert not any(played_for(state.chairs[state.deal.chairs[seat]]) for seat in state.deal.to_act)
                    assert state.clock is None, "time runs for whoever is here"
                    assert not any(absent(state, state.deal.chairs[seat]) for seat in state.deal.to_act), (
                        "nobody is waited for without end"
                    )

    async def check_nobody_here_is_lost(self, table: str, latest: int) -> None:
        """PF-39: a guest who is connected to a live node is never declared gone.

        Except for the moment that the node needs to write that the guest returned.
        """
        raw = await self.log.read(table)
        log = entries.read_all(raw)
        state = fold_all(log[:-latest])
        assert state is not None
        for entry in log[-latest:]:
            if isinstance(entry.event, entries.Disconnected):
                guest = state.members[entry.event.member].guest
                for presence, mortal in zip(self.presences, self.logs, strict=True):
                    if presence.guests[table, guest] > 0 and not mortal.dead:
                        assert self.clock.now() - presence.since[table, guest] < WRITTEN_WITHIN, f"{guest} is here"

    async def check(self) -> None:
        for table in self.actions:
            raw = await self.log.read(table)
            written = entries.read_all(raw)
            state = await self.state(table)
            assert state.seq == len(written), "numbers are contiguous"
            assert [entries.write(entry) for entry in written] == list(raw)
            self.check_causes(table, written)
            await self.check_live(table, state)
            assert sum(state.ledger.values()) == 0, "chips are conserved"
            deal = state.deal
            if deal is not None:
                assert list(deal.chairs) == sorted(set(deal.chairs)), "each seat has a chair of its own"
                if not has_scores(deal.game.match) and set(deal.chairs) & set(deal.out):
                    played_for = [chair for chair in deal.out if chair in deal.chairs]
                    fewer = len(deal.chairs) - len(played_for)
                    same = (deal.game, deal.sheet) == (state.game, state.sheet)
                    assert fewer < deal.game.seats[0] or not same, "bots play only if needed"
            totals: Counter[str] = Counter()
            played: list[str] = []
            if state.real:
                for entered in state.entered:
                    for member, chips in zip(entered.members, entered.payoff, strict=True):
                        totals[f"member {member}"] += 0 if entered.struck else chips
                assert state.ledger == totals, "the ledger is the sum of the deals"
                assert [entered.number for entered in state.entered] == list(range(1, state.deals + 1))
                continue
            for number in range(1, state.deals + 1):
                span = entries.read_all(await self.log.deal(table, number))
                (verified,) = verify(all_games(), record(span).splitlines())
                played.append(verified.game)
                assert verified.proof.deal == number
                assert sum(verified.result) == 0
                totals["chips"] += sum(abs(chips) for chips in verified.result)
            assert tuple(dict.fromkeys(played)) == state.games
            self.mixed += len(state.games) > 1
            self.say(table, "deals", state.deals, "entries", state.seq, "chips moved", totals["chips"])

    def check_causes(self, table: str, written: Sequence[entries.AnyEntry]) -> None:
        """PF-30: each command has one effect, and acknowledged commands are in the log."""
        effects: dict[tuple[str, str], int] = {}
        for number, entry in enumerate(written, start=1):
            if entry.cause is not None:
                name = (entry.cause.guest, entry.cause.id)
                assert name not in effects, f"{name} took effect twice"
                effects[name] = number
        people = {client.guest for client in self.clients if client.table == table}
        for name, answers in self.answers.items():
            if name[0] not in people:
                continue
            accepted = [answer for answer in answers if isinstance(answer, Done)]
            assert answers[-len(accepted) :] == accepted or not accepted, f"{name} was done, and then it was not"
            assert len(set(accepted)) <= 1
            for answer in accepted:
                assert effects.get(name) == answer.seq, f"{name} was acknowledged and is not in the log"
            if name not in effects:
                assert all(isinstance(answer, Refused | Stale) for answer in answers)

    async def check_live(self, table: str, state: TableState) -> None:
        """The folded log equals the state in memory, and every node shows the same."""
        for service in self.services:
            for client in self.clients:
                if client.table == table:
                    shown = await service.view(table, client.guest)
                    assert shown == wire.write(project.full_view(state, client.guest, service._actors[table].now()))
            live = service._actors[table].state
            assert live is not None
            assert _without_trail(live) == _without_trail(state)
        snapshot = await self.log.snapshot(table)
        if snapshot is not None:  # folding the later entries onto it must give the state
            rest = entries.read_all(await self.log.read(table, snapshot.seq))
            restored = fold_all(rest, snapshots.read(snapshot.data))
            assert restored is not None
            assert _without_trail(restored) == _without_trail(state)


def _without_trail(state: TableState) -> TableState:
    """Drop the trail, which depends on when the table came into memory."""
    return replace(state, trail=(), trail_from=0)


def simulate(seed: int, verbose: bool = False) -> World:
    """Simulate an evening. Errors carry a note on how to reproduce them."""
    try:
        with thinking_bots():
            world = World(seed, verbose)
            asyncio.run(world.evening())
    except BaseException as error:
        error.add_note(f"reproduce:  python -m tests.online.service.simulation --seed {seed}")
        raise
    return world


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate evenings at which everything goes wrong.")
    parser.add_argument("--seed", type=int, help="one evening, printed line by line")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    if options.seed is not None:
        simulate(options.seed, verbose=True)
        return
    counts: Counter[str] = Counter()
    for seed in range(options.first, options.first + options.count):
        try:
            world = simulate(seed)
        except BaseException:
            traceback.print_exc()
            raise SystemExit(1) from None
        counts["evenings"] += 1
        counts["crashes"] += world.crashes
        counts["tables with several games"] += world.mixed
        counts["entries"] += sum(map(len, world.log._tables.values()))
    print(dict(counts))  # noqa: T201 - the result


if __name__ == "__main__":
    main()
