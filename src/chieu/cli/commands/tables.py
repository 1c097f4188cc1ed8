"""`chieu tables`: list the tables of a store, export their records, remove their logs.

`list` and `export` only read, so they work while a server runs. `remove` needs the store: a SQLite file belongs to one
process, so stop its server first; on PostgreSQL, nodes may run, and a table with people at it is not removed.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from chieu.cli.console import BAD_INPUT, OK
from chieu.cli.parser import Parser
from chieu.cli.server_settings import STORE_ERRORS, add_arguments, existing_file
from chieu.online.server import exports, settings
from chieu.online.server.settings import BadSettings
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.ports import Conflict
from chieu.online.service.retention import Occupied, Retention
from chieu.online.storage.backends import Backend, is_postgres, open_backend
from chieu.online.storage.local import SystemClock

_PAGE: Final = 200
_DAY_MS: Final = 86_400_000
_COLUMNS: Final = {"table": 22, "game": 8, "deals": 5, "entries": 7, "size": 8, "last touched": 25, "people": 0}
_REFUSED: Final[dict[type[Exception], str]] = {
    NoSuchTable: "there is no such table",
    Occupied: "somebody is at the table",
    Conflict: "somebody has just played there",
}


def fill(parser: Parser) -> None:
    """Add the action, the tables, and the flags that name the store."""
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
    add_arguments(parser, only=("data",))


def run(args: Namespace) -> int:
    """Run the action. Return 2 if it fails for any of the tables."""
    try:
        store = settings.gather(vars(args)).store
        if args.what != "list" and not args.tables:
            raise BadSettings(f"{args.what}: name the tables")
        if not is_postgres(store):
            existing_file(store)
        removes = args.what == "remove"  # otherwise a server may be using the file, or the disk may be full
        return asyncio.run(_run(args, open_backend(store, lock=removes, writes=removes)))
    except STORE_ERRORS as error:
        sys.stderr.write(f"chieu tables: {error}\n")
        return BAD_INPUT


async def _run(args: Namespace, backend: Backend) -> int:
    retention = Retention(backend.log, backend.archive, backend.bus, backend.presence, SystemClock())
    try:
        if args.what == "list":
            await _list(args, backend, retention)
            return OK
        code = OK
        for table in args.tables:
            try:
                if args.what == "export":
                    line = await _export(args.to, retention, table)
                else:
                    await retention.retire(table)
                    while await backend.archive.purge():
                        pass
                    line = f"{table}: log removed, its book stays"
            except (NoSuchTable, Occupied, Conflict) as error:
                sys.stderr.write(f"chieu tables: {table}: {_REFUSED[type(error)]}\n")
                code = BAD_INPUT
            else:
                sys.stdout.write(f"{line}\n")
        return code
    finally:
        await backend.close()


async def _list(args: Namespace, backend: Backend, retention: Retention) -> None:
    """Print each page of tables before the next one is read: a store may have any number of them."""
    after, now, count = "", SystemClock().now(), 0
    _print(tuple(_COLUMNS))
    while page := await backend.archive.tables(after, _PAGE):
        after = page[-1].name
        for info in page:
            wanted = not args.tables or info.name in args.tables
            if wanted and (now - info.touched) // _DAY_MS >= args.older:
                try:
                    state = (await retention.books.table(info.name)).state
                except NoSuchTable:  # a running server has just retired it
                    continue
                date = datetime.fromtimestamp(info.touched / 1000, UTC).date().isoformat()
                touched = f"{date} ({(now - info.touched) // _DAY_MS} days ago)"
                people = ", ".join(member.name for member in state.members if member.name)
                counts = (str(state.deals), str(info.last), _size(info.size))
                _print((info.name, state.game.name, *counts, touched, people))
                count += 1
    size = _size(await backend.archive.size())
    sys.stdout.write(f"{count} tables; the store takes {size} on disk\n")


def _print(row: tuple[str, ...]) -> None:
    cells = (cell.ljust(width) for cell, width in zip(row, _COLUMNS.values(), strict=True))
    sys.stdout.write("  ".join(cells).rstrip() + "\n")


async def _export(folder: str, retention: Retention, table: str) -> str:
    if not (await retention.books.table(table)).state.deals:
        return f"{table}: no finished deals"
    target = Path(folder).expanduser() / f"{table}.txt"
    target.parent.mkdir(parents=True, exist_ok=True)
    deals = await exports.write(target, retention.books.records(table))
    return f"{table}: {deals} deals to {target}"


def _size(count: int) -> str:
    """Format a number of bytes for people.

    >>> _size(900), _size(2048), _size(5 * 1024 * 1024)
    ('900 B', '2.0 kB', '5.0 MB')
    """
    if count < 1024:
        return f"{count} B"
    power = min((count.bit_length() - 1) // 10, 4)
    return f"{count / 1024**power:.1f} {'kMGT'[power - 1]}B"
