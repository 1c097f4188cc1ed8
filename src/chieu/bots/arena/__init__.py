"""The arena: bots against each other on the same deals in all seats, on as many cores or machines as there are."""

from chieu.bots.arena.boards import Arena, Board, BotRefused, NoMatches, Pairing, pairings
from chieu.bots.arena.crosstable import Cell, CrossTable, RankedBot
from chieu.bots.arena.running import InThisProcess, play
from chieu.bots.arena.source import OtherSource, source_digest

__all__ = [
    "Arena",
    "Board",
    "BotRefused",
    "Cell",
    "CrossTable",
    "InThisProcess",
    "NoMatches",
    "OtherSource",
    "Pairing",
    "RankedBot",
    "pairings",
    "play",
    "source_digest",
]
