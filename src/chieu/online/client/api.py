"""HTTP client of a server."""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec

from chieu.core import codec
from chieu.core.game import Refusal
from chieu.online.protocol.commands import OpenTable

_TIMEOUT_S: Final = 10.0
_MAX_RESPONSE_BYTES: Final = 16 * 1024 * 1024


class Unreachable(Exception):
    """The server does not respond, or its response is not one of a Chiếu server."""


class Identity(msgspec.Struct, frozen=True):
    """Credentials of a guest."""

    token: str


class _Refusal(msgspec.Struct):
    code: str
    rule: str = ""
    params: dict[str, str | int] = {}


class Server:
    """A server at an address such as `http://host:port`, with a path if it runs under one."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Unreachable(f"expected a server's address that starts with http:// or https://, got {url[:80]!r}")
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"

    def socket(self, table: str, key: str = "") -> str:
        """Return the WebSocket address of a table. `key` is that of a renewed link."""
        return f"ws{self.url.removeprefix('http')}/ws/{quote(table)}{_with_key(key)}"

    def new_guest(self) -> Identity:
        """Create a guest."""
        return Identity(self._json("/api/guests", b"")["token"])

    def code_for(self, identity: Identity, table: str = "") -> str:
        """Request a code by which another device becomes this guest and opens the table."""
        return str(self._json("/api/guests/code", codec.encode({"table": table}), identity)["code"])

    def guest_by(self, code: str) -> Identity:
        """Redeem a code that another device of the guest was given."""
        return Identity(self._json("/api/guests/take", codec.encode({"code": code}))["token"])

    def open(self, identity: Identity, order: OpenTable) -> str:
        """Open a table and return its id."""
        return str(self._json("/api/tables", codec.encode(order), identity)["table"])

    def record(self, table: str, deal: int, identity: Identity | None = None, key: str = "") -> str:
        """Fetch the record of a finished deal."""
        path = f"/api/tables/{quote(table)}/deals/{deal}/record{_with_key(key)}"
        return self.request(path, identity=identity).decode()

    def games(self) -> Any:
        """Fetch the catalogue of games."""
        return self._json("/api/games")

    def _json(self, path: str, body: bytes | None = None, identity: Identity | None = None) -> Any:
        return msgspec.json.decode(self.request(path, body, identity))

    def request(self, path: str, body: bytes | None = None, identity: Identity | None = None) -> bytes:
        """Send a GET request, or a POST request with a `body`, and return the body of the response."""
        headers = {"content-type": "application/json"} if body is not None else {}
        if identity is not None:
            headers["authorization"] = f"Bearer {identity.token}"
        request = urllib.request.Request(self.url + path, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as response:
                content: bytes = response.read(_MAX_RESPONSE_BYTES)
                return content
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error.code, error.read(_MAX_RESPONSE_BYTES)) from None
        except OSError as error:
            raise Unreachable(f"{self.url} does not respond: {error}") from None


def _with_key(key: str) -> str:
    return f"?key={quote(key)}" if key else ""


def _refusal(status: int, body: bytes) -> Exception:
    try:
        refusal = msgspec.json.decode(body, type=_Refusal)
    except msgspec.MsgspecError:
        return Unreachable(f"the server responded with status {status}, and not as a Chiếu server would")
    return Refusal(refusal.code, refusal.rule, **refusal.params)
