"""The contract between a game and everything that plays it.

A game is a value of type `Game`: its name, its rules as data, and eleven pure functions that play it. Beside them are
its texts (`core.text.presentation`) and optional parts such as bots (`core.extras`). Tables, bots, replays, the command
line and the page use nothing else of a game.

- *Seats* are numbered from 0, clockwise as seen from above: seat + 1 sits to the left of seat.
- *Chance* is a seat too. When `to_act` returns `(CHANCE,)`, the caller must apply `Shuffle(order)` with the cards of
  `to_shuffle` in some order. A table takes the order from the verifiable shuffle, a simulation from a seed, a test
  writes it down. Rules contain no randomness.
- *Actions* are imperative (`Draw`) and come from `legal`. *Facts* are past tense (`Drawn`) and come out of `apply`,
  each in an `Event` that says which seats see more than the others.
- *States* are immutable: `apply` returns a new one. They support `==`, `hash`, copying and pickling, and their `repr`
  fits on one line.
- A *deal* runs from `start` until `to_act` is empty. A *match* is the data one deal passes on to the next, such as
  scores or the dealer: `match_after` returns it and `start` takes it.
- The *host* is the seat of the player who opened the table. The host deals or banks first, or always if the rules say
  so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from chieu.core.cards import Cards, pretty_cards
from chieu.core.extras import Extras
from chieu.core.field_types import Seat, Viewer, carried_over
from chieu.core.text.languages import SHARED, Text
from chieu.core.text.presentation import Presentation

__all__ = [
    "CHANCE",
    "AnyGame",
    "Event",
    "Game",
    "GameModule",
    "GameView",
    "Illegal",
    "Refusal",
    "Refuser",
    "Seat",
    "Shuffle",
    "Shuffler",
    "Viewer",
    "no_such_seat",
    "wrong_action",
]

CHANCE: Final = -1
"""The seat of chance: to act when cards have to be shuffled."""
Shuffler: TypeAlias = Callable[[Cards], Cards]
"""A function that returns the cards in another order."""


class Shuffle(msgspec.Struct, frozen=True, gc=False, tag="shuffle"):
    """The action of `CHANCE`: the cards of `to_shuffle` in the order in which they will be dealt.

    >>> from chieu.core.cards import parse
    >>> Shuffle(parse("3D 3C"))
    Shuffle(order=(3D, 3C))
    """

    order: Cards


class Refusal(Exception):
    """A request that was refused and changed nothing.

    `code` is stable and keys the text of the error (`error.<code>`), `params` fill that text, `rule` is the number of
    the rule that forbids the request (empty if there is none). `texts` make `str` readable in a traceback;
    `Phraser.refusal` phrases it in any language.
    """

    def __init__(
        self, code: str, rule: str = "", texts: Mapping[str, Text] | None = None, /, **params: str | int
    ) -> None:
        super().__init__(code, rule)
        self.code = code
        self.rule = rule
        self.params = params
        self._texts = texts or {}

    def __str__(self) -> str:
        key = f"error.{self.code}"
        text = self._texts.get(key) or SHARED.get(key)
        number = f", {self.rule}" if self.rule else ""
        if text is None:
            return f"{self.code}{number}"
        params = {name: pretty_cards(str(value)) or value for name, value in self.params.items()}
        return f"{text.say('en', **params)} ({self.code}{number})"


class Illegal(Refusal):
    """An action that the rules of the game forbid. The state is unchanged.

    >>> print(no_such_seat(77, seats=4))
    There is no such seat: the table has 4 of them. (no_such_seat)
    """


def no_such_seat(seat: Seat, seats: int) -> Illegal:
    """Return the `Illegal` that the functions of the contract raise for a seat the deal does not have."""
    return Illegal("no_such_seat", seat=seat, seats=seats)


def wrong_action(known: Iterable[type[msgspec.Struct]]) -> Illegal:
    """Return the `Illegal` that `apply` raises for a value that is not an action of the game."""
    return Illegal("wrong_action", known=", ".join(str(kind.__struct_config__.tag) for kind in known))


class Refuser:
    """Factory of `Illegal` errors whose traceback shows the game's own text: `illegal = Refuser(TEXTS)`."""

    def __init__(self, texts: Mapping[str, Text]) -> None:
        self._texts = texts

    def __call__(self, code: str, rule: str = "", **params: str | int) -> Illegal:
        """Return the error with this code, citing the rule by its number."""
        return Illegal(code, rule, self._texts, **params)


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened: `fact` is the public version, `secret` has other versions for single seats.

    Every viewer sees exactly one fact per event, so the number and order of facts reveal nothing. `clears`: clients no
    longer show earlier events until the deal ends.
    """

    fact: Any
    secret: tuple[tuple[Seat, Any], ...] = ()
    clears: bool = False

    def seen_by(self, viewer: Viewer) -> Any:
        """Return the fact as this viewer sees it."""
        for seat, fact in self.secret:
            if seat == viewer:
                return fact
        return self.fact


class GameView(Protocol):
    """Fields that every view has. A game adds its own."""

    @property
    def you(self) -> Viewer:
        """The viewer's seat, None for a spectator."""

    @property
    def phase(self) -> str:
        """Part of the deal, `over` at its end."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that are to act, as `Game.to_act` returns them."""

    @property
    def seats(self) -> tuple[Any, ...]:
        """One struct per seat. Its `cards` are None where the viewer may not see them."""


R = TypeVar("R")  # rules
R_contra = TypeVar("R_contra", contravariant=True)
S = TypeVar("S")  # state
A = TypeVar("A")  # action
A_co = TypeVar("A_co", covariant=True)
V = TypeVar("V", bound=GameView)  # view
V_co = TypeVar("V_co", bound=GameView, covariant=True)


class GameModule(Protocol[R_contra, S, A_co, V_co]):
    """A module with the functions of the contract, documented at the fields of `Game`.

    It may also define `closed`, `choices`, `carry_over` and `dealer`.
    """

    @property
    def SEATS(self) -> range: ...  # noqa: N802 - a constant of the module

    def start(self, rules: R_contra, seats: int, match: Any = None, host: Seat = 0, /) -> S: ...

    def to_act(self, state: S, /) -> tuple[Seat, ...]: ...

    def to_shuffle(self, state: S, /) -> Cards: ...

    def legal(self, state: S, seat: Seat, /) -> tuple[A_co, ...]: ...

    def apply(self, state: S, seat: Seat, action: Any, /) -> tuple[S, tuple[Event, ...]]: ...

    def view(self, state: S, viewer: Viewer, /) -> V_co: ...

    def payoff(self, state: S, /) -> tuple[int, ...]: ...

    def resample(self, state: S, viewer: Viewer, shuffle: Shuffler, /) -> S: ...

    def orders(self, state: S, /) -> tuple[Cards, ...]: ...

    def match_after(self, state: S, /) -> Any: ...

    def longest(self, rules: R_contra, seats: int, /) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Game(Generic[R, S, A, V]):
    """A game: names, rules as data, pure functions; the docstring of the module defines the terms.

    The functions are listed in the order in which a deal calls them. `Game.of` takes them from the module that defines
    them.

    >>> from chieu import load
    >>> game = load("niuniu")
    >>> game.name, game.seats, list(game.presets)
    ('niuniu', range(2, 11), ['custom', 'classic', 'auction', 'paytable'])
    """

    name: str
    """Permanent name in links, records and commands: ASCII letters and digits."""
    seats: range
    """Possible numbers of seats."""
    rules: type[R]
    """Frozen struct with one field per option: its limits and default."""
    presets: Mapping[str, R]
    """Named rule sheets. The first is the default."""
    match: type[Any]
    """Frozen struct of the data one deal passes on to the next. Its defaults are those of the first deal."""
    actions: tuple[type[Any], ...]
    """All action types: tagged frozen structs."""
    facts: tuple[type[Any], ...]
    """All fact types: tagged frozen structs."""
    view_type: type[V]
    """Frozen struct that `view` returns. It lists what is shown and nothing else; see `GameView`."""

    start: Callable[..., S]
    """`start(rules, seats, match=None, host=0)`: Return the first state of a deal."""
    to_act: Callable[[S], tuple[Seat, ...]]
    """Return the seats that are to act. None: the deal is over. Several: they act in any order. `(CHANCE,)`: the next
    action is a `Shuffle`."""
    to_shuffle: Callable[[S], Cards]
    """Return the cards that `CHANCE` must order now, in a fixed order."""
    legal: Callable[[S, Seat], tuple[A, ...]]
    """Return the legal actions of a seat (see `listed_at_most`). A seat that is not to act may have some too: actions
    out of turn, called asides."""
    apply: Callable[[S, Seat, Any], tuple[S, tuple[Event, ...]]]
    """Return the state after an action and the events it caused, or raise `Illegal`."""
    view: Callable[[S, Viewer], V]
    """Return what a seat (None: a spectator) may know, and nothing else."""
    payoff: Callable[[S], tuple[int, ...]]
    """Return the chips each seat won in a finished deal. They sum to zero."""
    resample: Callable[[S, Viewer, Shuffler], S]
    """Return a state from the viewer's information set: one the viewer cannot distinguish from the given one."""
    orders: Callable[[S], tuple[Cards, ...]]
    """Return every order that `CHANCE` has applied in this deal, first to last."""
    match_after: Callable[[S], Any]
    """Return the match for the next deal, or None if the match is over."""
    longest: Callable[[R, int], int]
    """Return an upper bound on the moves of a deal with these rules and this number of seats. Shuffles do not count."""

    closed: Callable[[R, int], tuple[Seat, ...]] = lambda _rules, _seats: ()
    """Return the seats that belong to the house under these rules. They hold no cards and never act."""
    choices: Callable[[S, Seat], tuple[A, ...]] | None = None
    """Return all actions of a seat in this deal, first to last. Needed only if cards are chosen in secret: where
    `resample` deals a seat other cards, its past choices are among those. None: every chosen card is public."""
    carry_over: Callable[[Any, tuple[Seat | None, ...]], Any] = carried_over
    """`carry_over(match, places)`: Return the match for a deal of other people, or None if it cannot go on with them.
    For each seat of that deal, `places` has the seat of the same player in the last one, None for a newcomer."""
    dealer: Callable[[S], Seat | None] = lambda _state: None
    """Return the seat that deals or banks, None if the game has no such role."""
    listed_at_most: Mapping[type[Any], int] = field(default_factory=dict)
    """Action types of which `legal` lists at most this many, because there can be very many. `apply` accepts the
    unlisted ones as well, which are about as good."""

    presentation: Presentation[V]
    """Texts, the rule sheet in prose, a view as text."""
    extras: Extras[R, S] = field(default_factory=Extras)
    """Optional parts: bots, a judge, a solver and so on."""

    @classmethod
    def of(
        cls,
        module: GameModule[R, S, A, V],
        *,
        name: str,
        rules: type[R],
        presets: Mapping[str, R],
        match: type[Any],
        actions: tuple[type[Any], ...],
        facts: tuple[type[Any], ...],
        view_type: type[V],
        presentation: Presentation[V],
        extras: Extras[R, S] | None = None,
        listed_at_most: Mapping[type[Any], int] | None = None,
    ) -> Game[R, S, A, V]:
        """Build a game from the module that defines `SEATS` and the functions of the contract.

        >>> from chieu.template import GAME, game
        >>> GAME.legal is game.legal
        True
        """
        functions: dict[str, Any] = {name: getattr(module, name) for name in _CONTRACT if hasattr(module, name)}
        return cls(
            name=name,
            seats=module.SEATS,
            rules=rules,
            presets=presets,
            match=match,
            actions=actions,
            facts=facts,
            view_type=view_type,
            listed_at_most=listed_at_most or {},
            presentation=presentation,
            extras=extras or Extras(),
            **functions,
        )

    @property
    def usual_seats(self) -> int:
        """Return the number of seats of a quick game, clamped to the possible ones."""
        return min(max(self.extras.quick.seats, self.seats[0]), self.seats[-1])

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __hash__(self) -> int:
        return hash(self.name)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
"""A game of any types."""
_CONTRACT: Final = (
    *("start", "to_act", "to_shuffle", "legal", "apply", "view", "payoff", "resample", "orders", "match_after"),
    *("longest", "closed", "choices", "carry_over", "dealer"),
)
