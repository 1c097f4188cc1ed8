"""Compare the stores in one run: appends per second over 64 tables, and CPU time of the node.

    python -m bench.stores --seconds 5

Each table appends as soon as its last append is durable, two entries of 150 bytes. PostgreSQL waits for the disk, as
SQLite does. CPU seconds are those of the node alone, as a busy PostgreSQL runs on another machine.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import uvloop

from chieu.online.storage.postgres.log import PostgresLog
from chieu.online.storage.sqlite.log import SqliteLog
from tests.online.storage.appending import append
from tests.postgres import Server, database_on

ENTRIES = [b"x" * 150] * 2


async def measured(log: SqliteLog | PostgresLog, tables: int, seconds: float) -> str:
    took: list[float] = []
    until = time.perf_counter() + seconds

    async def table(name: str) -> None:
        seq = 0
        while (began := time.perf_counter()) < until:
            await append(log, name, seq, ENTRIES, None)
            took.append(time.perf_counter() - began)
            seq += len(ENTRIES)

    cpu, began = time.process_time(), time.perf_counter()
    await asyncio.gather(*(table(f"{seconds}/{number}") for number in range(tables)))
    passed, cpu = time.perf_counter() - began, time.process_time() - cpu
    took.sort()
    p50, p99 = (1000 * took[int(len(took) * part)] for part in (0.5, 0.99))
    rate, each = len(took) / passed, 1e6 * cpu / len(took)
    return f"{rate:8,.0f} a second  p50 {p50:5.1f} ms  p99 {p99:5.1f} ms  {each:5.0f} CPU µs each"


async def run(folder: Path, postgres: str, tables: int, seconds: float) -> None:
    for name, log in (("SQLite", SqliteLog(folder / "tables.db")), ("PostgreSQL", PostgresLog(postgres))):
        await measured(log, tables, 0.5)  # prepares its statements
        print(f"{name:12}{await measured(log, tables, seconds)}")
        await log.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()
    server = Server(durable=True)
    try:
        for number in range(args.rounds):
            with tempfile.TemporaryDirectory() as folder:
                url = database_on(server.url, f"stores{number}")
                uvloop.run(run(Path(folder), url, args.tables, args.seconds))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
