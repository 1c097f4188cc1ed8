"""Latency of the disk alone: commit one row in SQLite (WAL, `synchronous=FULL`) with no other load.

This is a lower bound for every answer that waits for the disk.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from pacing import percentile

NAME = "disk alone, 600"
_RATE = 600
_ROW_BYTES = 600  # bytes that a command adds to the log, roughly


def commits(folder: str, seconds: float) -> dict[str, float]:
    """Commit at a fixed rate and return latencies under the names that loads use."""
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
