"""What a command leads to: entries for the log, or an answer that says why not. Pure: state and time come in.

PF-30: a command that was followed before gets the same answer again; one made for something that is over is stale.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from chieu.core.game import Refusal, Seat
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Answer, Done, Refused, Stale
from chieu.online.protocol.commands import AnyCommand
from chieu.online.protocol.names import SHEET_NAME_AT_MOST, TEXT_AT_MOST, apart, clean
from chieu.online.table import shuffling
from chieu.online.table.bot_moves import bot_action
from chieu.online.table.checks import (
    ASIDES_AT_MOST,
    StaleCommand,
    between_deals,
    chair_at,
    host_only,
    not_the_owners,
    own_seat,
    owner_only,
    since_last_move,
    too_much,
)
from chieu.online.table.draft import Fresh, Transaction
from chieu.online.table.entries import (
    AnyEntry,
    BotSet,
    Cause,
    Continued,
    Forgotten,
    Freed,
    Joined,
    Left,
    Lost,
    Moved,
    Readied,
    Returned,
    Rewritten,
    RulesChanged,
    Said,
    Seated,
)
from chieu.online.table.fold import SPOKE_REMEMBERED
from chieu.online.table.hosting import HANDLERS
from chieu.online.table.opening import level_of, name_of, rules_of, sheet_of
from chieu.online.table.seating import (
    MEMBERS_AT_MOST,
    absent,
    admits,
    empty,
    is_banned,
    known_as,
    next_member,
    present,
    seat_of,
    to_fill,
)
from chieu.online.table.state import DealSpan, TableState
from chieu.online.table.thinking import is_asked
from chieu.online.table.turns import all_ready, clear_closed, clear_seats, deal_if_all_ready, onward

LOSSES_AT_MOST: Final = 30  # of one member's connection, that are written down in one deal
SPEAK_WITHIN: Final = 10_000  # milliseconds for as many messages as are remembered


# What takes somebody's place, or lets a deal go on without them.
_NEEDED: Final = (
    commands.StandIn,
    commands.Free,
    commands.Remove,
    commands.Lock,
    commands.PassHost,
    commands.RenewLink,
    commands.LeaveOut,
)


class Transition(NamedTuple):
    """The answer (None: nobody waits for one), the entries to append before it is given, and the state after them; a
    snapshot to be kept, and deals that ended."""

    answer: Answer | None
    entries: tuple[AnyEntry, ...]
    state: TableState
    snapshot: TableState | None = None
    finished: tuple[DealSpan, ...] = ()


def decide(state: TableState, guest: str, command: AnyCommand, now: int, fresh: Fresh) -> Transition:
    """What a guest's command leads to."""
    before = answered(state, guest, command)
    if before is not None:
        return Transition(before, (), state)
    number = state.by_guest.get(guest)
    draft = Transaction(state, now, fresh, Cause(guest, command.id))
    try:
        if command.seq > state.seq:
            raise StaleCommand
        if number is None and is_banned(state, guest):
            number = known_as(state, guest) if isinstance(command, commands.Forget) else None  # PF-38: anybody may
            if number is None:
                raise Refusal("removed", "PF-8")
        if number is None and not isinstance(command, commands.Join):
            raise Refusal("not_joined", "PF-1")
        if not isinstance(command, commands.Act) and too_much(state, number, isinstance(command, _NEEDED)):
            raise Refusal("too_much", "PF-36", most=ASIDES_AT_MOST)
        _HANDLERS[type(command)](draft, guest if number is None else number, command)
        onward(draft)
    except Refusal as refused:
        return Transition(Refused.by(refused, command.id), (), state)
    except StaleCommand:
        return Transition(Stale(command.id, state.seq), (), state)
    return _transition(Done(command.id, state.seq + 1), draft)


def _transition(answer: Answer | None, draft: Transaction) -> Transition:
    return Transition(answer, tuple(draft.entries), draft.state, draft.snapshot, draft.finished)


def answered(state: TableState, guest: str, command: AnyCommand) -> Answer | None:
    """PF-30: the answer to a command that took effect before, or is too old to be known. Who was removed since still
    gets theirs."""
    number = known_as(state, guest)
    if number is None:
        return None
    member = state.members[number]
    if command.id in member.done:
        return Done(command.id, member.done[command.id])
    return Stale(command.id, state.seq) if command.seq < member.forgotten else None


def tick(state: TableState, now: int, fresh: Fresh) -> Transition:
    """What is due by now without anybody's command; nothing, if nothing is."""
    draft = Transaction(state, now, fresh)
    onward(draft)
    return _transition(None, draft)


def thought(state: TableState, seat: Seat, asked: int, action: Any, now: int, fresh: Fresh) -> Transition:
    """PF-3: a bot that was asked at a number has thought of something, or of nothing: then the usual bot moves. An
    answer to what is past comes to nothing."""
    draft = Transaction(state, now, fresh)
    if is_asked(state, seat, asked):
        assert state.deal is not None
        known = action is not None and action in state.game.legal(state.deal.state, seat)
        draft.add(Moved(seat, action if known else bot_action(state, seat), at=now))
        onward(draft)
    return _transition(None, draft)


def lost(state: TableState, guest: str, now: int, fresh: Fresh) -> Transition:
    """PF-9: a guest has no connection any more: their seat is kept, and they are waited for."""
    draft = Transaction(state, now, fresh)
    number = state.by_guest.get(guest)
    if number is not None and present(state.members[number]) and not too_much(state, needed=True):
        draft.add(Lost(number, at=now))
        deal_if_all_ready(draft)
        onward(draft)
    return _transition(None, draft)


def returned(state: TableState, guest: str, now: int, fresh: Fresh) -> Transition:
    """PF-3: a guest is connected again: the seat that was kept is theirs to play. A connection that comes and goes is
    not written down without end (PF-36): then they are back when they do something."""
    draft = Transaction(state, now, fresh)
    number = state.by_guest.get(guest)
    if number is not None and not present(state.members[number]) and not too_much(state, needed=True):
        if state.phase == "playing" and state.members[number].losses >= LOSSES_AT_MOST:
            return _transition(None, draft)
        draft.add(Returned(number, at=now))
        onward(draft)
    return _transition(None, draft)


def orphaned(state: TableState, house: str, now: int, fresh: Fresh) -> Transition:
    """PF-22: the process that drew the seed of the pending shuffle is gone."""
    draft = Transaction(state, now, fresh)
    shuffling.orphaned(draft, house)
    return _transition(None, draft)


def restored(state: TableState, epoch: str, now: int, fresh: Fresh) -> Transition:
    """PF-22: the store has gone back to a back-up since this table was last opened."""
    draft = Transaction(state, now, fresh)
    if shuffling.restored(draft, epoch):
        clear_seats(draft)
    return _transition(None, draft)


def rewritten(state: TableState, guest: str, now: int, fresh: Fresh) -> Transition:
    """PF-38: what a guest took back is in the log no more."""
    draft = Transaction(state, now, fresh)
    if guest in state.taken_back:
        draft.add(Rewritten(guest, at=now))
    return _transition(None, draft)


def continued(state: TableState, guest: str, table: str, now: int, fresh: Fresh) -> Transition:
    """PF-47: a guest has opened the next evening; of several who did, the first one has. Who was removed meanwhile has
    not."""
    draft = Transaction(state, now, fresh)
    if not state.continued and guest in state.by_guest:
        draft.add(Continued(table, state.by_guest[guest], at=now))
    return _transition(None, draft)


# People and seats


def _join(draft: Transaction, who: int | str, command: commands.Join) -> None:
    state = draft.state
    number = who if isinstance(who, int) else None
    guest = who if isinstance(who, str) else state.members[who].guest
    if number is None:
        _may_join(state, guest, command.key)
    others = [member.name for other, member in enumerate(state.members) if other != number]
    name = apart(name_of(command.name), others)
    if number is None or state.members[number].name != name:
        draft.add(Joined(guest, name, at=draft.now))
    if number is not None and not present(state.members[number]):
        draft.add(Returned(number, at=draft.now))
    if not draft.entries:
        raise Refusal("no_change")


def _may_join(state: TableState, guest: str, key: str) -> None:
    """PF-8: whether somebody new can become a member."""
    if not admits(state, guest, key):
        raise Refusal("old_link", "PF-8")
    if state.locked:
        raise Refusal("table_locked", "PF-8", owner=state.members[state.owner].name)
    if next_member(state) is None:
        raise Refusal("table_full", "PF-34", most=MEMBERS_AT_MOST)


def _sit(draft: Transaction, member: int, command: commands.Sit) -> None:
    between_deals(draft.state, command)
    chair = chair_at(draft.state, command.seat)
    if chair.member is not None:
        raise Refusal("seat_taken", "PF-1", seat=command.seat)
    _is_here(draft, member)
    draft.add(Seated(member, command.seat, at=draft.now))


def _rise(draft: Transaction, member: int, command: commands.Rise) -> None:
    between_deals(draft.state, command)
    draft.add(Freed(own_seat(draft.state, member), at=draft.now))


def _leave(draft: Transaction, member: int, command: commands.Leave) -> None:
    since_last_move(draft.state, member, command)
    if not draft.state.members[member].here:
        raise Refusal("no_change")
    draft.add(Left(member, at=draft.now))


def _back(draft: Transaction, member: int, command: commands.Back) -> None:
    state = draft.state
    since_last_move(state, member, command)
    seat = seat_of(state, member)
    if present(state.members[member]):
        _not_sitting_out(state, seat)
        if seat is None or not state.chairs[seat].away:
            raise Refusal("no_change")
    draft.add(Returned(member, at=draft.now))


def _set_bot(draft: Transaction, member: int, command: commands.SetBot) -> None:
    host_only(draft.state, member)
    between_deals(draft.state, command)
    chair = chair_at(draft.state, command.seat)
    if chair.member is not None and not absent(draft.state, command.seat):
        raise Refusal("seat_taken", "PF-3", seat=command.seat)
    not_the_owners(draft.state, member, chair)
    if command.level is not None:
        draft.add(BotSet(command.seat, level_of(draft.state.game, command.level), at=draft.now))
    elif empty(chair):
        raise Refusal("no_change")
    else:
        draft.add(Freed(command.seat, at=draft.now))
    deal_if_all_ready(draft)


def _change(draft: Transaction, member: int, command: commands.Change) -> None:
    state = draft.state
    host_only(state, member)
    if (command.seats, command.clock) != (len(state.chairs), state.clock):
        between_deals(state, command)
    for seat in range(command.seats, len(state.chairs)):
        not_the_owners(state, member, state.chairs[seat])
        if state.chairs[seat].member is not None and not absent(state, seat):
            owner_only(state, member)
    wait = state.wait if command.wait is None else command.wait
    sheet = sheet_of(state.game, rules_of(state.game, command.sheet, {}), command.seats)
    if command.sheet_name is None:
        called = state.sheet_name if sheet == state.sheet else ""
    else:
        called = clean(command.sheet_name, SHEET_NAME_AT_MOST)
    now = (state.sheet, len(state.chairs), state.clock, state.wait, state.sheet_name)
    if (sheet, command.seats, command.clock, wait, called) == now:
        raise Refusal("no_change")
    changed = None if wait == state.wait else wait
    draft.add(RulesChanged(sheet, command.seats, command.clock, changed, member, called, at=draft.now))
    clear_closed(draft)


# Deals


def _ready(draft: Transaction, member: int, command: commands.Ready) -> None:
    between_deals(draft.state, command)
    seat = own_seat(draft.state, member)
    _is_here(draft, member)
    chair = draft.state.chairs[seat]
    if chair.ready == command.on and not chair.out:
        raise Refusal("no_change")
    draft.add(Readied(seat, command.on, at=draft.now))
    if all_ready(draft.state):
        shuffling.freeze(draft)


def _deal_now(draft: Transaction, member: int, command: commands.DealNow) -> None:
    host_only(draft.state, member)
    between_deals(draft.state, command)
    if to_fill(draft.state):
        raise Refusal("seats_empty", "PF-3")
    shuffling.freeze(draft)


def _leave_out(draft: Transaction, member: int, command: commands.LeaveOut) -> None:
    shuffling.leave_out(draft, member, command)
    deal_if_all_ready(draft)


def _act(draft: Transaction, member: int, command: commands.Act[Any]) -> None:
    state, deal = draft.state, draft.state.deal
    seat = own_seat(state, member)
    if deal is None:
        raise Refusal("no_deal")
    if state.phase != "playing":
        if command.seq < state.turned:
            raise StaleCommand
        raise Refusal("deal_over")
    if command.seq < (deal.asked[seat] if seat in deal.waiting else deal.moved):
        raise StaleCommand
    _not_sitting_out(state, seat)
    _is_here(draft, member)
    draft.add(Moved(seat, command.action, at=draft.now))


def _is_here(draft: Transaction, member: int) -> None:
    """Who does something is here and plays for themselves."""
    seat = seat_of(draft.state, member)
    if not present(draft.state.members[member]) or (seat is not None and draft.state.chairs[seat].away):
        draft.add(Returned(member, at=draft.now))


def _not_sitting_out(state: TableState, seat: Seat | None) -> None:
    """PF-8: a bot plays this deal in their seat, for no stake of theirs; the next one is theirs again."""
    if state.phase == "playing" and state.deal is not None and seat in state.deal.out:
        raise Refusal("sitting_out", "PF-8")


# Talk


def _say(draft: Transaction, member: int, command: commands.Say) -> None:
    text = clean(command.text, TEXT_AT_MOST)
    if not text:
        raise Refusal("empty_text", "PF-7")
    _not_too_fast(draft, member)
    draft.add(Said(member, text, at=draft.now))


def _emote(draft: Transaction, member: int, command: commands.SendEmote) -> None:
    _not_too_fast(draft, member)
    draft.add(Said(member, emote=command.emote, at=draft.now))


def _not_too_fast(draft: Transaction, member: int) -> None:
    spoke = draft.state.members[member].spoke
    if len(spoke) == SPOKE_REMEMBERED and draft.now - spoke[0] < SPEAK_WITHIN:
        wait = SPEAK_WITHIN - draft.now + spoke[0]
        raise Refusal("too_fast", "PF-7", seconds=-(-wait // 1000))


def _forget(draft: Transaction, member: int, command: commands.Forget) -> None:
    del command
    if not draft.state.members[member].name:
        raise Refusal("no_change")
    draft.add(Forgotten(member, at=draft.now))


_HANDLERS: Final[dict[type[Any], Callable[[Transaction, Any, Any], None]]] = {
    commands.Join: _join,
    commands.Sit: _sit,
    commands.Rise: _rise,
    commands.Leave: _leave,
    commands.Back: _back,
    commands.SetBot: _set_bot,
    commands.Change: _change,
    commands.Ready: _ready,
    commands.DealNow: _deal_now,
    **HANDLERS,
    commands.Act: _act,
    commands.Commit: shuffling.commit,
    commands.Reveal: shuffling.reveal,
    commands.LeaveOut: _leave_out,
    commands.Say: _say,
    commands.SendEmote: _emote,
    commands.Forget: _forget,
}
