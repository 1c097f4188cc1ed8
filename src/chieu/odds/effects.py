"""The effect of every option alone on one role, with Holm's correction for many tests (OD-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import msgspec
from typing_extensions import Unpack

from chieu.core import sheets
from chieu.core.extras import ExactOdds, ExactRole, OptionClass
from chieu.core.game import AnyGame, Illegal
from chieu.core.options import BadRules, Option, Value
from chieu.core.registry import load
from chieu.odds.estimating import Lab, Settings, exactly, swing_of
from chieu.odds.results import Effect, Effects, Estimate, Odds
from chieu.odds.sampling import Paired, Sample, Table, Variant, model_of, odds_of_roles, paired

_SHARE_OF_BUDGET: Final = 4  # an effect gets this part of an estimate's deals, as there are many
_LEVEL: Final = 0.05  # chance that any effect is called visible although there is none


class Neighbour(NamedTuple):
    """A sheet that differs from another in one option."""

    option: str
    before: Value
    after: Value
    rules: Any


def neighbours(game: AnyGame, rules: Any, seats: int) -> Iterator[Neighbour]:
    """Yield every sheet that changes one option and can be played with this number of seats.

    An option that departs from the nearest preset is put back; any other takes its other values, a number those one
    step away.
    """
    preset = sheets.preset_of(game, sheets.nearest(game, rules))
    for name, option in sheets.options_by_name(game).items():
        here, usual = getattr(rules, name), getattr(preset, name)
        for value in (usual,) if here != usual else _other_values(option, here):
            try:
                changed = msgspec.structs.replace(rules, **{name: value})
                game.start(changed, seats)
            except (BadRules, Illegal):
                continue
            yield Neighbour(name, here, value, changed)


def _other_values(option: Option, here: Value) -> Iterator[Value]:
    if option.kind == "flag":
        yield not here
    elif option.kind == "number":
        yield from (value for value in (int(here) - 1, int(here) + 1) if option.accepts(value))
    elif option.kind == "choice":
        yield from (value for value in option.choices if value != here)
    elif option.cells is not None:
        yield from (value for _, value in option.cells.named if value != here)
    elif option.picks is not None and here != option.picks.none:
        yield option.picks.none


def effects(
    game: AnyGame | str,
    sheet: Any = "",
    *,
    options: Mapping[str, Any] | None = None,
    role: str | None = None,
    **settings: Unpack[Settings],
) -> Effects:
    """Return the effect of each option alone on a role, by default the first (dealer, opener).

    Every sheet is played on the same deals, a quarter of an estimate's budget by default.
    """
    game = load(game) if isinstance(game, str) else game
    if settings.get("deals") is None:
        settings["deals"] = max(2, model_of(game).deals // _SHARE_OF_BUDGET)
    lab = Lab(game, **settings)
    rules = sheets.resolve(game, sheet, options)
    around = list(neighbours(game, rules, lab.seats))
    exact = lab.exact(rules)
    measured: list[tuple[Neighbour, _Measured | None]]
    if exact is not None:
        odds = lab.measured(rules, exact)
        chosen = odds.role(role or odds.roles[0].role).role
        measured = list(_exact_effects(lab, around, exact, chosen))
    else:
        odds, chosen, measured = _sampled_effects(lab, rules, around, role)
    ranked = _ranked(game, [(neighbour, found) for neighbour, found in measured if found is not None])
    left_out = tuple(sheets.code(game, neighbour.rules) for neighbour, found in measured if found is None)
    return Effects(odds=odds, role=chosen, effects=ranked, left_out=left_out, planned=len(around))


class _Measured(NamedTuple):
    """A difference with its p-value."""

    kind: OptionClass
    won: Paired | Estimate
    swing: float | None
    p_value: float
    limit: float = 0.0
    """Bound of the error of an exact difference."""


def _exact_effects(
    lab: Lab, around: Sequence[Neighbour], base: ExactOdds, role: str
) -> Iterator[tuple[Neighbour, _Measured | None]]:
    """Yield exact effects; None for a changed sheet without exact odds or without the role."""
    before = _role(base, role)
    for done, (neighbour, found) in enumerate(_exact_odds(lab, around), start=1):
        lab.on_progress(done, len(around))
        after = None if found is None else _role(found, role)
        if found is None or after is None or before is None:
            yield neighbour, None
            continue
        error = base.error + found.error
        change = after.won - before.won
        swing = swing_of(after) - swing_of(before) if after.payoffs and before.payoffs else None
        # Best play is computed anew for every sheet, whatever the usual bot would do.
        kind: OptionClass = "information" if lab.model.classes.get(neighbour.option) == "information" else "play"
        visible = abs(change) > error
        yield neighbour, _Measured(kind, exactly(change), swing, float(not visible), error)


def _role(odds: ExactOdds, name: str) -> ExactRole | None:
    return next((role for role in odds.roles if role.role == name), None)


def _exact_odds(lab: Lab, around: Sequence[Neighbour]) -> Iterator[tuple[Neighbour, ExactOdds | None]]:
    futures: list[tuple[Neighbour, Future[ExactOdds | None]]] = []
    executor: Executor = lab.executor
    try:
        left = iter(around)
        while True:
            while len(futures) < lab.ahead and (neighbour := next(left, None)) is not None:
                futures.append((neighbour, executor.submit(_exact, lab.table, neighbour.rules)))
            if not futures:
                return
            neighbour, future = futures.pop(0)
            yield neighbour, future.result()
    except KeyboardInterrupt:
        if not lab.partial:
            raise
    finally:
        for _, future in futures:
            future.cancel()


def _exact(table: Table, rules: Any) -> ExactOdds | None:
    return model_of(table.loaded()).exact(rules, table.seats)


def _sampled_effects(
    lab: Lab, rules: Any, around: Sequence[Neighbour], role: str | None
) -> tuple[Odds, str, list[tuple[Neighbour, _Measured | None]]]:
    classes = [lab.model.classes.get(neighbour.option, "play") for neighbour in around]
    played = [neighbour for neighbour, kind in zip(around, classes, strict=True) if kind != "information"]
    variants = [Variant(neighbour.rules, lab.same_moves(rules, neighbour.rules)) for neighbour in played]
    base, *others = lab.sample([Variant(rules), *variants])
    odds = lab.odds(rules, None, base)
    chosen = odds.role(role or odds.roles[0].role).role
    left = iter(others)
    measured: list[tuple[Neighbour, _Measured | None]] = []
    for neighbour, kind in zip(around, classes, strict=True):
        if kind == "information":
            measured.append((neighbour, _Measured(kind, exactly(0.0), 0.0, 1.0)))
            continue
        sample = next(left)
        comparable = chosen in sample.roles()
        found = _difference(lab, rules, neighbour, base, sample, chosen, kind) if comparable else None
        measured.append((neighbour, found))
    return odds, chosen, measured


def _difference(
    lab: Lab, rules: Any, neighbour: Neighbour, base: Sample, sample: Sample, role: str, kind: OptionClass
) -> _Measured:
    stakes = (lab.model.stake(rules), lab.model.stake(neighbour.rules))
    change = paired(base, sample, role, "won", stakes)
    swings = [
        next(found.swing.mean for found in odds_of_roles(each, stake) if found.role == role)
        for each, stake in zip((base, sample), stakes, strict=True)
    ]
    p_value = 2 * NormalDist().cdf(-abs(change.mean) / change.error)
    return _Measured(kind, change, swings[1] - swings[0], p_value)


def _ranked(game: AnyGame, measured: Sequence[tuple[Neighbour, _Measured]]) -> tuple[Effect, ...]:
    """Apply Holm's step-down procedure and sort: visible effects first, the largest first."""
    tested = sorted((found.p_value, number) for number, (_, found) in enumerate(measured) if _is_tested(found))
    levels: dict[int, float] = {}
    visible: set[int] = set()
    level = _LEVEL / max(len(tested), 1)
    for place, (p_value, number) in enumerate(tested):
        if len(visible) == place:  # none has failed yet
            level = _LEVEL / (len(tested) - place)
            if p_value <= level:
                visible.add(number)
        levels[number] = level
    out = []
    for number, (neighbour, found) in enumerate(measured):
        if isinstance(found.won, Estimate):
            won, seen = found.won, found.p_value == 0.0
        else:
            margin = NormalDist().inv_cdf(1 - levels[number] / 2) * found.won.error
            won, seen = Estimate(found.won.mean, found.won.mean - margin, found.won.mean + margin), number in visible
        limit = max(found.limit, abs(won.low), abs(won.high))
        out.append(
            Effect(
                option=neighbour.option,
                before=neighbour.before,
                after=neighbour.after,
                sheet=sheets.code(game, neighbour.rules),
                kind=found.kind,
                won=won,
                swing=found.swing,
                visible=seen,
                limit=0.0 if seen else limit,
            )
        )
    return tuple(sorted(out, key=lambda effect: (not effect.visible, -abs(effect.won.mean) if effect.visible else 0)))


def _is_tested(found: _Measured) -> bool:
    return isinstance(found.won, Paired)
