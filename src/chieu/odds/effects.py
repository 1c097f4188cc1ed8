"""The effect of every option alone (OD-3, OD-11), and offers to make a sheet fair again (OD-7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from statistics import NormalDist
from typing import Any, Final, Unpack

import msgspec

from chieu.arena.statistics import SURE
from chieu.core import sheets
from chieu.core.extras import ExactOdds, ExactRole, OptionClass
from chieu.core.game import AnyGame, Illegal
from chieu.core.options import BadRules, Option, Value
from chieu.core.registry import load
from chieu.odds.estimating import Lab, Settings, default_deals, exact_change, exactly, swing_of
from chieu.odds.results import Effect, Effects, Estimate, Fairer, Measured, Neighbour, Odds, Paired, RoleOdds
from chieu.odds.sampling import Sample, Table, Variant, model_of, paired

_SHARE_OF_BUDGET: Final = 4  # an effect gets this part of an estimate's deals, as there are many
_LEVEL: Final = 0.05  # chance that any effect is called visible although there is none


def neighbours(game: AnyGame, rules: Any, seats: int) -> Iterator[Neighbour]:
    """Yield every sheet that changes one option and can be played with this number of seats.

    An option that departs from the nearest preset is put back; any other takes its other values, a number those one
    step away.
    """
    preset = sheets.preset_of(game, sheets.nearest(game, rules))
    for name, option in sheets.options_by_name(game).items():
        here, usual = getattr(rules, name), getattr(preset, name)
        values = (usual,) if here != usual else _other_values(option, here)
        yield from _changed(game, rules, seats, name, values)


def _changed(game: AnyGame, rules: Any, seats: int, name: str, values: Iterable[Value]) -> Iterator[Neighbour]:
    """Yield the sheets with other values of an option that can be played."""
    for value in values:
        try:
            changed = msgspec.structs.replace(rules, **{name: value})
            game.start(changed, seats)
        except (BadRules, Illegal):
            continue
        yield Neighbour(name, getattr(rules, name), value, changed)


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


def two_steps(game: AnyGame, rules: Any, seats: int) -> Iterator[Neighbour]:
    """Yield every sheet that moves one number by two steps and can be played with this number of seats."""
    for name, option in sheets.options_by_name(game).items():
        here = getattr(rules, name)
        if option.kind == "number":
            yield from _changed(game, rules, seats, name, (here - 2, here + 2))


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
        settings["deals"] = effects_budget(game, settings.get("seats") or game.usual_seats, settings.get("bot"))
    return measured_effects(Lab(game, **settings), sheets.resolve(game, sheet, options), role)[0]


def measured_effects(lab: Lab, rules: Any, role: str | None = None) -> tuple[Effects, list[tuple[Neighbour, Sample]]]:
    """Return the effects of a sheet's options, and the deals of every changed sheet that was played."""
    game = lab.game
    around = list(neighbours(game, rules, lab.seats))
    exact = lab.exact(rules)
    samples: list[tuple[Neighbour, Sample]] = []
    if exact is not None:
        odds = lab.measured(rules, exact)
        chosen = odds.role(role or odds.roles[0].role).role
        measured = list(_exact_effects(lab, around, exact, chosen))
    else:
        odds, chosen, measured, samples = _sampled_effects(lab, rules, around, role)
    offer = rotation(game, rules, odds.role(chosen))
    if offer is None and not odds.role(chosen).won.is_zero and odds.complete:
        further = list(two_steps(game, rules, lab.seats))
        if exact is not None:
            more = list(_exact_effects(lab, further, exact, chosen))
        else:
            more = _sampled_effects(lab, rules, further, chosen)[2]
        offer = smallest_edge(game, odds.role(chosen), [*measured, *more])
    return ranked_effects(game, odds, chosen, measured, offer, len(around)), samples


def effects_budget(game: AnyGame, seats: int, bot: str | None = None) -> int:
    """Return the deals of an effect, a quarter of an estimate's, as there are many effects."""
    return default_deals(game, seats, bot, _SHARE_OF_BUDGET)


def ranked_effects(
    game: AnyGame,
    odds: Odds,
    role: str,
    measured: Sequence[tuple[Neighbour, Measured | None]],
    offer: Fairer | None,
    planned: int,
) -> Effects:
    """Return all effects, ranked. `planned` is the number of sheets that were to be measured."""
    ranked = _ranked(game, [(neighbour, found) for neighbour, found in measured if found is not None])
    left_out = tuple(sheets.code(game, neighbour.rules) for neighbour, found in measured if found is None)
    return Effects(odds=odds, role=role, effects=ranked, left_out=left_out, planned=planned, fairer=offer)


def exact_effect(
    lab: Lab, neighbour: Neighbour, base: ExactOdds, changed: ExactOdds | None, role: str
) -> Measured | None:
    """Return an exact effect; None if the changed sheet has no exact odds or no such role."""
    before = _role(base, role)
    after = None if changed is None else _role(changed, role)
    if changed is None or after is None or before is None:
        return None
    won = exact_change(after.won - before.won, base.error + changed.error)
    swing = swing_of(after) - swing_of(before) if after.payoffs and before.payoffs else None
    # Best play is computed anew for every sheet, whatever the usual bot would do.
    kind: OptionClass = "information" if lab.model.classes.get(neighbour.option) == "information" else "play"
    return Measured(kind, won, swing, float(won.is_zero), exactly(after.won))


def _exact_effects(
    lab: Lab, around: Sequence[Neighbour], base: ExactOdds, role: str
) -> Iterator[tuple[Neighbour, Measured | None]]:
    for done, (neighbour, found) in enumerate(_exact_odds(lab, around), start=1):
        lab.on_progress(done, len(around))
        yield neighbour, exact_effect(lab, neighbour, base, found, role)


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
) -> tuple[Odds, str, list[tuple[Neighbour, Measured | None]], list[tuple[Neighbour, Sample]]]:
    played = [neighbour for neighbour in around if lab.class_of(neighbour.option) != "information"]
    variants = [Variant(neighbour.rules, lab.same_moves(rules, neighbour.rules)) for neighbour in played]
    base, *others = lab.sample([Variant(rules), *variants])
    odds = lab.odds(rules, None, base)
    chosen = odds.role(role or odds.roles[0].role).role
    left = iter(others)
    measured = []
    for neighbour in around:
        sample = None if lab.class_of(neighbour.option) == "information" else next(left)
        measured.append((neighbour, sampled_effect(lab, rules, neighbour, base, sample, chosen)))
    return odds, chosen, measured, list(zip(played, others, strict=True))


def sampled_effect(
    lab: Lab, rules: Any, neighbour: Neighbour, base: Sample, sample: Sample | None, role: str
) -> Measured | None:
    """Return an effect from the deals of both sheets; None if the role does not exist in the changed one.

    `sample` is None for an option of the class information: it changes nothing. What the role wins under the changed
    sheet is exact if that is known (OD-10).
    """
    before = lab.odds(rules, None, base).role(role)
    if sample is None:
        return Measured("information", exactly(0.0), 0.0, 1.0, before.won)
    exact = lab.exact_side_by_side([rules, neighbour.rules])[1]
    after = next((found for found in lab.odds(neighbour.rules, exact, sample).roles if found.role == role), None)
    if after is None:
        return None
    if after.won.exact:
        change = Paired(after.won.mean - before.won.mean, before.won.margin / SURE)
    else:
        change = paired(base, sample, role, "won", (lab.model.stake(rules), lab.model.stake(neighbour.rules)))
    p_value = 2 * NormalDist().cdf(-abs(change.mean) / change.error) if change.error else float(change.mean == 0)
    return Measured(lab.class_of(neighbour.option), change, after.swing.mean - before.swing.mean, p_value, after.won)


def early_effect(game: AnyGame, neighbour: Neighbour, measured: Measured, planned: int) -> Effect:
    """Return an effect before all are known, corrected as the first of `planned` (Bonferroni)."""
    level = _LEVEL / max(planned, 1)
    seen = not measured.won.is_zero if isinstance(measured.won, Estimate) else measured.p_value <= level
    return _effect(game, neighbour, measured, level, seen)


def _ranked(game: AnyGame, measured: Sequence[tuple[Neighbour, Measured]]) -> tuple[Effect, ...]:
    """Apply Holm's step-down procedure and sort: visible effects first, the largest first."""
    tested = sorted(
        (found.p_value, number) for number, (_, found) in enumerate(measured) if isinstance(found.won, Paired)
    )
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
        seen = not found.won.is_zero if isinstance(found.won, Estimate) else number in visible
        out.append(_effect(game, neighbour, found, levels.get(number, _LEVEL), seen))
    return tuple(sorted(out, key=lambda effect: (not effect.visible, -abs(effect.won.mean) if effect.visible else 0)))


def _effect(game: AnyGame, neighbour: Neighbour, measured: Measured, level: float, visible: bool) -> Effect:
    won = measured.won
    if not isinstance(won, Estimate):
        margin = NormalDist().inv_cdf(1 - level / 2) * won.error
        won = Estimate(won.mean, won.mean - margin, won.mean + margin)
    return Effect(
        option=neighbour.option,
        before=neighbour.before,
        after=neighbour.after,
        sheet=sheets.code(game, neighbour.rules),
        kind=measured.kind,
        won=won,
        swing=measured.swing,
        visible=visible,
        limit=0.0 if visible else max(abs(won.low), abs(won.high)),
    )


def rotation(game: AnyGame, rules: Any, role: RoleOdds) -> Fairer | None:
    """Return the offer to let the roles go round: each seat then expects 0 over a full rotation.

    The kind is `rotates` if they already do. None without an edge, or if the game has no such rule.
    """
    rotated = model_of(game).rotated(rules)
    if rotated is None or role.won.is_zero:
        return None
    options = [name for name in sheets.options_by_name(game) if getattr(rotated, name) != getattr(rules, name)]
    if not options:
        code = sheets.code(game, rules)
        return Fairer(kind="rotates", sheet=code, role=role.role, edge=role.won, left=exactly(0.0))
    return Fairer(
        kind="rotate",
        sheet=sheets.code(game, rotated),
        option=options[0],
        before=getattr(rules, options[0]),
        after=getattr(rotated, options[0]),
        role=role.role,
        edge=role.won,
        left=exactly(0.0),
    )


def smallest_edge(
    game: AnyGame, role: RoleOdds, measured: Sequence[tuple[Neighbour, Measured | None]]
) -> Fairer | None:
    """Return the change of one option that leaves the smallest edge; None if none surely halves it.

    The luckiest of many estimates looks too good, so that all intervals are corrected for how many there are.
    """
    found = [(neighbour, effect) for neighbour, effect in measured if effect is not None]
    wider = NormalDist().inv_cdf(1 - _LEVEL / 2 / max(len(found), 1)) / SURE

    def at_most(effect: Measured) -> float:
        return abs(effect.left.mean) + wider * effect.left.margin

    best = min(found, key=lambda each: at_most(each[1]), default=None)
    if best is None or at_most(best[1]) > abs(role.won.mean) / 2:
        return None
    neighbour, effect = best
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
