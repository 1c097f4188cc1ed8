"""What must be so before a command has an effect. Whatever is not, is refused or stale.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from chieu.core.game import Refusal, Seat
from chieu.online.protocol.commands import AnyCommand
from chieu.online.table.seating import host, seat_of
from chieu.online.table.state import Chair, TableState

ASIDES_AT_MOST: Final = 2_000  # what may happen in one deal beside its moves: talk, comings and goings
OWN_ASIDES_AT_MOST: Final = 300  # of one member
RESERVE: Final = 500  # on top of that, for what keeps a table going: nobody can talk it to a standstill


class StaleCommand(Exception):
    """Made for something that is over."""


def too_much(state: TableState, member: int | None = None, needed: bool = False) -> bool:
    """PF-36: what can happen within one deal is limited, so that a table can always be opened quickly. What is needed
    for it to go on has a reserve."""
    if state.phase != "playing":
        return False
    if needed:
        return state.asides >= ASIDES_AT_MOST + RESERVE
    own = 0 if member is None else state.members[member].asides
    return state.asides >= ASIDES_AT_MOST or own >= OWN_ASIDES_AT_MOST


def between_deals(state: TableState, command: AnyCommand) -> None:
    """No deal is on or due, and none was since the command was made."""
    if command.seq < state.turned:
        raise StaleCommand
    if state.phase != "between":
        raise Refusal("deal_running", "PF-3")


def since_last_move(state: TableState, member: int, command: AnyCommand) -> None:
    """Going and coming are told apart by what the client had seen: a late `leave` must not undo a `back`."""
    if command.seq < state.members[member].moved:
        raise StaleCommand


def host_only(state: TableState, member: int) -> None:
    """What the host may do, or whoever acts for them."""
    if member != host(state):
        raise Refusal("host_only", "PF-1", host=state.members[host(state)].name)


def owner_only(state: TableState, member: int) -> None:
    """PF-8: what nobody may do in the owner's place."""
    if member != state.owner:
        raise Refusal("owner_only", "PF-8", owner=state.members[state.owner].name)


def not_the_owners(state: TableState, member: int, chair: Chair) -> None:
    """PF-8: the owner's place is kept for the owner."""
    if chair.member == state.owner and member != state.owner:
        raise Refusal("kept_for_owner", "PF-8", owner=state.members[state.owner].name)


def own_seat(state: TableState, member: int) -> Seat:
    """Where somebody sits who has to."""
    seat = seat_of(state, member)
    if seat is None:
        raise Refusal("not_seated", "PF-1")
    return seat


def chair_at(state: TableState, seat: Seat) -> Chair:
    """A chair that people can have."""
    if seat >= len(state.chairs):
        raise Refusal("no_such_seat", seat=seat, seats=len(state.chairs))
    if seat in state.closed:
        raise Refusal("seat_closed", "PF-1", seat=seat)
    return state.chairs[seat]
