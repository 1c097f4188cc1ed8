"""Playing levels of bots, with the same names in every game, and bots that a game offers by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from chieu.bots import bots_of, usual_bot
from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame
from chieu.core.text.languages import Catalogue, Lang
from chieu.search.monte_carlo import MonteCarloBotMaker

LEVELS: Final = ("easy", "usual", "strong")
"""The levels, easiest first. Their texts are `level.<name>` and `level.<name>.about`."""
TEXTS: Final = Catalogue("chieu.bots")


def levels_of(game: AnyGame) -> dict[str, str]:
    """Return the levels of a game, easiest first, and the name of each level's bot.

    Bots that the game offers by name, with a text `level.<bot>` of its own, come last.
    """
    bots, usual = bots_of(game), usual_bot(game)
    bot_of_level = {level: usual if level == "usual" else level for level in LEVELS}
    bot_of_level |= {bot: bot for bot in game.extras.bots if f"level.{bot}" in game.presentation.texts}
    return {level: bot for level, bot in bot_of_level.items() if bot in bots}


def same_level(bot: str, before: AnyGame, game: AnyGame) -> str:
    """Return the bot of `game` at the level that `bot` has in `before`; the usual bot if there is none.

    >>> from chieu import load
    >>> same_level("planner", load("rummy"), load("big2"))
    'heuristic'
    >>> same_level("solved", load("xidach"), load("rummy"))
    'planner'
    """
    levels = levels_of(game)
    level = next((level for level, own in levels_of(before).items() if own == bot), bot)
    return levels[level] if level in levels else usual_bot(game)


def level_text(game: AnyGame, level: str, lang: Lang) -> str:
    """Return the name of a level."""
    key = f"level.{level}"
    return (game.presentation.texts if key in game.presentation.texts else TEXTS)[key].say(lang)


def thinks(game: AnyGame, bot: str) -> bool:
    """Return whether a bot is so slow that a server must run it in a worker process."""
    return bool(getattr(bots_of(game)[bot], "thinks", False))


def by_the_clock(game: AnyGame, bot: str, clock: Callable[[], float]) -> BotMaker:
    """Return a bot that stops thinking when the clock reaches 1."""
    maker = bots_of(game)[bot]
    if not isinstance(maker, MonteCarloBotMaker):
        return maker
    return replace(maker, budget=maker.budget._replace(clock=clock))
