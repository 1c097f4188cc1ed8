"""Queries about members, chairs and hosts, and the preconditions of commands.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from chieu.core.game import Refusal, Seat
from chieu.online.protocol.commands import AnyCommand
from chieu.online.protocol.names import NAME_AT_MOST, apart, clean
from chieu.online.protocol.personas import reserved_names
from chieu.online.table.ledger import HOUSE, NOBODY, member_line
from chieu.online.table.state import Chair, Member, TableDeal, TableState

MEMBERS_AT_MOST: Final = 100
NotAdmittedCode: TypeAlias = Literal["", "old_link", "table_locked", "removed"]


def member_of(state: TableState, guest: str | None) -> int | None:
    """Return the member number of a guest."""
    return None if guest is None else state.by_guest.get(guest)


def chair_of(state: TableState, member: int | None) -> int | None:
    """Return the chair of a member."""
    if member is not None:
        for number, chair in enumerate(state.chairs):
            if chair.member == member and not chair.freed:
                return number
    return None


def seat_of(deal: TableDeal, chair: int) -> Seat | None:
    """Return the seat of a chair in a deal, None if it has none."""
    return deal.chairs.index(chair) if chair in deal.chairs else None


def plays_from(state: TableState, member: int | None) -> Seat | None:
    """Return the seat whose hand a member may see.

    It is that of their chair, unless they sit the deal out or came after it.
    """
    chair, deal = chair_of(state, member), state.deal
    if chair is None or deal is None or chair in deal.out or came_after(state, chair):
        return None
    return seat_of(deal, chair)


def came_after(state: TableState, chair: int) -> bool:
    """Return whether the occupant of a chair took it after the last deal, whose hand was somebody else's."""
    deal, occupant = state.deal, state.chairs[chair]
    if deal is None or deal.payoff is None or empty(occupant):
        return False
    seat = seat_of(deal, chair)
    return seat is not None and deal.sitters[seat] != occupant.member


def empty(chair: Chair) -> bool:
    """Return whether nobody has the chair."""
    return chair.member is None and not chair.level


def played_for(chair: Chair) -> bool:
    """Return whether a bot plays this chair."""
    return chair.member is None or chair.away


def present(member: Member) -> bool:
    """Return whether a member is at the table and connected as far as known."""
    return member.here and member.lost is None


def absent(state: TableState, number: int) -> bool:
    """PF-9: return whether a chair's person is away or disconnected."""
    chair = state.chairs[number]
    return chair.member is not None and (chair.away or not present(state.members[chair.member]))


def skipped(state: TableState, number: int) -> bool:
    """PF-9: return whether deals begin without a chair's person, who is absent or sits out."""
    return absent(state, number) or state.chairs[number].out


def attended(state: TableState) -> bool:
    """Return whether anybody is present, even as a spectator."""
    return any(present(member) for member in state.members)


def host(state: TableState) -> int:
    """Return the host: the owner or, while they are away, somebody present, preferably seated.

    RT-5: a table with real cards waits for nobody, so its owner stays the host while their phone sleeps. Otherwise
    anybody with the link could change the book meanwhile.
    """
    members, owner = state.members, state.owner
    if not members or present(members[owner]) or (state.real and not members[owner].expected):
        return owner
    seated = {chair.member for chair in state.chairs if not chair.away}
    ranks = [
        (not present(member), number != owner, number not in seated, number) for number, member in enumerate(members)
    ]
    return min(ranks)[-1]


def host_chair(state: TableState) -> int:
    """PF-1: return the chair that deals or banks, if the game has such a role.

    It is the bot that opened the table in the owner's place while it sits there, else the owner, else the host.
    RT-1: at a table with real cards, the chair that was chosen, while somebody has it.
    """
    if state.first_dealer is not None and state.first_dealer < len(state.chairs):
        chosen = state.chairs[state.first_dealer]
        if chosen.level or (state.real and chosen.member is not None):
            return state.first_dealer
    for member in (state.owner, host(state)):
        chair = chair_of(state, member)
        if chair is not None:
            return chair
    return next(iter(open_chairs(state)), 0)


def host_seat(state: TableState, chairs: tuple[int, ...]) -> Seat:
    """Return the seat that deals or banks first in a deal of these chairs: the host's, or the next."""
    first = host_chair(state)
    dealers = [chair for chair in chairs if chair not in state.closed] or [first]
    return chairs.index(min(dealers, key=lambda chair: (chair - first) % len(state.chairs)))


def places_of(state: TableState, chairs: tuple[int, ...]) -> tuple[Seat | None, ...]:
    """Return the seats of a deal's players in the running match, None for newcomers.

    Each person keeps their place in it. The other places go to those who took over the chairs.
    """
    members = [state.chairs[chair].member for chair in chairs]
    known = {member: seat for seat, member in enumerate(state.match_members) if member is not None}
    own = [None if member is None else known.get(member) for member in members]
    left = {chair: seat for seat, chair in enumerate(state.match_chairs) if seat not in own}
    return tuple([left.get(chair) if seat is None else seat for chair, seat in zip(chairs, own, strict=True)])


def has_phone(state: TableState, number: int) -> bool:
    """RT-2: return whether a guest is this member: not a person without a phone, nor one who was removed."""
    return state.by_guest.get(state.members[number].guest) == number


def claimable(state: TableState, number: int) -> bool:
    """RT-2: return whether a guest can say that they are this member: a person without a phone."""
    if not 0 <= number < len(state.members) or not state.members[number].name or has_phone(state, number):
        return False
    known = bool(state.members[number].person) or member_line(number) in state.ledger
    return known or chair_of(state, number) is not None


def open_chairs(state: TableState) -> list[int]:
    """Return the chairs that people and bots can take."""
    return [chair for chair in range(len(state.chairs)) if chair not in state.closed]


def empty_chairs(state: TableState) -> list[int]:
    """Return the chairs that must be filled before a deal can begin."""
    return [chair for chair in open_chairs(state) if empty(state.chairs[chair])]


def next_member(state: TableState) -> int | None:
    """Return the number of the next guest to join, or None if the table is full.

    PF-8: at a full table the newcomer replaces a member without a seat or a ledger line: one who is gone, else the
    spectator who came first. So spectators cannot keep friends out.
    """
    if len(state.members) < MEMBERS_AT_MOST:
        return len(state.members)
    needed = {chair.member for chair in state.chairs} | {state.owner} | {deal.by for deal in state.entered}
    needed |= {deal.changed_by for deal in state.entered}
    ranks = [
        (present(member), member.moved, number)
        for number, member in enumerate(state.members)
        if number not in needed and member_line(number) not in state.ledger
    ]
    return min(ranks)[-1] if ranks else None


def is_banned(state: TableState, guest: str) -> bool:
    """PF-8: return whether the host removed the guest."""
    return any(ban.guest == guest for ban in state.banned)


def number_of(state: TableState, guest: str) -> int | None:
    """Return the number of a member, even one who was removed since; None if there is none."""
    number = state.by_guest.get(guest)
    if number is None and is_banned(state, guest):
        number = next((other for other, member in enumerate(state.members) if member.guest == guest), None)
    return number


def not_admitted(state: TableState, guest: str | None, key: str, chat: Iterable[str] = ()) -> NotAdmittedCode:
    """PF-8: return why a link with this key does not open the table for a guest; empty if it does.

    Members need no key and are not locked out, nor is a chat with a member in it.
    """
    code = closed_by(state.key, state.locked, key)
    if not code or member_of(state, guest) is not None:
        return ""
    for other in chat:
        if member_of(state, other) is not None:
            return ""
    return "removed" if guest is not None and is_banned(state, guest) else code


def closed_by(link_key: str, locked: bool, key: str) -> NotAdmittedCode:
    """PF-8: return why a table with this link is closed to strangers who have `key`; empty if it is open."""
    if link_key and key != link_key:
        return "old_link"
    return "table_locked" if locked else ""


def ledger_line(state: TableState, chair: int) -> str:
    """PF-5: return the ledger line of a chair: its person's, the house's, or that of all bots."""
    if chair in state.closed:
        return HOUSE
    member = state.chairs[chair].member
    return NOBODY if member is None else member_line(member)


def stakeholder(state: TableState, deal: TableDeal, seat: Seat) -> str:
    """Return the ledger line that wins or loses a seat's payoff.

    A person who sits the deal out has no stake in it.
    """
    chair = deal.chairs[seat]
    return NOBODY if chair in deal.out else ledger_line(state, chair)


# Preconditions of commands


class StaleCommand(Exception):
    """The command was made for a turn, deal or attempt that is over: it is answered with `Stale`."""


def between_deals(state: TableState, command: AnyCommand) -> None:
    """Require that no deal is running or due, and that none was since the command was made."""
    if command.seq < state.turned:
        raise StaleCommand
    if state.phase != "between":
        raise Refusal("deal_running", "PF-3")


def since_last_move(state: TableState, member: int, command: AnyCommand) -> None:
    """Require that the client has seen the member's last coming or going.

    A late `leave` must not undo a `back`.
    """
    if command.seq < state.members[member].moved:
        raise StaleCommand


def host_only(state: TableState, member: int) -> None:
    """Require the host, or the member who acts for them."""
    if member != host(state):
        raise Refusal("host_only", "PF-1", host=state.members[host(state)].name)


def name_of(text: str) -> str:
    """Return the cleaned name. Refuse an empty one."""
    name = clean(text, NAME_AT_MOST)
    if not name:
        raise Refusal("empty_name", "PF-35")
    return name


def free_name(state: TableState, text: str, number: int | None) -> str:
    """PF-35: return the cleaned name of a member, with a number if it looks like the name of another.

    Where bots can sit, their names and that of the house are taken, too.
    """
    others = [member.name for other, member in enumerate(state.members) if other != number]
    return apart(name_of(text), others if state.real else (*others, *reserved_names()))


def owner_only(state: TableState, member: int) -> None:
    """PF-8: require the owner."""
    if member != state.owner:
        raise Refusal("owner_only", "PF-8", owner=state.members[state.owner].name)


def not_the_owners(state: TableState, member: int, chair: Chair) -> None:
    """PF-8: refuse to take the owner's chair."""
    if chair.member == state.owner and member != state.owner:
        raise Refusal("kept_for_owner", "PF-8", owner=state.members[state.owner].name)


def own_chair(state: TableState, member: int) -> int:
    """Return the member's chair. Refuse if they have none."""
    chair = chair_of(state, member)
    if chair is None:
        raise Refusal("not_seated", "PF-1")
    return chair


def chair_at(state: TableState, number: int) -> Chair:
    """Return a chair that people can have."""
    if not 0 <= number < len(state.chairs):
        raise Refusal("no_such_seat", seat=number, seats=len(state.chairs))
    if number in state.closed:
        raise Refusal("seat_closed", "PF-1", seat=number)
    return state.chairs[number]
