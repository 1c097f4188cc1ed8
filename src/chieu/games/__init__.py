"""The games, one folder each: any folder with a `GAME` in it is a game."""

from chieu.core.registry import BrokenGame, UnknownGame, all_games, load

__all__ = ["BrokenGame", "UnknownGame", "all_games", "load"]
