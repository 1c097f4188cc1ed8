"""Chiếu: Asian card games by your own house rules."""

from chieu.core.cards import Card, card, parse
from chieu.core.deal import Deal, deal
from chieu.core.game import CHANCE, Game, Illegal, Shuffle
from chieu.core.judge import judge
from chieu.core.registry import all_games, load
from chieu.core.rng import Rng

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "Card",
    "Deal",
    "Game",
    "Illegal",
    "Rng",
    "Shuffle",
    "__version__",
    "all_games",
    "card",
    "deal",
    "judge",
    "load",
    "parse",
]
