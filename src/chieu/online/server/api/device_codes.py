"""PF-21: short one-time codes that make another device the same guest. They expire after minutes.

The store holds the hash of a code, and the guest's token encrypted with the code, so a later reader of the store learns
neither.
"""

from __future__ import annotations

import hashlib
from typing import Final

from chieu.online.service.ports import Clock, Entropy, Notes

GOOD_FOR_S: Final = 300
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O or U
_LENGTH: Final = 8
_ALIKE: Final = str.maketrans("OIL", "011", " -")


class DeviceCodes:
    """The codes in a store."""

    def __init__(self, notes: Notes, clock: Clock, entropy: Entropy) -> None:
        self._notes = notes
        self._clock = clock
        self._entropy = entropy

    async def give(self, token: str) -> str:
        """Return a new code for the guest with this token."""
        code = "".join(_LETTERS[byte % len(_LETTERS)] for byte in self._entropy.draw(_LENGTH))
        now = self._clock.now()
        await self._notes.keep(_name(code), _encrypted(token.encode(), code), now, now + 1000 * GOOD_FOR_S)
        return f"{code[: _LENGTH // 2]}-{code[_LENGTH // 2 :]}"

    async def take(self, typed: str) -> str | None:
        """Return the token behind a code and invalidate the code; None if it is wrong, used or expired."""
        code = typed.upper().translate(_ALIKE)
        if len(code) != _LENGTH or not set(code) <= set(_LETTERS):
            return None
        encrypted = await self._notes.take(_name(code), self._clock.now())
        return None if encrypted is None else _encrypted(encrypted, code).decode()


def _name(code: str) -> str:
    return "code " + hashlib.sha256(b"chieu code\0" + code.encode()).hexdigest()


def _encrypted(text: bytes, code: str) -> bytes:
    """XOR with a key stream from the code; a second call decrypts."""
    stream = hashlib.shake_256(b"chieu veil\0" + code.encode()).digest(len(text))
    return bytes(byte ^ key for byte, key in zip(text, stream, strict=True))
