"""Playing games at random for tests: every table worth trying, and runs with all their states and events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from chieu.core.cards import CARDS, Card
from chieu.core.contract import CHANCE, AnyGame, Event, Shuffle
from chieu.core.luck import Luck
from chieu.core.options import BadRules, Option, options_of
from chieu.core.run import Move
from chieu.core.sheets import canonical
from chieu.games import all_games

MOST_MOVES = 20_000


@dataclass(frozen=True)
class Table:
    """A game with rules and a number of seats."""

    game: AnyGame
    rules: Any
    seats: int

    def __repr__(self) -> str:
        return f"{self.game.name}, {canonical(self.game, self.rules)}, {self.seats} seats"


@dataclass(frozen=True)
class Run:
    """A deal played at random: the moves, the state before each and at the end, the events of each."""

    table: Table
    match: Any
    moves: tuple[Move, ...]
    states: tuple[Any, ...]
    events: tuple[tuple[Event, ...], ...]
    host: int = 0


def all_tables() -> Iterator[Table]:
    """Every game, preset and seat count."""
    for game in all_games().values():
        for rules in game.presets.values():
            for seats in game.seats:
                try:
                    game.start(rules, seats)
                except BadRules:
                    continue
                yield Table(game, rules, seats)


class NoEnd(AssertionError):
    """A deal that goes on and on."""


def play(table: Table, seed: int, match: Any = None, asides: bool = True, host: int = 0, most: int = MOST_MOVES) -> Run:
    """A random deal. Now and then a seat that is not asked does what it may do aside."""
    game, luck = table.game, Luck(seed)
    state = game.start(table.rules, table.seats, match, host)
    moves: list[Move] = []
    states, events = [state], []
    while waiting := game.to_act(state):
        if len(moves) >= most:
            raise NoEnd(f"{table} seed {seed}: no end")
        seat = waiting[luck.below(len(waiting))]
        if asides and seat != CHANCE and luck.below(8) == 0:
            seat = luck.below(table.seats)
            if not game.legal(state, seat):
                continue
        if seat == CHANCE:
            action: Any = Shuffle(luck.shuffled(game.to_shuffle(state)))
        else:
            action = luck.pick(game.legal(state, seat))
        state, told = game.apply(state, seat, action)
        moves.append((seat, action))
        states.append(state)
        events.append(told)
    return Run(table, match, tuple(moves), tuple(states), tuple(events), host)


def _contracts() -> st.SearchStrategy[str]:
    """Rounds of Chinese Rummy. The first two, which the laws play, can be laid down by players who act at random."""
    easy = st.sampled_from(["7:s3", "7:r3", "8:s3s3", "9:s3r3", "10:r3r3", "12:s3s3s3", "13:r4s3"])
    others = st.sampled_from(["3:s3", "10:s4s5", "13:r5r5", "13:r3r3r3r3", "12:r12", "11:r7s3"])
    return st.tuples(easy, easy, *[others] * 5).map(".".join)


# Texts with a format of their own, by game and option; any other keeps to the presets' values.
TEXT_OPTIONS: dict[tuple[str, str], st.SearchStrategy[str]] = {
    ("niuniu", "values"): st.permutations("1234567890000").map("".join),
    ("rummy", "contracts"): _contracts(),
    ("rummy", "wild_ranks"): st.just("none")
    | st.lists(st.sampled_from("23456789TJQKA"), min_size=1, max_size=3, unique=True).map("".join),
}


def values(game: AnyGame, option: Option) -> st.SearchStrategy[Any]:
    """Any value an option takes."""
    if option.kind == "flag":
        return st.booleans()
    if option.kind == "number":
        return st.integers(option.least, option.most)
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    presets = {getattr(rules, option.name) for rules in game.presets.values()}
    return TEXT_OPTIONS.get((game.name, option.name), st.sampled_from(sorted(presets)))


@st.composite
def mixtures(draw: st.DrawFn) -> Table:
    """A game with any mixture of options that goes together, and seats."""
    game = draw(st.sampled_from(list(all_games().values())))
    preset = draw(st.sampled_from(list(game.presets.values())))
    names = options_of(game.rules)
    chosen = draw(st.lists(st.sampled_from(names), max_size=6, unique_by=lambda one: one.name))
    changed = {one.name: draw(values(game, one)) for one in chosen}
    whole = {one.name: getattr(preset, one.name) for one in names} | changed
    try:
        rules = game.rules(**whole)
    except BadRules:
        rules = preset
    seats = draw(st.sampled_from(list(game.seats)))
    try:
        game.start(rules, seats)
    except BadRules:
        seats, rules = game.seats[-1], preset
    return Table(game, rules, seats)


def plain(hint: Any) -> Any:
    """Some value of a field's type."""
    if get_origin(hint) is tuple:
        return ()
    if get_origin(hint) is Literal:
        return get_args(hint)[0]
    return {int: 0, bool: False, Card: CARDS[0]}[hint]


def is_of(value: Any, hint: Any) -> bool:
    """Whether a value is of a field's type, and not just equal to one that is."""
    if get_origin(hint) is tuple:
        return type(value) is tuple and all(is_of(one, get_args(hint)[0]) for one in value)
    if get_origin(hint) is Literal:
        return type(value) is str and value in get_args(hint)
    return type(value) is hint


def cards_in(value: Any) -> list[Card]:
    """Every card that a value holds, however deep."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, tuple | list):
        return [card for part in value for card in cards_in(part)]
    if isinstance(value, msgspec.Struct):
        return [card for name in value.__struct_fields__ for card in cards_in(getattr(value, name))]
    return []
