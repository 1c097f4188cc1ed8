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
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from chieu.adapters import schema
from chieu.adapters.backends import Backend, BadBackend, is_postgres, open_backend, single_process
from chieu.adapters.schema import BadFile
from chieu.adapters.sqlite import SqliteLog, connect
from chieu.adapters.sqlite_archive import SqliteArchive
from chieu.adapters.system import SystemClock
from chieu.core.texts import Lang, Text
from chieu.house.actor import NoSuchTable
from chieu.house.ports import Conflict, TableInfo, Unavailable
from chieu.house.retention import Occupied, Retention
from chieu.server import exports, settings
from chieu.server.settings import BadSettings
from chieu.table.state import TableState

_PAGE: Final = 200
_DAY_MS: Final = 86_400_000
_TEXTS: Final = {
    "what": Text(
        "list: liệt kê; export: xuất biên bản; remove: xóa nhật ký, giữ sổ",
        "list them, export the records of some, or remove the logs of some and keep their books",
        "list 列出；export 导出记录；remove 删除日志，保留账本",
    ),
    "tables": Text("bàn nào", "which tables", "哪些牌桌"),
    "to": Text("thư mục để xuất vào [.]", "folder to export to [.]", "导出目录 [.]"),
    "older": Text(
        "chỉ bàn đã bấy nhiêu ngày không ai đụng tới", "only tables untouched for so many days", "只看多少天没人动过的"
    ),
    "head": Text(
        "bàn | trò | ván | mục | dung lượng | lần cuối | người",
        "table | game | deals | entries | size | last touched | people",
        "牌桌 | 游戏 | 局数 | 条目 | 大小 | 最近 | 人",
    ),
    "days": Text("{date} ({days} ngày)", "{date} ({days} days ago)", "{date}（{days} 天前）"),
    "total": Text(
        "{tables} bàn; kho chiếm {size} trên đĩa",
        "{tables} tables; the store takes {size} on disk",
        "{tables} 张牌桌；存储占用磁盘 {size}",
    ),
    "exported": Text(
        "{table}: {deals} ván vào {file}", "{table}: {deals} deals to {file}", "{table}：{deals} 局写入 {file}"
    ),
    "removed": Text(
        "{table}: đã xóa nhật ký, sổ vẫn còn", "{table}: log removed, its book stays", "{table}：日志已删除，账本保留"
    ),
    "nothing": Text("không có ván nào đã xong", "no deal is over", "没有结束的局"),
    "none": Text("không có bàn này", "there is no such table", "没有这张桌子"),
    "occupied": Text("đang có người ở bàn", "somebody is there", "有人在桌上"),
    "busy": Text("vừa có người chơi ở đây", "somebody has just played there", "刚刚有人在玩"),
    "which": Text("cho biết bàn nào", "say which tables", "请说明哪些牌桌"),
}


def add_arguments(parser: argparse.ArgumentParser, lang: Lang = "en") -> None:
    """What to do, and with which tables."""
    parser.add_argument(
        "what", nargs="?", choices=("list", "export", "remove"), default="list", help=_say("what", lang)
    )
    parser.add_argument("tables", metavar="TABLE", nargs="*", help=_say("tables", lang))
    parser.add_argument("--to", metavar="FOLDER", default=".", help=_say("to", lang))
    parser.add_argument("--older", metavar="DAYS", type=int, default=0, help=_say("older", lang))
    settings.add_arguments(parser, lang, only=("data",))


def run(args: argparse.Namespace) -> int:
    """Does it. 2: it cannot be done, or not with all of the tables."""
    lang: Lang = getattr(args, "lang", "en")
    try:
        store = settings.gather(vars(args)).store
        if args.what != "list" and not args.tables:
            raise BadSettings(_say("which", lang))
        backend = open_backend(store) if args.what == "remove" or is_postgres(store) else _beside(Path(store))
        return asyncio.run(_run(args, backend, lang))
    except (BadSettings, BadBackend, BadFile, Unavailable, OSError, sqlite3.Error) as error:
        sys.stderr.write(f"chieu tables: {error}\n")
        return 2


def _beside(file: Path) -> Backend:
    """A file that a server may have at the same time: what it keeps is read, and its form is not changed."""
    file = file.expanduser()
    if not file.exists():
        raise BadSettings(f"there are no tables at {file}: say with --data where they are")
    with closing(connect(file, as_it_is=True)) as connection:
        if schema.checked_version(connection) < len(schema.MIGRATIONS):
            raise BadSettings(f"{file} is of an older version: `chieu serve` brings it up to this one")
    log, archive = SqliteLog(file), SqliteArchive(file)

    async def close() -> None:
        await archive.close()
        await log.close()

    return single_process(log, archive)._replace(close=close)


async def _run(args: argparse.Namespace, backend: Backend, lang: Lang) -> int:
    retention = Retention(backend.log, backend.archive, backend.bus, backend.presence, SystemClock())
    async with _ending(backend):
        if args.what == "list":
            await _list(args, backend, retention, lang)
            return 0
        code = 0
        for table in args.tables:
            try:
                said = await (_export if args.what == "export" else _remove)(args, backend, retention, table, lang)
            except (NoSuchTable, Occupied, Conflict) as why:
                key = {NoSuchTable: "none", Occupied: "occupied"}.get(type(why), "busy")
                sys.stderr.write(f"chieu tables: {table}: {_say(key, lang)}\n")
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


async def _list(args: argparse.Namespace, backend: Backend, retention: Retention, lang: Lang) -> None:
    rows = [tuple(part.strip() for part in _say("head", lang).split("|"))]
    after, now = "", SystemClock().now()
    while page := await backend.archive.tables(after, _PAGE):
        after = page[-1].name
        for info in page:
            wanted = not args.tables or info.name in args.tables
            if wanted and (now - info.touched) // _DAY_MS >= args.older:
                rows.append(_row(info, (await retention.books.table(info.name)).state, now, lang))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        sys.stdout.write("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n")
    total = _say("total", lang, tables=len(rows) - 1, size=_size(await backend.archive.size()))
    sys.stdout.write(f"{total}\n")


def _row(info: TableInfo, state: TableState, now: int, lang: Lang) -> tuple[str, ...]:
    date = datetime.fromtimestamp(info.touched / 1000, UTC).date().isoformat()
    touched = _say("days", lang, date=date, days=(now - info.touched) // _DAY_MS)
    people = ", ".join(member.name for member in state.members if member.name)
    return info.name, state.game.name, str(state.deals), str(info.last), _size(info.size), touched, people


async def _export(args: argparse.Namespace, backend: Backend, retention: Retention, table: str, lang: Lang) -> str:
    del backend
    if not (await retention.books.table(table)).state.deals:
        return f"{table}: {_say('nothing', lang)}"
    target = Path(args.to).expanduser() / f"{table}.txt"
    target.parent.mkdir(parents=True, exist_ok=True)
    deals = await exports.write(target, retention.books.records(table))
    return _say("exported", lang, table=table, deals=deals, file=target)


async def _remove(args: argparse.Namespace, backend: Backend, retention: Retention, table: str, lang: Lang) -> str:
    del args
    await retention.retire(table)
    while await backend.archive.shed():
        pass
    return _say("removed", lang, table=table)


def _say(key: str, lang: Lang, **values: object) -> str:
    return _TEXTS[key].say(lang).format(**values)


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
