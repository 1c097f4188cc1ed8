"""The contract: what a game is.

A game is a value of type `Game`: its names, its rules as data and ten pure functions. Nothing that uses a game (table,
bots, replay, command line, page) knows more of it than this. The words:

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

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from chieu.core.cards import Card, Cards
from chieu.core.luck import Luck
from chieu.core.refusal import Refusal
from chieu.core.solving import Solver
from chieu.core.texts import Lang, Named, Text

CHANCE: Final = -1
Seat: TypeAlias = int
Shuffler: TypeAlias = Callable[[Cards], Cards]
Viewer: TypeAlias = int | None  # a seat, or None for somebody who just watches


class Shuffle(msgspec.Struct, frozen=True, tag="shuffle"):
    """The move of `CHANCE`: the cards due, in the order in which they will be dealt."""

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


class SheetLine(msgspec.Struct, frozen=True):
    """One line of a rule sheet in prose: a fixed text, or one that depends on an option's value.

    `texts` maps the option's value as people type it (`yes`, `no`, a choice, a number, a name) to the sentence; the
    key `*` serves every value not named and may use `{value}`, or the value of another option by its name. An empty
    sentence says nothing, unless it departs from the preset. A line with `when` stands only where that option has that
    value, one with `unless` only where it has another; the value may be that of a third option, `{name}`. A line stands
    in the sheets of the editions from `since` to `until` (None: the newest): no sheet states what was not in force.
    """

    rule: str
    option: str | None
    texts: Mapping[str, Text]
    when: tuple[str, str] | None = None
    unless: tuple[str, str] | None = None
    since: int = 1
    until: int | None = None


class Bot(Protocol):
    """A player. It is told facts as its seat sees them, and asked with a view and the legal actions.

    A bot may also have `aside(view, legal) -> action or None`. It is asked that after every move while the deal waits
    for others, and answers None unless it wants to do something at once.
    """

    def see(self, fact: Any) -> None: ...

    def act(self, view: Any, legal: Sequence[Any]) -> Any: ...


BotMaker: TypeAlias = Callable[[Any, Seat, Luck], Bot]  # the rules it will play by, its seat, luck of its own


class Quick(msgspec.Struct, frozen=True):
    """The table of somebody who wants to play at once against bots: how many seats, as far as the game has them, and
    the code of its sheet (none: the first preset). A bot is its host: the newcomer deals or banks for nobody. As many
    seats has any table where nobody says how many: on the page, in `chieu play` and in `chieu simulate`."""

    seats: int = 4
    sheet: str = ""


R = TypeVar("R")  # rules
S = TypeVar("S")  # state
A = TypeVar("A")  # action
V = TypeVar("V")  # view


@dataclass(frozen=True, slots=True, kw_only=True)
class Former(Generic[R]):
    """What the names of the presets meant in an earlier edition of a game. Its rules carry the edition's number, by
    which the kernel plays as it did then; `differs` says in a sentence how that was."""

    presets: Mapping[str, R]
    differs: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge(Generic[R]):
    """Settles an argument about cards on the table: `question` is a struct of cards, `answer` gives a struct that has
    at least a field `rule`, `explain` puts an answer into words. `example` is a question that any sheet can answer."""

    question: type[msgspec.Struct]
    example: msgspec.Struct
    answer: Callable[[R, Any], msgspec.Struct]
    explain: Callable[[R, Any, Any, Lang], list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen(Generic[S]):
    """How to go through the cards that a seat has not seen, one by one, as far as they come into play at all.

    A game brings it along where one shuffle decides everything and its usual bot goes by the view alone: then all that
    may happen can be reckoned instead of sampled, if it is not too much.
    """

    places: Callable[[S, Seat], tuple[int, ...]]
    """The places of the order that a seat knows nothing of, in the order in which they come into play."""
    used: Callable[[S], int]
    """How many places of the order have come into play; the cards of all others mean nothing so far."""
    arranged: Callable[[S, Cards], S]
    """The same course of the deal on another order."""
    fits: Callable[[S, Seat], bool]
    """Whether that could have come about as the seat saw it come."""
    worth: Callable[[Card], int]
    """Cards of the same worth may change places: neither the rules nor the usual bot tell them apart."""
    memo_key: Callable[[S], Hashable]
    """All that the rest of the deal depends on, beside the cards that have not come into play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[R, S, A, V]):
    """A game: names, rules as data, pure functions. See the module for the words."""

    name: str
    title: Text
    about: Text
    seats: range
    rules: type[R]
    presets: Mapping[str, R]
    match: type[Any]
    actions: tuple[type[Any], ...]
    facts: tuple[type[Any], ...]
    view_type: type[V]

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

    texts: Mapping[str, Text]
    preset_texts: Mapping[str, Named]
    """What each preset is called, and a line about it."""
    option_texts: Mapping[str, Text]
    sheet: tuple[SheetLine, ...]
    show: Callable[[V, Lang], list[str]]
    """A view as lines of text, for terminals and logs."""
    tally: Callable[[S], tuple[str, ...]]
    """Labels of what a finished deal showed, for statistics: `player.win`, `multiple.3`."""
    judge: Judge[R]
    bots: Mapping[str, BotMaker] = field(default_factory=dict)
    """Players the game brings along, by name. The first is the usual one: it fills seats and stands in for people."""
    quick: Quick = field(default_factory=Quick)
    listed_at_most: Mapping[type[Any], int] = field(default_factory=dict)
    """Kinds of actions of which `legal` lists no more than so many, because there can be very many; those left out
    come to much the same, and `apply` takes them too."""
    unseen: Unseen[S] | None = None
    """For reckoning with every card that a seat cannot see, where the game is simple enough for that."""
    solver: Solver[R] | None = None
    """For best play by any sheet, where that can be found."""
    closed: Callable[[R, int], tuple[Seat, ...]] = lambda _rules, _seats: ()
    """Seats of these rules that nobody can take, because the house is meant: they hold no cards and never act."""
    former: Mapping[int, Former[R]] = field(default_factory=dict)
    """Every edition before the present one, by its number from 1 on."""

    @property
    def edition(self) -> int:
        """The present edition: new tables and links go by it."""
        return 1 + len(self.former)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
