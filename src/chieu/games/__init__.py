"""The games, one folder each. A new folder with a `GAME` in it is a new game; nothing else lists them."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from chieu.core.contract import AnyGame


class UnknownGame(KeyError):
    """A name that no game has."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"there is no game {self.name[:40]!r}: there are {', '.join(all_games())}"


@cache
def all_games() -> dict[str, AnyGame]:
    """Every game by name."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)
    return {name: importlib.import_module(f"{__name__}.{name}").GAME for name in names}


def load(name: str) -> AnyGame:
    """A game by name."""
    games = all_games()
    if name not in games:
        raise UnknownGame(name)
    return games[name]
