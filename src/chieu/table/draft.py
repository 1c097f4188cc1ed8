"""Entries in the making: each is folded as it is added, so that what is decided next stands on it."""

from __future__ import annotations

from msgspec.structs import replace

from chieu.table import entries
from chieu.table.fold import fold
from chieu.table.state import State


class Refusal(Exception):
    """A command that cannot be followed; nothing of its draft is kept."""

    def __init__(self, code: str, rule: str = "", **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.params = params


class Draft:
    """A batch of entries and the state after them."""

    def __init__(self, state: State, now: int, cause: entries.Cause | None = None) -> None:
        self.state = state
        self.now = now
        self.entries: list[entries.AnyEntry] = []
        self._cause = cause

    def add(self, entry: entries.AnyEntry) -> None:
        """One more entry; the first carries the cause."""
        if self._cause is not None:
            entry, self._cause = replace(entry, cause=self._cause), None
        self.state = fold(self.state, entry)
        self.entries.append(entry)
