"""Decide what a command leads to: entries for the log, or a refusal.

Pure: state and time are arguments. PF-30: the command's id is its idempotency key. A command that took effect before
gets the same answer again. A command made for a turn or deal that is over is stale (optimistic concurrency on the
table's sequence number).

Compiled where it can be.
"""

from __future__ import annotations

from typing import Any, Final, assert_never

from chieu.core.game import Refusal, Seat
from chieu.online.protocol import announcements, commands
from chieu.online.protocol.answers import Answer, Done, Refused, Stale
from chieu.online.protocol.commands import AnyCommand
from chieu.online.protocol.names import SHEET_NAME_AT_MOST, TEXT_AT_MOST, clean
from chieu.online.table import entries, hosting, real, shuffling
from chieu.online.table.fold import SPOKE_REMEMBERED, Transaction
from chieu.online.table.opening import known_bot, rules_of, sheet_of
from chieu.online.table.seating import (
    MEMBERS_AT_MOST,
    StaleCommand,
    absent,
    between_deals,
    chair_at,
    chair_of,
    empty,
    empty_chairs,
    free_name,
    host_only,
    is_banned,
    next_member,
    not_admitted,
    not_the_owners,
    number_of,
    own_chair,
    owner_only,
    present,
    since_last_move,
)
from chieu.online.table.state import TableState
from chieu.online.table.turns import (
    all_ready,
    bot_action,
    clear_closed,
    clear_seats,
    deal_if_all_ready,
    onward,
    still_to_act,
)

NON_MOVES_AT_MOST: Final = 2_000  # entries per deal other than moves: chat, coming and going
OWN_NON_MOVES_AT_MOST: Final = 300  # the same per member
RESERVE: Final = 500  # extra, for commands that keep the table going: chat cannot block it
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


def decide(transaction: Transaction, guest: str, command: AnyCommand) -> None:
    """Carry out a guest's command, or refuse it."""
    state = transaction.state
    transaction.answer = answered(state, guest, command)
    if transaction.answer is not None:
        return
    transaction.cause = entries.Cause(guest, command.id)
    number = state.by_guest.get(guest)
    try:
        if command.seq > state.seq:
            raise StaleCommand
        if number is None and is_banned(state, guest):
            if isinstance(command, commands.Forget):  # PF-38: removed guests may erase too
                number = number_of(state, guest)
            if number is None:
                raise Refusal("removed", "PF-8")
        if number is None and not isinstance(command, commands.Join | commands.Claim):
            raise Refusal("not_joined", "PF-1")
        if state.real or not isinstance(command, commands.Act):
            real.check_kind(state, command)
        if not isinstance(command, commands.Act) and _too_much(state, number, isinstance(command, _NEEDED)):
            raise Refusal("too_much", "PF-36", most=NON_MOVES_AT_MOST)
        _handle(transaction, guest, number, command)
        onward(transaction)
        transaction.answer = Done(command.id, state.seq + 1)
    except Refusal as refused:
        transaction.roll_back(Refused.by(refused, command.id))
    except StaleCommand:
        transaction.roll_back(Stale(command.id, state.seq))


def _handle(transaction: Transaction, guest: str, number: int | None, command: AnyCommand) -> None:
    """Add the entries that a command leads to.

    `number` is the guest's member number, None only for a newcomer who joins or claims a person.
    """
    if isinstance(command, commands.Join):
        _join(transaction, guest, number, command)
        return
    if isinstance(command, commands.Claim):
        real.claim(transaction, guest, number, command)
        return
    assert number is not None
    match command:  # the commands of every deal first, as cases are tried in turn
        case commands.Act():
            _act(transaction, number, command)
        case commands.Ready():
            _ready(transaction, number, command)
        case commands.Commit():
            shuffling.commit(transaction, number, command)
        case commands.Reveal():
            shuffling.reveal(transaction, number, command)
        case commands.Sit():
            _sit(transaction, number, command)
        case commands.Rise():
            between_deals(transaction.state, command)
            transaction.add(announcements.SeatFreed(transaction.seq, own_chair(transaction.state, number)))
        case commands.Leave():
            since_last_move(transaction.state, number, command)
            if not transaction.state.members[number].here:
                raise Refusal("no_change")
            transaction.add(announcements.Went(transaction.seq, number))
        case commands.Back():
            _back(transaction, number, command)
        case commands.SetBot():
            _set_bot(transaction, number, command)
        case commands.Change():
            _change(transaction, number, command)
        case commands.DealNow():
            host_only(transaction.state, number)
            between_deals(transaction.state, command)
            if empty_chairs(transaction.state):
                raise Refusal("seats_empty", "PF-3")
            shuffling.publish_manifest(transaction)
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
        case commands.Abstain():
            shuffling.abstain(transaction, number, command)
        case commands.LeaveOut():
            shuffling.leave_out(transaction, number, command)
            deal_if_all_ready(transaction)
        case commands.Say():
            text = clean(command.text, TEXT_AT_MOST)
            if not text:
                raise Refusal("empty_text", "PF-7")
            _not_too_fast(transaction, number)
            transaction.add(announcements.Said(transaction.seq, number, text))
        case commands.SendEmote():
            _not_too_fast(transaction, number)
            transaction.add(announcements.Said(transaction.seq, number, emote=command.emote))
        case commands.Enter():
            real.enter(transaction, number, command)
        case commands.Correct():
            real.correct(transaction, number, command)
        case commands.StrikeOut():
            real.strike_out(transaction, number, command)
        case commands.OfferLine():
            real.offer_line(transaction, number, command)
        case commands.LetEnter():
            real.let_enter(transaction, number, command)
        case commands.PutPerson():
            real.put_person(transaction, number, command)
        case commands.Rename():
            real.rename(transaction, number, command)
        case commands.SitIn():
            real.sit_in(transaction, number, command)
        case commands.Forget():
            if not transaction.state.members[number].name:
                raise Refusal("no_change")
            transaction.add(announcements.Forgotten(transaction.seq, number))
        case _:
            assert_never(command)


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


# Events that no command causes


def thought(transaction: Transaction, seat: Seat, turn_seq: int, action: Any) -> None:
    """PF-3: play the move of a search bot whose turn began at `turn_seq`.

    If the bot found no legal move, the usual bot plays. Answers for a turn that is over are ignored.
    """
    state = transaction.state
    if still_to_act(state, seat, turn_seq):
        assert state.deal is not None
        known = action is not None and action in state.deal.game.legal(state.deal.state, seat)
        transaction.add(entries.Moved(seat, action if known else bot_action(state, seat)))
        onward(transaction)


def lost(transaction: Transaction, guest: str) -> None:
    """PF-9: a guest lost the connection. Their seat is kept and the table waits for them."""
    state = transaction.state
    number = state.by_guest.get(guest)
    if number is not None and present(state.members[number]) and not _too_much(state, needed=True):
        transaction.add(entries.Disconnected(number))
        deal_if_all_ready(transaction)
        onward(transaction)


def returned(transaction: Transaction, guest: str) -> None:
    """PF-3: a guest is connected again and plays their own seat.

    PF-36: a flapping connection is logged a limited number of times per deal; after that the guest is back with their
    next command.
    """
    state = transaction.state
    number = state.by_guest.get(guest)
    if number is None or present(state.members[number]) or _too_much(state, needed=True):
        return
    if state.phase != "playing" or state.members[number].losses < LOSSES_AT_MOST:
        transaction.add(announcements.CameBack(transaction.seq, number))
        onward(transaction)


def restored(transaction: Transaction, epoch: str) -> None:
    """PF-22: annul what a restored backup brought back, as its seeds and cards may be known by now.

    Nothing happens if this was done before for the same epoch.
    """
    if transaction.state.epoch != epoch:
        transaction.add(entries.Restored(epoch))
        if transaction.state.pending is not None:
            shuffling.void(transaction, "restored", again=False)
        clear_seats(transaction)


def erased(transaction: Transaction, guest: str) -> None:
    """PF-38: the log no longer contains the name and words of a guest."""
    if guest in transaction.state.to_erase:
        transaction.add(entries.Erased(guest))


def continued(transaction: Transaction, guest: str, table: str) -> None:
    """PF-47: a guest opened the next evening.

    The first guest to do so counts, unless they were removed meanwhile.
    """
    state = transaction.state
    if not state.continued and guest in state.by_guest:
        transaction.add(announcements.Continued(transaction.seq, state.by_guest[guest], table))


def _too_much(state: TableState, member: int | None = None, needed: bool = False) -> bool:
    """PF-36: return whether the entries of one deal have reached their limit, so that tables open quickly.

    Commands that are needed for the table to go on have a reserve.
    """
    if state.phase != "playing":
        return False
    if needed:
        return state.non_moves >= NON_MOVES_AT_MOST + RESERVE
    own = 0 if member is None else state.members[member].non_moves
    return state.non_moves >= NON_MOVES_AT_MOST or own >= OWN_NON_MOVES_AT_MOST


# People and seats


def _join(transaction: Transaction, guest: str, number: int | None, command: commands.Join) -> None:
    state = transaction.state
    if number is None:  # PF-8: a newcomer
        if code := not_admitted(state, guest, command.key):
            raise Refusal(code, "PF-8")
        if next_member(state) is None:
            raise Refusal("table_full", "PF-34", most=MEMBERS_AT_MOST)
    name = free_name(state, command.name, number)
    if number is None or state.members[number].name != name:
        transaction.add(entries.GuestJoined(guest, name))
    if number is not None and not present(state.members[number]):
        transaction.add(announcements.CameBack(transaction.seq, number))
    if not transaction.entries:
        raise Refusal("no_change")


def _sit(transaction: Transaction, member: int, command: commands.Sit) -> None:
    between_deals(transaction.state, command)
    chair = chair_at(transaction.state, command.seat)
    if chair.member is not None:
        raise Refusal("seat_taken", "PF-1", seat=command.seat)
    _is_here(transaction, member)
    transaction.add(announcements.Sat(transaction.seq, member, command.seat))


def _back(transaction: Transaction, member: int, command: commands.Back) -> None:
    state = transaction.state
    since_last_move(state, member, command)
    chair = chair_of(state, member)
    if present(state.members[member]):
        _not_sitting_out(state, chair)
        if chair is None or not state.chairs[chair].away:
            raise Refusal("no_change")
    transaction.add(announcements.CameBack(transaction.seq, member))


def _set_bot(transaction: Transaction, member: int, command: commands.SetBot) -> None:
    host_only(transaction.state, member)
    between_deals(transaction.state, command)
    chair = chair_at(transaction.state, command.seat)
    if chair.member is not None and not absent(transaction.state, command.seat):
        raise Refusal("seat_taken", "PF-3", seat=command.seat)
    not_the_owners(transaction.state, member, chair)
    if command.level is not None:
        transaction.add(
            announcements.BotSat(transaction.seq, command.seat, known_bot(transaction.state.game, command.level))
        )
    elif empty(chair):
        raise Refusal("no_change")
    else:
        transaction.add(announcements.SeatFreed(transaction.seq, command.seat))
    deal_if_all_ready(transaction)


def _change(transaction: Transaction, member: int, command: commands.Change) -> None:
    state = transaction.state
    host_only(state, member)
    if command.game not in ("", state.game.name):
        hosting.change_game(transaction, member, command)
        return
    if (command.seats, command.clock) != (len(state.chairs), state.clock):
        between_deals(state, command)
    for chair in range(command.seats, len(state.chairs)):
        not_the_owners(state, member, state.chairs[chair])
        if state.chairs[chair].member is not None and not absent(state, chair):
            owner_only(state, member)
    wait = state.wait if command.wait is None else command.wait
    rules = rules_of(state.game, command.sheet or state.sheet, {})
    sheet = sheet_of(state.game, rules, command.seats)
    if state.real:
        real.check_scorable(state.game, rules, command.seats)
    if command.sheet_name is None:
        title = state.sheet_name if sheet == state.sheet else ""
    else:
        title = clean(command.sheet_name, SHEET_NAME_AT_MOST)
    now = (state.sheet, len(state.chairs), state.clock, state.wait, state.sheet_name)
    if (sheet, command.seats, command.clock, wait, title) == now:
        raise Refusal("no_change")
    seq, game, seats, clock = transaction.seq, state.game.name, command.seats, command.clock
    transaction.add(announcements.RulesChanged(seq, member, game, sheet, seats, clock, wait, title))
    clear_closed(transaction)


# Deals


def _ready(transaction: Transaction, member: int, command: commands.Ready) -> None:
    between_deals(transaction.state, command)
    number = own_chair(transaction.state, member)
    _is_here(transaction, member)
    chair = transaction.state.chairs[number]
    if chair.ready == command.on and not chair.out:
        raise Refusal("no_change")
    transaction.add(entries.Readied(number, command.on))
    if all_ready(transaction.state):
        shuffling.publish_manifest(transaction)


def _act(transaction: Transaction, member: int, command: commands.Act[Any]) -> None:
    state, deal = transaction.state, transaction.state.deal
    chair = own_chair(state, member)
    if deal is None:
        raise Refusal("no_deal")
    if state.phase != "playing":
        if command.seq < state.turned:
            raise StaleCommand
        raise Refusal("deal_over")
    _not_sitting_out(state, chair)
    seat = deal.chairs.index(chair)
    if command.seq < (deal.turn_seq[seat] if seat in deal.to_act else deal.moved):
        raise StaleCommand
    if not isinstance(command.action, deal.game.actions):  # PF-11: made for a deal of another game
        raise StaleCommand
    _is_here(transaction, member)
    transaction.add(entries.Moved(seat, command.action))


def _is_here(transaction: Transaction, member: int) -> None:
    """Record that a member who acts is present and plays their own seat."""
    chair = chair_of(transaction.state, member)
    if not present(transaction.state.members[member]) or (chair is not None and transaction.state.chairs[chair].away):
        transaction.add(announcements.CameBack(transaction.seq, member))


def _not_sitting_out(state: TableState, chair: int | None) -> None:
    """PF-8: refuse if the member sits this deal out. They play again from the next deal on."""
    if state.phase == "playing" and state.deal is not None and chair in state.deal.out:
        raise Refusal("sitting_out", "PF-8")


def _not_too_fast(transaction: Transaction, member: int) -> None:
    spoke = transaction.state.members[member].spoke
    if len(spoke) == SPOKE_REMEMBERED and transaction.now - spoke[0] < SPEAK_WITHIN:
        wait = SPEAK_WITHIN - transaction.now + spoke[0]
        raise Refusal("too_fast", "PF-7", seconds=-(-wait // 1000))
