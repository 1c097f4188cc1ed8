"""Commands from bytes, messages to bytes, and the JSON Schema of both, for a game."""

from __future__ import annotations

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


class BadMessage(ValueError):
    """PF-33: bytes that are no message of this protocol; `code` is stable and keys a text."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


def read(game: AnyGame, raw: bytes | str) -> AnyCommand | Hello:
    """A command for a table of this game, with its action as the game's own struct."""
    if len(raw) > FRAME_AT_MOST:
        raise BadMessage("too_big", f"a message has at most {FRAME_AT_MOST} bytes")
    try:
        message = _decoder(game.name).decode(raw)
        if isinstance(message, Act):
            _check_numbers(message.action)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadMessage("bad_message", str(error)[:200]) from None
    return message


write: Final = codec.encode
"""A message as it is sent."""


def client_schema(game: AnyGame) -> dict[str, Any]:
    """The JSON Schema of what a client sends to a table of this game."""
    return _named(codec.schema(_client_type(game)))


def server_schema(game: AnyGame) -> dict[str, Any]:
    """The JSON Schema of what a client gets from a table of this game."""
    return _named(codec.schema(server_type(game)))


def server_type(game: AnyGame) -> Any:
    """The type of what a client gets, for decoding it into the game's own structs."""
    whole: Any = views.View
    update: Any = views.Update
    action, fact = _one_of(game.actions), _one_of(game.facts)
    return answers.Answer | whole[game.view_type, action, fact] | update[game.view_type, action, fact]


def _client_type(game: AnyGame) -> Any:
    act: Any = Act
    return commands.PlainCommand | Hello | act[_one_of(game.actions)]


def _one_of(kinds: tuple[type[Any], ...]) -> Any:
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
    """The schema with short names where a generic type spells out what it is made of."""
    text = msgspec.json.encode(schema).decode()
    for name, described in schema["$defs"].items():
        short, bracket, _ = described["title"].partition("[")
        if bracket:
            text = text.replace(f'{name}"', f'{short}"').replace(f'"{described["title"]}"', f'"{short}"')
    named: dict[str, Any] = msgspec.json.decode(text)
    return named
