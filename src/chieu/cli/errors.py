"""What goes wrong on a command line, said in one line."""

from __future__ import annotations

from typing import Final

from chieu.cli.text.texts import TEXTS
from chieu.core.game import AnyGame
from chieu.core.options import BadRules
from chieu.core.sheets import allowed, option_of
from chieu.core.text.languages import Lang

OK: Final = 0
WRONG: Final = 1  # what was checked is not right
BAD_INPUT: Final = 2

_LONGEST: Final = 1000


class BadInput(Exception):
    """A line, a file or a value that cannot be used. Its text says what is allowed."""

    def __str__(self) -> str:
        whole = " ".join(str(self.args[0]).split())
        return whole if len(whole) <= _LONGEST else whole[:_LONGEST] + "…"


def refused_rules(game: AnyGame, error: BadRules, lang: Lang) -> BadInput:
    """Why a set of rules cannot be."""
    texts = {**TEXTS, **game.presentation.texts}
    found = texts.get(f"error.{error.code}")
    if found is None:
        return BadInput(str(error))
    params = {"game": game.name, **error.params}
    if error.code == "bad_value":
        params["allowed"] = allowed(game, option_of(game, str(error.params["option"])), lang)
    return BadInput(found.say(lang, **params))
