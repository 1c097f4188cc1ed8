"""PF-21: the token that a request carries, and with it who sent it.

A browser keeps its token in a cookie that no script can read; other clients send it as `Authorization: Bearer ...`.
"""

from __future__ import annotations

import re
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import Headers

from chieu.house.guests import guest_of
from chieu.server.refusals import HttpRefusal

COOKIE: Final = "chieu_guest"
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{21}[AQgw]")  # 128 bits in base64url
_YEAR: Final = 365 * 24 * 3600


def guest_in(headers: Headers) -> str | None:
    """Who sent a request; None: nobody in particular. `HttpRefusal` where something else is in the place of a token."""
    token = token_in(headers)
    return None if token is None else guest_of(token)


def token_in(headers: Headers) -> str | None:
    """The token that a request carries."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        try:
            morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            morsel = None
        if morsel is None:
            return None
        token = morsel.value
    if not _TOKEN.fullmatch(token):
        raise HttpRefusal(401, "bad_token")
    return token


def cookie(token: str, secure: bool, base: str) -> str:
    """The header that gives a browser its token. It goes back to this very site, and not from other sites' pages."""
    only_encrypted = "; Secure" if secure else ""
    return f"{COOKIE}={token}; Path={base}/; Max-Age={_YEAR}; HttpOnly; SameSite=Strict{only_encrypted}"
