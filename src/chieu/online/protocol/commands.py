"""Commands that clients send to a table."""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from chieu.online.protocol.fields import (
    WAIT,
    BotName,
    Digest,
    Emote,
    Enterers,
    GameName,
    Key,
    Message,
    Name,
    Number,
    SeatNumber,
    SheetName,
    TurnClock,
    Wait,
)
from chieu.online.protocol.names import TEXT_AT_MOST

A = TypeVar("A")  # actions of a game
Note: TypeAlias = Annotated[str, msgspec.Meta(max_length=1000, description=f"cleaned and cut to {TEXT_AT_MOST}")]


class OpenTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """PF-1: the settings of a new table.

    `sheet` is a code or a preset's name, and `options` override single values of it. The creator takes `seat`, or the
    first open seat, and is dealer or banker if the game has one. `bots` names the bots for the other seats, from the
    first on.

    With `bot_hosts` the first bot is treated as the creator: it deals or banks, and sits before the newcomer unless
    they chose a seat. `wait` (PF-9) is how long a table without a clock waits for a person who lost the connection.
    `sheet_name` (PF-47) is the players' own name for the rules. `lesson` (PF-46): the first deal has the cards that the
    game chose for newcomers. The order must be that of the game's quick table.

    RT-1: at a `real` table people play with real cards and enter their deals. `names` are those of the people at the
    other seats, from the first on, who need no phone. `dealer` is the seat that deals or banks first, by default the
    creator's, and `enterers` says who may enter deals.
    """

    game: GameName
    name: Name
    seats: Annotated[int, msgspec.Meta(ge=1, le=32)]
    sheet: Annotated[str, msgspec.Meta(max_length=600)] = ""
    options: dict[Annotated[str, msgspec.Meta(max_length=64)], bool | int | str] = {}
    seat: SeatNumber | None = None
    bots: Annotated[tuple[BotName, ...], msgspec.Meta(max_length=32)] = ()
    bot_hosts: bool = False
    clock: TurnClock | None = None
    pace: Annotated[int, msgspec.Meta(ge=0, le=5000, description="milliseconds a bot takes for a move")] = 700
    wait: Wait = WAIT
    sheet_name: SheetName = ""
    lesson: bool = False
    real: bool = False
    names: Annotated[tuple[Name, ...], msgspec.Meta(max_length=32)] = ()
    dealer: SeatNumber | None = None
    enterers: Enterers = "host"


class Command(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """PF-30: the fields of every command.

    `id` is the idempotency key: it is unique among this guest's commands, and sending a command again has no second
    effect. `seq` is the number of the state that the command was made for (optimistic concurrency).
    """

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    seq: Number


class Join(Command, frozen=True, kw_only=True):
    """Join under a name, or change it. Newcomers need the `key` of the link (PF-8)."""

    name: Name
    key: Key = ""


class Sit(Command, frozen=True, kw_only=True):
    """Take a free seat between deals."""

    seat: SeatNumber


class Rise(Command, frozen=True, kw_only=True):
    """Give up the seat between deals and watch."""


class Leave(Command, frozen=True, kw_only=True):
    """Leave the table.

    During a deal a bot plays the seat and it stays reserved; between deals it becomes free.
    """


class Back(Command, frozen=True, kw_only=True):
    """Take over the own seat again from the bot that plays it."""


class Ready(Command, frozen=True, kw_only=True):
    """Be ready for the next deal, or not. The deal begins when everybody present is ready."""

    on: bool = True


class DealNow(Command, frozen=True, kw_only=True):
    """Start the next deal now (host only)."""


class Act(Command, Generic[A], frozen=True, kw_only=True):
    """Play an action of the game."""

    action: A


class SetBot(Command, frozen=True, kw_only=True):
    """Give a seat without a present person to a bot, or free it (`level` null), between deals (host only).

    `level` is the name of a bot of the game: a level, or any other of its bots.
    """

    seat: SeatNumber
    level: BotName | None


class Change(Command, frozen=True, kw_only=True):
    """PF-2: change the rules from the next deal on, and seats and clock between deals (host only).

    `wait` is unchanged if null, and may change during a deal. PF-47: `sheet_name` null keeps the name as long as the
    rules stay the same.

    An empty `sheet` keeps the rules, or is the first preset of another game.

    PF-11: `game` changes the game, between deals; empty keeps it. Then the members in `watch` lose their seats, as far
    as they have one. A match with scores ends as it stands, which the host must confirm (`end_match`).
    """

    sheet: Annotated[str, msgspec.Meta(max_length=600)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=32)]
    game: GameName = ""
    watch: Annotated[tuple[Number, ...], msgspec.Meta(max_length=32)] = ()
    end_match: bool = False
    clock: TurnClock | None = None
    wait: Wait | None = None
    sheet_name: SheetName | None = None


class Free(Command, frozen=True, kw_only=True):
    """PF-8: free a person's seat (host only). In a deal a bot finishes the hand for their chips."""

    seat: SeatNumber


class Remove(Command, frozen=True, kw_only=True):
    """PF-8: free a member's seat and bar them from joining until they are admitted again (owner only)."""

    member: Number


class Admit(Command, frozen=True, kw_only=True):
    """PF-8: let a removed guest join again, by their number in `removed` (owner only)."""

    number: Number


class Lock(Command, frozen=True, kw_only=True):
    """PF-8: stop newcomers from joining, or allow them again (host only)."""

    on: bool = True


class RenewLink(Command, frozen=True, kw_only=True):
    """PF-8: replace the link (owner only). The old one stops working; members are not affected."""


class PassHost(Command, frozen=True, kw_only=True):
    """PF-8: hand the table over to a member who is present (owner only)."""

    member: Number


class SitOut(Command, frozen=True, kw_only=True):
    """PF-8: start deals without the person of a seat until they are ready again.

    They have no stake in those deals. The host may do this for anybody, other people for themselves.
    """

    seat: SeatNumber


class SitIn(Command, frozen=True, kw_only=True):
    """RT-5: let the person of a seat play again who sat out, at a table with real cards.

    The host may do this for anybody, other people for themselves.
    """

    seat: SeatNumber


class StandIn(Command, frozen=True, kw_only=True):
    """PF-9: let a bot play for a person who lost the connection (anybody seated).

    PF-8: the host may also do this for a person who is present but has not moved for long.
    """

    seat: SeatNumber


class CutSeats(Command, frozen=True, kw_only=True):
    """PF-8: remove all empty seats (host only). With `deal`, start the next deal at once."""

    deal: bool = False


class Forget(Command, frozen=True, kw_only=True):
    """PF-38: erase the own name and everything said at this table.

    Seat and chips stay. `join` sets a name again.
    """


class Commit(Command, frozen=True, kw_only=True):
    """PF-22: commit to this client's contribution to a shuffle.

    `protocol` is the version of the shuffle protocol. `chat`: a chat bot commits on behalf of a person who has no
    client.
    """

    deal: Number
    attempt: Number
    commitment: Digest
    protocol: Literal[1]
    chat: bool = False


class Reveal(Command, frozen=True, kw_only=True):
    """PF-22: reveal the contribution, for the manifest whose text has the SHA-256 `manifest`."""

    deal: Number
    attempt: Number
    contribution: Digest
    manifest: Digest


class Abstain(Command, frozen=True, kw_only=True):
    """PF-22: take no part in this deal's shuffle, as this client cannot account for an earlier deal.

    A later commitment cancels it.
    """

    deal: Number


class LeaveOut(Command, frozen=True, kw_only=True):
    """PF-22: leave a person out of this deal's shuffle from its next manifest on.

    The host may do this at any time, and anybody seated once that person has withheld three times.
    """

    deal: Number
    seat: SeatNumber


class Say(Command, frozen=True, kw_only=True):
    """PF-7: send a short text to the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000, description=f"cleaned and cut to {TEXT_AT_MOST}")]


class SendEmote(Command, frozen=True, kw_only=True):
    """PF-7: send an emote."""

    emote: Emote


class Enter(Command, frozen=True, kw_only=True):
    """RT-5: enter a deal that was played with real cards.

    `deal` must be the number of the next one; `game` and `sheet` must be those of the table. `chairs` has the chair of
    each seat, in ascending order; the people at all other chairs sat out, and do so until they play again. `entry` is
    the game's entry.
    """

    deal: Number
    game: GameName
    sheet: Annotated[str, msgspec.Meta(max_length=600)]
    chairs: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=32)]
    entry: Any


class Correct(Command, frozen=True, kw_only=True):
    """RT-5: replace the entry of a deal. A deal that was struck out counts again."""

    deal: Number
    entry: Any
    note: Note = ""


class StrikeOut(Command, frozen=True, kw_only=True):
    """RT-5: let a deal count no longer."""

    deal: Number
    note: Note = ""


class OfferLine(Command, frozen=True, kw_only=True):
    """RT-5: offer the own line of the next deal to the person who enters it. Null withdraws it."""

    deal: Number
    line: Any


class LetEnter(Command, frozen=True, kw_only=True):
    """RT-5: decide who may enter deals (host only)."""

    who: Enterers


class PutPerson(Command, frozen=True, kw_only=True):
    """RT-1: seat a person without a phone in an empty seat (host only).

    They are new and have a `name`, or they are a `member` who lost their seat.
    """

    seat: SeatNumber
    name: Name = ""
    member: Number | None = None


class Rename(Command, frozen=True, kw_only=True):
    """RT-1: change the name of a person without a phone (host only)."""

    member: Number
    name: Name


class Claim(Command, frozen=True, kw_only=True):
    """RT-2: be a person who has been at the table without a phone, with their seat and chips.

    Newcomers need the `key` of the link (PF-8).
    """

    member: Number
    key: Key = ""


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
    | SitIn
    | StandIn
    | CutSeats
    | Commit
    | Reveal
    | Abstain
    | LeaveOut
    | Say
    | SendEmote
    | Forget
    | Enter
    | Correct
    | StrikeOut
    | OfferLine
    | LetEnter
    | PutPerson
    | Rename
    | Claim
)
AnyCommand: TypeAlias = PlainCommand | Act[Any]


class Hello(Message, frozen=True, forbid_unknown_fields=True):
    """PF-32: the first message of a connection.

    `seen` is the last number the client has seen, 0 for a fresh start, and `epoch` the table's epoch at that time.
    """

    seen: Number = 0
    epoch: Annotated[str, msgspec.Meta(max_length=64)] = ""
