"""PF-22: a client's store of its contributions and of every manifest it was shown.

All processes of a person share one SQLite file. The first one draws the bytes of an attempt, or stores its manifest;
the others use those. Once a deal is over its rows only serve to check its record.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final, Literal

from chieu.fairness.witness import StoredAttempt
from chieu.online.protocol.fields import CONTRIBUTION_BYTES
from chieu.online.storage.sqlite.connection import connect
from chieu.online.storage.sqlite.schema import Schema

_SCRIPT: Final = """
    CREATE TABLE attempts (
        place TEXT NOT NULL,
        deal INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        contribution TEXT,
        committed INTEGER NOT NULL DEFAULT 0,
        manifest TEXT NOT NULL DEFAULT '',
        revealed INTEGER NOT NULL DEFAULT 0,
        warned TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (place, deal, attempt)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tables (
        place TEXT PRIMARY KEY,
        last TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
"""
_REMEDY: Final = "run the version of chieu that wrote this file, or move it away"
_SCHEMA: Final = Schema(_SCRIPT, 0x43_68_53_68, 1, _REMEDY)  # "ChSh"


class ShuffleStore:
    """Attempts by `place` (server, table and guest), deal and number. Without a file they stay in memory."""

    def __init__(self, file: Path | None = None) -> None:
        """Open the file, or create it. Raise `BadFile` if it is not a shuffle store of this version."""
        self._file = connect(file, _SCHEMA)

    def get_or_draw(self, place: str, deal: int, attempt: int) -> StoredAttempt:
        """Return an attempt, after drawing its contribution if it has none."""
        fresh = secrets.token_hex(CONTRIBUTION_BYTES)
        where = (place, deal, attempt)
        self._file.execute("INSERT OR IGNORE INTO attempts (place, deal, attempt) VALUES (?, ?, ?)", where)
        self._set("contribution = coalesce(contribution, ?)", fresh, where)
        stored = self.get(place, deal, attempt)
        assert stored is not None
        return stored

    def get(self, place: str, deal: int, attempt: int) -> StoredAttempt | None:
        """Return an attempt, or None if it is not stored."""
        return self._select("place = ? AND deal = ? AND attempt = ?", place, deal, attempt).get(attempt)

    def attempts(self, table: str, deal: int) -> dict[int, StoredAttempt]:
        """Return the attempts of a deal with a commitment or a manifest, for this table id on any server."""
        return self._select("instr(place, ?) AND deal = ? AND (committed OR manifest != '')", f"/{table}#", deal)

    def _select(self, condition: str, *values: str | int) -> dict[int, StoredAttempt]:
        columns = "attempt, coalesce(contribution, ''), committed, manifest, revealed"
        rows = self._file.execute(f"SELECT {columns} FROM attempts WHERE {condition}", values)
        return {row[0]: StoredAttempt(row[1], bool(row[2]), row[3], bool(row[4])) for row in rows}

    def mark_sent(self, step: Literal["committed", "revealed"], place: str, deal: int, attempt: int) -> None:
        """Note that the commitment is sent, or the contribution for the stored manifest."""
        self._set(f"{step} = ?", 1, (place, deal, attempt))

    def add_manifest(self, place: str, deal: int, attempt: int, text: str) -> None:
        """Store a manifest, unless the attempt already has one."""
        self.get_or_draw(place, deal, attempt)
        self._set("manifest = CASE manifest WHEN '' THEN ? ELSE manifest END", text, (place, deal, attempt))

    def add_warning(self, place: str, deal: int, attempt: int, kind: str) -> bool:
        """Note a warning about an attempt. Return False if it was given before."""
        where = (place, deal, attempt)
        self._file.execute("INSERT OR IGNORE INTO attempts (place, deal, attempt) VALUES (?, ?, ?)", where)
        (warned,) = self._file.execute(
            "SELECT warned FROM attempts WHERE place = ? AND deal = ? AND attempt = ?", where
        ).fetchone()
        if kind in warned.split():
            return False
        self._set("warned = ?", f"{warned} {kind}", where)
        return True

    def last_manifest(self, place: str) -> str:
        """Return the last manifest seen at a table, or an empty text."""
        row = self._file.execute("SELECT last FROM tables WHERE place = ?", (place,)).fetchone()
        return "" if row is None else str(row[0])

    def set_last_manifest(self, place: str, text: str) -> None:
        """Store the last manifest seen at a table."""
        self._file.execute("INSERT OR REPLACE INTO tables VALUES (?, ?)", (place, text))

    def _set(self, change: str, value: object, where: tuple[str, int, int]) -> None:
        self._file.execute(
            f"UPDATE attempts SET {change} WHERE place = ? AND deal = ? AND attempt = ?",
            (value, *where),
        )
