"""PF-36: snapshots of a table between deals. Opening a table costs the same however long its log is.

A snapshot is the state without its deal, so games' positions are never stored. It has a version number and the fields
of `TableState`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_type_hints

import msgspec

from chieu.core import codec
from chieu.core.game import AnyGame
from chieu.games import load
from chieu.online.table.entries import rules_by
from chieu.online.table.state import TableState

VERSION: Final = 1
_LEFT_OUT: Final = {"deal", "trail", "trail_from", "game", "rules"}  # the deal, and what is derived when it is read


class BadSnapshot(ValueError):
    """The snapshot cannot be read or has another version. Fold the whole log instead."""


class _Head(msgspec.Struct):
    version: int
    game: str


_head: Final = msgspec.json.Decoder(_Head)


def write(state: TableState) -> bytes:
    """Serialize a state."""
    fields = {name: getattr(state, name) for name in state.__struct_fields__ if name not in _LEFT_OUT}
    return codec.encode({"version": VERSION, "game": state.game.name} | fields)


def read(raw: bytes) -> TableState:
    """Read a state. Its last deal is not part of it."""
    try:
        head = _head.decode(raw)
        if head.version != VERSION:
            raise BadSnapshot(f"expected version {VERSION}, found version {head.version}")
        game = load(head.game)
        fields = msgspec.structs.asdict(_decoder(game.name).decode(raw))
    except (msgspec.MsgspecError, LookupError, UnicodeDecodeError) as error:
        raise BadSnapshot(str(error)) from error
    del fields["version"], fields["game"]
    return TableState(**fields, game=game, rules=rules_by(game.name, fields["sheet"]), trail_from=fields["seq"])


@cache
def _decoder(name: str) -> msgspec.json.Decoder[Any]:
    game: AnyGame = load(name)
    hints = get_type_hints(TableState) | {"match": game.match | None}
    own = [(name, hints[name]) for name in TableState.__struct_fields__ if name not in _LEFT_OUT]
    fields = [("version", int), ("game", str), *own]
    return codec.decoder(msgspec.defstruct("Snapshot", fields, forbid_unknown_fields=True))
