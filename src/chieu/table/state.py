"""What a table is at one moment: the fold of its log. Values never change; `fold` gives new ones."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import msgspec

from chieu.core.contract import AnyGame, Event, Seat
from chieu.table.fair import Proof, Void
from chieu.table.messages import Announcement, Phase, Said, TurnClock


class DealSpan(NamedTuple):
    """A deal that is over, and the numbers of its first and last entry."""

    deal: int
    first: int
    last: int


class Member(msgspec.Struct, frozen=True):
    """A guest at this table. `moved` is the number at which their place here last changed; `done` has the numbers of
    their latest commands by id, and whatever is older than that was made before `forgotten`."""

    guest: str
    name: str
    here: bool
    moved: int
    spoke: tuple[int, ...] = ()
    done: dict[str, int] = {}
    forgotten: int = 0


class Chair(msgspec.Struct, frozen=True):
    """A seat: empty, a member's, or a bot's of some level. `away`: its person is played for."""

    member: int | None = None
    level: str = ""
    away: bool = False
    ready: bool = False


class PendingShuffle(msgspec.Struct, frozen=True):
    """PF-22: the making of a deal's shuffle. `awaited` are the seats an attempt after a void one waits for."""

    deal: int
    attempt: int
    seed: str
    commitment: str
    since: int
    commitments: dict[Seat, str] = {}
    contributors: tuple[Seat, ...] | None = None
    sheet: str = ""
    reveals: dict[Seat, str] = {}
    voids: tuple[Void, ...] = ()
    awaited: tuple[Seat, ...] = ()


class TableDeal(msgspec.Struct, frozen=True):
    """A deal, running or just over. `first` is the number of its first entry. `asked` and `since` tell for each seat at
    which number and time it was last asked anew; `banks` what is left of its bank, in milliseconds; `events` what the
    latest moves led to."""

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


Told: TypeAlias = tuple[int, Announcement | tuple[Event, ...]]


class State(msgspec.Struct, frozen=True):
    """A table. Numbers: `seq` of the last entry, `turned` of the last change of phase, `ended` of a deal's last end,
    `base` of the last snapshot, `table_changed` and `deal_changed` of the last change to what is shown of each; the
    trail tells what happened after `trail_from`, and of that only who was there is told what happened up to `cleared`.
    `asides` counts what happened beside the moves of the running deal."""

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
    phase: Phase = "between"
    members: tuple[Member, ...] = ()
    by_guest: dict[str, int] = {}
    sealing: PendingShuffle | None = None
    barred_seats: frozenset[Seat] = frozenset()
    barred_members: frozenset[int] = frozenset()
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
    table_changed: int = 0
    deal_changed: int = 0

    @property
    def shuffle(self) -> PendingShuffle:
        """The making of the coming shuffle; every table has one from its second entry on."""
        assert self.sealing is not None
        return self.sealing
