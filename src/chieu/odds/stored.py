"""Stored odds and effects: presets, and sheets that change one option of them (OD-14).

`python -m build_hooks.odds_tables` measures them. The odds of a preset are final, those of a sheet next to it have a
quarter of the budget unless they are exact.
"""

from __future__ import annotations

import gzip
from functools import cache
from typing import Any, Final

import msgspec

from chieu.core import sheets
from chieu.core.files import read_file
from chieu.core.game import AnyGame
from chieu.odds.results import Effects, Odds, Play

FILE: Final = "stored.json.gz"


class Tables(msgspec.Struct, frozen=True):
    """Content of the file."""

    odds: tuple[Odds, ...]
    effects: tuple[Effects, ...]


@cache
def tables() -> Tables:
    """Return all stored odds and effects."""
    return msgspec.json.decode(gzip.decompress(read_file("chieu.odds", FILE)), type=Tables)


@cache
def _odds() -> dict[tuple[str, str, int], Odds]:
    return {(odds.game, odds.sheet, odds.seats): odds for odds in tables().odds}


@cache
def _effects() -> dict[tuple[str, str, int], Effects]:
    return {(found.odds.game, found.odds.sheet, found.odds.seats): found for found in tables().effects}


def stored_odds(game: AnyGame, rules: Any, seats: int, play: Play | None = None) -> Odds | None:
    """Return the stored odds of a sheet, whose deals may be fewer than its budget."""
    odds = _odds().get((game.name, sheets.code(game, rules), seats))
    return odds if odds is not None and play in (None, odds.play) else None


def stored_effects(game: AnyGame, rules: Any, seats: int, play: Play | None = None) -> Effects | None:
    """Return the stored effects of a preset's options."""
    found = _effects().get((game.name, sheets.code(game, rules), seats))
    return found if found is not None and play in (None, found.odds.play) else None
