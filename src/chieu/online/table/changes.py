"""Small changes to a table's state that many folds make. Each belongs to the entry that is being folded.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from chieu.core.game import Event, Seat
from chieu.online.protocol import messages
from chieu.online.protocol.announcements import Announcement
from chieu.online.table.seating import present
from chieu.online.table.state import Chair, Member, TableState, Told

TRAIL_AT_MOST: Final = 512


def announced(state: TableState, what: Announcement, deal: bool = False) -> TableState:
    """One entry on, announced to everybody, and the table (and the deal, if so) to be shown again."""
    seq = state.seq + 1
    trail, trail_from = longer_trail(state, what)
    shown = seq if deal else state.deal_changed
    return replace(state, seq=seq, trail=trail, trail_from=trail_from, table_changed=seq, deal_changed=shown)


def longer_trail(state: TableState, what: Announcement | tuple[Event, ...]) -> tuple[tuple[Told, ...], int]:
    """What happened with this entry behind what happened before, of which the oldest half is dropped at last."""
    trail = (*state.trail, (state.seq + 1, what))
    if len(trail) <= TRAIL_AT_MOST:
        return trail, state.trail_from
    dropped = len(trail) // 2
    return trail[dropped:], trail[dropped - 1][0]


def turned(state: TableState, phase: messages.TablePhase) -> TableState:
    """Another phase begins."""
    return replace(state, phase=phase, turned=state.seq + 1)


def with_member(state: TableState, number: int, member: Member) -> TableState:
    """A member as they are now."""
    return replace(state, members=(*state.members[:number], member, *state.members[number + 1 :]))


def moved_about(state: TableState, number: int | None, here: bool | None = None) -> TableState:
    """A member's place here changes with the entry being folded."""
    if number is None:
        return state
    member = state.members[number]
    if here is not None:  # and so nobody is waited for
        member = replace(member, here=here, lost=None)
    return with_member(state, number, replace(member, moved=state.seq + 1))


def set_chair(state: TableState, seat: Seat, chair: Chair) -> TableState:
    """A chair as it is now, of the same player."""
    return replace(state, chairs=(*state.chairs[:seat], chair, *state.chairs[seat + 1 :]))


def seats_after(state: TableState, out: tuple[Seat, ...]) -> TableState:
    """A deal is over, or annulled: who sat it out and is here plays for themselves again, and the rules of the next one
    say which seats there are."""
    chairs = list(state.chairs)
    for seat in out:
        member = chairs[seat].member
        if member is not None and not chairs[seat].freed:
            chairs[seat] = replace(chairs[seat], away=not present(state.members[member]))
    return closed_by_rules(replace(state, chairs=tuple(chairs)))


def closed_by_rules(state: TableState) -> TableState:
    """Between deals the rules of the next one say which seats there are."""
    closed = state.game.closed(state.rules, len(state.chairs))
    return state if closed == state.closed else replace(state, closed=closed)
