"""PF-38: erase a guest's name and words from stored data.

This is the only exception to the append-only log: `GuestJoined`, `PersonNamed` and `Started` lose a name, `Said` its
text, `Corrected` and `StruckOut` a note. Nothing else of an entry changes, nor its number or time. Moves, seeds and
contributions stay, so every deal replays and verifies as before: no shuffle and no result depends on a name.
"""

from __future__ import annotations

from bisect import bisect_left

from msgspec.structs import replace

from chieu.online.protocol.announcements import Said
from chieu.online.table import entries, snapshots
from chieu.online.table.fold import without_words_of
from chieu.online.table.ledger import is_reserved
from chieu.online.table.seating import number_of


class LogErasure:
    """Erase one guest from one table's log.

    `look` must see every entry before `entry` changes any, in any order: a deal contains its players' names, and the
    last guest to join under a name before the deal was its bearer.
    """

    def __init__(self, guest: str) -> None:
        self._guest = guest
        self._named: dict[str, list[tuple[int, str]]] = {}  # name -> (number, guest) of each join
        self._claimed: set[int] = set()  # RT-2: members that the guest became

    def look(self, number: int, raw: bytes) -> bytes:
        """Note the names in an entry, and return it unchanged."""
        event = entries.read_plain(raw).event
        if isinstance(event, entries.GuestJoined) and event.name and not is_reserved(event.name):  # not in records
            joins = self._named.setdefault(event.name, [])
            joins.insert(bisect_left(joins, (number, event.guest)), (number, event.guest))
        elif isinstance(event, entries.MemberClaimed) and event.guest == self._guest:
            self._claimed.add(event.member)
        return raw

    def entry(self, number: int, raw: bytes) -> bytes:
        """Return the entry without the guest's name and words."""
        entry = entries.read_plain(raw)
        event, without = entry.event, entry.event
        own = entry.cause is not None and entry.cause.guest == self._guest
        if (isinstance(event, entries.GuestJoined) and event.guest == self._guest) or (
            isinstance(event, entries.PersonNamed) and event.member in self._claimed
        ):
            without = replace(event, name="")
        elif isinstance(event, Said) and own:
            without = replace(event, text="", emote=None)
        elif isinstance(event, entries.Corrected | entries.StruckOut) and own:
            without = replace(event, note="")
        elif isinstance(event, entries.Started):
            without = replace(event, players=tuple("" if self._was(name, number) else name for name in event.players))
        return raw if without == event else entries.write(replace(entry, event=without))

    def snapshot(self, raw: bytes) -> bytes:
        """Return the snapshot without the guest.

        It is empty if it cannot be read, so that the log is folded instead.
        """
        try:
            state = snapshots.read(raw)
        except snapshots.BadSnapshot:
            return b""
        number = number_of(state, self._guest)
        return raw if number is None else snapshots.write(without_words_of(state, number))

    def _was(self, name: str, number: int) -> bool:
        """Return whether a name was the guest's at a number."""
        joins = self._named.get(name, [])
        index = bisect_left(joins, (number, ""))
        return index > 0 and joins[index - 1][1] == self._guest
