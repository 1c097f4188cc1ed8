"""The entries of a table's log. They are facts, private to the house, and everything a table is follows from them.

An entry says when it happened and, where a command caused it, whose command that was; the first entry of a command's
batch carries that. What others may learn of it is another matter: see `sight`.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from chieu.core import codec
from chieu.core.contract import AnyGame, Seat, Shuffle
from chieu.games import load
from chieu.table.fair import Proof
from chieu.table.messages import Emote, TurnClock

A = TypeVar("A")  # actions of a game
M = TypeVar("M")  # the match of a game


class Cause(msgspec.Struct, frozen=True):
    """Whose command it was, and its id."""

    guest: str
    id: str


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When, in milliseconds since 1970, and why."""

    at: int
    cause: Cause | None = None


class Opened(Entry, frozen=True, tag="opened"):
    """The first entry of every table. All seeds and all bots' luck derive from the secret (hexadecimal). `bot_host`:
    the seat whose bot opened it for a newcomer, and deals or banks in the creator's place."""

    table: str
    secret: str
    game: str
    sheet: str
    seats: int
    clock: TurnClock | None
    pace: int
    bot_host: Seat | None = None


class Joined(Entry, frozen=True, tag="joined"):
    """A guest has a name here: a new member, or an old one under another name."""

    guest: str
    name: str


class Seated(Entry, frozen=True, tag="seated"):
    """A member sits down, away from where they sat before. `away`: they were moved while somebody played for them, and
    still does."""

    member: int
    seat: Seat
    away: bool = False


class BotSet(Entry, frozen=True, tag="bot_set"):
    """A seat is a bot's now."""

    seat: Seat
    level: str


class Freed(Entry, frozen=True, tag="freed"):
    """A seat is empty now."""

    seat: Seat


class Left(Entry, frozen=True, tag="left"):
    """A member went away: on purpose, or the connection was lost for good."""

    member: int
    why: Literal["left", "lost"]


class Returned(Entry, frozen=True, tag="returned"):
    """A member is back and plays for themselves."""

    member: int


class Readied(Entry, frozen=True, tag="readied"):
    """A person is ready for the next deal, or not after all."""

    seat: Seat
    on: bool


class RulesChanged(Entry, frozen=True, tag="rules_changed"):
    """PF-2: from the next deal on."""

    sheet: str
    seats: int
    clock: TurnClock | None


class Sealed(Entry, frozen=True, tag="sealed"):
    """PF-22: the house committed to a seed for a deal."""

    deal: int
    attempt: int
    seed: str
    commitment: str


class Committed(Entry, frozen=True, tag="committed"):
    """PF-22: a client committed to its contribution."""

    seat: Seat
    commitment: str


class Froze(Entry, frozen=True, tag="froze"):
    """PF-22: a deal is due, by this sheet; these seats contribute and nobody else."""

    contributors: tuple[Seat, ...]
    sheet: str


class Revealed(Entry, frozen=True, tag="revealed"):
    """PF-22: a client revealed what it had committed to."""

    seat: Seat
    contribution: str


class Voided(Entry, frozen=True, tag="voided"):
    """PF-22: these seats did not reveal in time."""

    withheld: tuple[Seat, ...]


class Started(Entry, Generic[M], frozen=True, tag="started"):
    """A deal begins. With the moves up to its end this is all that its record needs. `host`: whose table it is."""

    deal: int
    sheet: str
    players: tuple[str, ...]
    match: M | None
    proof: Proof
    host: Seat = 0


class Moved(Entry, Generic[A], frozen=True, tag="moved"):
    """A move of the deal, by a person, a bot or chance."""

    seat: Seat
    action: A


class TimedOut(Entry, frozen=True, tag="timed_out"):
    """PF-4: a seat's time is up; it is played for until its person is back."""

    seat: Seat


class Ended(Entry, frozen=True, tag="ended"):
    """The deal is over and the chips have changed hands."""

    payoff: tuple[int, ...]
    match_over: bool


class Said(Entry, frozen=True, tag="said"):
    """PF-7: somebody said something."""

    member: int
    text: str = ""
    emote: Emote | None = None


class Cleared(Entry, frozen=True, tag="cleared"):
    """PF-36: so much was said and done since the last deal that it is put away; what is left is small."""


Plain: TypeAlias = (
    Opened
    | Joined
    | Seated
    | BotSet
    | Freed
    | Left
    | Returned
    | Readied
    | RulesChanged
    | Sealed
    | Committed
    | Froze
    | Revealed
    | Voided
    | TimedOut
    | Ended
    | Said
    | Cleared
)
AnyEntry: TypeAlias = Plain | Started[Any] | Moved[Any]

_opened = codec.decoder(Opened)


write: Final = codec.encode
"""An entry as the log keeps it."""


def game_of(first: bytes) -> AnyGame:
    """The game of the table whose first entry this is."""
    return load(_opened.decode(first).game)


def read(game: AnyGame, raw: bytes) -> AnyEntry:
    """An entry from the log."""
    return _decoder(game.name).decode(raw)


@cache
def _decoder(name: str) -> msgspec.json.Decoder[AnyEntry]:
    game = load(name)
    actions: Any = reduce(or_, (*game.actions, Shuffle))
    started: Any = Started
    moved: Any = Moved
    return codec.decoder(Plain | started[game.match] | moved[actions])
