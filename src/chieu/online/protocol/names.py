"""PF-35: names and chat made safe to show: one form for a text, nothing invisible, nothing that turns a line round, and
no two names at a table that look the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from chieu.online.protocol import confusables

NAME_AT_MOST: Final = 24
SHEET_NAME_AT_MOST: Final = 40
TEXT_AT_MOST: Final = 200
_DROPPED: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# What Unicode calls letters or marks and nobody sees (Default_Ignorable_Code_Point, but for what is dropped above), and
# signs that are blank: Braille without a dot, blanks of Egyptian and Khitan script, a note without a head.
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
_MARKS_AT_MOST: Final = 2  # on one letter, after composing; Vietnamese needs none
_STROKES: Final = str.maketrans("I1|0`", "lllO'")  # which of them it is depends on the font


def clean(text: str, at_most: int) -> str:
    """The text composed (NFC), with single spaces, without control, format and bidirectional characters, cut short.

    >>> clean("  Lan \\u202egnuL\\u0000 ", 24), clean("Tie\\u0302\\u0301n", 24)
    ('Lan gnuL', 'Tiến')
    """
    seen = "".join(
        one for one in " ".join(text.split()) if unicodedata.category(one) not in _DROPPED and one not in _INVISIBLE
    )
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", seen):
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        if marks <= _MARKS_AT_MOST:
            kept.append(character)
    return " ".join("".join(kept)[:at_most].split())


def apart(name: str, others: Iterable[str]) -> str:
    """The name, or with a number behind it if somebody here has one that reads or looks the same.

    >>> apart("Lan", ["lan", "Hoa"]), apart("L\u0430n", ["Lan"]), apart("Ian", ["lan"])
    ('Lan 2', 'Lаn 2', 'Ian 2')
    >>> apart("Lân", ["Lan", "Lần"]), apart("Đan", ["Dan"]), apart("L\u0435\u0302", ["Lê"])
    ('Lân', 'Đan', 'L\u0435\u0302 2')
    """
    taken = {form for other in others for form in _forms(other)}
    number, tried = 1, name
    while not taken.isdisjoint(_forms(tried)):
        number += 1
        behind = f" {number}"
        tried = name[: NAME_AT_MOST - len(behind)].rstrip() + behind
    return tried


def _forms(name: str) -> tuple[str, str]:
    """What a name is read as, and what it looks like: taken apart into letters and marks, each replaced by the one of
    ours that it looks like, and put together again. Marks that make no letter of ours with what they stand on are
    passed over."""
    parts = unicodedata.normalize("NFKD", name).translate(confusables.TABLE)
    parts = parts.replace("D\u0335", "Đ").replace("d\u0335", "đ")  # which Unicode does not put together
    plain = "".join(one for one in unicodedata.normalize("NFC", parts) if not unicodedata.combining(one))
    return "read " + plain.casefold(), "look " + plain.translate(_STROKES).replace("rn", "m").replace("vv", "w")
