"""A table's state from its log, one entry at a time. Entries are facts: nothing is checked here, `decide` did that."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from chieu.core import sheets
from chieu.core.contract import CHANCE, Event, Seat
from chieu.games import load
from chieu.table import entries, messages
from chieu.table.fair import Void
from chieu.table.messages import Announcement, TurnClock
from chieu.table.seating import account, next_member, played_for, seat_of
from chieu.table.state import Chair, Member, PendingShuffle, State, TableDeal, Told

COMMANDS_REMEMBERED: Final = 32
CHAT_REMEMBERED: Final = 50
SPOKE_REMEMBERED: Final = 8
_TRAIL_AT_MOST: Final = 512
_MOVES_REMEMBERED: Final = 1_000  # for bots; random players can take a hundred thousand for a round of rummy


def fold(state: State | None, entry: entries.AnyEntry) -> State:
    """The state after one more entry."""
    if state is None:
        assert isinstance(entry, entries.Opened)
        return _opened(entry)
    after = _FOLDS[type(entry)](state, entry)
    if state.phase == "playing" and type(entry) is not entries.Moved:
        after = replace(after, asides=after.asides + 1)
    return _remembered(after, entry.cause) if entry.cause is not None else after


def fold_all(log: Iterable[entries.AnyEntry], state: State | None = None) -> State | None:
    """The state after a whole log, or after more of it."""
    for entry in log:
        state = fold(state, entry)
    return state


@lru_cache(maxsize=1024)
def rules_by(game: str, sheet: str) -> Any:
    """The rules a code stands for. Every deal asks, and tables play by few sheets."""
    return sheets.from_code(load(game), sheet, stored=True)


def _opened(entry: entries.Opened) -> State:
    game = load(entry.game)
    rules = rules_by(game.name, entry.sheet)
    return State(
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
        turned=1,
        table_changed=1,
    )


def _remembered(state: State, cause: entries.Cause) -> State:
    """PF-30: a command's id is kept with the number at which it took effect. Those dropped at last leave behind the
    number before which every command must be a repeated one."""
    number = state.by_guest[cause.guest]
    member = state.members[number]
    done = {**member.done, cause.id: state.seq}
    forgotten = member.forgotten
    if len(done) > COMMANDS_REMEMBERED:
        forgotten = done.pop(next(iter(done)))
    return _with_member(state, number, replace(member, done=done, forgotten=forgotten))


# People and seats


def _joined(state: State, entry: entries.Joined) -> State:
    seq = state.seq + 1
    number = state.by_guest.get(entry.guest)
    if number is None:
        number = next_member(state)
        assert number is not None
        by_guest = {guest: other for guest, other in state.by_guest.items() if other != number}
        state = replace(
            state,
            members=(*state.members[:number], Member(entry.guest, entry.name, True, seq), *state.members[number + 1 :]),
            by_guest={**by_guest, entry.guest: number},
        )
    else:
        member = state.members[number]
        state = _with_member(state, number, replace(member, name=entry.name))
    return _told(state, messages.Joined(seq, number, entry.name))


def _seated(state: State, entry: entries.Seated) -> State:
    before = seat_of(state, entry.member)
    if before is not None:
        state = _with_chair(state, before, Chair())
    state = _moved_about(_with_chair(state, entry.seat, Chair(entry.member, away=entry.away)), entry.member)
    return _told(state, messages.Sat(state.seq + 1, entry.member, entry.seat))


def _bot_set(state: State, entry: entries.BotSet) -> State:
    state = _moved_about(state, state.chairs[entry.seat].member)
    state = _with_chair(state, entry.seat, Chair(level=entry.level))
    return _told(state, messages.BotSat(state.seq + 1, entry.seat, entry.level))


def _freed(state: State, entry: entries.Freed) -> State:
    state = _moved_about(state, state.chairs[entry.seat].member)
    kind = messages.SeatClosed if entry.seat in state.closed else messages.SeatFreed
    return _told(_with_chair(state, entry.seat, Chair()), kind(state.seq + 1, entry.seat))


def _left(state: State, entry: entries.Left) -> State:
    seat = seat_of(state, entry.member)
    if seat is not None:
        if state.phase == "between" and entry.why == "left":
            state = _with_chair(state, seat, Chair())
        else:
            state = _set_chair(state, seat, replace(state.chairs[seat], away=True, ready=False))
    state = _moved_about(state, entry.member, here=False)
    return _told(state, messages.Went(state.seq + 1, entry.member), deal=True)


def _returned(state: State, entry: entries.Returned) -> State:
    seat = seat_of(state, entry.member)
    if seat is not None:
        state = _set_chair(state, seat, replace(state.chairs[seat], away=False))
    state = _moved_about(state, entry.member, here=True)
    return _told(state, messages.CameBack(state.seq + 1, entry.member), deal=True)


def _readied(state: State, entry: entries.Readied) -> State:
    state = _set_chair(state, entry.seat, replace(state.chairs[entry.seat], ready=entry.on))
    return replace(state, seq=state.seq + 1, table_changed=state.seq + 1)


def _rules_changed(state: State, entry: entries.RulesChanged) -> State:
    chairs = tuple(replace(chair, ready=False) if chair.ready else chair for chair in state.chairs)
    for chair in chairs[entry.seats :]:
        state = _moved_about(state, chair.member)
    sealing = state.shuffle
    if entry.seats < len(chairs):
        kept = {seat: one for seat, one in sealing.commitments.items() if seat < entry.seats}
        sealing = replace(sealing, commitments=kept)
    state = replace(
        state,
        rules=rules_by(state.game.name, entry.sheet),
        sheet=entry.sheet,
        clock=entry.clock,
        chairs=chairs[: entry.seats] + (Chair(),) * (entry.seats - len(chairs)),
        sealing=sealing,
        match=state.match if entry.seats == len(chairs) else None,
    )
    if state.phase == "between":  # else a deal is on, or being shuffled for, in which nothing closes or opens
        state = _closed_by_rules(state)
    return _told(
        state, messages.RulesChanged(state.seq + 1, sheets.explicit(state.game, entry.sheet), entry.seats, entry.clock)
    )


# The shuffle


def _sealed(state: State, entry: entries.Sealed) -> State:
    before = state.sealing
    fresh = PendingShuffle(entry.deal, entry.attempt, entry.seed, entry.commitment, entry.at)
    if entry.attempt > 0 and before is not None:
        assert before.contributors is not None
        honest = tuple(seat for seat in before.contributors if seat in before.reveals)
        fresh = replace(fresh, sheet=before.sheet, voids=before.voids, awaited=honest)
        state = _turned(state, "committing")
    return replace(state, seq=state.seq + 1, sealing=fresh, table_changed=state.seq + 1)


def _committed(state: State, entry: entries.Committed) -> State:
    sealing = state.shuffle
    given = {**sealing.commitments, entry.seat: entry.commitment}
    sealing = replace(sealing, commitments=dict(sorted(given.items())))
    return replace(state, seq=state.seq + 1, sealing=sealing, table_changed=state.seq + 1)


def _froze(state: State, entry: entries.Froze) -> State:
    sealing = state.shuffle
    contributors = tuple((seat, sealing.commitments[seat]) for seat in entry.contributors)
    told = messages.Froze(state.seq + 1, sealing.deal, sealing.attempt, contributors)
    sealing = replace(sealing, contributors=entry.contributors, sheet=entry.sheet, since=entry.at)
    return _told(replace(_turned(state, "revealing"), sealing=sealing), told)


def _revealed(state: State, entry: entries.Revealed) -> State:
    sealing = state.shuffle
    sealing = replace(sealing, reveals={**sealing.reveals, entry.seat: entry.contribution})
    return replace(state, seq=state.seq + 1, sealing=sealing, table_changed=state.seq + 1)


def _voided(state: State, entry: entries.Voided) -> State:
    sealing = state.shuffle
    void = Void(sealing.attempt, sealing.commitment, sealing.seed, entry.withheld)
    people = frozenset(member for seat in entry.withheld if (member := state.chairs[seat].member) is not None)
    told = messages.Voided(state.seq + 1, sealing.deal, sealing.attempt, entry.withheld)
    state = replace(
        state,
        sealing=replace(sealing, voids=(*sealing.voids, void)),
        barred_seats=state.barred_seats | set(entry.withheld),
        barred_members=state.barred_members | people,
    )
    return _told(state, told)


# The deal


def _started(state: State, entry: entries.Started[Any]) -> State:
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
    )
    chairs = tuple(replace(chair, ready=False) if chair.ready else chair for chair in state.chairs)
    state = replace(
        _turned(state, "playing"),
        deal=deal,
        chairs=chairs,
        base=state.seq,
        asides=0,
        trail=tuple(one for one in state.trail if one[0] > state.ended),
        trail_from=max(state.trail_from, state.ended),
    )
    sheet = sheets.explicit(state.game, entry.sheet)
    return _told(state, messages.DealStarted(seq, entry.deal, sheet, entry.match is None), deal=True)


def _moved(state: State, entry: entries.Moved[Any]) -> State:
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
    )
    trail, trail_from = _trail(state, events)
    cleared = state.seq if any(event.clears for event in events) else state.cleared
    return replace(state, seq=seq, deal=after, deal_changed=seq, trail=trail, trail_from=trail_from, cleared=cleared)


def _timed_out(state: State, entry: entries.TimedOut) -> State:
    deal = state.deal
    assert deal is not None
    banks = (*deal.banks[: entry.seat], 0, *deal.banks[entry.seat + 1 :])
    state = replace(state, deal=replace(deal, banks=banks))
    state = _set_chair(state, entry.seat, replace(state.chairs[entry.seat], away=True))
    return _told(state, messages.TimedOut(state.seq + 1, entry.seat), deal=True)


def _ended(state: State, entry: entries.Ended) -> State:
    deal = state.deal
    assert deal is not None
    seq = state.seq + 1
    ledger, owed = dict(state.ledger), dict(state.owed)
    for seat, chips in enumerate(entry.payoff):
        line = account(state, seat)
        ledger[line] = ledger.get(line, 0) + chips
        if not state.closed:
            owed[line] = owed.get(line, 0) + chips
    told = messages.DealEnded(seq, deal.number, entry.payoff, deal.proof.seed, entry.match_over)
    state = replace(
        _turned(state, "between"),
        deal=replace(deal, payoff=entry.payoff, waiting=()),
        match=None if entry.match_over else state.game.match_after(deal.state),
        deals=deal.number,
        ended=seq,
        ledger=ledger,
        owed=owed,
    )
    return _told(_closed_by_rules(state), told, deal=True)


def _cleared(state: State, entry: entries.Cleared) -> State:
    """Whoever is connected is shown the table anew: nothing is told of before."""
    del entry
    seq = state.seq + 1
    return replace(state, seq=seq, deal=None, trail=(), trail_from=seq, base=seq, table_changed=seq, deal_changed=seq)


def _said(state: State, entry: entries.Said) -> State:
    member = state.members[entry.member]
    spoke = (*member.spoke, entry.at)[-SPOKE_REMEMBERED:]
    state = _with_member(state, entry.member, replace(member, spoke=spoke))
    told = messages.Said(state.seq + 1, entry.member, entry.text, entry.emote)
    shown = state.table_changed  # talk changes nothing of the table
    return replace(_told(state, told), chat=(*state.chat, told)[-CHAT_REMEMBERED:], table_changed=shown)


# Small changes


def _closed_by_rules(state: State) -> State:
    """Between deals the rules of the next one say which seats there are."""
    closed = state.game.closed(state.rules, len(state.chairs))
    return state if closed == state.closed else replace(state, closed=closed)


def _told(state: State, what: Announcement, deal: bool = False) -> State:
    """One entry on, announced to everybody, and the table (and the deal, if so) to be shown again."""
    seq = state.seq + 1
    trail, trail_from = _trail(state, what)
    shown = seq if deal else state.deal_changed
    return replace(state, seq=seq, trail=trail, trail_from=trail_from, table_changed=seq, deal_changed=shown)


def _trail(state: State, what: Announcement | tuple[Event, ...]) -> tuple[tuple[Told, ...], int]:
    trail = (*state.trail, (state.seq + 1, what))
    if len(trail) <= _TRAIL_AT_MOST:
        return trail, state.trail_from
    dropped = len(trail) // 2
    return trail[dropped:], trail[dropped - 1][0]


def _turned(state: State, phase: messages.Phase) -> State:
    return replace(state, phase=phase, turned=state.seq + 1)


def _with_member(state: State, number: int, member: Member) -> State:
    return replace(state, members=(*state.members[:number], member, *state.members[number + 1 :]))


def _moved_about(state: State, number: int | None, here: bool | None = None) -> State:
    """A member's place here changes with the entry being folded."""
    if number is None:
        return state
    member = state.members[number]
    here = member.here if here is None else here
    return _with_member(state, number, replace(member, moved=state.seq + 1, here=here))


def _set_chair(state: State, seat: Seat, chair: Chair) -> State:
    return replace(state, chairs=(*state.chairs[:seat], chair, *state.chairs[seat + 1 :]))


def _with_chair(state: State, seat: Seat, chair: Chair) -> State:
    """Somebody else's chair now: what its last player committed to is void."""
    sealing = state.sealing
    if sealing is not None and seat in sealing.commitments:
        kept = {one: given for one, given in sealing.commitments.items() if one != seat}
        state = replace(state, sealing=replace(sealing, commitments=kept))
    return _set_chair(state, seat, chair)


def _bank(clock: TurnClock | None) -> int:
    return 0 if clock is None else 1000 * clock.bank


_FOLDS: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    entries.Joined: _joined,
    entries.Seated: _seated,
    entries.BotSet: _bot_set,
    entries.Freed: _freed,
    entries.Left: _left,
    entries.Returned: _returned,
    entries.Readied: _readied,
    entries.RulesChanged: _rules_changed,
    entries.Sealed: _sealed,
    entries.Committed: _committed,
    entries.Froze: _froze,
    entries.Revealed: _revealed,
    entries.Voided: _voided,
    entries.Started: _started,
    entries.Moved: _moved,
    entries.TimedOut: _timed_out,
    entries.Ended: _ended,
    entries.Said: _said,
    entries.Cleared: _cleared,
}
