"""RT-2: commands at a table with real cards: to enter and correct deals, and to claim a person there.

The number of the deal guards an entry, not the state that its client had seen: entries made without a connection are
sent later, in order, and each counts once.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from chieu.core import codec
from chieu.core.cards import BadCard
from chieu.core.game import AnyGame, Refusal
from chieu.core.scoring.score import read_entry, scoring_of
from chieu.games import load
from chieu.online.protocol import commands
from chieu.online.protocol.announcements import EnterersChanged, LineOffered, Sat, SatIn
from chieu.online.protocol.commands import AnyCommand
from chieu.online.protocol.fields import Enterers
from chieu.online.protocol.names import TEXT_AT_MOST, clean
from chieu.online.table.entered import DEALS_AT_MOST, changed, next_deal, scored
from chieu.online.table.entries import Corrected, Entered, MemberClaimed, PersonNamed, StruckOut
from chieu.online.table.fold import Fresh, Transaction
from chieu.online.table.ledger import member_line
from chieu.online.table.seating import (
    MEMBERS_AT_MOST,
    chair_at,
    chair_of,
    claimable,
    free_name,
    has_phone,
    host,
    host_only,
    next_member,
    not_admitted,
    own_chair,
)
from chieu.online.table.state import EnteredDeal, TableState

_NUMBER_AT_MOST: Final = 2**31
_PERSON_BYTES: Final = 12

# Commands of a table with real cards only, and those that every table takes.
RealCommand: TypeAlias = (
    commands.Enter
    | commands.Correct
    | commands.StrikeOut
    | commands.OfferLine
    | commands.LetEnter
    | commands.PutPerson
    | commands.Rename
    | commands.Claim
    | commands.SitIn
)
_REAL: Final = get_args(RealCommand)
_SHARED: Final = (
    commands.Join,
    commands.Sit,
    commands.Rise,
    commands.Leave,
    commands.Back,
    commands.Change,
    commands.Free,
    commands.Remove,
    commands.Admit,
    commands.Lock,
    commands.RenewLink,
    commands.PassHost,
    commands.SitOut,
    commands.CutSeats,
    commands.Say,
    commands.SendEmote,
    commands.Forget,
)


def check_kind(state: TableState, command: AnyCommand) -> None:
    """Refuse commands that deal cards at a table with real cards, and the reverse."""
    if not state.real:
        if isinstance(command, _REAL):
            raise Refusal("dealt_cards", "RT-2")
        return
    deals = isinstance(command, commands.CutSeats) and command.deal
    timed = isinstance(command, commands.Change) and command.clock is not None
    if deals or timed or not isinstance(command, (*_SHARED, *_REAL)):
        raise Refusal("real_cards", "RT-2")


def check_scorable(game: AnyGame, rules: Any, seats: int) -> None:
    """RT-1: refuse a sheet that people cannot play with real cards here."""
    if game.extras.scoring is None:
        raise Refusal("no_scoring", "RT-8")
    if game.closed(rules, seats):
        raise Refusal("house_seat", "RT-1")


# Deals


def enter(transaction: Transaction, member: int, command: commands.Enter) -> None:
    """Enter the next deal."""
    state = transaction.state
    _check_enterer(state, member)
    _check_next(state, command.deal)
    if (command.game, command.sheet) != (state.game.name, state.sheet):
        raise Refusal("other_rules", "RT-5")
    chairs = command.chairs
    taken = [number for number, chair in enumerate(state.chairs) if chair.member is not None]
    if not chairs or list(chairs) != sorted(set(chairs)) or not set(chairs) <= set(taken):
        raise Refusal("bad_chairs", "RT-5")
    entry = _plain(state.game, command.entry)
    deal = next_deal(state, chairs)
    scored(state.entered[-1] if state.entered else None, replace(deal, entry=codec.encode(entry).decode()))
    transaction.add(Entered(chairs, deal.host, deal.places, entry, member))


def correct(transaction: Transaction, member: int, command: commands.Correct) -> None:
    """Replace the entry of a deal; it counts again if it was struck out."""
    state = transaction.state
    _check_enterer(state, member)
    deal = _entered_deal(state, command.deal)
    entry = _plain(load(deal.game), command.entry)
    text = codec.encode(entry).decode()
    if text == deal.entry and not deal.struck:
        raise Refusal("no_change")
    changed(state.entered, replace(deal, entry=text, struck=False))
    transaction.add(Corrected(deal.number, entry, member, clean(command.note, TEXT_AT_MOST)))


def strike_out(transaction: Transaction, member: int, command: commands.StrikeOut) -> None:
    """Let a deal count no longer."""
    state = transaction.state
    _check_enterer(state, member)
    deal = _entered_deal(state, command.deal)
    if deal.struck:
        raise Refusal("no_change")
    changed(state.entered, replace(deal, struck=True))
    transaction.add(StruckOut(deal.number, member, clean(command.note, TEXT_AT_MOST)))


def offer_line(transaction: Transaction, member: int, command: commands.OfferLine) -> None:
    """Offer one's own line of the next deal to the person who enters it."""
    state = transaction.state
    if state.enterers == "host":
        raise Refusal("may_not_enter", "RT-5")
    _check_next(state, command.deal)
    chair = own_chair(state, member)
    line = None if command.line is None else _plain_line(state.game, command.line)
    before = state.offered.get(chair)
    if before == (None if line is None else codec.encode(line).decode()):
        raise Refusal("no_change")
    transaction.add(LineOffered(transaction.seq, member, chair, command.deal, line))


def let_enter(transaction: Transaction, member: int, command: commands.LetEnter) -> None:
    """Decide who may enter deals."""
    host_only(transaction.state, member)
    if transaction.state.enterers == command.who:
        raise Refusal("no_change")
    transaction.add(EnterersChanged(transaction.seq, member, command.who))


def may_enter(enterers: Enterers, member: int | None, owner: int, hosting: int) -> bool:
    """Tell whether a member may enter deals; None is not a member."""
    return member is not None and (enterers == "all" or member in (owner, hosting))


def _check_enterer(state: TableState, member: int) -> None:
    if not may_enter(state.enterers, member, state.owner, host(state)):
        raise Refusal("may_not_enter", "RT-5")


def _check_next(state: TableState, deal: int) -> None:
    """Require that a deal is the next one to enter."""
    following = len(state.entered) + 1
    if deal != following:
        raise Refusal("deal_entered" if 0 < deal < following else "deal_ahead", "RT-5", deal=deal, next=following)
    if following > DEALS_AT_MOST:
        raise Refusal("too_many_deals", "RT-5", most=DEALS_AT_MOST)


def _entered_deal(state: TableState, number: int) -> EnteredDeal:
    if not 0 < number <= len(state.entered):
        raise Refusal("no_such_deal", "RT-5", deal=number)
    return state.entered[number - 1]


def _plain(game: AnyGame, entry: Any) -> Any:
    """Return an entry in the form that the log stores. Refuse anything that is not an entry of the game."""
    _check_numbers(entry)
    return codec.plain(read_entry(game, entry))


def _plain_line(game: AnyGame, line: Any) -> Any:
    """Return a line in the form that the log stores. Refuse anything that is not a line of the game."""
    _check_numbers(line)
    kind = get_args(get_type_hints(scoring_of(game).entry)["lines"])[0]
    try:
        return codec.plain(msgspec.convert(line, kind, dec_hook=codec.decode_card))
    except (BadCard, msgspec.ValidationError) as bad:
        raise Refusal("bad_entry", "RT-4", problem=str(bad)) from None


def _check_numbers(entry: Any) -> None:
    """Bound the numbers of an entry: games compute with 64-bit integers, JSON numbers have any size."""
    parts = [entry]
    while parts:  # a recursion could be as deep as a client likes
        part = parts.pop()
        if isinstance(part, dict):
            parts.extend(part.values())
        elif isinstance(part, list):
            parts.extend(part)
        elif isinstance(part, int) and abs(part) >= _NUMBER_AT_MOST:
            raise Refusal("bad_entry", "RT-4", problem="a number is out of bounds")


# People


def put_person(transaction: Transaction, member: int, command: commands.PutPerson) -> None:
    """Seat a person without a phone: a new one, or one who lost their chair."""
    state = transaction.state
    host_only(state, member)
    if chair_at(state, command.seat).member is not None:
        raise Refusal("seat_taken", "PF-1", seat=command.seat)
    if command.member is None:
        add_person(transaction, command.name, command.seat)
        return
    if not claimable(state, command.member):
        raise Refusal("not_claimable", "RT-1")
    if chair_of(state, command.member) is not None:
        raise Refusal("no_change")
    transaction.add(Sat(transaction.seq, command.member, command.seat))


def add_person(transaction: Transaction, name: str, chair: int, person: str = "") -> None:
    """Add a person without a phone who takes a chair. `person`: their id from an earlier evening."""
    number = next_member(transaction.state)
    if number is None:
        raise Refusal("table_full", "PF-34", most=MEMBERS_AT_MOST)
    name = free_name(transaction.state, name, number)
    transaction.add(PersonNamed(number, name, person or new_person(transaction.fresh)))
    transaction.add(Sat(transaction.seq, number, chair))


def rename(transaction: Transaction, member: int, command: commands.Rename) -> None:
    """Change the name of a person without a phone."""
    state = transaction.state
    host_only(state, member)
    if not claimable(state, command.member):
        known = 0 <= command.member < len(state.members) and has_phone(state, command.member)
        raise Refusal("has_phone" if known else "no_such_member", "RT-1")
    person = state.members[command.member]
    name = free_name(state, command.name, command.member)
    if name == person.name:
        raise Refusal("no_change")
    transaction.add(PersonNamed(command.member, name, person.person))


def claim(transaction: Transaction, guest: str, member: int | None, command: commands.Claim) -> None:
    """Make a guest the person without a phone that they say they are."""
    state = transaction.state
    if member is None:
        if code := not_admitted(state, guest, command.key):
            raise Refusal(code, "PF-8")
    elif chair_of(state, member) is not None or member_line(member) in state.ledger or member == state.owner:
        raise Refusal("already_playing", "RT-2")
    if not claimable(state, command.member):
        raise Refusal("not_claimable", "RT-2")
    transaction.add(MemberClaimed(command.member, guest))


def sit_in(transaction: Transaction, member: int, command: commands.SitIn) -> None:
    """Let a person play again who sat out."""
    state = transaction.state
    chair = chair_at(state, command.seat)
    if chair.member is None:
        raise Refusal("nobody_there", "PF-8", seat=command.seat)
    if chair.member != member:
        host_only(state, member)
    if not chair.out:
        raise Refusal("no_change")
    transaction.add(SatIn(transaction.seq, command.seat))


def new_person(fresh: Fresh) -> str:
    """Draw the id of a person without a phone."""
    return fresh.draw(_PERSON_BYTES).hex()
