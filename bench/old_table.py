"""PF-36: time to open a table with a very long log, and how long that blocks the event loop.

    python -m bench.old_table [--deals 10000] [--entries 100]

Plays deals of Xì Dách at one table into a SQLite log, with chat messages that fill each deal up to `--entries`. Then
a node that has never seen the table opens it, while a task that wakes every millisecond measures how long the event
loop was blocked.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from chieu.core.rng import Rng
from chieu.online.protocol import commands
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.ports import Snapshot
from chieu.online.service.service import TableService
from chieu.online.storage.local import LocalBus, LocalPresence, SystemClock
from chieu.online.storage.sqlite.log import SqliteLog
from chieu.online.table import decide, entries, snapshots
from chieu.online.table.fold import Fresh, Transaction
from chieu.online.table.opening import open_table
from chieu.online.table.turns import deadline
from tests.online.storage.appending import append
from tests.online.storage.memory import SeededEntropy

TABLE = "an-old-table"
FRESH = Fresh(SeededEntropy(1).draw, "bench")


async def played(log: SqliteLog, deals: int, size: int) -> int:
    """Write the table and return its number of entries."""
    rng, now = Rng(1), 0
    opening = open_table(OpenTable(game="xidach", name="Lan", seats=2, pace=0), "g0", TABLE, b"s" * 32, now, FRESH)
    state = opening.state
    await append(log, TABLE, 0, [entries.write(entry) for entry in opening.entries], None)
    count, waiting = 0, []

    def do(guest: str, kind: type[Any], **fields: Any) -> None:
        nonlocal state, count, now
        count, now = count + 1, now + 2_000
        before = state.seq
        outcome = Transaction(state, now, FRESH)
        decide.decide(outcome, guest, kind(id=f"c{count}", seq=state.seq, **fields))
        assert outcome.entries, outcome.answer
        state, snapshot_state = outcome.state, outcome.snapshot
        snapshot = None if snapshot_state is None else Snapshot(snapshot_state.seq, snapshots.write(snapshot_state))
        raw = [entries.write(entry) for entry in outcome.entries]
        waiting.append(append(log, TABLE, before, raw, deadline(state), snapshot, outcome.finished))

    do("g1", commands.Join, name="Minh")
    do("g1", commands.Sit, seat=1)
    for _ in range(deals):
        first = state.seq
        do("g0", commands.DealNow)
        while state.phase == "playing":
            assert state.deal is not None
            seat = state.deal.to_act[0]
            do(f"g{seat}", commands.Act, action=rng.pick(state.game.legal(state.deal.state, seat)))
        while state.seq < first + size:
            do(f"g{state.seq % 2}", commands.Say, text="chơi tiếp đi")
        await asyncio.gather(*waiting)
        waiting.clear()
    return state.seq


async def longest_block(enough: asyncio.Event) -> float:
    """Return the longest time the loop was blocked, in seconds."""
    longest = 0.0
    while not enough.is_set():
        began = time.perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, time.perf_counter() - began - 0.001)
    return longest


async def measured(file: Path, deals: int, size: int) -> None:
    log = SqliteLog(file)
    count = await played(log, deals, size)
    service = TableService(log, LocalBus(), LocalPresence(), SystemClock(), SeededEntropy(1))
    enough = asyncio.Event()
    watching = asyncio.create_task(longest_block(enough))
    await asyncio.sleep(0.2)
    began = time.perf_counter()
    await service.view(TABLE, "g0")
    opening_time = time.perf_counter() - began
    began = time.perf_counter()
    await service.record(TABLE, 1)
    record = time.perf_counter() - began
    enough.set()
    print(f"{count:,} entries, {deals:,} deals, {file.stat().st_size / 1e6:.0f} MB")
    print(f"opened in {1e3 * opening_time:.1f} ms, the record of its first deal in {1e3 * record:.1f} ms")
    print(f"the event loop was blocked for {1e3 * await watching:.1f} ms at most")
    await log.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--entries", type=int, default=100, help="entries per deal, including the chat after it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder) / "tables.db", options.deals, options.entries))


if __name__ == "__main__":
    main()
