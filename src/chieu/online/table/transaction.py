"""A batch of log entries in the making, and the preconditions of commands.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from chieu.core.game import Refusal, Seat
from chieu.online.protocol.commands import AnyCommand
from chieu.online.table import entries
from chieu.online.table.fold import fold
from chieu.online.table.seating import host, seat_of
from chieu.online.table.state import Chair, DealSpan, TableState

ASIDES_AT_MOST: Final = 2_000  # entries per deal other than moves: chat, coming and going
OWN_ASIDES_AT_MOST: Final = 300  # the same per member
RESERVE: Final = 500  # extra, for commands that keep the table going: chat cannot block it


class Fresh(NamedTuple):
    """Inputs that this pure package cannot produce: unpredictable bytes, and the name of the running node."""

    draw: Callable[[int], bytes]
    node: str


class Transaction:
    """A batch of entries and the state after them. Each entry is folded when it is added.

    It also collects what must be stored for fast opening: the state before a deal began (`snapshot`), and deals that
    ended (`finished`).
    """

    def __init__(self, state: TableState, now: int, fresh: Fresh, cause: entries.Cause | None = None) -> None:
        self.state = state
        self.now = now
        self.fresh = fresh
        self.entries: list[entries.AnyEntry] = []
        self.snapshot: TableState | None = None
        self.finished: tuple[DealSpan, ...] = ()
        self._cause = cause

    def add(self, entry: entries.AnyEntry) -> None:
        """Add an entry. The first one carries the cause."""
        if self._cause is not None:
            entry, self._cause = replace(entry, cause=self._cause), None
        before = self.state
        self.state = after = fold(before, entry)
        self.entries.append(entry)
        if isinstance(entry, entries.Started):
            self.snapshot = before
        elif isinstance(entry, entries.Cleared):
            self.snapshot = after
        elif isinstance(entry, entries.Ended):
            assert before.deal is not None
            self.finished = (*self.finished, DealSpan(before.deal.number, before.deal.first, after.seq))


# Preconditions


class StaleCommand(Exception):
    """The command was made for a turn or deal that is over."""


def too_much(state: TableState, member: int | None = None, needed: bool = False) -> bool:
    """PF-36: return whether the entries of one deal have reached their limit, so that tables open quickly.

    Commands that are needed for the table to go on have a reserve.
    """
    if state.phase != "playing":
        return False
    if needed:
        return state.asides >= ASIDES_AT_MOST + RESERVE
    own = 0 if member is None else state.members[member].asides
    return state.asides >= ASIDES_AT_MOST or own >= OWN_ASIDES_AT_MOST


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


def owner_only(state: TableState, member: int) -> None:
    """PF-8: require the owner."""
    if member != state.owner:
        raise Refusal("owner_only", "PF-8", owner=state.members[state.owner].name)


def not_the_owners(state: TableState, member: int, chair: Chair) -> None:
    """PF-8: refuse to take the owner's chair."""
    if chair.member == state.owner and member != state.owner:
        raise Refusal("kept_for_owner", "PF-8", owner=state.members[state.owner].name)


def own_seat(state: TableState, member: int) -> Seat:
    """Return the member's seat. Refuse if they have none."""
    seat = seat_of(state, member)
    if seat is None:
        raise Refusal("not_seated", "PF-1")
    return seat


def chair_at(state: TableState, seat: Seat) -> Chair:
    """Return a chair that people can have."""
    if seat >= len(state.chairs):
        raise Refusal("no_such_seat", seat=seat, seats=len(state.chairs))
    if seat in state.closed:
        raise Refusal("seat_closed", "PF-1", seat=seat)
    return state.chairs[seat]
