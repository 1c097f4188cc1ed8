"""Forms of an option's text that people set without seeing its letters: some of several things, or row by row.

Both are kept as a short text, in links and records alike. What is here says how that text is made up, so that a page
can offer it as things to tap and rows to fill in without knowing the game.
"""

from __future__ import annotations

import re
from typing import TypeAlias

import msgspec

Row: TypeAlias = tuple[int, tuple[tuple[str, int], ...]]


class Picks(msgspec.Struct, frozen=True):
    """Up to `most` of several things: a letter for each that is picked, each with what people see for it, or the word
    `none`. People may write what they see, parted by commas: `2,10`."""

    letters: tuple[tuple[str, str], ...]
    most: int
    none: str

    def seen(self, value: str) -> tuple[str, ...]:
        """What people see for each letter of a value."""
        return () if value == self.none else tuple(dict(self.letters)[letter] for letter in value)

    def read(self, text: str) -> str:
        """The letters that a text stands for; the text itself where it is not written by what people see."""
        letters = {seen: letter for letter, seen in self.letters}
        words = [word.strip().upper() for word in text.split(",")]
        return "".join(letters[word] for word in words) if all(word in letters for word in words) else text

    def write(self, value: str) -> str:
        """A value as people write it; what is none stands as it is."""
        if value == self.none or not set(value) <= set(dict(self.letters)):
            return value
        return ",".join(self.seen(value))


class Rows(msgspec.Struct, frozen=True):
    """Rows parted by dots, each of a number and of items, which are a kind's letter and a size: `7:s3s3.8:s3r4`. There
    are at most so many rows, and items in a row; `number` and `size` have limits."""

    most: int
    number: tuple[int, int]
    items: int
    kinds: tuple[str, ...]
    size: tuple[int, int]

    def rows(self, value: str) -> tuple[Row, ...]:
        """What a value says, row by row."""
        out = []
        for text in value.split("."):
            number, _, items = text.partition(":")
            out.append((int(number), tuple((kind, int(size)) for kind, size in re.findall("([a-z])([0-9]+)", items))))
        return tuple(out)
