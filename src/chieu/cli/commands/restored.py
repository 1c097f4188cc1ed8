"""`chieu restored`: mark a store as restored from a backup that carries no mark of its own.

A file made by `chieu backup` carries a mark. A PostgreSQL dump or a disk snapshot does not, so run this before the
first server starts on the restored store.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from chieu.cli.console import BAD_INPUT, OK
from chieu.cli.parser import Command, Parser
from chieu.cli.server_settings import add_arguments
from chieu.online.server import settings
from chieu.online.server.settings import BadSettings
from chieu.online.service.ports import Unavailable
from chieu.online.storage.backends import BadBackend, claim, is_postgres, shown
from chieu.online.storage.sqlite.connection import connect
from chieu.online.storage.sqlite.log import mark_restored
from chieu.online.storage.sqlite.schema import BadFile


def fill(parser: Parser, words: Sequence[str]) -> None:
    """Add the flags that name the store."""
    del words
    add_arguments(parser, only=("data",))


def run(args: Namespace) -> int:
    """Mark the store."""
    try:
        store = settings.gather(vars(args)).store
        if is_postgres(store):
            asyncio.run(_mark_database(store))
        else:
            _mark_file(Path(store).expanduser())
    except (BadSettings, BadFile, BadBackend, Unavailable, OSError, sqlite3.Error) as error:
        sys.stderr.write(f"chieu restored: {error}\n")
        return BAD_INPUT
    sys.stdout.write(f"{shown(store)}: running deals will be annulled when their tables are opened\n")
    return OK


def _mark_file(file: Path) -> None:
    if not file.exists():
        raise BadSettings(f"there are no tables at {file}: pass their location with --data")
    with closing(claim(file)), closing(connect(file)) as connection:
        mark_restored(connection)


async def _mark_database(url: str) -> None:
    try:
        from chieu.online.storage.postgres import nodes  # noqa: PLC0415 (asyncpg is an extra)
    except ModuleNotFoundError as error:
        raise BadBackend(str(error)) from None
    await nodes.prepare(url)
    log = nodes.Ports(url).log
    try:
        await log.mark_restored()
    finally:
        await log.close()


COMMAND: Final = Command("restored", fill, run)
