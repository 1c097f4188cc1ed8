"""What the house needs of the world. Adapters stand behind these; their tests are written once, against the ports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence, Set
from typing import Final, NamedTuple, Protocol

from chieu.table.state import DealSpan


class Conflict(Exception):
    """Somebody else appended first: what was expected to be the last number is not. Nothing was written."""


TAKE_OVER: Final = 2_000  # milliseconds after which others may do what the last writer of a table should have done
CLAIMED_FOR: Final = 5_000  # milliseconds for which a claim keeps others away


class Unavailable(Exception):
    """The store cannot be reached, or cannot write: the disk is full, the database is down. Its cause says which."""


class Snapshot(NamedTuple):
    """What a table was at a number of its log."""

    seq: int
    data: bytes


class Log(Protocol):
    """The tables' entries, numbered from 1 without gaps, as bytes that mean nothing to the store. Beside them what
    makes long logs quick to use: the last snapshot of each table, and where each deal is found."""

    def append(
        self,
        table: str,
        expected: int,
        entries: Sequence[bytes],
        wake: int | None,
        snapshot: Snapshot | None = None,
        deals: Sequence[DealSpan] = (),
    ) -> Awaitable[None]:
        """Writes `entries` as `expected + 1, expected + 2, ...`, all or none; durable when what this returns is done.

        `Conflict` if the table's last number is not `expected` (0: there is no such table yet). `wake` replaces what
        was known of when the table has to be woken, in milliseconds since 1970; None: never.
        """

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        """The entries with numbers over `after`, to `upto` (or the last one), in order; none for an unknown table."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The last snapshot that was appended with a table's entries."""

    async def deal(self, table: str, number: int) -> Sequence[bytes]:
        """The entries of a deal that is over, from its first to its last; none if there is no such deal."""

    async def check(self) -> None:
        """`Unavailable` if nothing can be written now."""

    async def claim(self, now: int) -> Sequence[str]:
        """Tables that were to be woken and have not been for `TAKE_OVER` since: whoever wrote to them last, and so
        should have woken them, is gone or was restarted. Each is given to one who asks, and for `CLAIMED_FOR` to nobody
        else."""


UNKNOWN: Final = 2**62  # a number for `wake` that says: go and see


class Bus(Protocol):
    """Wake-ups between processes. They may be doubled or late, numbers tell what is missing. A bus that may have lost
    some says so with `wake(UNKNOWN)`."""

    def publish(self, table: str, seq: int) -> None:
        """Says that a table's log has come to `seq`. Called after the append; nobody waits for it to arrive."""

    def subscribe(self, table: str, wake: Callable[[int], None]) -> Callable[[], None]:
        """Calls `wake(seq)` on the event loop for each publication from now on, until what this returns is called."""


class Presence(Protocol):
    """Who is connected to which table, in any house of the log."""

    def connected(self, table: str, guest: str) -> None:
        """A guest has a connection to this house. Nobody waits for it to be known to others."""

    def disconnected(self, table: str, guest: str) -> None:
        """A guest has no connection to this house any more."""

    async def anywhere(self, guests: Sequence[tuple[str, str]]) -> Set[tuple[str, str]]:
        """Which of these, by table and guest, are connected to some house that is alive."""


class Clock(Protocol):
    """The time, in whole milliseconds since 1970."""

    def now(self) -> int: ...

    async def sleep_until(self, when: int) -> None:
        """Returns when it is `when`, at once if that is past."""


class Entropy(Protocol):
    """Bytes that nobody can guess."""

    def draw(self, count: int) -> bytes: ...
