"""Arena: tournaments of bots on the same deals in all seats, on any number of cores or machines."""

from chieu.arena.boards import Arena, Board, BotRefused, NoMatches, Pairing, pairings
from chieu.arena.crosstable import Cell, CrossTable, RankedBot
from chieu.arena.runner import InThisProcess, OtherSource, play, source_digest
from chieu.arena.simulation import Simulation, compare, simulate

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
