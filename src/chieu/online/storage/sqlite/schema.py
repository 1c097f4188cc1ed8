"""Schema of the SQLite store. A file of another version is refused; there are no migrations."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from chieu.core.codec import OtherVersion


class Schema(NamedTuple):
    """Tables of a file.

    `application` marks a file as ours; `remedy` says what to do about one of another version. Each connection sets the
    `pragmas`.
    """

    script: str
    application: int
    version: int
    remedy: str
    pragmas: tuple[str, ...] = ()


REMEDY: Final = "run the version of chieu that wrote this store, or start a new one with --data"

# `appends` has one row per append and no index on entries, which would cost a third to a half of the time of an append.
# Each row knows the previous row of the same table (`before`), and `tables` has the last one (`tail`).
#
# `snapshots` and `deals` make long tables fast to open. `deals` stores, for each deal, the row of `appends` from which
# the way back to the deal's first entry is no longer than the deal.
#
# `touched` is the day (since 1970) of the last append, to find unused tables. It is a day, because an index that
# changes with every append would slow down all of them. A retired table leaves its book; `tail` of a book is the row
# from which its entries have yet to be removed.
#
# `notes` is shared by all nodes: the key of guest tokens, device codes, the notes of the Telegram bot.
#
# `restores` records each time the file went back to a backup. A backup has one more table, `a_back_up`, which is not
# in this schema: a file that is opened with it has just been restored.
_SCRIPT: Final = """
    CREATE TABLE tables (
        name TEXT PRIMARY KEY,
        last INTEGER NOT NULL,
        tail INTEGER NOT NULL,
        wake INTEGER,
        claimed INTEGER NOT NULL DEFAULT 0,
        touched INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tables_to_wake ON tables (wake) WHERE wake IS NOT NULL;
    CREATE INDEX tables_by_touch ON tables (touched);
    CREATE TABLE appends (
        id INTEGER PRIMARY KEY,
        before INTEGER NOT NULL,
        first INTEGER NOT NULL,
        lengths TEXT NOT NULL,
        entries BLOB NOT NULL
    ) STRICT;
    CREATE TABLE snapshots (
        name TEXT PRIMARY KEY,
        seq INTEGER NOT NULL,
        data BLOB NOT NULL
    ) STRICT;
    CREATE TABLE deals (
        name TEXT NOT NULL,
        deal INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        tail INTEGER NOT NULL,
        PRIMARY KEY (name, deal)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE books (
        name TEXT PRIMARY KEY,
        data BLOB NOT NULL,
        tail INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX books_to_shed ON books (tail) WHERE tail > 0;
    CREATE TABLE notes (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL,
        until INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE restores (
        epoch TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE checks (
        id INTEGER PRIMARY KEY,
        padding BLOB NOT NULL
    ) STRICT;
"""
# Without `temp_store` every group of appends would create a journal file.
_PRAGMAS: Final = ("journal_mode = WAL", "synchronous = FULL", "temp_store = MEMORY")
STORE: Final = Schema(_SCRIPT, 0x43_68_69_65, 1, REMEDY, _PRAGMAS)  # "Chie"


class BadFile(Exception):
    """The file cannot be used. The message says why in one line."""


def prepare(connection: sqlite3.Connection, schema: Schema) -> None:
    """Create the tables in an empty file, all or none.

    Raise `BadFile` if the file belongs to another program, `OtherVersion` if it has another version.
    """
    if _is_ours(connection, schema):
        return
    with transaction(connection):
        if not _is_ours(connection, schema):  # another process may have been faster
            for statement in filter(str.strip, schema.script.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {schema.application}")
            connection.execute(f"PRAGMA user_version = {schema.version}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit at the end of the block, or roll back if it raises."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _is_ours(connection: sqlite3.Connection, schema: Schema) -> bool:
    """Return False if the file is empty. Raise like `prepare`."""
    # One statement reads one state of the file, though another process may be creating the tables.
    application, version, tables = connection.execute(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)"
        " FROM pragma_application_id, pragma_user_version"
    ).fetchone()
    if not version and not tables:
        return False
    if application != schema.application:
        raise BadFile("this file belongs to another program")
    if version != schema.version:
        raise OtherVersion(schema.version, version, schema.remedy)
    return True
