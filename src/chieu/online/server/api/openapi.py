"""Operations of the HTTP API as data, and the OpenAPI document and JSON Schemas made from them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args

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
    400: "The request is malformed.",
    401: "The guest's token is missing or invalid.",
    403: "Pages of this origin may not use the server, or the table is closed to this guest.",
    404: "Not found.",
    409: "Not allowed in the current state of the table.",
    410: "The log of this table was removed.",
    413: "The request is too large.",
    422: "The rules do not allow it.",
    429: "Rate limit exceeded.",
    503: "Temporarily unavailable.",
}
_JSON: Final = "application/json"


class Parameter(msgspec.Struct, frozen=True):
    """A parameter in the path or the query."""

    name: str
    where: Literal["path", "query"]
    about: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    many: bool = False
    needed: bool = False


GAME: Final = Parameter("game", "path", "a game's name")
CODE: Final = Parameter("code", "path", "a sheet's code, or a preset's name")
TABLE: Final = Parameter("table", "path", "a table's id")
DEAL: Final = Parameter("deal", "path", "the deal's number, from 1; 0 is a lesson", least=0)
KEY: Final = Parameter("key", "query", "the key of a renewed link; members of the table do not need it")
LANG: Final = Parameter("lang", "query", "vi, en or zh", get_args(Lang))


Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
AnyHandler = TypeVar("AnyHandler", bound=Callable[..., Awaitable[Response]])


class Operation(msgspec.Struct, frozen=True):
    """An operation, as the decorator of its handler. The handler's docstring describes it.

    `response` is a type, or the media type of a text; `body` is the type of the request's body. `no_content` lists
    further status codes of success, `refuses` those of refusals.
    """

    method: Literal["GET", "POST", "DELETE"]
    path: str
    response: Any
    parameters: tuple[Parameter, ...] = ()
    body: Any = None
    status: int = 200
    no_content: tuple[int, ...] = ()
    refuses: tuple[int, ...] = ()

    def __call__(self, handler: AnyHandler) -> AnyHandler:
        handler.operation = self  # type: ignore[attr-defined]
        return handler


def operations_of(*parts: object) -> dict[Handler, Operation]:
    """Return the handlers of objects, with their operations."""
    return {
        getattr(part, name): method.operation
        for part in parts
        for name, method in vars(type(part)).items()
        if hasattr(method, "operation")
    }


def document(operations: Mapping[Handler, Operation], base: str = "") -> dict[str, Any]:
    """Return the OpenAPI document of a server whose paths are all under `base`."""
    types = [RefusalBody]
    for operation in operations.values():
        types += [kind for kind in (operation.body, operation.response) if not isinstance(kind, str | None)]
    schemas, components = msgspec.json.schema_components(
        types, schema_hook=codec.describe, ref_template="#/components/schemas/{name}"
    )
    described = dict(zip(map(id, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for handler, operation in operations.items():
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(handler, operation, described)
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
    """Return the JSON Schemas of the messages of client and server, for each game."""
    return {
        name: {"client": wire.client_schema(game), "server": wire.server_schema(game)}
        for name, game in all_games().items()
    }


def _operation(handler: Handler, operation: Operation, described: dict[int, dict[str, Any]]) -> dict[str, Any]:
    about = " ".join((handler.__doc__ or "").split())
    if isinstance(operation.response, str):
        content = {operation.response: {"schema": {"type": "string"}}}
    else:
        content = {_JSON: {"schema": described[id(operation.response)]}}
    answers: dict[str, Any] = {str(operation.status): {"description": about, "content": content}}
    answers |= {str(status): {"description": "No content."} for status in operation.no_content}
    problem = {_JSON: {"schema": described[id(RefusalBody)]}}
    for status in sorted({*operation.refuses, 429}):
        answers[str(status)] = {"description": _REFUSALS[status], "content": problem}
    description: dict[str, Any] = {
        "summary": about,
        "operationId": handler.__name__,
        "parameters": [_parameter(parameter) for parameter in operation.parameters],
        "responses": answers,
    }
    if operation.body is not None:
        description["requestBody"] = {"required": True, "content": {_JSON: {"schema": described[id(operation.body)]}}}
    if 401 in operation.refuses:
        description["security"] = [{"token": []}]
    return description


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if parameter.choices:
        schema["enum"] = list(parameter.choices)
    if parameter.least is not None:
        schema = {"type": "integer", "minimum": parameter.least}
    if parameter.many:
        schema = {"type": "array", "items": schema}
    return {
        "name": parameter.name,
        "in": parameter.where,
        "description": parameter.about,
        "required": parameter.where == "path" or parameter.needed,
        "schema": schema,
    }
