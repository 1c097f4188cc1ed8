"""Games by name: the folders of `chieu.games` and the games of other installed packages.

A package offers a game through an entry point in the group `chieu.games` that names its `Game`:

    [project.entry-points."chieu.games"]
    war = "my_games.war:GAME"
"""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Final

from chieu.core.game import AnyGame

_FOLDER: Final = "chieu.games"


class UnknownGame(KeyError):
    """There is no game of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"there is no game {self.name[:40]!r}: expected one of {', '.join(names())}"


class BrokenGame(UnknownGame):
    """A game of another package failed to load."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(name)
        self.error = error

    def __str__(self) -> str:
        return f"the game {self.name} cannot be loaded: {type(self.error).__name__}: {self.error}"


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games without importing any."""
    return tuple(sorted({*_own(), *_offered()}))


_loaded: Final[dict[str, AnyGame]] = {}


def load(name: str) -> AnyGame:
    """Import a game by name, and no other.

    >>> load("xidach")
    <Game xidach>
    """
    if name not in _loaded:
        if name in _own():
            _loaded[name] = importlib.import_module(f"{_FOLDER}.{name}").GAME
        elif name in _offered():
            try:
                _loaded[name] = _offered()[name].load()
            except Exception as error:  # third-party code may raise anything
                raise BrokenGame(name, error) from error
        else:
            raise UnknownGame(name)
    return _loaded[name]


class GamesByName(Mapping[str, AnyGame]):
    """Every game by name. A game is imported when it is looked up."""

    def __getitem__(self, name: str) -> AnyGame:
        return load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())


def all_games() -> dict[str, AnyGame]:
    """Return every game by name. Warn about games of other packages that fail to load and skip them.

    >>> {"xidach", "big2", "rummy", "niuniu"} <= all_games().keys()
    True
    """
    games: dict[str, AnyGame] = {}
    for name in names():
        try:
            games[name] = load(name)
        except BrokenGame as broken:
            warnings.warn(str(broken), RuntimeWarning, stacklevel=2)
    return games


@cache
def _own() -> frozenset[str]:
    folder = find_spec(_FOLDER)
    path = folder.submodule_search_locations if folder is not None else None
    return frozenset(module.name for module in pkgutil.iter_modules(path or ()) if module.ispkg)


@cache
def _offered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=_FOLDER)}
