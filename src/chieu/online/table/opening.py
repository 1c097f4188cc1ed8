"""PF-1: open a table. PF-47: open the next evening, a new table with the same people, seats and rules.

A group of friends is a chain of tables: each knows the one before it, and the old one knows the next. There is no list
of groups and no account: the members of an evening are those known at its table.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from chieu.bots import bots_of
from chieu.core import sheets
from chieu.core.game import AnyGame, Illegal, Refusal, Seat
from chieu.core.options import BadRules
from chieu.games import UnknownGame, load
from chieu.online.protocol.announcements import BotSat, Sat
from chieu.online.protocol.commands import OpenTable
from chieu.online.protocol.names import SHEET_NAME_AT_MOST, apart, clean
from chieu.online.protocol.personas import reserved_names
from chieu.online.table import lesson
from chieu.online.table.entries import Disconnected, Entry, GuestJoined, MemberClaimed, Opened, PersonNamed
from chieu.online.table.fold import Fresh, Transaction, fold
from chieu.online.table.ledger import member_line, member_of_line
from chieu.online.table.real import add_person, check_scorable, new_person
from chieu.online.table.seating import free_name, has_phone, is_banned, name_of, open_chairs, present
from chieu.online.table.shuffling import open_shuffle
from chieu.online.table.state import Member, TableState

_KEY_BYTES: Final = 12


def open_table(
    order: OpenTable, guest: str, table: str, secret: bytes, now: int, fresh: Fresh, epoch: str = ""
) -> Transaction:
    """PF-1: return the transaction that opens a table. Raise `Refusal` if the order is invalid."""
    game = game_named(order.game)
    rules = rules_of(game, order.sheet or next(iter(game.presets)), order.options)
    sheet = sheet_of(game, rules, order.seats)
    if order.real:
        _check_real(order)
        check_scorable(game, rules, order.seats)
    elif order.names or order.dealer is not None:
        raise Refusal("dealt_cards", "RT-2")
    name = apart(name_of(order.name), () if order.real else reserved_names())
    open_chairs = _open_seats(game, rules, order.seats)
    own = _own_seat(order, open_chairs)
    others = [seat for seat in open_chairs if seat != own]
    if len(order.bots) > len(others):
        raise Refusal("too_many_bots", "PF-1", most=len(others))
    if len(order.names) > len(others):
        raise Refusal("too_many_names", "RT-1", most=len(others))
    first_dealer = others[0] if order.bot_hosts else order.dealer
    seats, clock, pace = order.seats, order.clock, order.pace
    title = clean(order.sheet_name, SHEET_NAME_AT_MOST)
    opened = Opened(
        table,
        secret.hex(),
        game.name,
        sheet,
        seats,
        clock,
        pace,
        first_dealer,
        epoch,
        order.wait,
        title,
        lesson=order.lesson,
        real=order.real,
        enterers=order.enterers,
    )
    transaction = _begin(opened, now, fresh)
    transaction.add(GuestJoined(guest, name))
    transaction.add(Sat(transaction.seq, 0, own))
    for seat, bot in zip(others, order.bots, strict=False):
        transaction.add(BotSat(transaction.seq, seat, known_bot(game, bot)))
    if order.lesson and not lesson.is_due(transaction.state):
        raise Refusal("no_lesson", "PF-46")
    for seat, other in zip(others, order.names, strict=False):
        add_person(transaction, other, seat)
    if not order.real:
        open_shuffle(transaction, 1, 0)
    return transaction


def _check_real(order: OpenTable) -> None:
    """RT-1: refuse at a table with real cards whatever needs dealt ones."""
    if order.bots or order.bot_hosts or order.clock is not None or order.lesson:
        raise Refusal("real_cards", "RT-2")
    if order.dealer is not None and order.dealer >= order.seats:
        raise Refusal("no_such_seat", seat=order.dealer, seats=order.seats)


def _begin(opened: Opened, now: int, fresh: Fresh) -> Transaction:
    """Return a transaction with the first entry of a table."""
    first = Entry(now, opened)
    transaction = Transaction(fold(None, first), now, fresh)
    transaction.entries.append(first)
    return transaction


def _open_seats(game: AnyGame, rules: Any, seats: int) -> list[Seat]:
    """Return the seats that people and bots can take."""
    closed = game.closed(rules, seats)
    return [seat for seat in range(seats) if seat not in closed]


def _own_seat(order: OpenTable, open_chairs: list[Seat]) -> Seat:
    """Return the creator's seat: their choice, the first open one, or the second after a bot that hosts."""
    if order.bot_hosts and not order.bots:
        raise Refusal("no_bot_to_host", "PF-1")
    if order.seat is None:
        return open_chairs[min(int(order.bot_hosts), len(open_chairs) - 1)]
    if order.seat >= order.seats:
        raise Refusal("no_such_seat", seat=order.seat, seats=order.seats)
    if order.seat not in open_chairs:
        raise Refusal("seat_closed", "PF-1", seat=order.seat)
    return order.seat


def open_again(
    old: TableState,
    last: Mapping[int, str],
    guest: str,
    table: str,
    secret: bytes,
    now: int,
    fresh: Fresh,
    epoch: str = "",
    dealt: bool = False,
) -> Transaction:
    """Return the transaction that opens the next evening.

    `last` are the ledger lines of the chairs in the last deal, so that people who left since get their seats too. The
    link has a key from the start: strangers who read at the old table where it goes on learn nothing from that.

    The guest who opens it becomes the owner, unless the owner of the old table is present and seated. Then the guest
    only acts for them until they come.

    RT-7: with `dealt`, an evening with real cards goes on with dealt ones, for those of its people who have a phone.
    """
    opener, real = may_open(old, guest), old.real and not dealt
    chairs = _chairs(old, last, opener)
    if opener not in chairs.values():
        free = [chair for chair in open_chairs(old) if chair not in chairs and not old.chairs[chair].level]
        chairs |= dict.fromkeys(free[:1], opener)
    opened = Opened(
        table,
        secret.hex(),
        old.game.name,
        old.sheet,
        len(old.chairs),
        old.clock,
        old.pace,
        old.first_dealer if real == old.real else None,
        epoch,
        old.wait,
        old.sheet_name,
        old.id,
        old.evening + 1,
        link_key(fresh),
        real=real,
        enterers=old.enterers,
    )
    transaction = _begin(opened, now, fresh)
    stays = old.owner in chairs.values() and present(old.members[old.owner])
    for member in dict.fromkeys([old.owner if stays else opener, opener, *chairs.values()]):
        number = len(transaction.state.members)
        phone = has_phone(old, member)
        if not phone and not real:
            continue
        name = free_name(transaction.state, old.members[member].name, number)  # bots can sit at dealt tables only
        _bring(transaction, number, replace(old.members[member], name=name), phone)
        for chair in [chair for chair, sitter in chairs.items() if sitter == member]:
            transaction.add(Sat(transaction.seq, number, chair))
        if member != opener and phone:
            transaction.add(Disconnected(number, expected=True))  # their seat is kept, but no deal waits for them
    for place, occupant in enumerate(old.chairs):
        if occupant.level and place not in chairs:
            transaction.add(BotSat(transaction.seq, place, occupant.level))
    if not real:
        open_shuffle(transaction, 1, 0)
    return transaction


def _bring(transaction: Transaction, number: int, member: Member, phone: bool) -> None:
    """Bring a member to the next evening. RT-1: people who once had no phone stay the same person."""
    if phone and not member.person:
        transaction.add(GuestJoined(member.guest, member.name))
        return
    transaction.add(PersonNamed(number, member.name, member.person or new_person(transaction.fresh)))
    if phone:
        transaction.add(MemberClaimed(number, member.guest))


def may_open(old: TableState, guest: str) -> int:
    """Return the member who opens the next evening: anybody who played a deal at the table, or its owner.

    Others would get the evening of strangers, and a host's powers over it.
    """
    member = old.by_guest.get(guest)
    if member is None or not old.members[member].name or is_banned(old, guest):
        raise Refusal("not_joined", "PF-1")
    if member_line(member) not in old.ledger and member != old.owner:
        raise Refusal("not_played", "PF-47")
    return member


def _chairs(old: TableState, last: Mapping[int, str], opener: int) -> dict[int, int]:
    """Return the member of each chair: the current one or, for an empty chair, that of the last deal.

    Members who erased their name have left for good. RT-2: at a table with real cards, removed ones keep their chairs.
    """
    taken = {chair.member for chair in old.chairs if chair.member is not None}
    members: dict[int, int] = {}
    for chair in open_chairs(old):
        member = old.chairs[chair].member
        if member is None and not old.chairs[chair].level:
            before = member_of_line(last.get(chair, ""))
            if before is not None and before not in taken and before < len(old.members):
                member = before
        if member is not None and member not in members.values() and old.members[member].name:
            if member == opener or old.real or not is_banned(old, old.members[member].guest):
                members[chair] = member
    return members


def link_key(fresh: Fresh) -> str:
    """Draw the key of a link. It derives from nothing, so a restored backup cannot bring back an old link."""
    return urlsafe_b64encode(fresh.draw(_KEY_BYTES)).decode()


def game_named(name: str) -> AnyGame:
    """Return a game by name. Refuse an unknown one."""
    try:
        return load(name)
    except UnknownGame:
        raise Refusal("unknown_game", "PF-1", game=clean(name, 32)) from None


def known_bot(game: AnyGame, bot: str) -> str:
    """Return a bot's name. Refuse one that the game does not have."""
    if bot not in bots_of(game):
        raise Refusal("unknown_bot", "PF-3", bot=clean(bot, 32), known=", ".join(bots_of(game)))
    return bot


def rules_of(game: AnyGame, sheet: str, options: dict[str, bool | int | str]) -> Any:
    """Return the rules of a sheet's code with some values changed."""
    try:
        return sheets.resolve(game, sheets.from_code(game, sheet), options)
    except BadRules as bad:
        raise _bad_rules(bad) from None


def sheet_of(game: AnyGame, rules: Any, seats: int) -> str:
    """Return the canonical code of the rules. Refuse if no deal can begin with so many seats."""
    try:
        game.start(rules, seats, None, next(iter(_open_seats(game, rules, seats)), 0))
    except BadRules as bad:
        raise _bad_rules(bad) from None
    except Illegal as bad:
        raise Refusal(bad.code, bad.rule, **bad.params) from None
    return sheets.code(game, rules, to_store=True)


def _bad_rules(bad: BadRules) -> Refusal:
    """Return the refusal of invalid rules; its text is the table's or the game's."""
    return Refusal(bad.code, "PF-2", **bad.params)
