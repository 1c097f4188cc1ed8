"""Decide what a command leads to: entries for the log, or a refusal.

Pure: state and time are arguments. PF-30: the command's id is its idempotency key. A command that took effect before
gets the same answer again. A command made for a turn or deal that is over is stale (optimistic concurrency on the
table's sequence number).

Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, assert_never

from chieu.core.game import Refusal, Seat
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Answer, Done, Refused, Stale
from chieu.online.protocol.commands import AnyCommand
from chieu.online.protocol.names import SHEET_NAME_AT_MOST, TEXT_AT_MOST, apart, clean
from chieu.online.table import hosting, shuffling
from chieu.online.table.bot_moves import bot_action
from chieu.online.table.entries import (
    AnyEntry,
    BotSet,
    Cause,
    Continued,
    Erased,
    Forgotten,
    Freed,
    Joined,
    Left,
    Lost,
    Moved,
    Readied,
    Returned,
    RulesChanged,
    Said,
    Seated,
)
from chieu.online.table.fold import SPOKE_REMEMBERED
from chieu.online.table.opening import level_of, name_of, rules_of, sheet_of
from chieu.online.table.seating import (
    MEMBERS_AT_MOST,
    absent,
    admits,
    empty,
    empty_seats,
    is_banned,
    next_member,
    number_of,
    present,
    seat_of,
)
from chieu.online.table.state import DealSpan, TableState
from chieu.online.table.thinking import still_to_act
from chieu.online.table.transaction import (
    ASIDES_AT_MOST,
    Fresh,
    StaleCommand,
    Transaction,
    between_deals,
    chair_at,
    host_only,
    not_the_owners,
    own_seat,
    owner_only,
    since_last_move,
    too_much,
)
from chieu.online.table.turns import all_ready, clear_closed, clear_seats, deal_if_all_ready, onward

LOSSES_AT_MOST: Final = 30  # logged disconnections of one member per deal
SPEAK_WITHIN: Final = 10_000  # milliseconds: rate limit of SPOKE_REMEMBERED messages


# Commands that have a reserve (PF-36): they let a deal go on without a person.
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
    """The result of a command or event: the answer, the entries to append, and the state after them.

    `answer` is None if no client waits for one. The entries must be durable before the answer is sent. `snapshot` is a
    state to store, `finished` are the deals that ended.
    """

    answer: Answer | None
    entries: tuple[AnyEntry, ...]
    state: TableState
    snapshot: TableState | None = None
    finished: tuple[DealSpan, ...] = ()


def decide(state: TableState, guest: str, command: AnyCommand, now: int, fresh: Fresh) -> Transition:
    """Return the transition that a guest's command leads to."""
    before = answered(state, guest, command)
    if before is not None:
        return Transition(before, (), state)
    number = state.by_guest.get(guest)
    transaction = Transaction(state, now, fresh, Cause(guest, command.id))
    try:
        if command.seq > state.seq:
            raise StaleCommand
        if number is None and is_banned(state, guest):
            if isinstance(command, commands.Forget):  # PF-38: removed guests may erase too
                number = number_of(state, guest)
            if number is None:
                raise Refusal("removed", "PF-8")
        if number is None and not isinstance(command, commands.Join):
            raise Refusal("not_joined", "PF-1")
        if not isinstance(command, commands.Act) and too_much(state, number, isinstance(command, _NEEDED)):
            raise Refusal("too_much", "PF-36", most=ASIDES_AT_MOST)
        _handle(transaction, guest, number, command)
        onward(transaction)
    except Refusal as refused:
        return Transition(Refused.by(refused, command.id), (), state)
    except StaleCommand:
        return Transition(Stale(command.id, state.seq), (), state)
    return _transition(Done(command.id, state.seq + 1), transaction)


def _handle(transaction: Transaction, guest: str, number: int | None, command: AnyCommand) -> None:
    """Add the entries that a command leads to.

    `number` is the guest's member number, None only for a newcomer who joins.
    """
    if isinstance(command, commands.Join):
        _join(transaction, guest, number, command)
        return
    assert number is not None
    match command:
        case commands.Act():
            _act(transaction, number, command)
        case commands.Sit():
            _sit(transaction, number, command)
        case commands.Rise():
            _rise(transaction, number, command)
        case commands.Leave():
            _leave(transaction, number, command)
        case commands.Back():
            _back(transaction, number, command)
        case commands.SetBot():
            _set_bot(transaction, number, command)
        case commands.Change():
            _change(transaction, number, command)
        case commands.Ready():
            _ready(transaction, number, command)
        case commands.DealNow():
            _deal_now(transaction, number, command)
        case commands.Free():
            hosting.free(transaction, number, command)
        case commands.Remove():
            hosting.remove(transaction, number, command)
        case commands.Admit():
            hosting.admit(transaction, number, command)
        case commands.Lock():
            hosting.lock(transaction, number, command)
        case commands.RenewLink():
            hosting.renew_link(transaction, number, command)
        case commands.PassHost():
            hosting.pass_host(transaction, number, command)
        case commands.SitOut():
            hosting.sit_out(transaction, number, command)
        case commands.StandIn():
            hosting.stand_in(transaction, number, command)
        case commands.CutSeats():
            hosting.cut_seats(transaction, number, command)
        case commands.Commit():
            shuffling.commit(transaction, number, command)
        case commands.Reveal():
            shuffling.reveal(transaction, number, command)
        case commands.LeaveOut():
            _leave_out(transaction, number, command)
        case commands.Say():
            _say(transaction, number, command)
        case commands.SendEmote():
            _emote(transaction, number, command)
        case commands.Forget():
            _forget(transaction, number, command)
        case _:
            assert_never(command)


def _transition(answer: Answer | None, transaction: Transaction) -> Transition:
    return Transition(answer, tuple(transaction.entries), transaction.state, transaction.snapshot, transaction.finished)


def answered(state: TableState, guest: str, command: AnyCommand) -> Answer | None:
    """PF-30: return the answer to a command that took effect before, or is too old to be remembered.

    Removed guests still get their answers.
    """
    number = number_of(state, guest)
    if number is None:
        return None
    member = state.members[number]
    if command.id in member.done:
        return Done(command.id, member.done[command.id])
    return Stale(command.id, state.seq) if command.seq < member.forgotten else None


def tick(state: TableState, now: int, fresh: Fresh) -> Transition:
    """Do everything whose deadline has passed."""
    transaction = Transaction(state, now, fresh)
    onward(transaction)
    return _transition(None, transaction)


def thought(state: TableState, seat: Seat, turn_seq: int, action: Any, now: int, fresh: Fresh) -> Transition:
    """PF-3: play the move of a search bot whose turn began at `turn_seq`.

    If the bot found no legal move, the usual bot plays. Answers for a turn that is over are ignored.
    """
    transaction = Transaction(state, now, fresh)
    if still_to_act(state, seat, turn_seq):
        assert state.deal is not None
        known = action is not None and action in state.game.legal(state.deal.state, seat)
        transaction.add(Moved(seat, action if known else bot_action(state, seat), at=now))
        onward(transaction)
    return _transition(None, transaction)


def lost(state: TableState, guest: str, now: int, fresh: Fresh) -> Transition:
    """PF-9: a guest lost the connection. Their seat is kept and the table waits for them."""
    transaction = Transaction(state, now, fresh)
    number = state.by_guest.get(guest)
    if number is not None and present(state.members[number]) and not too_much(state, needed=True):
        transaction.add(Lost(number, at=now))
        deal_if_all_ready(transaction)
        onward(transaction)
    return _transition(None, transaction)


def returned(state: TableState, guest: str, now: int, fresh: Fresh) -> Transition:
    """PF-3: a guest is connected again and plays their own seat.

    PF-36: a flapping connection is logged a limited number of times per deal; after that the guest is back with their
    next command.
    """
    transaction = Transaction(state, now, fresh)
    number = state.by_guest.get(guest)
    if number is not None and not present(state.members[number]) and not too_much(state, needed=True):
        if state.phase == "playing" and state.members[number].losses >= LOSSES_AT_MOST:
            return _transition(None, transaction)
        transaction.add(Returned(number, at=now))
        onward(transaction)
    return _transition(None, transaction)


def orphaned(state: TableState, house: str, now: int, fresh: Fresh) -> Transition:
    """PF-22: the node that drew the seed of the pending shuffle is gone."""
    transaction = Transaction(state, now, fresh)
    shuffling.orphaned(transaction, house)
    return _transition(None, transaction)


def restored(state: TableState, epoch: str, now: int, fresh: Fresh) -> Transition:
    """PF-22: the store was restored from a backup since this table was last opened."""
    transaction = Transaction(state, now, fresh)
    if shuffling.restored(transaction, epoch):
        clear_seats(transaction)
    return _transition(None, transaction)


def erased(state: TableState, guest: str, now: int, fresh: Fresh) -> Transition:
    """PF-38: the log no longer contains the name and words of a guest."""
    transaction = Transaction(state, now, fresh)
    if guest in state.to_erase:
        transaction.add(Erased(guest, at=now))
    return _transition(None, transaction)


def continued(state: TableState, guest: str, table: str, now: int, fresh: Fresh) -> Transition:
    """PF-47: a guest opened the next evening.

    The first guest to do so counts, unless they were removed meanwhile.
    """
    transaction = Transaction(state, now, fresh)
    if not state.continued and guest in state.by_guest:
        transaction.add(Continued(table, state.by_guest[guest], at=now))
    return _transition(None, transaction)


# People and seats


def _join(transaction: Transaction, guest: str, number: int | None, command: commands.Join) -> None:
    state = transaction.state
    if number is None:
        _may_join(state, guest, command.key)
    others = [member.name for other, member in enumerate(state.members) if other != number]
    name = apart(name_of(command.name), others)
    if number is None or state.members[number].name != name:
        transaction.add(Joined(guest, name, at=transaction.now))
    if number is not None and not present(state.members[number]):
        transaction.add(Returned(number, at=transaction.now))
    if not transaction.entries:
        raise Refusal("no_change")


def _may_join(state: TableState, guest: str, key: str) -> None:
    """PF-8: check that a newcomer can become a member."""
    if not admits(state, guest, key):
        raise Refusal("old_link", "PF-8")
    if state.locked:
        raise Refusal("table_locked", "PF-8", owner=state.members[state.owner].name)
    if next_member(state) is None:
        raise Refusal("table_full", "PF-34", most=MEMBERS_AT_MOST)


def _sit(transaction: Transaction, member: int, command: commands.Sit) -> None:
    between_deals(transaction.state, command)
    chair = chair_at(transaction.state, command.seat)
    if chair.member is not None:
        raise Refusal("seat_taken", "PF-1", seat=command.seat)
    _is_here(transaction, member)
    transaction.add(Seated(member, command.seat, at=transaction.now))


def _rise(transaction: Transaction, member: int, command: commands.Rise) -> None:
    between_deals(transaction.state, command)
    transaction.add(Freed(own_seat(transaction.state, member), at=transaction.now))


def _leave(transaction: Transaction, member: int, command: commands.Leave) -> None:
    since_last_move(transaction.state, member, command)
    if not transaction.state.members[member].here:
        raise Refusal("no_change")
    transaction.add(Left(member, at=transaction.now))


def _back(transaction: Transaction, member: int, command: commands.Back) -> None:
    state = transaction.state
    since_last_move(state, member, command)
    seat = seat_of(state, member)
    if present(state.members[member]):
        _not_sitting_out(state, seat)
        if seat is None or not state.chairs[seat].away:
            raise Refusal("no_change")
    transaction.add(Returned(member, at=transaction.now))


def _set_bot(transaction: Transaction, member: int, command: commands.SetBot) -> None:
    host_only(transaction.state, member)
    between_deals(transaction.state, command)
    chair = chair_at(transaction.state, command.seat)
    if chair.member is not None and not absent(transaction.state, command.seat):
        raise Refusal("seat_taken", "PF-3", seat=command.seat)
    not_the_owners(transaction.state, member, chair)
    if command.level is not None:
        transaction.add(BotSet(command.seat, level_of(transaction.state.game, command.level), at=transaction.now))
    elif empty(chair):
        raise Refusal("no_change")
    else:
        transaction.add(Freed(command.seat, at=transaction.now))
    deal_if_all_ready(transaction)


def _change(transaction: Transaction, member: int, command: commands.Change) -> None:
    state = transaction.state
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
        title = state.sheet_name if sheet == state.sheet else ""
    else:
        title = clean(command.sheet_name, SHEET_NAME_AT_MOST)
    now = (state.sheet, len(state.chairs), state.clock, state.wait, state.sheet_name)
    if (sheet, command.seats, command.clock, wait, title) == now:
        raise Refusal("no_change")
    changed = None if wait == state.wait else wait
    transaction.add(RulesChanged(sheet, command.seats, command.clock, changed, member, title, at=transaction.now))
    clear_closed(transaction)


# Deals


def _ready(transaction: Transaction, member: int, command: commands.Ready) -> None:
    between_deals(transaction.state, command)
    seat = own_seat(transaction.state, member)
    _is_here(transaction, member)
    chair = transaction.state.chairs[seat]
    if chair.ready == command.on and not chair.out:
        raise Refusal("no_change")
    transaction.add(Readied(seat, command.on, at=transaction.now))
    if all_ready(transaction.state):
        shuffling.publish_manifest(transaction)


def _deal_now(transaction: Transaction, member: int, command: commands.DealNow) -> None:
    host_only(transaction.state, member)
    between_deals(transaction.state, command)
    if empty_seats(transaction.state):
        raise Refusal("seats_empty", "PF-3")
    shuffling.publish_manifest(transaction)


def _leave_out(transaction: Transaction, member: int, command: commands.LeaveOut) -> None:
    shuffling.leave_out(transaction, member, command)
    deal_if_all_ready(transaction)


def _act(transaction: Transaction, member: int, command: commands.Act[Any]) -> None:
    state, deal = transaction.state, transaction.state.deal
    seat = own_seat(state, member)
    if deal is None:
        raise Refusal("no_deal")
    if state.phase != "playing":
        if command.seq < state.turned:
            raise StaleCommand
        raise Refusal("deal_over")
    if command.seq < (deal.turn_seq[seat] if seat in deal.to_act else deal.moved):
        raise StaleCommand
    _not_sitting_out(state, seat)
    _is_here(transaction, member)
    transaction.add(Moved(seat, command.action, at=transaction.now))


def _is_here(transaction: Transaction, member: int) -> None:
    """Record that a member who acts is present and plays their own seat."""
    seat = seat_of(transaction.state, member)
    if not present(transaction.state.members[member]) or (seat is not None and transaction.state.chairs[seat].away):
        transaction.add(Returned(member, at=transaction.now))


def _not_sitting_out(state: TableState, seat: Seat | None) -> None:
    """PF-8: refuse if a bot plays this deal in the member's seat. They play again from the next deal on."""
    if state.phase == "playing" and state.deal is not None and seat in state.deal.out:
        raise Refusal("sitting_out", "PF-8")


# Talk


def _say(transaction: Transaction, member: int, command: commands.Say) -> None:
    text = clean(command.text, TEXT_AT_MOST)
    if not text:
        raise Refusal("empty_text", "PF-7")
    _not_too_fast(transaction, member)
    transaction.add(Said(member, text, at=transaction.now))


def _emote(transaction: Transaction, member: int, command: commands.SendEmote) -> None:
    _not_too_fast(transaction, member)
    transaction.add(Said(member, emote=command.emote, at=transaction.now))


def _not_too_fast(transaction: Transaction, member: int) -> None:
    spoke = transaction.state.members[member].spoke
    if len(spoke) == SPOKE_REMEMBERED and transaction.now - spoke[0] < SPEAK_WITHIN:
        wait = SPEAK_WITHIN - transaction.now + spoke[0]
        raise Refusal("too_fast", "PF-7", seconds=-(-wait // 1000))


def _forget(transaction: Transaction, member: int, command: commands.Forget) -> None:
    del command
    if not transaction.state.members[member].name:
        raise Refusal("no_change")
    transaction.add(Forgotten(member, at=transaction.now))
