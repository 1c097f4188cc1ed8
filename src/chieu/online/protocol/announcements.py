"""What happened at a table, for animation and announcements; each with its number in the table's log."""

from __future__ import annotations

from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from chieu.fairness.card_order import WhyVoid
from chieu.online.protocol.messages import WAIT, Emote, TurnClock

F = TypeVar("F")  # facts of a game


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
    freeze: str


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
