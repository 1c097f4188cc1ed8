"""PF-35: make names and chat safe to show.

Texts are normalized, without invisible or bidirectional characters, and no two names at a table look the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from chieu.online.protocol import confusables

NAME_AT_MOST: Final = 24
SHEET_NAME_AT_MOST: Final = 40
TEXT_AT_MOST: Final = 200
_DROPPED: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# Letters and marks that are invisible (Default_Ignorable_Code_Point without the categories above), and blank signs:
# Braille without a dot, blanks of Egyptian and Khitan script, a note without a head.
_INVISIBLE: Final = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x13441, 0x13442, 0x16FE4, 0x1D159),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
_JOINER: Final = "\u200d"  # makes one picture of two, such as a family
_PICTURES: Final = ("So", "Sk")  # with the colours of skin
_MARKS_AT_MOST: Final = 2  # per letter after composing; Vietnamese needs none
_STROKES: Final = str.maketrans("I1|0`", "lllO'")  # indistinguishable in some fonts


def clean(text: str, at_most: int) -> str:
    r"""Normalize a text to NFC with single spaces, drop invisible characters, and truncate it.

    Joiners between pictures stay.

    >>> clean("  Lan \u202egnuL\u0000 ", 24), clean("Tie\u0302\u0301n", 24)
    ('Lan gnuL', 'Tiến')
    """
    visible = "".join(
        character
        for character in " ".join(text.split())
        if character == _JOINER or (unicodedata.category(character) not in _DROPPED and character not in _INVISIBLE)
    )
    out: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", _without_stray_joiners(visible)):
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        if marks <= _MARKS_AT_MOST:
            out.append(character)
    return " ".join(_without_stray_joiners("".join(out)[:at_most]).split())


def _without_stray_joiners(text: str) -> str:
    """Return the text without joiners that are not between two pictures."""
    return "".join(part for place, part in enumerate(text) if _joins(text, place))


def _joins(text: str, place: int) -> bool:
    """Return False for a joiner that is not between two pictures."""
    around = (text[place - 1 : place], text[place + 1 : place + 2])
    return text[place] != _JOINER or all(beside and unicodedata.category(beside) in _PICTURES for beside in around)


def apart(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number appended if another name here reads or looks the same.

    >>> apart("Lan", ["lan", "Hoa"]), apart("L\u0430n", ["Lan"]), apart("Ian", ["lan"])
    ('Lan 2', 'Lаn 2', 'Ian 2')
    >>> apart("Lân", ["Lan", "Lần"]), apart("Đan", ["Dan"]), apart("L\u0435\u0302", ["Lê"])
    ('Lân', 'Đan', 'L\u0435\u0302 2')
    """
    taken = {form for other in others for form in _forms(other)}
    number, candidate = 1, name
    while not taken.isdisjoint(_forms(candidate)):
        number += 1
        suffix = f" {number}"
        candidate = name[: NAME_AT_MOST - len(suffix)].rstrip() + suffix
    return candidate


def _forms(name: str) -> tuple[str, str]:
    """Return keys for what a name reads as and what it looks like.

    The name is decomposed into letters and marks, each is replaced by its confusable, and the result is composed again.
    Marks that do not compose with their letter are dropped.
    """
    parts = unicodedata.normalize("NFKD", name.replace(_JOINER, "")).translate(confusables.TABLE)
    parts = parts.replace("D\u0335", "Đ").replace("d\u0335", "đ")  # Unicode does not compose these
    plain = "".join(part for part in unicodedata.normalize("NFC", parts) if not unicodedata.combining(part))
    return "read " + plain.casefold(), "look " + plain.translate(_STROKES).replace("rn", "m").replace("vv", "w")
