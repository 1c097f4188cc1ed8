"""PF-22: a client's journals, one per table.

All processes of a person share one SQLite file, so that they reveal for one manifest per attempt between them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from chieu.fairness.journal import Journal
from chieu.online.storage.sqlite.connection import connect
from chieu.online.storage.sqlite.schema import Schema, transaction

_SCRIPT: Final = "CREATE TABLE journals (name TEXT PRIMARY KEY, journal BLOB NOT NULL) STRICT"
_REMEDY: Final = "run the version of chieu that wrote this file, or move it away"
# A journal is written with every view. A power cut may lose the last ones; the server cannot cause that.
_PRAGMAS: Final = ("journal_mode = WAL", "synchronous = NORMAL")
_SCHEMA: Final = Schema(_SCRIPT, 0x43_68_4A_6F, 1, _REMEDY, _PRAGMAS)  # "ChJo"


class Journals:
    """Journals by table id, which stays the same for every token and address of the server."""

    def __init__(self, file: Path | None = None) -> None:
        """Open the file, or create it; without one, keep journals in memory. Raise `BadFile`."""
        self._file = connect(file, _SCHEMA)

    def read(self, table: str) -> Journal:
        """Return the journal of a table."""
        row = self._file.execute("SELECT journal FROM journals WHERE name = ?", (table,)).fetchone()
        return Journal(table) if row is None else msgspec.json.decode(row[0], type=Journal)

    def update(self, table: str, change: Callable[[Journal], Journal]) -> Journal:
        """Change a journal while no other process does, and return it."""
        with transaction(self._file):
            before = self.read(table)
            after = change(before)
            if after is not before:
                raw = msgspec.json.encode(after)
                self._file.execute("INSERT OR REPLACE INTO journals VALUES (?, ?)", (table, raw))
        return after
