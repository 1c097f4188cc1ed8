"""Chiếu: Asian card games by your own house rules."""

from chieu.core.cards import Card, card, parse
from chieu.core.contract import CHANCE, Game, Illegal, Shuffle
from chieu.core.deal import Deal, deal
from chieu.core.judging import judge
from chieu.core.luck import Luck
from chieu.core.registry import all_games, load

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "Card",
    "Deal",
    "Game",
    "Illegal",
    "Luck",
    "Shuffle",
    "__version__",
    "all_games",
    "card",
    "deal",
    "judge",
    "load",
    "parse",
]
