"""Odds of a sheet, and the difference between two sheets: exact if known, otherwise sampled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from math import hypot, sqrt
from typing import Any, Final, TypedDict, Unpack

import msgspec

from chieu import __version__
from chieu.arena.runner import InThisProcess
from chieu.bots import bot_of, usual_bot
from chieu.core import sheets
from chieu.core.extras import ExactOdds, ExactRole, OddsModel, OptionClass
from chieu.core.game import AnyGame
from chieu.core.registry import load
from chieu.odds.results import Comparison, Estimate, Odds, Play, RoleDifference, RoleOdds
from chieu.odds.sampling import (
    Sample,
    Table,
    Variant,
    differences,
    length_difference,
    length_of,
    model_of,
    odds_of_roles,
    reference,
    samples,
)

_OTHER_BOTS: Final = 16  # another bot than the usual one plays this part of the deals, as it may search at every move


class NotMeasured(ValueError):
    """Best play of this sheet at this number of seats is not known."""


class Settings(TypedDict, total=False):
    """Keyword arguments of `estimate`, `compare` and `effects`.

    `play` is `best`, `played`, or None: exact if it can be, otherwise as the usual bot plays. `bot` plays all seats
    instead of the usual one. `deals` is the budget, by default the game's, and a 16th of it for another bot. With
    `partial` a KeyboardInterrupt returns what is known so far.
    """

    seats: int | None
    play: Play | None
    bot: str | None
    deals: int | None
    seed: int
    executor: Executor | None
    ahead: int
    on_progress: Callable[[int, int], None]
    partial: bool


class Lab:
    """A game, a number of seats, and how to measure: all but the sheets."""

    def __init__(
        self,
        game: AnyGame | str,
        *,
        seats: int | None = None,
        play: Play | None = None,
        bot: str | None = None,
        deals: int | None = None,
        seed: int = 1,
        executor: Executor | None = None,
        ahead: int = 1,
        on_progress: Callable[[int, int], None] = lambda _done, _all: None,
        partial: bool = False,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.model = model_of(self.game)
        self.seats = self.game.usual_seats if seats is None else seats
        self.play: Play | None = play if bot is None else "played"
        self.usual = bot in (None, usual_bot(self.game))
        if play == "best" and bot is not None:
            raise ValueError(f"expected either play='best' or a bot, got both: {bot!r}")
        if bot is not None:
            bot_of(self.game, bot)  # raises UnknownBot
        self.deals = default_deals(self.game, self.seats, bot) if deals is None else deals
        if self.deals < 2:
            raise ValueError(f"expected a budget of at least 2 deals, got {self.deals}")
        self.table = Table(reference(self.game), self.seats, seed, bot or usual_bot(self.game))
        self.executor = executor or InThisProcess()
        self.ahead = ahead
        self.on_progress = on_progress
        self.partial = partial

    def exact(self, rules: Any) -> ExactOdds | None:
        """Return the exact odds of a sheet, if they are known for the kind of play that is asked for."""
        if self.play == "played" and self.model.solved:
            return None
        found = self.model.exact(rules, self.seats)
        if self.play == "best" and found is None:
            sheet = sheets.code(self.game, rules)
            raise NotMeasured(
                f"best play of {self.game.name} {sheet} at {self.seats} seats is not known: ask for play='played'"
            )
        return found

    def exact_side_by_side(self, both: Sequence[Any]) -> list[ExactOdds | None]:
        """Return the exact odds of sheets to compare. Best play is not compared with usual play."""
        exact = [self.exact(rules) for rules in both]
        if None not in exact:
            return exact
        return [found if found is not None and found.play == "any" else None for found in exact]

    def same_moves(self, before: Any, after: Any) -> bool:
        """Tell whether the deals of one sheet can be scored by the other: the bot makes the same moves."""
        return self.played_by(before) == self.played_by(after)

    def played_by(self, rules: Any) -> tuple[Any, ...]:
        """Return the values of the options that decide the moves; all of them if deals cannot be scored again."""
        names = sheets.options_by_name(self.game)
        rescored = self.model.rescored is not None
        return tuple(getattr(rules, name) for name in names if not rescored or self.class_of(name) == "play")

    def class_of(self, option: str) -> OptionClass:
        """Return the class of an option for the bot that plays. Classes are only known for the usual bot."""
        return self.model.classes.get(option, "play") if self.usual else "play"

    def divide_budget(self, before: Any, after: Any) -> None:
        """Halve the budget if both sheets are played: a comparison takes as long as an estimate."""
        if not self.same_moves(before, after):
            self.deals = _whole_cycles(self.model, self.seats, self.deals // 2)

    def sample(self, variants: Sequence[Variant]) -> list[Sample]:
        """Play the budget under every sheet."""
        return samples(
            self.table,
            variants,
            self.deals,
            self.executor,
            ahead=self.ahead,
            on_progress=self.on_progress,
            partial=self.partial,
        )

    def odds(self, rules: Any, exact: ExactOdds | None, sample: Sample | None) -> Odds:
        """Return the odds of a sheet from what is exact and what was sampled."""
        by_role = {} if sample is None else {role.role: role for role in odds_of_roles(sample, self.model.stake(rules))}
        if exact is not None:
            by_role |= {role.role: _with_exact(role, by_role.get(role.role)) for role in exact.roles}
        return Odds(
            game=self.game.name,
            sheet=sheets.code(self.game, rules),
            seats=self.seats,
            play=self.play or ("best" if exact is not None and exact.play == "best" else "played"),
            bot="" if sample is None else self.table.bot,
            how="sampled" if exact is None else exact.how,
            deals=0 if sample is None else sample.deals,
            budget=0 if sample is None else self.deals,
            seed=self.table.seed,
            version=__version__,
            roles=tuple(by_role.values()),
            length=None if sample is None else length_of(sample),
        )

    def measured(self, rules: Any, exact: ExactOdds | None) -> Odds:
        """Return the odds of a sheet, with a sample for what is not exact."""
        return self.odds(rules, exact, self.sample([Variant(rules)])[0] if needs_sample(exact) else None)

    def variants(self, both: Sequence[Any]) -> list[Variant]:
        """Return two sheets to sample; the second is scored on the moves of the first if they are the same."""
        return [Variant(both[0]), Variant(both[1], self.same_moves(*both))]

    def comparison(
        self, both: Sequence[Any], exact: Sequence[ExactOdds | None], sampled: Sequence[Sample | None]
    ) -> Comparison:
        """Return the difference between two sheets from what is exact and what was sampled."""
        odds = [self.odds(*measured) for measured in zip(both, exact, sampled, strict=True)]
        old, new = sampled
        roles: dict[str, RoleDifference] = {}
        length = None
        if old is not None and new is not None:
            stakes = (self.model.stake(both[0]), self.model.stake(both[1]))
            roles = {role.role: role for role in differences(old, new, stakes)}
            length = length_difference(old, new)
        error = sum(found.error for found in exact if found is not None)
        others = {role.role: role for role in odds[1].roles}
        for role in odds[0].roles:
            if (other := others.get(role.role)) is not None and (role.won.exact or other.won.exact):
                roles[role.role] = _difference(role, other, roles.get(role.role), error)
        return Comparison(
            before=odds[0],
            after=odds[1],
            roles=tuple(roles.values()),
            length=length,
            same_moves=old is not None and self.same_moves(*both),
        )


def default_deals(game: AnyGame, seats: int, bot: str | None = None, share: int = 1) -> int:
    """Return the budget of an estimate, or this part of it."""
    model = model_of(game)
    parts = share if bot in (None, usual_bot(game)) else share * _OTHER_BOTS
    return _whole_cycles(model, seats, model.deals // parts)


def _whole_cycles(model: OddsModel[Any, Any], seats: int, deals: int) -> int:
    """Round a budget down to whole cycles of the model, so that every start has the same weight."""
    cycle = model.cycle(seats)
    return max(2, cycle, deals - deals % cycle)


def estimate(
    game: AnyGame | str, sheet: Any = "", *, options: Mapping[str, Any] | None = None, **settings: Unpack[Settings]
) -> Odds:
    """Return what each role wins per deal under a sheet, and how often results occur (OD-1).

    `sheet` and `options` are those of `chieu.deal`. The same call always returns the same figures.

    >>> odds = estimate("xidach", "room", seats=2)
    >>> odds.how, odds.role("player").won
    ('solved', Estimate(-0.0137, exact))
    """
    lab = Lab(game, **settings)
    rules = sheets.resolve(lab.game, sheet, options)
    return lab.measured(rules, lab.exact(rules))


def compare(game: AnyGame | str, before: Any, after: Any, **settings: Unpack[Settings]) -> Comparison:
    """Return how the odds change from one sheet to another, measured on the same cards (OD-2).

    >>> compare("xidach", "room", "room~pn2", seats=2).role("dealer").won  # Ngũ Linh pays double
    Estimate(+0.0018, exact)
    """
    lab = Lab(game, **settings)
    both = [sheets.resolve(lab.game, sheet) for sheet in (before, after)]
    if settings.get("deals") is None:
        lab.divide_budget(*both)
    exact = lab.exact_side_by_side(both)
    sampled: list[Sample | None] = [None, None]
    if any(map(needs_sample, exact)):
        sampled = list(lab.sample(lab.variants(both)))
    return lab.comparison(both, exact, sampled)


def needs_sample(exact: ExactOdds | None) -> bool:
    """Tell whether some figures of a sheet are not exact."""
    return exact is None or not all(role.payoffs for role in exact.roles)


def exactly(value: float) -> Estimate:
    """Return an exact figure."""
    return Estimate(value, value, value, exact=True)


def exact_change(change: float, error: float) -> Estimate:
    """Return a difference of exact figures. What solvers may err by is not called a difference."""
    return exactly(change) if error < abs(change) or not error else Estimate(change, change - error, change + error)


def swing_of(role: ExactRole) -> float:
    """Return the standard deviation of a role's exact payoffs."""
    return sqrt(sum(chance * (won - role.won) ** 2 for won, chance in role.payoffs))


def _with_exact(role: ExactRole, sampled: RoleOdds | None) -> RoleOdds:
    """Return the odds of a role with all figures that are exact; those of the sample for the others."""
    if not role.payoffs:
        assert sampled is not None
        return msgspec.structs.replace(sampled, won=exactly(role.won))
    chances = {
        "win": sum(chance for won, chance in role.payoffs if won > 0),
        "even": sum(chance for won, chance in role.payoffs if won == 0),
        "lose": sum(chance for won, chance in role.payoffs if won < 0),
    }
    return RoleOdds(
        role=role.role,
        seats=1.0 if sampled is None else sampled.seats,
        won=exactly(role.won),
        **{name: exactly(chance) for name, chance in chances.items()},
        swing=exactly(swing_of(role)),
        results={name: exactly(chance) for name, chance in role.results},
    )


def _difference(before: RoleOdds, after: RoleOdds, sampled: RoleDifference | None, error: float) -> RoleDifference:
    """Return the difference of a role whose mean is exact under at least one sheet."""

    def difference(old: Estimate, new: Estimate, paired: Estimate | None = None) -> Estimate:
        change = new.mean - old.mean
        if old.exact and new.exact:
            return exact_change(change, error)
        if paired is not None and not old.exact and not new.exact:
            return paired
        margin = hypot(old.margin, new.margin)
        return Estimate(change, change - margin, change + margin)

    def share(name: str) -> Estimate:
        paired = None if sampled is None else getattr(sampled, name)
        return difference(getattr(before, name), getattr(after, name), paired)

    results = dict(sampled.results) if sampled is not None else {}
    for name in {**before.results, **after.results}:
        old, new = (role.results.get(name, exactly(0.0) if role.win.exact else None) for role in (before, after))
        if old is not None and new is not None:
            results[name] = difference(old, new, results.get(name))
    return RoleDifference(
        role=before.role,
        won=difference(before.won, after.won),
        raw=difference(before.won, after.won),
        win=share("win"),
        even=share("even"),
        lose=share("lose"),
        swing=after.swing.mean - before.swing.mean,
        results=results,
    )
