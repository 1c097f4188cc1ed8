"""Where games are found by name: a folder each in `chieu.games`, and in any installed package that offers one.

Another package offers a game by an entry point of the group `chieu.games`, which names its `Game`:

    [project.entry-points."chieu.games"]
    war = "my_games.war:GAME"
"""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Final

from chieu.core.game import AnyGame

_FOLDER: Final = "chieu.games"


class UnknownGame(KeyError):
    """A name that no game has."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"there is no game {self.name[:40]!r}: there are {', '.join(names())}"


class BrokenGame(UnknownGame):
    """A game of another package that cannot be loaded."""

    def __init__(self, name: str, why: Exception) -> None:
        super().__init__(name)
        self.why = why

    def __str__(self) -> str:
        return f"the game {self.name} cannot be loaded: {type(self.why).__name__}: {self.why}"


@cache
def names() -> tuple[str, ...]:
    """Every game there is, without importing one."""
    return tuple(sorted({*_own(), *_offered()}))


_loaded: Final[dict[str, AnyGame]] = {}


def load(name: str) -> AnyGame:
    """A game by name; it alone is imported.

    >>> load("xidach")
    <Game xidach>
    """
    if name not in _loaded:
        if name in _own():
            _loaded[name] = importlib.import_module(f"{_FOLDER}.{name}").GAME
        elif name in _offered():
            try:
                _loaded[name] = _offered()[name].load()
            except Exception as error:  # whatever somebody else's code does
                raise BrokenGame(name, error) from error
        else:
            raise UnknownGame(name)
    return _loaded[name]


def all_games() -> dict[str, AnyGame]:
    """Every game by name. One of another package that cannot be loaded is warned of, and takes no other along.

    >>> {"xidach", "big2", "rummy", "niuniu"} <= all_games().keys()
    True
    """
    found: dict[str, AnyGame] = {}
    for name in names():
        try:
            found[name] = load(name)
        except BrokenGame as broken:
            warnings.warn(str(broken), RuntimeWarning, stacklevel=2)
    return found


@cache
def _own() -> frozenset[str]:
    folder = find_spec(_FOLDER)
    where = folder.submodule_search_locations if folder is not None else None
    return frozenset(found.name for found in pkgutil.iter_modules(where or ()) if found.ispkg)


@cache
def _offered() -> dict[str, EntryPoint]:
    return {one.name: one for one in entry_points(group=_FOLDER)}
