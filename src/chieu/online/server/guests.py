"""PF-21: read the guest's token of a request.

A browser keeps its token in a cookie that scripts cannot read; other clients send `Authorization: Bearer ...`. Another
site on the same host can set our cookie, so a cookie that is not a valid token is ignored. A bad token in the header
was sent on purpose, and is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from starlette.datastructures import Headers

from chieu.online.server.api.refusals import HttpRefusal
from chieu.online.service import tokens
from chieu.online.service.ports import Entropy, Notes

_NAME: Final = "chieu"
_YEAR: Final = 365 * 24 * 3600
_KEY: Final = "token key"
_KEY_BYTES: Final = 32


class Tokens:
    """The guests' tokens of this server."""

    def __init__(self, entropy: Entropy, base: str) -> None:
        self._entropy = entropy
        self._base = base
        self.key = b""  # authenticates tokens

    async def start(self, notes: Notes) -> None:
        """Load the key that all nodes of the store share; create it if there is none."""
        self.key = await notes.keep(_KEY, self._entropy.draw(_KEY_BYTES))

    def new(self) -> str:
        return tokens.new_token(self._entropy, self.key)

    def token(self, headers: Headers, scheme: str) -> str | None:
        """Return the token of a request, or None. Raise `HttpRefusal` if the header holds something else."""
        method, _, token = headers.get("authorization", "").partition(" ")
        if method.lower() == "bearer":
            if not tokens.is_ours(token, self.key):
                raise HttpRefusal(401, "bad_token", "PF-21")
            return token
        ours = self._cookie_name(scheme)
        valid = (value for name, value in _cookies(headers) if name == ours and tokens.is_ours(value, self.key))
        return next(valid, None)

    def guest(self, headers: Headers, scheme: str) -> str | None:
        """Return the guest who sent a request, or None. Raise `HttpRefusal` like `token`."""
        token = self.token(headers, scheme)
        return None if token is None else tokens.guest_of(token)

    def cookie(self, token: str, scheme: str) -> str:
        """Return the `Set-Cookie` header of a token; other sites' pages cannot make the browser send it.

        Under TLS the name's prefix keeps other hosts of the domain, and the network, from setting the cookie.
        """
        only_encrypted = "; Secure" if _secure(scheme) else ""
        name = self._cookie_name(scheme)
        return f"{name}={token}; Path={self._base}/; Max-Age={_YEAR}; HttpOnly; SameSite=Strict{only_encrypted}"

    def _cookie_name(self, scheme: str) -> str:
        if not _secure(scheme):
            return _NAME
        return f"__Secure-{_NAME}" if self._base else f"__Host-{_NAME}"  # __Host- requires the path /


def _secure(scheme: str) -> bool:
    return scheme in ("https", "wss")


def _cookies(headers: Headers) -> Iterator[tuple[str, str]]:
    """Yield names and values. `http.cookies` drops all cookies if it cannot parse one."""
    for header in headers.getlist("cookie"):
        for cookie in header.split(";"):
            name, _, value = cookie.partition("=")
            yield name.strip(), value.strip()
