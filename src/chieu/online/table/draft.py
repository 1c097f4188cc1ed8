"""Entries in the making: each is folded as it is added, so that what is decided next stands on it.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from chieu.online.table import entries
from chieu.online.table.fold import fold
from chieu.online.table.state import DealSpan, TableState


class Fresh(NamedTuple):
    """What this layer cannot have of itself: bytes that nobody can guess, and the process that asks for them."""

    draw: Callable[[int], bytes]
    house: str


class Transaction:
    """A batch of entries and the state after them; on the way, what is to be kept of it for quick opening: the state
    before a deal began, and deals that ended."""

    def __init__(self, state: TableState, now: int, fresh: Fresh, cause: entries.Cause | None = None) -> None:
        self.state = state
        self.now = now
        self.fresh = fresh
        self.entries: list[entries.AnyEntry] = []
        self.snapshot: TableState | None = None
        self.finished: tuple[DealSpan, ...] = ()
        self._cause = cause

    def add(self, entry: entries.AnyEntry) -> None:
        """One more entry; the first carries the cause."""
        if self._cause is not None:
            entry, self._cause = replace(entry, cause=self._cause), None
        before = self.state
        self.state = after = fold(before, entry)
        self.entries.append(entry)
        if isinstance(entry, entries.Started):
            self.snapshot = before
        elif isinstance(entry, entries.Cleared):
            self.snapshot = after
        elif isinstance(entry, entries.Ended):
            assert before.deal is not None
            self.finished = (*self.finished, DealSpan(before.deal.number, before.deal.first, after.seq))
