"""File with this person's guest token for each server. Nobody else may read it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from chieu.core.versions import OtherVersion
from chieu.online.client.server import Identity, Server

_VERSION: Final = 1


class BadIdentities(ValueError):
    """The file is not a file of guest tokens."""


class _Head(msgspec.Struct):
    version: int


class _Identities(msgspec.Struct):
    version: int
    guests: dict[str, Identity]


def identity(server: Server, file: Path, code: str | None = None) -> Identity:
    """Return the identity to use on a server: of the device that made `code`, else the stored one, else a new one.

    Raise `BadIdentities`, or `OtherVersion` if the file has another version.
    """
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
        raw = file.read_bytes()
    except FileNotFoundError:
        return {}
    try:
        found = msgspec.json.decode(raw, type=_Head).version
        if found != _VERSION:
            remedy = "run the version of chieu that wrote it, or choose another file with --guest"
            raise OtherVersion(_VERSION, found, remedy)
        return msgspec.json.decode(raw, type=_Identities).guests
    except msgspec.MsgspecError:
        raise BadIdentities(str(file)) from None


def _write(file: Path, known: dict[str, Identity]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    with open(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as opened:  # noqa: PTH123
        opened.write(msgspec.json.format(msgspec.json.encode(_Identities(_VERSION, known))))
    part.replace(file)
