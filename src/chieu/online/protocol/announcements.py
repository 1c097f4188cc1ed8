"""Announcements: events that clients animate and tell, each with its number in the table's event log.

Everybody may see everything in an announcement. Most are events of the log as they are. Events with private fields are
in `table/entries.py` and are never sent; if clients learn of one, the fold makes an announcement of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from chieu.core import sheets
from chieu.core.notation import tag_of
from chieu.core.text.languages import listed
from chieu.core.text.phrasing import Phraser
from chieu.fairness.card_order import WhyVoid
from chieu.games import load
from chieu.online.protocol import texts
from chieu.online.protocol.fields import WAIT, Emote, Enterers, Message, TurnClock

F = TypeVar("F")  # facts of a game


class _Announced(Message, frozen=True):
    """Base of all announcements. `seq` is the number of the log entry that it tells of."""

    seq: int


class Facts(_Announced, Generic[F], frozen=True, omit_defaults=True):
    """A move of the deal, as this viewer may know it.

    `clears`: clients no longer show earlier events until the deal ends.
    """

    facts: tuple[F, ...]
    clears: bool = False


class Joined(_Announced, frozen=True):
    """A member joined or changed their name."""

    member: int
    name: str


class Sat(_Announced, frozen=True, omit_defaults=True):
    """A person sat down, leaving any seat they had. `away`: they were moved while a bot plays for them."""

    member: int
    seat: int
    away: bool = False


class BotSat(_Announced, frozen=True):
    """A bot took a seat. `level` is its name among the game's bots."""

    seat: int
    level: str


class SeatFreed(_Announced, frozen=True):
    """A seat became empty."""

    seat: int


class SeatClosed(_Announced, frozen=True):
    """A seat belongs to the house by the rules of the next deal. Its person now watches."""

    seat: int


class Forgotten(_Announced, frozen=True):
    """PF-38: a member erased their name and everything they said. Clients stop showing both."""

    member: int


class Continued(_Announced, frozen=True):
    """PF-47: `member` opened the next evening at `table`, where the players of this one have their seats."""

    member: int
    table: str


class Went(_Announced, frozen=True):
    """A member left or lost the connection. If they keep a seat, a bot plays it."""

    member: int


class CameBack(_Announced, frozen=True):
    """A member is back and plays their own seat."""

    member: int


class RulesChanged(_Announced, frozen=True):
    """PF-2: the rules from the next deal on. Everybody must be ready again.

    `member` changed them. PF-47: `sheet_name` is the players' own name for the rules.
    """

    member: int
    game: str
    sheet: str
    seats: int
    clock: TurnClock | None
    wait: int = WAIT
    sheet_name: str = ""


class GameChanged(_Announced, frozen=True):
    """PF-11: the game and its rules from the next deal on. Everybody must be ready again.

    `member` changed it. `places` has the former number of each chair, null for a new or emptied one, and `bots` the bot
    of each chair, empty for all others. The members in `watching` lost their seats, as the game has too few.
    """

    member: int
    game: str
    sheet: str
    places: tuple[int | None, ...]
    bots: tuple[str, ...]
    watching: tuple[int, ...]
    clock: TurnClock | None
    wait: int = WAIT
    sheet_name: str = ""


class Lost(_Announced, frozen=True):
    """PF-9: a seated member lost the connection. The table waits for them."""

    member: int


class StoodIn(_Announced, frozen=True, omit_defaults=True):
    """PF-9: a bot plays for a seat until its person is back.

    The wait is over, or member `by` asked for it.
    """

    seat: int
    by: int | None = None


class Unseated(_Announced, frozen=True):
    """PF-8: the host freed the seat of `member`. In a deal a bot finishes its hand."""

    member: int
    seat: int


class Removed(_Announced, frozen=True):
    """PF-8: the host removed a member from the table."""

    member: int
    name: str


class Admitted(_Announced, frozen=True):
    """PF-8: a removed guest may join again."""

    name: str


class Locked(_Announced, frozen=True):
    """PF-8: newcomers can no longer join."""


class Unlocked(_Announced, frozen=True):
    """PF-8: anybody with the link can join again."""


class LinkRenewed(_Announced, frozen=True):
    """PF-8: the link was replaced. The old one no longer works."""


class HostPassed(_Announced, frozen=True):
    """PF-8: `member` owns the table now."""

    member: int


class SatOut(_Announced, frozen=True):
    """PF-8: deals begin without the person of a seat until they are ready again."""

    seat: int


class SeatsCut(_Announced, frozen=True):
    """PF-8: the empty seats were removed. `seats` are left."""

    seats: int


class ManifestPublished(_Announced, frozen=True, omit_defaults=True):
    """PF-22: the contributors of a shuffle are fixed, and reveal now.

    `contributors` are seats. Their commitments are in the text `manifest`.
    """

    deal: int
    attempt: int
    contributors: tuple[int, ...]
    manifest: str


class Voided(_Announced, frozen=True, omit_defaults=True):
    """PF-22: an attempt at a shuffle is void, because seats withheld their reveal or for another reason.

    A new attempt begins with everybody.
    """

    deal: int
    attempt: int
    withheld: tuple[int, ...] = ()
    why: WhyVoid = "withheld"


class LeftOut(_Announced, frozen=True):
    """PF-22: a person is left out of the deal's shuffle from the next manifest on.

    `by` is `host`, the number of a seat, or `self`.
    """

    seat: int
    by: str
    why: str


class DealStarted(_Announced, frozen=True, omit_defaults=True):
    """A deal began, in the running match or as the first of a new one.

    `out`: chairs whose persons sit it out. Bots play for those in `played_for`. `dealer`: the chair that deals or banks
    in the place of such a person.
    """

    deal: int
    game: str
    sheet: str
    new_match: bool
    out: tuple[int, ...] = ()
    played_for: tuple[int, ...] = ()
    dealer: int | None = None


class TimedOut(_Announced, frozen=True):
    """A seat ran out of time. A bot plays it until its person is back."""

    seat: int


class DealEnded(_Announced, frozen=True):
    """A deal ended: the payoff of each seat, and the seed that opens the shuffle.

    Its record can be fetched now.
    """

    deal: int
    payoff: tuple[int, ...]
    seed: str
    match_over: bool


class Said(_Announced, frozen=True, omit_defaults=True):
    """PF-7: a text or an emote of a member."""

    member: int
    text: str = ""
    emote: Emote | None = None


class DealEntered(_Announced, frozen=True):
    """RT-5: `member` entered a deal that was played with real cards. `payoff` is by seat."""

    member: int
    deal: int
    payoff: tuple[int, ...]


class DealCorrected(_Announced, frozen=True):
    """RT-5: `member` corrected the entry of a deal. The deals after it were scored again."""

    member: int
    deal: int


class DealStruckOut(_Announced, frozen=True):
    """RT-5: `member` struck out a deal: it counts no longer."""

    member: int
    deal: int


class LineOffered(_Announced, frozen=True):
    """RT-5: `member` offered the line of their seat for the next deal, or withdrew it (null)."""

    member: int
    seat: int
    deal: int
    line: Any


class EnterersChanged(_Announced, frozen=True):
    """RT-5: `member` decided who may enter deals."""

    member: int
    who: Enterers


class SatIn(_Announced, frozen=True):
    """RT-5: the person of a seat, who sat out, plays again."""

    seat: int


class Claimed(_Announced, frozen=True):
    """RT-2: a person who was at the table without a phone follows it on their own now."""

    member: int


Logged: TypeAlias = (
    Sat
    | BotSat
    | SeatFreed
    | SeatClosed
    | Forgotten
    | Went
    | CameBack
    | RulesChanged
    | GameChanged
    | StoodIn
    | Unseated
    | Locked
    | Unlocked
    | HostPassed
    | SatOut
    | LeftOut
    | TimedOut
    | Continued
    | Said
    | LineOffered
    | EnterersChanged
    | SatIn
)
"""Announcements that are events of the log as they are."""
Announcement: TypeAlias = (
    Logged
    | Joined
    | Lost
    | Removed
    | Admitted
    | LinkRenewed
    | SeatsCut
    | ManifestPublished
    | Voided
    | DealStarted
    | DealEnded
    | DealEntered
    | DealCorrected
    | DealStruckOut
    | Claimed
)
Happening: TypeAlias = Facts[Any] | Announcement


def announced(announcement: Announcement, teller: Phraser, names: Mapping[int, str]) -> str:
    """Return an announcement as a sentence.

    `teller` holds the table's texts and the names of the chairs; `names` are those of the members. The page does the
    same in `web/src/text/announcing.ts`.
    """
    fields: dict[str, Any] = {name: getattr(announcement, name) for name in announcement.__struct_fields__}
    name = fields.get("name") or names.get(fields.get("member", -1))  # PF-38: a name can be erased
    someone = texts.TEXTS["someone"].say(teller.lang)
    fields["name"] = name or someone
    if "seat" in fields:
        fields["number"] = fields["seat"] + 1
    if isinstance(announcement, ManifestPublished | Voided):
        seats = announcement.withheld if isinstance(announcement, Voided) else announcement.contributors
        fields["people"] = listed([teller.name(seat) for seat in seats], teller.lang)
    if isinstance(announcement, LeftOut):
        known = announcement.by in ("host", "self")
        fields["by"] = teller.say(f"happened.by_{announcement.by}") if known else teller.name(int(announcement.by))
    if isinstance(announcement, Voided) and announcement.why != "withheld":
        return teller.say(f"happened.voided_{announcement.why}", **fields)
    if "sheet" in fields:
        game = load(fields["game"])
        fields["rules"] = fields.get("sheet_name") or sheets.called(game, fields["sheet"], teller.lang)
        fields["game"] = game.presentation.title.say(teller.lang)
    if fields.get("emote"):
        fields["text"] = teller.say(f"emote.{fields['emote']}")
    if isinstance(announcement, DealStarted | DealEnded) and announcement.deal == 0:  # PF-46
        return teller.say(
            "happened.lesson_started" if isinstance(announcement, DealStarted) else "happened.lesson_ended"
        )
    if isinstance(announcement, EnterersChanged):
        fields["who"] = teller.say(f"happened.enterers_{announcement.who}")
    text = teller.say(f"happened.{tag_of(type(announcement))}", **fields)
    if isinstance(announcement, GameChanged) and announcement.watching:
        people = listed([names.get(member) or someone for member in announcement.watching], teller.lang)
        return f"{text} {teller.say('happened.now_watching', people=people)}"
    return " ".join([text, *_sat_out(announcement, teller)]) if isinstance(announcement, DealStarted) else text


def _sat_out(started: DealStarted, teller: Phraser) -> list[str]:
    """Return sentences about the people who sit a deal out, and about who deals in the place of one."""
    without = [chair for chair in started.out if chair not in started.played_for]
    told = {"happened.deal_without": without, "happened.deal_played_for": started.played_for}
    lines = [
        teller.say(key, people=listed([teller.name(chair) for chair in chairs], teller.lang))
        for key, chairs in told.items()
        if chairs
    ]
    if started.dealer is not None:
        lines.append(teller.say("happened.deal_dealer", name=teller.name(started.dealer)))
    return lines
