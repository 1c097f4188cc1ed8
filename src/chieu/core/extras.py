"""Optional parts of a game: bots, a judge, scoring, search, a solver, batches.

Without bots the random one plays. Features that need a part which the game lacks say so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from chieu.batching import BatchMaker
from chieu.core.field_types import Seat
from chieu.core.outcome import Outcome
from chieu.core.rng import Rng
from chieu.core.scoring.form import Form
from chieu.core.text.languages import Lang
from chieu.core.text.reasons import Reasons

R = TypeVar("R")  # rules
S = TypeVar("S")  # state


class Bot(Protocol):
    """A player for one seat, whether it derives from this class or just has its methods.

    A bot may also have `aside(view, legal) -> action | None`, called after every move while other seats are to act. It
    returns None unless the bot acts out of turn.
    """

    def see(self, fact: Any) -> None:
        """Receive a fact as the seat sees it. By default it is ignored: the view is enough for many bots."""
        del fact

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return a legal action."""


BotMaker: TypeAlias = Callable[[Any, Seat, Rng], Bot]
"""Factory of bots, called with the rules, the seat and an RNG of its own. If its bots are too slow to run inside a
table's process, the factory has a true attribute `thinks` and tables run them in worker processes."""


class UnfitBot(ValueError):
    """A bot cannot play at this table, or cannot be loaded. The message says why.

    >>> raise UnfitBot("the net plays at 4 seats, not at 2")
    Traceback (most recent call last):
    chieu.core.extras.UnfitBot: the net plays at 4 seats, not at 2
    """


class Quick(msgspec.Struct, frozen=True):
    """The default table: number of seats and rule sheet of a quick game against bots.

    `Game.usual_seats` clamps `seats` to what the game allows. It is also the default number of seats on the page, in
    `chieu play` and in `chieu simulate`. `sheet` is a sheet code, empty for the first preset. In a quick game a bot is
    the host, so that a newcomer neither deals nor banks.

    PF-46: `lesson` is the seed of the cards of a newcomer's first deal at this table, against usual bots. It is chosen
    so that the deal reaches every tip of the lesson. Without one the first deal is shuffled like all others.
    """

    seats: int = 4
    sheet: str = ""
    lesson: int | None = None


class Explanation(msgspec.Struct, frozen=True):
    """A judge's answer in sentences: the verdict, and what it follows from."""

    verdict: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge(Generic[R]):
    """Settles arguments about cards on a real table.

    `question` is a struct of cards. `answer` returns a struct with at least a field `rule`, and `explain` phrases that
    struct. `example` is a question that every sheet can answer. `jokers`: the cards of a question may be jokers.
    """

    question: type[msgspec.Struct]
    example: msgspec.Struct
    answer: Callable[[R, Any], msgspec.Struct]
    explain: Callable[[R, Any, Any, Lang], Explanation]
    jokers: bool = False


class Sampler(Protocol):
    """Determinizations of one seat's information set, and the payoff of its options in them.

    A sampler is built from the facts and the view of its seat, never from a state, so no hidden card can influence it.
    `search.monte_carlo`, hints and reviews all use it. World `number` does not depend on earlier calls: all options are
    compared in the same worlds with the same random numbers, and the same rollout budget gives the same choice.
    """

    batch: int = 1
    """The number of consecutive worlds that are sampled together. Only worlds of different batches are independent."""

    def options(self, actions: Sequence[Any]) -> Sequence[Any]:
        """Return the actions worth searching, most promising first. A single one is played without search."""
        return actions

    def weight(self, number: int) -> float:
        """Return the likelihood of the other seats' actions in a world; 1 if it is not modelled."""
        del number
        return 1.0

    def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
        """Return the seat's payoff in a world after each action, by a rollout with a fast policy in all seats."""

    def exact(self, actions: Sequence[Any]) -> Sequence[float | None] | None:
        """Return the value of each action if it is known without rollouts, up to an `error`.

        None for an action, or for all of them: its value must be sampled.
        """
        del actions
        return None

    def error(self, action: Any, other: Any = None) -> float:
        """Return the 95 % error of an action's `exact` value, or of its difference to another's.

        0 if it is exact.
        """
        del action, other
        return 0.0


class SamplerMaker(Protocol):
    """Factory of samplers, called with all facts the seat has seen in this deal and its current view."""

    def __call__(self, rules: Any, seat: int, facts: Sequence[Any], view: Any, rng: Rng) -> Sampler: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Search settings of a game: its sampler, and the rollouts per move of `strong`.

    The rollout budget applies where a choice must be reproducible. At a table the clock ends the search.
    """

    sampler: SamplerMaker
    strong: int = 0
    """Rollouts that fit into 50 ms on one core. 0: the game has no such bot, or one of its own."""
    world_cost: int = 0
    """Cost of sampling a world, in rollouts. With it, two options in many worlds take no longer than many options."""
    questions: tuple[type[Any], ...] = ()
    """Actions that only ask something: the seat still has the same decision afterwards. The coach skips them."""
    judged: bool = False
    """Worlds are evaluated instead of played out: differences between options are known, but not their payoffs."""


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """Equilibrium strategies of a two-sided zero-sum game under one rule sheet.

    Amounts are what the first side wins per deal, in stakes. The value of the game lies between `low` and `high`.
    """

    value: float
    """When both sides follow their strategies."""
    low: float
    """When the second side plays its best response to the first side's strategy."""
    high: float
    """When the first side plays its best response to the second side's strategy."""
    steps: int
    """Iterations of the solver."""
    choices: tuple[Any, ...]
    """The strategies: one struct per situation with a choice."""

    def exploitability(self) -> tuple[float, float]:
        """Return what each side's strategy loses per deal to a best response."""
        return self.value - self.low, self.high - self.value


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A strategy chart: how often the first of two actions is chosen, by rows and columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]
    """Label of a row and a frequency per column. None: the situation never occurs."""
    always: str
    never: str
    """Labels of frequency 1 and of frequency 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solver(Generic[R]):
    """Solver of a game that can be solved for any rule sheet."""

    seats: int
    """The number of seats it is solved for."""
    sides: tuple[str, str]
    """Names of the two sides in `choices`. Amounts are those of the first."""
    version: int
    """Increased when a sheet may get another solution; stored solutions of older versions are discarded."""
    solution: type[Solution]
    """The game's subclass, whose `choices` can be decoded."""
    alike: Callable[[R], R]
    """Return the representative of all sheets with the same solution at this number of seats."""
    solve: Callable[[R, Callable[[float], None]], Solution]
    """Solve a sheet. Call the second argument now and then with the fraction done."""
    known: Callable[[R], Sequence[Any] | None]
    """Return the precomputed choices of a sheet, or None if it has to be solved."""
    charts: Callable[[R, Sequence[Any], Lang], tuple[Chart, ...]]
    """Return the charts of a solution's choices, labelled in a language."""


class ExactRole(msgspec.Struct, frozen=True, kw_only=True):
    """Exact odds of one seat with a role. Amounts are in stakes per deal."""

    role: str
    won: float
    payoffs: tuple[tuple[float, float], ...] = ()
    """Every payoff with its probability; empty if only the mean is known."""
    results: tuple[tuple[str, float], ...] = ()
    """Every named result with its probability."""


class ExactOdds(msgspec.Struct, frozen=True, kw_only=True):
    """Odds of a sheet that are computed instead of sampled."""

    roles: tuple[ExactRole, ...]
    play: Literal["best", "any"]
    """`best`: both sides play their best. `any`: no choice of a seat changes what a stake wins."""
    how: Literal["solved", "counted", "symmetric"]
    error: float = 0.0
    """Bound of the error of `won`, in stakes: the tolerance of a solver."""


OptionClass: TypeAlias = Literal["scoring", "play", "information"]
"""Effect of an option on a certain player. `scoring`: payments, but no move. `play`: moves. `information`: neither,
only what people see or who has a role in the next deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsModel(Generic[R, S]):
    """A game's part in `chieu.odds`: roles, named results, exact odds, option classes."""

    names: tuple[str, ...]
    """All roles, in the order in which they are listed."""
    roles: Callable[[S], tuple[str, ...]]
    """Return the role of every seat in a finished deal."""
    results: Callable[[S], Sequence[tuple[Seat, str]]] = lambda _state: ()
    """Return the named results of a finished deal with their seats; each has a text `word.<result>`."""
    stake: Callable[[R], int] = lambda _rules: 1
    """Return the chips of one stake."""
    stakes: tuple[str, ...] = ()
    """The options that hold the stake; it changes by a factor if all of them do."""
    start: Callable[[R, int, int], tuple[Any, Seat]] | None = None
    """Return the match and the host of deal `number` for rules and seats, so that every role comes to every seat.
    None: the host rotates, and every deal is the first of a match."""
    exact: Callable[[R, int], ExactOdds | None] = lambda _rules, _seats: None
    """Return the exact odds of rules and seats, or None if they have to be sampled."""
    classes: Mapping[str, OptionClass] = field(default_factory=dict)
    """Class of each option for the usual bot; `play` if it is not listed."""
    rescored: Callable[[S, R], S] | None = None
    """Return a finished deal as other rules score it; they differ only in options that are not of the class `play`. Its
    cards and moves may be dropped. None: the deal is played again."""
    solved: bool = False
    """`exact` solves: its odds are those of best play, and may take seconds."""
    rotated: Callable[[R], R | None] = lambda _rules: None
    """Return the sheet under which every role comes to every seat equally often; the same one if it already does, None
    if there is none."""
    priced: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Options that price a hand, each with the named results that it prices."""
    deals: int = 1000
    """Deals that an estimate plays: about five seconds on two cores."""
    cycle: Callable[[int], int] = lambda _seats: 1
    """Return after how many deals every start of a preset has come equally often, for a number of seats. Budgets are
    multiples of it."""


class Scored(msgspec.Struct, frozen=True):
    """The score of an entered deal: payoff, outcome, and the match for the next deal (None: over)."""

    payoff: tuple[int, ...]
    outcome: Outcome | None
    match: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring(Generic[R, S]):
    """RT-8: scores deals that people play with real cards, from what they see at the end.

    Rules, seats, match and host are those of `Game.start`. Both functions use the arithmetic of the game itself.
    """

    entry: type[msgspec.Struct]
    """Frozen struct of what is entered. Its field `lines` holds a struct, or None, by seat."""
    form: Callable[[R, int, Any, Seat], Form]
    """`form(rules, seats, match, host)`: Return what is asked: all that decides under this sheet and nothing else."""
    score: Callable[[R, int, Any, Seat, Any], Scored]
    """`score(rules, seats, match, host, entry)`: Score an entry, or raise `Illegal` if it is doubtful."""
    entries: Callable[[S], Sequence[Any]]
    """Return a finished deal as people could enter it from what became public, in every way that the form offers."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Extras(Generic[R, S]):
    """The optional parts of a game; none by default."""

    bots: Mapping[str, BotMaker] = field(default_factory=dict)
    """Bots by name. The first is the usual bot: it fills seats and plays for absent people. `easy` and `strong`
    are levels that people choose from (`chieu.bots.levels`)."""
    quick: Quick = field(default_factory=Quick)
    """The table of a quick game against bots."""
    tally: Callable[[S], tuple[str, ...]] = lambda _state: ()
    """Return the labels of a finished deal for statistics: `player.win`, `multiple.3`. Without labels the actions of
    the deal are counted."""
    judge: Judge[R] | None = None
    """Settles arguments about cards on a real table."""
    scoring: Scoring[R, S] | None = None
    """Scores deals that are played with real cards. Without it `chieu score` and the page refuse the game."""
    outcome: Callable[[S], Outcome] | None = None
    """Return why a finished deal ended as it did and which hands were rare, as everybody may know it. The scorebook
    stores it. Without it the scorebook says who won how much, but not why."""
    search: Search | None = None
    """Determinized search. A game with it gets the bot `strong`."""
    reasons: Reasons | None = None
    """Why one option is better than another, in words. Hints and reviews start with it."""
    solver: Solver[R] | None = None
    """Best play under any sheet."""
    batch: BatchMaker | None = None
    """Compiled stepping of many deals at once."""
    odds: OddsModel[R, S] | None = None
    """Roles, named results, exact odds and option classes. Without it the roles are host and others."""
