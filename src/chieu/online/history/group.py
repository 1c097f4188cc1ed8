"""PF-47: the evenings of a group of friends, and one ledger over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from chieu.online.history.scorebook import Book
from chieu.online.protocol.views import HandOver, LedgerLine
from chieu.online.table.ledger import hand_overs

_BOTS = "bots"
_HOUSE = "house"


class GroupEvening(msgspec.Struct, frozen=True, omit_defaults=True):
    """One evening: its number from 1, when its table was opened (milliseconds since 1970), and what everybody in the
    group's ledger won, null for who was not there. `table` only where the reader may open its book."""

    evening: int
    game: str
    opened: int
    deals: int
    chips: tuple[int | None, ...]
    table: str = ""
    sheet_name: str = ""


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Evenings, the latest first, and what they come to. In the ledger people are first; bots have one line together
    (without a name), the house another. If `earlier`, there were more before."""

    evenings: tuple[GroupEvening, ...]
    ledger: tuple[LedgerLine, ...]
    hand_overs: tuple[HandOver, ...] = ()
    earlier: bool = False


class EveningRead(NamedTuple):
    """An evening as its store has it: its book (no deals are needed), its number, and the members by guest."""

    book: Book
    evening: int
    members: Mapping[str, int]


def group(evenings: Sequence[EveningRead], reader: str | None, own: str, earlier: bool) -> Group:
    """What evenings, the latest first, come to for a guest, `reader`, who came by the link of `own`. A
    person is the same in all of them by who they are to the house, whatever they are called; the latest name is shown.
    """
    names: dict[str, str] = {}
    won: list[dict[str, int]] = []
    owed: dict[str, int] = {}
    for one in evenings:
        whose = _whose(one)
        chips: dict[str, int] = {}
        for person, line in zip(whose, one.book.ledger, strict=True):
            chips[person] = chips.get(person, 0) + line.chips
            names.setdefault(person, line.name)
        for moved in one.book.hand_overs:
            owed[whose[moved.taker]] = owed.get(whose[moved.taker], 0) + moved.chips
            owed[whose[moved.giver]] = owed.get(whose[moved.giver], 0) - moved.chips
        won.append(chips)
    people = [person for person in names if person not in (_BOTS, _HOUSE)]
    order = [*people, *(line for line in (_BOTS, _HOUSE) if line in names)]
    totals = [sum(chips.get(person, 0) for chips in won) for person in order]
    ledger = [
        LedgerLine(names[person], total, member=place if person in people else None, house=person == _HOUSE)
        for place, (person, total) in enumerate(zip(order, totals, strict=True))
    ]
    told = [
        GroupEvening(
            one.evening,
            one.book.game,
            one.book.opened,
            one.book.deals_played,
            tuple(chips.get(person) for person in order),
            one.book.table if one.book.table == own or reader in one.members else "",
            one.book.sheet_name,
        )
        for one, chips in zip(evenings, won, strict=True)
    ]
    settled = hand_overs(tuple(owed.get(person, 0) for person in order))
    return Group(tuple(told), tuple(ledger), settled, earlier)


def _whose(one: EveningRead) -> list[str]:
    """Whose each line of an evening's ledger is. Somebody whom the house knows no more is nobody else either."""
    guests = {number: guest for guest, number in one.members.items()}
    return [
        _HOUSE
        if line.house
        else _BOTS
        if line.member is None
        else guests.get(line.member, f"{one.book.table} {line.member}")
        for line in one.book.ledger
    ]
