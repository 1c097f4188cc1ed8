"""Who is where at a table. Asked with every command and for every viewer, so this is compiled where it can be."""

from __future__ import annotations

from typing import Final

from chieu.core.contract import Seat
from chieu.table.state import Chair, State

CREATOR: Final = 0  # the member who opened the table
MEMBERS_AT_MOST: Final = 100
HOUSE: Final = "house"  # its line of the ledger


def member_of(state: State, guest: str | None) -> int | None:
    """The member a guest is."""
    return None if guest is None else state.by_guest.get(guest)


def seat_of(state: State, member: int | None) -> Seat | None:
    """Where a member sits."""
    if member is not None:
        for seat, chair in enumerate(state.chairs):
            if chair.member == member:
                return seat
    return None


def empty(chair: Chair) -> bool:
    """Nobody has it."""
    return chair.member is None and not chair.level


def played_for(chair: Chair) -> bool:
    """No person is there to be waited for."""
    return chair.member is None or chair.away


def attended(state: State) -> bool:
    """Whether anybody is here, be it to watch."""
    return any(member.here for member in state.members)


def host(state: State) -> int:
    """Who may deal and change things: the creator or, while they are away, somebody here, preferably seated."""
    members = state.members
    if not members or members[CREATOR].here:
        return CREATOR
    seated = {chair.member for chair in state.chairs if not chair.away}
    ranks = [(not one.here, number != CREATOR, number not in seated, number) for number, one in enumerate(members)]
    return min(ranks)[-1]


def host_seat(state: State) -> Seat:
    """PF-1: who deals or banks where the game has one that does: the creator wherever they sit, or whoever acts for
    them; the bot that opened the table in their place, as long as it sits there."""
    if state.bot_host is not None and state.bot_host < len(state.chairs) and state.chairs[state.bot_host].level:
        return state.bot_host
    for member in (CREATOR, host(state)):
        seat = seat_of(state, member)
        if seat is not None:
            return seat
    return next(iter(places(state)), 0)


def places(state: State) -> list[Seat]:
    """The seats that people and bots can have."""
    return [seat for seat in range(len(state.chairs)) if seat not in state.closed]


def to_fill(state: State) -> list[Seat]:
    """The seats that somebody has yet to take before a deal can begin."""
    return [seat for seat in places(state) if empty(state.chairs[seat])]


def may_contribute(state: State, seat: Seat) -> bool:
    """PF-22: a person's seat that never withheld a reveal."""
    member = state.chairs[seat].member
    return member is not None and member not in state.barred_members and seat not in state.barred_seats


def next_member(state: State) -> int | None:
    """The number of the next guest to join. At a full table it is that of somebody who is gone and has neither a seat
    nor a line in the ledger; None if there is nobody like that."""
    if len(state.members) < MEMBERS_AT_MOST:
        return len(state.members)
    seated = {chair.member for chair in state.chairs}
    for number, member in enumerate(state.members):
        if number != CREATOR and not member.here and number not in seated and f"member {number}" not in state.ledger:
            return number
    return None


def account(state: State, seat: Seat) -> str:
    """PF-5: the line of the ledger that a seat plays for: its person's, the seat's own while a bot has it, or the
    house's."""
    if seat in state.closed:
        return HOUSE
    member = state.chairs[seat].member
    return f"bot {seat}" if member is None else f"member {member}"
