"""PF-38, PF-47: the scorebook of a table: results and the reasons for them.

It is made from the log and stays when the log is deleted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from chieu.core import codec
from chieu.core.outcome import Hand, Outcome
from chieu.games import load
from chieu.online.protocol.personas import personas
from chieu.online.protocol.views import HandOver, LedgerLine
from chieu.online.table.entries import AnyEntry, Ended, Moved, Started, rules_by
from chieu.online.table.ledger import HOUSE, is_bot, member_line
from chieu.online.table.project import entered_info, outcome, table_view
from chieu.online.table.state import EnteredDeal, TableState

_MOMENTS: Final = 6


class ScorebookDeal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished deal: when it ended (milliseconds since 1970), its game, sheet, players and payoff.

    Everything is by seat; `chairs` has the chair of each. A seat without a name was played by a person who erased it,
    unless it is in `bots` or `house`. `lines` are ledger lines of the table, `accounts` the index of each seat's line
    in the scorebook's ledger. Clients get `accounts` only. `outcome` explains the result as a spectator may know it.

    RT-5: a deal with real cards was `entered` as `entry`, with this `host` and `match`. It may have been corrected, so
    often, or `struck` out: then it counts nowhere. `changed_by` is the member who last did that, with a `note`.
    """

    deal: int
    at: int
    game: str
    sheet: str
    names: tuple[str, ...]
    payoff: tuple[int, ...]
    chairs: tuple[int, ...] = ()
    bots: tuple[int, ...] = ()
    house: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()
    outcome: Outcome | None = None
    accounts: tuple[int, ...] = ()
    entered: bool = False
    entry: Any = None
    host: int = 0
    corrections: int = 0
    struck: bool = False
    changed_by: int | None = None
    note: str = ""
    match: Any = None


class Moment(msgspec.Struct, frozen=True):
    """A rare hand or play of an evening, with its deal, game and account."""

    deal: int
    game: str
    account: int
    hand: Hand


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the ledger over an evening.

    `streak` is the most deals won in a row. `run` is the current run: positive if won, negative if lost. A deal with a
    payoff of zero ends both.
    """

    deals: int = 0
    won: int = 0
    lost: int = 0
    best: int = 0
    worst: int = 0
    streak: int = 0
    run: int = 0


class Scorebook(msgspec.Struct, frozen=True, omit_defaults=True):
    """The evening at a table, or a page of it.

    `opened` and `retired` are in milliseconds since 1970; `retired` is 0 while the log exists. `deals_played` counts
    all deals, including those on other pages or with unreadable entries. `standings` (in the order of the ledger) and
    `moments` (the rarest first) are computed from `deals`. `personas`: the bot persona of each chair. `hand_overs`
    settle the ledger among people, who won the `remainder` from bots. PF-11: `games` are those played so far, in that
    order; `game` and `sheet` are those of the next deal. RT-2: the deals of a `real` table were entered, and so many of
    all of them are `struck` out.
    """

    table: str
    game: str
    sheet: str
    opened: int
    retired: int
    deals_played: int
    deals: tuple[ScorebookDeal, ...] = ()
    ledger: tuple[LedgerLine, ...] = ()
    hand_overs: tuple[HandOver, ...] = ()
    remainder: int = 0
    sheet_name: str = ""
    standings: tuple[Standing, ...] = ()
    moments: tuple[Moment, ...] = ()
    personas: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    real: bool = False
    struck: int = 0


class StoredScorebook(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scorebook with its private data, none of which is sent to clients.

    `guests` maps guests to names, so that they can be erased, and `members` to numbers; `persons` does so for those who
    were at the table without a phone at first. `key` is the key of the link, and `locked` keeps strangers out.
    `before`, `evening` and `continued` place it among the evenings of a group.
    """

    book: Scorebook
    guests: dict[str, str] = {}
    key: str = ""
    members: dict[str, int] = {}
    before: str = ""
    evening: int = 1
    continued: str = ""
    locked: bool = False
    persons: dict[str, int] = {}


_decoder: Final = codec.decoder(StoredScorebook)


def result_of(span: Sequence[AnyEntry]) -> ScorebookDeal | None:
    """Return the result of a deal from its entries; None if they are not those of a whole deal."""
    started, ended = span[0].event, span[-1].event
    if not isinstance(started, Started) or not isinstance(ended, Ended):
        return None
    bots = tuple(seat for seat, name in enumerate(started.players) if is_bot(name))
    house = tuple(seat for seat, name in enumerate(started.players) if name == HOUSE)
    names = tuple("" if seat in bots or seat in house else name for seat, name in enumerate(started.players))
    return ScorebookDeal(
        started.deal,
        span[-1].at,
        started.game,
        started.sheet,
        names,
        ended.payoff,
        started.chairs,
        bots,
        house,
        ended.lines,
    )


def book_deal(span: Sequence[AnyEntry]) -> ScorebookDeal | None:
    """Return the result of a deal with its public outcome, for which the deal is replayed."""
    result, started = result_of(span), span[0].event
    if result is None or not isinstance(started, Started):
        return None
    game = load(started.game)
    state = game.start(rules_by(game.name, started.sheet), len(started.players), started.match, started.host)
    for entry in span:
        if isinstance(entry.event, Moved):
            state, _ = game.apply(state, entry.event.seat, entry.event.action)
    return replace(result, outcome=outcome(game, state))


def entered_deal(state: TableState, deal: EnteredDeal) -> ScorebookDeal:
    """RT-5: return a deal that was played with real cards, with its outcome unless it is struck out."""
    info = entered_info(state, deal)
    return ScorebookDeal(
        info.deal,
        info.at,
        info.game,
        info.sheet,
        info.names,
        info.payoff,
        info.chairs,
        lines=tuple(member_line(member) for member in info.members),
        outcome=info.outcome,
        entered=True,
        entry=info.entry,
        host=info.host,
        corrections=info.corrections,
        struck=info.struck,
        changed_by=info.changed_by,
        note=info.note,
        match=info.match,
    )


def keep(state: TableState, opened: int, now: int, deals: Sequence[ScorebookDeal]) -> StoredScorebook:
    """Return the scorebook to store when a table is retired."""
    book = replace(current(state, opened, deals), retired=now)
    return StoredScorebook(
        book,
        {member.guest: member.name for member in state.members if member.guest and member.name},
        state.key,
        dict(state.by_guest),
        state.before,
        state.evening,
        state.continued,
        state.locked,
        persons_of(state),
    )


def persons_of(state: TableState) -> dict[str, int]:
    """RT-1: return the numbers of the members who were at the table without a phone at first, by person."""
    return {member.person: number for number, member in enumerate(state.members) if member.person}


def current(state: TableState, opened: int, deals: Sequence[ScorebookDeal]) -> Scorebook:
    """Return the scorebook of a table as of now."""
    view = table_view(state)
    return Scorebook(
        table=state.id,
        game=state.game.name,
        sheet=state.sheet,
        opened=opened,
        retired=0,
        deals_played=state.deals,
        deals=tuple(placed(state, deal) for deal in deals),
        ledger=view.ledger,
        hand_overs=view.hand_overs,
        remainder=view.remainder,
        sheet_name=state.sheet_name,
        games=state.games,
        real=state.real,
        struck=sum(deal.struck for deal in state.entered),
    )


def placed(state: TableState, deal: ScorebookDeal) -> ScorebookDeal:
    """Return the deal with its accounts, the indices of its lines in the current ledger."""
    places = {line: place for place, line in enumerate(state.ledger)}
    return replace(deal, accounts=tuple(places[line] for line in deal.lines))


def served(book: Scorebook) -> Scorebook:
    """Return the scorebook for clients, with standings and moments."""
    deals = book.deals
    chairs = max((1 + max(deal.chairs) for deal in deals if deal.chairs), default=0)
    return replace(
        book,
        deals=tuple(replace(deal, lines=()) for deal in deals),
        standings=standings([(deal.accounts, deal.payoff) for deal in deals if not deal.struck], len(book.ledger)),
        moments=_moments(deals),
        personas=personas(book.table, chairs),
    )


def standings(deals: Sequence[tuple[Sequence[int], Sequence[int]]], accounts: int) -> tuple[Standing, ...]:
    """Return the standing of each account from the deals in order.

    A deal is the account and the payoff of each seat. An account with two seats gets the sum.

    >>> standings([((0, 1), (5, -5)), ((0, 1), (2, -2)), ((1, 0), (1, -1))], 2)[0]
    Standing(deals=3, won=2, lost=1, best=5, worst=-1, streak=2, run=-1)
    """
    out = [Standing()] * accounts
    for seats, payoff in deals:
        chips: Counter[int] = Counter()
        for account, won in zip(seats, payoff, strict=False):
            chips[account] += won
        for account, won in chips.items():
            out[account] = _after(out[account], won)
    return tuple(out)


def _after(before: Standing, chips: int) -> Standing:
    won, lost = chips > 0, chips < 0
    run = max(before.run, 0) + 1 if won else min(before.run, 0) - 1 if lost else 0
    return Standing(
        before.deals + 1,
        before.won + won,
        before.lost + lost,
        max(before.best, chips),
        min(before.worst, chips),
        max(before.streak, run),
        run,
    )


def _moments(deals: Sequence[ScorebookDeal]) -> tuple[Moment, ...]:
    """Return the rarest hands and plays; ties in the order of their deals."""
    rare = [(deal, hand) for deal in deals if deal.outcome is not None for hand in deal.outcome.rare]
    rare.sort(key=lambda pair: (-pair[1].rare, pair[0].deal))
    return tuple(Moment(deal.deal, deal.game, deal.accounts[hand.seat], hand) for deal, hand in rare[:_MOMENTS])


def without(stored: StoredScorebook, guest: str) -> StoredScorebook | None:
    """Return the scorebook without a guest's name; None if it is not in it."""
    name = stored.guests.get(guest)
    if name is None:
        return None
    own_accounts = {place for place, line in enumerate(stored.book.ledger) if line.name == name}
    deals = []
    for deal in stored.book.deals:  # the person may have other names in seats that are theirs by the ledger
        accounts = zip(deal.names, deal.accounts, strict=True)
        names = ["" if other == name or account in own_accounts else other for other, account in accounts]
        note = "" if deal.changed_by == stored.members.get(guest, -1) else deal.note
        deals.append(replace(deal, names=tuple(names), note=note))
    ledger = tuple(replace(line, name="") if line.name == name else line for line in stored.book.ledger)
    others = {other: other_name for other, other_name in stored.guests.items() if other != guest}
    return replace(stored, book=replace(stored.book, deals=tuple(deals), ledger=ledger), guests=others)


def write(stored: StoredScorebook) -> bytes:
    """Serialize a scorebook for the archive."""
    return codec.encode(stored)


def read(raw: bytes) -> StoredScorebook:
    """Read a scorebook from the archive."""
    return _decoder.decode(raw)
