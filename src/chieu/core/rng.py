"""Seeded random number generator with the same stream on every machine.

Rules never use it. Simulations, bots and tests pass its shuffles to a game as actions of `CHANCE`. The generator is
Chris Doty-Humphrey's sfc32: all its steps stay below 2**63 on non-negative ints, so compiled 64-bit arithmetic and
Python's ints agree without extra masks. It is not cryptographic: online tables use the verifiable shuffle.

Compiled where it can be.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final, TypeVar, final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.states import fields_of

T = TypeVar("T")

_WORD: Final = 0xFFFFFFFF


def _within_64_bits(number: int) -> int:
    """Map a seed of any size to 64 bits. Seeds that fit stay as they are."""
    if number >> 64 == 0:
        return number
    raw = number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)
    return int.from_bytes(hashlib.sha256(raw).digest()[:8], "big")


@final
class Rng:
    """Random numbers and shuffles from a seed. `stream` selects an independent stream (deal 7 of seed 42).

    >>> Rng(42).shuffled((1, 2, 3, 4, 5)) == Rng(42).shuffled((1, 2, 3, 4, 5))
    True
    >>> Rng(42, stream=7).below(6) in range(6)
    True
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        seed, stream = _within_64_bits(seed), _within_64_bits(stream)
        self._a: i64 = seed & _WORD
        self._b: i64 = (seed >> 32) & _WORD
        self._c: i64 = stream & _WORD
        self._count: i64 = ((stream >> 32) & _WORD) ^ 1
        for _ in range(15):
            self.word()

    def __reduce__(self) -> tuple[Any, ...]:
        return Rng, (0,), fields_of(self, ("_a", "_b", "_c", "_count"))

    def word(self) -> i64:
        """Return a number from 0 to 2**32 - 1."""
        a, b, c = self._a, self._b, self._c
        out: i64 = (a + b + self._count) & _WORD
        self._count = (self._count + 1) & _WORD
        self._a = b ^ (b >> 9)
        self._b = (c + (c << 3)) & _WORD
        turned: i64 = ((c << 21) | (c >> 11)) & _WORD
        self._c = (turned + out) & _WORD
        return out

    def below(self, n: i64) -> i64:
        """Return a uniform number from 0 to n - 1; n is at most 2**31."""
        product: i64 = self.word() * n
        low: i64 = product & _WORD
        if low < n:
            floor: i64 = (_WORD + 1 - n) % n
            while low < floor:
                product = self.word() * n
                low = product & _WORD
        return product >> 32

    def pick(self, items: Sequence[T]) -> T:
        """Return one of `items`, uniformly."""
        return items[self.below(len(items))]

    def shuffle(self, numbers: vec[i64]) -> None:
        """Shuffle numbers in place, into the order that `shuffled` returns."""
        i: i64 = len(numbers) - 1
        while i > 0:
            j: i64 = self.below(i + 1)
            held: i64 = numbers[i]
            numbers[i] = numbers[j]
            numbers[j] = held
            i -= 1

    def shuffled(self, items: tuple[T, ...]) -> tuple[T, ...]:
        """Return the items in random order (Fisher-Yates)."""
        order: list[T] = list(items)
        i: i64 = len(order) - 1
        while i > 0:
            j: i64 = self.below(i + 1)
            held = order[i]
            order[i] = order[j]
            order[j] = held
            i -= 1
        return tuple(order)
