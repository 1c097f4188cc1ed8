"""Who is where at a table. Asked with every command and for every viewer, so this is compiled where it can be.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from chieu.core.game import Seat
from chieu.online.table.ledger_lines import HOUSE, bot_line, member_line
from chieu.online.table.state import Chair, Member, TableState

MEMBERS_AT_MOST: Final = 100


def member_of(state: TableState, guest: str | None) -> int | None:
    """The member a guest is."""
    return None if guest is None else state.by_guest.get(guest)


def seat_of(state: TableState, member: int | None) -> Seat | None:
    """Where a member sits."""
    if member is not None:
        for seat, chair in enumerate(state.chairs):
            if chair.member == member and not chair.freed:
                return seat
    return None


def plays_from(state: TableState, member: int | None) -> Seat | None:
    """The seat whose hand a member may see: their own, unless they sit the deal out or came after it."""
    seat = seat_of(state, member)
    if seat is not None and state.deal is not None and (seat in state.deal.out or came_after(state, seat)):
        return None
    return seat


def came_after(state: TableState, seat: Seat) -> bool:
    """Whether who is in a seat took it when the last deal was over: its hand was somebody else's."""
    deal, chair = state.deal, state.chairs[seat]
    if deal is None or deal.payoff is None or empty(chair):
        return False
    return seat >= len(deal.sitters) or deal.sitters[seat] != chair.member


def empty(chair: Chair) -> bool:
    """Nobody has it."""
    return chair.member is None and not chair.level


def played_for(chair: Chair) -> bool:
    """No person is there to be waited for."""
    return chair.member is None or chair.away


def present(member: Member) -> bool:
    """They came, did not leave, and are connected as far as anybody knows."""
    return member.here and member.lost is None


def absent(state: TableState, seat: Seat) -> bool:
    """PF-9: the seat of a person who is away, or lost the connection."""
    chair = state.chairs[seat]
    return chair.member is not None and (chair.away or not present(state.members[chair.member]))


def skipped(state: TableState, seat: Seat) -> bool:
    """PF-9: the seat of a person whom a deal does not wait for: who is not here, or sits out."""
    return absent(state, seat) or state.chairs[seat].out


def attended(state: TableState) -> bool:
    """Whether anybody is here, be it to watch."""
    return any(present(member) for member in state.members)


def host(state: TableState) -> int:
    """Who may deal and change things: the owner or, while they are away, somebody here, preferably seated."""
    members, owner = state.members, state.owner
    if not members or present(members[owner]):
        return owner
    seated = {chair.member for chair in state.chairs if not chair.away}
    ranks = [(not present(one), number != owner, number not in seated, number) for number, one in enumerate(members)]
    return min(ranks)[-1]


def host_seat(state: TableState) -> Seat:
    """PF-1: who deals or banks where the game has one that does: the owner wherever they sit, or whoever acts for
    them; the bot that opened the table in their place, as long as it sits there."""
    if state.bot_host is not None and state.bot_host < len(state.chairs) and state.chairs[state.bot_host].level:
        return state.bot_host
    for member in (state.owner, host(state)):
        seat = seat_of(state, member)
        if seat is not None:
            return seat
    return next(iter(places(state)), 0)


def places(state: TableState) -> list[Seat]:
    """The seats that people and bots can have."""
    return [seat for seat in range(len(state.chairs)) if seat not in state.closed]


def to_fill(state: TableState) -> list[Seat]:
    """The seats that somebody has yet to take before a deal can begin."""
    return [seat for seat in places(state) if empty(state.chairs[seat])]


def next_member(state: TableState) -> int | None:
    """The number of the next guest to join. At a full table it is that of somebody who holds neither a seat nor a line
    in the ledger: of those who are gone or, if there are none, of those who watch, who came first (PF-8: however many
    watch, they keep no friend out). None if there is nobody like that."""
    if len(state.members) < MEMBERS_AT_MOST:
        return len(state.members)
    kept = {chair.member for chair in state.chairs} | {state.owner}
    ranks = [
        (present(member), member.moved, number)
        for number, member in enumerate(state.members)
        if number not in kept and member_line(number) not in state.ledger
    ]
    return min(ranks)[-1] if ranks else None


def is_banned(state: TableState, guest: str) -> bool:
    """PF-8: the host removed them."""
    return any(one.guest == guest for one in state.banned)


def known_as(state: TableState, guest: str) -> int | None:
    """The number of a member, also of one who was removed since; None if they have none any more."""
    number = state.by_guest.get(guest)
    if number is None and is_banned(state, guest):
        number = next((other for other, one in enumerate(state.members) if one.guest == guest), None)
    return number


def admits(state: TableState, guest: str | None, key: str) -> bool:
    """PF-8: whether a link with this key opens the table for a guest. Members need none."""
    return key == state.key or not state.key or member_of(state, guest) is not None


def ledger_line(state: TableState, seat: Seat) -> str:
    """PF-5: the line of the ledger that a seat plays for: its person's, the seat's own while a bot has it, or the
    house's."""
    if seat in state.closed:
        return HOUSE
    member = state.chairs[seat].member
    return bot_line(seat) if member is None else member_line(member)


def stakeholder(state: TableState, seat: Seat) -> str:
    """The line of the ledger that wins and loses what a seat does in the running deal: who sits it out, does not."""
    return bot_line(seat) if state.deal is not None and seat in state.deal.out else ledger_line(state, seat)
