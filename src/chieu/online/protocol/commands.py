"""What clients ask of a table."""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from chieu.online.protocol.messages import (
    WAIT,
    Digest,
    Emote,
    Key,
    Level,
    Name,
    Number,
    SeatNumber,
    SheetName,
    TurnClock,
    Wait,
)
from chieu.online.protocol.names import TEXT_AT_MOST

A = TypeVar("A")  # actions of a game


class OpenTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """PF-1: what it takes to open a table. The sheet is a code (a preset's name is one), `options` change single values
    of it. Who opens the table takes `seat`, or the first there is, and deals or banks wherever the game has that; bots
    are levels, in the other seats from the first on. Where `bot_hosts`, the first bot has opened the table for a
    newcomer, who just plays: it deals or banks, and sits before them unless they chose a seat. `wait`: PF-9, for how
    long somebody who lost the connection is waited for where there is no clock. `sheet_name`: PF-47, what people call
    these rules."""

    game: Annotated[str, msgspec.Meta(max_length=32)]
    name: Name
    seats: Annotated[int, msgspec.Meta(ge=1, le=32)]
    sheet: Annotated[str, msgspec.Meta(max_length=600)] = ""
    options: dict[Annotated[str, msgspec.Meta(max_length=64)], bool | int | str] = {}
    seat: SeatNumber | None = None
    bots: Annotated[tuple[Level, ...], msgspec.Meta(max_length=32)] = ()
    bot_hosts: bool = False
    clock: TurnClock | None = None
    pace: Annotated[int, msgspec.Meta(ge=0, le=5000, description="milliseconds a bot takes for a move")] = 700
    wait: Wait = WAIT
    sheet_name: SheetName = ""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """PF-30: what every command carries: an id, unique among this guest's commands, and the number it was made for."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    seq: Number


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Be known by a name at this table; again, to change it. `key`: that of the link, which newcomers need (PF-8)."""

    name: Name
    key: Key = ""


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Take a free seat, between deals."""

    seat: SeatNumber


class Rise(Command, frozen=True, kw_only=True, tag="rise"):
    """Give the seat up and watch, between deals."""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Go away. In a deal the seat is played for and kept; between deals it becomes free."""


class Back(Command, frozen=True, kw_only=True, tag="back"):
    """Take the own seat over again from whoever plays for it."""


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """Ready for the next deal, or not yet. It begins when everybody present is."""

    on: bool = True


class DealNow(Command, frozen=True, kw_only=True, tag="deal"):
    """The host wants the next deal now."""


class Act(Command, Generic[A], frozen=True, kw_only=True, tag="act"):
    """Play: an action of the game."""

    action: A


class SetBot(Command, frozen=True, kw_only=True, tag="bot"):
    """The host gives a seat without a person present to a bot, or frees it (`level` null), between deals."""

    seat: SeatNumber
    level: Level | None


class Change(Command, frozen=True, kw_only=True, tag="change"):
    """PF-2: the host changes the rules from the next deal on; seats and clock too, between deals. `wait` stays as it
    was where it is null, and may change in a deal. PF-47: so does the rules' name as long as they stay the same."""

    sheet: Annotated[str, msgspec.Meta(max_length=600)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=32)]
    clock: TurnClock | None = None
    wait: Wait | None = None
    sheet_name: SheetName | None = None


class Free(Command, frozen=True, kw_only=True, tag="free"):
    """PF-8: the host frees a person's seat; in a deal its hand is played to the end, for that person's chips."""

    seat: SeatNumber


class Remove(Command, frozen=True, kw_only=True, tag="remove"):
    """PF-8: the owner removes a member: their seat, if they have one, is freed, and they cannot join again until they
    are let in."""

    member: Number


class Admit(Command, frozen=True, kw_only=True, tag="admit"):
    """PF-8: the owner lets somebody in again who was removed, by their number in `removed`."""

    number: Number


class Lock(Command, frozen=True, kw_only=True, tag="lock"):
    """PF-8: the host locks the table, or opens it again: while it is locked nobody new joins."""

    on: bool = True


class RenewLink(Command, frozen=True, kw_only=True, tag="renew_link"):
    """PF-8: the owner renews the link: the old one opens nothing any more, and members notice nothing."""


class PassHost(Command, frozen=True, kw_only=True, tag="pass_host"):
    """PF-8: the owner hands the table over to somebody who is here."""

    member: Number


class SitOut(Command, frozen=True, kw_only=True, tag="sit_out"):
    """PF-8: deals begin without the person of a seat, for no stake of theirs, until they say that they are ready: the
    host says so of anybody, everybody of themselves."""

    seat: SeatNumber


class StandIn(Command, frozen=True, kw_only=True, tag="stand_in"):
    """PF-9: a bot plays on for a seat whose person lost the connection, as anybody seated may say; or for one who is
    here and has not moved for long, as the host may (PF-8)."""

    seat: SeatNumber


class CutSeats(Command, frozen=True, kw_only=True, tag="cut_seats"):
    """PF-8: the host takes all empty seats away and those who are here move together. With `deal` the next deal begins
    at once: start with three."""

    deal: bool = False


class Forget(Command, frozen=True, kw_only=True, tag="forget"):
    """PF-38: take one's own name back, and all that one said here. Seat and chips stay; `join` gives a name again."""


class Commit(Command, frozen=True, kw_only=True, tag="commit"):
    """PF-22: the commitment to this client's contribution to a shuffle. `protocol` is the version of the shuffle
    protocol. `chat`: a chat's bot makes it on behalf of its person, who has no client of their own."""

    deal: Number
    attempt: Number
    commitment: Digest
    protocol: Literal[1]
    chat: bool = False


class Reveal(Command, frozen=True, kw_only=True, tag="reveal"):
    """PF-22: the contribution committed to, for the freeze whose text has this SHA-256."""

    deal: Number
    attempt: Number
    contribution: Digest
    freeze: Digest


class LeaveOut(Command, frozen=True, kw_only=True, tag="leave_out"):
    """PF-22: the person in a seat is to be left out of this deal's shuffle from its next freeze on. The host may say
    so, and whoever is seated once that person has withheld three times."""

    deal: Number
    seat: SeatNumber


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """PF-7: a short text to the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000, description=f"cleaned and cut to {TEXT_AT_MOST}")]


class SendEmote(Command, frozen=True, kw_only=True, tag="emote"):
    """PF-7: one of a few emotes."""

    emote: Emote


PlainCommand: TypeAlias = (
    Join
    | Sit
    | Rise
    | Leave
    | Back
    | Ready
    | DealNow
    | SetBot
    | Change
    | Free
    | Remove
    | Admit
    | Lock
    | RenewLink
    | PassHost
    | SitOut
    | StandIn
    | CutSeats
    | Commit
    | Reveal
    | LeaveOut
    | Say
    | SendEmote
    | Forget
)
AnyCommand: TypeAlias = PlainCommand | Act[Any]


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """PF-32: the first message of a connection: the last number seen, 0 for a fresh start, and the table's `epoch` by
    which it was counted."""

    seen: Number = 0
    epoch: Annotated[str, msgspec.Meta(max_length=64)] = ""
