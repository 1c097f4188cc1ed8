"""The texts of the chat bot, beyond those of games and tables."""

from __future__ import annotations

from typing import Final

from chieu.core.text.languages import LANGS, Catalogue, Lang

TEXTS: Final = Catalogue("chieu.online.telegram")


def say(key: str, lang: Lang, **values: object) -> str:
    """A text in a language with its placeholders filled in."""
    return TEXTS[key].say(lang, **values)


def language_of(code: str | None) -> Lang:
    """The language of a Telegram user; English if there are no texts in it."""
    short = (code or "").partition("-")[0].lower()
    return next((lang for lang in LANGS if lang == short), "en")
