"""What a game may bring along beside its rules and its texts: players, and what players and people are helped by.

All of it is optional. Without bots the random one plays; what needs something that a game does not bring says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from chieu.core.batching import BatchMaker
from chieu.core.field_types import Seat, Viewer
from chieu.core.outcome import Outcome
from chieu.core.rng import Rng
from chieu.core.sampler import Search
from chieu.core.solver import Solver
from chieu.core.text.languages import Lang
from chieu.core.text.reasons import Reasons

R = TypeVar("R")  # rules
S = TypeVar("S")  # state


class Bot(Protocol):
    """A player. It is told facts as its seat sees them, and asked with a view and the legal actions.

    A bot may also have `aside(view, legal) -> action or None`. It is asked that after every move while the deal waits
    for others, and answers None unless it wants to do something at once.
    """

    def see(self, fact: Any) -> None: ...

    def act(self, view: Any, legal: Sequence[Any]) -> Any: ...


BotMaker: TypeAlias = Callable[[Any, Seat, Rng], Bot]
"""Makes a bot from the rules it will play by, its seat and luck of its own. A maker whose bots take longer over a move
than people's commands can wait has an attribute `thinks` that is true: tables ask such bots in other processes."""


class Quick(msgspec.Struct, frozen=True):
    """The table of somebody who wants to play at once against bots: how many seats, as far as the game has them, and
    the code of its sheet (none: the first preset). A bot is its host: the newcomer deals or banks for nobody. As many
    seats has any table where nobody says how many: on the page, in `chieu play` and in `chieu simulate`."""

    seats: int = 4
    sheet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge(Generic[R]):
    """Settles an argument about cards on the table: `question` is a struct of cards, `answer` gives a struct that has
    at least a field `rule`, `explain` puts an answer into words. `example` is a question that any sheet can answer."""

    question: type[msgspec.Struct]
    example: msgspec.Struct
    answer: Callable[[R, Any], msgspec.Struct]
    explain: Callable[[R, Any, Any, Lang], list[str]]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Extras(Generic[R, S]):
    """What a game brings along; by default nothing."""

    bots: Mapping[str, BotMaker] = field(default_factory=dict)
    """Players by name. The first is the usual one: it fills seats and stands in for people. `easy`, `strong` and
    `master` are levels that people choose from (`chieu.bots.levels`)."""
    quick: Quick = field(default_factory=Quick)
    """The table of somebody who wants to play at once."""
    tally: Callable[[S], tuple[str, ...]] = lambda _state: ()
    """Labels of what a finished deal showed, for statistics: `player.win`, `multiple.3`."""
    judge: Judge[R] | None = None
    """For arguments about cards on the table."""
    outcome: Callable[[S, Viewer], Outcome] | None = None
    """Why a finished deal ended as it did and what was rare in it, as a viewer may know it. The book of an evening
    stores it as anybody may know it; without it a book has who won what, and not why."""
    search: Search | None = None
    """For players that search: worlds that fit what a seat saw, with play-outs in the kernel. Such a game has the bots
    `strong` and `master` without naming them."""
    reasons: Reasons | None = None
    """Why one option is better than another, in words: hints and reviews begin with that."""
    solver: Solver[R] | None = None
    """For best play by any sheet, where that can be found."""
    batch: BatchMaker | None = None
    """For stepping many deals at once, in the kernel."""
