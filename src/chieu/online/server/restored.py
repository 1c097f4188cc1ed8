"""`chieu restored`: says that a store has gone back to a back-up which does not say so itself.

A file that `chieu backup` made is known by its mark. A dump of PostgreSQL, or a disk that was put back as it once was,
is not: before the first server starts on it again, this says so.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from chieu.online.server import settings
from chieu.online.server.settings import BadSettings
from chieu.online.service.ports import Unavailable
from chieu.online.storage.backends import BadBackend, is_postgres, shown
from chieu.online.storage.file_lock import FileInUse, claim
from chieu.online.storage.sqlite.log import connect, mark_restored
from chieu.online.storage.sqlite.schema import BadFile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which tables."""
    settings.add_arguments(parser, only=("data",))


def run(args: argparse.Namespace) -> int:
    """Marks. 2: it cannot be done."""
    try:
        store = settings.gather(vars(args)).store
        if is_postgres(store):
            asyncio.run(_mark_database(store))
        else:
            _mark_file(Path(store).expanduser())
    except (BadSettings, BadFile, BadBackend, FileInUse, Unavailable, OSError, sqlite3.Error) as error:
        sys.stderr.write(f"chieu restored: {error}\n")
        return 2
    sys.stdout.write(f"{shown(store)}: deals that ran are annulled when their tables are opened\n")
    return 0


def _mark_file(file: Path) -> None:
    if not file.exists():
        raise BadSettings(f"there are no tables at {file}: say with --data where they are")
    held = claim(file)
    try:
        with closing(connect(file)) as connection:
            mark_restored(connection)
    finally:
        held.close()


async def _mark_database(url: str) -> None:
    try:
        from chieu.online.storage.postgres import nodes  # noqa: PLC0415 (asyncpg is an extra)
    except ModuleNotFoundError as error:
        raise BadBackend(str(error)) from None
    try:
        await nodes.prepare(url)
    except nodes.BadDatabase as error:
        raise BadBackend(f"{shown(url)}: {error}") from None
    log = nodes.Ports(url).log
    try:
        await log.mark_restored()
    finally:
        await log.close()
