"""What is sent to whom. The game is asked for what a seat (or nobody in particular) may know, and what is public of the
table is added; hands, seeds and guests' ids have no other way out."""

from __future__ import annotations

from typing import cast

import msgspec

from chieu.core import sheets
from chieu.core.contract import Seat, Viewer
from chieu.table.ledger import hand_overs
from chieu.table.messages import (
    Account,
    Announcement,
    Countdown,
    DealView,
    Facts,
    SeatInfo,
    ShuffleInfo,
    TableView,
    Update,
    Whole,
    You,
)
from chieu.table.progress import time_out
from chieu.table.seating import HOUSE, account, empty, host, host_seat, member_of, seat_of
from chieu.table.state import State, Told


def whole(state: State, guest: str | None, now: int) -> Whole[object, object]:
    """Everything a guest may know; None is somebody who just watches."""
    member = member_of(state, guest)
    seat = seat_of(state, member)
    return Whole(state.seq, now, You(member, seat), table_view(state), deal_view(state, seat), state.chat)


def can_catch_up(state: State, guest: str | None, seen: int, was_there: bool = False) -> bool:
    """PF-32: whether a guest who saw everything up to `seen` can be told the rest; else they need the whole, because
    they saw nothing, the rest is not known any more, they are in another place now, or what they were not there for
    cannot be looked up."""
    member = member_of(state, guest)
    moved = 1 if member is None else state.members[member].moved
    known_from = state.trail_from if was_there else max(state.trail_from, state.cleared)
    return max(known_from, moved) <= seen <= state.seq


def update(
    state: State, viewer: Viewer, seen: int, now: int, table: msgspec.Raw | None = None
) -> Update[object, object, object]:
    """What a seat, or anybody who watches, is told of what happened since `seen`. Where there are many viewers, the
    `table_view` of the state can be handed in as it is written: it is the same for all."""
    return Update(
        state.seq,
        seen,
        now,
        tuple([_told(one, viewer) for one in state.trail[_first_after(state.trail, seen) :]]),
        cast("TableView", table or table_view(state)) if state.table_changed > seen else None,
        deal_view(state, viewer) if state.deal_changed > seen else None,
    )


def same_for_all(state: State, seen: int) -> bool:
    """Whether an update on what happened since `seen` has nothing in it that depends on who it is for."""
    if state.deal_changed > seen:
        return False
    return not any(isinstance(what, tuple) for _, what in state.trail[_first_after(state.trail, seen) :])


def _first_after(trail: tuple[Told, ...], seen: int) -> int:
    place = len(trail)
    while place and trail[place - 1][0] > seen:
        place -= 1
    return place


def _told(one: Told, viewer: Viewer) -> Facts[object] | Announcement:
    seq, what = one
    if isinstance(what, tuple):
        return Facts(seq, tuple([event.seen_by(viewer) for event in what]), any(event.clears for event in what))
    return what


def deal_view(state: State, viewer: Viewer) -> DealView[object, object] | None:
    """The deal as a seat may know it, and what it may do."""
    deal = state.deal
    if deal is None:
        return None
    if viewer is not None and viewer >= len(deal.asked):
        viewer = None  # the seat came to the table after this deal, which is over
    legal = () if viewer is None or deal.payoff is not None else state.game.legal(deal.state, viewer)
    view = state.game.view(deal.state, viewer)
    return DealView(deal.number, sheets.explicit(state.game, deal.sheet), view, legal, _countdowns(state), deal.payoff)


def _countdowns(state: State) -> tuple[Countdown, ...]:
    if state.clock is None or state.deal is None:
        return ()
    out = []
    for seat in state.deal.waiting:
        ends = time_out(state, seat)
        if ends is not None:
            out.append(Countdown(seat, ends - state.deal.banks[seat], ends))
    return tuple(out)


def table_view(state: State) -> TableView:
    """What everybody may know of the table."""
    seated = {chair.member for chair in state.chairs}
    watching = [(number, one.name) for number, one in enumerate(state.members) if one.here and number not in seated]
    accounts = _ledger(state)
    hosting = None if state.closed else host_seat(state)  # where the house has a seat, nobody else deals or banks
    return TableView(
        id=state.id,
        game=state.game.name,
        sheet=sheets.explicit(state.game, state.sheet),
        phase=state.phase,
        host=host(state),
        seats=tuple([_seat_info(state, seat, hosting) for seat in range(len(state.chairs))]),
        watchers=tuple(watching),
        shuffle=_shuffle_info(state),
        deals=state.deals,
        clock=state.clock,
        ledger=accounts,
        hand_overs=hand_overs(tuple([state.owed.get(line, 0) for line in state.ledger])),
    )


def _seat_info(state: State, seat: Seat, hosting: Seat | None) -> SeatInfo:
    chair = state.chairs[seat]
    name = "" if chair.member is None else state.members[chair.member].name
    closed = seat in state.closed
    chips = 0 if empty(chair) and not closed else state.ledger.get(account(state, seat), 0)
    hosts = seat == hosting and not empty(chair)
    return SeatInfo(name, chair.member, chair.level, chair.away, chair.ready, chips, hosts, closed)


def _ledger(state: State) -> tuple[Account, ...]:
    out = []
    for line, chips in state.ledger.items():
        kind, _, number = line.partition(" ")
        if line == HOUSE:
            out.append(Account("", chips, house=True))
        elif kind == "member":
            out.append(Account(state.members[int(number)].name, chips, member=int(number)))
        else:
            out.append(Account("", chips, seat=int(number)))
    return tuple(out)


def _shuffle_info(state: State) -> ShuffleInfo:
    sealing = state.shuffle
    return ShuffleInfo(
        sealing.deal,
        sealing.attempt,
        sealing.commitment,
        tuple(sealing.commitments.items()),
        sealing.contributors,
        tuple(sealing.reveals),
        tuple(sorted(state.barred_seats)),
    )
