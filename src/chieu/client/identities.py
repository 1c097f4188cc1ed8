"""Who one is on each server, kept in a file that nobody else may read."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from chieu.client.server import Identity, Server


class BadIdentities(ValueError):
    """A file that is something else."""


def identity(server: Server, file: Path, code: str | None = None) -> Identity:
    """Return the identity to use on a server: of the device that made `code`, else the stored one, else a new one."""
    known = _read(file)
    before = found = known.get(server.url)
    if code is not None:
        found = server.guest_by(code)
    elif found is None:
        found = server.new_guest()
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
