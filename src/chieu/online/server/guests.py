"""PF-21: the token that a request carries, and with it who sent it.

A browser keeps its token in a cookie that no script can read; other clients send it as `Authorization: Bearer ...`.
What stands in a cookie may be anybody's doing, a neighbour's on the same host for one: what is no token of ours counts
for nothing there. In a header it was sent on purpose, and is refused.
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
    """The tokens of this house."""

    def __init__(self, entropy: Entropy, base: str) -> None:
        self._entropy = entropy
        self._base = base
        self._key = b""

    @property
    def key(self) -> bytes:
        """What tokens are sealed with."""
        return self._key

    async def start(self, notes: Notes) -> None:
        """Finds the key that all nodes of the store share, or makes it."""
        self._key = await notes.keep(_KEY, self._entropy.draw(_KEY_BYTES))

    def new(self) -> str:
        return tokens.new_token(self._entropy, self._key)

    def token(self, headers: Headers, scheme: str) -> str | None:
        """Return the token of a request, or None. Raise `HttpRefusal` if the header holds something else."""
        method, _, given = headers.get("authorization", "").partition(" ")
        if method.lower() == "bearer":
            if not tokens.is_ours(given, self._key):
                raise HttpRefusal(401, "bad_token", "PF-21")
            return given
        name = self._cookie_name(scheme)
        ours = (value for found, value in _cookies(headers) if found == name and tokens.is_ours(value, self._key))
        return next(ours, None)

    def guest(self, headers: Headers, scheme: str) -> str | None:
        """Return the guest who sent a request, or None. Raise `HttpRefusal` like `token`."""
        token = self.token(headers, scheme)
        return None if token is None else tokens.guest_of(token)

    def cookie(self, token: str, scheme: str) -> str:
        """The header that gives a browser its token. It goes back to this very site, and not from other sites' pages.
        Under TLS its name keeps other hosts of the same domain, and whoever is on the network, from setting it."""
        only_encrypted = "; Secure" if _secure(scheme) else ""
        name = self._cookie_name(scheme)
        return f"{name}={token}; Path={self._base}/; Max-Age={_YEAR}; HttpOnly; SameSite=Strict{only_encrypted}"

    def _cookie_name(self, scheme: str) -> str:
        if not _secure(scheme):
            return _NAME
        return f"__Secure-{_NAME}" if self._base else f"__Host-{_NAME}"  # __Host- is for a whole host


def _secure(scheme: str) -> bool:
    return scheme in ("https", "wss")


def _cookies(headers: Headers) -> Iterator[tuple[str, str]]:
    """Names and values, whatever else stands there. `http.cookies` gives up all of them for one that it dislikes."""
    for header in headers.getlist("cookie"):
        for one in header.split(";"):
            name, _, value = one.partition("=")
            yield name.strip(), value.strip()
