"""Project the table's state to what each viewer may see.

The game's view and the public part of the table are the only sources. Hands, seeds and guests' ids have no other way
out.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from chieu.core.game import AnyGame, Seat, Viewer
from chieu.core.outcome import Outcome
from chieu.online.protocol.announcements import Announcement, Facts
from chieu.online.protocol.personas import personas
from chieu.online.protocol.views import (
    Countdown,
    DealView,
    EnteredInfo,
    LedgerLine,
    OfferedLine,
    PlayedForYou,
    Player,
    RealTable,
    SeatInfo,
    ShuffleInfo,
    TableView,
    Update,
    View,
    VoidInfo,
    You,
)
from chieu.online.table import entered
from chieu.online.table.ledger import HOUSE, member_of_line, settled
from chieu.online.table.seating import (
    came_after,
    chair_of,
    claimable,
    empty,
    has_phone,
    host,
    host_chair,
    is_banned,
    ledger_line,
    member_of,
    plays_from,
    present,
)
from chieu.online.table.state import EnteredDeal, TableDeal, TableState, TrailItem
from chieu.online.table.turns import time_out, waited_until

_ENTERED_SHOWN: Final = 5  # deals with real cards


def full_view(state: TableState, guest: str | None, now: int, lately: int = 0) -> View[object, object, object]:
    """Return everything a guest may know, with the last `lately` events. None is a spectator."""
    member = member_of(state, guest)
    you = You(member, chair_of(state, member), guest is not None and is_banned(state, guest))
    viewer = plays_from(state, member)
    known_from = max(state.trail_from, state.cleared, _moved(state, member))
    items = state.trail[_first_after(state.trail, known_from) :][-lately:] if lately else ()
    happened = tuple([_shown(item, viewer) for item in items])
    deal = deal_view(state, viewer, _outcome_now(state))
    return View(state.seq, now, you, table_view(state), deal, state.chat, _manifest(state), happened)


def _manifest(state: TableState) -> str:
    """PF-22: return the text that fixed the pending shuffle or that of the running deal."""
    return state.shuffle.manifest if state.phase in ("revealing", "playing") else ""


def can_catch_up(state: TableState, guest: str | None, seen: int, was_there: bool = False) -> bool:
    """PF-32: return whether an update suffices for a guest who has seen everything up to `seen`.

    A full view is needed if the events since then are gone, the guest's place changed, or cleared events lie in between
    that the guest was not connected for.
    """
    known_from = state.trail_from if was_there else max(state.trail_from, state.cleared)
    return max(known_from, _moved(state, member_of(state, guest))) <= seen <= state.seq


def _moved(state: TableState, member: int | None) -> int:
    """Return the number since which a guest has had their current place."""
    return max(1, state.replaced) if member is None else state.members[member].moved


class PublicPart(NamedTuple):
    """The part of an update that is the same for all viewers.

    The outcome, and the whole table or its fields that changed. Each is as `Update` has it, or serialized
    (`msgspec.Raw`).
    """

    outcome: Any
    table: Any = None
    phase: Any = None
    seats: Any = None
    shuffle: Any = None


def public_part(state: TableState, seen: int) -> PublicPart:
    """Return the public part of an update since `seen`. It cannot depend on a viewer."""
    result = _outcome_now(state) if state.deal_changed > seen else None
    if state.table_changed > seen:
        return PublicPart(result, table_view(state))
    seats = _chairs(state) if state.seats_changed > seen else None
    if state.shuffle_changed > seen:
        return PublicPart(result, None, state.phase, seats, _shuffle_info(state))
    return PublicPart(result, seats=seats)


def update(
    state: TableState, viewer: Viewer, seen: int, now: int, public: PublicPart | None = None
) -> Update[object, object, object]:
    """Return the update for a seat, or a spectator (None), since `seen`.

    `public` is its public part, if it is known.
    """
    public = public or public_part(state, seen)
    return Update(
        state.seq,
        seen,
        now,
        tuple([_shown(item, viewer) for item in state.trail[_first_after(state.trail, seen) :]]),
        public.table,
        public.phase,
        public.seats,
        public.shuffle,
        deal_view(state, viewer, public.outcome) if state.deal_changed > seen else None,
    )


def same_for_all(state: TableState, seen: int) -> bool:
    """Return whether an update since `seen` is the same for all viewers."""
    if state.deal_changed > seen:
        return False
    return not any(isinstance(what, tuple) for _, what in state.trail[_first_after(state.trail, seen) :])


def _first_after(trail: tuple[TrailItem, ...], seen: int) -> int:
    place = len(trail)
    while place and trail[place - 1][0] > seen:
        place -= 1
    return place


def _shown(item: TrailItem, viewer: Viewer) -> Facts[object] | Announcement:
    seq, what = item
    if isinstance(what, tuple):
        return Facts(seq, tuple([event.seen_by(viewer) for event in what]), any(event.clears for event in what))
    return what


def deal_view(state: TableState, viewer: Viewer, result: Any) -> DealView[object, object, object] | None:
    """Return the deal as a viewer may know it, with their legal actions and its outcome."""
    deal = state.deal
    if deal is None:
        return None
    legal = () if viewer is None or deal.payoff is not None else deal.game.legal(deal.state, viewer)
    view = deal.game.view(deal.state, viewer)
    return DealView(
        deal.number,
        deal.game.name,
        deal.sheet,
        deal.chairs,
        view,
        legal,
        _countdowns(state),
        deal.payoff,
        deal.out,
        None if viewer is None else _played_for(deal, viewer),
        result,
        _players(state, deal),
    )


def _players(state: TableState, deal: TableDeal) -> tuple[Player, ...]:
    """Return the players of a finished deal by seat; empty while it runs."""
    if deal.payoff is None:
        return ()
    house, bots = deal.game.closed(deal.rules, len(deal.chairs)), personas(state.id, 1 + max(deal.chairs))
    return tuple(
        [
            Player()
            if seat in house
            else Player(bot=bots[chair])
            if member is None or chair in deal.out
            else Player(member=member)
            for seat, (chair, member) in enumerate(zip(deal.chairs, deal.sitters, strict=True))
        ]
    )


def outcome(game: AnyGame, end: Any) -> Outcome | None:
    """PF-45: return the explanation of a deal's result; None if the game has none."""
    return None if game.extras.outcome is None else game.extras.outcome(end)


def _outcome_now(state: TableState) -> Outcome | None:
    deal = state.deal
    return None if deal is None or deal.payoff is None else outcome(deal.game, deal.state)


def _played_for(deal: TableDeal, seat: Seat) -> PlayedForYou[object] | None:
    """PF-9: return the moves a bot made for a seat, as that seat may know them."""
    done = deal.stand_ins.get(seat)
    if done is None or not done.count:
        return None
    moves = [tuple([event.seen_by(seat) for event in events]) for events in done.events]
    return PlayedForYou(done.count, tuple(moves))


def _countdowns(state: TableState) -> tuple[Countdown, ...]:
    if state.clock is None or state.deal is None:
        return ()
    out = []
    for seat in state.deal.to_act:
        ends = time_out(state, seat)
        if ends is not None:
            out.append(Countdown(seat, ends - state.deal.banks[seat], ends))
    return tuple(out)


def table_view(state: TableState) -> TableView:
    """Return the public state of the table."""
    seated = {chair.member for chair in state.chairs if not chair.freed}
    watching = [
        (number, member.name) for number, member in enumerate(state.members) if present(member) and number not in seated
    ]
    ledger = _ledger(state)
    hand_overs, remainder = settled(ledger)
    return TableView(
        id=state.id,
        game=state.game.name,
        sheet=state.sheet,
        phase=state.phase,
        host=host(state),
        seats=_chairs(state),
        watchers=tuple(watching),
        shuffle=_shuffle_info(state),
        deals=state.deals,
        clock=state.clock,
        ledger=ledger,
        hand_overs=hand_overs,
        remainder=remainder,
        epoch=state.epoch,
        restored=state.restored,
        owner=state.owner,
        wait=state.wait,
        locked=state.locked,
        key=state.key,
        removed=tuple([(ban.number, ban.name) for ban in state.banned]),
        rules_before=state.rules_before,
        personas=personas(state.id, len(state.chairs)),
        sheet_name=state.sheet_name,
        evening=state.evening,
        continued=state.continued,
        real=_real(state) if state.real else None,
    )


def _real(state: TableState) -> RealTable:
    deal = entered.next_deal(state, entered.playing_chairs(state))
    members = range(len(state.members))
    return RealTable(
        enterers=state.enterers,
        deal=deal.number,
        chairs=deal.chairs,
        host=deal.host,
        form=entered.form(deal),
        match=entered.match(deal),
        offered=tuple([OfferedLine(chair, msgspec.json.decode(line)) for chair, line in state.offered.items()]),
        unclaimed=tuple([(number, state.members[number].name) for number in members if claimable(state, number)]),
        entered=tuple([entered_info(state, deal) for deal in state.entered[-_ENTERED_SHOWN:]]),
    )


def entered_info(state: TableState, deal: EnteredDeal) -> EnteredInfo:
    """RT-5: return a deal that was entered, with its outcome."""
    return EnteredInfo(
        deal=deal.number,
        at=deal.at,
        game=deal.game,
        sheet=deal.sheet,
        chairs=deal.chairs,
        members=deal.members,
        names=tuple([state.members[member].name for member in deal.members]),
        host=deal.host,
        entry=msgspec.json.decode(deal.entry),
        payoff=deal.payoff,
        by=deal.by,
        outcome=None if deal.struck else entered.score_of(deal).outcome,
        over=not deal.struck and not deal.after,
        struck=deal.struck,
        corrections=deal.corrections,
        changed_by=deal.changed_by,
        note=deal.note,
        match=msgspec.json.decode(deal.match) if deal.match else None,
    )


def _chairs(state: TableState) -> tuple[SeatInfo, ...]:
    hosting = None if state.closed else host_chair(state)  # if the house has a seat, it deals or banks
    return tuple([_chair_info(state, number, hosting) for number in range(len(state.chairs))])


def _chair_info(state: TableState, number: int, hosting: int | None) -> SeatInfo:
    chair = state.chairs[number]
    person = None if chair.member is None else state.members[chair.member]
    closed = number in state.closed
    line = HOUSE if closed else "" if chair.member is None else ledger_line(state, number)
    plays = state.phase == "playing" and state.deal is not None and number in state.deal.chairs
    until = waited_until(state, number) if plays else None
    return SeatInfo(
        "" if person is None else person.name,
        chair.member,
        chair.level,
        chair.away,
        chair.ready,
        state.ledger.get(line, 0),
        number == hosting and not empty(chair),
        closed,
        0 if person is None else person.lost or 0,
        until or 0,
        chair.out,
        chair.freed,
        came_after(state, number),
        person is not None and person.expected,
        state.real and chair.member is not None and has_phone(state, chair.member),
    )


def _ledger(state: TableState) -> tuple[LedgerLine, ...]:
    out = []
    for line, chips in state.ledger.items():
        member = member_of_line(line)
        name = "" if member is None else state.members[member].name
        out.append(LedgerLine(name, chips, member, line == HOUSE, state.from_house.get(line, 0)))
    return tuple(out)


def _shuffle_info(state: TableState) -> ShuffleInfo:
    pending = state.pending
    if pending is None:  # RT-2: nothing is shuffled
        return ShuffleInfo(state.deals + 1, 0)
    people = [(number, chair.member) for number, chair in enumerate(state.chairs) if chair.member is not None]
    commitment = ""
    commitments: tuple[tuple[int, str], ...] = ()
    if pending.contributors is None:
        commitment = pending.commitment
        commitments = tuple(
            [(chair, pending.committed[member]) for chair, member in people if member in pending.committed]
        )
    return ShuffleInfo(
        pending.deal,
        pending.attempt,
        commitment,
        commitments,
        pending.contributors,
        tuple(pending.reveals),
        tuple([(chair, *pending.left_out[member]) for chair, member in people if member in pending.left_out]),
        tuple([(chair, pending.withheld[member]) for chair, member in people if member in pending.withheld]),
        tuple([VoidInfo(void.attempt, void.why, void.withheld) for void in pending.voids]),
    )
