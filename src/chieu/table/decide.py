"""What a command leads to: entries for the log, or an answer that says why not. Pure: state and time come in.

PF-30: a command that was followed before gets the same answer again; one made for something that is over is stale.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from chieu.core.contract import Seat
from chieu.core.refusal import Refusal
from chieu.table import fair, messages
from chieu.table.draft import Draft
from chieu.table.entries import (
    AnyEntry,
    BotSet,
    Cause,
    Committed,
    Freed,
    Joined,
    Left,
    Moved,
    Readied,
    Returned,
    Revealed,
    RulesChanged,
    Said,
    Seated,
)
from chieu.table.fold import SPOKE_REMEMBERED
from chieu.table.messages import Answer, AnyCommand, Done, Refused, Stale
from chieu.table.names import TEXT_AT_MOST, apart, clean
from chieu.table.opening import level_of, name_of, rules_of, sheet_of
from chieu.table.progress import clear_closed, freeze, onward, start
from chieu.table.seating import MEMBERS_AT_MOST, empty, host, may_contribute, next_member, places, seat_of, to_fill
from chieu.table.state import Chair, DealSpan, State

ASIDES_AT_MOST: Final = 2_000  # what may happen in one deal beside its moves: talk, comings and goings
SPEAK_WITHIN: Final = 10_000  # milliseconds for as many messages as are remembered


class Outcome(NamedTuple):
    """The answer (None: nobody waits for one), the entries to append before it is given, and the state after them; a
    snapshot to be kept, and deals that ended."""

    answer: Answer | None
    entries: tuple[AnyEntry, ...]
    state: State
    snapshot: State | None = None
    finished: tuple[DealSpan, ...] = ()


class _StaleCommand(Exception):
    """Made for something that is over."""


def decide(state: State, guest: str, command: AnyCommand, now: int) -> Outcome:
    """What a guest's command leads to."""
    before = answered(state, guest, command)
    if before is not None:
        return Outcome(before, (), state)
    number = state.by_guest.get(guest)
    draft = Draft(state, now, Cause(guest, command.id))
    try:
        if command.seq > state.seq:
            raise _StaleCommand
        if number is None and not isinstance(command, messages.Join):
            raise Refusal("not_joined", "PF-1")
        if not isinstance(command, messages.Act) and _too_much(state):
            raise Refusal("too_much", "PF-36", most=ASIDES_AT_MOST)
        _HANDLERS[type(command)](draft, guest if number is None else number, command)
        onward(draft)
    except Refusal as refused:
        return Outcome(Refused.by(refused, command.id), (), state)
    except _StaleCommand:
        return Outcome(Stale(command.id, state.seq), (), state)
    return _outcome(Done(command.id, state.seq + 1), draft)


def _outcome(answer: Answer | None, draft: Draft) -> Outcome:
    return Outcome(answer, tuple(draft.entries), draft.state, draft.snapshot, draft.finished)


def answered(state: State, guest: str, command: AnyCommand) -> Answer | None:
    """PF-30: the answer to a command that took effect before, or is too old to be known."""
    number = state.by_guest.get(guest)
    if number is None:
        return None
    member = state.members[number]
    if command.id in member.done:
        return Done(command.id, member.done[command.id])
    return Stale(command.id, state.seq) if command.seq < member.forgotten else None


def tick(state: State, now: int) -> Outcome:
    """What is due by now without anybody's command; nothing, if nothing is."""
    draft = Draft(state, now)
    onward(draft)
    return _outcome(None, draft)


def lost(state: State, guest: str, now: int) -> Outcome:
    """PF-3: a guest's connection is gone for good: their seat is kept, and played for."""
    draft = Draft(state, now)
    number = state.by_guest.get(guest)
    if number is not None and state.members[number].here and not _too_much(state):
        draft.add(Left(number, "lost", at=now))
        onward(draft)
    return _outcome(None, draft)


def returned(state: State, guest: str, now: int) -> Outcome:
    """PF-3: a guest is connected again: the seat that was kept is theirs to play."""
    draft = Draft(state, now)
    number = state.by_guest.get(guest)
    if number is not None and not state.members[number].here and not _too_much(state):
        draft.add(Returned(number, at=now))
        onward(draft)
    return _outcome(None, draft)


# People and seats


def _join(draft: Draft, who: int | str, command: messages.Join) -> None:
    state = draft.state
    number = who if isinstance(who, int) else None
    guest = who if isinstance(who, str) else state.members[who].guest
    if number is None and next_member(state) is None:
        raise Refusal("table_full", "PF-34", most=MEMBERS_AT_MOST)
    others = [member.name for other, member in enumerate(state.members) if other != number]
    name = apart(name_of(command.name), others)
    if number is None or state.members[number].name != name:
        draft.add(Joined(guest, name, at=draft.now))
    if number is not None and not state.members[number].here:
        draft.add(Returned(number, at=draft.now))
    if not draft.entries:
        raise Refusal("no_change")


def _sit(draft: Draft, member: int, command: messages.Sit) -> None:
    _between_deals(draft, command)
    chair = _chair(draft.state, command.seat)
    if chair.member is not None:
        raise Refusal("seat_taken", "PF-1", seat=command.seat)
    draft.add(Seated(member, command.seat, at=draft.now))


def _rise(draft: Draft, member: int, command: messages.Rise) -> None:
    _between_deals(draft, command)
    draft.add(Freed(_seat(draft.state, member), at=draft.now))


def _leave(draft: Draft, member: int, command: messages.Leave) -> None:
    _since_last_move(draft.state, member, command)
    if not draft.state.members[member].here:
        raise Refusal("no_change")
    draft.add(Left(member, "left", at=draft.now))


def _back(draft: Draft, member: int, command: messages.Back) -> None:
    state = draft.state
    _since_last_move(state, member, command)
    seat = seat_of(state, member)
    if state.members[member].here and (seat is None or not state.chairs[seat].away):
        raise Refusal("no_change")
    draft.add(Returned(member, at=draft.now))


def _set_bot(draft: Draft, member: int, command: messages.SetBot) -> None:
    _host(draft.state, member)
    _between_deals(draft, command)
    chair = _chair(draft.state, command.seat)
    if chair.member is not None and not chair.away:
        raise Refusal("seat_taken", "PF-3", seat=command.seat)
    if command.level is not None:
        draft.add(BotSet(command.seat, level_of(draft.state.game, command.level), at=draft.now))
    elif empty(chair):
        raise Refusal("no_change")
    else:
        draft.add(Freed(command.seat, at=draft.now))
    _deal_if_all_ready(draft)


def _change(draft: Draft, member: int, command: messages.Change) -> None:
    state = draft.state
    _host(state, member)
    if (command.seats, command.clock) != (len(state.chairs), state.clock):
        _between_deals(draft, command)
    sheet = sheet_of(state.game, rules_of(state.game, command.sheet, {}), command.seats)
    if (sheet, command.seats, command.clock) == (state.sheet, len(state.chairs), state.clock):
        raise Refusal("no_change")
    draft.add(RulesChanged(sheet, command.seats, command.clock, at=draft.now))
    clear_closed(draft)


# Deals


def _ready(draft: Draft, member: int, command: messages.Ready) -> None:
    _between_deals(draft, command)
    seat = _seat(draft.state, member)
    chair = draft.state.chairs[seat]
    if chair.away:
        draft.add(Returned(member, at=draft.now))
    if chair.ready == command.on:
        raise Refusal("no_change")
    draft.add(Readied(seat, command.on, at=draft.now))
    _deal_if_all_ready(draft)


def _deal_now(draft: Draft, member: int, command: messages.DealNow) -> None:
    _host(draft.state, member)
    _between_deals(draft, command)
    if to_fill(draft.state):
        raise Refusal("seats_empty", "PF-3")
    freeze(draft)


def _deal_if_all_ready(draft: Draft) -> None:
    """Everybody is here and ready. Where somebody is away, the host has to say that the deal goes on without them."""
    state = draft.state
    people = [state.chairs[seat] for seat in places(state) if not state.chairs[seat].level]
    if state.phase == "between" and people and all(chair.ready for chair in people):
        freeze(draft)


def _act(draft: Draft, member: int, command: messages.Act[Any]) -> None:
    state, deal = draft.state, draft.state.deal
    seat = _seat(state, member)
    if deal is None:
        raise Refusal("no_deal")
    if state.phase != "playing":
        if command.seq < state.turned:
            raise _StaleCommand
        raise Refusal("deal_over")
    if command.seq < (deal.asked[seat] if seat in deal.waiting else deal.moved):
        raise _StaleCommand
    if state.chairs[seat].away:
        draft.add(Returned(member, at=draft.now))
    draft.add(Moved(seat, command.action, at=draft.now))


# The shuffle


def _commit(draft: Draft, member: int, command: messages.Commit) -> None:
    state = draft.state
    seat = _seat(state, member)
    if not may_contribute(state, seat):
        raise Refusal("barred_from_shuffle", "PF-22")
    if state.phase not in ("between", "committing") or _attempt(state) != (command.deal, command.attempt):
        raise _StaleCommand
    if state.shuffle.commitments.get(seat) == command.commitment:
        raise Refusal("no_change")
    draft.add(Committed(seat, command.commitment, at=draft.now))


def _reveal(draft: Draft, member: int, command: messages.Reveal) -> None:
    state = draft.state
    seat = _seat(state, member)
    if state.phase != "revealing" or _attempt(state) != (command.deal, command.attempt):
        raise _StaleCommand
    sealing = state.shuffle
    if sealing.contributors is None or seat not in sealing.contributors:
        raise Refusal("not_a_contributor", "PF-22")
    if seat in sealing.reveals:
        raise Refusal("no_change")
    where = (state.id, command.deal, command.attempt, seat)
    if fair.contribution_commitment(*where, command.contribution) != sealing.commitments[seat]:
        raise Refusal("bad_reveal", "PF-22")
    draft.add(Revealed(seat, command.contribution, at=draft.now))
    if set(draft.state.shuffle.reveals) == set(sealing.contributors):
        start(draft)


def _attempt(state: State) -> tuple[int, int]:
    return state.shuffle.deal, state.shuffle.attempt


# Talk


def _say(draft: Draft, member: int, command: messages.Say) -> None:
    text = clean(command.text, TEXT_AT_MOST)
    if not text:
        raise Refusal("empty_text", "PF-7")
    _not_too_fast(draft, member)
    draft.add(Said(member, text, at=draft.now))


def _emote(draft: Draft, member: int, command: messages.SendEmote) -> None:
    _not_too_fast(draft, member)
    draft.add(Said(member, emote=command.emote, at=draft.now))


def _not_too_fast(draft: Draft, member: int) -> None:
    spoke = draft.state.members[member].spoke
    if len(spoke) == SPOKE_REMEMBERED and draft.now - spoke[0] < SPEAK_WITHIN:
        wait = SPEAK_WITHIN - draft.now + spoke[0]
        raise Refusal("too_fast", "PF-7", seconds=-(-wait // 1000))


# What must be so


def _too_much(state: State) -> bool:
    """PF-36: what can happen within one deal is limited, so that a table can always be opened quickly."""
    return state.phase == "playing" and state.asides >= ASIDES_AT_MOST


def _between_deals(draft: Draft, command: AnyCommand) -> None:
    if command.seq < draft.state.turned:
        raise _StaleCommand
    if draft.state.phase != "between":
        raise Refusal("deal_running", "PF-3")


def _since_last_move(state: State, member: int, command: AnyCommand) -> None:
    """Going and coming are told apart by what the client had seen: a late `leave` must not undo a `back`."""
    if command.seq < state.members[member].moved:
        raise _StaleCommand


def _host(state: State, member: int) -> None:
    if member != host(state):
        raise Refusal("host_only", "PF-1", host=state.members[host(state)].name)


def _seat(state: State, member: int) -> Seat:
    seat = seat_of(state, member)
    if seat is None:
        raise Refusal("not_seated", "PF-1")
    return seat


def _chair(state: State, seat: Seat) -> Chair:
    if seat >= len(state.chairs):
        raise Refusal("no_such_seat", seat=seat, seats=len(state.chairs))
    if seat in state.closed:
        raise Refusal("seat_closed", "PF-1", seat=seat)
    return state.chairs[seat]


_HANDLERS: Final[dict[type[Any], Callable[[Draft, Any, Any], None]]] = {
    messages.Join: _join,
    messages.Sit: _sit,
    messages.Rise: _rise,
    messages.Leave: _leave,
    messages.Back: _back,
    messages.SetBot: _set_bot,
    messages.Change: _change,
    messages.Ready: _ready,
    messages.DealNow: _deal_now,
    messages.Act: _act,
    messages.Commit: _commit,
    messages.Reveal: _reveal,
    messages.Say: _say,
    messages.SendEmote: _emote,
}
