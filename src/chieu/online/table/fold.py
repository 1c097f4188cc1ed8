"""Fold entries of the event log into the state of a table, one at a time.

Entries are facts: nothing is checked here, as `decide` did that.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, assert_never

from msgspec.structs import replace

from chieu.core import sheets
from chieu.core.game import CHANCE, Event, Seat
from chieu.fairness.card_order import Void
from chieu.fairness.manifest import manifest_hash
from chieu.games import load
from chieu.online.protocol import announcements
from chieu.online.protocol.announcements import Announcement
from chieu.online.protocol.fields import WAIT, TablePhase, TurnClock
from chieu.online.protocol.views import RestoreInfo, RulesBefore
from chieu.online.table import entries
from chieu.online.table.seating import next_member, number_of, played_for, present, seat_of, stakeholder
from chieu.online.table.state import (
    Banned,
    Chair,
    Member,
    PendingShuffle,
    StandInMoves,
    TableDeal,
    TableState,
    TrailItem,
)

COMMANDS_REMEMBERED: Final = 32
CHAT_REMEMBERED: Final = 50
TRAIL_AT_MOST: Final = 512
BANNED_AT_MOST: Final = 100
SPOKE_REMEMBERED: Final = 8
_MOVES_SHOWN: Final = 40  # to a person who was away
_MOVES_REMEMBERED: Final = 1_000  # for bots; a round of rummy between random players can take 100,000 moves


def fold(state: TableState | None, entry: entries.AnyEntry) -> TableState:
    """Return the state after one more entry."""
    if state is None:
        assert isinstance(entry, entries.Opened)
        return _opened(entry)
    after = _folded(state, entry)
    aside = state.phase == "playing" and type(entry) is not entries.Moved
    if aside:
        after = replace(after, asides=after.asides + 1)
    return _remembered(after, entry.cause, aside) if entry.cause is not None else after


def _folded(state: TableState, entry: entries.AnyEntry) -> TableState:
    match entry:
        case entries.Moved():
            return _moved(state, entry)
        case entries.Joined():
            return _joined(state, entry)
        case entries.Seated():
            return _seated(state, entry)
        case entries.BotSet():
            return _bot_set(state, entry)
        case entries.Freed():
            return _freed(state, entry)
        case entries.Left():
            return _left(state, entry)
        case entries.Returned():
            return _returned(state, entry)
        case entries.Readied():
            return _readied(state, entry)
        case entries.RulesChanged():
            return _rules_changed(state, entry)
        case entries.Lost():
            return _lost(state, entry)
        case entries.StoodIn():
            return _stood_in(state, entry)
        case entries.Unseated():
            return _unseated(state, entry)
        case entries.Removed():
            return _removed(state, entry)
        case entries.Admitted():
            return _admitted(state, entry)
        case entries.Locked():
            return _locked(state, entry)
        case entries.LinkRenewed():
            return _link_renewed(state, entry)
        case entries.HostPassed():
            return _host_passed(state, entry)
        case entries.SatOut():
            return _sat_out(state, entry)
        case entries.SeatsCut():
            return _seats_cut(state, entry)
        case entries.ShuffleOpened():
            return _shuffle_opened(state, entry)
        case entries.Committed():
            return _committed(state, entry)
        case entries.ManifestPublished():
            return _manifest_published(state, entry)
        case entries.Revealed():
            return _revealed(state, entry)
        case entries.Voided():
            return _voided(state, entry)
        case entries.LeftOut():
            return _left_out(state, entry)
        case entries.Restored():
            return _restored(state, entry)
        case entries.Started():
            return _started(state, entry)
        case entries.TimedOut():
            return _timed_out(state, entry)
        case entries.Ended():
            return _ended(state, entry)
        case entries.Said():
            return _said(state, entry)
        case entries.Forgotten():
            return _forgotten(state, entry)
        case entries.Erased():
            return _erased(state, entry)
        case entries.Continued():
            return _continued(state, entry)
        case entries.Cleared():
            return _cleared(state, entry)
        case entries.Opened():
            raise ValueError(
                f"expected {entries.Opened.__name__} as the first entry only, got it after entry {state.seq}"
            )
        case _:
            assert_never(entry)


def fold_all(log: Iterable[entries.AnyEntry], state: TableState | None = None) -> TableState | None:
    """Return the state after replaying entries, from the start or from a given state."""
    for entry in log:
        state = fold(state, entry)
    return state


@lru_cache(maxsize=1024)
def rules_by(game: str, sheet: str) -> Any:
    """Return the rules of a sheet's code. Cached, as every deal needs them and tables use few sheets."""
    return sheets.from_code(load(game), sheet)


def _opened(entry: entries.Opened) -> TableState:
    game = load(entry.game)
    rules = rules_by(game.name, entry.sheet)
    return TableState(
        id=entry.table,
        seq=1,
        secret=bytes.fromhex(entry.secret),
        game=game,
        rules=rules,
        sheet=entry.sheet,
        clock=entry.clock,
        pace=entry.pace,
        chairs=(Chair(),) * entry.seats,
        closed=game.closed(rules, entry.seats),
        bot_host=entry.bot_host,
        epoch=entry.epoch,
        wait=WAIT if entry.wait is None else entry.wait,
        sheet_name=entry.sheet_name,
        before=entry.before,
        evening=entry.evening,
        key=entry.key,
        turned=1,
        table_changed=1,
    )


def _remembered(state: TableState, cause: entries.Cause, aside: bool) -> TableState:
    """PF-30: remember a command's idempotency key with the number at which it took effect.

    Keys that are dropped leave behind the number before which every command must be a repeat.
    """
    number = number_of(state, cause.guest)
    assert number is not None
    member = state.members[number]
    done = member.done.copy()
    done[cause.id] = state.seq
    forgotten = member.forgotten
    if len(done) > COMMANDS_REMEMBERED:
        forgotten = done.pop(next(iter(done)))
    changed = replace(member, done=done, forgotten=forgotten, asides=member.asides + aside)
    return _set_member(state, number, changed)


# People and seats


def _joined(state: TableState, entry: entries.Joined) -> TableState:
    seq = state.seq + 1
    number = state.by_guest.get(entry.guest)
    if number is None:
        number = next_member(state)
        assert number is not None
        by_guest = {guest: other for guest, other in state.by_guest.items() if other != number}
        state = _without_shuffle_of(state, number)
        if number < len(state.members):  # the newcomer must not inherit the former member's chat
            state = _without_lines_of(state, number)
        state = replace(
            state,
            replaced=seq if number < len(state.members) else state.replaced,
            members=(*state.members[:number], Member(entry.guest, entry.name, True, seq), *state.members[number + 1 :]),
            by_guest={**by_guest, entry.guest: number},
        )
    else:
        member = state.members[number]
        state = _set_member(state, number, replace(member, name=entry.name))
    return _announce(state, announcements.Joined(seq, number, entry.name))


def _seated(state: TableState, entry: entries.Seated) -> TableState:
    before = seat_of(state, entry.member)
    if before is not None:
        state = _set_chair(state, before, Chair())
    state = _member_moved(_set_chair(state, entry.seat, Chair(entry.member, away=entry.away)), entry.member)
    return _announce(state, announcements.Sat(state.seq + 1, entry.member, entry.seat))


def _bot_set(state: TableState, entry: entries.BotSet) -> TableState:
    state = _member_moved(state, state.chairs[entry.seat].member)
    state = _set_chair(state, entry.seat, Chair(level=entry.level))
    return _announce(state, announcements.BotSat(state.seq + 1, entry.seat, entry.level))


def _freed(state: TableState, entry: entries.Freed) -> TableState:
    state = _member_moved(state, state.chairs[entry.seat].member)
    kind = announcements.SeatClosed if entry.seat in state.closed else announcements.SeatFreed
    return _announce(_set_chair(state, entry.seat, Chair()), kind(state.seq + 1, entry.seat))


def _left(state: TableState, entry: entries.Left) -> TableState:
    seat = seat_of(state, entry.member)
    if seat is not None:
        between = state.phase == "between"
        state = _set_chair(state, seat, Chair()) if between else _stand_in_for(state, seat)
    state = _member_moved(state, entry.member, here=False)
    return _announce(state, announcements.Went(state.seq + 1, entry.member), deal=True)


def _returned(state: TableState, entry: entries.Returned) -> TableState:
    seat = seat_of(state, entry.member)
    if seat is not None:
        out = state.phase == "playing" and state.deal is not None and seat in state.deal.out
        state = _set_chair(state, seat, replace(state.chairs[seat], away=out))
    state = _member_moved(state, entry.member, here=True)
    return _announce(state, announcements.CameBack(state.seq + 1, entry.member), deal=True)


def _readied(state: TableState, entry: entries.Readied) -> TableState:
    chair = state.chairs[entry.seat]
    out = chair.out and not entry.on
    state = _set_chair(state, entry.seat, replace(chair, ready=entry.on, out=out, ready_at=entry.at))
    return replace(state, seq=state.seq + 1, table_changed=state.seq + 1)


def _rules_changed(state: TableState, entry: entries.RulesChanged) -> TableState:
    wait = state.wait if entry.wait is None else entry.wait
    state = _with_rules_before(state, entry, wait)
    chairs = tuple(replace(chair, ready=False) if chair.ready else chair for chair in state.chairs)
    for chair in chairs[entry.seats :]:
        state = _member_moved(state, chair.member)
    state = replace(
        state,
        rules=rules_by(state.game.name, entry.sheet),
        sheet=entry.sheet,
        clock=entry.clock,
        wait=wait,
        sheet_name=entry.sheet_name,
        chairs=chairs[: entry.seats] + (Chair(),) * (entry.seats - len(chairs)),
        match=state.match if entry.seats == len(chairs) else None,
    )
    if state.phase == "between":  # during a shuffle or deal no seat closes or opens
        state = _close_by_rules(state)
    return _announce(
        state, announcements.RulesChanged(state.seq + 1, entry.sheet, entry.seats, entry.clock, wait, entry.sheet_name)
    )


# Hosts and lost connections


def _stand_in_for(state: TableState, seat: Seat) -> TableState:
    """Let a bot play for the person of a seat from here on. Its earlier moves for them are dropped."""
    chair, deal = state.chairs[seat], state.deal
    if deal is not None and state.phase == "playing" and not chair.away:
        state = replace(state, deal=replace(deal, stand_ins={**deal.stand_ins, seat: StandInMoves()}))
    return _set_chair(state, seat, replace(chair, away=True, ready=False))


def _with_rules_before(state: TableState, entry: entries.RulesChanged, wait: int) -> TableState:
    """PF-10: remember the previous rules. Several changes before the same deal count as one."""
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
    """Wait for a seated member; a member without a seat is simply gone."""
    member = state.members[entry.member]
    if seat_of(state, entry.member) is None:
        state = _member_moved(state, entry.member, here=False)
        return _announce(state, announcements.Went(state.seq + 1, entry.member))
    state = _set_member(state, entry.member, replace(member, lost=entry.at, losses=member.losses + 1))
    return _announce(state, announcements.Lost(state.seq + 1, entry.member))


def _stood_in(state: TableState, entry: entries.StoodIn) -> TableState:
    state = _stand_in_for(state, entry.seat)
    return _announce(state, announcements.StoodIn(state.seq + 1, entry.seat, entry.by), deal=True)


def _unseated(state: TableState, entry: entries.Unseated) -> TableState:
    """In a deal the chair stays the person's until the chips are booked, and for nothing else."""
    chair = state.chairs[entry.seat]
    assert chair.member is not None
    state = _member_moved(state, chair.member)
    if state.phase == "playing":
        state = _set_chair(state, entry.seat, replace(chair, away=True, ready=False, freed=True))
    else:
        state = _set_chair(state, entry.seat, Chair())
    return _announce(state, announcements.Unseated(state.seq + 1, chair.member, entry.seat), deal=True)


def _removed(state: TableState, entry: entries.Removed) -> TableState:
    seq, member = state.seq + 1, state.members[entry.member]
    state = _member_moved(state, entry.member, here=False)
    state = replace(
        state,
        by_guest={guest: number for guest, number in state.by_guest.items() if guest != member.guest},
        banned=(*state.banned, Banned(seq, member.guest, member.name))[-BANNED_AT_MOST:],
        replaced=seq,
    )
    return _announce(state, announcements.Removed(seq, entry.member, member.name))


def _admitted(state: TableState, entry: entries.Admitted) -> TableState:
    (removed,) = [ban for ban in state.banned if ban.number == entry.number]
    state = replace(state, banned=tuple([ban for ban in state.banned if ban != removed]))
    for number, member in enumerate(state.members):
        if member.guest == removed.guest:
            state = replace(_member_moved(state, number), by_guest={**state.by_guest, removed.guest: number})
    return _announce(state, announcements.Admitted(state.seq + 1, removed.name))


def _locked(state: TableState, entry: entries.Locked) -> TableState:
    kind = announcements.Locked if entry.on else announcements.Unlocked
    return _announce(replace(state, locked=entry.on), kind(state.seq + 1))


def _link_renewed(state: TableState, entry: entries.LinkRenewed) -> TableState:
    return _announce(replace(state, key=entry.key), announcements.LinkRenewed(state.seq + 1))


def _host_passed(state: TableState, entry: entries.HostPassed) -> TableState:
    state = replace(state, owner=entry.member)
    return _announce(state, announcements.HostPassed(state.seq + 1, entry.member))


def _sat_out(state: TableState, entry: entries.SatOut) -> TableState:
    state = _set_chair(state, entry.seat, replace(state.chairs[entry.seat], out=True, ready=False))
    return _announce(state, announcements.SatOut(state.seq + 1, entry.seat))


def _seats_cut(state: TableState, entry: entries.SeatsCut) -> TableState:
    """Move people together. Their commitments move with them."""
    before, places = state.chairs, entry.places
    now_at = {old: new for new, old in enumerate(places) if old is not None}
    for old, new in now_at.items():
        if old != new:
            state = _member_moved(state, before[old].member)
    state = replace(
        state,
        chairs=tuple([Chair() if old is None else before[old] for old in places]),
        bot_host=None if state.bot_host is None else now_at.get(state.bot_host),
        match=None,
    )
    return _announce(_close_by_rules(state), announcements.SeatsCut(state.seq + 1, len(places)))


# The shuffle


def _shuffle_opened(state: TableState, entry: entries.ShuffleOpened) -> TableState:
    """Begin an attempt. Decisions about the deal's shuffle carry over from the previous attempt."""
    before = state.pending
    fresh = PendingShuffle(entry.deal, entry.attempt, entry.seed, entry.commitment, entry.at, entry.node)
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
    return replace(state, seq=state.seq + 1, pending=fresh, table_changed=state.seq + 1)


def _asked_again(state: TableState, before: PendingShuffle) -> tuple[int, ...]:
    if before.contributors is None:
        return before.awaited
    seated = [state.chairs[seat].member for seat in before.contributors]
    return tuple(member for member in seated if member is not None)


def _committed(state: TableState, entry: entries.Committed) -> TableState:
    pending, member = state.shuffle, entry.member
    chats = tuple([other for other in pending.chats if other != member])
    pending = replace(
        pending,
        committed={**pending.committed, member: entry.commitment},
        chats=(*chats, member) if entry.chat else chats,
    )
    return replace(state, seq=state.seq + 1, pending=pending, table_changed=state.seq + 1)


def _manifest_published(state: TableState, entry: entries.ManifestPublished) -> TableState:
    pending = state.shuffle
    members = [(seat, state.chairs[seat].member) for seat in entry.contributors]
    contributors = tuple(
        (seat, pending.committed.get(-1 if member is None else member, "")) for seat, member in members
    )
    announcement = announcements.ManifestPublished(
        state.seq + 1, pending.deal, pending.attempt, contributors, entry.manifest
    )
    pending = replace(
        pending,
        contributors=entry.contributors,
        sheet=entry.sheet,
        host=entry.host,
        goes_on=entry.goes_on,
        out=entry.out,
        manifest=entry.manifest,
        since=entry.at,
    )
    revealing = _enter_phase(state, "revealing")
    return _announce(replace(revealing, pending=pending, last_manifest=manifest_hash(entry.manifest)), announcement)


def _revealed(state: TableState, entry: entries.Revealed) -> TableState:
    pending = state.shuffle
    pending = replace(pending, reveals={**pending.reveals, entry.seat: entry.contribution})
    return replace(state, seq=state.seq + 1, pending=pending, table_changed=state.seq + 1)


def _voided(state: TableState, entry: entries.Voided) -> TableState:
    pending = state.shuffle
    void = Void(pending.attempt, pending.commitment, pending.seed, entry.withheld, entry.why, pending.manifest)
    counts = dict(pending.withheld)
    for seat in entry.withheld:
        member = state.chairs[seat].member
        if member is not None:
            counts[member] = counts.get(member, 0) + 1
    announcement = announcements.Voided(state.seq + 1, pending.deal, pending.attempt, entry.withheld, entry.why)
    tries = pending.tries + 1 if entry.then == "committing" else 0
    state = replace(state, pending=replace(pending, voids=(*pending.voids, void), withheld=counts, tries=tries))
    if entry.then != state.phase:
        state = _enter_phase(state, entry.then)
        if entry.then == "between":
            chairs = tuple(replace(chair, ready=False) if chair.ready else chair for chair in state.chairs)
            state = replace(state, chairs=chairs)
    if pending.contributors is None:  # no client was to reveal: nothing to announce
        return replace(state, seq=state.seq + 1, table_changed=state.seq + 1)
    return _announce(state, announcement)


def _left_out(state: TableState, entry: entries.LeftOut) -> TableState:
    pending = state.shuffle
    pending = replace(pending, left_out={**pending.left_out, entry.member: (entry.by, entry.why)})
    seat = seat_of(state, entry.member)
    assert seat is not None
    return _announce(replace(state, pending=pending), announcements.LeftOut(state.seq + 1, seat, entry.by, entry.why))


def _restored(state: TableState, entry: entries.Restored) -> TableState:
    """Show the table anew to everybody, as the numbers that clients saw may mean something else now."""
    seq = state.seq + 1
    deal = state.deal if state.phase == "playing" else None
    restore = RestoreInfo(seq, entry.at, None if deal is None else deal.number)
    return replace(
        _seats_after(state, () if deal is None else deal.out),
        seq=seq,
        epoch=entry.epoch,
        restored=restore,
        deal=None if deal is not None else state.deal,
        trail=(),
        trail_from=seq,
        table_changed=seq,
        deal_changed=seq,
    )


def _without_shuffle_of(state: TableState, member: int) -> TableState:
    """Drop the commitments and voids of a former member whose number a newcomer gets."""
    pending = state.pending
    if pending is None or member not in {**pending.committed, **pending.left_out, **pending.withheld}:
        return state
    return replace(
        state,
        pending=replace(
            pending,
            committed={other: value for other, value in pending.committed.items() if other != member},
            chats=tuple([other for other in pending.chats if other != member]),
            left_out={other: value for other, value in pending.left_out.items() if other != member},
            withheld={other: count for other, count in pending.withheld.items() if other != member},
        ),
    )


# The deal


def _started(state: TableState, entry: entries.Started[Any]) -> TableState:
    seq, seats = state.seq + 1, len(state.chairs)
    rules = rules_by(state.game.name, entry.sheet)
    opening = state.game.start(rules, seats, entry.match, entry.host)
    deal = TableDeal(
        number=entry.deal,
        first=seq,
        rules=rules,
        sheet=entry.sheet,
        state=opening,
        to_act=state.game.to_act(opening),
        proof=entry.proof,
        turn_seq=(seq,) * seats,
        turn_at=(entry.at,) * seats,
        banks=(_bank(state.clock),) * seats,
        moved=seq,
        out=entry.out,
    )
    chairs = [replace(chair, ready=False) if chair.ready else chair for chair in state.chairs]
    for seat in entry.out:
        chairs[seat] = replace(chairs[seat], away=True)
    state = replace(
        _enter_phase(state, "playing"),
        deal=deal,
        chairs=tuple(chairs),
        members=tuple(
            [
                replace(member, losses=0, asides=0) if member.losses or member.asides else member
                for member in state.members
            ]
        ),
        base=state.seq,
        asides=0,
        trail=tuple(item for item in state.trail if item[0] > state.ended),
        trail_from=max(state.trail_from, state.ended),
    )
    return _announce(
        state, announcements.DealStarted(seq, entry.deal, entry.sheet, entry.match is None, entry.out), deal=True
    )


def _moved(state: TableState, entry: entries.Moved[Any]) -> TableState:
    """Apply a move and restart the turns of the seat that moved and of seats newly to act.

    After a shuffle all turns restart. A seat that was to act before and still is keeps its turn.
    """
    deal = state.deal
    assert deal is not None
    seq, seat, before = state.seq + 1, entry.seat, deal.to_act
    position, events = state.game.apply(deal.state, seat, entry.action)
    to_act = state.game.to_act(position)
    turn_seq, turn_at, banks, shuffles = list(deal.turn_seq), list(deal.turn_at), deal.banks, deal.shuffles
    if seat == CHANCE:
        shuffles += 1
    elif state.clock is not None and seat in before and not played_for(state.chairs[seat]):
        over = entry.at - turn_at[seat] - 1000 * state.clock.turn
        if over > 0:
            banks = (*banks[:seat], max(0, banks[seat] - over), *banks[seat + 1 :])
    for other in to_act:
        if other != CHANCE and (other == seat or seat == CHANCE or other not in before):
            turn_seq[other], turn_at[other] = seq, entry.at
    after = replace(
        deal,
        state=position,
        to_act=to_act,
        turn_seq=tuple(turn_seq),
        turn_at=tuple(turn_at),
        banks=banks,
        moved=seq,
        shuffles=shuffles,
        events=(*deal.events[-_MOVES_REMEMBERED + 1 :], events),
        stand_ins=_stand_ins(state, deal, seat, events),
    )
    trail, trail_from = _longer_trail(state, events)
    cleared = state.seq if any(event.clears for event in events) else state.cleared
    return replace(state, seq=seq, deal=after, deal_changed=seq, trail=trail, trail_from=trail_from, cleared=cleared)


def _stand_ins(state: TableState, deal: TableDeal, seat: Seat, events: tuple[Event, ...]) -> dict[Seat, StandInMoves]:
    """PF-9: return the moves made for absent people, including this one. Cleared events are dropped."""
    stand_ins = deal.stand_ins
    if stand_ins and any(event.clears for event in events):
        stand_ins = {other: StandInMoves(done.count) for other, done in stand_ins.items()}
    if seat == CHANCE or not state.chairs[seat].away or seat in deal.out:
        return stand_ins
    done = stand_ins.get(seat, StandInMoves())
    return {**stand_ins, seat: StandInMoves(done.count + 1, (*done.events[-_MOVES_SHOWN + 1 :], events))}


def _timed_out(state: TableState, entry: entries.TimedOut) -> TableState:
    deal = state.deal
    assert deal is not None
    banks = (*deal.banks[: entry.seat], 0, *deal.banks[entry.seat + 1 :])
    state = _stand_in_for(replace(state, deal=replace(deal, banks=banks)), entry.seat)
    return _announce(state, announcements.TimedOut(state.seq + 1, entry.seat), deal=True)


def _ended(state: TableState, entry: entries.Ended) -> TableState:
    deal = state.deal
    assert deal is not None
    seq = state.seq + 1
    ledger, owed = dict(state.ledger), dict(state.owed)
    for seat, chips in enumerate(entry.payoff):
        line = stakeholder(state, seat)
        ledger[line] = ledger.get(line, 0) + chips
        if not state.closed:
            owed[line] = owed.get(line, 0) + chips
    announcement = announcements.DealEnded(seq, deal.number, entry.payoff, deal.proof.seed, entry.match_over)
    before = state.rules_before
    state = replace(
        _enter_phase(state, "between"),
        rules_before=None if before is not None and before.deal <= deal.number else before,
        deal=replace(deal, payoff=entry.payoff, sitters=tuple([chair.member for chair in state.chairs]), to_act=()),
        match=None if entry.match_over else state.game.match_after(deal.state),
        deals=deal.number,
        ended=seq,
        restored=None,
        ledger=ledger,
        owed=owed,
    )
    return _announce(_seats_after(state, deal.out), announcement, deal=True)


def _cleared(state: TableState, entry: entries.Cleared) -> TableState:
    """Drop the last deal and the trail, so that connected clients get a full view."""
    del entry
    seq = state.seq + 1
    return replace(state, seq=seq, deal=None, trail=(), trail_from=seq, base=seq, table_changed=seq, deal_changed=seq)


# Talk and erasure


def _said(state: TableState, entry: entries.Said) -> TableState:
    member = state.members[entry.member]
    spoke = (*member.spoke, entry.at)[-SPOKE_REMEMBERED:]
    state = _set_member(state, entry.member, replace(member, spoke=spoke))
    if not entry.text and entry.emote is None:  # PF-38: erased
        return replace(state, seq=state.seq + 1)
    announcement = announcements.Said(state.seq + 1, entry.member, entry.text, entry.emote)
    shown = state.table_changed  # chat does not change the table's view
    return replace(
        _announce(state, announcement), chat=(*state.chat, announcement)[-CHAT_REMEMBERED:], table_changed=shown
    )


def _forgotten(state: TableState, entry: entries.Forgotten) -> TableState:
    guest = state.members[entry.member].guest
    state = without_words_of(state, entry.member)
    state = replace(state, to_erase={**state.to_erase, guest: state.seq + 1}, erasures=state.erasures + 1)
    return _announce(state, announcements.Forgotten(state.seq + 1, entry.member))


def without_words_of(state: TableState, number: int) -> TableState:
    """PF-38: return the state without a member's name and everything they said."""
    member = state.members[number]
    return replace(
        _set_member(_without_lines_of(state, number), number, replace(member, name="")),
        banned=tuple(replace(ban, name="") if ban.guest == member.guest else ban for ban in state.banned),
    )


def _without_lines_of(state: TableState, number: int) -> TableState:
    """Drop a member's chat and the announcements that contain their name."""
    name = state.members[number].name
    return replace(
        state,
        trail=tuple(item for item in state.trail if not _names_member(item[1], number, name)),
        chat=tuple(line for line in state.chat if line.member != number),
    )


def _names_member(what: announcements.Announcement | tuple[Event, ...], number: int, name: str) -> bool:
    if isinstance(what, announcements.Admitted):
        return what.name == name
    return isinstance(what, announcements.Said | announcements.Joined | announcements.Removed) and what.member == number


def _erased(state: TableState, entry: entries.Erased) -> TableState:
    left = {guest: upto for guest, upto in state.to_erase.items() if guest != entry.guest}
    return replace(state, seq=state.seq + 1, to_erase=left)


def _continued(state: TableState, entry: entries.Continued) -> TableState:
    announcement = announcements.Continued(state.seq + 1, entry.member, entry.table)
    return _announce(replace(state, continued=entry.table), announcement)


# Changes that several folds make


def _announce(state: TableState, what: Announcement, deal: bool = False) -> TableState:
    """Advance by one entry that is announced to everybody and changes the table's view.

    `deal`: it changes the deal's view too.
    """
    seq = state.seq + 1
    trail, trail_from = _longer_trail(state, what)
    shown = seq if deal else state.deal_changed
    return replace(state, seq=seq, trail=trail, trail_from=trail_from, table_changed=seq, deal_changed=shown)


def _longer_trail(state: TableState, what: Announcement | tuple[Event, ...]) -> tuple[tuple[TrailItem, ...], int]:
    """Append this entry's events to the trail. Drop the older half when it gets too long."""
    trail = (*state.trail, (state.seq + 1, what))
    if len(trail) <= TRAIL_AT_MOST:
        return trail, state.trail_from
    dropped = len(trail) // 2
    return trail[dropped:], trail[dropped - 1][0]


def _enter_phase(state: TableState, phase: TablePhase) -> TableState:
    """Enter another phase with the entry being folded."""
    return replace(state, phase=phase, turned=state.seq + 1)


def _set_member(state: TableState, number: int, member: Member) -> TableState:
    """Replace a member."""
    return replace(state, members=(*state.members[:number], member, *state.members[number + 1 :]))


def _member_moved(state: TableState, number: int | None, here: bool | None = None) -> TableState:
    """Record that a member's place changes with the entry being folded."""
    if number is None:
        return state
    member = state.members[number]
    if here is not None:  # the table no longer waits for them
        member = replace(member, here=here, lost=None)
    return _set_member(state, number, replace(member, moved=state.seq + 1))


def _set_chair(state: TableState, seat: Seat, chair: Chair) -> TableState:
    """Replace a chair."""
    return replace(state, chairs=(*state.chairs[:seat], chair, *state.chairs[seat + 1 :]))


def _seats_after(state: TableState, out: tuple[Seat, ...]) -> TableState:
    """Reset the seats after a deal ended or was annulled.

    People who sat it out and are present play again, and the rules of the next deal close seats.
    """
    chairs = list(state.chairs)
    for seat in out:
        member = chairs[seat].member
        if member is not None and not chairs[seat].freed:
            chairs[seat] = replace(chairs[seat], away=not present(state.members[member]))
    return _close_by_rules(replace(state, chairs=tuple(chairs)))


def _close_by_rules(state: TableState) -> TableState:
    """Close seats by the rules of the next deal."""
    closed = state.game.closed(state.rules, len(state.chairs))
    return state if closed == state.closed else replace(state, closed=closed)


def _bank(clock: TurnClock | None) -> int:
    return 0 if clock is None else 1000 * clock.bank
