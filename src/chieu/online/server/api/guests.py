"""PF-21: operations on guests: tokens, codes for another device, and guests who come from Telegram."""

from __future__ import annotations

import time
from typing import Annotated, Final, Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chieu.core import codec
from chieu.online.server.api.device_codes import GOOD_FOR_S, DeviceCodes
from chieu.online.server.api.openapi import Operation
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.requests import body_of, decoded, json_answer, rate_key_of
from chieu.online.server.guests import Tokens
from chieu.online.server.limits import RateLimit
from chieu.online.service.ports import Clock, Entropy, Notes
from chieu.online.service.service import TableService

UPDATE_AT_MOST: Final = 256 * 1024
_CODES_A_MINUTE: Final = 10  # requested or tried, per address
_MINUTE_S: Final = 60


class NewGuest(msgspec.Struct, frozen=True):
    """A guest's token. Store it, and keep it secret."""

    token: str


class NewCode(msgspec.Struct, frozen=True):
    """A one-time code that makes another device the same guest, and how many seconds it is valid."""

    code: str
    seconds: int


class TakeCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code from another device. Case, spaces and dashes are ignored."""

    code: Annotated[str, msgspec.Meta(max_length=64)]


_take_code: Final = codec.decoder(TakeCode)


class TakeInitData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`initData` that Telegram passes to the page it opens: the user and the time, signed."""

    init_data: Annotated[str, msgspec.Meta(max_length=8192)]


_take_init_data: Final = codec.decoder(TakeInitData)


class EmbeddedBot(Protocol):
    """A chat bot in the server's process that uses the same table service."""

    async def run(self, service: TableService, notes: Notes, entropy: Entropy, key: bytes) -> None:
        """Run until cancelled. `key` authenticates guests' tokens."""

    def token(self, init_data: str, key: bytes, now: int) -> str | None:
        """Return the token of the user who opened the page in the chat.

        None if `init_data` is invalid or too old. `now` is in milliseconds since 1970.
        """

    async def received(self, secret: str, body: bytes) -> bool:
        """Handle an update sent by the chat's servers; False if the secret is wrong."""


class GuestApi:
    """Operations on guests."""

    def __init__(self, tokens: Tokens, codes: DeviceCodes, clock: Clock, embedded_bot: EmbeddedBot | None) -> None:
        self._tokens = tokens
        self._codes = codes
        self._clock = clock
        self._embedded_bot = embedded_bot
        self._codes_by_address = RateLimit(_CODES_A_MINUTE / _MINUTE_S, _CODES_A_MINUTE)

    def operations(self) -> tuple[Operation, ...]:
        return (
            Operation(
                "POST",
                "/api/guests",
                self.new_guest,
                "Create a guest. The token is also set as a cookie; 204 for a request that has one already.",
                NewGuest,
                status=201,
                also=(204,),
                refuses=(401, 403),
            ),
            Operation(
                "POST",
                "/api/guests/code",
                self.new_code,
                "Create a code that makes another device the same guest.",
                NewCode,
                status=201,
                refuses=(401, 403, 429),
            ),
            Operation(
                "POST",
                "/api/guests/take",
                self.take_code,
                "Exchange a code for the token of its guest, which is also set as a cookie.",
                NewGuest,
                takes=TakeCode,
                status=201,
                refuses=(400, 401, 403, 404, 413, 429),
            ),
            Operation(
                "POST",
                "/api/guests/telegram",
                self.telegram_guest,
                "Return the token, also as a cookie, of the Telegram user who opened the page in the chat.",
                NewGuest,
                takes=TakeInitData,
                status=201,
                refuses=(400, 401, 403, 404, 413, 429),
            ),
            Operation(
                "POST",
                "/api/telegram",
                self.telegram_update,
                "Webhook for Telegram's updates.",
                "text/plain",
                refuses=(400, 403, 404, 413),
            ),
        )

    async def new_guest(self, request: Request) -> Response:
        token = self._token_of(request)
        if token is not None:
            return self._token(request, token)
        return self._token(request, self._tokens.new(), True)

    async def new_code(self, request: Request) -> Response:
        token = self._token_of(request)
        if token is None:
            raise HttpRefusal(401, "no_guest")
        self._allow_code(request)
        code = NewCode(await self._codes.give(token), GOOD_FOR_S)
        return json_answer(code, 201, {"cache-control": "no-store"})

    async def take_code(self, request: Request) -> Response:
        request_body = decoded(_take_code, await body_of(request))
        self._allow_code(request)
        token = await self._codes.take(request_body.code)
        if token is None:
            raise HttpRefusal(404, "bad_code", "PF-21")
        return self._token(request, token, True)

    async def telegram_guest(self, request: Request) -> Response:
        request_body = decoded(_take_init_data, await body_of(request))
        self._allow_code(request)
        if self._embedded_bot is None:
            raise HttpRefusal(404, "not_found")
        token = self._embedded_bot.token(request_body.init_data, self._tokens.key, self._clock.now())
        if token is None:
            raise HttpRefusal(401, "bad_token", "PF-21")
        return self._token(request, token, True)

    async def telegram_update(self, request: Request) -> Response:
        secret = request.headers.get("x-telegram-bot-api-secret-token", "")
        if self._embedded_bot is None or not await self._embedded_bot.received(
            secret, await body_of(request, UPDATE_AT_MOST)
        ):
            raise HttpRefusal(404, "not_found")
        return Response("ok\n", media_type="text/plain")

    def _token_of(self, request: Request) -> str | None:
        return self._tokens.token(request.headers, request.url.scheme)

    def _token(self, request: Request, token: str, new: bool = False) -> Response:
        headers = {"set-cookie": self._tokens.cookie(token, request.url.scheme), "cache-control": "no-store"}
        return json_answer(NewGuest(token), 201, headers) if new else Response(b"", 204, headers)

    def _allow_code(self, request: Request) -> None:
        """PF-34: limit the rate, so that nobody can guess codes."""
        if not self._codes_by_address.take_all(rate_key_of(request), time.monotonic()):
            raise HttpRefusal(429, "flood", "PF-34")
