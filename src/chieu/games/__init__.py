"""The games, one folder each. A new folder with a `GAME` in it is a new game; nothing else lists them."""

from chieu.core.registry import BrokenGame, UnknownGame, all_games, load

__all__ = ["BrokenGame", "UnknownGame", "all_games", "load"]
