"""PF-21: codes by which another device becomes the same guest: short enough to be typed, good once and for minutes.

The store keeps a code's digest and the token behind it veiled by the code, so that whoever reads the store later has
neither.
"""

from __future__ import annotations

import hashlib
from typing import Final

from chieu.online.service.ports import Clock, Entropy, Notes

GOOD_FOR_S: Final = 300
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is taken for another
_LENGTH: Final = 8
_ALIKE: Final = str.maketrans("OIL", "011", " -")


class DeviceCodes:
    """The codes of a store."""

    def __init__(self, notes: Notes, clock: Clock, entropy: Entropy) -> None:
        self._notes = notes
        self._clock = clock
        self._entropy = entropy

    async def give(self, token: str) -> str:
        """A code for the guest who holds a token."""
        code = "".join(_LETTERS[byte % len(_LETTERS)] for byte in self._entropy.draw(_LENGTH))
        now = self._clock.now()
        await self._notes.keep(_name(code), _veiled(token.encode(), code), now, now + 1000 * GOOD_FOR_S)
        return f"{code[: _LENGTH // 2]}-{code[_LENGTH // 2 :]}"

    async def take(self, typed: str) -> str | None:
        """The token of whoever asked for a code; None if it is none, or not any more."""
        code = typed.upper().translate(_ALIKE)
        if len(code) != _LENGTH or not set(code) <= set(_LETTERS):
            return None
        veiled = await self._notes.take(_name(code), self._clock.now())
        return None if veiled is None else _veiled(veiled, code).decode()


def _name(code: str) -> str:
    return "code " + hashlib.sha256(b"chieu code\0" + code.encode()).hexdigest()


def _veiled(text: bytes, code: str) -> bytes:
    """Twice veiled is as before."""
    veil = hashlib.shake_256(b"chieu veil\0" + code.encode()).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, veil, strict=True))
