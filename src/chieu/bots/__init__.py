"""Players of the contract: those that every game has, and those a game brings along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.bots.simulation import Simulation, compare, simulate
from chieu.core.contract import AnyGame, BotMaker, Seat
from chieu.core.luck import Luck

__all__ = ["Random", "Simulation", "UnknownBot", "bot_of", "bots_of", "compare", "simulate", "usual_bot"]


class Random:
    """Any legal action, each as likely."""

    def __init__(self, rules: Any, seat: Seat, luck: Luck) -> None:
        self._luck = luck
        del rules, seat

    def see(self, fact: Any) -> None:
        """Remembers nothing."""

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        del view
        return self._luck.pick(legal)


class UnknownBot(KeyError):
    """A name that no bot of the game has."""

    def __init__(self, game: AnyGame, name: str) -> None:
        super().__init__(name)
        self.game = game
        self.name = name

    def __str__(self) -> str:
        known = ", ".join(bots_of(self.game))
        return f"{self.game.name} has no bot {self.name[:40]!r}: there are {known}"


def bots_of(game: AnyGame) -> dict[str, BotMaker]:
    """Every bot that can play a game, by name: the random one, then those the game brings along."""
    return {"random": Random, **game.bots}


def usual_bot(game: AnyGame) -> str:
    """The bot that sits down when nobody asks for another: the first that the game brings along, else `random`."""
    return next(iter(game.bots), "random")


def bot_of(game: AnyGame, name: str) -> BotMaker:
    """A bot by name."""
    known = bots_of(game)
    if name not in known:
        raise UnknownBot(game, name)
    return known[name]
