"""Fold entries of the event log into the state of a table, one at a time or as a transaction.

Entries are facts: nothing is checked here, as `decide` did that.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, assert_never

from msgspec.structs import replace

from chieu.core import codec
from chieu.core.game import CHANCE, Event, Seat
from chieu.fairness.card_order import Void
from chieu.fairness.manifest import manifest_hash
from chieu.games import load
from chieu.online.protocol import announcements
from chieu.online.protocol.announcements import Announcement
from chieu.online.protocol.answers import Answer
from chieu.online.protocol.fields import TablePhase, TurnClock
from chieu.online.protocol.views import RestoreInfo, RulesBefore
from chieu.online.table import entered, entries
from chieu.online.table.entries import rules_by
from chieu.online.table.seating import chair_of, next_member, number_of, played_for, present, seat_of
from chieu.online.table.state import (
    Banned,
    Chair,
    DealSpan,
    EnteredDeal,
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
_SNAPSHOT_EVERY: Final = 20  # entered deals: scoring them again would make a table slow to open
_MOVES_SHOWN: Final = 40  # to a person who was away
_MOVES_REMEMBERED: Final = 1_000  # for bots; a round of rummy between random players can take 100,000 moves


def fold(state: TableState | None, entry: entries.AnyEntry) -> TableState:
    """Return the state after one more entry."""
    event = entry.event
    if state is None:
        assert isinstance(event, entries.Opened)
        return _opened(event)
    after = _folded(state, event, entry.at)
    not_a_move = state.phase == "playing" and type(event) is not entries.Moved
    if not_a_move:
        after = replace(after, non_moves=after.non_moves + 1)
    return _remembered(after, entry.cause, not_a_move) if entry.cause is not None else after


def _folded(state: TableState, event: entries.AnyEvent, at: int) -> TableState:
    match event:  # the entries of every deal first, as cases are tried in turn
        case entries.Moved():
            return _moved(state, event, at)
        case entries.Committed():
            return _committed(state, event)
        case entries.Revealed():
            reveals = {**state.shuffle.reveals, event.chair: event.contribution}
            return _shuffle_changed(state, replace(state.shuffle, reveals=reveals))
        case entries.Readied():
            chair = state.chairs[event.chair]
            chair = replace(chair, ready=event.on, out=chair.out and not event.on, ready_at=at)
            return replace(_set_chair(state, event.chair, chair), seq=state.seq + 1, seats_changed=state.seq + 1)
        case entries.ContributorsFixed():
            return _contributors_fixed(state, event, at)
        case entries.ShuffleOpened():
            return _shuffle_opened(state, event, at)
        case entries.Started():
            return _started(state, event, at)
        case entries.Ended():
            return _ended(state, event)
        case entries.GuestJoined():
            return _guest_joined(state, event)
        case announcements.Sat():
            before = chair_of(state, event.member)
            if before is not None:
                state = _set_chair(state, before, Chair())
            state = _set_chair(state, event.seat, Chair(event.member, away=event.away))
            return _announce(_member_moved(state, event.member), event)
        case announcements.BotSat():
            state = _member_moved(state, state.chairs[event.seat].member)
            return _announce(_set_chair(state, event.seat, Chair(level=event.level)), event)
        case announcements.SeatFreed() | announcements.SeatClosed():
            state = _member_moved(state, state.chairs[event.seat].member)
            return _announce(_set_chair(state, event.seat, Chair()), event)
        case announcements.Went():
            return _went(state, event)
        case announcements.CameBack():
            return _came_back(state, event)
        case announcements.RulesChanged():
            return _rules_changed(state, event)
        case announcements.GameChanged():
            return _game_changed(state, event)
        case entries.Disconnected():
            return _disconnected(state, event, at)
        case announcements.StoodIn():
            return _announce(_stand_in_for(state, event.seat), event, deal=True)
        case announcements.Unseated():
            return _unseated(state, event)
        case entries.MemberRemoved():
            return _member_removed(state, event)
        case entries.GuestAdmitted():
            return _guest_admitted(state, event)
        case announcements.Locked() | announcements.Unlocked():
            return _announce(replace(state, locked=isinstance(event, announcements.Locked)), event)
        case entries.KeyRenewed():
            return _announce(replace(state, key=event.key), announcements.LinkRenewed(state.seq + 1))
        case announcements.HostPassed():
            return _announce(replace(state, owner=event.member), event)
        case announcements.SatOut():
            chair = replace(state.chairs[event.seat], out=True, ready=False)
            return _announce(replace(_set_chair(state, event.seat, chair), offered={}), event)
        case entries.SeatsMoved():
            return _seats_moved(state, event)
        case entries.AttemptVoided():
            return _attempt_voided(state, event)
        case announcements.LeftOut():
            pending, member = state.shuffle, state.chairs[event.seat].member
            assert member is not None
            pending = replace(pending, left_out={**pending.left_out, member: (event.by, event.why)})
            return _announce(replace(state, pending=pending), event)
        case entries.Restored():
            return _restored(state, event, at)
        case announcements.TimedOut():
            deal = state.deal
            assert deal is not None
            seat = seat_of(deal, event.seat)
            assert seat is not None
            banks = (*deal.banks[:seat], 0, *deal.banks[seat + 1 :])
            state = _stand_in_for(replace(state, deal=replace(deal, banks=banks)), event.seat)
            return _announce(state, event, deal=True)
        case announcements.Said():
            return _said(state, event, at)
        case announcements.Forgotten():
            guest = state.members[event.member].guest
            state = without_words_of(state, event.member)
            state = replace(state, to_erase={**state.to_erase, guest: state.seq + 1}, erasures=state.erasures + 1)
            return _announce(state, event)
        case entries.Erased():
            left = {guest: upto for guest, upto in state.to_erase.items() if guest != event.guest}
            return replace(state, seq=state.seq + 1, to_erase=left)
        case entries.PersonNamed():
            return _person_named(state, event)
        case entries.MemberClaimed():
            return _member_claimed(state, event)
        case entries.Entered():
            return _entered(state, event, at)
        case entries.Corrected():
            return _corrected(state, event)
        case entries.StruckOut():
            return _struck_out(state, event)
        case announcements.LineOffered():
            offered = {chair: line for chair, line in state.offered.items() if chair != event.seat}
            if event.line is not None:
                offered[event.seat] = codec.encode(event.line).decode()
            return _announce(replace(state, offered=offered), event)
        case announcements.EnterersChanged():
            return _announce(replace(state, enterers=event.who), event)
        case announcements.SatIn():
            state = _set_chair(state, event.seat, replace(state.chairs[event.seat], out=False))
            return _announce(replace(state, offered={}), event)
        case announcements.Continued():
            return _announce(replace(state, continued=event.table), event)
        case entries.Cleared():
            return replace(_shown_anew(state), deal=None, base=state.seq + 1)
        case entries.Opened():
            raise ValueError(
                f"expected {entries.Opened.__name__} as the first entry only, got it after entry {state.seq}"
            )
        case _:
            assert_never(event)


def _opened(event: entries.Opened) -> TableState:
    game, rules = load(event.game), rules_by(event.game, event.sheet)
    return TableState(
        id=event.table,
        seq=1,
        secret=bytes.fromhex(event.secret),
        game=game,
        rules=rules,
        sheet=event.sheet,
        clock=event.clock,
        pace=event.pace,
        chairs=(Chair(),) * event.chairs,
        closed=game.closed(rules, event.chairs),
        first_dealer=event.first_dealer,
        epoch=event.epoch,
        wait=event.wait,
        sheet_name=event.sheet_name,
        before=event.before,
        evening=event.evening,
        key=event.key,
        lesson=event.lesson,
        real=event.real,
        enterers=event.enterers,
        turned=1,
        table_changed=1,
    )


def _remembered(state: TableState, cause: entries.Cause, not_a_move: bool) -> TableState:
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
    changed = replace(member, done=done, forgotten=forgotten, non_moves=member.non_moves + not_a_move)
    return _set_member(state, number, changed)


# People and seats


def _guest_joined(state: TableState, event: entries.GuestJoined) -> TableState:
    seq = state.seq + 1
    number = state.by_guest.get(event.guest)
    if number is None:
        number = next_member(state)
        assert number is not None
        state = _with_member(state, number, Member(event.guest, event.name, True, seq))
    else:
        state = _set_member(state, number, replace(state.members[number], name=event.name))
    return _announce(state, announcements.Joined(seq, number, event.name))


def _person_named(state: TableState, event: entries.PersonNamed) -> TableState:
    """RT-1: add a person without a phone, or change their name."""
    seq, number = state.seq + 1, event.member
    if number < len(state.members) and state.members[number].person == event.person:
        state = _set_member(state, number, replace(state.members[number], name=event.name))
    else:
        state = _with_member(state, number, Member("", event.name, False, seq, person=event.person))
    return _announce(state, announcements.Joined(seq, number, event.name))


def _member_claimed(state: TableState, event: entries.MemberClaimed) -> TableState:
    """RT-2: a guest becomes a person without a phone.

    Their number as a spectator, if they had one, is nobody's from here on.
    """
    seq, number, spectator = state.seq + 1, event.member, state.by_guest.get(event.guest)
    before, shown = Member(event.guest, "", True, seq), state.chat
    chat = tuple([line for line in shown if line.member != number])
    if spectator is not None:
        before = state.members[spectator]
        chat = tuple([replace(line, member=number) if line.member == spectator else line for line in chat])
        state = _set_member(_without_lines_of(state, spectator), spectator, Member("", "", False, seq))
    state = _without_lines_of(state, number)  # a guest who claimed them before may have left words
    member = replace(
        state.members[number],
        guest=event.guest,
        here=True,
        lost=None,
        expected=False,
        moved=seq,
        spoke=before.spoke,
        done=before.done,
        forgotten=before.forgotten,
    )
    by_guest = {**state.by_guest, event.guest: number}
    # Deals that they entered or changed as a spectator are the person's.
    now: dict[int | None, int] = {} if spectator is None else {spectator: number}
    entered = tuple(
        [
            replace(deal, by=now.get(deal.by, deal.by), changed_by=now.get(deal.changed_by, deal.changed_by))
            for deal in state.entered
        ]
    )
    state = replace(_set_member(state, number, member), by_guest=by_guest, chat=chat, entered=entered, replaced=seq)
    if chat != shown:  # clients show these words as somebody else's
        return _shown_anew(state)
    return _announce(state, announcements.Claimed(seq, number))


def _with_member(state: TableState, number: int, member: Member) -> TableState:
    """Give a number to a newcomer. A former member with it must leave nothing behind."""
    seq, former = state.seq + 1, number < len(state.members)
    by_guest = {guest: other for guest, other in state.by_guest.items() if other != number}
    state = _without_shuffle_of(state, number)
    if former:
        state = replace(_without_lines_of(state, number), replaced=seq)
    if member.guest:
        by_guest[member.guest] = number
    members = (*state.members[:number], member, *state.members[number + 1 :])
    return replace(state, members=members, by_guest=by_guest)


def _went(state: TableState, event: announcements.Went) -> TableState:
    seat = chair_of(state, event.member)
    if seat is not None:
        between = state.phase == "between"
        state = _set_chair(state, seat, Chair()) if between else _stand_in_for(state, seat)
    state = _member_moved(state, event.member, here=False)
    return _announce(state, event, deal=True)


def _came_back(state: TableState, event: announcements.CameBack) -> TableState:
    seat = chair_of(state, event.member)
    if seat is not None:
        deal = state.deal if state.phase == "playing" else None
        out = deal is not None and seat in deal.out and seat in deal.chairs
        state = _set_chair(state, seat, replace(state.chairs[seat], away=out))
    state = _member_moved(state, event.member, here=True)
    return _announce(state, event, deal=True)


def _rules_changed(state: TableState, event: announcements.RulesChanged) -> TableState:
    rules = (event.game, event.sheet, event.seats, event.wait, event.clock)
    state = _with_rules_before(state, event.member, *rules)
    chairs = _none_ready(state)
    for chair in chairs[event.seats :]:
        state = _member_moved(state, chair.member)
    state = replace(
        state,
        rules=rules_by(state.game.name, event.sheet),
        sheet=event.sheet,
        clock=event.clock,
        wait=event.wait,
        sheet_name=event.sheet_name,
        chairs=chairs[: event.seats] + (Chair(),) * (event.seats - len(chairs)),
        offered={},
    )
    if event.seats != len(chairs):
        state = _without_match(state)
    if state.phase == "between":  # during a shuffle or deal no seat closes or opens
        state = _close_by_rules(state)
    return _announce(state, event)


def _game_changed(state: TableState, event: announcements.GameChanged) -> TableState:
    """PF-11: change the game. Chairs move with their occupants, and a match of the old game ends."""
    before, places = _none_ready(state), event.places
    rules = (event.game, event.sheet, len(places), event.wait, event.clock)
    state = _with_rules_before(state, event.member, *rules)
    now_at = {old: new for new, old in enumerate(places) if old is not None}
    for old, chair in enumerate(before):
        if now_at.get(old) != old:
            state = _member_moved(state, chair.member)
    moved = [Chair() if old is None else before[old] for old in places]
    state = replace(
        state,
        game=load(event.game),
        rules=rules_by(event.game, event.sheet),
        sheet=event.sheet,
        clock=event.clock,
        wait=event.wait,
        sheet_name=event.sheet_name,
        chairs=tuple([replace(chair, level=bot) for chair, bot in zip(moved, event.bots, strict=True)]),
        first_dealer=None if state.first_dealer is None else now_at.get(state.first_dealer),
        offered={},
    )
    return _announce(_close_by_rules(_without_match(state)), event)


def _without_match(state: TableState) -> TableState:
    """End the match as it stands."""
    return replace(state, match=None, match_chairs=(), match_members=())


# Hosts and lost connections


def _stand_in_for(state: TableState, number: int) -> TableState:
    """Let a bot play for the person of a chair from here on. Its earlier moves for them are dropped."""
    chair, deal = state.chairs[number], state.deal
    if deal is not None and state.phase == "playing" and not chair.away:
        seat = seat_of(deal, number)
        if seat is not None:
            state = replace(state, deal=replace(deal, stand_ins={**deal.stand_ins, seat: StandInMoves()}))
    return _set_chair(state, number, replace(chair, away=True, ready=False))


def _with_rules_before(
    state: TableState, member: int, game: str, sheet: str, seats: int, wait: int, clock: TurnClock | None
) -> TableState:
    """PF-10: remember the previous rules. Several changes before the same deal count as one."""
    seq, deal = state.seq + 1, state.deals + 1
    if state.pending is not None:
        deal = state.pending.deal + (state.phase in ("committing", "revealing"))
    if state.phase == "playing":  # a lesson comes before the pending deal
        assert state.deal is not None
        deal = state.deal.number + 1
    before = state.rules_before
    if before is not None and before.deal == deal:
        before = replace(before, seq=seq, member=member)
    else:
        was = (state.game.name, state.sheet, len(state.chairs), state.wait, state.clock)
        before = RulesBefore(seq, member, deal, *was)
    now = (game, sheet, seats, wait, clock)
    same = (before.game, before.sheet, before.seats, before.wait, before.clock) == now
    return replace(state, rules_before=None if same else before)


def _disconnected(state: TableState, event: entries.Disconnected, at: int) -> TableState:
    """Wait for a seated member; a member without a seat is simply gone."""
    member = state.members[event.member]
    if chair_of(state, event.member) is None:
        state = _member_moved(state, event.member, here=False)
        return _announce(state, announcements.Went(state.seq + 1, event.member))
    if event.expected:
        state = _set_member(state, event.member, replace(member, lost=at, expected=True))
        return replace(state, seq=state.seq + 1, table_changed=state.seq + 1)
    state = _set_member(state, event.member, replace(member, lost=at, losses=member.losses + 1))
    return _announce(state, announcements.Lost(state.seq + 1, event.member))


def _unseated(state: TableState, event: announcements.Unseated) -> TableState:
    """In a deal the chair stays the person's until the chips are booked, and for nothing else."""
    chair = state.chairs[event.seat]
    state = _member_moved(state, event.member)
    if state.phase == "playing":
        state = _set_chair(state, event.seat, replace(chair, away=True, ready=False, freed=True))
    else:
        state = _set_chair(state, event.seat, Chair())
    return _announce(state, event, deal=True)


def _member_removed(state: TableState, event: entries.MemberRemoved) -> TableState:
    seq, member = state.seq + 1, state.members[event.member]
    state = _member_moved(state, event.member, here=False)
    state = replace(
        state,
        by_guest={guest: number for guest, number in state.by_guest.items() if guest != member.guest},
        banned=(*state.banned, Banned(seq, member.guest, member.name))[-BANNED_AT_MOST:],
        replaced=seq,
    )
    return _announce(state, announcements.Removed(seq, event.member, member.name))


def _guest_admitted(state: TableState, event: entries.GuestAdmitted) -> TableState:
    (removed,) = [ban for ban in state.banned if ban.number == event.number]
    state = replace(state, banned=tuple([ban for ban in state.banned if ban != removed]))
    for number, member in enumerate(state.members):
        if member.guest == removed.guest:
            state = replace(_member_moved(state, number), by_guest={**state.by_guest, removed.guest: number})
    return _announce(state, announcements.Admitted(state.seq + 1, removed.name))


def _seats_moved(state: TableState, event: entries.SeatsMoved) -> TableState:
    """Move people together. Their commitments move with them."""
    before, places = state.chairs, event.places
    now_at = {old: new for new, old in enumerate(places) if old is not None}
    for old, new in now_at.items():
        if old != new:
            state = _member_moved(state, before[old].member)
    state = replace(
        state,
        chairs=tuple([Chair() if old is None else before[old] for old in places]),
        first_dealer=None if state.first_dealer is None else now_at.get(state.first_dealer),
        match_chairs=tuple([now_at.get(chair, -1) for chair in state.match_chairs]),
        offered={},
    )
    return _announce(_close_by_rules(state), announcements.SeatsCut(state.seq + 1, len(places)))


# The shuffle


def _shuffle_opened(state: TableState, event: entries.ShuffleOpened, at: int) -> TableState:
    """Begin an attempt. Decisions about the deal's shuffle carry over from the previous attempt."""
    before = state.pending
    fresh = PendingShuffle(event.deal, event.attempt, event.seed, event.commitment, at, event.node)
    if event.attempt > 0 and before is not None:
        awaited = before.awaited
        if before.contributors is not None:
            seated = [state.chairs[chair].member for chair in before.contributors]
            awaited = tuple([member for member in seated if member is not None])
        fresh = replace(
            fresh,
            sheet=before.sheet if state.phase == "committing" else "",
            voids=before.voids,
            awaited=awaited,
            left_out=before.left_out,
            withheld=before.withheld,
            tries=before.tries,
        )
    return _shuffle_changed(state, fresh)


def _committed(state: TableState, event: entries.Committed) -> TableState:
    pending, member = state.shuffle, event.member
    chats = tuple([other for other in pending.chats if other != member])
    pending = replace(
        pending,
        committed={**pending.committed, member: event.commitment},
        chats=(*chats, member) if event.chat else chats,
        left_out={other: why for other, why in pending.left_out.items() if other != member},
    )
    return _shuffle_changed(state, pending)


def _contributors_fixed(state: TableState, event: entries.ContributorsFixed, at: int) -> TableState:
    pending = state.shuffle
    announcement = announcements.ManifestPublished(
        state.seq + 1, pending.deal, pending.attempt, event.contributors, event.manifest
    )
    pending = replace(
        pending,
        contributors=event.contributors,
        sheet=event.sheet,
        chairs=event.chairs,
        host=event.host,
        goes_on=event.goes_on,
        out=event.out,
        manifest=event.manifest,
        since=at,
    )
    state = replace(
        _enter_phase(state, "revealing"),
        pending=pending,
        last_manifest=manifest_hash(event.manifest),
        shuffle_changed=announcement.seq,
    )
    return _announce(state, announcement, table=False)


def _attempt_voided(state: TableState, event: entries.AttemptVoided) -> TableState:
    pending = state.shuffle
    void = Void(pending.attempt, pending.commitment, pending.seed, event.withheld, event.why, pending.manifest)
    counts = dict(pending.withheld)
    for chair in event.withheld:
        member = state.chairs[chair].member
        if member is not None:
            counts[member] = counts.get(member, 0) + 1
    announcement = announcements.Voided(state.seq + 1, pending.deal, pending.attempt, event.withheld, event.why)
    tries = pending.tries + 1 if event.then == "committing" else 0
    state = replace(state, pending=replace(pending, voids=(*pending.voids, void), withheld=counts, tries=tries))
    if event.then != state.phase:
        state = _enter_phase(state, event.then)
        if event.then == "between":
            state = replace(state, chairs=_none_ready(state))
    if pending.contributors is None:  # no client was to reveal: nothing to announce
        return _changed(state)
    return _announce(state, announcement)


def _restored(state: TableState, event: entries.Restored, at: int) -> TableState:
    """Show the table anew to everybody, as the numbers that clients saw may mean something else now."""
    deal = state.deal if state.phase == "playing" else None
    return replace(
        _shown_anew(_chairs_after(state, () if deal is None else deal.out)),
        epoch=event.epoch,
        restored=RestoreInfo(state.seq + 1, at, None if deal is None else deal.number),
        deal=None if deal is not None else state.deal,
        lesson=state.lesson or (deal is not None and deal.proof is None),
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


def _started(state: TableState, event: entries.Started[Any], at: int) -> TableState:
    seq, seats = state.seq + 1, len(event.chairs)
    game, rules = load(event.game), rules_by(event.game, event.sheet)
    opening = game.start(rules, seats, event.match, event.host)
    deal = TableDeal(
        number=event.deal,
        first=seq,
        chairs=event.chairs,
        game=game,
        rules=rules,
        sheet=event.sheet,
        state=opening,
        to_act=game.to_act(opening),
        proof=event.proof,
        turn_seq=(seq,) * seats,
        turn_at=(at,) * seats,
        banks=(0 if state.clock is None else 1000 * state.clock.bank,) * seats,
        moved=seq,
        out=event.out,
    )
    chairs = list(_none_ready(state))
    for chair in event.out:
        if chair in event.chairs:  # a bot plays there
            chairs[chair] = replace(chairs[chair], away=True)
    state = replace(
        _enter_phase(state, "playing"),
        deal=deal,
        lesson=False,
        chairs=tuple(chairs),
        members=tuple([replace(member, losses=0, non_moves=0) for member in state.members]),
        base=state.seq,
        non_moves=0,
        trail=tuple(item for item in state.trail if item[0] > state.ended),
        trail_from=max(state.trail_from, state.ended),
        seats_changed=seq,
        shuffle_changed=seq,
    )
    played_for = tuple([chair for chair in event.out if chair in event.chairs])
    announcement = announcements.DealStarted(
        seq, event.deal, event.game, event.sheet, event.match is None, event.out, played_for, event.dealer
    )
    return _announce(state, announcement, deal=True, table=bool(event.out))  # people who sit out may change the host


def _moved(state: TableState, event: entries.Moved[Any], at: int) -> TableState:
    """Apply a move and restart the turns of the seat that moved and of seats newly to act.

    After a shuffle all turns restart. A seat that was to act before and still is keeps its turn.
    """
    deal = state.deal
    assert deal is not None
    seq, seat, before = state.seq + 1, event.seat, deal.to_act
    position, events = deal.game.apply(deal.state, seat, event.action)
    to_act = deal.game.to_act(position)
    turn_seq, turn_at, banks, shuffles = list(deal.turn_seq), list(deal.turn_at), deal.banks, deal.shuffles
    if seat == CHANCE:
        shuffles += 1
    elif state.clock is not None and seat in before and not played_for(state.chairs[deal.chairs[seat]]):
        over = at - turn_at[seat] - 1000 * state.clock.turn
        if over > 0:
            banks = (*banks[:seat], max(0, banks[seat] - over), *banks[seat + 1 :])
    for other in to_act:
        if other != CHANCE and (other == seat or seat == CHANCE or other not in before):
            turn_seq[other], turn_at[other] = seq, at
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
    if seat == CHANCE or not state.chairs[deal.chairs[seat]].away or deal.chairs[seat] in deal.out:
        return stand_ins
    done = stand_ins.get(seat, StandInMoves())
    return {**stand_ins, seat: StandInMoves(done.count + 1, (*done.events[-_MOVES_SHOWN + 1 :], events))}


def _ended(state: TableState, event: entries.Ended) -> TableState:
    deal = state.deal
    assert deal is not None
    seq = state.seq + 1
    ledger, from_house, proof = dict(state.ledger), dict(state.from_house), deal.proof
    for line, chips in zip(event.lines, event.payoff, strict=True) if proof is not None else ():  # PF-46: no lesson
        ledger[line] = ledger.get(line, 0) + chips
        if state.closed:
            from_house[line] = from_house.get(line, 0) + chips
    new_game = proof is not None and deal.game.name not in state.games
    games = (*state.games, deal.game.name) if new_game else state.games
    sitters = tuple([state.chairs[chair].member for chair in deal.chairs])
    seed = "" if proof is None else proof.seed
    announcement = announcements.DealEnded(seq, deal.number, event.payoff, seed, event.match_over)
    before = state.rules_before
    state = replace(
        _enter_phase(state, "between"),
        rules_before=None if before is not None and before.deal <= deal.number else before,
        deal=replace(deal, payoff=event.payoff, sitters=sitters, to_act=()),
        match=None if event.match_over or proof is None else deal.game.match_after(deal.state),
        match_chairs=deal.chairs,
        match_members=sitters,
        deals=deal.number,
        games=games,
        ended=seq,
        restored=None,
        ledger=ledger,
        from_house=from_house,
    )
    return _announce(_chairs_after(state, deal.out), announcement, deal=True)


# Deals with real cards


def _entered(state: TableState, event: entries.Entered, at: int) -> TableState:
    """RT-5: score and book a deal. People who did not play it sit out until they play again."""
    entry = codec.encode(event.entry).decode()
    deal = replace(
        entered.next_deal(state, event.chairs), at=at, host=event.host, places=event.places, entry=entry, by=event.by
    )
    deal = entered.scored(state.entered[-1] if state.entered else None, deal)
    before = state.rules_before
    chairs = [
        replace(chair, out=chair.member is not None and number not in event.chairs)
        for number, chair in enumerate(state.chairs)
    ]
    state = replace(
        state,
        chairs=tuple(chairs),
        rules_before=None if before is not None and before.deal <= deal.number else before,
        match_chairs=deal.chairs,
        match_members=deal.members,
        deals=deal.number,
        games=state.games if deal.game in state.games else (*state.games, deal.game),
        offered={},
        restored=None,
    )
    state = _with_deals(state, (*state.entered, deal), snapshot=deal.number % _SNAPSHOT_EVERY == 0)
    return _announce(state, announcements.DealEntered(state.seq + 1, event.by, deal.number, deal.payoff))


def _corrected(state: TableState, event: entries.Corrected) -> TableState:
    deal = state.entered[event.deal - 1]
    deal = replace(
        deal,
        entry=codec.encode(event.entry).decode(),
        struck=False,
        corrections=deal.corrections + 1,
        changed_by=event.by,
        note=event.note,
    )
    state = _with_deals(state, entered.changed(state.entered, deal), snapshot=True)
    return _announce(state, announcements.DealCorrected(state.seq + 1, event.by, event.deal))


def _struck_out(state: TableState, event: entries.StruckOut) -> TableState:
    deal = replace(state.entered[event.deal - 1], struck=True, changed_by=event.by, note=event.note)
    state = _with_deals(state, entered.changed(state.entered, deal), snapshot=True)
    return _announce(state, announcements.DealStruckOut(state.seq + 1, event.by, event.deal))


def _with_deals(state: TableState, deals: tuple[EnteredDeal, ...], snapshot: bool) -> TableState:
    """Set the entered deals, and with them the ledger and the match.

    `snapshot`: take one after this entry.
    """
    return replace(
        state,
        entered=deals,
        ledger=entered.ledger(deals),
        match=entered.last_match(deals) if state.match_chairs else None,
        base=state.seq + 1 if snapshot else state.base,
    )


# Talk and erasure


def _said(state: TableState, event: announcements.Said, at: int) -> TableState:
    member = state.members[event.member]
    spoke = (*member.spoke, at)[-SPOKE_REMEMBERED:]
    state = _set_member(state, event.member, replace(member, spoke=spoke))
    if not event.text and event.emote is None:  # PF-38: erased
        return replace(state, seq=state.seq + 1)
    return _announce(replace(state, chat=(*state.chat, event)[-CHAT_REMEMBERED:]), event, table=False)


def without_words_of(state: TableState, number: int) -> TableState:
    """PF-38: return the state without a member's name and everything they said."""
    member = state.members[number]
    return replace(
        _set_member(_without_lines_of(state, number), number, replace(member, name="")),
        entered=tuple([replace(deal, note="") if deal.changed_by == number else deal for deal in state.entered]),
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


# Changes that several folds make


def _announce(state: TableState, what: Announcement, deal: bool = False, table: bool = True) -> TableState:
    """Advance by one entry that is announced to everybody.

    `deal`: it changes the deal's view. `table`: it changes the table's view, not only the parts marked by the caller.
    """
    seq = state.seq + 1
    assert what.seq == seq
    trail, trail_from = _longer_trail(state, what)
    return replace(
        state,
        seq=seq,
        trail=trail,
        trail_from=trail_from,
        table_changed=seq if table else state.table_changed,
        deal_changed=seq if deal else state.deal_changed,
    )


def _changed(state: TableState) -> TableState:
    """Advance by one entry that changes the table's view and is not announced."""
    return replace(state, seq=state.seq + 1, table_changed=state.seq + 1)


def _shuffle_changed(state: TableState, pending: PendingShuffle) -> TableState:
    """Advance by one entry that changes only the shuffle and is not announced."""
    seq = state.seq + 1
    return replace(state, seq=seq, pending=pending, shuffle_changed=seq)


def _shown_anew(state: TableState) -> TableState:
    """Advance by one entry and drop the trail, so that all clients get a full view."""
    seq = state.seq + 1
    return replace(state, seq=seq, trail=(), trail_from=seq, table_changed=seq, deal_changed=seq)


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
    return replace(state, members=(*state.members[:number], member, *state.members[number + 1 :]))


def _member_moved(state: TableState, number: int | None, here: bool | None = None) -> TableState:
    """Record that a member's place changes with the entry being folded."""
    if number is None:
        return state
    member = state.members[number]
    if here is not None:  # the table no longer waits for them
        member = replace(member, here=here, lost=None, expected=False)
    return _set_member(state, number, replace(member, moved=state.seq + 1))


def _set_chair(state: TableState, number: int, chair: Chair) -> TableState:
    if number in state.offered and chair.member != state.chairs[number].member:
        state = replace(state, offered={other: line for other, line in state.offered.items() if other != number})
    return replace(state, chairs=(*state.chairs[:number], chair, *state.chairs[number + 1 :]))


def _chairs_after(state: TableState, out: tuple[int, ...]) -> TableState:
    """Reset the chairs after a deal ended or was annulled.

    People who sat it out and are present play again, and the rules of the next deal close chairs.
    """
    chairs = list(state.chairs)
    for chair in out:
        member = chairs[chair].member
        if member is not None and not chairs[chair].freed:
            chairs[chair] = replace(chairs[chair], away=not present(state.members[member]))
    return _close_by_rules(replace(state, chairs=tuple(chairs)))


def _none_ready(state: TableState) -> tuple[Chair, ...]:
    return tuple([replace(chair, ready=False) if chair.ready else chair for chair in state.chairs])


def _close_by_rules(state: TableState) -> TableState:
    """Close seats by the rules of the next deal."""
    return replace(state, closed=state.game.closed(state.rules, len(state.chairs)))


# Batches


class Fresh(NamedTuple):
    """Inputs that this pure package cannot produce: unpredictable bytes, and the name of the running node."""

    draw: Callable[[int], bytes]
    node: str


class Transaction:
    """A decision in the making: entries to append, the state after them, and the answer to the command.

    Each entry is folded when it is added. `answer` is None if no client waits for one. The entries must be durable
    before the answer is sent. `snapshot` is a state to store, `finished` are the deals that ended: both make tables
    fast to open.
    """

    def __init__(self, state: TableState, now: int, fresh: Fresh) -> None:
        self.state = state
        self.now = now
        self.fresh = fresh
        self.cause: entries.Cause | None = None
        self.answer: Answer | None = None
        self.entries: list[entries.AnyEntry] = []
        self.snapshot: TableState | None = None
        self.finished: tuple[DealSpan, ...] = ()
        self._before = state

    @property
    def seq(self) -> int:
        """The number of the next entry."""
        return self.state.seq + 1

    def add(self, event: entries.AnyEvent) -> None:
        """Add an entry with this event. The first one carries the cause."""
        entry: entries.AnyEntry = entries.Entry(self.now, event, None if self.entries else self.cause)
        before = self.state
        self.state = after = fold(before, entry)
        self.entries.append(entry)
        if isinstance(event, entries.Started):
            self.snapshot = before
        elif after.base == after.seq:
            self.snapshot = after
        elif isinstance(event, entries.Ended):
            assert before.deal is not None
            self.finished = (*self.finished, DealSpan(before.deal.number, before.deal.first, after.seq))

    def roll_back(self, answer: Answer) -> None:
        """Drop all entries and answer that nothing changed."""
        self.state, self.answer = self._before, answer
        self.entries, self.snapshot, self.finished = [], None, ()
