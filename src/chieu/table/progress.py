"""What a table does by itself (shuffling, dealing, bots' turns, time-outs, settling) and when it is to be woken."""

from __future__ import annotations

from typing import Final

from chieu.core.contract import CHANCE, Illegal, Seat, Shuffle
from chieu.core.options import BadRules
from chieu.table import fair
from chieu.table.bot_moves import bot_action, bot_aside
from chieu.table.draft import Draft
from chieu.table.entries import Cleared, Ended, Freed, Froze, Moved, Sealed, Seated, Started, TimedOut, Voided
from chieu.table.fair import Contribution, Proof
from chieu.table.fold import rules_by
from chieu.table.seating import (
    HOUSE,
    attended,
    empty,
    host_seat,
    may_contribute,
    places,
    played_for,
    to_fill,
)
from chieu.table.state import State

REVEAL_WITHIN: Final = 5_000  # milliseconds
COMMIT_WITHIN: Final = 3_000
_KEPT_AT_MOST: Final = 1_000  # entries between deals that are kept beside the last deal, with that deal's own
_MOVES_A_BATCH: Final = 20  # a table of bots gives others a chance in between


def deadline(state: State) -> int | None:
    """When the table has to be woken, in milliseconds since 1970; None while it waits for people alone. A deal that
    everybody left waits for the first of them: bots do not play on among themselves."""
    if state.phase == "revealing":
        return state.shuffle.since + REVEAL_WITHIN
    if state.phase == "committing":
        return state.shuffle.since + COMMIT_WITHIN
    deal = state.deal
    if state.phase != "playing" or deal is None or not attended(state):
        return None
    if not deal.waiting or deal.waiting == (CHANCE,):
        return max(deal.since)  # at once
    due = [when for seat in deal.waiting if (when := _due(state, seat)) is not None]
    return min(due, default=None)


def time_out(state: State, seat: Seat) -> int | None:
    """PF-4: when a person's time at this seat is up, bank included; None without a clock."""
    deal, clock = state.deal, state.clock
    if clock is None or deal is None or played_for(state.chairs[seat]):
        return None
    return deal.since[seat] + 1000 * clock.turn + deal.banks[seat]


def _due(state: State, seat: Seat) -> int | None:
    assert state.deal is not None
    if played_for(state.chairs[seat]):
        return state.deal.since[seat] + state.pace
    return time_out(state, seat)


def seal(draft: Draft, deal: int, attempt: int) -> None:
    """PF-22: commits the house to the seed of an attempt."""
    state = draft.state
    seed = fair.derived_seed(state.secret, deal, attempt)
    draft.add(Sealed(deal, attempt, seed, fair.seed_commitment(state.id, deal, attempt, seed), at=draft.now))


def freeze(draft: Draft) -> None:
    """A deal is due: from here on nobody else contributes, and whoever committed must reveal."""
    state = draft.state
    given = state.shuffle.commitments
    contributors = tuple(seat for seat in given if may_contribute(state, seat) and not state.chairs[seat].away)
    sheet = state.shuffle.sheet or state.sheet
    draft.add(Froze(contributors, sheet, at=draft.now))
    if not contributors:
        start(draft)


def start(draft: Draft) -> None:
    """All is revealed: the deal begins, as part of the match if the rules still go with it."""
    state, sealing = draft.state, draft.state.shuffle
    assert sealing.contributors is not None
    contributions = tuple(
        Contribution(seat, sealing.commitments[seat], sealing.reveals[seat]) for seat in sealing.contributors
    )
    proof = Proof(
        state.id,
        sealing.deal,
        sealing.sheet,
        sealing.attempt,
        sealing.commitment,
        contributions,
        sealing.voids,
        sealing.seed,
    )
    host = host_seat(state)
    match = state.match if _goes_on(state, sealing.sheet, host) else None
    draft.add(Started(sealing.deal, sealing.sheet, _players(state), match, proof, host, at=draft.now))
    onward(draft)


def onward(draft: Draft) -> None:
    """Everything that is due now: void shuffles, shuffles, bots' moves, time-outs, the end of the deal."""
    for _ in range(_MOVES_A_BATCH):
        if not _step(draft):
            break
    state = draft.state
    if state.phase != "playing" and state.seq - state.base >= _KEPT_AT_MOST:
        draft.add(Cleared(at=draft.now))


def _step(draft: Draft) -> bool:
    state, now = draft.state, draft.now
    if state.phase == "revealing":
        return _overdue(state, now) and _void(draft)
    if state.phase == "committing":
        if _overdue(state, now) or set(state.shuffle.awaited) <= set(state.shuffle.commitments):
            freeze(draft)
            return True
        return False
    deal = state.deal
    if state.phase != "playing" or deal is None or not attended(state):
        return False
    if not deal.waiting:
        return _end(draft)
    if deal.waiting == (CHANCE,):
        order = fair.order(deal.proof, deal.shuffles, state.game.to_shuffle(deal.state))
        draft.add(Moved(CHANCE, Shuffle(order), at=now))
        return True
    if _aside(draft):
        return True
    moved = [_seat_due(draft, seat) for seat in deal.waiting]
    return any(moved)


def _overdue(state: State, now: int) -> bool:
    due = deadline(state)
    return due is not None and due <= now


def _aside(draft: Draft) -> bool:
    """What a bot or a stand-in does at once, without being asked, because of what just happened."""
    state, deal = draft.state, draft.state.deal
    assert deal is not None
    if state.seq == deal.moved or draft.entries:
        for seat, chair in enumerate(state.chairs):
            if played_for(chair) and seat not in deal.waiting and (action := bot_aside(state, seat)) is not None:
                draft.add(Moved(seat, action, at=draft.now))
                return True
    return False


def _seat_due(draft: Draft, seat: Seat) -> bool:
    """A bot's move, or a stand-in's for a person who is away or out of time."""
    state = draft.state
    assert state.deal is not None
    if seat not in state.deal.waiting:
        return False
    due = _due(state, seat)
    if due is None or due > draft.now:
        return False
    if not played_for(state.chairs[seat]):
        draft.add(TimedOut(seat, at=draft.now))
    draft.add(Moved(seat, bot_action(draft.state, seat), at=draft.now))
    return True


def _void(draft: Draft) -> bool:
    sealing = draft.state.shuffle
    assert sealing.contributors is not None
    withheld = tuple(seat for seat in sealing.contributors if seat not in sealing.reveals)
    draft.add(Voided(withheld, at=draft.now))
    seal(draft, sealing.deal, sealing.attempt + 1)
    return True


def _end(draft: Draft) -> bool:
    state, deal = draft.state, draft.state.deal
    assert deal is not None
    match_over = state.game.match_after(deal.state) is None
    draft.add(Ended(state.game.payoff(deal.state), match_over, at=draft.now))
    clear_closed(draft)
    seal(draft, deal.number + 1, 0)
    return True


def clear_closed(draft: Draft) -> None:
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


def _goes_on(state: State, sheet: str, host: Seat) -> bool:
    if state.match is None:
        return False
    try:
        state.game.start(rules_by(state.game.name, sheet), len(state.chairs), state.match, host)
    except (Illegal, BadRules):
        return False
    return True


def _players(state: State) -> tuple[str, ...]:
    """Who plays, for the record: a name, a bot's level, or the house."""
    return tuple([_player(state, seat) for seat in range(len(state.chairs))])


def _player(state: State, seat: Seat) -> str:
    chair = state.chairs[seat]
    if chair.member is not None:
        return state.members[chair.member].name
    return HOUSE if seat in state.closed else f"bot {chair.level}"
