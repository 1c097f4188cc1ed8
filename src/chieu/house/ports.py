"""What the house needs of the world. Adapters stand behind these; their tests are written once, against the ports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol


class Conflict(Exception):
    """Somebody else appended first: what was expected to be the last number is not. Nothing was written."""


class Unavailable(Exception):
    """The store cannot be reached, or cannot write: the disk is full, the database is down. Its cause says which."""


class Log(Protocol):
    """The tables' entries, numbered from 1 without gaps, as bytes that mean nothing to the store."""

    def append(self, table: str, expected: int, entries: Sequence[bytes], wake: int | None) -> Awaitable[None]:
        """Writes `entries` as `expected + 1, expected + 2, ...`, all or none; durable when what this returns is done.

        `Conflict` if the table's last number is not `expected` (0: there is no such table yet). `wake` replaces what
        was known of when the table has to be woken, in milliseconds since 1970; None: never.
        """

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        """The entries with numbers over `after`, to `upto` (or the last one), in order; none for an unknown table."""

    async def waking(self, until: int) -> Sequence[tuple[str, int]]:
        """The tables to be woken at `until` or before, and when: how timers are found again after a restart."""


UNKNOWN: Final = 2**62  # a number for `wake` that says: go and see


class Bus(Protocol):
    """Wake-ups between processes. They may be doubled or late, numbers tell what is missing. A bus that may have lost
    some says so with `wake(UNKNOWN)`."""

    def publish(self, table: str, seq: int) -> None:
        """Says that a table's log has come to `seq`. Called after the append; nobody waits for it to arrive."""

    def subscribe(self, table: str, wake: Callable[[int], None]) -> Callable[[], None]:
        """Calls `wake(seq)` on the event loop for each publication from now on, until what this returns is called."""


class Clock(Protocol):
    """The time, in whole milliseconds since 1970."""

    def now(self) -> int: ...

    async def sleep_until(self, when: int) -> None:
        """Returns when it is `when`, at once if that is past."""


class Entropy(Protocol):
    """Bytes that nobody can guess."""

    def draw(self, count: int) -> bytes: ...
