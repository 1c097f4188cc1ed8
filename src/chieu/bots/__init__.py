"""Players of the contract: those that every game has, and those a game brings along."""

from __future__ import annotations

from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame
from chieu.core.registry import load
from chieu.core.run import Random
from chieu.search.player import Budget, Searching

__all__ = ["Random", "UnknownBot", "bot_of", "bots_of", "usual_bot"]


class UnknownBot(KeyError):
    """A name that no bot of the game has.

    >>> from chieu import load
    >>> bot_of(load("xidach"), "grandmother")
    Traceback (most recent call last):
    chieu.bots.UnknownBot: xidach has no bot 'grandmother': there are ...
    """

    def __init__(self, game: AnyGame, name: str) -> None:
        super().__init__(name)
        self.game = game
        self.name = name

    def __str__(self) -> str:
        known = ", ".join(bots_of(self.game))
        return f"{self.game.name} has no bot {self.name[:40]!r}: there are {known}"


def bots_of(game: AnyGame | str) -> dict[str, BotMaker]:
    """Every bot that can play a game, by name: the random one, then those the game brings along, and those that search
    where the game can be searched.

    >>> "heuristic" in bots_of("big2")
    True
    """
    game = load(game) if isinstance(game, str) else game
    return {"random": Random, **game.extras.bots, **_searching(game)}


def _searching(game: AnyGame) -> dict[str, BotMaker]:
    search = game.extras.search
    if search is None:
        return {}
    usual = next(iter(game.extras.bots.values()), None)
    budgets = {"strong": search.strong, "master": search.master}
    return {
        name: Searching(search.sampler, Budget(playouts, drawing=search.drawing), usual)
        for name, playouts in budgets.items()
        if playouts and name not in game.extras.bots
    }


def usual_bot(game: AnyGame | str) -> str:
    """The bot that sits down when nobody asks for another: the first that the game brings along, else `random`.

    >>> usual_bot("big2")
    'heuristic'
    """
    game = load(game) if isinstance(game, str) else game
    return next(iter(game.extras.bots), "random")


def bot_of(game: AnyGame | str, name: str) -> BotMaker:
    """A bot by name.

    >>> from chieu import Rng, load
    >>> xidach = load("xidach")
    >>> bot = bot_of(xidach, "heuristic")(xidach.presets["room"], 1, Rng(1))
    """
    game = load(game) if isinstance(game, str) else game
    known = bots_of(game)
    if name not in known:
        raise UnknownBot(game, name)
    return known[name]
