"""`chieu tables` on a store with many tables."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from chieu.cli import main
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.ports import TableInfo
from chieu.online.service.service import TableService
from chieu.online.storage.local import LocalBus, LocalPresence, SystemClock, SystemEntropy
from chieu.online.storage.sql import SqlArchive
from tests.online.storage.appending import append
from tests.online.storage.stores import LASTING, Store
from tests.postgres import database

COUNT = 450  # more than two pages


async def fill(store: Store, folder: Path) -> None:
    """Open one table, and store copies of it under other names."""
    async with store(folder) as log:
        service = TableService(log, LocalBus(), LocalPresence(), SystemClock(), SystemEntropy())
        table = await service.open(OpenTable(game="xidach", name="Lan", seats=4), "lan")
        assert isinstance(table, str)
        entries = await log.read(table)
        copies = (append(log, f"{number:06}", 0, entries, None) for number in range(1, COUNT))
        await asyncio.gather(*copies)


@pytest.mark.parametrize("name", LASTING)
def test_list_prints_each_page_before_it_reads_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    asyncio.run(fill(LASTING[name], tmp_path))
    pages: list[tuple[int, int]] = []  # rows printed and rows read so far, whenever a page is read
    read, tables = 0, SqlArchive.tables

    async def counted(self: Any, after: str, most: int) -> Sequence[TableInfo]:
        nonlocal read
        pages.append((output.getvalue().count("\n") - 1, read))
        page = await tables(self, after, most)
        read += len(page)
        return page

    monkeypatch.setattr(SqlArchive, "tables", counted)
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdout", output)
    data = str(tmp_path / "tables.db") if name == "sqlite" else database(str(tmp_path))
    assert main(["tables", "--data", data]) == 0
    assert len(pages) > 3
    assert all(printed == read for printed, read in pages)
    lines = output.getvalue().splitlines()
    assert lines[0].split() == ["table", "game", "deals", "entries", "size", "last", "touched", "people"]
    assert lines[1].startswith("000001                  xidach")
    assert lines[-1].startswith(f"{COUNT} tables; ")


def test_table_retired_during_the_list_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(fill(LASTING["sqlite"], tmp_path))
    tables = SqlArchive.tables

    async def with_retired(self: Any, after: str, most: int) -> Sequence[TableInfo]:
        page = await tables(self, after, most)
        return [*page, TableInfo("zzz", 3, 0, 0, 100)] if page and after == "" else page

    monkeypatch.setattr(SqlArchive, "tables", with_retired)
    assert main(["tables", "--data", str(tmp_path / "tables.db")]) == 0
    assert "zzz" not in capsys.readouterr().out
