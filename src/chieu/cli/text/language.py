"""The language of a command: from the flag, else from the environment, else English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chieu.core.text.languages import LANGS, Lang

FLAG: Final = "--lang"
_PLACES: Final = ("CHIEU_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def language(words: Sequence[str], environment: Mapping[str, str]) -> Lang:
    """Return the language of a command line.

    This comes before the line is parsed, because help and parse errors need a language too. An unknown language is
    rejected later, with the rest of the line.
    """
    for word, following in zip(words, [*words[1:], ""], strict=False):
        asked = following if word == FLAG else word.removeprefix(FLAG + "=") if word.startswith(FLAG + "=") else None
        if asked is not None:
            return _known(asked) or "en"
    for place in _PLACES:
        if spoken := environment.get(place):
            return _known(spoken) or "en"
    return "en"


def _known(name: str) -> Lang | None:
    """`vi_VN.UTF-8` is Vietnamese."""
    for lang in LANGS:
        if name == lang or name.startswith((lang + "_", lang + "-", lang + ".")):
            return lang
    return None
