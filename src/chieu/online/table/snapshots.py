"""PF-36: what a table is between deals, as a value that can be written down. With what came after it that is the whole
table, so that opening one costs the same however old it is.

A snapshot is the state without what belongs to a deal: positions never become a format. It has a version number and
the fields of `TableState` itself.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_type_hints

import msgspec

from chieu.core import codec
from chieu.core.game import AnyGame
from chieu.games import load
from chieu.online.table.fold import rules_by
from chieu.online.table.state import TableState

VERSION: Final = 1
_OF_THE_DEAL: Final = {"deal", "trail", "trail_from"}
_FOLLOWS: Final = {"game", "rules"}  # from the rest, or from the program


class BadSnapshot(ValueError):
    """The snapshot cannot be read or has another version. Fold the whole log instead."""


class _Head(msgspec.Struct):
    version: int
    game: str


_head: Final = msgspec.json.Decoder(_Head)


def write(state: TableState) -> bytes:
    """The state as it is kept."""
    left_out = _OF_THE_DEAL | _FOLLOWS
    fields = {name: getattr(state, name) for name in state.__struct_fields__ if name not in left_out}
    return codec.encode({"version": VERSION, "game": state.game.name} | fields)


def read(raw: bytes) -> TableState:
    """The state that was kept, without its last deal."""
    try:
        head = _head.decode(raw)
        if head.version != VERSION:
            raise BadSnapshot(f"expected version {VERSION}, found version {head.version}")
        game = load(head.game)
        kept = msgspec.structs.asdict(_decoder(game.name).decode(raw))
    except (msgspec.MsgspecError, LookupError) as error:
        raise BadSnapshot(str(error)) from error
    del kept["version"], kept["game"]
    return TableState(**kept, game=game, rules=rules_by(game.name, kept["sheet"]), trail_from=kept["seq"])


@cache
def _decoder(name: str) -> msgspec.json.Decoder[Any]:
    game: AnyGame = load(name)
    hints = get_type_hints(TableState) | {"match": game.match | None}
    left_out = _OF_THE_DEAL | _FOLLOWS
    own = [(name, hints[name]) for name in TableState.__struct_fields__ if name not in left_out]
    fields = [("version", int), ("game", str), *own]
    return codec.decoder(msgspec.defstruct("Snapshot", fields, forbid_unknown_fields=True))
