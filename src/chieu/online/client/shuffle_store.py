"""PF-22: what a client keeps of the shuffles it takes part in: its bytes, and every manifest it was shown.

One SQLite file, which all processes of a person share: whoever is first draws the bytes of an attempt, or notes its
manifest, and everybody else stands by that. Nothing in it is of use to anybody once its deals are over, except to check
their records.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from pathlib import Path
from typing import Final

from chieu.core.versions import OtherVersion
from chieu.fairness.witness import KeptAttempt
from chieu.online.storage.sqlite.schema import BadFile, Schema, prepare

_SCRIPT: Final = """
    CREATE TABLE attempts (
        place TEXT NOT NULL,
        deal INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        contribution TEXT,
        committed INTEGER NOT NULL DEFAULT 0,
        manifest TEXT NOT NULL DEFAULT '',
        revealed INTEGER NOT NULL DEFAULT 0,
        told TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (place, deal, attempt)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tables (
        place TEXT PRIMARY KEY,
        last TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
"""
_REMEDY: Final = "run the version of chieu that wrote this file, or move it away"
_SCHEMA: Final = Schema(_SCRIPT, 0x43_68_53_68, 1, _REMEDY)  # "ChSh"
BYTES: Final = 32


class ShuffleStore:
    """Kept by server and table (`place`), deal and attempt. Without a file it lasts as long as the process."""

    def __init__(self, file: Path | None = None) -> None:
        """Open the file, or create it. Raise `BadFile` if it is not a shuffle store of this version."""
        if file is not None and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        self._file = sqlite3.connect(file or ":memory:", timeout=10, isolation_level=None, check_same_thread=False)
        try:
            prepare(self._file, _SCHEMA)
        except (BadFile, OtherVersion) as error:
            self._file.close()
            raise BadFile(f"{file}: {error}") from None

    def own(self, place: str, deal: int, attempt: int) -> KeptAttempt:
        """What is kept of an attempt, with bytes that are drawn now if there are none."""
        fresh = secrets.token_hex(BYTES)
        where = (place, deal, attempt)
        self._file.execute("INSERT OR IGNORE INTO attempts (place, deal, attempt) VALUES (?, ?, ?)", where)
        self._set("contribution = coalesce(contribution, ?)", fresh, where)
        found = self.of(place, deal, attempt)
        assert found is not None
        return found

    def of(self, place: str, deal: int, attempt: int) -> KeptAttempt | None:
        """What is kept of an attempt, if anything."""
        row = self._file.execute(
            "SELECT coalesce(contribution, ''), committed, manifest, revealed FROM attempts"
            " WHERE place = ? AND deal = ? AND attempt = ?",
            (place, deal, attempt),
        ).fetchone()
        return None if row is None else KeptAttempt(row[0], bool(row[1]), row[2], bool(row[3]))

    def seen(self, table: str, deal: int) -> dict[int, KeptAttempt]:
        """What is kept of a deal's attempts at a table of that id, on whichever server: of those that something was
        committed for, and of those whose manifest was shown."""
        rows = self._file.execute(
            "SELECT attempt, coalesce(contribution, ''), committed, manifest, revealed FROM attempts"
            " WHERE instr(place, ?) AND deal = ? AND (committed OR manifest != '')",
            (f"/{table}#", deal),
        )
        return {row[0]: KeptAttempt(row[1], bool(row[2]), row[3], bool(row[4])) for row in rows}

    def committing(self, place: str, deal: int, attempt: int) -> None:
        """The commitment is being sent."""
        self._set("committed = ?", 1, (place, deal, attempt))

    def first_manifest(self, place: str, deal: int, attempt: int, text: str) -> None:
        """Notes a manifest, unless one was noted before it."""
        self.own(place, deal, attempt)
        self._set("manifest = CASE manifest WHEN '' THEN ? ELSE manifest END", text, (place, deal, attempt))

    def revealing(self, place: str, deal: int, attempt: int) -> None:
        """The bytes are being sent, for the manifest that was noted first."""
        self._set("revealed = ?", 1, (place, deal, attempt))

    def tell_once(self, place: str, deal: int, attempt: int, what: str) -> bool:
        """Whether a warning is a new one."""
        where = (place, deal, attempt)
        self._file.execute("INSERT OR IGNORE INTO attempts (place, deal, attempt) VALUES (?, ?, ?)", where)
        (told,) = self._file.execute(
            "SELECT told FROM attempts WHERE place = ? AND deal = ? AND attempt = ?", where
        ).fetchone()
        if what in told.split():
            return False
        self._set("told = ?", f"{told} {what}", where)
        return True

    def last(self, place: str) -> str:
        """The text of the last manifest at a table; empty if none was seen."""
        row = self._file.execute("SELECT last FROM tables WHERE place = ?", (place,)).fetchone()
        return "" if row is None else str(row[0])

    def now_last(self, place: str, text: str) -> None:
        """A manifest is the last one seen at a table."""
        self._file.execute("INSERT OR REPLACE INTO tables VALUES (?, ?)", (place, text))

    def _set(self, change: str, value: object, where: tuple[str, int, int]) -> None:
        self._file.execute(
            f"UPDATE attempts SET {change} WHERE place = ? AND deal = ? AND attempt = ?",
            (value, *where),
        )
