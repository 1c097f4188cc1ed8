"""All operations of the HTTP API; those about the process and the games are defined here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from chieu.core import codec
from chieu.core.options import BadRules
from chieu.online.server import logs, pages
from chieu.online.server.api import catalogue, openapi
from chieu.online.server.api.openapi import CODE, GAME, LANG, Operation, Parameter
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.requests import game_of, json_answer, lang_of
from chieu.online.server.metrics import CONTENT_TYPE, Metrics
from chieu.online.service.ports import Log, Unavailable

_READY_WITHIN_S: Final = 2.0
_MAX_SWING: Final = 1e6
_MAX_SETTINGS: Final = 100


class Api:
    """All operations: those of the parts, and those about the process and the games."""

    def __init__(self, log: Log, metrics: Metrics, base: str, parts: Sequence[object]) -> None:
        self._log = log
        self._metrics = metrics
        self._base = base
        self.operations = openapi.operations_of(self, *parts)

    @Operation("GET", "/healthz", "text/plain")
    async def health(self, request: Request) -> Response:
        """The process is alive."""
        del request
        return Response("ok\n", media_type="text/plain")

    @Operation("GET", "/readyz", "text/plain", refuses=(503,))
    async def ready(self, request: Request) -> Response:
        """The log can be written."""
        del request
        try:
            await asyncio.wait_for(self._log.check(), _READY_WITHIN_S)
        except TimeoutError:
            timeout = Unavailable(f"the store does not answer within {_READY_WITHIN_S:.0f} seconds")
            logs.say("not_ready", level=logging.WARNING, error=timeout)
            raise HttpRefusal(503, "unavailable") from None
        except Exception as error:  # any error: the node must not get traffic now
            logs.say("not_ready", level=logging.WARNING, error=error)
            raise HttpRefusal(503, "unavailable") from None
        return Response("ready\n", media_type="text/plain")

    @Operation("GET", "/metrics", "text/plain")
    async def metrics(self, request: Request) -> Response:
        """Metrics in the Prometheus text format."""
        del request
        return Response(self._metrics.text(), media_type=CONTENT_TYPE)

    @Operation("GET", "/api/games", catalogue.Catalogue)
    async def games(self, request: Request) -> Response:
        """All games, options, presets, bots, texts."""
        return pages.answer(request, self._games)

    @Operation(
        "GET",
        "/api/games/{game}/sheet/{code}",
        catalogue.Sheet,
        (
            GAME,
            CODE,
            LANG,
            Parameter("set", "query", "option=value, once for each option to change", many=True),
            Parameter("since", "query", "the code of an earlier sheet; `changes` lists the differences from it"),
            Parameter(
                "like", "query", "the `swing` of another sheet; `evened` has the stakes at which this one has it"
            ),
        ),
        refuses=(400, 404, 422),
    )
    async def sheet(self, request: Request) -> Response:
        """A rule sheet by its code: values, differences from the nearest preset, prose."""
        game, lang = game_of(request), lang_of(request)
        settings = request.query_params.getlist("set")[:_MAX_SETTINGS]
        since = request.query_params.get("since", "")
        try:
            sheet = catalogue.sheet(game, request.path_params["code"], settings, lang, since, _swing_in(request))
        except BadRules as bad:
            raise HttpRefusal(422, bad.code, "PF-2", **bad.params) from None
        return json_answer(sheet)

    @Operation("GET", "/api/schema", dict)
    async def schema(self, request: Request) -> Response:
        """The JSON Schema of all messages, for each game."""
        return pages.answer(request, self._schema)

    @Operation("GET", "/api/openapi.json", dict)
    async def description(self, request: Request) -> Response:
        """The OpenAPI document of this server."""
        return pages.answer(request, self._description)

    @cached_property
    def _games(self) -> pages.File:
        return pages.compressed("games.json", codec.encode(catalogue.catalogue()))

    @cached_property
    def _schema(self) -> pages.File:
        return pages.compressed("schema.json", codec.encode(openapi.message_schemas()))

    @cached_property
    def _description(self) -> pages.File:
        return pages.compressed("openapi.json", codec.encode(openapi.document(self.operations, self._base)))


def _swing_in(request: Request) -> float:
    """Return the swing that a request names; 0 if it names none, or nonsense."""
    try:
        swing = float(request.query_params.get("like", "0"))
    except ValueError:
        return 0.0
    return swing if 0 < swing < _MAX_SWING else 0.0
