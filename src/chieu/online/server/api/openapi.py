"""The operations of the HTTP interface as data, and the OpenAPI document and JSON Schemas that follow from them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chieu import __version__
from chieu.core import codec
from chieu.core.text.languages import Lang
from chieu.games import all_games
from chieu.online.protocol import wire
from chieu.online.server.api.refusals import RefusalBody

_REFUSALS: Final = {
    400: "The request cannot be read.",
    401: "A guest's token is needed, or the one given is none.",
    403: "The page that sent this may not.",
    404: "There is no such thing.",
    409: "Not as things are at this table.",
    410: "There was such a table, and its log is gone.",
    413: "The request is too big.",
    422: "The rules do not allow it.",
    429: "Too much at once.",
    503: "Not now.",
}
_JSON: Final = "application/json"


class Parameter(msgspec.Struct, frozen=True):
    """A part of the path or the query."""

    name: str
    where: Literal["path", "query"]
    about: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    many: bool = False
    needed: bool = False


GAME: Final = Parameter("game", "path", "a game's name")
CODE: Final = Parameter("code", "path", "a sheet's code; a preset's name is one")
TABLE: Final = Parameter("table", "path", "a table's id")
DEAL: Final = Parameter("deal", "path", "the deal's number, from 1", least=1)
KEY: Final = Parameter("key", "query", "of a link that was renewed; members need none")
LANG: Final = Parameter("lang", "query", "vi, en or zh", get_args(Lang))


class Operation(msgspec.Struct, frozen=True):
    """Something that can be asked: what it takes and gives (a type, or a media type for text), what it may refuse."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    handler: Callable[[Request], Awaitable[Response]]
    about: str
    gives: Any
    parameters: tuple[Parameter, ...] = ()
    takes: Any = None
    status: int = 200
    also: tuple[int, ...] = ()
    refuses: tuple[int, ...] = ()


def document(operations: Sequence[Operation], base: str = "") -> dict[str, Any]:
    """The OpenAPI document of a server with all its paths under `base`."""
    types = [RefusalBody]
    for one in operations:
        types += [kind for kind in (one.takes, one.gives) if kind is not None and not isinstance(kind, str)]
    schemas, components = msgspec.json.schema_components(
        types, schema_hook=codec.describe, ref_template="#/components/schemas/{name}"
    )
    described = dict(zip(map(id, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, described)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Chiếu", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": base or "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "a guest's token"}},
        },
    }


def message_schemas() -> dict[str, Any]:
    """What a client sends to a table of each game, and what it gets."""
    return {
        name: {"client": wire.client_schema(game), "server": wire.server_schema(game)}
        for name, game in all_games().items()
    }


def _operation(one: Operation, described: dict[int, dict[str, Any]]) -> dict[str, Any]:
    if isinstance(one.gives, str):
        content = {one.gives: {"schema": {"type": "string"}}}
    else:
        content = {_JSON: {"schema": described[id(one.gives)]}}
    answers: dict[str, Any] = {str(one.status): {"description": one.about, "content": content}}
    answers |= {str(status): {"description": "Nothing to say."} for status in one.also}
    problem = {_JSON: {"schema": described[id(RefusalBody)]}}
    for status in sorted({*one.refuses, 429}):
        answers[str(status)] = {"description": _REFUSALS[status], "content": problem}
    told: dict[str, Any] = {
        "summary": one.about,
        "operationId": one.handler.__name__,
        "parameters": [_parameter(each) for each in one.parameters],
        "responses": answers,
    }
    if one.takes is not None:
        told["requestBody"] = {"required": True, "content": {_JSON: {"schema": described[id(one.takes)]}}}
    if 401 in one.refuses:
        told["security"] = [{"token": []}]
    return told


def _parameter(one: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if one.choices:
        schema["enum"] = list(one.choices)
    if one.least is not None:
        schema = {"type": "integer", "minimum": one.least}
    if one.many:
        schema = {"type": "array", "items": schema}
    return {
        "name": one.name,
        "in": one.where,
        "description": one.about,
        "required": one.where == "path" or one.needed,
        "schema": schema,
    }
