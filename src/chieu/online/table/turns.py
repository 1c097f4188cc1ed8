"""What a table does by itself (shuffling, dealing, bots' turns, time-outs, settling) and when it is to be woken.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from chieu.core.game import CHANCE, Seat, Shuffle
from chieu.fairness import card_order
from chieu.online.table import shuffling
from chieu.online.table.bot_moves import bot_action, bot_aside
from chieu.online.table.draft import Transaction
from chieu.online.table.entries import Cleared, Ended, Freed, Moved, Seated, StoodIn, TimedOut
from chieu.online.table.seating import attended, empty, places, played_for, skipped, stakeholder, to_fill
from chieu.online.table.state import TableState
from chieu.online.table.thinking import is_thinker, waits_until

_KEPT_AT_MOST: Final = 1_000  # entries between deals that are kept beside the last deal, with that deal's own
_MOVES_A_BATCH: Final = 8  # a table of bots gives others a chance in between


def deadline(state: TableState) -> int | None:
    """When the table has to be woken, in milliseconds since 1970; None while it waits for people alone. A deal that
    everybody left waits for the first of them: bots do not play on among themselves."""
    if state.phase in ("revealing", "committing"):
        return shuffling.deadline(state)
    deal = state.deal
    if state.phase != "playing" or deal is None or not attended(state):
        return None
    if not deal.waiting or deal.waiting == (CHANCE,):
        return max(deal.since)  # at once
    due = [when for seat in deal.waiting if (when := _due(state, seat)) is not None]
    return min(due, default=None)


def time_out(state: TableState, seat: Seat) -> int | None:
    """PF-4: when a person's time at this seat is up, bank included; None without a clock."""
    deal, clock = state.deal, state.clock
    if clock is None or deal is None or played_for(state.chairs[seat]):
        return None
    return deal.since[seat] + 1000 * clock.turn + deal.banks[seat]


def waited_until(state: TableState, seat: Seat) -> int | None:
    """PF-9: when a bot begins to play for a person who lost the connection; None with a clock, which rules then."""
    member = state.chairs[seat].member
    if state.clock is not None or member is None or state.chairs[seat].away:
        return None
    lost = state.members[member].lost
    return None if lost is None else lost + 1000 * state.wait


def _due(state: TableState, seat: Seat) -> int | None:
    assert state.deal is not None
    if played_for(state.chairs[seat]):
        return waits_until(state, seat) if is_thinker(state, seat) else state.deal.since[seat] + state.pace
    if state.clock is not None:
        return time_out(state, seat)
    until = waited_until(state, seat)
    return None if until is None else max(until, state.deal.since[seat])


def all_ready(state: TableState) -> bool:
    """Whether everybody who is here is ready. PF-9: who is not here, or sits out, holds up nobody."""
    seats = [seat for seat in places(state) if state.chairs[seat].member is not None and not skipped(state, seat)]
    ready = bool(seats) and all(state.chairs[seat].ready for seat in seats)
    return state.phase == "between" and not to_fill(state) and ready


def deal_if_all_ready(draft: Transaction) -> None:
    """A deal begins by itself, unless somebody has to be left out first: nobody asked for it who could be told so."""
    if all_ready(draft.state) and not shuffling.too_many_voids(draft.state):
        shuffling.freeze(draft)


def onward(draft: Transaction) -> None:
    """Everything that is due now: void shuffles, shuffles, bots' moves, time-outs, the end of the deal."""
    for _ in range(_MOVES_A_BATCH):
        if not _step(draft):
            break
    state = draft.state
    if state.phase != "playing" and state.seq - state.base >= _KEPT_AT_MOST:
        draft.add(Cleared(at=draft.now))


def _step(draft: Transaction) -> bool:
    state, now = draft.state, draft.now
    if state.phase in ("revealing", "committing"):
        return shuffling.step(draft)
    deal = state.deal
    if state.phase != "playing" or deal is None or not attended(state):
        return False
    if not deal.waiting:
        return _end(draft)
    if deal.waiting == (CHANCE,):
        order = card_order.order(deal.proof, deal.shuffles, state.game.to_shuffle(deal.state))
        draft.add(Moved(CHANCE, Shuffle(order), at=now))
        return True
    if _aside(draft):
        return True
    moved = [_seat_due(draft, seat) for seat in deal.waiting]
    return any(moved)


def _aside(draft: Transaction) -> bool:
    """What a bot or a stand-in does at once, without being asked, because of what just happened."""
    state, deal = draft.state, draft.state.deal
    assert deal is not None
    if state.seq == deal.moved or draft.entries:
        for seat, chair in enumerate(state.chairs):
            if played_for(chair) and seat not in deal.waiting and (action := bot_aside(state, seat)) is not None:
                draft.add(Moved(seat, action, at=draft.now))
                return True
    return False


def _seat_due(draft: Transaction, seat: Seat) -> bool:
    """A bot's move, or a stand-in's for a person who is away or out of time."""
    state = draft.state
    assert state.deal is not None
    if seat not in state.deal.waiting:
        return False
    due = _due(state, seat)
    if due is None or due > draft.now:
        return False
    if not played_for(state.chairs[seat]):
        draft.add(StoodIn(seat, at=draft.now) if state.clock is None else TimedOut(seat, at=draft.now))
    draft.add(Moved(seat, bot_action(draft.state, seat), at=draft.now))
    return True


def _end(draft: Transaction) -> bool:
    state, deal = draft.state, draft.state.deal
    assert deal is not None
    match_over = state.game.match_after(deal.state) is None
    payoff = state.game.payoff(deal.state)
    lines = tuple(stakeholder(state, seat) for seat in range(len(payoff)))
    draft.add(Ended(payoff, match_over, lines, at=draft.now))
    clear_seats(draft)
    shuffling.seal(draft, deal.number + 1, 0)
    return True


def clear_seats(draft: Transaction) -> None:
    """A deal is over, or annulled: whoever kept a seat for as long as it took has it no more."""
    for seat, chair in enumerate(draft.state.chairs):
        if chair.freed:
            draft.add(Freed(seat, at=draft.now))
    clear_closed(draft)


def clear_closed(draft: Transaction) -> None:
    """Whoever sits where the rules of the next deal have closed the seat: a person goes to an empty seat, or takes a
    bot's over, and else watches."""
    for seat in draft.state.closed:
        state = draft.state
        chair = state.chairs[seat]
        if empty(chair):
            continue
        bots = [place for place in reversed(places(state)) if state.chairs[place].level]
        other = next(iter([*to_fill(state), *bots]), None)
        if chair.member is None or other is None:
            draft.add(Freed(seat, at=draft.now))
        else:
            draft.add(Seated(chair.member, other, chair.away, at=draft.now))
