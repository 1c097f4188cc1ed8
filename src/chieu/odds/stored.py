"""Stored odds and effects: presets, and sheets that change one option of them (OD-14).

`python -m build_hooks.odds_tables` measures them. The odds of a preset are final, those of a sheet next to it have a
quarter of the budget unless they are exact. PF-11: the swings say at which stakes two games move about as much.
"""

from __future__ import annotations

import gzip
from functools import cache
from math import floor, log10, sqrt
from typing import Any, Final

import msgspec

from chieu.core import sheets
from chieu.core.files import read_file
from chieu.core.game import AnyGame
from chieu.core.options import BadRules
from chieu.odds.results import Effects, Odds, Play
from chieu.odds.sampling import model_of

FILE: Final = "stored.json.gz"
_STAKE_AT_MOST: Final = 1000


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


def typical_swing(game: AnyGame, rules: Any) -> float | None:
    """Return the chips that a deal typically moves per seat (standard deviation); None if not stored.

    It is that of the nearest preset at the usual number of seats.

    >>> from chieu import load
    >>> big2 = load("big2")
    >>> typical_swing(big2, big2.presets["hong_kong"]) > typical_swing(big2, big2.presets["lawrence"])
    True
    """
    odds = _odds().get((game.name, sheets.nearest(game, rules), game.usual_seats))
    if odds is None:
        return None
    squares = sum(role.seats * role.swing.mean**2 for role in odds.roles)
    return _rounded(sqrt(squares / odds.seats), 2) * model_of(game).stake(rules)


def evened_stakes(game: AnyGame, rules: Any, swing: float) -> dict[str, int]:
    """Return the stakes at which a deal typically swings by `swing` chips, by option.

    Empty if they are as they are, or the game has none.

    >>> from chieu import load
    >>> xidach = load("xidach")
    >>> evened_stakes(xidach, xidach.presets["room"], 13.0)
    {'stake_min': 10, 'stake_max': 10}
    """
    own, stakes = typical_swing(game, rules), model_of(game).stakes
    if not own or not stakes or swing <= 0:
        return {}
    now = {name: getattr(rules, name) for name in stakes}
    values = {name: int(min(max(1, _rounded(stake * swing / own, 1)), _STAKE_AT_MOST)) for name, stake in now.items()}
    try:
        changed = msgspec.structs.replace(rules, **values)
    except (BadRules, msgspec.ValidationError):
        return {}
    return {} if changed == rules else values


def _rounded(number: float, digits: int) -> float:
    """Round to some significant digits."""
    return round(number, digits - 1 - floor(log10(number))) if number > 0 else 0.0
