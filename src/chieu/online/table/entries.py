"""Entries of a table's event log, from which its whole state follows.

Entries are private to the server. Each says when it happened, and the first entry of a command's batch says which
command caused it. Clients see views and announcements only.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from chieu.core import codec
from chieu.core.game import AnyGame, Seat, Shuffle
from chieu.fairness.card_order import Proof, WhyVoid
from chieu.games import load
from chieu.online.protocol.fields import Emote, Message, TurnClock

A = TypeVar("A")  # actions of a game
M = TypeVar("M")  # the match of a game


class Cause(msgspec.Struct, frozen=True):
    """The guest whose command caused the entry, and the command's id (its idempotency key)."""

    guest: str
    id: str


class Entry(Message, frozen=True, kw_only=True, omit_defaults=True):
    """Base of all entries: the time in milliseconds since 1970, and the cause."""

    at: int
    cause: Cause | None = None


class Opened(Entry, frozen=True):
    """The first entry of every table.

    The bots' RNG seeds derive from `secret` (hexadecimal). `bot_host`: the seat of the bot that deals or banks in the
    creator's place. `epoch`: the store's last restore from a backup. PF-47: `before` is the table of the previous
    evening, `evening` counts evenings, and `key` is the key of the link from the start.
    """

    table: str
    secret: str
    game: str
    sheet: str
    seats: int
    clock: TurnClock | None
    pace: int
    bot_host: Seat | None = None
    epoch: str = ""
    wait: int | None = None  # None: the default
    sheet_name: str = ""
    before: str = ""
    evening: int = 1
    key: str = ""


class Joined(Entry, frozen=True):
    """A guest joined, or changed their name."""

    guest: str
    name: str


class Seated(Entry, frozen=True):
    """A member sat down, leaving any seat they had. `away`: they were moved while a bot plays for them."""

    member: int
    seat: Seat
    away: bool = False


class BotSet(Entry, frozen=True):
    """A bot took a seat."""

    seat: Seat
    level: str


class Freed(Entry, frozen=True):
    """A seat became empty."""

    seat: Seat


class Left(Entry, frozen=True):
    """A member left on purpose."""

    member: int


class Returned(Entry, frozen=True):
    """A member is back and plays their own seat."""

    member: int


class Readied(Entry, frozen=True):
    """A person is ready for the next deal, or no longer."""

    seat: Seat
    on: bool


class RulesChanged(Entry, frozen=True):
    """PF-2: the rules from the next deal on."""

    sheet: str
    seats: int
    clock: TurnClock | None
    wait: int | None  # None: unchanged
    member: int
    sheet_name: str = ""


class Lost(Entry, frozen=True):
    """PF-9: a member lost the connection. If they have a seat, the table waits for them."""

    member: int


class StoodIn(Entry, frozen=True):
    """PF-9: a bot plays for a seat until its person is back.

    The wait is over, or member `by` asked for it.
    """

    seat: Seat
    by: int | None = None


class Unseated(Entry, frozen=True):
    """PF-8: the host freed a person's seat."""

    seat: Seat


class Removed(Entry, frozen=True):
    """PF-8: the host removed a member, who has no seat any more."""

    member: int


class Admitted(Entry, frozen=True):
    """PF-8: the guest removed by the entry of this number may join again."""

    number: int


class Locked(Entry, frozen=True):
    """PF-8: newcomers can no longer join, or can again."""

    on: bool


class LinkRenewed(Entry, frozen=True):
    """PF-8: the key of the link from here on."""

    key: str


class HostPassed(Entry, frozen=True):
    """PF-8: another member owns the table."""

    member: int


class SatOut(Entry, frozen=True):
    """PF-8: deals begin without the person of a seat until they are ready again."""

    seat: Seat


class SeatsCut(Entry, frozen=True):
    """PF-8: the former number of each remaining seat; None for a seat of the house."""

    places: tuple[Seat | None, ...]


class ShuffleOpened(Entry, frozen=True):
    """PF-22: the server committed to a seed for a deal. `node` is the process that drew it."""

    deal: int
    attempt: int
    seed: str
    commitment: str
    node: str


class Committed(Entry, frozen=True):
    """PF-22: a client committed to its contribution. `chat`: a chat bot did so on behalf of its person."""

    seat: Seat
    commitment: str
    member: int
    chat: bool = False


class ManifestPublished(Entry, frozen=True):
    """PF-22: a deal is due and its contributors are fixed.

    `manifest` is the text that says so. `host` deals or banks, `goes_on` says whether the match continues, and the
    persons of `out` sit the deal out.
    """

    contributors: tuple[Seat, ...]
    sheet: str
    manifest: str
    host: Seat
    goes_on: bool
    out: tuple[Seat, ...] = ()


class Revealed(Entry, frozen=True):
    """PF-22: a client revealed its contribution."""

    seat: Seat
    contribution: str


class Voided(Entry, frozen=True):
    """PF-22: an attempt is void, because these seats withheld their reveal or for another reason.

    Then clients commit again at once (`committing`), or people must be ready again first (`between`).
    """

    withheld: tuple[Seat, ...]
    why: WhyVoid
    then: Literal["committing", "between"]


class LeftOut(Entry, frozen=True):
    """PF-22: a person is left out of the deal's shuffle from the next manifest on.

    `by` is `host` or the number of a seat.
    """

    member: int
    by: str
    why: str


class Restored(Entry, frozen=True):
    """PF-22: the store was restored from a backup. A running deal is annulled."""

    epoch: str


class Started(Entry, Generic[M], frozen=True):
    """A deal began. Together with its moves this is everything its record needs.

    `host` deals or banks; the persons of `out` sit the deal out.
    """

    deal: int
    sheet: str
    players: tuple[str, ...]
    match: M | None
    proof: Proof
    host: Seat
    out: tuple[Seat, ...] = ()


class Moved(Entry, Generic[A], frozen=True):
    """A move of the deal by a person, a bot or chance."""

    seat: Seat
    action: A


class TimedOut(Entry, frozen=True):
    """PF-4: a seat ran out of time. A bot plays it until its person is back."""

    seat: Seat


class Ended(Entry, frozen=True):
    """The deal ended and its payoff was booked.

    `lines`: for each seat the ledger line that won or lost.
    """

    payoff: tuple[int, ...]
    match_over: bool
    lines: tuple[str, ...]


class Said(Entry, frozen=True):
    """PF-7: a member sent a text or an emote."""

    member: int
    text: str = ""
    emote: Emote | None = None


class Forgotten(Entry, frozen=True):
    """PF-38: a member erased their name and everything they said.

    Once this entry is durable, earlier entries that hold them are rewritten.
    """

    member: int


class Erased(Entry, frozen=True):
    """PF-38: the rewriting of earlier entries is finished."""

    guest: str


class Continued(Entry, frozen=True):
    """PF-47: a member opened the next evening at this table."""

    table: str
    member: int


class Cleared(Entry, frozen=True):
    """PF-36: too many entries piled up since the last deal. The deal is dropped and a snapshot taken."""


Plain: TypeAlias = (
    Opened
    | Joined
    | Seated
    | BotSet
    | Freed
    | Left
    | Returned
    | Readied
    | RulesChanged
    | Lost
    | StoodIn
    | Unseated
    | Removed
    | Admitted
    | Locked
    | LinkRenewed
    | HostPassed
    | SatOut
    | SeatsCut
    | ShuffleOpened
    | Committed
    | ManifestPublished
    | Revealed
    | Voided
    | LeftOut
    | Restored
    | TimedOut
    | Ended
    | Said
    | Forgotten
    | Erased
    | Continued
    | Cleared
)
AnyEntry: TypeAlias = Plain | Started[Any] | Moved[Any]

_opened = codec.decoder(Opened)


write: Final = codec.encode
"""Serialize an entry for the log."""


def game_of(first: bytes) -> AnyGame:
    """Return the game of a table, given its first entry."""
    return load(_opened.decode(first).game)


def read(game: AnyGame, raw: bytes) -> AnyEntry:
    """Decode an entry of the log."""
    return _decoder(game.name).decode(raw)


@cache
def _decoder(name: str) -> msgspec.json.Decoder[AnyEntry]:
    game = load(name)
    actions: Any = reduce(or_, (*game.actions, Shuffle))
    started: Any = Started
    moved: Any = Moved
    return codec.decoder(Plain | started[game.match] | moved[actions])
