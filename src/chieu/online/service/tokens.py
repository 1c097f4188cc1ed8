"""PF-21: guest tokens. The holder of a token is that guest; the server stores only the token's digest.

A token is 128 random bits and an HMAC of them, so a forged one is recognized without a lookup. The signing key is in
the store: all nodes share it, and it survives restarts. The first character is the version of the format; a token of
another version is rejected like a forged one.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from chieu.online.service.ports import Entropy

_RANDOM_BYTES: Final = 16
_MAC_BYTES: Final = 16
_ID_BYTES: Final = 16
_VERSION: Final = "1"
_TOKEN: Final = re.compile(_VERSION + r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")  # 256 bits in base64url


def new_token(entropy: Entropy, key: bytes) -> str:
    """Return a token for a new guest, safe in a header or a cookie."""
    return _signed(entropy.draw(_RANDOM_BYTES), key)


def linked_token(key: bytes, account: str) -> str:
    """Return the token of an account elsewhere. It is derived from the key, so nothing has to be stored."""
    return _signed(hmac.digest(key, b"chieu account\0" + account.encode(), "sha256")[:_RANDOM_BYTES], key)


def is_ours(token: str, key: bytes) -> bool:
    """Return whether a token was made with this key."""
    if not _TOKEN.fullmatch(token):
        return False
    raw = _raw(token)
    return hmac.compare_digest(raw[_RANDOM_BYTES:], _mac(raw[:_RANDOM_BYTES], key))


def guest_of(token: str) -> str:
    """Return the guest id of a token: a digest, so logs may contain it."""
    return hashlib.sha256(b"chieu guest\0" + _raw(token)[:_RANDOM_BYTES]).digest()[:_ID_BYTES].hex()


def link_text(raw: bytes) -> str:
    """Encode bytes as base64url without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _signed(random: bytes, key: bytes) -> str:
    return _VERSION + link_text(random + _mac(random, key))


def _raw(token: str) -> bytes:
    return urlsafe_b64decode(token.removeprefix(_VERSION) + "=")


def _mac(random: bytes, key: bytes) -> bytes:
    return hmac.digest(key, b"chieu token\0" + random, "sha256")[:_MAC_BYTES]
