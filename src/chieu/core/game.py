"""The contract: what a game is.

A game is a value of type `Game`: names, rules as data and eleven pure functions, which play. With them go what it says
to people (`core.text.presentation`) and what it may bring along (`core.extras`). Nothing that uses a game, be it
a table, a bot, a replay, the command line or the page, knows more of it than this. The words:

- *seats* are numbered from 0, clockwise as seen from above: seat + 1 sits to the left of seat.
- *chance* is a seat too. When `to_act` says `(CHANCE,)` somebody must apply `Shuffle(order)` with the cards of
  `to_shuffle` in some order. Who that is (a verifiable shuffle, a seeded simulation, a test that writes the order down)
  is no business of the rules.
- *actions* are imperative and come from `legal`; *facts* are past tense and come out of `apply`, wrapped in an `Event`
  that names what each seat may see. States never change; `apply` gives a new one. They compare, hash, copy and pickle,
  and print as one line.
- A *deal* goes from `start` to the state where `to_act` is empty. What one deal hands on to the next (who deals,
  scores) is a `match`, plain data made by `match_after` and taken by `start`. The *host* is the seat of whoever opened
  the table: they deal or bank first, and for ever where the rules say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from chieu.core.cards import Cards
from chieu.core.extras import Extras
from chieu.core.field_types import Seat, Viewer
from chieu.core.refusal import Refusal
from chieu.core.text.languages import Text
from chieu.core.text.presentation import Presentation

__all__ = [
    "CHANCE",
    "AnyGame",
    "Event",
    "Game",
    "Illegal",
    "Refuser",
    "Seat",
    "Shuffle",
    "Shuffler",
    "Viewer",
    "no_such_seat",
    "wrong_action",
]

CHANCE: Final = -1
Shuffler: TypeAlias = Callable[[Cards], Cards]


class Shuffle(msgspec.Struct, frozen=True, tag="shuffle"):
    """The move of `CHANCE`: the cards due, in the order in which they will be dealt.

    >>> from chieu.core.cards import parse
    >>> Shuffle(parse("3D 3C"))
    Shuffle(order=(3D, 3C))
    """

    order: Cards


class Illegal(Refusal):
    """An action that the rules of a game do not allow. The state it was tried on is as before.

    >>> print(no_such_seat(77, seats=4))
    There is no such seat: the table has 4 of them. (no_such_seat)
    """


def no_such_seat(seat: Seat, seats: int) -> Illegal:
    """What `legal`, `apply`, `view` and `resample` raise for a seat that the table does not have."""
    return Illegal("no_such_seat", seat=seat, seats=seats)


def wrong_action(known: Iterable[type[msgspec.Struct]]) -> Illegal:
    """What `apply` raises for something that is none of the actions there are."""
    return Illegal("wrong_action", known=", ".join(str(kind.__struct_config__.tag) for kind in known))


class Refuser:
    """Makes refusals in the words of a game, so that a traceback reads as a sentence: `illegal = Refuser(TEXTS)`."""

    def __init__(self, texts: Mapping[str, Text]) -> None:
        self._texts = texts

    def __call__(self, code: str, rule: str = "", **params: str | int) -> Illegal:
        """An action or a question that the game does not allow, by the code of the error and the number of the rule."""
        return Illegal(code, rule, self._texts, **params)


class Event(msgspec.Struct, frozen=True):
    """Something that happened: `fact` as everybody sees it, `secret` as the named seats see it instead.

    Everybody gets exactly one fact an event, so the number and order of facts tell nobody anything. An event that
    `clears` makes what was told before it past: nobody can look that up again until the deal is over.
    """

    fact: Any
    secret: tuple[tuple[Seat, Any], ...] = ()
    clears: bool = False

    def seen_by(self, viewer: Viewer) -> Any:
        for seat, fact in self.secret:
            if seat == viewer:
                return fact
        return self.fact


R = TypeVar("R")  # rules
S = TypeVar("S")  # state
A = TypeVar("A")  # action
V = TypeVar("V")  # view


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Game(Generic[R, S, A, V]):
    """What plays: names, rules as data, pure functions. Beside it stand what speaks, `presentation`, and what the game
    may bring along, `extras`. See the module for the words.

    In the order in which a deal meets its functions: `start(rules, seats, match, host)` is a state; `to_act(state)` the
    seats it waits for; `to_shuffle(state)` the cards that chance orders; `legal(state, seat)` what a seat may do;
    `apply(state, seat, action)` the state after that and the events; `view(state, seat)` what a seat may know;
    `payoff(state)` what each won; `match_after(state)` what the next deal is given. `resample(state, viewer, shuffle)`
    is another state that a viewer cannot tell from this one, `orders(state)` the shuffles that led there, and
    `longest(rules, seats)` how many moves a deal may take.

    >>> from chieu import load
    >>> game = load("niuniu")
    >>> game.name, game.seats, list(game.presets)
    ('niuniu', range(2, 11), ['custom', 'classic', 'auction', 'paytable'])
    """

    name: str
    """What it is called in links, records and commands, for ever: ASCII letters and digits."""
    seats: range
    """How many may play."""
    rules: type[R]
    """Every option with its limits and default: a frozen struct."""
    presets: Mapping[str, R]
    """Sheets that have a name. The first is the one for who asks for none."""
    match: type[Any]
    """What one deal hands on to the next: a frozen struct, whose defaults are those of a first deal."""
    actions: tuple[type[Any], ...]
    """Everything that can be done: tagged frozen structs."""
    facts: tuple[type[Any], ...]
    """Everything that can be told to have happened: tagged frozen structs."""
    view_type: type[V]
    """What `view` gives: a frozen struct that lists what is shown."""

    start: Callable[..., S]
    """`start(rules, seats, match=None, host=0)`: a deal about to begin."""
    to_act: Callable[[S], tuple[Seat, ...]]
    """The seats the deal waits for; none: over; several: they act in any order; `(CHANCE,)`: a shuffle is due."""
    to_shuffle: Callable[[S], Cards]
    """The cards `CHANCE` must order now, in a fixed order of their own."""
    legal: Callable[[S, Seat], tuple[A, ...]]
    """All that a seat may do now (but see `listed_at_most`). A seat that `to_act` does not name may have something too
    (an aside)."""
    apply: Callable[[S, Seat, Any], tuple[S, tuple[Event, ...]]]
    """The state after an action and what happened, or `Illegal`."""
    view: Callable[[S, Viewer], V]
    """What a seat (None: anybody) may know, and nothing else."""
    payoff: Callable[[S], tuple[int, ...]]
    """What each seat won, when the deal is over; sums to zero."""
    resample: Callable[[S, Viewer, Shuffler], S]
    """Another state, with another past if need be, that the viewer cannot tell from this one."""
    orders: Callable[[S], tuple[Cards, ...]]
    """Every order `CHANCE` has given in this deal, first to last."""
    match_after: Callable[[S], Any]
    """What the next deal must know of this one, or None when the match is over."""
    longest: Callable[[R, int], int]
    """The most moves that the seats of a deal can make by these rules with so many seats, whatever they do. Moves of
    chance are not counted."""

    closed: Callable[[R, int], tuple[Seat, ...]] = lambda _rules, _seats: ()
    """Seats of these rules that nobody can take, because the house is meant: they hold no cards and never act."""
    choices: Callable[[S, Seat], tuple[A, ...]] | None = None
    """All that a seat has done in this deal, first to last, for a game in which cards are chosen in secret: where
    `resample` gives a seat other cards, it has chosen among those. None: nobody lays a card that others cannot see."""
    listed_at_most: Mapping[type[Any], int] = field(default_factory=dict)
    """Kinds of actions of which `legal` lists no more than so many, because there can be very many; those left out
    come to much the same, and `apply` takes them too."""

    presentation: Presentation[V]
    """What it says to people: texts, the rule sheet in prose, a view as text."""
    extras: Extras[R, S] = field(default_factory=Extras)
    """What it brings along: bots, a judge, a solver and the like. All of that is optional."""

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __hash__(self) -> int:
        return hash(self.name)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
