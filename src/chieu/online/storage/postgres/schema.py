"""Schema of the PostgreSQL store. A database of another version is refused; there are no migrations."""

from __future__ import annotations

from typing import Any, Final

from chieu.core.codec import OtherVersion
from chieu.online.storage.sqlite.schema import REMEDY

VERSION: Final = 1
_LOCK: Final = 0x43_68_69_65  # "Chie": one node creates the tables at a time

# Entries refer to tables by name, and nothing checks that: the statement that appends has just locked the row it would
# be checked against. "C" orders names by their bytes, which no upgrade of the system changes. Half of each page of
# `tables` is left free so that a new version of a row fits beside the old one and indexes stay untouched.
#
# PF-38: `touched` is the day (since 1970) of the last append. It is a day, so that appends on the same day leave the
# index untouched. A retired table leaves its book; its entries up to `upto` have yet to be removed.
_SCHEMA: Final = """
    CREATE SCHEMA IF NOT EXISTS chieu;
    CREATE TABLE chieu.versions (
        version integer PRIMARY KEY
    );
    CREATE TABLE chieu.tables (
        name text COLLATE "C" PRIMARY KEY,
        last bigint NOT NULL,
        wake bigint,
        claimed bigint NOT NULL DEFAULT 0,
        touched integer NOT NULL DEFAULT floor(extract(epoch FROM clock_timestamp()) / 86400)::integer
    ) WITH (fillfactor = 50);
    CREATE INDEX tables_to_wake ON chieu.tables (wake) WHERE wake IS NOT NULL;
    CREATE INDEX tables_by_touch ON chieu.tables (touched);
    CREATE TABLE chieu.entries (
        name text COLLATE "C" NOT NULL,
        number bigint NOT NULL,
        data bytea NOT NULL,
        UNIQUE (name, number)
    );
    CREATE TABLE chieu.snapshots (
        name text COLLATE "C" PRIMARY KEY,
        number bigint NOT NULL,
        data bytea NOT NULL
    );
    CREATE TABLE chieu.deals (
        name text COLLATE "C" NOT NULL,
        deal bigint NOT NULL,
        first bigint NOT NULL,
        last bigint NOT NULL,
        PRIMARY KEY (name, deal)
    );
    CREATE TABLE chieu.nodes (
        id text COLLATE "C" PRIMARY KEY,
        seen timestamptz NOT NULL
    );
    CREATE TABLE chieu.presence (
        name text COLLATE "C" NOT NULL,
        guest text COLLATE "C" NOT NULL,
        node text COLLATE "C" NOT NULL REFERENCES chieu.nodes (id) ON DELETE CASCADE,
        PRIMARY KEY (name, guest, node)
    );
    CREATE INDEX presence_of_a_node ON chieu.presence (node);
    CREATE TABLE chieu.clock (
        id integer PRIMARY KEY CHECK (id = 1),
        ahead bigint NOT NULL,
        latest bigint NOT NULL
    );
    INSERT INTO chieu.clock VALUES (1, 0, 0);
    CREATE TABLE chieu.checks (
        id integer PRIMARY KEY CHECK (id = 1),
        at timestamptz NOT NULL
    );
    CREATE TABLE chieu.notes (
        name text COLLATE "C" PRIMARY KEY,
        value bytea NOT NULL,
        until bigint
    );
    CREATE TABLE chieu.books (
        name text COLLATE "C" PRIMARY KEY,
        data bytea NOT NULL,
        upto bigint NOT NULL
    );
    CREATE INDEX books_to_shed ON chieu.books (upto) WHERE upto > 0;
    CREATE TABLE chieu.restores (
        epoch text COLLATE "C" PRIMARY KEY
    );
"""
# Not to_regclass: within a transaction it may answer from a cache, although another node has created the table since.
_EMPTY: Final = """
    SELECT NOT EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = 'chieu' AND tablename = 'versions')
"""


async def create(connection: Any, script: str = _SCHEMA) -> None:
    """Create the tables in an empty database, all or none. Raise `OtherVersion` if it has another version.

    Any number of nodes may do this at once.
    """
    if await _is_ours(connection):
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        if not await _is_ours(connection):  # another node may have been faster
            await connection.execute(script)
            await connection.execute("INSERT INTO chieu.versions VALUES ($1)", VERSION)


async def _is_ours(connection: Any) -> bool:
    """Return False if the database is empty. Raise `OtherVersion` like `create`."""
    if await connection.fetchval(_EMPTY):
        return False
    version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM chieu.versions")
    if version != VERSION:
        raise OtherVersion(VERSION, version, REMEDY)
    return True
