"""PF-38: a guest's name and words are taken out of what was written.

The log is append-only but for this: `Joined` and `Started` lose a name, `Said` its text. Nothing else of an entry
changes, nor its number or its time. Moves, seeds and contributions stay as they are, so that every deal replays and
verifies as before: names are in a record, but no shuffle and no result follows from them.
"""

from __future__ import annotations

from bisect import bisect_left

from msgspec.structs import replace

from chieu.core.game import AnyGame
from chieu.online.table import entries, snapshots
from chieu.online.table.fold import without_words_of
from chieu.online.table.player_names import is_nobodys
from chieu.online.table.seating import known_as


class Rewriting:
    """Takes one guest out of one table's log. `look` has to see every entry before `entry` changes any, in any order:
    a deal tells the names of its players, and who had a name then is told by who took it last before."""

    def __init__(self, game: AnyGame, guest: str) -> None:
        self._game = game
        self._guest = guest
        self._named: dict[str, list[tuple[int, str]]] = {}  # by name: at which number it was whose

    def look(self, number: int, raw: bytes) -> bytes:
        """Learns from an entry, and leaves it as it is."""
        entry = entries.read(self._game, raw)
        if isinstance(entry, entries.Joined) and entry.name and not is_nobodys(entry.name):  # no deal tells that one
            known = self._named.setdefault(entry.name, [])
            known.insert(bisect_left(known, (number, entry.guest)), (number, entry.guest))
        return raw

    def entry(self, number: int, raw: bytes) -> bytes:
        """The entry without the guest's name and words."""
        entry = entries.read(self._game, raw)
        if isinstance(entry, entries.Joined) and entry.guest == self._guest:
            return entries.write(replace(entry, name=""))
        if isinstance(entry, entries.Said) and entry.cause is not None and entry.cause.guest == self._guest:
            return entries.write(replace(entry, text="", emote=None))
        if isinstance(entry, entries.Started):
            players = tuple("" if self._was(name, number) else name for name in entry.players)
            return raw if players == entry.players else entries.write(replace(entry, players=players))
        return raw

    def snapshot(self, raw: bytes) -> bytes:
        """Return the snapshot without the guest, or an empty one if it cannot be read: then the log is folded."""
        try:
            state = snapshots.read(raw)
        except snapshots.BadSnapshot:
            return b""
        number = known_as(state, self._guest)
        return raw if number is None else snapshots.write(without_words_of(state, number))

    def _was(self, name: str, number: int) -> bool:
        """Whether a name was the guest's at a number."""
        known = self._named.get(name, [])
        place = bisect_left(known, (number, ""))
        return place > 0 and known[place - 1][1] == self._guest
