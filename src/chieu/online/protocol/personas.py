"""Personas of bots.

A bot's persona follows from the table and the seat. So no two bots at a table are alike, everybody sees the same one,
and log, ledger and scorebook agree. Its strength is that of its level.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final

from chieu.core.text.languages import Text

NAMES: Final[Mapping[str, Text]] = {
    "hai": Text("Anh Hai", "Anh Hai", "二哥"),
    "ba": Text("Cô Ba", "Cô Ba", "三姑"),
    "tu": Text("Chú Tư", "Chú Tư", "四叔"),
    "nam": Text("Ông Năm", "Ông Năm", "五爷"),
    "sau": Text("Dì Sáu", "Dì Sáu", "六姨"),
    "bay": Text("Anh Bảy", "Anh Bảy", "七哥"),
    "tam": Text("Chị Tám", "Chị Tám", "八姐"),
    "chin": Text("Cậu Chín", "Cậu Chín", "九舅"),
    "muoi": Text("Bà Mười", "Bà Mười", "十婶"),
    "ut": Text("Bé Út", "Bé Út", "小幺"),
    "hoa": Text("Chú Hỏa", "Chú Hỏa", "火叔"),
    "muoi_muoi": Text("A Muối", "A Muối", "阿妹"),
}
"""Names of the personas, as families in Sài Gòn address each other: by age and order of birth."""

TEXTS: Final[Mapping[str, Text]] = {f"bot.{persona}": name for persona, name in NAMES.items()}


@lru_cache(maxsize=1024)  # computed for every view of every table
def personas(table: str, seats: int) -> tuple[str, ...]:
    """Return the bot persona of each seat of a table.

    >>> len(set(personas("kitchen", 10)))
    10
    >>> personas("kitchen", 4) == personas("kitchen", 10)[:4] != personas("attic", 4)
    True
    """
    order = sorted(NAMES, key=lambda persona: sha256(f"{table} {persona}".encode()).digest())
    return tuple(order[seat % len(order)] for seat in range(seats))
