"""`chieu tables`: what a server keeps: a list, the records of a table in one file, and letting tables go.

A list and an export only read, and go beside a server that runs. Letting a table go is for whoever has the store: a
SQLite file belongs to one process, so its server has to be stopped first; on PostgreSQL nodes may run, and a table at
which somebody is stays.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from chieu.online.server import settings
from chieu.online.server.api import exports
from chieu.online.server.settings import BadSettings
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.ports import Conflict, TableInfo, Unavailable
from chieu.online.service.retention import Occupied, Retention
from chieu.online.storage.backends import Backend, BadBackend, is_postgres, open_backend, single_process
from chieu.online.storage.sqlite.archive import SqliteArchive
from chieu.online.storage.sqlite.log import SqliteLog
from chieu.online.storage.sqlite.schema import BadFile
from chieu.online.storage.system import SystemClock
from chieu.online.table.state import TableState

_PAGE: Final = 200
_DAY_MS: Final = 86_400_000
_HEAD: Final = ("table", "game", "deals", "entries", "size", "last touched", "people")
_REFUSED: Final[dict[type[Exception], str]] = {
    NoSuchTable: "there is no such table",
    Occupied: "somebody is at the table",
    Conflict: "somebody has just played there",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, and with which tables."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=("list", "export", "remove"),
        default="list",
        help="list tables, export their records, or remove their logs and keep their books [list]",
    )
    parser.add_argument("tables", metavar="TABLE", nargs="*", help="which tables")
    parser.add_argument("--to", metavar="FOLDER", default=".", help="folder to export to [.]")
    parser.add_argument("--older", metavar="DAYS", type=int, default=0, help="only tables untouched for this many days")
    settings.add_arguments(parser, only=("data",))


def run(args: argparse.Namespace) -> int:
    """Does it. 2: it cannot be done, or not with all of the tables."""
    try:
        store = settings.gather(vars(args)).store
        if args.what != "list" and not args.tables:
            raise BadSettings("name the tables")
        backend = open_backend(store) if args.what == "remove" or is_postgres(store) else _beside(Path(store))
        return asyncio.run(_run(args, backend))
    except (BadSettings, BadBackend, BadFile, Unavailable, OSError, sqlite3.Error) as error:
        sys.stderr.write(f"chieu tables: {error}\n")
        return 2


def _beside(file: Path) -> Backend:
    """Open a file that a server may be using at the same time."""
    file = file.expanduser()
    if not file.exists():
        raise BadSettings(f"there are no tables at {file}: say with --data where they are")
    log, archive = SqliteLog(file), SqliteArchive(file)

    async def close() -> None:
        await archive.close()
        await log.close()

    return single_process(log, archive)._replace(close=close)


async def _run(args: argparse.Namespace, backend: Backend) -> int:
    retention = Retention(backend.log, backend.archive, backend.bus, backend.presence, SystemClock())
    async with _ending(backend):
        if args.what == "list":
            await _list(args, backend, retention)
            return 0
        code = 0
        for table in args.tables:
            try:
                said = await (_export if args.what == "export" else _remove)(args, backend, retention, table)
            except (NoSuchTable, Occupied, Conflict) as why:
                sys.stderr.write(f"chieu tables: {table}: {_REFUSED[type(why)]}\n")
                code = 2
            else:
                sys.stdout.write(f"{said}\n")
        return code


@asynccontextmanager
async def _ending(backend: Backend) -> AsyncIterator[None]:
    try:
        yield
    finally:
        await backend.close()


async def _list(args: argparse.Namespace, backend: Backend, retention: Retention) -> None:
    rows: list[tuple[str, ...]] = [_HEAD]
    after, now = "", SystemClock().now()
    while page := await backend.archive.tables(after, _PAGE):
        after = page[-1].name
        for info in page:
            wanted = not args.tables or info.name in args.tables
            if wanted and (now - info.touched) // _DAY_MS >= args.older:
                rows.append(_row(info, (await retention.books.table(info.name)).state, now))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        sys.stdout.write("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n")
    size = _size(await backend.archive.size())
    sys.stdout.write(f"{len(rows) - 1} tables; the store takes {size} on disk\n")


def _row(info: TableInfo, state: TableState, now: int) -> tuple[str, ...]:
    date = datetime.fromtimestamp(info.touched / 1000, UTC).date().isoformat()
    touched = f"{date} ({(now - info.touched) // _DAY_MS} days ago)"
    people = ", ".join(member.name for member in state.members if member.name)
    return info.name, state.game.name, str(state.deals), str(info.last), _size(info.size), touched, people


async def _export(args: argparse.Namespace, backend: Backend, retention: Retention, table: str) -> str:
    del backend
    if not (await retention.books.table(table)).state.deals:
        return f"{table}: no finished deals"
    target = Path(args.to).expanduser() / f"{table}.txt"
    target.parent.mkdir(parents=True, exist_ok=True)
    deals = await exports.write(target, retention.books.records(table))
    return f"{table}: {deals} deals to {target}"


async def _remove(args: argparse.Namespace, backend: Backend, retention: Retention, table: str) -> str:
    del args
    await retention.retire(table)
    while await backend.archive.purge():
        pass
    return f"{table}: log removed, its book stays"


def _size(count: int) -> str:
    """Bytes for people.

    >>> _size(900), _size(2048), _size(5 * 1024 * 1024)
    ('900 B', '2.0 kB', '5.0 MB')
    """
    if count < 1024:
        return f"{count} B"
    size = float(count)
    for unit in ("kB", "MB", "GB"):
        size /= 1024
        if size < 1024:
            return f"{size:.1f} {unit}"
    return f"{size / 1024:.1f} TB"
