"""What is sent to whom. The game is asked for what a seat (or nobody in particular) may know, and what is public of the
table is added; hands, seeds and guests' ids have no other way out.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from chieu.core.game import AnyGame, Seat, Viewer
from chieu.core.outcome import Outcome
from chieu.online.protocol.announcements import Announcement, Facts
from chieu.online.protocol.personas import personas
from chieu.online.protocol.views import (
    Countdown,
    DealView,
    LedgerLine,
    PlayedForYou,
    Player,
    SeatInfo,
    ShuffleInfo,
    TableView,
    Update,
    View,
    VoidInfo,
    You,
)
from chieu.online.table.ledger import hand_overs
from chieu.online.table.ledger_lines import HOUSE, member_of_line, seat_of_line
from chieu.online.table.seating import (
    came_after,
    empty,
    host,
    host_seat,
    ledger_line,
    member_of,
    plays_from,
    present,
    seat_of,
)
from chieu.online.table.state import TableDeal, TableState, Told
from chieu.online.table.turns import time_out, waited_until


def whole(state: TableState, guest: str | None, now: int, lately: int = 0) -> View[object, object, object]:
    """Everything a guest may know; None is somebody who just watches. With it so many of the last things that
    happened."""
    member = member_of(state, guest)
    you = You(member, seat_of(state, member))
    viewer = plays_from(state, member)
    known_from = max(state.trail_from, state.cleared, _moved(state, member))
    told = (
        [_told(one, viewer) for one in state.trail[_first_after(state.trail, known_from) :]][-lately:] if lately else ()
    )
    deal = deal_view(state, viewer)
    return View(state.seq, now, you, table_view(state), deal, state.chat, _freeze(state), tuple(told))


def _freeze(state: TableState) -> str:
    """PF-22: the text that fixed the shuffle which is being made, or by which the deal runs."""
    return state.shuffle.freeze if state.phase in ("revealing", "playing") else ""


def can_catch_up(state: TableState, guest: str | None, seen: int, was_there: bool = False) -> bool:
    """PF-32: whether a guest who saw everything up to `seen` can be told the rest; else they need the whole, because
    they saw nothing, the rest is not known any more, they are in another place now, or what they were not there for
    cannot be looked up."""
    known_from = state.trail_from if was_there else max(state.trail_from, state.cleared)
    return max(known_from, _moved(state, member_of(state, guest))) <= seen <= state.seq


def _moved(state: TableState, member: int | None) -> int:
    """The number from which on somebody has been where they are now."""
    return max(1, state.replaced) if member is None else state.members[member].moved


def update(
    state: TableState, viewer: Viewer, seen: int, now: int, table: msgspec.Raw | None = None
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


def same_for_all(state: TableState, seen: int) -> bool:
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


def deal_view(state: TableState, viewer: Viewer) -> DealView[object, object, object] | None:
    """The deal as a seat may know it, and what it may do."""
    deal = state.deal
    if deal is None:
        return None
    legal = () if viewer is None or deal.payoff is not None else state.game.legal(deal.state, viewer)
    view = state.game.view(deal.state, viewer)
    return DealView(
        deal.number,
        deal.sheet,
        view,
        legal,
        _countdowns(state),
        deal.payoff,
        deal.out,
        None if viewer is None else _played_for(deal, viewer),
        outcome(state.game, deal.state, viewer) if deal.payoff is not None else None,
        _players(state, deal),
    )


def _players(state: TableState, deal: TableDeal) -> tuple[Player, ...]:
    """Who played a deal that is over; nobody yet while it runs."""
    seats = len(deal.sitters)
    if seats == 0:  # no game is asked about a table without seats
        return ()
    house, bots = state.game.closed(deal.rules, seats), personas(state.id, seats)
    return tuple(
        [
            Player()
            if seat in house
            else Player(bot=bots[seat])
            if member is None or seat in deal.out
            else Player(member=member)
            for seat, member in enumerate(deal.sitters)
        ]
    )


def outcome(game: AnyGame, end: Any, viewer: Viewer) -> Outcome | None:
    """PF-45: why a deal ended as it did, as a viewer may know it; None where the game does not say."""
    return None if game.extras.outcome is None else game.extras.outcome(end, viewer)


def _played_for(deal: TableDeal, seat: Seat) -> PlayedForYou[object] | None:
    """PF-9: what a bot did for a seat, as that seat saw it."""
    done = deal.stand_ins.get(seat)
    if done is None or not done.count:
        return None
    moves = [tuple([event.seen_by(seat) for event in events]) for events in done.events]
    return PlayedForYou(done.count, tuple(moves))


def _countdowns(state: TableState) -> tuple[Countdown, ...]:
    if state.clock is None or state.deal is None:
        return ()
    out = []
    for seat in state.deal.waiting:
        ends = time_out(state, seat)
        if ends is not None:
            out.append(Countdown(seat, ends - state.deal.banks[seat], ends))
    return tuple(out)


def table_view(state: TableState) -> TableView:
    """What everybody may know of the table."""
    seated = {chair.member for chair in state.chairs if not chair.freed}
    watching = [(number, one.name) for number, one in enumerate(state.members) if present(one) and number not in seated]
    accounts = _ledger(state)
    hosting = None if state.closed else host_seat(state)  # where the house has a seat, nobody else deals or banks
    return TableView(
        id=state.id,
        game=state.game.name,
        sheet=state.sheet,
        phase=state.phase,
        host=host(state),
        seats=tuple([_seat_info(state, seat, hosting) for seat in range(len(state.chairs))]),
        watchers=tuple(watching),
        shuffle=_shuffle_info(state),
        deals=state.deals,
        clock=state.clock,
        ledger=accounts,
        hand_overs=hand_overs(tuple([state.owed.get(line, 0) for line in state.ledger])),
        epoch=state.epoch,
        restored=state.restored,
        owner=state.owner,
        wait=state.wait,
        locked=state.locked,
        key=state.key,
        removed=tuple([(one.number, one.name) for one in state.banned]),
        rules_before=state.rules_before,
        personas=personas(state.id, len(state.chairs)),
        sheet_name=state.sheet_name,
        evening=state.evening,
        continued=state.continued,
    )


def _seat_info(state: TableState, seat: Seat, hosting: Seat | None) -> SeatInfo:
    chair = state.chairs[seat]
    name = "" if chair.member is None else state.members[chair.member].name
    closed = seat in state.closed
    chips = 0 if empty(chair) and not closed else state.ledger.get(ledger_line(state, seat), 0)
    hosts = seat == hosting and not empty(chair)
    lost = None if chair.member is None else state.members[chair.member].lost
    until = waited_until(state, seat) if state.phase == "playing" else None
    return SeatInfo(
        name,
        chair.member,
        chair.level,
        chair.away,
        chair.ready,
        chips,
        hosts,
        closed,
        lost or 0,
        until or 0,
        chair.out,
        chair.freed,
        came_after(state, seat),
    )


def _ledger(state: TableState) -> tuple[LedgerLine, ...]:
    out = []
    for line, chips in state.ledger.items():
        member = member_of_line(line)
        name = "" if member is None else state.members[member].name
        out.append(LedgerLine(name, chips, member, seat_of_line(line), line == HOUSE))
    return tuple(out)


def _shuffle_info(state: TableState) -> ShuffleInfo:
    sealing = state.shuffle
    people = [(seat, chair.member) for seat, chair in enumerate(state.chairs) if chair.member is not None]
    given: tuple[tuple[int, str], ...] = ()
    if sealing.contributors is None:
        given = tuple([(seat, sealing.committed[one]) for seat, one in people if one in sealing.committed])
    return ShuffleInfo(
        sealing.deal,
        sealing.attempt,
        sealing.commitment,
        given,
        sealing.contributors,
        tuple(sealing.reveals),
        tuple([(seat, *sealing.left_out[one]) for seat, one in people if one in sealing.left_out]),
        tuple([(seat, sealing.withheld[one]) for seat, one in people if one in sealing.withheld]),
        tuple([VoidInfo(one.attempt, one.why, one.withheld) for one in sealing.voids]),
    )
