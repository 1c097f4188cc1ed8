"""What clients and the house say to each other: commands in, answers and views out.

The types live here once. They are generic in what a game brings (its actions, its facts, its view), so the same types
decode a message straight into a game's own structs and describe it in JSON Schema: see `wire`.

A client sends *commands*, each with an id of its own choosing and the sequence number of what it was looking at. It
gets one *answer* for each (`done`, `refused`, `stale`) and, whenever something changes, a `view` or an `update`. The
view is the truth; what happened only animates it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from chieu.core.refusal import Refusal

A = TypeVar("A")  # actions of a game
F = TypeVar("F")  # facts of a game
V = TypeVar("V")  # the view of a game

Digest: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", description="32 bytes in hexadecimal")]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=31)]
Level: TypeAlias = Annotated[str, msgspec.Meta(max_length=32)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="cleaned and cut to 24")]
Emote: TypeAlias = Literal["hello", "well_played", "thanks", "oops", "think", "laugh", "wow", "hurry"]
Phase: TypeAlias = Literal["between", "committing", "revealing", "playing"]
"""`between` deals; a deal is due and clients commit anew (`committing`) or reveal; a deal is `playing`."""

CONTRIBUTION_BYTES: Final = 32


class TurnClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PF-4: seconds for a turn, and a bank of seconds a seat may use up over one deal."""

    turn: Annotated[int, msgspec.Meta(ge=5, le=600)]
    bank: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0


class OpenTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """PF-1: what it takes to open a table. The sheet is a code (a preset's name is one), `options` change single values
    of it. Who opens the table takes `seat`, or the first there is, and deals or banks wherever the game has that; bots
    are levels, in the other seats from the first on. Where `bot_hosts`, the first bot has opened the table for a
    newcomer, who just plays: it deals or banks, and sits before them unless they chose a seat."""

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


# Commands


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """PF-30: what every command carries: an id, unique among this guest's commands, and the number it was made for."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    seq: Number


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Be known by a name at this table; again, to change it."""

    name: Name


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
    """PF-2: the host changes the rules from the next deal on; seats and clock too, between deals."""

    sheet: Annotated[str, msgspec.Meta(max_length=600)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=32)]
    clock: TurnClock | None = None


class Commit(Command, frozen=True, kw_only=True, tag="commit"):
    """PF-22: the commitment to this client's contribution to a shuffle."""

    deal: Number
    attempt: Number
    commitment: Digest


class Reveal(Command, frozen=True, kw_only=True, tag="reveal"):
    """PF-22: the contribution committed to, once the contributors are frozen."""

    deal: Number
    attempt: Number
    contribution: Digest


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """PF-7: a short text to the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000, description="cleaned and cut to 200")]


class SendEmote(Command, frozen=True, kw_only=True, tag="emote"):
    """PF-7: one of a few emotes."""

    emote: Emote


PlainCommand: TypeAlias = (
    Join | Sit | Rise | Leave | Back | Ready | DealNow | SetBot | Change | Commit | Reveal | Say | SendEmote
)
AnyCommand: TypeAlias = PlainCommand | Act[Any]


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """PF-32: the first message of a connection: the last number seen, 0 for a fresh start."""

    seen: Number = 0


# Answers


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The command took effect and is durable; its first entry has this number."""

    id: str
    seq: int


class Refused(msgspec.Struct, frozen=True, omit_defaults=True, tag="refused"):
    """Nothing changed. `code` keys the text (`error.<code>`) that `params` fill; `rule` is the rule that forbids it."""

    id: str
    code: str
    rule: str = ""
    params: dict[str, str | int] = {}

    @staticmethod
    def by(refusal: Refusal, command: str = "") -> Refused:
        """The answer to a command that was refused, or to something that was no command."""
        return Refused(command, refusal.code, refusal.rule, refusal.params)


class Stale(msgspec.Struct, frozen=True, tag="stale"):
    """Nothing changed: the command was made for something that is over. A `view` follows."""

    id: str
    seq: int


Answer: TypeAlias = Done | Refused | Stale


# What happened, for animation and announcements; each with its number in the table's log


class Facts(msgspec.Struct, Generic[F], frozen=True, omit_defaults=True, tag="facts"):
    """A move of the deal, as this viewer may know it. `clears`: what was told of the deal before is not to be looked up
    any more."""

    seq: int
    facts: tuple[F, ...]
    clears: bool = False


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """Somebody is here now, or has a new name."""

    seq: int
    member: int
    name: str


class Sat(msgspec.Struct, frozen=True, tag="sat"):
    """A person sat down."""

    seq: int
    member: int
    seat: int


class BotSat(msgspec.Struct, frozen=True, tag="bot_sat"):
    """A seat was given to a bot."""

    seq: int
    seat: int
    level: str


class SeatFreed(msgspec.Struct, frozen=True, tag="seat_freed"):
    """A seat is empty now."""

    seq: int
    seat: int


class SeatClosed(msgspec.Struct, frozen=True, tag="seat_closed"):
    """A seat is the house's now, by the rules of the next deal; whoever had it watches."""

    seq: int
    seat: int


class Went(msgspec.Struct, frozen=True, tag="went"):
    """Somebody left or lost the connection; their seat, if they keep one, is played for."""

    seq: int
    member: int


class CameBack(msgspec.Struct, frozen=True, tag="came_back"):
    """Somebody is back and plays for themselves."""

    seq: int
    member: int


class RulesChanged(msgspec.Struct, frozen=True, tag="rules_changed"):
    """PF-2: other rules from the next deal on; who was ready is asked again."""

    seq: int
    sheet: str
    seats: int
    clock: TurnClock | None


class Froze(msgspec.Struct, frozen=True, tag="froze"):
    """PF-22: the contributors of a shuffle are fixed: seats and their commitments. They reveal now."""

    seq: int
    deal: int
    attempt: int
    contributors: tuple[tuple[int, str], ...]


class Voided(msgspec.Struct, frozen=True, tag="voided"):
    """PF-22: these seats withheld their reveal; the shuffle is void and they contribute no more in this sitting."""

    seq: int
    deal: int
    attempt: int
    withheld: tuple[int, ...]


class DealStarted(msgspec.Struct, frozen=True, tag="deal_started"):
    """A deal begins by this sheet, as part of the match or as the first deal of a new one."""

    seq: int
    deal: int
    sheet: str
    new_match: bool


class TimedOut(msgspec.Struct, frozen=True, tag="timed_out"):
    """A seat's time was up; it is played for until its person is back."""

    seq: int
    seat: int


class DealEnded(msgspec.Struct, frozen=True, tag="deal_ended"):
    """A deal is over: what each seat won, and the seed that opens the shuffle. Its record can be had now."""

    seq: int
    deal: int
    payoff: tuple[int, ...]
    seed: str
    match_over: bool


class Said(msgspec.Struct, frozen=True, omit_defaults=True, tag="said"):
    """PF-7: a text or an emote."""

    seq: int
    member: int
    text: str = ""
    emote: Emote | None = None


Announcement: TypeAlias = (
    Joined
    | Sat
    | BotSat
    | SeatFreed
    | SeatClosed
    | Went
    | CameBack
    | RulesChanged
    | Froze
    | Voided
    | DealStarted
    | TimedOut
    | DealEnded
    | Said
)
Happening: TypeAlias = Facts[Any] | Announcement


# Views


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: empty, a person (`member`) or a bot (`level`). `away`: somebody else plays for the person. `hosts`: who
    sits here deals or banks first, where the game has that. `closed`: nobody can sit here, the house is meant."""

    name: str = ""
    member: int | None = None
    level: str = ""
    away: bool = False
    ready: bool = False
    chips: int = 0
    hosts: bool = False
    closed: bool = False


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """PF-5: one line of the ledger: what a person, a bot's seat or the house won over the evening."""

    name: str
    chips: int
    member: int | None = None
    seat: int | None = None
    house: bool = False


class HandOver(msgspec.Struct, frozen=True):
    """PF-5: chips to hand over, from one line of the ledger to another."""

    giver: int
    taker: int
    chips: int


class ShuffleInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """PF-22: what is public of the coming (or running) deal's shuffle. `contributors` is null until it is frozen."""

    deal: int
    attempt: int
    commitment: str
    commitments: tuple[tuple[int, str], ...] = ()
    contributors: tuple[int, ...] | None = None
    revealed: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()


class TableView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody may know of a table. The same for every viewer."""

    id: str
    game: str
    sheet: str
    phase: Phase
    host: int
    seats: tuple[SeatInfo, ...]
    watchers: tuple[tuple[int, str], ...]
    shuffle: ShuffleInfo
    deals: int
    clock: TurnClock | None = None
    ledger: tuple[Account, ...] = ()
    hand_overs: tuple[HandOver, ...] = ()


class Countdown(msgspec.Struct, frozen=True):
    """PF-4: a seat's turn ends and then its bank, in milliseconds since 1970 by the house's clock."""

    seat: int
    turn_ends: int
    bank_ends: int


class DealView(msgspec.Struct, Generic[V, A], frozen=True, omit_defaults=True):
    """The deal as one viewer may know it, and what that viewer may do now."""

    number: int
    sheet: str
    view: V
    legal: tuple[A, ...] = ()
    countdowns: tuple[Countdown, ...] = ()
    payoff: tuple[int, ...] | None = None


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who the viewer is at this table; nobody yet, where all is null."""

    member: int | None = None
    seat: int | None = None


class Whole(msgspec.Struct, Generic[V, A], frozen=True, omit_defaults=True, tag="view"):
    """Everything a viewer may know. Replaces all that came before."""

    seq: int
    now: int
    you: You
    table: TableView
    deal: DealView[V, A] | None = None
    chat: tuple[Said, ...] = ()


class Update(msgspec.Struct, Generic[V, A, F], frozen=True, omit_defaults=True, tag="update"):
    """What is new since `after`; `table` and `deal` replace their like where they are there."""

    seq: int
    after: int
    now: int
    happened: tuple[Facts[F] | Announcement, ...] = ()
    table: TableView | None = None
    deal: DealView[V, A] | None = None
