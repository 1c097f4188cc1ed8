"""Random deals for tests: every table worth trying, and deals with all their states and events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from chieu.core.cards import Card
from chieu.core.game import CHANCE, AnyGame, Event, Shuffle
from chieu.core.options import BadRules
from chieu.core.rng import Rng
from chieu.core.run import Move
from chieu.core.sheets import canonical

MOST_MOVES: Final = 20_000
_ASIDE: Final = 8  # one in this many moves is tried out of turn


@dataclass(frozen=True)
class Table:
    """A game with rules and a number of seats."""

    game: AnyGame
    rules: Any
    seats: int

    def __repr__(self) -> str:
        return f"{self.game.name}, {canonical(self.game, self.rules)}, {self.seats} seats"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print a table on one line when hypothesis reports a failed law."""
        del cycle
        printer.text(repr(self))


@dataclass(frozen=True)
class Run:
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


def play(table: Table, seed: int, match: Any = None, asides: bool = True, host: int = 0, most: int = MOST_MOVES) -> Run:
    """Play a random deal. Now and then a seat acts out of turn."""
    game, rng = table.game, Rng(seed)
    state = game.start(table.rules, table.seats, match, host)
    moves: list[Move] = []
    states, events = [state], []
    while to_act := game.to_act(state):
        if len(moves) >= most:
            raise NoEnd(f"{table} seed {seed}: not over after {most} moves")
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


def cards_in(value: Any) -> list[Card]:
    """Return every card in a value, at any depth."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, tuple | list):
        return [card for part in value for card in cards_in(part)]
    if isinstance(value, msgspec.Struct):
        return [card for name in value.__struct_fields__ for card in cards_in(getattr(value, name))]
    return []
