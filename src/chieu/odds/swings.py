"""PF-11: the typical swing of a deal, and the stake at which another game swings as much.

The swings of the presets are precomputed (`swings.json`, written by `python -m build_hooks.swings`), as measuring one
takes seconds.
"""

from __future__ import annotations

from functools import cache
from math import floor, log10, sqrt
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from chieu.core import sheets
from chieu.core.codec import load_data
from chieu.core.game import AnyGame
from chieu.core.options import BadRules
from chieu.odds.estimating import estimate
from chieu.odds.results import Odds
from chieu.odds.sampling import model_of

SEATS: Final = 4
DEALS: Final = 200
_STAKE_AT_MOST: Final = 1000


@cache
def _swings() -> dict[str, dict[str, float]]:
    return load_data("chieu.odds", "swings.json", dict[str, dict[str, float]])


def measured(game: AnyGame, preset: str) -> float:
    """Measure the typical swing of a preset: the standard deviation of a seat of any role, in stakes."""
    odds: Odds = estimate(game, preset, seats=SEATS, deals=DEALS, seed=1)
    squares = sum(role.seats * role.swing.mean**2 for role in odds.roles)
    return _rounded(sqrt(squares / sum(role.seats for role in odds.roles)), 2)


def typical(game: AnyGame, rules: Any) -> float | None:
    """Return the chips that a deal typically moves per seat, as in the nearest preset; None if not known.

    >>> from chieu import load
    >>> big2 = load("big2")
    >>> typical(big2, big2.presets["hong_kong"]) > typical(big2, big2.presets["lawrence"])
    True
    """
    swing = _swings().get(game.name, {}).get(sheets.nearest(game, rules))
    return None if swing is None else swing * model_of(game).stake(rules)


def evened(game: AnyGame, rules: Any, swing: float) -> dict[str, int]:
    """Return the stakes at which a deal typically swings by `swing` chips, by option.

    Empty if they are as they are, or the game has none.

    >>> from chieu import load
    >>> xidach = load("xidach")
    >>> evened(xidach, xidach.presets["room"], 13.0)
    {'stake_min': 10, 'stake_max': 10}
    """
    own, stakes = typical(game, rules), model_of(game).stakes
    if not own or not stakes or swing <= 0:
        return {}
    now = {name: getattr(rules, name) for name in stakes}
    values = {name: int(min(max(1, _rounded(stake * swing / own, 1)), _STAKE_AT_MOST)) for name, stake in now.items()}
    try:
        changed = replace(rules, **values)
    except (BadRules, msgspec.ValidationError):
        return {}
    return {} if changed == rules else values


def _rounded(number: float, digits: int) -> float:
    """Round to some significant digits."""
    return round(number, digits - 1 - floor(log10(number))) if number > 0 else 0.0
