"""PF-22: what the entries of a shuffle's making change.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from chieu.fairness.card_order import Void
from chieu.fairness.manifest import digest
from chieu.online.protocol import announcements, views
from chieu.online.table import changes, entries
from chieu.online.table.seating import seat_of
from chieu.online.table.state import PendingShuffle, TableState


def _sealed(state: TableState, entry: entries.Sealed) -> TableState:
    """A fresh attempt. What was decided about the deal's shuffle lasts as long as the deal."""
    before = state.sealing
    fresh = PendingShuffle(entry.deal, entry.attempt, entry.seed, entry.commitment, entry.at, entry.house)
    if entry.attempt > 0 and before is not None:
        fresh = replace(
            fresh,
            sheet=before.sheet if state.phase == "committing" else "",
            voids=before.voids,
            awaited=_asked_again(state, before),
            left_out=before.left_out,
            withheld=before.withheld,
            tries=before.tries,
        )
    return replace(state, seq=state.seq + 1, sealing=fresh, table_changed=state.seq + 1)


def _asked_again(state: TableState, before: PendingShuffle) -> tuple[int, ...]:
    if before.contributors is None:
        return before.awaited
    seated = [state.chairs[seat].member for seat in before.contributors]
    return tuple(member for member in seated if member is not None)


def _committed(state: TableState, entry: entries.Committed) -> TableState:
    sealing, member = state.shuffle, entry.member
    chats = tuple([one for one in sealing.chats if one != member])
    sealing = replace(
        sealing,
        committed={**sealing.committed, member: entry.commitment},
        chats=(*chats, member) if entry.chat else chats,
    )
    return replace(state, seq=state.seq + 1, sealing=sealing, table_changed=state.seq + 1)


def _froze(state: TableState, entry: entries.Froze) -> TableState:
    sealing = state.shuffle
    members = [(seat, state.chairs[seat].member) for seat in entry.contributors]
    contributors = tuple((seat, sealing.committed.get(-1 if one is None else one, "")) for seat, one in members)
    told = announcements.Froze(state.seq + 1, sealing.deal, sealing.attempt, contributors, entry.freeze)
    sealing = replace(
        sealing,
        contributors=entry.contributors,
        sheet=entry.sheet,
        host=entry.host,
        goes_on=entry.goes_on,
        out=entry.out,
        freeze=entry.freeze,
        since=entry.at,
    )
    revealing = changes.turned(state, "revealing")
    return changes.announced(replace(revealing, sealing=sealing, last_freeze=digest(entry.freeze)), told)


def _revealed(state: TableState, entry: entries.Revealed) -> TableState:
    sealing = state.shuffle
    sealing = replace(sealing, reveals={**sealing.reveals, entry.seat: entry.contribution})
    return replace(state, seq=state.seq + 1, sealing=sealing, table_changed=state.seq + 1)


def _voided(state: TableState, entry: entries.Voided) -> TableState:
    sealing = state.shuffle
    void = Void(sealing.attempt, sealing.commitment, sealing.seed, entry.withheld, entry.why, sealing.freeze)
    counts = dict(sealing.withheld)
    for seat in entry.withheld:
        member = state.chairs[seat].member
        if member is not None:
            counts[member] = counts.get(member, 0) + 1
    told = announcements.Voided(state.seq + 1, sealing.deal, sealing.attempt, entry.withheld, entry.why)
    tries = sealing.tries + 1 if entry.then == "committing" else 0
    state = replace(state, sealing=replace(sealing, voids=(*sealing.voids, void), withheld=counts, tries=tries))
    if entry.then != state.phase:
        state = changes.turned(state, entry.then)
        if entry.then == "between":
            chairs = tuple(replace(chair, ready=False) if chair.ready else chair for chair in state.chairs)
            state = replace(state, chairs=chairs)
    if sealing.contributors is None:  # nobody was asked for anything: there is nothing to tell
        return replace(state, seq=state.seq + 1, table_changed=state.seq + 1)
    return changes.announced(state, told)


def _left_out(state: TableState, entry: entries.LeftOut) -> TableState:
    sealing = state.shuffle
    sealing = replace(sealing, left_out={**sealing.left_out, entry.member: (entry.by, entry.why)})
    seat = seat_of(state, entry.member)
    assert seat is not None
    return changes.announced(
        replace(state, sealing=sealing), announcements.LeftOut(state.seq + 1, seat, entry.by, entry.why)
    )


def _restored(state: TableState, entry: entries.Restored) -> TableState:
    """Numbers that people saw may mean something else from here on: everybody is shown the table anew."""
    seq = state.seq + 1
    deal = state.deal if state.phase == "playing" else None
    told = views.RestoreInfo(seq, entry.at, None if deal is None else deal.number)
    return replace(
        changes.seats_after(state, () if deal is None else deal.out),
        seq=seq,
        epoch=entry.epoch,
        restored=told,
        deal=None if deal is not None else state.deal,
        trail=(),
        trail_from=seq,
        table_changed=seq,
        deal_changed=seq,
    )


def without(state: TableState, member: int) -> TableState:
    """Somebody new has the number of somebody forgotten: what that one committed to, or spoiled, is not theirs."""
    sealing = state.sealing
    if sealing is None or member not in {**sealing.committed, **sealing.left_out, **sealing.withheld}:
        return state
    return replace(
        state,
        sealing=replace(
            sealing,
            committed={one: given for one, given in sealing.committed.items() if one != member},
            chats=tuple([one for one in sealing.chats if one != member]),
            left_out={one: given for one, given in sealing.left_out.items() if one != member},
            withheld={one: count for one, count in sealing.withheld.items() if one != member},
        ),
    )


FOLDS: Final[dict[type[Any], Callable[[TableState, Any], TableState]]] = {
    entries.Sealed: _sealed,
    entries.Committed: _committed,
    entries.Froze: _froze,
    entries.Revealed: _revealed,
    entries.Voided: _voided,
    entries.LeftOut: _left_out,
    entries.Restored: _restored,
}
