"""A table's state from its log, one entry at a time. Entries are facts: nothing is checked here, `decide` did that.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from chieu.core import sheets
from chieu.core.game import CHANCE, Event, Seat
from chieu.games import load
from chieu.online.protocol import announcements, messages
from chieu.online.protocol.messages import TurnClock
from chieu.online.table import entries, fold_hosting, shuffle_folds
from chieu.online.table.changes import announced as _told
from chieu.online.table.changes import closed_by_rules as _closed_by_rules
from chieu.online.table.changes import longer_trail as _trail
from chieu.online.table.changes import moved_about as _moved_about
from chieu.online.table.changes import seats_after as _seats_after
from chieu.online.table.changes import set_chair as _set_chair
from chieu.online.table.changes import turned as _turned
from chieu.online.table.changes import with_member as _with_member
from chieu.online.table.seating import known_as, next_member, played_for, seat_of, stakeholder
from chieu.online.table.state import Chair, Member, StandInMoves, TableDeal, TableState

COMMANDS_REMEMBERED: Final = 32
CHAT_REMEMBERED: Final = 50
SPOKE_REMEMBERED: Final = 8
_MOVES_TOLD: Final = 40  # to somebody who was away
_MOVES_REMEMBERED: Final = 1_000  # for bots; random players can take a hundred thousand for a round of rummy


def fold(state: TableState | None, entry: entries.AnyEntry) -> TableState:
    """The state after one more entry."""
    if state is None:
        assert isinstance(entry, entries.Opened)
        return _opened(entry)
    after = _FOLDS[type(entry)](state, entry)
    aside = state.phase == "playing" and type(entry) is not entries.Moved
    if aside:
        after = replace(after, asides=after.asides + 1)
    return _remembered(after, entry.cause, aside) if entry.cause is not None else after


def fold_all(log: Iterable[entries.AnyEntry], state: TableState | None = None) -> TableState | None:
    """The state after a whole log, or after more of it."""
    for entry in log:
        state = fold(state, entry)
    return state


@lru_cache(maxsize=1024)
def rules_by(game: str, sheet: str) -> Any:
    """The rules a code stands for. Every deal asks, and tables play by few sheets."""
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
        wait=messages.WAIT if entry.wait is None else entry.wait,
        sheet_name=entry.sheet_name,
        before=entry.before,
        evening=entry.evening,
        key=entry.key,
        turned=1,
        table_changed=1,
    )


def _remembered(state: TableState, cause: entries.Cause, aside: bool) -> TableState:
    """PF-30: a command's id is kept with the number at which it took effect. Those dropped at last leave behind the
    number before which every command must be a repeated one."""
    number = known_as(state, cause.guest)
    assert number is not None
    member = state.members[number]
    done = member.done.copy()
    done[cause.id] = state.seq
    forgotten = member.forgotten
    if len(done) > COMMANDS_REMEMBERED:
        forgotten = done.pop(next(iter(done)))
    changed = replace(member, done=done, forgotten=forgotten, asides=member.asides + aside)
    return _with_member(state, number, changed)


# People and seats


def _joined(state: TableState, entry: entries.Joined) -> TableState:
    seq = state.seq + 1
    number = state.by_guest.get(entry.guest)
    if number is None:
        number = next_member(state)
        assert number is not None
        by_guest = {guest: other for guest, other in state.by_guest.items() if other != number}
        state = shuffle_folds.without(state, number)
        if number < len(state.members):  # what was said by that number is not the newcomer's
            state = _without_lines_of(state, number)
        state = replace(
            state,
            replaced=seq if number < len(state.members) else state.replaced,
            members=(*state.members[:number], Member(entry.guest, entry.name, True, seq), *state.members[number + 1 :]),
            by_guest={**by_guest, entry.guest: number},
        )
    else:
        member = state.members[number]
        state = _with_member(state, number, replace(member, name=entry.name))
    return _told(state, announcements.Joined(seq, number, entry.name))


def _seated(state: TableState, entry: entries.Seated) -> TableState:
    before = seat_of(state, entry.member)
    if before is not None:
        state = _set_chair(state, before, Chair())
    state = _moved_about(_set_chair(state, entry.seat, Chair(entry.member, away=entry.away)), entry.member)
    return _told(state, announcements.Sat(state.seq + 1, entry.member, entry.seat))


def _bot_set(state: TableState, entry: entries.BotSet) -> TableState:
    state = _moved_about(state, state.chairs[entry.seat].member)
    state = _set_chair(state, entry.seat, Chair(level=entry.level))
    return _told(state, announcements.BotSat(state.seq + 1, entry.seat, entry.level))


def _freed(state: TableState, entry: entries.Freed) -> TableState:
    state = _moved_about(state, state.chairs[entry.seat].member)
    kind = announcements.SeatClosed if entry.seat in state.closed else announcements.SeatFreed
    return _told(_set_chair(state, entry.seat, Chair()), kind(state.seq + 1, entry.seat))


def _left(state: TableState, entry: entries.Left) -> TableState:
    seat = seat_of(state, entry.member)
    if seat is not None:
        between = state.phase == "between"
        state = _set_chair(state, seat, Chair()) if between else fold_hosting.stand_in_for(state, seat)
    state = _moved_about(state, entry.member, here=False)
    return _told(state, announcements.Went(state.seq + 1, entry.member), deal=True)


def _returned(state: TableState, entry: entries.Returned) -> TableState:
    seat = seat_of(state, entry.member)
    if seat is not None:
        out = state.phase == "playing" and state.deal is not None and seat in state.deal.out
        state = _set_chair(state, seat, replace(state.chairs[seat], away=out))
    state = _moved_about(state, entry.member, here=True)
    return _told(state, announcements.CameBack(state.seq + 1, entry.member), deal=True)


def _readied(state: TableState, entry: entries.Readied) -> TableState:
    chair = state.chairs[entry.seat]
    out = chair.out and not entry.on
    state = _set_chair(state, entry.seat, replace(chair, ready=entry.on, out=out, ready_at=entry.at))
    return replace(state, seq=state.seq + 1, table_changed=state.seq + 1)


def _rules_changed(state: TableState, entry: entries.RulesChanged) -> TableState:
    wait = state.wait if entry.wait is None else entry.wait
    state = fold_hosting.with_rules_before(state, entry, wait)
    chairs = tuple(replace(chair, ready=False) if chair.ready else chair for chair in state.chairs)
    for chair in chairs[entry.seats :]:
        state = _moved_about(state, chair.member)
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
    if state.phase == "between":  # else a deal is on, or being shuffled for, in which nothing closes or opens
        state = _closed_by_rules(state)
    return _told(
        state, announcements.RulesChanged(state.seq + 1, entry.sheet, entry.seats, entry.clock, wait, entry.sheet_name)
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
        waiting=state.game.to_act(opening),
        proof=entry.proof,
        asked=(seq,) * seats,
        since=(entry.at,) * seats,
        banks=(_bank(state.clock),) * seats,
        moved=seq,
        out=entry.out,
    )
    chairs = [replace(chair, ready=False) if chair.ready else chair for chair in state.chairs]
    for seat in entry.out:
        chairs[seat] = replace(chairs[seat], away=True)
    state = replace(
        _turned(state, "playing"),
        deal=deal,
        chairs=tuple(chairs),
        members=tuple([replace(one, losses=0, asides=0) if one.losses or one.asides else one for one in state.members]),
        base=state.seq,
        asides=0,
        trail=tuple(one for one in state.trail if one[0] > state.ended),
        trail_from=max(state.trail_from, state.ended),
    )
    return _told(
        state, announcements.DealStarted(seq, entry.deal, entry.sheet, entry.match is None, entry.out), deal=True
    )


def _moved(state: TableState, entry: entries.Moved[Any]) -> TableState:
    """Who moved is asked anew, if at all, and so is whoever was not asked before; after a shuffle everybody is. Who
    was asked already, and still is, keeps their number and their time."""
    deal = state.deal
    assert deal is not None
    seq, seat, before = state.seq + 1, entry.seat, deal.waiting
    position, events = state.game.apply(deal.state, seat, entry.action)
    waiting = state.game.to_act(position)
    asked, since, banks, shuffles = list(deal.asked), list(deal.since), deal.banks, deal.shuffles
    if seat == CHANCE:
        shuffles += 1
    elif state.clock is not None and seat in before and not played_for(state.chairs[seat]):
        over = entry.at - since[seat] - 1000 * state.clock.turn
        if over > 0:
            banks = (*banks[:seat], max(0, banks[seat] - over), *banks[seat + 1 :])
    for one in waiting:
        if one != CHANCE and (one == seat or seat == CHANCE or one not in before):
            asked[one], since[one] = seq, entry.at
    after = replace(
        deal,
        state=position,
        waiting=waiting,
        asked=tuple(asked),
        since=tuple(since),
        banks=banks,
        moved=seq,
        shuffles=shuffles,
        events=(*deal.events[-_MOVES_REMEMBERED + 1 :], events),
        stand_ins=_stand_ins(state, deal, seat, events),
    )
    trail, trail_from = _trail(state, events)
    cleared = state.seq if any(event.clears for event in events) else state.cleared
    return replace(state, seq=seq, deal=after, deal_changed=seq, trail=trail, trail_from=trail_from, cleared=cleared)


def _stand_ins(state: TableState, deal: TableDeal, seat: Seat, events: tuple[Event, ...]) -> dict[Seat, StandInMoves]:
    """PF-9: what was done for whom, one move on. What is past for everybody is past for them too."""
    stand_ins = deal.stand_ins
    if stand_ins and any(event.clears for event in events):
        stand_ins = {one: StandInMoves(done.count) for one, done in stand_ins.items()}
    if seat == CHANCE or not state.chairs[seat].away or seat in deal.out:
        return stand_ins
    done = stand_ins.get(seat, StandInMoves())
    return {**stand_ins, seat: StandInMoves(done.count + 1, (*done.events[-_MOVES_TOLD + 1 :], events))}


def _timed_out(state: TableState, entry: entries.TimedOut) -> TableState:
    deal = state.deal
    assert deal is not None
    banks = (*deal.banks[: entry.seat], 0, *deal.banks[entry.seat + 1 :])
    state = fold_hosting.stand_in_for(replace(state, deal=replace(deal, banks=banks)), entry.seat)
    return _told(state, announcements.TimedOut(state.seq + 1, entry.seat), deal=True)


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
    told = announcements.DealEnded(seq, deal.number, entry.payoff, deal.proof.seed, entry.match_over)
    news = state.rules_before
    state = replace(
        _turned(state, "between"),
        rules_before=None if news is not None and news.deal <= deal.number else news,
        deal=replace(deal, payoff=entry.payoff, sitters=tuple([one.member for one in state.chairs]), waiting=()),
        match=None if entry.match_over else state.game.match_after(deal.state),
        deals=deal.number,
        ended=seq,
        restored=None,
        ledger=ledger,
        owed=owed,
    )
    return _told(_seats_after(state, deal.out), told, deal=True)


def _cleared(state: TableState, entry: entries.Cleared) -> TableState:
    """Whoever is connected is shown the table anew: nothing is told of before."""
    del entry
    seq = state.seq + 1
    return replace(state, seq=seq, deal=None, trail=(), trail_from=seq, base=seq, table_changed=seq, deal_changed=seq)


def _said(state: TableState, entry: entries.Said) -> TableState:
    member = state.members[entry.member]
    spoke = (*member.spoke, entry.at)[-SPOKE_REMEMBERED:]
    state = _with_member(state, entry.member, replace(member, spoke=spoke))
    if not entry.text and entry.emote is None:  # PF-38: it was taken back
        return replace(state, seq=state.seq + 1)
    told = announcements.Said(state.seq + 1, entry.member, entry.text, entry.emote)
    shown = state.table_changed  # talk changes nothing of the table
    return replace(_told(state, told), chat=(*state.chat, told)[-CHAT_REMEMBERED:], table_changed=shown)


def _forgotten(state: TableState, entry: entries.Forgotten) -> TableState:
    guest = state.members[entry.member].guest
    state = without_words_of(state, entry.member)
    state = replace(state, taken_back={**state.taken_back, guest: state.seq + 1}, rewrites=state.rewrites + 1)
    return _told(state, announcements.Forgotten(state.seq + 1, entry.member))


def without_words_of(state: TableState, number: int) -> TableState:
    """PF-38: the state without a member's name and whatever they said."""
    member = state.members[number]
    return replace(
        _with_member(_without_lines_of(state, number), number, replace(member, name="")),
        banned=tuple(replace(one, name="") if one.guest == member.guest else one for one in state.banned),
    )


def _without_lines_of(state: TableState, number: int) -> TableState:
    """Without what a member said and what tells of their name."""
    name = state.members[number].name
    return replace(
        state,
        trail=tuple(one for one in state.trail if not _tells_of(one[1], number, name)),
        chat=tuple(one for one in state.chat if one.member != number),
    )


def _tells_of(what: announcements.Announcement | tuple[Event, ...], number: int, name: str) -> bool:
    if isinstance(what, announcements.Admitted):
        return what.name == name
    return isinstance(what, announcements.Said | announcements.Joined | announcements.Removed) and what.member == number


def _rewritten(state: TableState, entry: entries.Rewritten) -> TableState:
    left = {guest: upto for guest, upto in state.taken_back.items() if guest != entry.guest}
    return replace(state, seq=state.seq + 1, taken_back=left)


def _continued(state: TableState, entry: entries.Continued) -> TableState:
    told = announcements.Continued(state.seq + 1, entry.member, entry.table)
    return _told(replace(state, continued=entry.table), told)


# Small changes


def _bank(clock: TurnClock | None) -> int:
    return 0 if clock is None else 1000 * clock.bank


_FOLDS: Final[dict[type[Any], Callable[[TableState, Any], TableState]]] = {
    entries.Joined: _joined,
    entries.Seated: _seated,
    entries.BotSet: _bot_set,
    entries.Freed: _freed,
    entries.Left: _left,
    entries.Returned: _returned,
    entries.Readied: _readied,
    entries.RulesChanged: _rules_changed,
    **fold_hosting.FOLDS,
    entries.Started: _started,
    entries.Moved: _moved,
    entries.TimedOut: _timed_out,
    entries.Ended: _ended,
    entries.Said: _said,
    entries.Forgotten: _forgotten,
    entries.Rewritten: _rewritten,
    entries.Continued: _continued,
    entries.Cleared: _cleared,
    **shuffle_folds.FOLDS,
}
