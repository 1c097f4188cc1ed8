"""What the house needs of the world. Adapters stand behind these; their tests are written once, against the ports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence, Set
from functools import partial
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.table.state import DealSpan
from chieu.online.table.thinking import BotTurn


class Conflict(Exception):
    """Somebody else appended first: what was expected to be the last number is not. Nothing was written."""


TAKE_OVER: Final = 2_000  # milliseconds after which others may do what the last writer of a table should have done
CLAIMED_FOR: Final = 5_000  # milliseconds for which a claim keeps others away
RETIRING_FOR: Final = 600_000  # milliseconds that one house has to retire a table before another tries


class Unavailable(Exception):
    """The store cannot be reached, or cannot write: the disk is full, the database is down. Its cause says which."""


class Snapshot(NamedTuple):
    """What a table was at a number of its log."""

    seq: int
    data: bytes


class LogBatch(NamedTuple):
    """Entries to be written as `expected + 1, expected + 2, ...` of a table, all or none. `wake` replaces what was
    known of when the table has to be woken, in milliseconds since 1970; None: never. `deals` are those that ended."""

    table: str
    expected: int
    entries: Sequence[bytes]
    wake: int | None
    snapshot: Snapshot | None = None
    deals: Sequence[DealSpan] = ()


Appended: TypeAlias = Callable[[BaseException | None], None]
"""Gets None when what was appended is durable, or the error that there was instead. It raises nothing."""


class Log(Protocol):
    """The tables' entries, numbered from 1 without gaps, as bytes that mean nothing to the store. Beside them what
    makes long logs quick to use: the last snapshot of each table, and where each deal is found."""

    def append(self, batch: LogBatch, settled: Appended) -> None:
        """Writes a batch and calls `settled` on the event loop, later: a future and its callbacks would cost more than
        the rest of it. `Conflict` if the table's last number is not the one expected (0: there is no such table yet).
        """

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        """The entries with numbers over `after`, to `upto` (or the last one), in order; none for an unknown table."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The last snapshot that was appended with a table's entries."""

    async def deal(self, table: str, number: int) -> Sequence[bytes]:
        """The entries of a deal that is over, from its first to its last; none if there is no such deal."""

    async def epoch(self) -> str:
        """The last time this store went back to a back-up; later ones are greater as texts. Empty: it never did."""

    async def check(self) -> None:
        """`Unavailable` if nothing can be written now."""

    async def claim(self, now: int) -> Sequence[str]:
        """Tables that were to be woken and have not been for `TAKE_OVER` since: whoever wrote to them last, and so
        should have woken them, is gone or was restarted. Each is given to one who asks, and for `CLAIMED_FOR` to nobody
        else."""


def tell(settled: Appended, error: BaseException | None) -> None:
    """For logs, which tell many in a row: one that raises after all must not keep it from the others."""
    try:
        settled(error)
    except Exception as unexpected:
        loop = asyncio.get_running_loop()
        loop.call_exception_handler({"message": "after an append", "exception": unexpected})


def append(
    log: Log,
    table: str,
    expected: int,
    entries: Sequence[bytes],
    wake: int | None,
    snapshot: Snapshot | None = None,
    deals: Sequence[DealSpan] = (),
) -> asyncio.Future[None]:
    """`Log.append`, for who can wait."""
    appended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    log.append(LogBatch(table, expected, entries, wake, snapshot, deals), partial(_keep, appended))
    return appended


def _keep(appended: asyncio.Future[None], error: BaseException | None) -> None:
    if appended.done():  # nobody waits any more
        return
    if error is None:
        appended.set_result(None)
    else:
        appended.set_exception(error)


class TableInfo(NamedTuple):
    """A table as the store knows it: how many entries and finished deals it has, when it was last written to (in
    milliseconds since 1970, to the day), and what its entries take."""

    name: str
    last: int
    touched: int
    deals: int
    size: int


class Archive(Protocol):
    """PF-38: what becomes of tables that nobody has touched for long. Apart from the log: nobody at a table waits for
    any of this, and all of it is done a little at a time."""

    async def untouched(self, before: int, now: int, most: int) -> Sequence[str]:
        """Tables that were last written to before the day of `before`, oldest first. Each is given to one who asks, and
        for `RETIRING_FOR` to nobody else."""

    async def touch(self, table: str) -> None:
        """Somebody is there: that is as good as writing."""

    async def retire(self, table: str, expected: int, book: bytes) -> None:
        """From now on there is no such table, only its book; `Conflict` if its last number is not `expected`. Its
        entries go when they are shed."""

    async def shed(self) -> bool:
        """Removes some of the entries that retired tables left behind; False if there were none."""

    async def book(self, table: str) -> bytes | None:
        """The book of a table that is retired."""

    async def rebind(self, table: str, before: bytes, book: bytes) -> None:
        """Another book for a table that is retired, in the place of the one before; `Conflict` if that is not there, or
        not any more."""

    async def tables(self, after: str, most: int) -> Sequence[TableInfo]:
        """Tables with names over `after`, in their order."""

    async def size(self) -> int:
        """What the store takes on disk, in bytes."""

    async def rewrite(
        self, table: str, upto: int, entry: Callable[[int, bytes], bytes], snapshot: Callable[[bytes], bytes]
    ) -> None:
        """Puts what `entry` makes of each entry to number `upto` in its place, and what `snapshot` makes of a snapshot
        of one of these numbers. It changes what was written: for names and words that somebody takes back, and for
        nothing else."""


UNKNOWN: Final = 2**62  # a number for `wake` that says: go and see
RETIRED: Final = UNKNOWN + 1  # one that says: there is nothing any more


class Bus(Protocol):
    """Wake-ups between processes. They may be doubled or late, numbers tell what is missing. A bus that may have lost
    some says so with `wake(UNKNOWN)`."""

    def publish(self, table: str, seq: int) -> None:
        """Says that a table's log has come to `seq`. Called after the append; nobody waits for it to arrive."""

    def subscribe(self, table: str, wake: Callable[[int], None]) -> Callable[[], None]:
        """Calls `wake(seq)` on the event loop for each publication from now on, until what this returns is called."""


class Presence(Protocol):
    """Who is connected to which table, in any house of the log, and which houses there are. `house` is what this one is
    called as long as it runs; no other one ever was."""

    @property
    def house(self) -> str: ...

    async def alive(self, house: str) -> bool:
        """Whether a house that was called so still runs."""

    def connected(self, table: str, guest: str) -> None:
        """A guest has a connection to this house. Nobody waits for it to be known to others."""

    def disconnected(self, table: str, guest: str) -> None:
        """A guest has no connection to this house any more."""

    async def anywhere(self, guests: Sequence[tuple[str, str]]) -> Set[tuple[str, str]]:
        """Which of these, by table and guest, are connected to some house that is alive."""

    async def anybody(self, table: str) -> bool:
        """Whether somebody is connected to a table, in any house that is alive; if only to watch."""


class Notes(Protocol):
    """Small things that all houses of a store share: a key, a code that is good for some minutes, what a chat's bot has
    to remember."""

    async def keep(self, name: str, value: bytes, now: int = 0, until: int | None = None) -> bytes:
        """Keeps a value under a name, unless there is one already; gives the one that is kept. What was to be kept
        until `now` or earlier is gone."""

    async def take(self, name: str, now: int) -> bytes | None:
        """The value of a name, which is gone with that; None if there is none, or none any more. Of several who ask at
        the same time one gets it."""

    async def write(self, name: str, value: bytes) -> None:
        """Keeps a value under a name in the place of the one before, if there was one."""

    async def under(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        """All names that begin so, and their values, in the order of the names."""


class WriteBudget(Protocol):
    """PF-37: how many entries may be written for whom."""

    def spend(self, rate_key: RateLimitKey, entries: int) -> None:
        """So many were written."""

    def exhausted(self, rate_key: RateLimitKey) -> bool:
        """Whether no more should be for now."""


class Clock(Protocol):
    """The time, in whole milliseconds since 1970."""

    def now(self) -> int: ...

    async def sleep_until(self, when: int) -> None:
        """Returns when it is `when`, at once if that is past."""


class BotWorker(Protocol):
    """Where bots think, so that nobody waits for them: in other processes, by turns of who pays."""

    def get_ready(self) -> None:
        """Somebody will ask before long."""

    def think(self, rate_key: RateLimitKey, turn: BotTurn, settled: Callable[[Any], None]) -> None:
        """Calls `settled` on the event loop, once, with what the bot does, or with None where nothing came of it: too
        many waited, its process died, it took too long. Nobody believes it: the table looks whether that is allowed."""


class Entropy(Protocol):
    """Bytes that nobody can guess."""

    def draw(self, count: int) -> bytes: ...
