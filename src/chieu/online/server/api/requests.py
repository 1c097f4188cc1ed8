"""Read the parts of HTTP requests that several operations share, and write JSON responses."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, TypeVar, get_args

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from chieu.core import codec
from chieu.core.game import AnyGame
from chieu.core.text.languages import Lang
from chieu.games import UnknownGame, load
from chieu.online.protocol import wire
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.limits import networks
from chieu.online.service.fair_queue import RateLimitKey

T = TypeVar("T", bound=msgspec.Struct)

MAX_BODY: Final = wire.FRAME_AT_MOST
MAX_KEY: Final = 64  # characters
_decoder: Final = cache(codec.decoder)
TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def lang_of(request: Request) -> Lang:
    """Return the language in the query; Vietnamese by default."""
    lang = request.query_params.get("lang", "vi")
    if lang not in get_args(Lang):
        raise HttpRefusal(400, "bad_message", detail=f"lang is one of {', '.join(get_args(Lang))}")
    return lang  # type: ignore[return-value]


def game_of(request: Request) -> AnyGame:
    """Return the game in the path."""
    try:
        return load(request.path_params["game"])
    except UnknownGame as unknown:
        raise HttpRefusal(404, "unknown_game", game=unknown.name[:40]) from None


def key_of(request: Request) -> str:
    """PF-8: return the key of the table's link."""
    return request.query_params.get("key", "")[:MAX_KEY]


def table_of(request: Request) -> str:
    """Return the table id in the path. A malformed id is refused like an unknown one."""
    table: str = request.path_params["table"]
    if not TABLE_ID.fullmatch(table):
        raise HttpRefusal(404, "no_such_table")
    return table


def number_of(text: str, default: int) -> int:
    """Parse a number of a path or query; `default` for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


def rate_key_of(request: Request) -> RateLimitKey:
    """PF-37: return the rate-limit key of the client's address."""
    return networks(request.client.host if request.client else "unix")


async def body_of(request: Request, most: int = MAX_BODY) -> bytes:
    """PF-34: read the body, up to `most` bytes."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise HttpRefusal(413, "too_big", "PF-34", most=most)
    except ClientDisconnect:
        raise HttpRefusal(400, "bad_message", detail="the client disconnected before the end of the body") from None
    return bytes(body)


async def decoded(request: Request, kind: type[T], most: int = MAX_BODY) -> T:
    """Decode a JSON body of up to `most` bytes. Raise `HttpRefusal` 400 if it is malformed."""
    body = await body_of(request, most)
    try:
        value: T = _decoder(kind).decode(body)
        return value
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise HttpRefusal(400, "bad_message", detail=str(error)[:200]) from None


def json_answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Serialize a value as a JSON response."""
    return Response(codec.encode(value), status, headers, media_type="application/json")
