"""The texts of players' commands, and of what other commands share with them."""

from __future__ import annotations

from typing import Final

from chieu.core.text.languages import Catalogue, Lang

TEXTS: Final = Catalogue("chieu.cli.text")
TABLE_TEXTS: Final = Catalogue("chieu.cli.play")
"""The texts of `chieu table`, beyond those of games and tables."""


def say(key: str, lang: Lang, **values: object) -> str:
    """A text in a language with its placeholders filled in."""
    return TEXTS[key].say(lang, **values)
