"""Random deals for tests: under every preset and under random mixtures of options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from hypothesis import strategies as st

from chieu.core.game import CHANCE, AnyGame, Event, Shuffle
from chieu.core.options import BadRules, Option, options_of
from chieu.core.rng import Rng
from chieu.core.run import Move
from chieu.core.sheets import canonical

MAX_MOVES: Final = 20_000
_ASIDE: Final = 8  # one in this many moves is tried out of turn

Texts: TypeAlias = Mapping[tuple[str, str], st.SearchStrategy[str]]
"""Strategies for text options, by game and option."""


class Table(NamedTuple):
    """A game with rules and a number of seats."""

    game: AnyGame
    rules: Any
    seats: int

    def __repr__(self) -> str:
        return f"{self.game.name}, {canonical(self.game, self.rules)}, {self.seats} seats"


class Run(NamedTuple):
    """A random deal: the moves, the state before each and at the end, the events of each."""

    table: Table
    match: Any
    moves: tuple[Move, ...]
    states: tuple[Any, ...]
    events: tuple[tuple[Event, ...], ...]
    host: int = 0


class NoEnd(AssertionError):
    """A deal exceeded the maximum number of moves."""


def tables_of(game: AnyGame) -> Iterator[Table]:
    """Yield every preset of a game with every number of seats it allows."""
    for rules in game.presets.values():
        for seats in game.seats:
            try:
                game.start(rules, seats)
            except BadRules:
                continue
            yield Table(game, rules, seats)


@st.composite
def mixtures(draw: st.DrawFn, games: Sequence[AnyGame], texts: Texts | None = None) -> Table:
    """Draw a game, a valid mixture of its options, and a number of seats.

    A text option takes the values of the presets, unless its form lists all values or `texts` has a strategy for it.
    """
    game = draw(st.sampled_from(games))
    preset = draw(st.sampled_from(list(game.presets.values())))
    options = options_of(game.rules)
    some_options = st.lists(st.sampled_from(options), max_size=6, unique_by=lambda option: option.name)
    changed = {
        option.name: draw(_values(game, option, texts or {})) for option in (draw(some_options) if options else [])
    }
    values = {option.name: getattr(preset, option.name) for option in options} | changed
    try:
        rules = game.rules(**values)
    except BadRules:
        rules = preset
    seats = draw(st.sampled_from(list(game.seats)))
    try:
        game.start(rules, seats)
    except BadRules:
        seats, rules = game.seats[-1], preset
    return Table(game, rules, seats)


def _values(game: AnyGame, option: Option, texts: Texts) -> st.SearchStrategy[Any]:
    if option.kind == "flag":
        return st.booleans()
    if option.kind == "number":
        return st.integers(option.least, option.most)
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    if (strategy := texts.get((game.name, option.name))) is not None:
        return strategy
    if option.cells is not None:
        return st.permutations(option.cells.named[0][1]).map("".join)
    if option.picks is not None:
        letters = [letter for letter, _ in option.picks.letters]
        some = st.lists(st.sampled_from(letters), min_size=1, max_size=option.picks.most, unique=True)
        return st.just(option.picks.none) | some.map("".join)
    presets = {getattr(rules, option.name) for rules in game.presets.values()}
    return st.sampled_from(sorted(presets))


def play(
    table: Table, seed: int, match: Any = None, asides: bool = True, host: int = 0, max_moves: int = MAX_MOVES
) -> Run:
    """Play a random deal. Now and then a seat acts out of turn."""
    game, rng = table.game, Rng(seed)
    state = game.start(table.rules, table.seats, match, host)
    moves: list[Move] = []
    states, events = [state], []
    while to_act := game.to_act(state):
        if len(moves) >= max_moves:
            raise NoEnd(f"{table} seed {seed}: not over after {max_moves} moves")
        seat = to_act[rng.below(len(to_act))]
        if asides and seat != CHANCE and rng.below(_ASIDE) == 0:
            seat = rng.below(table.seats)
            if not game.legal(state, seat):
                continue
        if seat == CHANCE:
            action: Any = Shuffle(rng.shuffled(game.to_shuffle(state)))
        else:
            action = rng.pick(game.legal(state, seat))
        state, new_events = game.apply(state, seat, action)
        moves.append((seat, action))
        states.append(state)
        events.append(new_events)
    return Run(table, match, tuple(moves), tuple(states), tuple(events), host)
