"""Who one is on each server, kept in a file that nobody else may read."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from chieu.client.server import Identity, Server


class BadIdentities(ValueError):
    """A file that is something else."""


def identity(server: Server, file: Path) -> Identity:
    """Who one is on a server; a new guest the first time."""
    known = _read(file)
    found = known.get(server.url)
    if found is None:
        found = known[server.url] = server.new_guest()
        _write(file, known)
    return found


def _read(file: Path) -> dict[str, Identity]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Identity])
    except FileNotFoundError:
        return {}
    except msgspec.MsgspecError:
        raise BadIdentities(str(file)) from None


def _write(file: Path, known: dict[str, Identity]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    with open(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as opened:  # noqa: PTH123
        opened.write(msgspec.json.format(msgspec.json.encode(known)))
    part.replace(file)
