"""The arena: bots against each other on the same deals in all seats, on as many cores or machines as there are."""

from chieu.arena.boards import Arena, Board, BotRefused, NoMatches, Pairing, pairings
from chieu.arena.crosstable import Cell, CrossTable, RankedBot
from chieu.arena.running import InThisProcess, play
from chieu.arena.simulation import Simulation, compare, simulate
from chieu.arena.source import OtherSource, source_digest

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
    "Simulation",
    "compare",
    "pairings",
    "play",
    "simulate",
    "source_digest",
]
