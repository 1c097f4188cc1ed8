"""Personas of bots.

A bot's persona follows from the table and the seat. So no two bots at a table are alike, everybody sees the same one,
and log, ledger and scorebook agree. Its strength is that of its level.
"""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from typing import Final

from chieu.core.text.languages import LANGS, SHARED, Lang
from chieu.online.protocol.texts import TEXTS

PERSONAS: Final = (
    "hai",
    "ba",
    "tu",
    "nam",
    "sau",
    "bay",
    "tam",
    "chin",
    "muoi",
    "ut",
    "hoa",
    "muoi_muoi",
)
"""Named as families in Sài Gòn name each other, by age and order of birth. `bot.<persona>` is the text."""


def bot_name(persona: str, lang: Lang) -> str:
    """Return the name of a bot in a language."""
    return TEXTS[f"bot.{persona}"].say(lang)


@cache
def reserved_names() -> tuple[str, ...]:
    """PF-35: return the names of bots and of the house, in all languages."""
    texts = [*(TEXTS[f"bot.{persona}"] for persona in PERSONAS), SHARED["seat.house"]]
    return tuple({text.say(lang) for text in texts for lang in LANGS})


@lru_cache(maxsize=1024)  # called for every view of every table
def personas(table: str, seats: int) -> tuple[str, ...]:
    """Return the bot persona of each seat of a table.

    >>> len(set(personas("kitchen", 10)))
    10
    >>> personas("kitchen", 4) == personas("kitchen", 10)[:4] != personas("attic", 4)
    True
    """
    order = sorted(PERSONAS, key=lambda persona: sha256(f"{table} {persona}".encode()).digest())
    return tuple(order[seat % len(order)] for seat in range(seats))
