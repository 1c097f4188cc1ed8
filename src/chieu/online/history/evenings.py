"""PF-47: the next evening: a new table from an old one, with the same people in the same seats and the same rules.

A group of friends is a chain of tables: each knows the one before it, and the old one where it goes on. There is no
list of groups and no account: who belongs to an evening is who is known at its table.
"""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core.game import Refusal, Seat
from chieu.online.protocol.messages import WAIT
from chieu.online.table.draft import Fresh, Transaction
from chieu.online.table.entries import AnyEntry, BotSet, Joined, Lost, Opened, Seated
from chieu.online.table.fold import fold
from chieu.online.table.hosting import link_key
from chieu.online.table.ledger_lines import member_line, member_of_line
from chieu.online.table.seating import is_banned, places, present
from chieu.online.table.shuffling import seal
from chieu.online.table.state import TableState


def open_again(
    old: TableState, last: Sequence[str], guest: str, table: str, secret: bytes, now: int, fresh: Fresh, epoch: str = ""
) -> tuple[tuple[AnyEntry, ...], TableState]:
    """The first entries of the next evening. `last` are the lines of the ledger that the seats of the last deal played
    for: who has left since is seated too. Its link has a key from the beginning: whoever reads at the old table where
    it goes on, and was not one of those who played, learns nothing by it.

    It is that of who opens it, unless the owner of the old table is there and sits: whoever is quicker does not take it
    from them, and only acts for them until they come."""
    opener = may_open(old, guest)
    seats = _seats(old, last, opener)
    if opener not in seats.values():
        free = [seat for seat in places(old) if seat not in seats and not old.chairs[seat].level]
        seats |= dict.fromkeys(free[:1], opener)
    opened = Opened(
        table,
        secret.hex(),
        old.game.name,
        old.sheet,
        len(old.chairs),
        old.clock,
        old.pace,
        old.bot_host,
        epoch,
        None if old.wait == WAIT else old.wait,
        old.sheet_name,
        old.id,
        old.evening + 1,
        link_key(fresh),
        at=now,
    )
    draft = Transaction(fold(None, opened), now, fresh)
    draft.entries.append(opened)
    stays = old.owner in seats.values() and present(old.members[old.owner])
    for member in dict.fromkeys([old.owner if stays else opener, opener, *seats.values()]):
        number = len(draft.state.members)
        draft.add(Joined(old.members[member].guest, old.members[member].name, at=now))
        for seat in [seat for seat, one in seats.items() if one == member]:
            draft.add(Seated(number, seat, at=now))
        if member != opener:
            draft.add(Lost(number, at=now))  # their seat is kept; nobody waits for them
    for seat, chair in enumerate(old.chairs):
        if chair.level and seat not in seats:
            draft.add(BotSet(seat, chair.level, at=now))
    seal(draft, 1, 0)
    return tuple(draft.entries), draft.state


def may_open(old: TableState, guest: str) -> int:
    """The member who opens the next evening: anybody who has played a deal at the table, and its owner. Who only
    watches or has just sat down would get the evening of others, and the powers of a host over it."""
    member = old.by_guest.get(guest)
    if member is None or not old.members[member].name or is_banned(old, guest):
        raise Refusal("not_joined", "PF-1")
    if member_line(member) not in old.ledger and member != old.owner:
        raise Refusal("not_played", "PF-47")
    return member


def _seats(old: TableState, last: Sequence[str], opener: int) -> dict[Seat, int]:
    """Who sits where: as it is now or, where nobody sits any more, as in the last deal. Who took their name back has
    left for good."""
    taken = {chair.member for chair in old.chairs if chair.member is not None}
    found: dict[Seat, int] = {}
    for seat in places(old):
        member = old.chairs[seat].member
        if member is None and not old.chairs[seat].level and seat < len(last):
            before = member_of_line(last[seat])
            if before is not None and before not in taken and before < len(old.members):
                member = before
        if member is not None and member not in found.values() and old.members[member].name:
            if member == opener or not is_banned(old, old.members[member].guest):
                found[seat] = member
    return found
