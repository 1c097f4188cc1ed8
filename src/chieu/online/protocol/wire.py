"""Decode commands, serialize messages, and describe both as JSON Schema, per game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from chieu.core import codec, registry
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


def read(game: AnyGame | None, raw: bytes | str) -> AnyCommand | Hello:
    """Decode a command for a table with a deal of this game, and its action as a game's own struct.

    An action may be one of another game (PF-11): it was sent before, and is answered as it was then, or it is stale.
    """
    if len(raw) > FRAME_AT_MOST:
        raise BadMessage("too_big", f"expected at most {FRAME_AT_MOST} bytes, got {len(raw)}")
    try:
        message = _decoder.decode(raw)
        if isinstance(message, Act):
            message = replace(message, action=_action(game, message.action))
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
    return _server_type(game.view_type, _union(game.actions), _union(game.facts))


def _server_type(*own: Any) -> Any:
    view: Any = views.View
    update: Any = views.Update
    return views.Heartbeat | answers.Answer | view[own] | update[own]


def _client_type(game: AnyGame) -> Any:
    act: Any = Act
    return commands.PlainCommand | Hello | act[_union(game.actions)]


def _union(kinds: tuple[type[Any], ...]) -> Any:
    return reduce(or_, kinds)


_undecoded: Final[Any] = commands.PlainCommand | Hello | Act[msgspec.Raw]
_decoder: Final[msgspec.json.Decoder[AnyCommand | Hello]] = codec.decoder(_undecoded)


def _action(game: AnyGame | None, raw: msgspec.Raw) -> Any:
    """Decode an action of this game or, failing that, of another one."""
    error: Exception | None = None
    for candidate in _games_from(game):
        try:
            return _action_decoder(candidate).decode(raw)
        except (msgspec.MsgspecError, UnicodeError) as wrong:
            error = error or wrong
    raise error or msgspec.ValidationError("no game has actions")


def _games_from(game: AnyGame | None) -> Iterator[AnyGame]:
    """Yield this game, then all games: others are loaded only if they are needed."""
    if game is not None:
        yield game
    yield from map(load, registry.names())


@cache
def _action_decoder(game: AnyGame) -> msgspec.json.Decoder[Any]:
    return codec.decoder(_union(game.actions))


class _ShownDeal(msgspec.Struct):
    game: str


class _Head(msgspec.Struct):
    deal: _ShownDeal | None = None


_head: Final = msgspec.json.Decoder(_Head)


def read_message(raw: bytes | str) -> Any:
    """Decode a message from the server. Facts and actions in it are of the game of the deal it shows."""
    deal = _head.decode(raw).deal
    return _message_decoder("" if deal is None else deal.game).decode(raw)


@cache
def _message_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return codec.decoder(server_type(load(game)) if game else _server_type(Any, Any, Any))


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
