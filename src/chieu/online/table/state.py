"""The state of a table: the fold of its event log. Values are immutable; `fold` returns new ones."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import msgspec

from chieu.core.game import AnyGame, Event, Seat
from chieu.fairness.card_order import Proof, Void
from chieu.online.protocol.announcements import Announcement, Said
from chieu.online.protocol.fields import WAIT, Enterers, TablePhase, TurnClock
from chieu.online.protocol.views import RestoreInfo, RulesBefore


class DealSpan(NamedTuple):
    """The numbers of the first and last entry of a finished deal."""

    deal: int
    first: int
    last: int


class Member(msgspec.Struct, frozen=True, gc=False):
    """A guest at this table.

    `moved` is the number at which their place last changed. `done` maps the ids of their latest commands (idempotency
    keys) to numbers; all older commands were made before `forgotten`. `lost` is when they lost the connection, `losses`
    how often in this deal, and `non_moves` counts their entries in it other than moves. `expected`: they have not come
    yet this evening.

    RT-1: a person without a phone has no `guest`; their `person` is a random id that stays theirs over the evenings of
    a group, whoever claims them.
    """

    guest: str
    name: str
    here: bool
    moved: int
    spoke: tuple[int, ...] = ()
    done: dict[str, int] = {}
    forgotten: int = 0
    lost: int | None = None
    losses: int = 0
    non_moves: int = 0
    expected: bool = False
    person: str = ""


class Chair(msgspec.Struct, frozen=True, gc=False):
    """A place at the table: empty, a member's, or a bot's. In a deal it may have a seat.

    `level` is the bot's name among the game's bots (`bots_of`); at the level `usual` that of the usual bot.
    `away`: a bot plays for the person. `out`: deals begin without the person. `freed`: the chair is nobody's any more,
    but the deal is finished for the chips of its former person. `ready_at`: when the person last changed whether they
    are ready.
    """

    member: int | None = None
    level: str = ""
    away: bool = False
    ready: bool = False
    out: bool = False
    freed: bool = False
    ready_at: int = 0


class Banned(msgspec.Struct, frozen=True, gc=False):
    """PF-8: a removed guest, with the number of the entry that removed them."""

    number: int
    guest: str
    name: str


class PendingShuffle(msgspec.Struct, frozen=True, gc=False):
    """PF-22: the shuffle in the making.

    Keyed by member: `committed`, `left_out` (by whom and why), `withheld` (how often), `chats` (a chat bot committed
    for them) and `awaited` (an attempt after a void one waits for them). Keyed by chair: `contributors` and `reveals`.
    `node` is the process that drew the seed. The manifest fixes `sheet`, the chairs of the seats, the seat of the
    `host`, whether the match `goes_on`, and the chairs `out`. `tries` counts void attempts in a row.
    """

    deal: int
    attempt: int
    seed: str
    commitment: str
    since: int
    node: str
    committed: dict[int, str] = {}
    chats: tuple[int, ...] = ()
    contributors: tuple[int, ...] | None = None
    sheet: str = ""
    chairs: tuple[int, ...] = ()
    host: Seat = 0
    goes_on: bool = False
    out: tuple[int, ...] = ()
    manifest: str = ""
    reveals: dict[int, str] = {}
    voids: tuple[Void, ...] = ()
    awaited: tuple[int, ...] = ()
    left_out: dict[int, tuple[str, str]] = {}
    withheld: dict[int, int] = {}
    tries: int = 0


class StandInMoves(msgspec.Struct, frozen=True, gc=False):
    """PF-9: the number of moves a bot made for an absent person, and the events of the latest ones."""

    count: int = 0
    events: tuple[tuple[Event, ...], ...] = ()


class TableDeal(msgspec.Struct, frozen=True, gc=False):
    """A deal, running or just over.

    `first` is the number of its first entry. `turn_seq` and `turn_at` are the number and time at which each seat's turn
    began; `banks` is what is left of its time bank in milliseconds. `events` are those of the latest moves. `chairs`:
    the chair of each seat. `out`: chairs whose persons sit the deal out; if one of them has a seat, a bot plays it.
    `stand_ins`: moves made for absent people. `sitters`: after the deal the member in each seat, None for a bot or the
    house; in the seat of a chair that is `out` the member who sat out, though a bot played. A lesson (PF-46) has
    no `proof`.
    """

    number: int
    first: int
    chairs: tuple[int, ...]
    game: AnyGame
    rules: Any
    sheet: str
    state: Any
    to_act: tuple[Seat, ...]
    proof: Proof | None
    turn_seq: tuple[int, ...]
    turn_at: tuple[int, ...]
    banks: tuple[int, ...]
    moved: int
    shuffles: int = 0
    events: tuple[tuple[Event, ...], ...] = ()
    payoff: tuple[int, ...] | None = None
    sitters: tuple[int | None, ...] = ()
    out: tuple[int, ...] = ()
    stand_ins: dict[Seat, StandInMoves] = {}


class EnteredDeal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """RT-5: a deal that was played with real cards, as entered and corrected.

    `chairs` and `members` are by seat. `places`: the seat of each player in the deal before; None if a new match began.
    The `entry`, the `match` before the deal and that `after` it are JSON, the latter two empty if there is none. A
    deal that was `struck` out passes on the match it got. `changed_by` corrected it last or struck it out.
    """

    number: int
    at: int
    game: str
    sheet: str
    chairs: tuple[int, ...]
    members: tuple[int, ...]
    host: Seat
    places: tuple[int | None, ...] | None
    entry: str
    by: int
    match: str = ""
    after: str = ""
    payoff: tuple[int, ...] = ()
    struck: bool = False
    corrections: int = 0
    changed_by: int | None = None
    note: str = ""


TrailItem: TypeAlias = tuple[int, Announcement | tuple[Event, ...]]


class TableState(msgspec.Struct, frozen=True, gc=False):
    """A table.

    Numbers of entries: `seq` is the last one, `turned` the last change of phase, `ended` the last end of a deal, `base`
    the last snapshot, `replaced` the last time a newcomer took a former member's number, `deal_changed` the last change
    of the deal's view. In the table's view `seats_changed` is the last change of the seats, `shuffle_changed` that of
    the phase and the shuffle, and `table_changed` that of anything else. The trail holds the events after `trail_from`;
    those up to `cleared` are sent only to clients that were connected.

    `non_moves` counts entries other than moves in the running deal. `key` is the key of the link, if it has one.
    `last_manifest` is the hash of the last manifest, `epoch` the store's last restore from a backup, and `restored`
    describes it until the next deal ends. PF-11: `game`, `rules` and `sheet` are those of the next deal, as a deal has
    its own. `match` is what the last deal passed on to it; `match_chairs` and `match_members` are the chair and the
    member (None for a bot) of each of its seats. `from_house` are chips of deals against the house. `games` are the
    names of the games played so far. PF-47: `sheet_name` is the players' own name for the rules, `before` the table of
    the previous evening, `continued` that of the next one, and `evening` counts them. PF-46: `lesson` says whether the
    first deal is the lesson.

    RT-2: at a `real` table deals are `entered` instead of dealt and nothing is shuffled (`pending` is None). `offered`
    are the lines of the next deal that people sent themselves, as JSON by chair.

    PF-38: `to_erase` maps guests whose erasure is pending to the number up to which the log must be rewritten;
    `erasures` counts all erasures.
    """

    id: str
    seq: int
    secret: bytes
    game: AnyGame
    rules: Any
    sheet: str
    clock: TurnClock | None
    pace: int
    chairs: tuple[Chair, ...]
    closed: tuple[int, ...] = ()
    first_dealer: int | None = None
    phase: TablePhase = "between"
    members: tuple[Member, ...] = ()
    by_guest: dict[str, int] = {}
    pending: PendingShuffle | None = None
    last_manifest: str = ""
    epoch: str = ""
    restored: RestoreInfo | None = None
    match: Any = None
    match_chairs: tuple[int, ...] = ()
    match_members: tuple[int | None, ...] = ()
    deal: TableDeal | None = None
    deals: int = 0  # finished ones
    games: tuple[str, ...] = ()
    ledger: dict[str, int] = {}
    from_house: dict[str, int] = {}
    chat: tuple[Said, ...] = ()
    trail: tuple[TrailItem, ...] = ()
    trail_from: int = 0
    cleared: int = 0
    turned: int = 0
    ended: int = 0
    base: int = 0
    non_moves: int = 0
    to_erase: dict[str, int] = {}
    erasures: int = 0
    table_changed: int = 0
    seats_changed: int = 0
    shuffle_changed: int = 0
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
    lesson: bool = False
    real: bool = False
    enterers: Enterers = "host"
    entered: tuple[EnteredDeal, ...] = ()
    offered: dict[int, str] = {}

    @property
    def shuffle(self) -> PendingShuffle:
        """The pending shuffle. Every table with dealt cards has one from its second entry on."""
        assert self.pending is not None
        return self.pending
