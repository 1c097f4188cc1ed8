"""PF-21: a guest is whoever holds a token. The house keeps the token's digest and nothing else; names are no keys.

A token is 128 random bits and the house's seal on them, so that one which the house did not make is known as such and
nothing has to be looked up. The key is in the store: all nodes have the same, and a restart changes nothing. The first
character is the version of the format; a token of any other version is refused like one that somebody else made.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from chieu.online.service.ports import Entropy

_RANDOM_BYTES: Final = 16
_SEAL_BYTES: Final = 16
_ID_BYTES: Final = 16
_VERSION: Final = "1"
_TOKEN: Final = re.compile(_VERSION + r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")  # 256 bits in base64url


def new_token(entropy: Entropy, key: bytes) -> str:
    """A token for a guest never seen before, safe in a header or a cookie."""
    return _sealed(entropy.draw(_RANDOM_BYTES), key)


def linked_token(key: bytes, account: str) -> str:
    """The token of whoever has an account elsewhere: always the same, so that nothing has to be kept, and nobody finds
    it who does not have the key."""
    return _sealed(hmac.digest(key, b"chieu account\0" + account.encode(), "sha256")[:_RANDOM_BYTES], key)


def is_ours(token: str, key: bytes) -> bool:
    """Whether the house made this token."""
    if not _TOKEN.fullmatch(token):
        return False
    raw = _raw(token)
    return hmac.compare_digest(raw[_RANDOM_BYTES:], _seal(raw[:_RANDOM_BYTES], key))


def guest_of(token: str) -> str:
    """The guest who holds a token. From this the token cannot be found, so logs may hold it."""
    return hashlib.sha256(b"chieu guest\0" + _raw(token)[:_RANDOM_BYTES]).digest()[:_ID_BYTES].hex()


def link_text(raw: bytes) -> str:
    """Bytes as text that fits a link."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _sealed(random: bytes, key: bytes) -> str:
    return _VERSION + link_text(random + _seal(random, key))


def _raw(token: str) -> bytes:
    return urlsafe_b64decode(token.removeprefix(_VERSION) + "=")


def _seal(random: bytes, key: bytes) -> bytes:
    return hmac.digest(key, b"chieu token\0" + random, "sha256")[:_SEAL_BYTES]
