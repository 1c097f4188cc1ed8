"""PF-21: what can be asked about guests: tokens, codes for another device, and who comes from Telegram."""

from __future__ import annotations

import time
from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chieu.core import codec
from chieu.online.server.api.device_codes import GOOD_FOR_S, DeviceCodes
from chieu.online.server.api.openapi import Operation
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.request_parts import body_of, decoded, json_answer, rate_key_of
from chieu.online.server.embedded_bot import EmbeddedBot
from chieu.online.server.guests import Tokens
from chieu.online.server.limits import Rate
from chieu.online.service.ports import Clock

UPDATE_AT_MOST: Final = 256 * 1024
_CODES_A_MINUTE: Final = 10  # given to an address, and tried by one
_MINUTE_S: Final = 60


class NewGuest(msgspec.Struct, frozen=True):
    """A token, to be kept and shown to nobody."""

    token: str


class NewCode(msgspec.Struct, frozen=True):
    """A code that makes another device the same guest, once, and for how many seconds it is good."""

    code: str
    seconds: int


class TakeCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code that another device was given; spaces, dashes and small letters do not matter."""

    code: Annotated[str, msgspec.Meta(max_length=64)]


_take_code: Final = codec.decoder(TakeCode)


class TakeInitData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What Telegram tells the page that it opens: who looks at it, and since when."""

    init_data: Annotated[str, msgspec.Meta(max_length=8192)]


_take_init_data: Final = codec.decoder(TakeInitData)


class GuestApi:
    """The operations over guests."""

    def __init__(self, tokens: Tokens, codes: DeviceCodes, clock: Clock, companion: EmbeddedBot | None) -> None:
        self._tokens = tokens
        self._codes = codes
        self._clock = clock
        self._companion = companion
        self._codes_by_address = Rate(_CODES_A_MINUTE / _MINUTE_S, _CODES_A_MINUTE)

    def operations(self) -> tuple[Operation, ...]:
        return (
            Operation(
                "POST",
                "/api/guests",
                self.new_guest,
                "A token for a new guest, also as a cookie; nothing for a guest who has one.",
                NewGuest,
                status=201,
                also=(204,),
                refuses=(401, 403),
            ),
            Operation(
                "POST",
                "/api/guests/code",
                self.new_code,
                "A code by which another device becomes this guest.",
                NewCode,
                status=201,
                refuses=(401, 403, 429),
            ),
            Operation(
                "POST",
                "/api/guests/take",
                self.take_code,
                "The token, also as a cookie, of the guest whom another device was given a code for.",
                NewGuest,
                takes=TakeCode,
                status=201,
                refuses=(400, 401, 403, 404, 413, 429),
            ),
            Operation(
                "POST",
                "/api/guests/telegram",
                self.telegram_guest,
                "The token, also as a cookie, of the guest who plays from Telegram and opened the page inside it.",
                NewGuest,
                takes=TakeInitData,
                status=201,
                refuses=(400, 401, 403, 404, 413, 429),
            ),
            Operation(
                "POST",
                "/api/telegram",
                self.telegram_update,
                "What Telegram sends, where it was told to send it here.",
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
        taken = decoded(_take_code, await body_of(request))
        self._allow_code(request)
        token = await self._codes.take(taken.code)
        if token is None:
            raise HttpRefusal(404, "bad_code", "PF-21")
        return self._token(request, token, True)

    async def telegram_guest(self, request: Request) -> Response:
        taken = decoded(_take_init_data, await body_of(request))
        self._allow_code(request)
        if self._companion is None:
            raise HttpRefusal(404, "not_found")
        token = self._companion.token(taken.init_data, self._tokens.key, self._clock.now())
        if token is None:
            raise HttpRefusal(401, "bad_token", "PF-21")
        return self._token(request, token, True)

    async def telegram_update(self, request: Request) -> Response:
        secret = request.headers.get("x-telegram-bot-api-secret-token", "")
        if self._companion is None or not await self._companion.received(
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
        """PF-34: nobody tries one code after the other."""
        if not self._codes_by_address.take_all(rate_key_of(request), time.monotonic()):
            raise HttpRefusal(429, "flood", "PF-34")
