"""File with this person's guest token for each server. Nobody else may read it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from chieu.core.codec import OtherVersion
from chieu.online.client.api import Identity, Server

_VERSION: Final = 1


class BadIdentities(ValueError):
    """The file is not a file of guest tokens."""


class _Head(msgspec.Struct):
    version: int


class _Identities(msgspec.Struct):
    version: int
    guests: dict[str, Identity]


def identity(server: Server, file: Path, code: str | None = None) -> Identity:
    """Return the identity to use on a server: by `code`, else the stored one, else a new one.

    `code` comes from another device of the guest. Raise `BadIdentities`, or `OtherVersion` for another version of the
    file.
    """
    guests = _read(file)
    before = guest = guests.get(server.url)
    if code is not None:
        guest = server.guest_by(code)
    elif guest is None:
        guest = server.new_guest()
    if guest is not before:
        guests[server.url] = guest
        _write(file, guests)
    return guest


def _read(file: Path) -> dict[str, Identity]:
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        return {}
    try:
        version = msgspec.json.decode(raw, type=_Head).version
        if version != _VERSION:
            remedy = "run the version of chieu that wrote it, or choose another file with --guest"
            raise OtherVersion(_VERSION, version, remedy)
        return msgspec.json.decode(raw, type=_Identities).guests
    except msgspec.MsgspecError:
        raise BadIdentities(str(file)) from None


def _write(file: Path, guests: dict[str, Identity]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    with open(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as stream:  # noqa: PTH123
        stream.write(msgspec.json.format(msgspec.json.encode(_Identities(_VERSION, guests))))
    part.replace(file)
