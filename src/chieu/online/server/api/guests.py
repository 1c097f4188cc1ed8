"""PF-21: operations on guests: tokens, codes for another device, and guests who come from Telegram."""

from __future__ import annotations

import hashlib
import time
from typing import Annotated, Final, Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chieu.online.odds_lab import OddsLab
from chieu.online.server.api.openapi import Operation
from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.server.api.requests import TABLE_ID, body_of, decoded, json_answer, rate_key_of
from chieu.online.server.guests import Tokens
from chieu.online.server.limits import RateLimit
from chieu.online.service.ports import Clock, Entropy, Notes
from chieu.online.service.service import TableService

MAX_UPDATE: Final = 256 * 1024
GOOD_FOR_S: Final = 300
_CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O or U
_CODE_LENGTH: Final = 8
_CODE_ALIKE: Final = str.maketrans("OIL", "011", " -")
_CODES_A_MINUTE: Final = 10  # requested or tried, per address
_MINUTE_S: Final = 60


class NewGuest(msgspec.Struct, frozen=True):
    """A guest's token. Store it, and keep it secret."""

    token: str


class AskCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request for a code. The other device opens `table`, if given."""

    table: Annotated[str, msgspec.Meta(pattern=rf"^(?:{TABLE_ID.pattern})?$", max_length=64)] = ""


class NewCode(msgspec.Struct, frozen=True):
    """A one-time code that makes another device the same guest, and how many seconds it is valid."""

    code: str
    seconds: int


class TakeCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code from another device. Case, spaces and dashes are ignored."""

    code: Annotated[str, msgspec.Meta(max_length=64)]


class TakenCode(msgspec.Struct, frozen=True):
    """The token behind a code, and the id of the table that the code was made at; empty if at none."""

    token: str
    table: str = ""


class TakeInitData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`initData` that Telegram passes to the page it opens: the user and the time, signed."""

    init_data: Annotated[str, msgspec.Meta(max_length=8192)]


class DeviceCodes:
    """Short one-time codes that make another device the same guest. They expire after minutes.

    The store holds the hash of a code, and token and table encrypted with the code, so a later reader of the store
    learns none of them.
    """

    def __init__(self, notes: Notes, clock: Clock, entropy: Entropy) -> None:
        self._notes = notes
        self._clock = clock
        self._entropy = entropy

    async def give(self, taken: TakenCode) -> str:
        """Return a new code, which `take` exchanges for `taken`."""
        code = "".join(_CODE_LETTERS[byte % len(_CODE_LETTERS)] for byte in self._entropy.draw(_CODE_LENGTH))
        now = self._clock.now()
        encrypted = _encrypted(msgspec.json.encode(taken), code)
        await self._notes.keep(_note_name(code), encrypted, now, now + 1000 * GOOD_FOR_S)
        return f"{code[: _CODE_LENGTH // 2]}-{code[_CODE_LENGTH // 2 :]}"

    async def take(self, typed: str) -> TakenCode | None:
        """Return what a code was given for and invalidate the code; None if it is wrong, used or expired."""
        code = typed.upper().translate(_CODE_ALIKE)
        if len(code) != _CODE_LENGTH or not set(code) <= set(_CODE_LETTERS):
            return None
        encrypted = await self._notes.take(_note_name(code), self._clock.now())
        return None if encrypted is None else msgspec.json.decode(_encrypted(encrypted, code), type=TakenCode)


def _note_name(code: str) -> str:
    return "code " + hashlib.sha256(b"chieu code\0" + code.encode()).hexdigest()


def _encrypted(text: bytes, code: str) -> bytes:
    """XOR with a key stream from the code; a second call decrypts."""
    stream = hashlib.shake_256(b"chieu veil\0" + code.encode()).digest(len(text))
    return bytes(byte ^ key for byte, key in zip(text, stream, strict=True))


class EmbeddedBot(Protocol):
    """A chat bot in the server's process that uses the same table service."""

    def figures(self) -> tuple[int, int, int]:
        """Return the numbers of updates handled, messages sent or edited, and retries."""

    async def run(self, service: TableService, notes: Notes, entropy: Entropy, key: bytes, odds: OddsLab) -> None:
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

    @Operation("POST", "/api/guests", NewGuest, status=201, no_content=(204,), refuses=(401, 403))
    async def new_guest(self, request: Request) -> Response:
        """Create a guest. The token is also set as a cookie; 204 for a request that has one already."""
        token = self._token_of(request)
        return self._token(request, token or self._tokens.new(), new=token is None)

    @Operation("POST", "/api/guests/code", NewCode, body=AskCode, status=201, refuses=(400, 401, 403, 413, 429))
    async def new_code(self, request: Request) -> Response:
        """Create a code that makes another device the same guest and names a table to open there."""
        table = (await decoded(request, AskCode)).table
        token = self._token_of(request)
        if token is None:
            raise HttpRefusal(401, "no_guest")
        self._allow_code(request)
        code = NewCode(await self._codes.give(TakenCode(token, table)), GOOD_FOR_S)
        return json_answer(code, 201, {"cache-control": "no-store"})

    @Operation("POST", "/api/guests/take", TakenCode, body=TakeCode, status=201, refuses=(400, 401, 403, 404, 413, 429))
    async def take_code(self, request: Request) -> Response:
        """Exchange a code for the token of its guest, which is also set as a cookie, and the table."""
        code = (await decoded(request, TakeCode)).code
        self._allow_code(request)
        taken = await self._codes.take(code)
        if taken is None:
            raise HttpRefusal(404, "bad_code", "PF-21")
        return json_answer(taken, 201, self._set_cookie(request, taken.token))

    @Operation(
        "POST", "/api/guests/telegram", NewGuest, body=TakeInitData, status=201, refuses=(400, 401, 403, 404, 413, 429)
    )
    async def telegram_guest(self, request: Request) -> Response:
        """Return the token, also as a cookie, of the Telegram user who opened the page in the chat."""
        init_data = (await decoded(request, TakeInitData)).init_data
        self._allow_code(request)
        if self._embedded_bot is None:
            raise HttpRefusal(404, "not_found")
        token = self._embedded_bot.token(init_data, self._tokens.key, self._clock.now())
        if token is None:
            raise HttpRefusal(401, "bad_token", "PF-21")
        return self._token(request, token)

    @Operation("POST", "/api/telegram", "text/plain", refuses=(400, 403, 404, 413))
    async def telegram_update(self, request: Request) -> Response:
        """Webhook for Telegram's updates."""
        secret = request.headers.get("x-telegram-bot-api-secret-token", "")
        if self._embedded_bot is None or not await self._embedded_bot.received(
            secret, await body_of(request, MAX_UPDATE)
        ):
            raise HttpRefusal(404, "not_found")
        return Response("ok\n", media_type="text/plain")

    def _token_of(self, request: Request) -> str | None:
        return self._tokens.token(request.headers, request.url.scheme)

    def _token(self, request: Request, token: str, new: bool = True) -> Response:
        headers = self._set_cookie(request, token)
        return json_answer(NewGuest(token), 201, headers) if new else Response(b"", 204, headers)

    def _set_cookie(self, request: Request, token: str) -> dict[str, str]:
        return {"set-cookie": self._tokens.cookie(token, request.url.scheme), "cache-control": "no-store"}

    def _allow_code(self, request: Request) -> None:
        """PF-34: limit the rate, so that nobody can guess codes."""
        if not self._codes_by_address.take_all(rate_key_of(request), time.monotonic()):
            raise HttpRefusal(429, "flood", "PF-34")
