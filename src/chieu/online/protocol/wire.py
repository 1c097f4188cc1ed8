"""Decode commands, serialize messages, and describe both as JSON Schema, per game."""

from __future__ import annotations

import re
from functools import cache, reduce
from operator import or_
from typing import Any, Final

import msgspec

from chieu.core import codec
from chieu.core.game import AnyGame
from chieu.games import load
from chieu.online.protocol import answers, commands, views
from chieu.online.protocol.commands import Act, AnyCommand, Hello

FRAME_AT_MOST: Final = 16 * 1024
_NUMBER_AT_MOST: Final = 2**31
_REFERENCE: Final = re.compile(r'(?<="#/\$defs/)([^"]+)(?=")')


class BadMessage(ValueError):
    """PF-33: bytes that are not a message of this protocol. `code` is stable and the key of a text."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


def read(game: AnyGame, raw: bytes | str) -> AnyCommand | Hello:
    """Decode a command for a table of this game, with its action as the game's own struct."""
    if len(raw) > FRAME_AT_MOST:
        raise BadMessage("too_big", f"expected at most {FRAME_AT_MOST} bytes, got {len(raw)}")
    try:
        message = _decoder(game.name).decode(raw)
        if isinstance(message, Act):
            _check_numbers(message.action)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadMessage("bad_message", str(error)[:200]) from None
    return message


class _Id(msgspec.Struct):
    id: str = ""


_id_only: Final = msgspec.json.Decoder(_Id)


def id_in(raw: str | None) -> str:
    """Return the id of a message that may be malformed otherwise, for the answer; empty if it has none."""
    try:
        return _id_only.decode(raw or "{}").id[:64]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


write: Final = codec.encode
"""Serialize a message."""


def client_schema(game: AnyGame) -> dict[str, Any]:
    """Return the JSON Schema of the messages a client sends to a table of this game."""
    return _named(codec.schema(_client_type(game)))


def server_schema(game: AnyGame) -> dict[str, Any]:
    """Return the JSON Schema of the messages a client gets from a table of this game."""
    return _named(codec.schema(server_type(game)))


def server_type(game: AnyGame) -> Any:
    """Return the type of the messages a client gets, for decoding them into the game's own structs."""
    view: Any = views.View
    update: Any = views.Update
    action, fact = _union(game.actions), _union(game.facts)
    return views.Heartbeat | answers.Answer | view[game.view_type, action, fact] | update[game.view_type, action, fact]


def _client_type(game: AnyGame) -> Any:
    act: Any = Act
    return commands.PlainCommand | Hello | act[_union(game.actions)]


def _union(kinds: tuple[type[Any], ...]) -> Any:
    return reduce(or_, kinds)


@cache
def _decoder(name: str) -> msgspec.json.Decoder[AnyCommand | Hello]:
    return codec.decoder(_client_type(load(name)))


def _check_numbers(action: msgspec.Struct) -> None:
    """Bound the numbers of an action: games compute with 64-bit integers, JSON numbers have any size."""
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if isinstance(value, int) and abs(value) >= _NUMBER_AT_MOST:
            raise BadMessage("bad_message", f"field {field!r} of the action is out of bounds")


def _named(schema: dict[str, Any]) -> dict[str, Any]:
    """Shorten the names of generic types, which spell out their arguments.

    A game's own `View` becomes `GameView`.
    """
    titles = {name: described["title"].partition("[") for name, described in schema["$defs"].items()}
    generic = {short for short, bracket, _ in titles.values() if bracket}
    names = {
        name: f"Game{short}" if short in generic and not bracket else short
        for name, (short, bracket, _) in titles.items()
    }
    text = _REFERENCE.sub(lambda match: names[match[1]], msgspec.json.encode(schema).decode())
    named: dict[str, Any] = msgspec.json.decode(text)
    named["$defs"] = {names[name]: {**described, "title": names[name]} for name, described in named["$defs"].items()}
    return named
