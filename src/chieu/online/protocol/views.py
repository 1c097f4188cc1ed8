"""A table and its deal as one viewer may know them, and what has changed."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from chieu.core.outcome import Outcome
from chieu.fairness.card_order import WhyVoid
from chieu.online.protocol.announcements import Announcement, Facts, Said
from chieu.online.protocol.messages import TablePhase, TurnClock

A = TypeVar("A")  # actions of a game
F = TypeVar("F")  # facts of a game
V = TypeVar("V")  # the view of a game


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: empty, a person (`member`) or a bot (`level`). `away`: somebody else plays for the person. `hosts`: who
    sits here deals or banks first, where the game has that. `closed`: nobody can sit here, the house is meant.

    PF-9: `lost` is since when the person has had no connection, `until` when a bot begins to play for them: both in
    milliseconds since 1970. PF-8: `out`: deals begin without the person; `freed`: the seat is free when the deal is
    over. `new`: who is here took it after the last deal, which somebody else played here."""

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


class LedgerLine(msgspec.Struct, frozen=True, omit_defaults=True):
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


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose chips a seat played for: a person's (`member`), those of a bot (who that is: a persona), or the house's."""

    member: int | None = None
    bot: str = ""


class DealView(msgspec.Struct, Generic[V, A, F], frozen=True, omit_defaults=True):
    """The deal as one viewer may know it, and what that viewer may do now. `out`: seats whose persons sit this deal
    out: a bot plays there, for no stake of theirs. `outcome`: PF-45, when it is over, why it ended so, where the game
    says that. `players`: when it is over, who played each seat: they may sit elsewhere by now, or be gone."""

    number: int
    sheet: str
    view: V
    legal: tuple[A, ...] = ()
    countdowns: tuple[Countdown, ...] = ()
    payoff: tuple[int, ...] | None = None
    out: tuple[int, ...] = ()
    played_for_you: PlayedForYou[F] | None = None
    outcome: Outcome | None = None
    players: tuple[Player, ...] = ()


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who the viewer is at this table; nobody yet, where all is null."""

    member: int | None = None
    seat: int | None = None


class View(msgspec.Struct, Generic[V, A, F], frozen=True, omit_defaults=True, tag="view"):
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
