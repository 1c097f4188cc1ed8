"""The entries of a table's log. They are facts, private to the house, and everything a table is follows from them.

An entry says when it happened and, where a command caused it, whose command that was; the first entry of a command's
batch carries that. What others may learn of it is another matter: see `views`.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from chieu.core import codec
from chieu.core.game import AnyGame, Seat, Shuffle
from chieu.fairness.card_order import Proof, WhyVoid
from chieu.games import load
from chieu.online.protocol.messages import Emote, TurnClock

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
    """The first entry of every table. All bots' luck derives from the secret (hexadecimal). `bot_host`: the seat whose
    bot opened it for a newcomer, and deals or banks in the creator's place. `epoch`: the store's last restore from a
    back-up. PF-47: `before` is the table of the evening before, if this one goes on from it, `evening` its number in a
    row, and `key` what its link needs from the beginning."""

    table: str
    secret: str
    game: str
    sheet: str
    seats: int
    clock: TurnClock | None
    pace: int
    bot_host: Seat | None = None
    epoch: str = ""
    wait: int | None = None  # as usual
    sheet_name: str = ""
    before: str = ""
    evening: int = 1
    key: str = ""


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
    """A member left on purpose."""

    member: int


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
    wait: int | None  # None: unchanged
    member: int
    sheet_name: str = ""


class Lost(Entry, frozen=True, tag="lost"):
    """PF-9: a member has no connection any more. With a seat they are waited for."""

    member: int


class StoodIn(Entry, frozen=True, tag="stood_in"):
    """PF-9: a bot plays on for a seat until its person is back: the wait is over, or a member said so."""

    seat: Seat
    by: int | None = None


class Unseated(Entry, frozen=True, tag="unseated"):
    """PF-8: the host freed a person's seat."""

    seat: Seat


class Removed(Entry, frozen=True, tag="removed"):
    """PF-8: the host removed a member, who holds no seat."""

    member: int


class Admitted(Entry, frozen=True, tag="admitted"):
    """PF-8: somebody who was removed, with the entry of this number, may come back."""

    number: int


class Locked(Entry, frozen=True, tag="locked"):
    """PF-8: nobody new may join, or again everybody."""

    on: bool


class LinkRenewed(Entry, frozen=True, tag="link_renewed"):
    """PF-8: from here on the link has this key."""

    key: str


class HostPassed(Entry, frozen=True, tag="host_passed"):
    """PF-8: the table is another member's."""

    member: int


class SatOut(Entry, frozen=True, tag="sat_out"):
    """PF-8: deals begin without the person of a seat until they say that they are ready."""

    seat: Seat


class SeatsCut(Entry, frozen=True, tag="seats_cut"):
    """PF-8: for each seat that is left, which one it was; None for one of the house."""

    places: tuple[Seat | None, ...]


class Sealed(Entry, frozen=True, tag="sealed"):
    """PF-22: the house committed to a seed for a deal; `house` is the process that drew it."""

    deal: int
    attempt: int
    seed: str
    commitment: str
    house: str


class Committed(Entry, frozen=True, tag="committed"):
    """PF-22: a client committed to its contribution. `chat`: a chat's bot did so on behalf of its person."""

    seat: Seat
    commitment: str
    member: int
    chat: bool = False


class Froze(Entry, frozen=True, tag="froze"):
    """PF-22: a deal is due, by this sheet; these seats contribute and nobody else. `freeze` is the text that says so;
    `host` deals or banks, the match `goes_on`, and the persons of `out` sit the deal out."""

    contributors: tuple[Seat, ...]
    sheet: str
    freeze: str
    host: Seat
    goes_on: bool
    out: tuple[Seat, ...] = ()


class Revealed(Entry, frozen=True, tag="revealed"):
    """PF-22: a client revealed what it had committed to."""

    seat: Seat
    contribution: str


class Voided(Entry, frozen=True, tag="voided"):
    """PF-22: an attempt is void, because these seats withheld their reveal or for another reason. People are asked for
    new commitments at once (`committing`), or say first that they are ready (`between`)."""

    withheld: tuple[Seat, ...]
    why: WhyVoid
    then: Literal["committing", "between"]


class LeftOut(Entry, frozen=True, tag="left_out"):
    """PF-22: a person is left out of the deal's shuffle from the next freeze on: by the host, or by a seat (its
    number)."""

    member: int
    by: str
    why: str


class Restored(Entry, frozen=True, tag="restored"):
    """PF-22: the store went back to a back-up. The deal that ran, if there was one, is annulled."""

    epoch: str


class Started(Entry, Generic[M], frozen=True, tag="started"):
    """A deal begins. With the moves up to its end this is all that its record needs. `host`: whose table it is."""

    deal: int
    sheet: str
    players: tuple[str, ...]
    match: M | None
    proof: Proof
    host: Seat
    out: tuple[Seat, ...] = ()  # whose persons sit it out


class Moved(Entry, Generic[A], frozen=True, tag="moved"):
    """A move of the deal, by a person, a bot or chance."""

    seat: Seat
    action: A


class TimedOut(Entry, frozen=True, tag="timed_out"):
    """PF-4: a seat's time is up; it is played for until its person is back."""

    seat: Seat


class Ended(Entry, frozen=True, tag="ended"):
    """The deal is over and the chips have changed hands. `lines`: of the ledger, for each seat the one that won or lost
    what it did."""

    payoff: tuple[int, ...]
    match_over: bool
    lines: tuple[str, ...]


class Said(Entry, frozen=True, tag="said"):
    """PF-7: somebody said something."""

    member: int
    text: str = ""
    emote: Emote | None = None


class Forgotten(Entry, frozen=True, tag="forgotten"):
    """PF-38: a member took back their name and what they said. The entries before this one that hold them are rewritten
    once it is durable."""

    member: int


class Rewritten(Entry, frozen=True, tag="rewritten"):
    """PF-38: that was done."""

    guest: str


class Continued(Entry, frozen=True, tag="continued"):
    """PF-47: a member opened the next evening, at this table."""

    table: str
    member: int


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
    | Lost
    | StoodIn
    | Unseated
    | Removed
    | Admitted
    | Locked
    | LinkRenewed
    | HostPassed
    | SatOut
    | SeatsCut
    | Sealed
    | Committed
    | Froze
    | Revealed
    | Voided
    | LeftOut
    | Restored
    | TimedOut
    | Ended
    | Said
    | Forgotten
    | Rewritten
    | Continued
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
