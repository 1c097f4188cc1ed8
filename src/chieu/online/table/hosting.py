"""PF-8: the powers of a host, and PF-9: letting a bot play on.

Whoever acts for an owner who is away keeps the evening going: they deal, lock, cut seats, and go on without people who
are not here. What takes a place away from somebody who is here, or the table from its owner, is for the owner alone.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any, Final

from chieu.core.game import Refusal
from chieu.online.protocol import commands
from chieu.online.protocol.commands import AnyCommand
from chieu.online.table.checks import (
    StaleCommand,
    between_deals,
    chair_at,
    host_only,
    not_the_owners,
    own_seat,
    owner_only,
)
from chieu.online.table.draft import Fresh, Transaction
from chieu.online.table.entries import (
    Admitted,
    HostPassed,
    LinkRenewed,
    Locked,
    Removed,
    SatOut,
    SeatsCut,
    StoodIn,
    Unseated,
)
from chieu.online.table.opening import sheet_of
from chieu.online.table.seating import absent, empty, host, places, present, seat_of, skipped
from chieu.online.table.shuffling import freeze
from chieu.online.table.state import TableState
from chieu.online.table.turns import deal_if_all_ready

PATIENCE: Final = 30_000  # milliseconds that somebody who is here may think before the host goes on without them
PATIENCE_WITH_HOST: Final = 120_000  # and the host, before anybody who is seated does: nobody has power over them
_KEY_BYTES: Final = 12


def link_key(fresh: Fresh) -> str:
    """What a link needs beside the table's id. It follows from nothing: after a back-up was put back, a link that was
    thrown away does not come again."""
    return urlsafe_b64encode(fresh.draw(_KEY_BYTES)).decode()


def _free(draft: Transaction, member: int, command: commands.Free) -> None:
    state = draft.state
    host_only(state, member)
    chair = chair_at(state, command.seat)
    if chair.member is None or chair.freed:
        raise Refusal("nobody_there", "PF-8", seat=command.seat)
    _place_of_another(state, member, chair.member, command)
    not_the_owners(state, member, chair)
    if not absent(state, command.seat):
        owner_only(state, member)
    _not_while_shuffling(state)
    draft.add(Unseated(command.seat, at=draft.now))


def _remove(draft: Transaction, member: int, command: commands.Remove) -> None:
    state = draft.state
    owner_only(state, member)
    target = _member(state, command.member, command)
    if target == member:
        raise Refusal("not_yourself", "PF-8")
    seat = seat_of(state, target)
    if seat is not None:
        _not_while_shuffling(state)
        draft.add(Unseated(seat, at=draft.now))
    draft.add(Removed(target, at=draft.now))


def _admit(draft: Transaction, member: int, command: commands.Admit) -> None:
    owner_only(draft.state, member)
    if not any(one.number == command.number for one in draft.state.banned):
        raise Refusal("no_change")
    draft.add(Admitted(command.number, at=draft.now))


def _lock(draft: Transaction, member: int, command: commands.Lock) -> None:
    host_only(draft.state, member)
    if draft.state.locked == command.on:
        raise Refusal("no_change")
    draft.add(Locked(command.on, at=draft.now))


def _renew_link(draft: Transaction, member: int, command: commands.RenewLink) -> None:
    del command
    owner_only(draft.state, member)
    draft.add(LinkRenewed(link_key(draft.fresh), at=draft.now))


def _pass_host(draft: Transaction, member: int, command: commands.PassHost) -> None:
    state = draft.state
    owner_only(state, member)
    target = _member(state, command.member, command)
    if target == member:
        raise Refusal("no_change")
    if not present(state.members[target]):
        raise Refusal("not_here", "PF-8", name=state.members[target].name)
    draft.add(HostPassed(target, at=draft.now))


def _sit_out(draft: Transaction, member: int, command: commands.SitOut) -> None:
    state = draft.state
    between_deals(state, command)
    chair = chair_at(state, command.seat)
    if chair.member is None:
        raise Refusal("nobody_there", "PF-8", seat=command.seat)
    if chair.member != member:
        if chair.member == host(state) and not chair.ready:
            own_seat(state, member)
            _waited(draft, PATIENCE_WITH_HOST, _all_but_host_ready_since(state))
        else:
            host_only(state, member)
        _place_of_another(state, member, chair.member, command)
    if chair.out:
        raise Refusal("no_change")
    draft.add(SatOut(command.seat, at=draft.now))
    deal_if_all_ready(draft)


def _stand_in(draft: Transaction, member: int, command: commands.StandIn) -> None:
    state, deal = draft.state, draft.state.deal
    chair = chair_at(state, command.seat)
    if state.phase != "playing" or deal is None:
        raise Refusal("no_deal")
    if command.seq < deal.asked[command.seat]:
        raise StaleCommand
    if state.clock is not None:
        raise Refusal("clock_rules", "PF-4")
    if chair.member is None or chair.away:
        raise Refusal("no_change")
    if chair.member == member:
        raise Refusal("not_yourself", "PF-8")
    if present(state.members[chair.member]):
        patience = PATIENCE
        if chair.member == host(state):
            own_seat(state, member)
            patience = PATIENCE_WITH_HOST
        else:
            host_only(state, member)
        _waited(draft, patience, deal.since[command.seat] if command.seat in deal.waiting else None)
    elif member != host(state):
        own_seat(state, member)
    draft.add(StoodIn(command.seat, member, at=draft.now))


def _cut_seats(draft: Transaction, member: int, command: commands.CutSeats) -> None:
    state = draft.state
    host_only(state, member)
    between_deals(state, command)
    taken = [seat for seat in places(state) if not empty(state.chairs[seat])]
    if len(taken) < len(places(state)):
        seats = len(taken) + len(state.closed)
        sheet_of(state.game, state.rules, seats)
        closed = state.game.closed(state.rules, seats)
        left = iter(taken)
        cut = tuple([None if seat in closed else next(left, None) for seat in range(seats)])
        if next(left, None) is not None or len(cut) - len(closed) != len(taken):
            raise Refusal("seats_empty", "PF-3")
        draft.add(SeatsCut(cut, at=draft.now))
    elif not command.deal:
        raise Refusal("no_change")
    if command.deal:
        freeze(draft)


# What must be so


def _waited(draft: Transaction, patience: int, since: int | None) -> None:
    """Somebody who is here has been waited for long enough; `since` is None if nobody waits for them."""
    waited = 0 if since is None else draft.now - since
    if waited < patience:
        raise Refusal("too_soon", "PF-8", seconds=-(-(patience - waited) // 1000))


def _all_but_host_ready_since(state: TableState) -> int | None:
    """Since when everybody else who is here has been ready for a deal; None if somebody is not."""
    asked = [chair for seat, chair in enumerate(state.chairs) if chair.member is not None and not skipped(state, seat)]
    others = [chair for chair in asked if chair.member != host(state)]
    return max((chair.ready_at for chair in others), default=None) if all(one.ready for one in others) else None


def _place_of_another(state: TableState, member: int, target: int, command: AnyCommand) -> None:
    """It is not one's own, and whoever has it had it when the command was made."""
    if target == member:
        raise Refusal("not_yourself", "PF-8")
    if command.seq < state.members[target].moved:
        raise StaleCommand


def _member(state: TableState, number: int, command: AnyCommand) -> int:
    """Somebody at the table, and the same who had the number when the command was made."""
    if command.seq < state.replaced:
        raise StaleCommand
    if number >= len(state.members) or state.by_guest.get(state.members[number].guest) != number:
        raise Refusal("no_such_member", "PF-8")
    return number


def _not_while_shuffling(state: TableState) -> None:
    """Whoever contributes to a shuffle does so to its end: that is a matter of seconds."""
    if state.phase in ("committing", "revealing"):
        raise Refusal("shuffling", "PF-22")


HANDLERS: Final[dict[type[Any], Callable[[Transaction, Any, Any], None]]] = {
    commands.Free: _free,
    commands.Remove: _remove,
    commands.Admit: _admit,
    commands.Lock: _lock,
    commands.RenewLink: _renew_link,
    commands.PassHost: _pass_host,
    commands.SitOut: _sit_out,
    commands.StandIn: _stand_in,
    commands.CutSeats: _cut_seats,
}
