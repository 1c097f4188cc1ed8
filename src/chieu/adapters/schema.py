"""The tables of the SQLite file, and how a file of an older version becomes one of this version."""

from __future__ import annotations

import sqlite3
from typing import Final

APPLICATION: Final = 0x43_68_69_65  # "Chie": how a file is known to be ours

# One script for each version, from nothing to the newest. A script that was released is never changed again.
#
# The second does without an index on entries, which took a third to a half of the time of an append: each touched a
# page of it that no other append touched. What is appended together is one row now; rows only ever go at the end, each
# knows the row before it of the same table, and `tables` has the last one.
#
# The third keeps beside the entries what makes long tables quick: the last snapshot, and for each deal the row of
# `appends` from which the way back to its beginning is no longer than the deal; and who has claimed a table until when.
#
# The fourth keeps what all houses of the file share beside their tables: the key of guests' tokens, codes for devices.
#
# The fifth knows on which day (since 1970) a table was last written to, so that those are found that nobody touches;
# by the day, because an index that changed with every append would cost all of them. Of a table that is retired its
# book stays, and `tail` says from where its entries have yet to be removed.
#
# The sixth knows when the file went back to a back-up. A back-up has one more table, `a_back_up`, which no migration
# makes: a file that is opened with it is one that was restored.
MIGRATIONS: Final = (
    """
    CREATE TABLE tables (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        last INTEGER NOT NULL,
        wake INTEGER
    ) STRICT;
    CREATE INDEX tables_to_wake ON tables (wake) WHERE wake IS NOT NULL;
    CREATE TABLE entries (
        table_id INTEGER NOT NULL REFERENCES tables (id),
        seq INTEGER NOT NULL,
        data BLOB NOT NULL,
        UNIQUE (table_id, seq)
    ) STRICT;
    """,
    """
    CREATE TABLE appends (
        id INTEGER PRIMARY KEY,
        before INTEGER NOT NULL,
        first INTEGER NOT NULL,
        lengths TEXT NOT NULL,
        entries BLOB NOT NULL
    ) STRICT;
    INSERT INTO appends
        SELECT rowid, lag(rowid, 1, 0) OVER (PARTITION BY table_id ORDER BY seq), seq, '[' || length(data) || ']', data
        FROM entries;
    CREATE TABLE heads (
        name TEXT PRIMARY KEY,
        last INTEGER NOT NULL,
        tail INTEGER NOT NULL,
        wake INTEGER
    ) STRICT, WITHOUT ROWID;
    INSERT INTO heads
        SELECT name, last, entries.rowid, wake FROM tables JOIN entries ON table_id = tables.id AND seq = last;
    DROP TABLE entries;
    DROP TABLE tables;
    ALTER TABLE heads RENAME TO tables;
    CREATE INDEX tables_to_wake ON tables (wake) WHERE wake IS NOT NULL;
    """,
    """
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
    ALTER TABLE tables ADD COLUMN claimed INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE checks (
        id INTEGER PRIMARY KEY,
        padding BLOB NOT NULL
    ) STRICT;
    """,
    """
    CREATE TABLE notes (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL,
        until INTEGER
    ) STRICT, WITHOUT ROWID;
    """,
    """
    ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET touched = unixepoch() / 86400;
    CREATE INDEX tables_by_touch ON tables (touched);
    CREATE TABLE books (
        name TEXT PRIMARY KEY,
        data BLOB NOT NULL,
        tail INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX books_to_shed ON books (tail) WHERE tail > 0;
    """,
    """
    CREATE TABLE restores (
        epoch TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    """,
)


class BadFile(Exception):
    """A file that is not ours, or of a later version than this program knows."""


def migrate(connection: sqlite3.Connection, to: int = len(MIGRATIONS)) -> None:
    """Brings a file to a version (the newest), step by step, each step whole or not at all."""
    while (version := checked_version(connection)) < to:
        connection.execute("BEGIN IMMEDIATE")
        try:
            if checked_version(connection) == version:  # nobody else was faster
                for statement in filter(str.strip, MIGRATIONS[version].split(";")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def checked_version(connection: sqlite3.Connection) -> int:
    """The version of a file that is ours; 0 if there is nothing in it."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION and (things or version):
        raise BadFile("this file belongs to another program")
    if version > len(MIGRATIONS):
        raise BadFile(f"this file has version {version}, and this program knows versions up to {len(MIGRATIONS)}")
    return int(version)
