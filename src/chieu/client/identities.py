"""Who one is on each server, kept in a file that nobody else may read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from chieu.client.server import Identity, Server


class BadIdentities(ValueError):
    """A file that is something else."""


_LENGTH_BEFORE: Final = 22  # of tokens of versions whose server had no seal to put on them


def identity(server: Server, file: Path, table: str | None = None, code: str | None = None) -> Identity:
    """Who one is on a server: the guest whom another device gave a code for, or who one was last time; a new guest the
    first time. A token of a version before is exchanged, for the same guest where the table one goes to knows them."""
    known = _read(file)
    before = found = known.get(server.url)
    if code is not None:
        found = server.guest_by(code)
    elif found is None:
        found = server.new_guest()
    elif len(found.token) == _LENGTH_BEFORE:
        found = server.new_guest() if table is None else server.renewed(found, table)
    if found is not before:
        known[server.url] = found
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
