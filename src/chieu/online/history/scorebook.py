"""PF-38, PF-47: the book of a table: who won what and why. It is made from the log, and stays when that is gone."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

import msgspec
from msgspec.structs import replace

from chieu.core import codec
from chieu.core.outcome import Hand, Outcome
from chieu.online.history.standings import Standing, standings
from chieu.online.protocol.personas import personas
from chieu.online.protocol.views import HandOver, LedgerLine
from chieu.online.table.project import table_view
from chieu.online.table.state import TableState

_MOMENTS: Final = 6


class BookDeal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal that was played: when it ended (milliseconds since 1970), by which sheet, who sat where and what they won.
    A seat without a name was somebody's who has taken theirs back; those in `bots` and `house` were nobody's. `lines`
    are those of the table's ledger, `outcome` says why it ended as it did, as anybody may know it. `accounts` has for
    each seat the place in the book's ledger of who won or lost there. What is served has no `lines`: `accounts` say
    the same."""

    deal: int
    at: int
    sheet: str
    names: tuple[str, ...]
    payoff: tuple[int, ...]
    bots: tuple[int, ...] = ()
    house: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()
    outcome: Outcome | None = None
    accounts: tuple[int, ...] = ()


class Moment(msgspec.Struct, frozen=True):
    """A rare hand or play of an evening: in which deal, and whose."""

    deal: int
    account: int
    hand: Hand


class Book(msgspec.Struct, frozen=True, omit_defaults=True):
    """The evening at a table, or a page of it. `opened` and `retired` are times in milliseconds since 1970; 0: the log
    is still there. `deals_played` counts all deals, also those that are not among `deals`: on other pages, or with
    entries that could not be read. What `deals` come to: `standings` in the order of the ledger, `moments` with the
    rarest first. `personas`: who a bot is in each seat."""

    table: str
    game: str
    sheet: str
    opened: int
    retired: int
    deals_played: int
    deals: tuple[BookDeal, ...] = ()
    ledger: tuple[LedgerLine, ...] = ()
    hand_overs: tuple[HandOver, ...] = ()
    sheet_name: str = ""
    standings: tuple[Standing, ...] = ()
    moments: tuple[Moment, ...] = ()
    personas: tuple[str, ...] = ()


class KeptBook(msgspec.Struct, frozen=True, omit_defaults=True):
    """A book as it is kept: with the guests who had a name, so that they can take it back, the key of the link, if it
    has one, and which evening of a group it was: everybody by their number here, and the tables before and after.
    None of this goes anywhere."""

    book: Book
    guests: dict[str, str] = {}
    key: str = ""
    members: dict[str, int] = {}
    before: str = ""
    evening: int = 1
    continued: str = ""


_kept: Final = codec.decoder(KeptBook)


def keep(state: TableState, opened: int, now: int, deals: Sequence[BookDeal]) -> KeptBook:
    """The book of a table as it is now, when it retires."""
    book = replace(current(state, opened, deals), retired=now)
    named = {member.guest: member.name for member in state.members if member.name}
    return KeptBook(book, named, state.key, dict(state.by_guest), state.before, state.evening, state.continued)


def current(state: TableState, opened: int, deals: Sequence[BookDeal]) -> Book:
    """The book of a table as it is now."""
    seen = table_view(state)
    return Book(
        table=state.id,
        game=state.game.name,
        sheet=state.sheet,
        opened=opened,
        retired=0,
        deals_played=state.deals,
        deals=tuple(placed(state, deal) for deal in deals),
        ledger=seen.ledger,
        hand_overs=seen.hand_overs,
        sheet_name=state.sheet_name,
    )


def placed(state: TableState, deal: BookDeal) -> BookDeal:
    """A deal with the places of its lines in the ledger as it is now."""
    places = {line: place for place, line in enumerate(state.ledger)}
    return replace(deal, accounts=tuple(places[line] for line in deal.lines))


def served(book: Book) -> Book:
    """The book as it is shown: with what its deals come to."""
    deals = book.deals
    seats = max((len(deal.payoff) for deal in deals), default=0)
    return replace(
        book,
        deals=tuple(replace(deal, lines=()) for deal in deals),
        standings=standings([(deal.accounts, deal.payoff) for deal in deals], len(book.ledger)),
        moments=_moments(deals),
        personas=personas(book.table, max(seats, *(1 + (line.seat or 0) for line in book.ledger), 0)),
    )


def _moments(deals: Sequence[BookDeal]) -> tuple[Moment, ...]:
    """The rarest hands and plays; equally rare ones in the order of their deals."""
    rare = [(deal, hand) for deal in deals if deal.outcome is not None for hand in deal.outcome.rare]
    rare.sort(key=lambda pair: (-pair[1].rare, pair[0].deal))
    return tuple(Moment(deal.deal, deal.accounts[hand.seat], hand) for deal, hand in rare[:_MOMENTS])


def without(kept: KeptBook, guest: str) -> KeptBook | None:
    """The book without a guest's name; None if they have none in it."""
    name = kept.guests.get(guest)
    if name is None:
        return None
    mine = {place for place, line in enumerate(kept.book.ledger) if line.name == name}
    deals = tuple(replace(deal, names=_names_without(deal, name, mine)) for deal in kept.book.deals)
    ledger = tuple(replace(line, name="") if line.name == name else line for line in kept.book.ledger)
    others = {other: theirs for other, theirs in kept.guests.items() if other != guest}
    return replace(kept, book=replace(kept.book, deals=deals, ledger=ledger), guests=others)


def _names_without(deal: BookDeal, name: str, mine: Set[int]) -> tuple[str, ...]:
    """Remove the name, and whatever else the person was called in seats that are theirs by the ledger."""
    return tuple(
        "" if called == name or account in mine else called
        for called, account in zip(deal.names, deal.accounts, strict=True)
    )


def write(kept: KeptBook) -> bytes:
    """A book as the archive keeps it."""
    return codec.encode(kept)


def read(raw: bytes) -> KeptBook:
    """A book from the archive."""
    return _kept.decode(raw)
