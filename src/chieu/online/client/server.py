"""A server as a client sees it over HTTP."""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec

from chieu.core import codec
from chieu.core.game import Refusal
from chieu.online.protocol.commands import OpenTable

_PATIENCE_S: Final = 10.0
_ANSWER_AT_MOST: Final = 16 * 1024 * 1024


class Unreachable(Exception):
    """The server does not answer, or not as one of ours would."""


class Identity(msgspec.Struct, frozen=True):
    """Who a guest is to the server."""

    token: str


class _Refusal(msgspec.Struct):
    code: str
    rule: str = ""
    params: dict[str, str | int] = {}


class _NewGuest(msgspec.Struct):
    token: str


class _NewCode(msgspec.Struct):
    code: str


class _NewTable(msgspec.Struct):
    table: str


class _Glance(msgspec.Struct):
    class Table(msgspec.Struct):
        """The part of a table that tells how to talk to it."""

        game: str

    table: Table


class Server:
    """A server by its address, `http://host:port`, with the path that it is under if there is one."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Unreachable(f"{url[:80]!r} is no address of a server: it begins with http:// or https://")
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"

    def socket(self, table: str, key: str = "") -> str:
        """The address of a table's socket; `key` is that of a link that was renewed."""
        return f"ws{self.url.removeprefix('http')}/ws/{quote(table)}{_with_key(key)}"

    def new_guest(self) -> Identity:
        """A guest that never was there before."""
        return Identity(msgspec.json.decode(self._ask("/api/guests", body=b""), type=_NewGuest).token)

    def code_for(self, who: Identity) -> str:
        """A code by which another device becomes this guest."""
        return msgspec.json.decode(self._ask("/api/guests/code", b"", who), type=_NewCode).code

    def guest_by(self, code: str) -> Identity:
        """The guest whom another device was given a code for."""
        raw = self._ask("/api/guests/take", codec.encode({"code": code}))
        return Identity(msgspec.json.decode(raw, type=_NewGuest).token)

    def open(self, who: Identity, order: OpenTable) -> str:
        """Opens a table; its id."""
        raw = self._ask("/api/tables", codec.encode(order), who)
        return msgspec.json.decode(raw, type=_NewTable).table

    def game_at(self, table: str, who: Identity | None = None, key: str = "") -> str:
        """The name of the game that is played at a table."""
        raw = self._ask(f"/api/tables/{quote(table)}{_with_key(key)}", who=who)
        return msgspec.json.decode(raw, type=_Glance).table.game

    def record(self, table: str, deal: int, who: Identity | None = None, key: str = "") -> str:
        """The record of a deal that is over."""
        return self._ask(f"/api/tables/{quote(table)}/deals/{deal}/record{_with_key(key)}", who=who).decode()

    def games(self) -> Any:
        """All that can be played there."""
        return msgspec.json.decode(self._ask("/api/games"))

    def _ask(self, path: str, body: bytes | None = None, who: Identity | None = None) -> bytes:
        headers = {"content-type": "application/json"} if body is not None else {}
        if who is not None:
            headers["authorization"] = f"Bearer {who.token}"
        request = urllib.request.Request(self.url + path, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE_S) as answer:
                content: bytes = answer.read(_ANSWER_AT_MOST)
                return content
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error.code, error.read(_ANSWER_AT_MOST)) from None
        except OSError as error:
            raise Unreachable(f"{self.url} does not answer: {error}") from None


def _with_key(key: str) -> str:
    return f"?key={quote(key)}" if key else ""


def _refusal(status: int, body: bytes) -> Exception:
    try:
        told = msgspec.json.decode(body, type=_Refusal)
    except msgspec.MsgspecError:
        return Unreachable(f"the server answers {status}, and not as one of ours would")
    return Refusal(told.code, told.rule, **told.params)
