"""Levels of bots, the same for every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from chieu.bots import bots_of, usual_bot
from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame
from chieu.core.text.languages import Catalogue
from chieu.search.player import Searching

_ENDLESS: Final = 10**9  # rollouts
LEVELS: Final = ("easy", "usual", "strong", "master")
"""The levels, from the easiest on. `level.<name>` and `level.<name>.about` are their texts."""
TEXTS: Final = Catalogue("chieu.bots")


def levels_of(game: AnyGame) -> dict[str, str]:
    """Return the levels of a game, from the easiest on, with the bot of each."""
    known, usual = bots_of(game), usual_bot(game)
    meant = {level: usual if level == "usual" else level for level in LEVELS}
    return {level: bot for level, bot in meant.items() if bot in known}


def thinks(game: AnyGame, bot: str) -> bool:
    """Return True if a bot is so slow that tables run it in a process of its own."""
    return bool(getattr(bots_of(game)[bot], "thinks", False))


def by_the_clock(game: AnyGame, bot: str, clock: Callable[[], float]) -> BotMaker:
    """Return a bot that thinks until a clock that runs from 0 to 1; `master` uses all of that time."""
    maker = bots_of(game)[bot]
    if not isinstance(maker, Searching):
        return maker
    playouts = _ENDLESS if bot == "master" else maker.budget.playouts
    return replace(maker, budget=maker.budget._replace(playouts=playouts, clock=clock))
