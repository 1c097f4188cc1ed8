"""What a table is at one moment: the fold of its log. Values never change; `fold` gives new ones."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import msgspec

from chieu.core.game import AnyGame, Event, Seat
from chieu.fairness.card_order import Proof, Void
from chieu.online.protocol.announcements import Announcement, Said
from chieu.online.protocol.messages import WAIT, TablePhase, TurnClock
from chieu.online.protocol.views import RestoreInfo, RulesBefore


class DealSpan(NamedTuple):
    """A deal that is over, and the numbers of its first and last entry."""

    deal: int
    first: int
    last: int


class Member(msgspec.Struct, frozen=True):
    """A guest at this table. `moved` is the number at which their place here last changed; `done` has the numbers of
    their latest commands by id, and whatever is older than that was made before `forgotten`. `lost`: since when they
    have had no connection; `losses` counts how often in this deal, `asides` what they did in it beside moves."""

    guest: str
    name: str
    here: bool
    moved: int
    spoke: tuple[int, ...] = ()
    done: dict[str, int] = {}
    forgotten: int = 0
    lost: int | None = None
    losses: int = 0
    asides: int = 0


class Chair(msgspec.Struct, frozen=True):
    """A seat: empty, a member's, or a bot's of some level. `away`: its person is played for. `out`: deals begin without
    its person. `freed`: it is nobody's any more, and the deal is played to its end for the chips of who had it.
    `ready_at`: when its person last said that they are ready, or are not."""

    member: int | None = None
    level: str = ""
    away: bool = False
    ready: bool = False
    out: bool = False
    freed: bool = False
    ready_at: int = 0


class Banned(msgspec.Struct, frozen=True):
    """PF-8: a guest who was removed, with the number of the entry that did it."""

    number: int
    guest: str
    name: str


class PendingShuffle(msgspec.Struct, frozen=True):
    """PF-22: the making of a deal's shuffle. What clients committed to, who is left out (by whom and why), how often
    somebody withheld and for whom an attempt after a void one waits goes by members; who contributes and what they
    revealed by seats. `chats`: members for whom a chat's bot committed. `house` is the process that drew the seed. The
    freeze fixes `sheet`, `host`, whether the match `goes_on` and who sits `out`; `tries` counts void attempts in a row.
    """

    deal: int
    attempt: int
    seed: str
    commitment: str
    since: int
    house: str
    committed: dict[int, str] = {}
    chats: tuple[int, ...] = ()
    contributors: tuple[Seat, ...] | None = None
    sheet: str = ""
    host: Seat = 0
    goes_on: bool = False
    out: tuple[Seat, ...] = ()
    freeze: str = ""
    reveals: dict[Seat, str] = {}
    voids: tuple[Void, ...] = ()
    awaited: tuple[int, ...] = ()
    left_out: dict[int, tuple[str, str]] = {}
    withheld: dict[int, int] = {}
    tries: int = 0


class StandInMoves(msgspec.Struct, frozen=True):
    """PF-9: how often a bot moved for a person who was away, and what the latest of these moves led to."""

    count: int = 0
    events: tuple[tuple[Event, ...], ...] = ()


class TableDeal(msgspec.Struct, frozen=True):
    """A deal, running or just over. `first` is the number of its first entry. `asked` and `since` tell for each seat at
    which number and time it was last asked anew; `banks` what is left of its bank, in milliseconds; `events` what the
    latest moves led to. `out`: seats whose persons sit it out, for no stake of theirs. `stand_ins`: what was done for
    people while they were away. `sitters`: when it is over, who sat in each seat, by member; none where a bot or the
    house was."""

    number: int
    first: int
    rules: Any
    sheet: str
    state: Any
    waiting: tuple[Seat, ...]
    proof: Proof
    asked: tuple[int, ...]
    since: tuple[int, ...]
    banks: tuple[int, ...]
    moved: int
    shuffles: int = 0
    events: tuple[tuple[Event, ...], ...] = ()
    payoff: tuple[int, ...] | None = None
    sitters: tuple[int | None, ...] = ()
    out: tuple[Seat, ...] = ()
    stand_ins: dict[Seat, StandInMoves] = {}


Told: TypeAlias = tuple[int, Announcement | tuple[Event, ...]]


class TableState(msgspec.Struct, frozen=True):
    """A table. Numbers: `seq` of the last entry, `turned` of the last change of phase, `ended` of a deal's last end,
    `base` of the last snapshot, `table_changed` and `deal_changed` of the last change to what is shown of each; the
    trail tells what happened after `trail_from`, and of that only who was there is told what happened up to `cleared`.
    `asides` counts what happened beside the moves of the running deal. `owner`: whose table it is. `key`: what a link
    needs beside the id, if it was ever renewed. `replaced` is the number at which a member was last forgotten in favour
    of a newcomer. `last_freeze` is the hash of the last freeze, `epoch` the last restore of the store from a back-up,
    and `restored` tells of it until a deal was finished since.
    `sheet_name` is what people call the rules (PF-47), `before` the table of the evening before and `continued` that of
    the next one, if there are such, and `evening` counts them.
    `taken_back` has for guests whose name and words are still in the log the number up to which they have to be
    rewritten; `rewrites` counts those who ever did."""

    id: str
    seq: int
    secret: bytes
    game: AnyGame
    rules: Any
    sheet: str
    clock: TurnClock | None
    pace: int
    chairs: tuple[Chair, ...]
    closed: tuple[Seat, ...] = ()
    bot_host: Seat | None = None
    phase: TablePhase = "between"
    members: tuple[Member, ...] = ()
    by_guest: dict[str, int] = {}
    sealing: PendingShuffle | None = None
    last_freeze: str = ""
    epoch: str = ""
    restored: RestoreInfo | None = None
    match: Any = None
    deal: TableDeal | None = None
    deals: int = 0  # that are over
    ledger: dict[str, int] = {}
    owed: dict[str, int] = {}
    chat: tuple[Said, ...] = ()
    trail: tuple[Told, ...] = ()
    trail_from: int = 0
    cleared: int = 0
    turned: int = 0
    ended: int = 0
    base: int = 0
    asides: int = 0
    taken_back: dict[str, int] = {}
    rewrites: int = 0
    table_changed: int = 0
    deal_changed: int = 0
    owner: int = 0
    wait: int = WAIT
    locked: bool = False
    key: str = ""
    banned: tuple[Banned, ...] = ()
    rules_before: RulesBefore | None = None
    replaced: int = 0
    sheet_name: str = ""
    before: str = ""
    evening: int = 1
    continued: str = ""

    @property
    def shuffle(self) -> PendingShuffle:
        """The making of the coming shuffle; every table has one from its second entry on."""
        assert self.sealing is not None
        return self.sealing
