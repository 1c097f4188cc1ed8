"""Everything a table does by itself (shuffles, bots' moves, time-outs, settling), and its deadline.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from chieu.core.game import CHANCE, Seat, Shuffle
from chieu.fairness import card_order
from chieu.online.table import shuffling
from chieu.online.table.bot_moves import bot_action, bot_aside
from chieu.online.table.entries import Cleared, Ended, Freed, Moved, Seated, StoodIn, TimedOut
from chieu.online.table.seating import attended, empty, empty_seats, open_seats, played_for, skipped, stakeholder
from chieu.online.table.state import TableState
from chieu.online.table.thinking import is_thinker, waits_until
from chieu.online.table.transaction import Transaction

_ENTRIES_AT_MOST: Final = 1_000  # entries since the last snapshot, that of the last deal included
_MOVES_A_BATCH: Final = 8  # so that a table of bots does not starve other tables


def deadline(state: TableState) -> int | None:
    """Return when the table must be woken, in milliseconds since 1970.

    None while it waits only for people. A deal that everybody left waits for the first of them to come back: bots do
    not play among themselves.
    """
    if state.phase in ("revealing", "committing"):
        return shuffling.deadline(state)
    deal = state.deal
    if state.phase != "playing" or deal is None or not attended(state):
        return None
    if not deal.to_act or deal.to_act == (CHANCE,):
        return max(deal.turn_at)  # now
    due = [when for seat in deal.to_act if (when := _due(state, seat)) is not None]
    return min(due, default=None)


def time_out(state: TableState, seat: Seat) -> int | None:
    """PF-4: return when a person's time runs out, bank included; None without a clock."""
    deal, clock = state.deal, state.clock
    if clock is None or deal is None or played_for(state.chairs[seat]):
        return None
    return deal.turn_at[seat] + 1000 * clock.turn + deal.banks[seat]


def waited_until(state: TableState, seat: Seat) -> int | None:
    """PF-9: return when a bot starts to play for a disconnected person; None with a clock."""
    member = state.chairs[seat].member
    if state.clock is not None or member is None or state.chairs[seat].away:
        return None
    lost = state.members[member].lost
    return None if lost is None else lost + 1000 * state.wait


def _due(state: TableState, seat: Seat) -> int | None:
    assert state.deal is not None
    if played_for(state.chairs[seat]):
        return waits_until(state, seat) if is_thinker(state, seat) else state.deal.turn_at[seat] + state.pace
    if state.clock is not None:
        return time_out(state, seat)
    until = waited_until(state, seat)
    return None if until is None else max(until, state.deal.turn_at[seat])


def all_ready(state: TableState) -> bool:
    """Return whether everybody present is ready. PF-9: absent people and those who sit out do not count."""
    seats = [seat for seat in open_seats(state) if state.chairs[seat].member is not None and not skipped(state, seat)]
    ready = bool(seats) and all(state.chairs[seat].ready for seat in seats)
    return state.phase == "between" and not empty_seats(state) and ready


def deal_if_all_ready(transaction: Transaction) -> None:
    """Start a deal if everybody is ready, unless somebody must be left out of its shuffle first."""
    if all_ready(transaction.state) and not shuffling.too_many_voids(transaction.state):
        shuffling.publish_manifest(transaction)


def onward(transaction: Transaction) -> None:
    """Do everything whose deadline has passed, as one batch.

    That is void shuffles, shuffles, bots' moves, time-outs and the end of the deal.
    """
    for _ in range(_MOVES_A_BATCH):
        if not _step(transaction):
            break
    state = transaction.state
    if state.phase != "playing" and state.seq - state.base >= _ENTRIES_AT_MOST:
        transaction.add(Cleared(at=transaction.now))


def _step(transaction: Transaction) -> bool:
    state, now = transaction.state, transaction.now
    if state.phase in ("revealing", "committing"):
        return shuffling.step(transaction)
    deal = state.deal
    if state.phase != "playing" or deal is None or not attended(state):
        return False
    if not deal.to_act:
        return _end(transaction)
    if deal.to_act == (CHANCE,):
        order = card_order.order(deal.proof, deal.shuffles, state.game.to_shuffle(deal.state))
        transaction.add(Moved(CHANCE, Shuffle(order), at=now))
        return True
    if _aside(transaction):
        return True
    moved = [_seat_due(transaction, seat) for seat in deal.to_act]
    return any(moved)


def _aside(transaction: Transaction) -> bool:
    """Make an out-of-turn move of a bot or stand-in in reply to the last move."""
    state, deal = transaction.state, transaction.state.deal
    assert deal is not None
    if state.seq == deal.moved or transaction.entries:
        for seat, chair in enumerate(state.chairs):
            if played_for(chair) and seat not in deal.to_act and (action := bot_aside(state, seat)) is not None:
                transaction.add(Moved(seat, action, at=transaction.now))
                return True
    return False


def _seat_due(transaction: Transaction, seat: Seat) -> bool:
    """Make the move of a bot, or of the stand-in for a person who is away or out of time."""
    state = transaction.state
    assert state.deal is not None
    if seat not in state.deal.to_act:
        return False
    due = _due(state, seat)
    if due is None or due > transaction.now:
        return False
    if not played_for(state.chairs[seat]):
        transaction.add(
            StoodIn(seat, at=transaction.now) if state.clock is None else TimedOut(seat, at=transaction.now)
        )
    transaction.add(Moved(seat, bot_action(transaction.state, seat), at=transaction.now))
    return True


def _end(transaction: Transaction) -> bool:
    state, deal = transaction.state, transaction.state.deal
    assert deal is not None
    match_over = state.game.match_after(deal.state) is None
    payoff = state.game.payoff(deal.state)
    lines = tuple(stakeholder(state, seat) for seat in range(len(payoff)))
    transaction.add(Ended(payoff, match_over, lines, at=transaction.now))
    clear_seats(transaction)
    shuffling.open_shuffle(transaction, deal.number + 1, 0)
    return True


def clear_seats(transaction: Transaction) -> None:
    """Free the seats that were kept until the deal ended or was annulled."""
    for seat, chair in enumerate(transaction.state.chairs):
        if chair.freed:
            transaction.add(Freed(seat, at=transaction.now))
    clear_closed(transaction)


def clear_closed(transaction: Transaction) -> None:
    """Clear the seats that the rules of the next deal close.

    A person moves to an empty seat or takes over a bot's, else watches.
    """
    for seat in transaction.state.closed:
        state = transaction.state
        chair = state.chairs[seat]
        if empty(chair):
            continue
        bots = [place for place in reversed(open_seats(state)) if state.chairs[place].level]
        other = next(iter([*empty_seats(state), *bots]), None)
        if chair.member is None or other is None:
            transaction.add(Freed(seat, at=transaction.now))
        else:
            transaction.add(Seated(chair.member, other, chair.away, at=transaction.now))
