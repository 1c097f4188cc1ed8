"""Entries of a table's event log, from which its whole state follows.

Entries are private to the server. Each says when its event happened, and the first entry of a command's batch says
which command caused it. Events that everybody may see are announcements (`protocol/announcements.py`); those with
private fields are defined here, and no message can hold them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from operator import or_
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from chieu.core import codec, sheets
from chieu.core.game import AnyGame, Seat, Shuffle
from chieu.fairness.card_order import Proof, WhyVoid
from chieu.games import load
from chieu.online.protocol.announcements import Logged
from chieu.online.protocol.fields import WAIT, Enterers, Message, TurnClock

A = TypeVar("A")  # actions of a game
M = TypeVar("M")  # the match of a game, or None


class Cause(msgspec.Struct, frozen=True, gc=False):
    """The guest whose command caused the entry, and the command's id (its idempotency key)."""

    guest: str
    id: str


class _Private(Message, frozen=True, omit_defaults=True):
    """Base of the events that only the server may see."""


class Opened(_Private, frozen=True):
    """The first entry of every table.

    The bots' RNG seeds derive from `secret` (hexadecimal). `first_dealer`: the chair that deals or banks in the
    creator's place, that of a bot or (RT-1) of a person at a `real` table. `epoch`: the store's last restore from a
    backup. PF-47: `before` is the table of the previous evening, `evening` counts evenings, and `key` is the key of the
    link from the start. PF-46: `lesson` says whether the first deal is the lesson.
    """

    table: str
    secret: str
    game: str
    sheet: str
    chairs: int
    clock: TurnClock | None
    pace: int
    first_dealer: int | None = None
    epoch: str = ""
    wait: int = WAIT
    sheet_name: str = ""
    before: str = ""
    evening: int = 1
    key: str = ""
    lesson: bool = False
    real: bool = False
    enterers: Enterers = "host"


class GuestJoined(_Private, frozen=True):
    """A guest joined, or changed their name."""

    guest: str
    name: str


class Readied(_Private, frozen=True):
    """A person is ready for the next deal, or no longer."""

    chair: int
    on: bool


class Disconnected(_Private, frozen=True):
    """PF-9: a member lost the connection. If they have a seat, the table waits for them.

    PF-47: `expected`: they have a seat from the previous evening and have not come yet.
    """

    member: int
    expected: bool = False


class MemberRemoved(_Private, frozen=True):
    """PF-8: the host removed a member, who has no seat any more."""

    member: int


class GuestAdmitted(_Private, frozen=True):
    """PF-8: the guest removed by the entry of this number may join again."""

    number: int


class KeyRenewed(_Private, frozen=True):
    """PF-8: the key of the link from here on."""

    key: str


class SeatsMoved(_Private, frozen=True):
    """PF-8: the former number of each remaining chair; None for a chair of the house."""

    places: tuple[int | None, ...]


class ShuffleOpened(_Private, frozen=True):
    """PF-22: the server committed to a seed for a deal. `node` is the process that drew it."""

    deal: int
    attempt: int
    seed: str
    commitment: str
    node: str


class Committed(_Private, frozen=True):
    """PF-22: a client committed to its contribution. `chat`: a chat bot did so on behalf of its person."""

    chair: int
    commitment: str
    member: int
    chat: bool = False


class ContributorsFixed(_Private, frozen=True):
    """PF-22: a deal is due. Its contributors and the chair of each seat are fixed.

    `manifest` is the text that says so. The seat `host` deals or banks, `goes_on` says whether the match continues, and
    the persons in the chairs `out` sit the deal out.
    """

    contributors: tuple[int, ...]
    sheet: str
    manifest: str
    chairs: tuple[int, ...]
    host: Seat
    goes_on: bool
    out: tuple[int, ...] = ()


class Revealed(_Private, frozen=True):
    """PF-22: a client revealed its contribution."""

    chair: int
    contribution: str


class AttemptVoided(_Private, frozen=True):
    """PF-22: an attempt is void, because these chairs withheld their reveal or for another reason.

    Then clients commit again at once (`committing`), or people must be ready again first (`between`).
    """

    withheld: tuple[int, ...]
    why: WhyVoid
    then: Literal["committing", "between"]


class Restored(_Private, frozen=True):
    """PF-22: the store was restored from a backup. A running deal is annulled."""

    epoch: str


class Started(_Private, Generic[M], frozen=True):
    """A deal began. Together with its moves this is everything its record needs.

    `players` and `chairs` have a name and a chair for each seat. The seat `host` deals or banks. The persons in the
    chairs `out` sit the deal out. `dealer` is set if somebody deals in the place of such a person: the chair that does.
    A lesson (PF-46) has no `proof`: nothing is shuffled.
    """

    deal: int
    game: str
    sheet: str
    players: tuple[str, ...]
    chairs: tuple[int, ...]
    match: M
    proof: Proof | None
    host: Seat
    out: tuple[int, ...] = ()
    dealer: int | None = None


class Moved(_Private, Generic[A], frozen=True):
    """A move of the deal by a person, a bot or chance."""

    seat: Seat
    action: A


class Ended(_Private, frozen=True):
    """The deal ended and its payoff was booked.

    `lines`: for each seat the ledger line that won or lost.
    """

    payoff: tuple[int, ...]
    match_over: bool
    lines: tuple[str, ...]


class PersonNamed(_Private, frozen=True):
    """RT-1: a person without a phone is at the table from here on, or gets another name."""

    member: int
    name: str
    person: str


class MemberClaimed(_Private, frozen=True):
    """RT-2: a guest is this member from here on."""

    member: int
    guest: str


class Entered(_Private, frozen=True):
    """RT-5: the next deal was played with real cards and entered.

    Its score follows from this and the table's rules. `entry` is the game's entry as dicts and lists. The fields are
    those of `EnteredDeal`.
    """

    chairs: tuple[int, ...]
    host: Seat
    places: tuple[int | None, ...] | None
    entry: Any
    by: int


class Corrected(_Private, frozen=True):
    """RT-5: the entry of a deal was replaced."""

    deal: int
    entry: Any
    by: int
    note: str = ""


class StruckOut(_Private, frozen=True):
    """RT-5: a deal was struck out."""

    deal: int
    by: int
    note: str = ""


class Erased(_Private, frozen=True):
    """PF-38: the rewriting of earlier entries is finished."""

    guest: str


class Cleared(_Private, frozen=True):
    """PF-36: too many entries piled up since the last deal. The deal is dropped and a snapshot taken."""


Private: TypeAlias = (
    Opened
    | GuestJoined
    | Disconnected
    | Readied
    | MemberRemoved
    | GuestAdmitted
    | KeyRenewed
    | SeatsMoved
    | ShuffleOpened
    | Committed
    | ContributorsFixed
    | Revealed
    | AttemptVoided
    | Restored
    | Ended
    | PersonNamed
    | MemberClaimed
    | Entered
    | Corrected
    | StruckOut
    | Erased
    | Cleared
)
AnyEvent: TypeAlias = Private | Logged | Started[Any] | Moved[Any]
E_co = TypeVar("E_co", bound=AnyEvent, covariant=True)


class Entry(msgspec.Struct, Generic[E_co], frozen=True, gc=False, omit_defaults=True):
    """An event of the log, with its time in milliseconds since 1970 and its cause."""

    at: int
    event: E_co
    cause: Cause | None = None


AnyEntry: TypeAlias = Entry[AnyEvent]

_decoder: Final[msgspec.json.Decoder[AnyEntry]] = codec.decoder(
    Entry[Private | Logged | Started[msgspec.Raw] | Moved[msgspec.Raw]]
)

write: Final = codec.encode
"""Serialize an entry for the log."""


def read_plain(raw: bytes) -> AnyEntry:
    """Decode an entry of the log. An action or match in it, which belongs to a game, stays serialized."""
    return _decoder.decode(raw)


def read_all(log: Iterable[bytes]) -> list[AnyEntry]:
    """Decode the entries of a log from the start of a deal, or from between deals."""
    return list(map(Reader().read, log))


class Reader:
    """Decodes the entries of a log in order: each deal names the game that its moves belong to (PF-11).

    `game` is that of the deal that runs at the first entry, None between deals.
    """

    def __init__(self, game: AnyGame | None = None) -> None:
        self._game = game

    def read(self, raw: bytes) -> AnyEntry:
        """Decode the next entry."""
        entry = _decoder.decode(raw)
        event = entry.event
        if isinstance(event, Started):
            self._game = load(event.game)
            return replace(entry, event=replace(event, match=match_decoder(event.game).decode(event.match)))
        if isinstance(event, Moved):
            assert self._game is not None, "a move without the start of its deal"
            return replace(entry, event=Moved(event.seat, _action_decoder(self._game.name).decode(event.action)))
        return entry


@lru_cache(maxsize=1024)
def rules_by(game: str, sheet: str) -> Any:
    """Return the rules of a sheet's code. Cached, as every deal needs them and tables use few sheets."""
    return sheets.from_code(load(game), sheet)


@cache
def match_decoder(game: str) -> msgspec.json.Decoder[Any]:
    """Return the decoder of a game's match, or null."""
    match: Any = load(game).match | None
    return codec.decoder(match)


@cache
def _action_decoder(game: str) -> msgspec.json.Decoder[Any]:
    actions: Any = reduce(or_, (*load(game).actions, Shuffle))
    return codec.decoder(actions)
