"""Answers of the odds lab: odds of a sheet, difference between two sheets, effect of every option."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from chieu.core.extras import OptionClass
from chieu.core.options import Value

T = TypeVar("T", "RoleOdds", "RoleDifference")
Play: TypeAlias = Literal["best", "played"]
"""How the seats play: as well as can be, or as the usual bot does."""


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its 95 % interval. An exact figure has no width."""

    mean: float
    low: float
    high: float
    exact: bool = False

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_zero(self) -> bool:
        """Tell whether the figure cannot be told from zero."""
        return self.low <= 0.0 <= self.high

    def __repr__(self) -> str:
        return f"Estimate({self.mean:+.4f}{', exact' if self.exact else f' ± {self.margin:.4f}'})"


class Paired(NamedTuple):
    """Mean difference of a figure between two sheets, paired by deal, and its standard error."""

    mean: float
    error: float


class RoleFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of one seat with a role, per deal. Amounts are in stakes."""

    role: str
    won: Estimate
    win: Estimate
    even: Estimate
    lose: Estimate
    results: dict[str, Estimate]
    """Chance of every result that the game names."""


class RoleOdds(RoleFigures, frozen=True, kw_only=True):
    """Odds of one seat with a role."""

    seats: float
    """Seats with this role in a deal."""
    swing: Estimate
    """Standard deviation of what a seat wins in a deal."""


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """Odds of a sheet, with everything that is needed to get the same figures again."""

    game: str
    sheet: str
    seats: int
    play: Play
    bot: str
    """The bot in all seats; empty if nothing was sampled."""
    how: Literal["sampled", "solved", "counted", "symmetric"]
    """Where the mean payoffs come from."""
    deals: int
    """Deals played; 0 if nothing was sampled."""
    budget: int
    """Deals announced beforehand: more than `deals` only if the estimate was interrupted."""
    seed: int
    version: str
    roles: tuple[RoleOdds, ...]
    length: Estimate | None
    """Moves in a deal."""

    @property
    def complete(self) -> bool:
        """Tell whether all deals of the budget were played."""
        return self.deals == self.budget

    def role(self, name: str) -> RoleOdds:
        """Return the odds of a role."""
        return _named(self.roles, name)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per role and figure, for a data frame."""
        return [
            {"game": self.game, "sheet": self.sheet, "seats": self.seats, "role": role.role, **_row(name, figure)}
            for role in self.roles
            for name, figure in _figures(role)
        ]

    def _repr_html_(self) -> str:
        """Draw a bar per role for a notebook: won, even and lost."""
        rows = "".join(
            f"<tr><td>{escape(role.role)}</td><td>{repr(role.won)[9:-1]}</td><td>{_bar(role)}</td></tr>"
            for role in self.roles
        )
        head = f"{escape(self.game)} · {escape(self.sheet)} · {self.seats} seats"
        return f"<table><caption>{head}</caption>{rows}</table>"


class RoleDifference(RoleFigures, frozen=True, kw_only=True):
    """Change of the odds of a role from one sheet to another, measured on the same cards."""

    raw: Estimate
    """`won` with the interval that it would have on different cards."""
    swing: float


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Odds of two sheets and the difference: those of `after` less those of `before`."""

    before: Odds
    after: Odds
    roles: tuple[RoleDifference, ...]
    length: Estimate | None
    same_moves: bool
    """The deals of `before` were scored again by `after` instead of played again."""

    def role(self, name: str) -> RoleDifference:
        """Return the differences of a role."""
        return _named(self.roles, name)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per role and figure, for a data frame."""
        sheets = {"game": self.before.game, "before": self.before.sheet, "after": self.after.sheet}
        return [
            {**sheets, "seats": self.before.seats, "role": role.role, **_row(name, figure)}
            for role in self.roles
            for name, figure in _figures(role)
        ]


class Neighbour(NamedTuple):
    """A sheet that differs from another in one option."""

    option: str
    before: Value
    after: Value
    rules: Any


class Measured(NamedTuple):
    """Effect of a changed option on a role: the difference, its p-value, and the role's new expectation."""

    kind: OptionClass
    won: Paired | Estimate
    swing: float | None
    p_value: float
    left: Estimate


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """Change of a role's odds if one option is changed."""

    option: str
    before: Value
    after: Value
    sheet: str
    """Code of the changed sheet."""
    kind: OptionClass
    won: Estimate
    """Change of what the role wins per deal, in stakes; the interval is corrected for the number of effects."""
    swing: float | None
    """Change of the role's swing; None if it is not known."""
    visible: bool
    """It can be told from zero after Holm's correction."""
    limit: float
    """If it is not visible: the difference is at most this."""


class Fairer(msgspec.Struct, frozen=True, kw_only=True):
    """An offer to make a sheet fair again, for a role that has an edge."""

    kind: Literal["rotates", "rotate", "change"]
    """`rotates`: the roles go round already. `rotate`: let them go round. `change`: another value of one option."""
    sheet: str
    """Code of the offered sheet; the sheet itself if the roles go round already."""
    option: str = ""
    before: Value = ""
    after: Value = ""
    role: str
    edge: Estimate
    """Mean win of the role per deal now, in stakes."""
    left: Estimate
    """Its mean win by the offered sheet; for a rotation, that of each seat over a full one."""


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of every option of a sheet on one role, visible ones first, the largest first."""

    odds: Odds
    role: str
    effects: tuple[Effect, ...]
    left_out: tuple[str, ...]
    """Codes of changed sheets that cannot be compared: the role does not exist there, or only one sheet is exact."""
    planned: int
    """Changed sheets that were to be measured."""
    fairer: Fairer | None = None
    """How to make the sheet fair again; None if the role has no edge, or no change halves it."""

    @property
    def complete(self) -> bool:
        """Tell whether nothing was interrupted."""
        return self.odds.complete and len(self.effects) + len(self.left_out) == self.planned

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per effect, for a data frame."""
        rows: list[dict[str, Any]] = msgspec.to_builtins(self.effects)
        return [
            {"game": self.odds.game, "sheet": self.odds.sheet, "seats": self.odds.seats, "role": self.role, **row}
            for row in rows
        ]


def _named(roles: tuple[T, ...], name: str) -> T:
    for role in roles:
        if role.role == name:
            return role
    raise KeyError(f"there is no role {name!r}: expected one of {', '.join(role.role for role in roles)}")


def _figures(role: RoleFigures) -> Iterator[tuple[str, Estimate]]:
    yield from (("won", role.won), ("win", role.win), ("even", role.even), ("lose", role.lose))
    yield from role.results.items()


def _bar(role: RoleOdds) -> str:
    shares = (("won", role.win, "#2e7d32"), ("even", role.even, "#9e9e9e"), ("lost", role.lose, "#c62828"))
    parts = [
        f'<span title="{name} {share.mean:.1%}" style="display:inline-block;width:{100 * share.mean:.2f}%;height:1em;'
        f'background:{colour}"></span>'
        for name, share, colour in shares
    ]
    return f'<div style="width:20em;font-size:1em;line-height:0">{"".join(parts)}</div>'


def _row(figure: str, estimate: Estimate) -> dict[str, Any]:
    return {"figure": figure, **msgspec.structs.asdict(estimate)}
