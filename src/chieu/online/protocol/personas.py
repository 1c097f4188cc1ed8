"""Bots are somebody: who a bot is follows from the table and its seat, so that no two at a table are alike, everybody
sees the same one, and it is the same one in the log, the ledger and the book. How it plays is its level's."""

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
"""What each of them is called: as families in Sài Gòn call each other, by age and by the order they were born in."""

TEXTS: Final[Mapping[str, Text]] = {f"bot.{persona}": name for persona, name in NAMES.items()}


@lru_cache(maxsize=1024)  # asked with every view of every table
def personas(table: str, seats: int) -> tuple[str, ...]:
    """Who a bot is in each seat of a table.

    >>> len(set(personas("kitchen", 10)))
    10
    >>> personas("kitchen", 4) == personas("kitchen", 10)[:4] != personas("attic", 4)
    True
    """
    order = sorted(NAMES, key=lambda persona: sha256(f"{table} {persona}".encode()).digest())
    return tuple(order[seat % len(order)] for seat in range(seats))
