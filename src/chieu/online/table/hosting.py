"""PF-8: the powers of a host, and PF-9: letting a bot play on.

The person who acts for an absent owner keeps the evening going: they deal, lock, cut seats, and go on without absent
people. Only the owner may take a seat from a person who is present or hand the table over.
"""

from __future__ import annotations

from typing import Final

from chieu.bots.levels import same_level
from chieu.core.field_types import has_scores
from chieu.core.game import Refusal
from chieu.online.protocol import commands
from chieu.online.protocol.announcements import GameChanged, HostPassed, Locked, SatOut, StoodIn, Unlocked, Unseated
from chieu.online.protocol.commands import AnyCommand
from chieu.online.protocol.names import SHEET_NAME_AT_MOST, clean
from chieu.online.table.entries import GuestAdmitted, KeyRenewed, MemberRemoved, SeatsMoved
from chieu.online.table.fold import Transaction
from chieu.online.table.opening import game_named, link_key, rules_of, sheet_of
from chieu.online.table.real import check_scorable
from chieu.online.table.seating import (
    StaleCommand,
    absent,
    between_deals,
    chair_at,
    chair_of,
    empty,
    host,
    host_only,
    not_the_owners,
    open_chairs,
    own_chair,
    owner_only,
    present,
    seat_of,
    skipped,
)
from chieu.online.table.shuffling import publish_manifest
from chieu.online.table.state import TableState
from chieu.online.table.turns import deal_if_all_ready

STAND_IN_AFTER: Final = 30_000  # milliseconds before the host may let a bot play for a person who is present
WITHOUT_HOST_AFTER: Final = 120_000  # milliseconds before anybody seated may do so for the host, or sit the host out


def free(transaction: Transaction, member: int, command: commands.Free) -> None:
    """Free a person's seat: the host if that person is absent, otherwise only the owner."""
    state = transaction.state
    host_only(state, member)
    chair = chair_at(state, command.seat)
    if chair.member is None or chair.freed:
        raise Refusal("nobody_there", "PF-8", seat=command.seat)
    _place_of_another(state, member, chair.member, command)
    not_the_owners(state, member, chair)
    if not absent(state, command.seat):
        owner_only(state, member)
    _not_while_shuffling(state)
    transaction.add(Unseated(transaction.seq, chair.member, command.seat))


def remove(transaction: Transaction, member: int, command: commands.Remove) -> None:
    """Remove a member from the table, seat included."""
    state = transaction.state
    owner_only(state, member)
    target = _member(state, command.member, command)
    if target == member:
        raise Refusal("not_yourself", "PF-8")
    seat = chair_of(state, target)
    if seat is not None and not state.real:  # RT-2: the person stays at a table with real cards, without a phone
        _not_while_shuffling(state)
        transaction.add(Unseated(transaction.seq, target, seat))
    transaction.add(MemberRemoved(target))


def admit(transaction: Transaction, member: int, command: commands.Admit) -> None:
    """Let a removed guest join again."""
    owner_only(transaction.state, member)
    if not any(ban.number == command.number for ban in transaction.state.banned):
        raise Refusal("no_change")
    transaction.add(GuestAdmitted(command.number))


def lock(transaction: Transaction, member: int, command: commands.Lock) -> None:
    """Lock or unlock the table for newcomers."""
    host_only(transaction.state, member)
    if transaction.state.locked == command.on:
        raise Refusal("no_change")
    transaction.add((Locked if command.on else Unlocked)(transaction.seq))


def renew_link(transaction: Transaction, member: int, command: commands.RenewLink) -> None:
    """Give the table's link a new key."""
    del command
    owner_only(transaction.state, member)
    transaction.add(KeyRenewed(link_key(transaction.fresh)))


def pass_host(transaction: Transaction, member: int, command: commands.PassHost) -> None:
    """Make another member who is present the owner."""
    state = transaction.state
    owner_only(state, member)
    target = _member(state, command.member, command)
    if target == member:
        raise Refusal("no_change")
    if not present(state.members[target]):
        raise Refusal("not_here", "PF-8", name=state.members[target].name)
    transaction.add(HostPassed(transaction.seq, target))


def sit_out(transaction: Transaction, member: int, command: commands.SitOut) -> None:
    """Start deals without a person until they are ready again."""
    state = transaction.state
    between_deals(state, command)
    chair = chair_at(state, command.seat)
    if chair.member is None:
        raise Refusal("nobody_there", "PF-8", seat=command.seat)
    if chair.member != member:
        if chair.member == host(state) and not chair.ready:
            own_chair(state, member)
            _waited(transaction, WITHOUT_HOST_AFTER, _all_but_host_ready_since(state))
        else:
            host_only(state, member)
        _place_of_another(state, member, chair.member, command)
    if chair.out:
        raise Refusal("no_change")
    transaction.add(SatOut(transaction.seq, command.seat))
    deal_if_all_ready(transaction)


def stand_in(transaction: Transaction, member: int, command: commands.StandIn) -> None:
    """Let a bot play for a person who is disconnected or has not moved for long."""
    state, deal = transaction.state, transaction.state.deal
    chair = chair_at(state, command.seat)
    if state.phase != "playing" or deal is None:
        raise Refusal("no_deal")
    seat = seat_of(deal, command.seat)
    if seat is None or command.seat in deal.out:
        raise Refusal("no_change")
    if command.seq < deal.turn_seq[seat]:
        raise StaleCommand
    if state.clock is not None:
        raise Refusal("clock_rules", "PF-4")
    if chair.member is None or chair.away:
        raise Refusal("no_change")
    if chair.member == member:
        raise Refusal("not_yourself", "PF-8")
    if present(state.members[chair.member]):
        patience = STAND_IN_AFTER
        if chair.member == host(state):
            own_chair(state, member)
            patience = WITHOUT_HOST_AFTER
        else:
            host_only(state, member)
        _waited(transaction, patience, deal.turn_at[seat] if seat in deal.to_act else None)
    elif member != host(state):
        own_chair(state, member)
    transaction.add(StoodIn(transaction.seq, command.seat, member))


def cut_seats(transaction: Transaction, member: int, command: commands.CutSeats) -> None:
    """Drop the empty seats, and start the deal if the command says so."""
    state = transaction.state
    host_only(state, member)
    between_deals(state, command)
    taken = [chair for chair in open_chairs(state) if not empty(state.chairs[chair])]
    if len(taken) < len(open_chairs(state)):
        seats = len(taken) + len(state.closed)
        sheet_of(state.game, state.rules, seats)
        closed = state.game.closed(state.rules, seats)
        left = iter(taken)
        cut = tuple([None if seat in closed else next(left, None) for seat in range(seats)])
        if next(left, None) is not None or len(cut) - len(closed) != len(taken):
            raise Refusal("seats_empty", "PF-3")
        transaction.add(SeatsMoved(cut))
    elif not command.deal:
        raise Refusal("no_change")
    if command.deal:
        publish_manifest(transaction)


def change_game(transaction: Transaction, member: int, command: commands.Change) -> None:
    """PF-11: play another game from the next deal on, with the same people."""
    state = transaction.state
    between_deals(state, command)
    game = game_named(command.game)
    rules = rules_of(game, command.sheet or next(iter(game.presets)), {})
    sheet = sheet_of(game, rules, command.seats)
    if state.real:
        check_scorable(game, rules, command.seats)
    if state.match is not None and has_scores(state.game.match) and not command.end_match:
        raise Refusal("match_running", "PF-11")
    watching = _watching(state, member, command)
    places = _places(state, game.closed(rules, command.seats), command.seats, watching)
    levels = ["" if old is None else state.chairs[old].level for old in places]
    bots = tuple([level and same_level(level, state.game, game) for level in levels])
    wait = state.wait if command.wait is None else command.wait
    title = clean(command.sheet_name or "", SHEET_NAME_AT_MOST)
    seq, clock = transaction.seq, command.clock
    transaction.add(GameChanged(seq, member, game.name, sheet, places, bots, watching, clock, wait, title))


def _watching(state: TableState, member: int, command: commands.Change) -> tuple[int, ...]:
    """Return the seated members who are to watch. Only the owner may choose others who are present."""
    watching = []
    for number, chair in enumerate(state.chairs):
        if chair.member is None or chair.member not in command.watch:
            continue
        if chair.member != member:
            _place_of_another(state, member, chair.member, command)
            not_the_owners(state, member, chair)
            if not absent(state, number):
                owner_only(state, member)
        watching.append(chair.member)
    return tuple(watching)


def _places(
    state: TableState, closed: tuple[int, ...], seats: int, watching: tuple[int, ...]
) -> tuple[int | None, ...]:
    """Return the former number of each chair in another game, None for an empty one.

    Bots leave if there are too many. Everybody else keeps their chair or, if it is gone or closed, all move together.
    """
    people = [
        number for number, chair in enumerate(state.chairs) if chair.member is not None and chair.member not in watching
    ]
    bots = [number for number, chair in enumerate(state.chairs) if chair.level]
    left = [number for number in range(seats) if number not in closed]
    if len(people) > len(left):
        raise Refusal("too_many_people", "PF-11", people=len(people), seats=len(left))
    stay = sorted([*people, *bots[: len(left) - len(people)]])
    now_at = dict(zip(stay if set(stay) <= set(left) else left, stay, strict=False))
    return tuple([now_at.get(number) for number in range(seats)])


# Preconditions


def _waited(transaction: Transaction, patience: int, since: int | None) -> None:
    """Refuse until the table has waited `patience` milliseconds for a person.

    `since` is None if the table does not wait for them.
    """
    waited = 0 if since is None else transaction.now - since
    if waited < patience:
        raise Refusal("too_soon", "PF-8", seconds=-(-(patience - waited) // 1000))


def _all_but_host_ready_since(state: TableState) -> int | None:
    """Return since when everybody present but the host has been ready; None if somebody is not."""
    counted = [
        chair for number, chair in enumerate(state.chairs) if chair.member is not None and not skipped(state, number)
    ]
    others = [chair for chair in counted if chair.member != host(state)]
    return max((chair.ready_at for chair in others), default=None) if all(chair.ready for chair in others) else None


def _place_of_another(state: TableState, member: int, target: int, command: AnyCommand) -> None:
    """Require that the place is another member's, and was theirs when the command was made."""
    if target == member:
        raise Refusal("not_yourself", "PF-8")
    if command.seq < state.members[target].moved:
        raise StaleCommand


def _member(state: TableState, number: int, command: AnyCommand) -> int:
    """Return the number of a current member. Stale if the number changed hands since the command was made."""
    if command.seq < state.replaced:
        raise StaleCommand
    if number >= len(state.members) or state.by_guest.get(state.members[number].guest) != number:
        raise Refusal("no_such_member", "PF-8")
    return number


def _not_while_shuffling(state: TableState) -> None:
    """Refuse during a shuffle, which lasts seconds: contributors stay until its end."""
    if state.phase in ("committing", "revealing"):
        raise Refusal("shuffling", "PF-22")
