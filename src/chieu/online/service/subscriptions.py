"""Who follows a table, what each of them has seen, and what they are told next.

Subscribers are pushed to in the callback in which a change becomes the state of the table: no tasks, no queues. Who
cannot take more for now is passed over and later told all they missed in one: a slow reader gets fewer and fuller
updates, and nothing piles up for it.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from chieu.core.game import Seat
from chieu.online.protocol import wire
from chieu.online.table import project
from chieu.online.table.seating import admits, member_of, plays_from
from chieu.online.table.state import TableState

Push: TypeAlias = Callable[[bytes], bool]
"""Takes a message, and says whether it could take another one now. It raises nothing."""
Shut: TypeAlias = Callable[[], None]
LATELY: Final = 100  # of the last things that happened, for who comes anew


class Subscriber:
    """Somebody who is told every change. None is a guest who just watches. `key` is that of the link they came by; when
    it does not open the table any more, `shut` is called (PF-8)."""

    __slots__ = ("free", "greeted", "guest", "key", "push", "seen", "shut")

    def __init__(self, guest: str | None, seen: int, push: Push, key: str, shut: Shut | None) -> None:
        self.guest = guest
        self.key = key
        self.shut = shut
        self.seen = seen
        self.push = push
        self.greeted = False
        self.free = True


class Subscriptions:
    """All who follow one table in this process."""

    def __init__(self) -> None:
        self._followers: list[Subscriber] = []
        self._table: msgspec.Raw | None = None
        self._updates: dict[tuple[Seat | None, int], bytes] = {}

    def __len__(self) -> int:
        return len(self._followers)

    def enter(self, subscriber: Subscriber, state: TableState, now: int) -> None:
        """One more, who is told at once what they missed, be it nothing."""
        self._followers.append(subscriber)
        self.show(subscriber, state, now)

    def leave(self, subscriber: Subscriber) -> None:
        self._followers.remove(subscriber)

    def changed(self, state: TableState, now: int) -> None:
        """There is a new state: everybody who can is told."""
        self._table = None
        self._updates.clear()
        for subscriber in tuple(self._followers):  # one that is shut out leaves
            if subscriber.free:
                self.show(subscriber, state, now)

    def show(self, subscriber: Subscriber, state: TableState, now: int) -> None:
        """Tells one subscriber what is new to them."""
        if subscriber.greeted and subscriber.seen == state.seq:
            return
        if state.key and not admits(state, subscriber.guest, subscriber.key):
            subscriber.free = False
            if subscriber.shut is not None:
                subscriber.shut()
            return
        raw = self._news(state, subscriber, now)
        subscriber.greeted, subscriber.seen = True, state.seq
        subscriber.free = subscriber.push(raw)

    def _news(self, state: TableState, subscriber: Subscriber, now: int) -> bytes:
        """Updates are the same for everybody at one seat, and for all who watch, and often for all: they are written
        once."""
        guest, seen = subscriber.guest, subscriber.seen
        if not project.can_catch_up(state, guest, seen, subscriber.greeted):
            return wire.write(project.whole(state, guest, now, LATELY))
        seat = None if project.same_for_all(state, seen) else plays_from(state, member_of(state, guest))
        raw = self._updates.get((seat, seen))
        if raw is None:
            if self._table is None and state.table_changed > seen:
                self._table = msgspec.Raw(wire.write(project.table_view(state)))
            raw = self._updates[seat, seen] = wire.write(project.update(state, seat, seen, now, self._table))
        return raw
