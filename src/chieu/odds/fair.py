"""Offers to make a sheet fair again: let the role go round, or change one option (OD-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.odds.results import Estimate, Fairer, Measured, Neighbour, RoleOdds
from chieu.odds.sampling import model_of


def rotation(game: AnyGame, rules: Any, role: RoleOdds) -> Fairer | None:
    """Return the offer to let the roles go round: each seat then expects 0 over a full rotation.

    The kind is `rotates` if they already do. None without an edge, or if the game has no such rule.
    """
    rotated = model_of(game).rotated(rules)
    if rotated is None or role.won.is_zero:
        return None
    options = [name for name in sheets.options_by_name(game) if getattr(rotated, name) != getattr(rules, name)]
    zero = Estimate(0.0, 0.0, 0.0, exact=True)
    if not options:
        code = sheets.code(game, rules)
        return Fairer(kind="rotates", sheet=code, role=role.role, edge=role.won, left=zero)
    return Fairer(
        kind="rotate",
        sheet=sheets.code(game, rotated),
        option=options[0],
        before=getattr(rules, options[0]),
        after=getattr(rotated, options[0]),
        role=role.role,
        edge=role.won,
        left=zero,
    )


def change(game: AnyGame, role: RoleOdds, measured: Sequence[tuple[Neighbour, Measured | None]]) -> Fairer | None:
    """Return the change of one option that leaves the smallest edge; None if none halves it."""
    found = [(abs(effect.left.mean), number) for number, (_, effect) in enumerate(measured) if effect is not None]
    left, best = min(found, default=(0.0, -1))
    if best < 0 or left > abs(role.won.mean) / 2:
        return None
    neighbour, effect = measured[best]
    assert effect is not None
    return Fairer(
        kind="change",
        sheet=sheets.code(game, neighbour.rules),
        option=neighbour.option,
        before=neighbour.before,
        after=neighbour.after,
        role=role.role,
        edge=role.won,
        left=effect.left,
    )
