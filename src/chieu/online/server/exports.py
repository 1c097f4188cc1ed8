"""PF-38: write the records of all deals of a table to one file, which `chieu verify` reads."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

from chieu.online.service.retention import Export


def to_folder(folder: str) -> Export | None:
    """Return an export that writes one file per table into this folder; None if no folder is set."""

    async def export(table: str, records: AsyncIterator[str]) -> None:
        path = Path(folder).expanduser()
        path.mkdir(parents=True, exist_ok=True)
        await write(path / f"{table}.txt", records)

    return export if folder else None


async def write(target: Path, records: AsyncIterator[str]) -> int:
    """Write records to a file atomically and return their number.

    The file holds cards and names, so only its owner may read it.
    """
    part, count = target.with_name(target.name + ".part"), 0
    descriptor = await asyncio.to_thread(os.open, part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        async for record in records:
            await asyncio.to_thread(file.write, record)
            count += 1
        file.flush()
        await asyncio.to_thread(os.fsync, file.fileno())
    await asyncio.to_thread(part.replace, target)
    return count
