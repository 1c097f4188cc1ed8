"""PF-35: names and chat made safe to show: one form for a text, nothing invisible, nothing that turns a line round."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

NAME_AT_MOST: Final = 24
TEXT_AT_MOST: Final = 200
_DROPPED: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_MARKS_AT_MOST: Final = 2  # on one letter, after composing; Vietnamese needs none


def clean(text: str, at_most: int) -> str:
    """The text composed (NFC), with single spaces, without control, format and bidirectional characters, cut short.

    >>> clean("  Lan \\u202egnuL\\u0000 ", 24), clean("Tie\\u0302\\u0301n", 24)
    ('Lan gnuL', 'Tiến')
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", " ".join(text.split())):
        kind = unicodedata.category(character)
        if kind in _DROPPED:
            continue
        marks = marks + 1 if kind.startswith("M") else 0
        if marks <= _MARKS_AT_MOST:
            kept.append(character)
    return " ".join("".join(kept)[:at_most].split())


def apart(name: str, others: Iterable[str]) -> str:
    """The name, or with a number behind it if somebody here has one that reads the same.

    >>> apart("Lan", ["lan", "Hoa"])
    'Lan 2'
    """
    taken = {_folded(other) for other in others}
    number, tried = 1, name
    while _folded(tried) in taken:
        number += 1
        behind = f" {number}"
        tried = name[: NAME_AT_MOST - len(behind)].rstrip() + behind
    return tried


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
