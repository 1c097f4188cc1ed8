"""The texts of players' commands and of what other commands share with them, and all help pages.

Players' commands have help in three languages, the others in English.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import msgspec

from chieu.core.text.languages import Catalogue, Lang

TEXTS: Final = Catalogue("chieu.cli.text")
TABLE_TEXTS: Final = Catalogue("chieu.cli.play")
"""The texts of `chieu table`, beyond those of games and tables."""


def say(key: str, lang: Lang, **values: object) -> str:
    """A text in a language with its placeholders filled in."""
    return TEXTS[key].say(lang, **values)


class HelpPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Help of one command in one language. `examples` are pairs of a command line and its meaning."""

    about: str
    teach: str
    examples: tuple[tuple[str, str], ...]
    onward: str


class _HelpFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: dict[str, tuple[str, ...]]
    developers: dict[str, HelpPage]
    operators: dict[str, HelpPage]


_FILE: Final = msgspec.toml.decode((files("chieu.cli.commands") / "help.toml").read_bytes(), type=_HelpFile)
PLAYERS: Final = _FILE.players
"""Players' commands, each with the command lines of its examples; the texts are `command.<name>.*`."""
DEVELOPERS: Final = _FILE.developers
OPERATORS: Final = _FILE.operators
COMMANDS: Final = (*PLAYERS, *DEVELOPERS, *OPERATORS)


def help_page(name: str, lang: Lang) -> HelpPage:
    """Return the help of a command, in English if it has no translation."""
    if name not in PLAYERS:
        return (DEVELOPERS | OPERATORS)[name]
    about, teach, onward = (say(f"command.{name}.{part}", lang) for part in ("about", "teach", "onward"))
    examples = [(line, say(f"command.{name}.example.{number}", lang)) for number, line in enumerate(PLAYERS[name], 1)]
    return HelpPage(about, teach, tuple(examples), onward)
