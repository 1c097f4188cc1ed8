"""Views of a table and its deal for one viewer, and updates to them."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from chieu.core.outcome import Outcome
from chieu.core.scoring.form import Form
from chieu.fairness.card_order import WhyVoid
from chieu.online.protocol.announcements import Announcement, Facts, Said
from chieu.online.protocol.fields import Enterers, Message, TablePhase, TurnClock

A = TypeVar("A")  # actions of a game
F = TypeVar("F")  # facts of a game
V = TypeVar("V")  # the view of a game


class SeatInfo(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat: empty, a person's (`member`) or a bot's (`level`, its name among the game's bots).

    `away`: a bot plays for the person. `hosts`: this seat is dealer or banker first, if the game has one. `closed`: the
    seat belongs to the house and nobody can take it. `new`: its occupant sat down after the last deal, which somebody
    else played here.

    PF-9: `lost` is when the person lost the connection and `until` when a bot starts to play for them, both in
    milliseconds since 1970. PF-47: `expected`: the person has not come yet this evening. PF-8: `out`: deals begin
    without the person. `freed`: the seat becomes free when the deal ends. RT-2: `phone`: at a table with real cards the
    person has joined it with a phone of their own.
    """

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
    new: bool = False
    expected: bool = False
    phone: bool = False


class LedgerLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """PF-5: the chips that a person, the house or else nobody (all bots) won over the evening.

    `from_house` are those of deals against the house, which nobody owes.
    """

    name: str
    chips: int
    member: int | None = None
    house: bool = False
    from_house: int = 0


class HandOver(msgspec.Struct, frozen=True, gc=False):
    """PF-5: chips to hand over from one line of the ledger to another."""

    giver: int
    taker: int
    chips: int


class VoidInfo(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """PF-22: a void attempt at this deal's shuffle, with its reason and the seats that withheld."""

    attempt: int
    why: WhyVoid = "withheld"
    withheld: tuple[int, ...] = ()


class ShuffleInfo(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """PF-22: the public part of the coming or running deal's shuffle.

    `contributors` is null until the manifest is published; from then on the manifest holds the server's `commitment`
    and the `commitments` of the seats. `left_out`: seat, by whom and why. `withheld`: seat and how often its person
    withheld in this deal. RT-2: at a table with real cards nothing is shuffled, and `commitment` is empty.
    """

    deal: int
    attempt: int
    commitment: str = ""
    commitments: tuple[tuple[int, str], ...] = ()
    contributors: tuple[int, ...] | None = None
    revealed: tuple[int, ...] = ()
    left_out: tuple[tuple[int, str, str], ...] = ()
    withheld: tuple[tuple[int, int], ...] = ()
    voids: tuple[VoidInfo, ...] = ()


class RestoreInfo(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """PF-22: the last restore from a backup, and the deal it annulled if one was running."""

    seq: int
    at: int
    annulled: int | None = None


class RulesBefore(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """PF-10: the rules before `member` changed them at `seq`, kept until deal number `deal` is over.

    That deal is the first one by the new rules.
    """

    seq: int
    member: int
    deal: int
    game: str
    sheet: str
    seats: int
    wait: int
    clock: TurnClock | None = None


class OfferedLine(msgspec.Struct, frozen=True, gc=False):
    """RT-5: the line that the person of a seat offered for the next deal."""

    seat: int
    line: Any


class EnteredInfo(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """RT-5: a deal that was played with real cards, as entered and corrected. Seats are those of the deal.

    `chairs`, `members`, their present `names`, and the `payoff` are by seat. `at` is in milliseconds since 1970, `by`
    the member who entered it, and `changed_by` the one who last corrected it or struck it out, with a `note`. `match`
    is that of the deal; `over`: it ended with this deal.
    """

    deal: int
    at: int
    game: str
    sheet: str
    chairs: tuple[int, ...]
    members: tuple[int, ...]
    names: tuple[str, ...]
    host: int
    entry: Any
    payoff: tuple[int, ...]
    by: int
    outcome: Outcome | None = None
    over: bool = False
    struck: bool = False
    corrections: int = 0
    changed_by: int | None = None
    note: str = ""
    match: Any = None


class RealTable(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """RT-2: a table with real cards: its next deal, and the last ones that were entered, first to last.

    `chairs` has the chair of each seat of the next deal, whose number is `deal`, and `host` is the seat that deals or
    banks first. `form` is what is asked; null if the game cannot be played by so many people. `match` is that of the
    next deal. `unclaimed`: number and name of the people without a phone, with or without a seat.
    """

    enterers: Enterers
    deal: int
    chairs: tuple[int, ...]
    host: int
    form: Form | None = None
    match: Any = None
    offered: tuple[OfferedLine, ...] = ()
    unclaimed: tuple[tuple[int, str], ...] = ()
    entered: tuple[EnteredInfo, ...] = ()


class TableView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The public state of a table, the same for every viewer.

    PF-11: `game` and `sheet` are those of the next deal; the deal shown names its own.
    `owner` is the member whose table it is; `host` acts for them while they are away. `removed`: number and name of
    guests who may not join. `hand_overs` settle the ledger among people, and `remainder` are the chips that they won
    from bots together (negative: lost to them). `personas`: the bot persona of each chair, used if a bot plays there;
    its name is the text `bot.<persona>`. PF-47: `sheet_name` is the players' own name for the rules, `evening` counts
    the evenings of this group, and `continued` is the table of the next one. That table's link has a key, which members
    do not need. `real` is set at a table with real cards.
    """

    id: str
    game: str
    sheet: str
    phase: TablePhase
    host: int
    seats: tuple[SeatInfo, ...]
    watchers: tuple[tuple[int, str], ...]
    shuffle: ShuffleInfo
    deals: int
    wait: int
    clock: TurnClock | None = None
    ledger: tuple[LedgerLine, ...] = ()
    hand_overs: tuple[HandOver, ...] = ()
    remainder: int = 0
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
    real: RealTable | None = None


class Countdown(msgspec.Struct, frozen=True, gc=False):
    """PF-4: the ends of a seat's turn and of its time bank.

    Both are in milliseconds since 1970 by the server's clock.
    """

    seat: int
    turn_ends: int
    bank_ends: int


class PlayedForYou(msgspec.Struct, Generic[F], frozen=True, gc=False):
    """PF-9: moves that a bot made for the absent viewer: their number, and those that may still be shown."""

    count: int
    moves: tuple[tuple[F, ...], ...]


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The owner of the chips a seat played for: a member, a bot (its persona) or else the house."""

    member: int | None = None
    bot: str = ""


class DealView(msgspec.Struct, Generic[V, A, F], frozen=True, gc=False, omit_defaults=True):
    """The deal as one viewer may know it, and the viewer's legal actions.

    `chairs`: the chair of each seat. `out`: chairs whose persons sit this deal out. If such a chair has a seat, a bot
    plays it for nobody's chips. After the deal `outcome` (PF-45) explains the result, if the game can, and `players`
    says who played each seat, as people may have moved or left since.
    """

    number: int
    game: str
    sheet: str
    chairs: tuple[int, ...]
    view: V
    legal: tuple[A, ...] = ()
    countdowns: tuple[Countdown, ...] = ()
    payoff: tuple[int, ...] | None = None
    out: tuple[int, ...] = ()
    played_for_you: PlayedForYou[F] | None = None
    outcome: Outcome | None = None
    players: tuple[Player, ...] = ()


class You(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The viewer's own member number and seat, both null for a viewer who has not joined.

    `removed`: the owner removed the viewer, who may not join.
    """

    member: int | None = None
    seat: int | None = None
    removed: bool = False


class View(Message, Generic[V, A, F], frozen=True, omit_defaults=True):
    """Everything a viewer may know. It replaces everything received before.

    `manifest` is the text that fixed the shuffle of the pending or running deal. `happened` holds the latest events
    before this view, to be listed, not animated.
    """

    seq: int
    now: int
    you: You
    table: TableView
    deal: DealView[V, A, F] | None = None
    chat: tuple[Said, ...] = ()
    manifest: str = ""
    happened: tuple[Facts[F] | Announcement, ...] = ()


class Update(Message, Generic[V, A, F], frozen=True, omit_defaults=True):
    """Everything new since `after`. `table` and `deal`, if present, replace the previous ones.

    `phase`, `seats` and `shuffle` change more often than the rest of the table. Without `table` they come alone, and
    each replaces that part of the table.
    """

    seq: int
    after: int
    now: int
    happened: tuple[Facts[F] | Announcement, ...] = ()
    table: TableView | None = None
    phase: TablePhase | None = None
    seats: tuple[SeatInfo, ...] | None = None
    shuffle: ShuffleInfo | None = None
    deal: DealView[V, A, F] | None = None


class Heartbeat(Message, frozen=True):
    """Sent if nothing else was for some seconds: a client that gets nothing reconnects."""
