"""PF-47: the evenings of a group of friends, with one ledger over all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from chieu.online.history.scorebook import Scorebook
from chieu.online.protocol.views import HandOver, LedgerLine
from chieu.online.table.ledger import settled

_BOTS = "bots"
_HOUSE = "house"


class GroupEvening(msgspec.Struct, frozen=True, omit_defaults=True):
    """One evening: its number, when its table was opened (milliseconds since 1970), and everybody's chips.

    PF-11: `games` are those played, or the one to be played first. `chips` follow the group's ledger, null for
    people who were not there. `table` is set only if the reader may open its scorebook.
    """

    evening: int
    games: tuple[str, ...]
    opened: int
    deals: int
    chips: tuple[int | None, ...]
    table: str = ""
    sheet_name: str = ""


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Evenings, the latest first, and their totals.

    In the ledger people come first; all bots share one line without a name, and the house has another. `hand_overs`
    settle it among people, who won the `remainder` from bots. `earlier`: there were more evenings before.
    """

    evenings: tuple[GroupEvening, ...]
    ledger: tuple[LedgerLine, ...]
    hand_overs: tuple[HandOver, ...] = ()
    remainder: int = 0
    earlier: bool = False


class EveningRead(NamedTuple):
    """An evening as stored: its scorebook (deals are not needed), its number, and the members by guest.

    RT-1: `persons` are the members who were at the table without a phone at first.
    """

    book: Scorebook
    evening: int
    members: Mapping[str, int]
    persons: Mapping[str, int] = {}


def group(evenings: Sequence[EveningRead], reader: str | None, own: str, earlier: bool) -> Group:
    """Return the evenings, the latest first, as `reader` sees them, who came by the link of `own`.

    People are identified by their guest id whatever their name; the latest name is shown. RT-1: a person without a
    phone is the guest who claimed them, in whichever evening that was.
    """
    claims = _claims(evenings)
    names: dict[str, str] = {}
    won: list[Counter[str]] = []
    from_house: Counter[str] = Counter()
    for evening in evenings:
        owners = _owners(evening, claims)
        chips: Counter[str] = Counter()
        for person, line in zip(owners, evening.book.ledger, strict=True):
            chips[person] += line.chips
            from_house[person] += line.from_house
            names.setdefault(person, line.name)
        won.append(chips)
    people = [person for person in names if person not in (_BOTS, _HOUSE)]
    order = [*people, *(line for line in (_BOTS, _HOUSE) if line in names)]
    totals = [sum(chips[person] for chips in won) for person in order]
    ledger = [
        LedgerLine(names[person], total, place if person in people else None, person == _HOUSE, from_house[person])
        for place, (person, total) in enumerate(zip(order, totals, strict=True))
    ]
    shown = [
        GroupEvening(
            evening.evening,
            evening.book.games or (evening.book.game,),
            evening.book.opened,
            evening.book.deals_played - evening.book.struck,
            tuple(chips.get(person) for person in order),
            evening.book.table if evening.book.table == own or reader in evening.members else "",
            evening.book.sheet_name,
        )
        for evening, chips in zip(evenings, won, strict=True)
    ]
    return Group(tuple(shown), tuple(ledger), *settled(ledger), earlier)


def _claims(evenings: Sequence[EveningRead]) -> dict[str, str]:
    """Return the guest that claimed each person without a phone, in the latest evening that knows."""
    claims: dict[str, str] = {}
    for evening in evenings:
        guests = {number: guest for guest, number in evening.members.items()}
        for person, number in evening.persons.items():
            if number in guests:
                claims.setdefault(person, guests[number])
    return claims


def _owners(evening: EveningRead, claims: Mapping[str, str]) -> list[str]:
    """Return the person of each line of an evening's ledger.

    A guest who is no longer known counts as a person of their own.
    """
    guests = {number: claims.get(person, f"person {person}") for person, number in evening.persons.items()}
    guests |= {number: guest for guest, number in evening.members.items()}
    return [
        _HOUSE
        if line.house
        else _BOTS
        if line.member is None
        else guests.get(line.member, f"{evening.book.table} {line.member}")
        for line in evening.book.ledger
    ]
