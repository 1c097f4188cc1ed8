"""PF-21: a guest is whoever holds a token. The house keeps the token's digest and nothing else; names are no keys."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from typing import Final

from chieu.house.ports import Entropy

_TOKEN_BYTES: Final = 16
_ID_BYTES: Final = 16


def new_token(entropy: Entropy) -> str:
    """A token for a guest never seen before: 128 bits, safe in a header or a cookie."""
    return link_text(entropy.draw(_TOKEN_BYTES))


def guest_of(token: str) -> str:
    """The guest who holds a token. From this the token cannot be found, so logs may hold it."""
    return hashlib.sha256(b"chieu guest\0" + token.encode()).digest()[:_ID_BYTES].hex()


def link_text(raw: bytes) -> str:
    """Bytes as text that fits a link."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
