"""The tables in the database, and how a database of an older version becomes one of this version while nodes of the
older version go on.

So a migration only adds. One that nodes cannot live with that do not know it is marked as breaking: they refuse a
database that has had it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

_LOCK: Final = 0x43_68_69_65  # "Chie": one node migrates at a time


class Migration(NamedTuple):
    """One step, whole or not at all. A step that was released is never changed again."""

    script: str
    breaking: bool = False


# Entries refer to tables by name, and nothing checks that: the statement that appends has just locked the row it would
# be checked against. "C" orders names by their bytes, which no upgrade of the system changes. Half of each page of
# `tables` is left free so that a new version of a row fits beside the old one and indexes stay untouched.
MIGRATIONS: Final = (
    Migration(
        """
        CREATE TABLE chieu.tables (
            name text COLLATE "C" PRIMARY KEY,
            last bigint NOT NULL,
            wake bigint,
            claimed bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 50);
        CREATE INDEX tables_to_wake ON chieu.tables (wake) WHERE wake IS NOT NULL;
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
        """
    ),
    Migration(
        """
        CREATE TABLE chieu.notes (
            name text COLLATE "C" PRIMARY KEY,
            value bytea NOT NULL,
            until bigint
        );
        """
    ),
    # PF-38: the day (since 1970) on which a table was last written to. By the day, so that rows are rewritten beside
    # themselves on all others. Of a table that is retired its book stays; its entries up to `upto` have yet to go.
    Migration(
        """
        ALTER TABLE chieu.tables ADD COLUMN touched integer NOT NULL
            DEFAULT floor(extract(epoch FROM clock_timestamp()) / 86400)::integer;
        CREATE INDEX tables_by_touch ON chieu.tables (touched);
        CREATE TABLE chieu.books (
            name text COLLATE "C" PRIMARY KEY,
            data bytea NOT NULL,
            upto bigint NOT NULL
        );
        CREATE INDEX books_to_shed ON chieu.books (upto) WHERE upto > 0;
        """
    ),
    # Shuffles are made in another way since: a node that does not know it would not understand what the others wrote.
    Migration(
        """
        CREATE TABLE chieu.restores (
            epoch text COLLATE "C" PRIMARY KEY
        );
        """,
        breaking=True,
    ),
)
_VERSIONS: Final = """
    CREATE SCHEMA IF NOT EXISTS chieu;
    CREATE TABLE IF NOT EXISTS chieu.versions (
        version integer PRIMARY KEY,
        breaking boolean NOT NULL,
        since timestamptz NOT NULL DEFAULT now()
    );
"""
# Not to_regclass: within a transaction that answers from what it once saw, though another node has been there since.
_NOTHING_YET: Final = """
    SELECT NOT EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = 'chieu' AND tablename = 'versions')
"""


class BadDatabase(Exception):
    """A database of a later version than this program can live with."""


async def migrate(connection: Any, migrations: tuple[Migration, ...] = MIGRATIONS) -> None:
    """Brings a database to the newest version, step by step; any number of nodes may do that at once."""
    while await checked_version(connection, len(migrations)) < len(migrations):
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
            version = await checked_version(connection, len(migrations))
            if version == len(migrations):  # somebody else was faster
                continue
            if version == 0:
                await connection.execute(_VERSIONS)
            step = migrations[version]
            await connection.execute(step.script)
            await connection.execute(
                "INSERT INTO chieu.versions (version, breaking) VALUES ($1, $2)", version + 1, step.breaking
            )


async def checked_version(connection: Any, known: int = len(MIGRATIONS)) -> int:
    """The version of a database; 0 if there is nothing of ours in it, and no more than `known` where it is newer in
    ways that do not matter here."""
    if await connection.fetchval(_NOTHING_YET):
        return 0
    newest, breaking = await connection.fetchrow(
        "SELECT coalesce(max(version), 0), coalesce(max(version) FILTER (WHERE breaking), 0) FROM chieu.versions"
    )
    if breaking > known:
        raise BadDatabase(f"this database has version {breaking}, and this program knows versions up to {known}")
    return min(int(newest), known)
