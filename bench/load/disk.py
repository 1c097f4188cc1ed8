"""The disk alone: how long it takes to write one row and wait until it is there, as SQLite does that for us (WAL,
`synchronous=FULL`), with nothing else going on. No answer that waits for the disk can come sooner."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from pacing import percentile

NAME = "disk alone, 600"
_RATE = 600
_ROW_BYTES = 600  # about what a command of ours comes to in the log


def commits(folder: str, seconds: float) -> dict[str, float]:
    """So many commits a second as the load of that name has commands."""
    connection = sqlite3.connect(Path(folder) / "disk.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE rows (data BLOB NOT NULL)")
    took: list[float] = []
    began = time.perf_counter()
    while (now := time.perf_counter()) - began < seconds:
        connection.execute("INSERT INTO rows VALUES (randomblob(?))", (_ROW_BYTES,))
        took.append(time.perf_counter() - now)
        time.sleep(max(0.0, began + len(took) / _RATE - time.perf_counter()))
    connection.close()
    return {
        "commands/s": len(took) / seconds,
        "answer p50 ms": percentile(took, 0.5),
        "answer p99 ms": percentile(took, 0.99),
    }
