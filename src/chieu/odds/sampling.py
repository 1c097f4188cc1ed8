"""Play deals among bots, and estimate figures from them.

Deal `number` has the same cards and the same random numbers for the bots under every sheet (common random numbers). A
deal is one observation: seats of a deal are correlated, so figures are summed per deal first (clustered by deal).
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from math import hypot, sqrt
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from chieu.arena.simulation import open_seats
from chieu.arena.statistics import SURE, wilson
from chieu.bots import bots_of
from chieu.core.extras import OddsModel
from chieu.core.game import CHANCE, AnyGame, Seat
from chieu.core.registry import load, names
from chieu.core.run import Move, make_bots, play_on, shuffler
from chieu.odds.results import Estimate, Paired, RoleDifference, RoleOdds

Column: TypeAlias = tuple[str, str]  # a role and a figure; the role of the whole deal is empty
_TASKS: Final = 64  # parts of a budget: fine enough for a progress bar
_DEAL: Final = ""
_SEATS: Final = "seats"
_MORE: Final = 4  # differing deals that are added to those of a comparison
_FEW: Final = 30  # occurrences below which the normal approximation is poor


class Sample(msgspec.Struct):
    """Figures of deals played under one sheet: a column per role and figure, with a number per deal."""

    names: tuple[str, ...]
    """All roles, in order."""
    deals: int = 0
    columns: dict[Column, array[int]] = msgspec.field(default_factory=dict)

    def extend(self, other: Sample) -> None:
        """Append the deals of another sample."""
        for key in {**self.columns, **other.columns}:
            self.columns[key] = self.column(key)
            self.columns[key].extend(other.column(key))
        self.deals += other.deals

    def column(self, key: Column) -> array[int]:
        """Return a figure of every deal; 0 where it did not occur."""
        column = self.columns.get(key)
        return array("q", bytes(8 * self.deals)) if column is None else column

    def roles(self) -> list[str]:
        """Return the roles that came up, in their order."""
        return [role for role in self.names if (role, _SEATS) in self.columns]

    def results(self, role: str) -> list[str]:
        """Return the named results of a role."""
        return sorted(figure[1:] for at, figure in self.columns if at == role and figure[0] == ".")


class Table(msgspec.Struct, frozen=True):
    """The fixed part of a measurement: the same for all sheets that are compared."""

    game: Any  # name of the game, or the game itself if it is not installed
    seats: int
    seed: int
    bot: str

    def loaded(self) -> AnyGame:
        """Return the game."""
        game: AnyGame = load(self.game) if isinstance(self.game, str) else self.game
        return game


class Variant(msgspec.Struct, frozen=True):
    """A sheet to measure. `rescored`: the deals of the first sheet are scored again, not played again."""

    rules: Any
    rescored: bool = False


def reference(game: AnyGame) -> Any:
    """Return what stands for a game in another process: its name if it is installed there too."""
    return game.name if game.name in names() else game


def model_of(game: AnyGame) -> OddsModel[Any, Any]:
    """Return the odds model of a game; for a game without one, the roles of host and others."""
    return game.extras.odds or OddsModel(names=("host", "house", "other"), roles=lambda _state: ())


def samples(
    table: Table,
    variants: Sequence[Variant],
    deals: int,
    executor: Executor,
    *,
    ahead: int = 1,
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
    partial: bool = False,
) -> list[Sample]:
    """Play every sheet on deals 0 to `deals` - 1 and return a sample per sheet.

    `ahead` is the number of tasks in flight. With `partial` a KeyboardInterrupt ends the sampling and what has been
    played so far is returned.
    """
    out = [Sample(model_of(table.loaded()).names) for _ in variants]
    try:
        for played in _tasks(table, variants, deals, executor, ahead):
            for sample, part in zip(out, played, strict=True):
                sample.extend(part)
            on_progress(out[0].deals, deals)
    except KeyboardInterrupt:
        if not partial or out[0].deals < 2:
            raise
    return out


def _tasks(
    table: Table, variants: Sequence[Variant], deals: int, executor: Executor, ahead: int
) -> Iterator[list[Sample]]:
    size = max(1, -(-deals // _TASKS))
    starts = iter(range(0, deals, size))
    in_flight: list[Future[list[Sample]]] = []
    try:
        while True:
            while len(in_flight) < ahead and (first := next(starts, None)) is not None:
                task = (table, variants, first, min(first + size, deals))
                in_flight.append(executor.submit(play_deals, *task))
            if not in_flight:
                return
            yield in_flight.pop(0).result()
    finally:
        for future in in_flight:
            future.cancel()


class Finished(NamedTuple):
    """A finished deal: its last state, and how many moves it took."""

    state: Any
    moves: int


def play_deals(table: Table, variants: Sequence[Variant], first: int, end: int) -> list[Sample]:
    """Play every sheet on the deals from `first` to before `end`."""
    out: list[Sample] = []
    base: list[Finished] = []
    for variant in variants:
        rules = variant.rules
        deals = rescored(table, rules, base) if variant.rescored else finished(table, rules, first, end)
        base = base or deals
        out.append(counted(table, rules, deals, first))
    return out


def finished(table: Table, rules: Any, first: int, end: int) -> list[Finished]:
    """Play the deals from `first` to before `end`."""
    game = table.loaded()
    out = []
    for number in range(first, end):
        moves: list[Move] = []
        state = play_deal(game, rules, table, number, moves)
        out.append(Finished(state, sum(seat != CHANCE for seat, _ in moves)))
    return out


def rescored(table: Table, rules: Any, deals: Sequence[Finished]) -> list[Finished]:
    """Return deals as other rules score them, under which the same moves are made."""
    rescore = model_of(table.loaded()).rescored
    assert rescore is not None
    return [Finished(rescore(state, rules), moves) for state, moves in deals]


def counted(table: Table, rules: Any, deals: Sequence[Finished], first: int) -> Sample:
    """Return the figures of deals, of which the first has the number `first`."""
    game = table.loaded()
    model = model_of(game)
    rows: list[dict[Column, int]] = []
    known: dict[tuple[Any, ...], dict[Column, int]] = {}  # many deals end alike
    for number, (state, moves) in enumerate(deals, start=first):
        payoff = game.payoff(state)
        key = (roles_of(game, rules, state, len(payoff), number), payoff, tuple(model.results(state)), moves)
        row = known.get(key)
        if row is None:
            row = known[key] = _row(*key)
        rows.append(row)
    columns = dict.fromkeys(column for row in known.values() for column in row)
    return Sample(
        model.names, len(rows), {column: array("q", [row.get(column, 0) for row in rows]) for column in columns}
    )


def _row(
    roles: tuple[str, ...], payoff: tuple[int, ...], results: tuple[tuple[Seat, str], ...], moves: int
) -> dict[Column, int]:
    """Return all figures of a deal."""
    row: dict[Column, int] = defaultdict(int, {(_DEAL, _SEATS): 1, (_DEAL, "moves"): moves})
    for role, chips in zip(roles, payoff, strict=True):
        row[role, _SEATS] += 1
        row[role, "won"] += chips
        row[role, "squares"] += chips * chips
        row[role, "win" if chips > 0 else "lose" if chips < 0 else "even"] += 1
    for seat, result in results:
        row[roles[seat], f".{result}"] += 1
    return dict(row)


def play_deal(game: AnyGame, rules: Any, table: Table, number: int, moves: list[Move]) -> Any:
    """Play a deal among copies of one bot and return its last state; its moves go to `moves`."""
    match, host = starting(game, rules, table.seats, number)
    bots = make_bots([bots_of(game)[table.bot]] * table.seats, rules, table.seed, number)
    state = game.start(rules, table.seats, match, host)
    return play_on(game, rules, state, bots, shuffler(table.seed, number), moves)


def starting(game: AnyGame, rules: Any, seats: int, number: int) -> tuple[Any, Seat]:
    """Return the match and the host of a deal: every role comes to every seat."""
    start = model_of(game).start
    if start is not None:
        return start(rules, seats, number)
    places = open_seats(game, rules, seats)
    return None, places[number % len(places)]


def roles_of(game: AnyGame, rules: Any, state: Any, seats: int, number: int) -> tuple[str, ...]:
    """Return the role of every seat: the game's, or host, house and others."""
    own = model_of(game).roles(state)
    if own:
        return own
    _, host = starting(game, rules, seats, number)
    closed = game.closed(rules, seats)
    return tuple("house" if seat in closed else "host" if seat == host else "other" for seat in range(seats))


class Ratio(NamedTuple):
    """Ratio of two sums over deals, such as stakes per seat."""

    mean: float
    per_seat: float
    """The mean in the units of the sample."""
    scale: float

    def influence(self, top: int, bottom: int) -> float:
        """Return the influence of a deal on the ratio."""
        return (top - self.per_seat * bottom) * self.scale


def ratio(sample: Sample, role: str, figure: str, unit: int = 1) -> Ratio:
    """Return a figure per seat of a role, in units."""
    seats = sum(sample.column((role, _SEATS)))
    if seats == 0:
        return Ratio(0.0, 0.0, 0.0)
    mean = sum(sample.column((role, figure))) / seats
    return Ratio(mean / unit, mean, sample.deals / (seats * unit))


def _counted(sample: Sample, role: str, *figures: str) -> Counter[tuple[int, ...]]:
    """Count equal deals: the figures of a role and its seats."""
    return Counter(zip(*(sample.column((role, figure)) for figure in (*figures, _SEATS)), strict=True))


def _error(deals: Counter[tuple[int, ...]], influence: Callable[..., float]) -> float:
    """Return a standard error, clustered by deal, from how many deals are equal and the influence of each."""
    count = deals.total()
    squares = sum(times * influence(*deal) ** 2 for deal, times in deals.items())
    return sqrt(squares / (count * (count - 1))) if count > 1 else 0.0


def estimated(mean: float, error: float) -> Estimate:
    """Return a figure with its 95 % interval by the normal approximation."""
    return Estimate(mean, mean - SURE * error, mean + SURE * error)


def odds_of_roles(sample: Sample, stake: int) -> tuple[RoleOdds, ...]:
    """Return the odds of every role of a sample."""

    def figure(role: str, name: str) -> Estimate:
        found = ratio(sample, role, name)
        return estimated(found.mean, _error(_counted(sample, role, name), found.influence))

    def share(role: str, name: str) -> Estimate:
        count, seats = sum(sample.column((role, name))), sum(sample.column((role, _SEATS)))
        if count < _FEW or seats - count < _FEW:  # so rare that the correlation of seats does not matter
            return Estimate(count / seats, *wilson(count, seats))
        found = figure(role, name)
        return Estimate(found.mean, max(found.low, 0.0), min(found.high, 1.0))

    out = []
    for role in sample.roles():
        won = ratio(sample, role, "won", stake)
        squares = ratio(sample, role, "squares", stake * stake)
        deals = _counted(sample, role, "squares", "won")

        def spread(square: int, chips: int, seats: int, won: Ratio = won, squares: Ratio = squares) -> float:
            return squares.influence(square, seats) - 2 * won.mean * won.influence(chips, seats)

        won_error = _error(_counted(sample, role, "won"), won.influence)
        variance = estimated(squares.mean - won.mean**2, _error(deals, spread))
        out.append(
            RoleOdds(
                role=role,
                seats=sum(sample.column((role, _SEATS))) / sample.deals,
                won=estimated(won.mean, won_error),
                win=share(role, "win"),
                even=share(role, "even"),
                lose=share(role, "lose"),
                swing=Estimate(_root(variance.mean), _root(variance.low), _root(variance.high)),
                results={name: share(role, f".{name}") for name in sample.results(role)},
            )
        )
    return tuple(out)


def _root(variance: float) -> float:
    return sqrt(max(variance, 0.0))


def length_of(sample: Sample) -> Estimate:
    """Return the number of moves in a deal."""
    moves = ratio(sample, _DEAL, "moves")
    return estimated(moves.mean, _error(_counted(sample, _DEAL, "moves"), moves.influence))


def paired(before: Sample, after: Sample, role: str, figure: str, stakes: tuple[int, int] = (1, 1)) -> Paired:
    """Return the difference of a figure per seat of a role.

    Often only a few deals differ, or none, and their spread says little. So the error is that of four more differing
    deals of the usual size (one stake if none differs), as in the interval of Agresti and Coull for a share.
    """
    old, new = ratio(before, role, figure, stakes[0]), ratio(after, role, figure, stakes[1])
    columns = [sample.column((role, name)) for sample in (before, after) for name in (figure, _SEATS)]
    deals = Counter(zip(*columns, strict=True))
    error = _error(deals, lambda a, seats_a, b, seats_b: new.influence(b, seats_b) - old.influence(a, seats_a))
    changed = {deal: times for deal, times in deals.items() if deal[0] * stakes[1] != deal[2] * stakes[0]}
    squares = sum(times * (b / stakes[1] - a / stakes[0]) ** 2 for (a, _, b, _), times in changed.items())
    square = squares / sum(changed.values()) if changed else 1.0
    seats = sum(columns[1]) / before.deals or 1.0
    return Paired(new.mean - old.mean, sqrt(error**2 + _MORE * square / (seats * before.deals) ** 2))


def differences(before: Sample, after: Sample, stakes: tuple[int, int]) -> tuple[RoleDifference, ...]:
    """Return the differences of every role that both samples have."""

    def difference(role: str, figure: str, units: tuple[int, int] = (1, 1)) -> Estimate:
        return estimated(*paired(before, after, role, figure, units))

    other = {role.role: role for role in odds_of_roles(after, stakes[1])}
    out = []
    for old in odds_of_roles(before, stakes[0]):
        role, new = old.role, other.get(old.role)
        if new is None:
            continue
        names = sorted({*before.results(role), *after.results(role)})
        change, margin = new.won.mean - old.won.mean, hypot(old.won.margin, new.won.margin)
        out.append(
            RoleDifference(
                role=role,
                won=difference(role, "won", stakes),
                raw=Estimate(change, change - margin, change + margin),
                win=difference(role, "win"),
                even=difference(role, "even"),
                lose=difference(role, "lose"),
                swing=new.swing.mean - old.swing.mean,
                results={name: difference(role, f".{name}") for name in names},
            )
        )
    return tuple(out)


def length_difference(before: Sample, after: Sample) -> Estimate:
    """Return the difference of the number of moves in a deal."""
    return estimated(*paired(before, after, _DEAL, "moves"))
