"""CPU time per command: decode, decide, fold, encode for the log and four viewers. No sockets or disk.

    python -m bench.table [game] [seconds]

The first figure is the table alone; the second goes through the service, with an in-memory log and four subscribers.
CPU time of one thread is less sensitive to a busy machine.
"""

from __future__ import annotations

import asyncio
import sys
from time import thread_time
from typing import Any

import msgspec

from chieu.core.game import AnyGame
from chieu.core.rng import Rng
from chieu.games import load
from chieu.online.protocol import commands, wire
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.service import TableService
from chieu.online.storage.local import LocalBus, LocalPresence
from chieu.online.table import decide, entries, project
from chieu.online.table.fold import Fresh, Transaction
from chieu.online.table.opening import open_table
from chieu.online.table.state import TableState
from tests.online.storage.memory import MemoryLog, SeededEntropy, VirtualClock

TABLES = 50
FRESH = Fresh(SeededEntropy(1).draw, "bench")


def seated(game: AnyGame, seats: int) -> TableState:
    order = OpenTable(game=game.name, name="A", seats=seats, pace=0)
    state = open_table(order, "g0", "table", b"s" * 32, 0, FRESH).state
    for number in range(1, seats):
        state = decided(state, f"g{number}", commands.Join(id="j", seq=state.seq, name=f"P{number}"), 0).state
        state = decided(state, f"g{number}", commands.Sit(id="s", seq=state.seq, seat=number), 0).state
    return state


def decided(state: TableState, guest: str, command: commands.AnyCommand, now: int) -> Transaction:
    transaction = Transaction(state, now, FRESH)
    decide.decide(transaction, guest, command)
    return transaction


def table_alone(game: AnyGame, seats: int, seconds: float) -> float:
    """Return microseconds per command, deals and shuffles included."""
    rng, state, count, spent = Rng(1), seated(game, seats), 0, 0.0
    while spent < seconds:
        command: Any
        if state.phase == "between":
            guest, command = "g0", commands.DealNow(id=f"c{count}", seq=state.seq)
        else:
            assert state.deal is not None
            seat = state.deal.to_act[0]
            action = rng.pick(game.legal(state.deal.state, seat))
            guest, command = f"g{seat}", commands.Act(id=f"c{count}", seq=state.seq, action=action)
        raw, seen = wire.write(command), state.seq
        began = thread_time()
        decoded: Any = wire.read(game, raw)
        outcome = decided(state, guest, decoded, 1_000 + count)
        for entry in outcome.entries:
            entries.write(entry)
        state = outcome.state
        parts = [part and msgspec.Raw(wire.write(part)) for part in project.public_part(state, seen)]
        public = project.PublicPart(*parts)
        for seat in range(4):
            wire.write(project.update(state, seat, seen, 0, public))
        wire.write(outcome.answer)
        spent += thread_time() - began
        count += 1
    return 1e6 * spent / count


async def through_the_service(game: AnyGame, seats: int, seconds: float) -> float:
    """Return microseconds per command through the service, with four subscribers per table."""
    service = TableService(MemoryLog(), LocalBus(), LocalPresence(), VirtualClock(0), SeededEntropy(1))
    total = 0

    def push(raw: bytes) -> bool:
        nonlocal total
        total += len(raw)
        return True

    async def play(table: str, rng: Rng) -> int:
        count = 0
        while thread_time() - began < seconds:
            state = service._actors[table].state
            assert state is not None
            command: Any
            if state.phase == "between":
                guest, command = "g0", commands.DealNow(id=f"c{count}", seq=state.seq)
            else:
                assert state.deal is not None
                seat = state.deal.to_act[0]
                action = rng.pick(game.legal(state.deal.state, seat))
                guest, command = f"g{seat}", commands.Act(id=f"c{count}", seq=state.seq, action=action)
            raw = wire.write(command)
            decoded: Any = wire.read(game, raw)
            wire.write(await service.do(table, guest, decoded))
            await asyncio.sleep(0)
            count += 1
        return count

    tables = []
    for _ in range(TABLES):
        table = await service.open(OpenTable(game=game.name, name="A", seats=seats, pace=0), "g0")
        assert isinstance(table, str)
        for number in range(1, seats):
            await service.do(table, f"g{number}", commands.Join(id="j", seq=0, name=f"P{number}"))
            await service.do(table, f"g{number}", commands.Sit(id="s", seq=1, seat=number))
        tables.append(table)
        for number in range(seats):
            await service.subscribe(table, f"g{number}", 0, push)
    began = thread_time()
    counts = await asyncio.gather(*[play(table, Rng(number)) for number, table in enumerate(tables)])
    spent = thread_time() - began
    assert total
    return 1e6 * spent / sum(counts)


def main() -> None:
    game = load(sys.argv[1] if len(sys.argv) > 1 else "xidach")
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    seats = 4 if 4 in game.seats else game.seats[-1]
    alone = table_alone(game, seats, seconds)
    print(f"{game.name}, {seats} seats: the table alone {alone:.0f} µs a command, {1e6 / alone:,.0f} a second")
    cost = asyncio.run(through_the_service(game, seats, seconds))
    print(f"{game.name}, {seats} seats: through the service {cost:.0f} µs a command, {1e6 / cost:,.0f} a second")


if __name__ == "__main__":
    main()
