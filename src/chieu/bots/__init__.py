"""Bots by name: the random bot, the bots each game provides, and the Monte Carlo bot `strong`."""

from __future__ import annotations

from chieu.core.extras import BotMaker, UnfitBot
from chieu.core.game import AnyGame
from chieu.core.registry import load
from chieu.core.run import Random
from chieu.search.monte_carlo import Budget, MonteCarloBotMaker

__all__ = ["Random", "UnfitBot", "UnknownBot", "bot_of", "bots_of", "usual_bot"]


class UnknownBot(KeyError):
    """The game has no bot of this name.

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
        names = ", ".join(bots_of(self.game))
        return f"{self.game.name} has no bot {self.name[:40]!r}: there are {names}"


def bots_of(game: AnyGame | str) -> dict[str, BotMaker]:
    """Return the bots of a game by name: `random`, its own, and `strong` if it has a sampler.

    >>> "heuristic" in bots_of("big2")
    True
    """
    game = load(game) if isinstance(game, str) else game
    return {"random": Random, **game.extras.bots, **_monte_carlo_bot(game)}


def _monte_carlo_bot(game: AnyGame) -> dict[str, BotMaker]:
    search = game.extras.search
    if search is None or not search.strong or "strong" in game.extras.bots:
        return {}
    usual = next(iter(game.extras.bots.values()), None)
    return {"strong": MonteCarloBotMaker(search.sampler, Budget(search.strong, world_cost=search.world_cost), usual)}


def usual_bot(game: AnyGame | str) -> str:
    """Return the name of the usual bot: the first that the game provides, else `random`.

    >>> usual_bot("big2")
    'heuristic'
    """
    game = load(game) if isinstance(game, str) else game
    return next(iter(game.extras.bots), "random")


def bot_of(game: AnyGame | str, name: str) -> BotMaker:
    """Return a bot by name.

    >>> from chieu import Rng, load
    >>> xidach = load("xidach")
    >>> bot = bot_of(xidach, "heuristic")(xidach.presets["room"], 1, Rng(1))
    """
    game = load(game) if isinstance(game, str) else game
    makers = bots_of(game)
    if name not in makers:
        raise UnknownBot(game, name)
    return makers[name]
