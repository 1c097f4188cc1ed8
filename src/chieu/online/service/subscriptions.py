"""Subscribers of a table, with backpressure.

A subscriber is pushed to in the callback in which a change becomes the table's state: there are no tasks and no queues.
A subscriber that cannot take more is skipped and later gets everything it missed in one update. So a slow reader gets
fewer and fuller updates, and nothing piles up for it.

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
"""Take a message and return whether another one can be taken now. It must not raise."""
Shut: TypeAlias = Callable[[], None]
LATELY: Final = 100  # number of recent announcements in the first view


class Subscriber:
    """A connection that gets every change. `guest` is None for a spectator without a token.

    `key` is the key of the link that the guest used; `shut` is called when it no longer opens the table (PF-8). `ready`
    is False while the connection takes nothing (backpressure).
    """

    __slots__ = ("greeted", "guest", "key", "push", "ready", "seen", "shut")

    def __init__(self, guest: str | None, seen: int, push: Push, key: str, shut: Shut | None) -> None:
        self.guest = guest
        self.key = key
        self.shut = shut
        self.seen = seen
        self.push = push
        self.greeted = False
        self.ready = True


class Subscriptions:
    """All subscribers of one table on this node."""

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []
        self._table: msgspec.Raw | None = None
        self._updates: dict[tuple[Seat | None, int], bytes] = {}

    def __len__(self) -> int:
        return len(self._subscribers)

    def add(self, subscriber: Subscriber, state: TableState, now: int) -> None:
        """Add a subscriber and push what it missed, even if that is nothing."""
        self._subscribers.append(subscriber)
        self.show(subscriber, state, now)

    def remove(self, subscriber: Subscriber) -> None:
        self._subscribers.remove(subscriber)

    def changed(self, state: TableState, now: int) -> None:
        """Push a new state to every subscriber that is ready."""
        self._table = None
        self._updates.clear()
        for subscriber in tuple(self._subscribers):  # a copy: one that is shut out removes itself
            if subscriber.ready:
                self.show(subscriber, state, now)

    def show(self, subscriber: Subscriber, state: TableState, now: int) -> None:
        """Push to one subscriber what it has not seen."""
        if subscriber.greeted and subscriber.seen == state.seq:
            return
        if state.key and not admits(state, subscriber.guest, subscriber.key):
            subscriber.ready = False
            if subscriber.shut is not None:
                subscriber.shut()
            return
        raw = self._message(state, subscriber, now)
        subscriber.greeted, subscriber.seen = True, state.seq
        subscriber.ready = subscriber.push(raw)

    def _message(self, state: TableState, subscriber: Subscriber, now: int) -> bytes:
        """Serialize a view or an update. Updates are cached by seat, or for all if they are the same."""
        guest, seen = subscriber.guest, subscriber.seen
        if not project.can_catch_up(state, guest, seen, subscriber.greeted):
            return wire.write(project.full_view(state, guest, now, LATELY))
        seat = None if project.same_for_all(state, seen) else plays_from(state, member_of(state, guest))
        raw = self._updates.get((seat, seen))
        if raw is None:
            if self._table is None and state.table_changed > seen:
                self._table = msgspec.Raw(wire.write(project.table_view(state)))
            raw = self._updates[seat, seen] = wire.write(project.update(state, seat, seen, now, self._table))
        return raw
