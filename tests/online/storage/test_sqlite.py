"""Tests of the SQLite store: crashes, files of other programs and versions, backups."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from chieu.cli import main as cli
from chieu.online.service.ports import Unavailable
from chieu.online.storage.backends import BadBackend, open_backend
from chieu.online.storage.sqlite import schema
from chieu.online.storage.sqlite.connection import connect
from chieu.online.storage.sqlite.log import SqliteLog, back_up
from tests.online.storage.appending import append
from tests.online.storage.stores import sqlite

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]
FULL_DISK = """
import resource, sys
from chieu.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (48 * 1024, 48 * 1024))
sys.exit(main(sys.argv[1:]))
"""
WRITER = """
import asyncio, sys
from pathlib import Path
from chieu.online.storage.sqlite.log import SqliteLog
from tests.online.storage.appending import append

async def table(log, name):
    seq = 0
    while True:
        await append(log, name, seq, [b"%d" % (seq + n) for n in range(1, 4)], None)
        seq += 3
        print(name, seq, flush=True)

async def main():
    log = SqliteLog(Path(sys.argv[1]))
    await asyncio.gather(*(table(log, f"t{n}") for n in range(8)))

asyncio.run(main())
"""


@pytest.mark.parametrize("kill_after", [40, 333])
async def test_acknowledged_appends_survive_kill_9(tmp_path: Path, kill_after: int) -> None:
    path = tmp_path / "tables.db"
    acknowledged: dict[str, int] = {}
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as writer:
        assert writer.stdout is not None
        for count, line in enumerate(writer.stdout):
            name, last = line.split()
            acknowledged[name] = int(last)
            if count == kill_after:
                writer.send_signal(signal.SIGKILL)
                break
    assert acknowledged, "the writer ran"

    async with sqlite(tmp_path) as log:
        for name, seq in acknowledged.items():
            entries = await log.read(name)
            assert len(entries) >= seq
            assert len(entries) % 3 == 0
            assert list(entries) == [b"%d" % number for number in range(1, len(entries) + 1)]


async def test_a_torn_file_has_only_complete_appends(tmp_path: Path) -> None:
    """A power cut may leave any part of the unsynced WAL. Each cut must leave complete appends."""
    async with sqlite(tmp_path) as log:
        for seq in range(0, 60, 3):
            await append(log, "a", seq, [b"%d" % (seq + number) for number in (1, 2, 3)], seq)
        for suffix in ("", "-wal"):
            shutil.copy(tmp_path / f"tables.db{suffix}", tmp_path / f"copy.db{suffix}")
    whole = (tmp_path / "copy.db-wal").read_bytes()
    lengths = set()
    for cut in sorted(random.Random(1).sample(range(len(whole)), 40)):
        folder = tmp_path / f"cut{cut}"
        folder.mkdir()
        shutil.copy(tmp_path / "copy.db", folder / "tables.db")
        (folder / "tables.db-wal").write_bytes(whole[:cut])
        lengths.add(await length_of_whole_appends(folder))
    assert len(lengths) > 5


async def length_of_whole_appends(folder: Path) -> int:
    """Check that a store has only complete appends of three entries. Return the number of entries."""
    async with sqlite(folder) as log:
        entries = await log.read("a")
        assert len(entries) % 3 == 0
        assert list(entries) == [b"%d" % number for number in range(1, len(entries) + 1)]
        return len(entries)


async def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    await write_one(tmp_path)
    assert stat.S_IMODE((tmp_path / "tables.db").stat().st_mode) == 0o600


async def test_the_file_is_created_with_its_folders(tmp_path: Path) -> None:
    await write_one(tmp_path / "some" / "where")
    assert (tmp_path / "some" / "where" / "tables.db").exists()


def test_a_new_file_has_version_1(tmp_path: Path) -> None:
    connection = connect(tmp_path / "tables.db")
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


def test_the_tables_are_created_all_or_none(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    broken = schema.STORE._replace(script=schema.STORE.script + "; SELECT nonsense FROM nowhere")
    with pytest.raises(sqlite3.OperationalError):
        schema.prepare(connection, broken)
    assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    schema.prepare(connection, schema.STORE)
    assert connection.execute("SELECT * FROM tables").fetchall() == []
    connection.close()


@pytest.mark.parametrize("version", [0, 2, 99])
async def test_a_file_of_another_version_is_refused(tmp_path: Path, version: int) -> None:
    file = tmp_path / "tables.db"
    await write_one(tmp_path)
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    before = file.read_bytes()
    message = rf"tables\.db: expected version 1, found version {version}: run the version of chieu that wrote"
    with pytest.raises(schema.BadFile, match=message):
        SqliteLog(file)
    with pytest.raises(schema.BadFile, match=message):
        back_up(file, tmp_path / "copy.db")
    with pytest.raises(BadBackend, match=message):
        open_backend(str(file))
    assert not (tmp_path / "copy.db").exists()
    assert file.read_bytes() == before


def test_a_file_of_another_program_is_refused_unchanged(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "tables.db")
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    before = (tmp_path / "tables.db").read_bytes()
    with pytest.raises(schema.BadFile, match="another program"):
        SqliteLog(tmp_path / "tables.db")
    assert (tmp_path / "tables.db").read_bytes() == before


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("Dear diary, " * 100)
    with pytest.raises(schema.BadFile, match="not an SQLite file"):
        SqliteLog(tmp_path / "tables.db")


async def test_a_full_disk_fails_only_while_it_is_full(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "tables.db")
    await append(log, "a", 0, [b"one"], None)
    (pages,) = log._writing.execute("PRAGMA page_count").fetchone()
    log._writing.execute(f"PRAGMA max_page_count = {pages}")
    outcomes = await asyncio.gather(
        append(log, "a", 1, [b"x" * 50_000], None),
        append(log, "b", 0, [b"y" * 50_000], None),
        return_exceptions=True,
    )
    assert all(isinstance(outcome, Unavailable) for outcome in outcomes)
    assert all(
        isinstance(outcome.__cause__, sqlite3.OperationalError)
        for outcome in outcomes
        if isinstance(outcome, Unavailable)
    )
    assert list(await log.read("a")) == [b"one"]
    log._writing.execute("PRAGMA max_page_count = 1000000")
    await append(log, "a", 1, [b"two"], None)
    assert list(await log.read("a")) == [b"one", b"two"]
    await log.close()


async def test_a_closed_log_writes_its_queue_then_rejects(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "tables.db")
    waiting = asyncio.gather(*(append(log, f"t{number}", 0, [b"x"], None) for number in range(9)))
    await asyncio.sleep(0)
    await log.close()
    await log.close()
    await waiting  # the queue is written before the log closes
    with pytest.raises(RuntimeError, match="closed"):
        await append(log, "a", 0, [b"x"], None)


async def test_a_backup_during_writes_is_complete(tmp_path: Path) -> None:
    copies = [tmp_path / f"copy{number}" for number in range(3)]
    async with sqlite(tmp_path) as log:

        async def write() -> None:
            for seq in range(0, 600, 3):
                await append(log, "a", seq, [b"%d" % (seq + number) for number in (1, 2, 3)], None)
                begun.set()

        begun = asyncio.Event()
        writing = asyncio.ensure_future(write())
        await begun.wait()
        for copy in copies:
            copy.mkdir()
            await asyncio.to_thread(back_up, tmp_path / "tables.db", copy / "tables.db")
        await writing
    for copy in copies:
        assert [file.name for file in copy.iterdir()] == ["tables.db"]
        assert await length_of_whole_appends(copy) > 0


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
async def test_a_backup_onto_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    """Files of the process may have 48 kB: the store can be read, but its copy fails as on a full disk."""
    await write_one(tmp_path)
    assert (tmp_path / "tables.db").stat().st_size > 48 * 1024
    target = tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    words = ("backup", str(target), "--data", str(tmp_path / "tables.db"))
    result = subprocess.run(
        [sys.executable, "-c", FULL_DISK, *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("chieu backup: ")
    assert result.stderr.count("\n") == 1
    assert not list(target.parent.iterdir())


def test_a_missing_file_cannot_be_backed_up(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        back_up(tmp_path / "none.db", tmp_path / "copy.db")
    assert not list(tmp_path.iterdir())


async def write_one(folder: Path) -> None:
    async with sqlite(folder) as log:
        await append(log, "a", 0, [b"one"], None)


async def epoch_of(file: Path) -> str:
    log = SqliteLog(file)
    try:
        return await log.epoch()
    finally:
        await log.close()


async def test_pf_22_opening_a_backup_starts_one_epoch(tmp_path: Path) -> None:
    tables, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    assert await epoch_of(tables) == ""
    back_up(tables, copy)
    assert await epoch_of(tables) == "", "the original is not a backup"
    first = await epoch_of(copy)
    assert first != ""
    assert await epoch_of(copy) == first
    back_up(copy, tmp_path / "second.db")
    assert await epoch_of(tmp_path / "second.db") > first


async def test_pf_22_a_backup_of_a_backup_is_one_too(tmp_path: Path) -> None:
    await epoch_of(tmp_path / "tables.db")
    back_up(tmp_path / "tables.db", tmp_path / "copy.db")
    back_up(tmp_path / "copy.db", tmp_path / "again.db")
    assert await epoch_of(tmp_path / "again.db") != ""


async def test_pf_22_an_unmarked_file_can_be_marked_restored(tmp_path: Path) -> None:
    tables = tmp_path / "tables.db"
    assert await asyncio.to_thread(cli, ["restored", "--data", str(tables)]) == 2, "there is no such file"
    await epoch_of(tables)
    assert await asyncio.to_thread(cli, ["restored", "--data", str(tables)]) == 0
    first = await epoch_of(tables)
    assert first != ""
    assert await asyncio.to_thread(cli, ["restored", "--data", str(tables)]) == 0
    assert await epoch_of(tables) > first
