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

from chieu.core import codec
from chieu.core.outcome import Outcome
from chieu.core.refusal import Refusal
from chieu.table.fair import WhyVoid

A = TypeVar("A")  # actions of a game
F = TypeVar("F")  # facts of a game
V = TypeVar("V")  # the view of a game

Digest: TypeAlias = Annotated[
    str, msgspec.Meta(pattern=codec.whole("[0-9a-f]{64}"), description="32 bytes in hexadecimal")
]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=31)]
Level: TypeAlias = Annotated[str, msgspec.Meta(max_length=32)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="cleaned and cut to 24")]
SheetName: TypeAlias = Annotated[str, msgspec.Meta(max_length=200, description="cleaned and cut to 40")]
Emote: TypeAlias = Literal["hello", "well_played", "thanks", "oops", "think", "laugh", "wow", "hurry"]
Phase: TypeAlias = Literal["between", "committing", "revealing", "playing"]
"""`between` deals; a deal is due and clients commit anew (`committing`) or reveal; a deal is `playing`."""

CONTRIBUTION_BYTES: Final = 32
WAIT: Final = 300
Wait: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3600, description="seconds")]
Key: TypeAlias = Annotated[str, msgspec.Meta(max_length=64, description="the part of a link that can be renewed")]


class TurnClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PF-4: seconds for a turn, and a bank of seconds a seat may use up over one deal."""

    turn: Annotated[int, msgspec.Meta(ge=5, le=600)]
    bank: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0


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


# Commands


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
    """PF-22: the commitment to this client's contribution to a shuffle, by protocol 2. `chat`: a chat's bot makes it on
    behalf of its person, who has no client of their own."""

    deal: Number
    attempt: Number
    commitment: Digest
    protocol: Literal[2]
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

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000, description="cleaned and cut to 200")]


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


class Forgotten(msgspec.Struct, frozen=True, tag="forgotten"):
    """PF-38: somebody took back their name and what they said: it is to be shown no more."""

    seq: int
    member: int


class Continued(msgspec.Struct, frozen=True, tag="continued"):
    """PF-47: `member` opened the next evening at `table`, where those who played here have their seats."""

    seq: int
    member: int
    table: str


class Went(msgspec.Struct, frozen=True, tag="went"):
    """Somebody left or lost the connection; their seat, if they keep one, is played for."""

    seq: int
    member: int


class CameBack(msgspec.Struct, frozen=True, tag="came_back"):
    """Somebody is back and plays for themselves."""

    seq: int
    member: int


class RulesChanged(msgspec.Struct, frozen=True, tag="rules_changed"):
    """PF-2: other rules from the next deal on; who was ready is asked again. PF-47: `sheet_name` is what people call
    them."""

    seq: int
    sheet: str
    seats: int
    clock: TurnClock | None
    wait: int = WAIT
    sheet_name: str = ""


class Lost(msgspec.Struct, frozen=True, tag="lost"):
    """PF-9: somebody with a seat lost the connection, and is waited for."""

    seq: int
    member: int


class StoodIn(msgspec.Struct, frozen=True, omit_defaults=True, tag="stood_in"):
    """PF-9: a bot plays on for the person of a seat until they are back: the wait is over, or `by` said so."""

    seq: int
    seat: int
    by: int | None = None


class Unseated(msgspec.Struct, frozen=True, tag="unseated"):
    """PF-8: the host freed the seat of `member`; in a deal its hand is played to the end."""

    seq: int
    member: int
    seat: int


class Removed(msgspec.Struct, frozen=True, tag="removed"):
    """PF-8: the host removed somebody from the table."""

    seq: int
    member: int
    name: str


class Admitted(msgspec.Struct, frozen=True, tag="admitted"):
    """PF-8: somebody who was removed may come back."""

    seq: int
    name: str


class Locked(msgspec.Struct, frozen=True, tag="locked"):
    """PF-8: nobody new joins any more."""

    seq: int


class Unlocked(msgspec.Struct, frozen=True, tag="unlocked"):
    """PF-8: whoever has the link may join again."""

    seq: int


class LinkRenewed(msgspec.Struct, frozen=True, tag="link_renewed"):
    """PF-8: there is another link now, and the old one opens nothing."""

    seq: int


class HostPassed(msgspec.Struct, frozen=True, tag="host_passed"):
    """PF-8: the table is `member`'s now."""

    seq: int
    member: int


class SatOut(msgspec.Struct, frozen=True, tag="sat_out"):
    """PF-8: deals begin without the person of a seat until they say that they are ready."""

    seq: int
    seat: int


class SeatsCut(msgspec.Struct, frozen=True, tag="seats_cut"):
    """PF-8: the empty seats are gone; so many are left."""

    seq: int
    seats: int


class Froze(msgspec.Struct, frozen=True, omit_defaults=True, tag="froze"):
    """PF-22: the contributors of a shuffle are fixed: seats and their commitments. They reveal now, for the text of the
    `freeze`."""

    seq: int
    deal: int
    attempt: int
    contributors: tuple[tuple[int, str], ...]
    freeze: str = ""


class Voided(msgspec.Struct, frozen=True, omit_defaults=True, tag="voided"):
    """PF-22: these seats withheld their reveal, or there is another reason; the shuffle is void and begins anew, with
    everybody."""

    seq: int
    deal: int
    attempt: int
    withheld: tuple[int, ...] = ()
    why: WhyVoid = "withheld"


class LeftOut(msgspec.Struct, frozen=True, tag="left_out"):
    """PF-22: a person is left out of the deal's shuffle from the next freeze on, by the `host` or by a seat (its
    number)."""

    seq: int
    seat: int
    by: str
    why: str


class DealStarted(msgspec.Struct, frozen=True, omit_defaults=True, tag="deal_started"):
    """A deal begins by this sheet, as part of the match or as the first deal of a new one. `out`: seats whose persons
    sit it out."""

    seq: int
    deal: int
    sheet: str
    new_match: bool
    out: tuple[int, ...] = ()


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
    | Forgotten
    | Went
    | CameBack
    | RulesChanged
    | Lost
    | StoodIn
    | Unseated
    | Removed
    | Admitted
    | Locked
    | Unlocked
    | LinkRenewed
    | HostPassed
    | SatOut
    | SeatsCut
    | Froze
    | Voided
    | LeftOut
    | DealStarted
    | TimedOut
    | DealEnded
    | Continued
    | Said
)
Happening: TypeAlias = Facts[Any] | Announcement


# Views


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: empty, a person (`member`) or a bot (`level`). `away`: somebody else plays for the person. `hosts`: who
    sits here deals or banks first, where the game has that. `closed`: nobody can sit here, the house is meant.

    PF-9: `lost` is since when the person has had no connection, `until` when a bot begins to play for them: both in
    milliseconds since 1970. PF-8: `out`: deals begin without the person; `freed`: the seat is free when the deal is
    over."""

    name: str = ""
    member: int | None = None
    level: str = ""
    away: bool = False
    ready: bool = False
    chips: int = 0
    hosts: bool = False
    closed: bool = False
    lost: int = 0
    until: int = 0
    out: bool = False
    freed: bool = False


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


class VoidInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """PF-22: an attempt at this deal's shuffle that is void, and why; where that was it, who withheld."""

    attempt: int
    why: WhyVoid = "withheld"
    withheld: tuple[int, ...] = ()


class ShuffleInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """PF-22: what is public of the coming (or running) deal's shuffle. `contributors` is null until it is frozen; then
    the freeze has the commitments. `left_out`: seats, by whom and why. `withheld`: seats whose people withheld, and how
    often in this deal."""

    deal: int
    attempt: int
    commitment: str
    commitments: tuple[tuple[int, str], ...] = ()
    contributors: tuple[int, ...] | None = None
    revealed: tuple[int, ...] = ()
    left_out: tuple[tuple[int, str, str], ...] = ()
    withheld: tuple[tuple[int, int], ...] = ()
    voids: tuple[VoidInfo, ...] = ()


class RestoreInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """PF-22: the house went back to a back-up, at this number and time, and annulled this deal if one ran."""

    seq: int
    at: int
    annulled: int | None = None


class RulesBefore(msgspec.Struct, frozen=True, omit_defaults=True):
    """PF-10: what the rules were before `member` changed them (at `seq`), for as long as that is news: until the first
    deal by the new ones, which is number `deal`, is over."""

    seq: int
    member: int
    deal: int
    sheet: str
    seats: int
    wait: int
    clock: TurnClock | None = None


class TableView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody may know of a table. The same for every viewer. `host` may do what a host may; `owner` is whose
    table it is, and while they are away somebody else is host. `removed`: who may not come back, by number and name.
    `personas`: who a bot is in each seat, whoever sits there now; `bot.<persona>` is what it is called. PF-47:
    `sheet_name` is what people call the rules here, if they have a name; `evening` counts the evenings of this group,
    and `continued` is the table of the next one, if there is one: its link has a key, which members do not need."""

    id: str
    game: str
    sheet: str
    phase: Phase
    host: int
    seats: tuple[SeatInfo, ...]
    watchers: tuple[tuple[int, str], ...]
    shuffle: ShuffleInfo
    deals: int
    wait: int
    clock: TurnClock | None = None
    ledger: tuple[Account, ...] = ()
    hand_overs: tuple[HandOver, ...] = ()
    epoch: str = ""
    restored: RestoreInfo | None = None
    owner: int = 0
    locked: bool = False
    key: str = ""
    removed: tuple[tuple[int, str], ...] = ()
    rules_before: RulesBefore | None = None
    personas: tuple[str, ...] = ()
    sheet_name: str = ""
    evening: int = 1
    continued: str = ""


class Countdown(msgspec.Struct, frozen=True):
    """PF-4: a seat's turn ends and then its bank, in milliseconds since 1970 by the house's clock."""

    seat: int
    turn_ends: int
    bank_ends: int


class PlayedForYou(msgspec.Struct, Generic[F], frozen=True):
    """PF-9: what a bot did for the viewer while they were away: how many moves, and the facts of those that may still
    be looked up."""

    count: int
    moves: tuple[tuple[F, ...], ...]


class DealView(msgspec.Struct, Generic[V, A, F], frozen=True, omit_defaults=True):
    """The deal as one viewer may know it, and what that viewer may do now. `out`: seats whose persons sit this deal
    out: a bot plays there, for no stake of theirs. `outcome`: PF-45, when it is over, why it ended so, where the game
    says that."""

    number: int
    sheet: str
    view: V
    legal: tuple[A, ...] = ()
    countdowns: tuple[Countdown, ...] = ()
    payoff: tuple[int, ...] | None = None
    out: tuple[int, ...] = ()
    played_for_you: PlayedForYou[F] | None = None
    outcome: Outcome | None = None


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who the viewer is at this table; nobody yet, where all is null."""

    member: int | None = None
    seat: int | None = None


class Whole(msgspec.Struct, Generic[V, A, F], frozen=True, omit_defaults=True, tag="view"):
    """Everything a viewer may know. Replaces all that came before. `freeze`: the text that fixed the shuffle of the
    deal that is being made or runs. `happened`: the last of what led here, for whoever wants to read it: it is over."""

    seq: int
    now: int
    you: You
    table: TableView
    deal: DealView[V, A, F] | None = None
    chat: tuple[Said, ...] = ()
    freeze: str = ""
    happened: tuple[Facts[F] | Announcement, ...] = ()


class Update(msgspec.Struct, Generic[V, A, F], frozen=True, omit_defaults=True, tag="update"):
    """What is new since `after`; `table` and `deal` replace their like where they are there."""

    seq: int
    after: int
    now: int
    happened: tuple[Facts[F] | Announcement, ...] = ()
    table: TableView | None = None
    deal: DealView[V, A, F] | None = None
