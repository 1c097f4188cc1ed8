"""Folds of what hosts do (PF-8), of lost connections (PF-9) and of what the rules were before (PF-10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from chieu.core.game import Seat
from chieu.online.protocol import announcements
from chieu.online.protocol.views import RulesBefore
from chieu.online.table import entries
from chieu.online.table.changes import announced, closed_by_rules, moved_about, set_chair, with_member
from chieu.online.table.seating import seat_of
from chieu.online.table.state import Banned, Chair, StandInMoves, TableState

BANNED_AT_MOST: Final = 100


def stand_in_for(state: TableState, seat: Seat) -> TableState:
    """From here on a bot plays for the person of a seat; what it did before for them is an older story."""
    chair, deal = state.chairs[seat], state.deal
    if deal is not None and state.phase == "playing" and not chair.away:
        state = replace(state, deal=replace(deal, stand_ins={**deal.stand_ins, seat: StandInMoves()}))
    return set_chair(state, seat, replace(chair, away=True, ready=False))


def with_rules_before(state: TableState, entry: entries.RulesChanged, wait: int) -> TableState:
    """PF-10: what the rules were, for as long as that is news. Several changes before the same deal are one."""
    seq, deal = state.seq + 1, state.shuffle.deal + (state.phase != "between")
    before = state.rules_before
    if before is not None and before.deal == deal:
        before = replace(before, seq=seq, member=entry.member)
    else:
        before = RulesBefore(seq, entry.member, deal, state.sheet, len(state.chairs), state.wait, state.clock)
    now = (entry.sheet, entry.seats, wait, entry.clock)
    same = (before.sheet, before.seats, before.wait, before.clock) == now
    return replace(state, rules_before=None if same else before)


def _lost(state: TableState, entry: entries.Lost) -> TableState:
    """Whoever has no seat is simply gone."""
    member = state.members[entry.member]
    if seat_of(state, entry.member) is None:
        state = moved_about(state, entry.member, here=False)
        return announced(state, announcements.Went(state.seq + 1, entry.member))
    state = with_member(state, entry.member, replace(member, lost=entry.at, losses=member.losses + 1))
    return announced(state, announcements.Lost(state.seq + 1, entry.member))


def _stood_in(state: TableState, entry: entries.StoodIn) -> TableState:
    state = stand_in_for(state, entry.seat)
    return announced(state, announcements.StoodIn(state.seq + 1, entry.seat, entry.by), deal=True)


def _unseated(state: TableState, entry: entries.Unseated) -> TableState:
    """In a deal the chair stays theirs for as long as it takes to count the chips, and for nothing else."""
    chair = state.chairs[entry.seat]
    assert chair.member is not None
    state = moved_about(state, chair.member)
    if state.phase == "playing":
        state = set_chair(state, entry.seat, replace(chair, away=True, ready=False, freed=True))
    else:
        state = set_chair(state, entry.seat, Chair())
    return announced(state, announcements.Unseated(state.seq + 1, chair.member, entry.seat), deal=True)


def _removed(state: TableState, entry: entries.Removed) -> TableState:
    seq, member = state.seq + 1, state.members[entry.member]
    state = moved_about(state, entry.member, here=False)
    state = replace(
        state,
        by_guest={guest: number for guest, number in state.by_guest.items() if guest != member.guest},
        banned=(*state.banned, Banned(seq, member.guest, member.name))[-BANNED_AT_MOST:],
        replaced=seq,
    )
    return announced(state, announcements.Removed(seq, entry.member, member.name))


def _admitted(state: TableState, entry: entries.Admitted) -> TableState:
    (who,) = [one for one in state.banned if one.number == entry.number]
    state = replace(state, banned=tuple([one for one in state.banned if one != who]))
    for number, member in enumerate(state.members):
        if member.guest == who.guest:
            state = replace(moved_about(state, number), by_guest={**state.by_guest, who.guest: number})
    return announced(state, announcements.Admitted(state.seq + 1, who.name))


def _locked(state: TableState, entry: entries.Locked) -> TableState:
    kind = announcements.Locked if entry.on else announcements.Unlocked
    return announced(replace(state, locked=entry.on), kind(state.seq + 1))


def _link_renewed(state: TableState, entry: entries.LinkRenewed) -> TableState:
    return announced(replace(state, key=entry.key), announcements.LinkRenewed(state.seq + 1))


def _host_passed(state: TableState, entry: entries.HostPassed) -> TableState:
    state = replace(state, owner=entry.member)
    return announced(state, announcements.HostPassed(state.seq + 1, entry.member))


def _sat_out(state: TableState, entry: entries.SatOut) -> TableState:
    state = set_chair(state, entry.seat, replace(state.chairs[entry.seat], out=True, ready=False))
    return announced(state, announcements.SatOut(state.seq + 1, entry.seat))


def _seats_cut(state: TableState, entry: entries.SeatsCut) -> TableState:
    """Whoever moved is somewhere else now. What they committed to goes with them."""
    before, places = state.chairs, entry.places
    now_at = {old: new for new, old in enumerate(places) if old is not None}
    for old, new in now_at.items():
        if old != new:
            state = moved_about(state, before[old].member)
    state = replace(
        state,
        chairs=tuple([Chair() if old is None else before[old] for old in places]),
        bot_host=None if state.bot_host is None else now_at.get(state.bot_host),
        match=None,
    )
    return announced(closed_by_rules(state), announcements.SeatsCut(state.seq + 1, len(places)))


FOLDS: Final[dict[type[Any], Callable[[TableState, Any], TableState]]] = {
    entries.Lost: _lost,
    entries.StoodIn: _stood_in,
    entries.Unseated: _unseated,
    entries.Removed: _removed,
    entries.Admitted: _admitted,
    entries.Locked: _locked,
    entries.LinkRenewed: _link_renewed,
    entries.HostPassed: _host_passed,
    entries.SatOut: _sat_out,
    entries.SeatsCut: _seats_cut,
}
