"""Ports of the service: everything it needs from outside. Adapters are in `online.storage`."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from chieu.online.service.fair_queue import RateLimitKey
from chieu.online.table.state import DealSpan
from chieu.online.table.turns import BotTurn

DAY: Final = 86_400_000  # milliseconds
TAKE_OVER: Final = 2_000  # milliseconds after which another node may do what a table's last writer should have done
LEASE: Final = 5_000  # milliseconds for which a claimed table is given to no other node
RETIRE_LEASE: Final = 600_000  # the same for a table that is to be retired


class Conflict(Exception):
    """Compare-and-set failed: the last sequence number is not the expected one. Nothing was written."""


class Unavailable(Exception):
    """The store cannot be reached or cannot write (full disk, database down). The cause says which."""


class Snapshot(NamedTuple):
    """Serialized state of a table at a sequence number of its log."""

    seq: int
    data: bytes


class LogBatch(NamedTuple):
    """Entries to append to a table as `expected + 1, expected + 2, ...`, all or none.

    `wake` replaces the time at which the table has to be woken, in milliseconds since 1970; None: never. `deals` are
    the deals that ended.
    """

    table: str
    expected: int
    entries: Sequence[bytes]
    wake: int | None
    snapshot: Snapshot | None = None
    deals: Sequence[DealSpan] = ()


Appended: TypeAlias = Callable[[BaseException | None], None]
"""Callback of an append: gets None when the entries are durable, otherwise the error. It must not raise."""


class Log(Protocol):
    """Event log of all tables: entries as opaque bytes, numbered from 1 without gaps.

    The last snapshot of each table and the place of each deal make long logs fast to open.
    """

    def append(self, batch: LogBatch, settled: Appended) -> None:
        """Append a batch by compare-and-set and call `settled` later on the event loop.

        The error is `Conflict` if the table's last sequence number is not `expected` (0: there is no such table yet).
        A callback, as a future with its own callbacks would cost more than the rest of an append.
        """

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[bytes]:
        """Return the entries after `after`, up to `upto` or the last one; none for an unknown table."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """Return the last snapshot that was appended with a table's entries."""

    async def deal(self, table: str, number: int) -> Sequence[bytes]:
        """Return the entries of a finished deal, first to last; none if there is no such deal."""

    async def epoch(self) -> str:
        """Return the time of the last restore from a backup; later ones compare greater. Empty: never."""

    async def check(self) -> None:
        """Raise `Unavailable` if nothing can be written now."""

    async def claim(self, now: int) -> Sequence[str]:
        """Take a lease on tables that should have been woken more than `TAKE_OVER` ago.

        Their last writer died or was restarted. Each table is given to one node, and to no other for `LEASE`.
        """


class TableInfo(NamedTuple):
    """Size and age of a stored table.

    `last` is the number of entries, `touched` the day of the last append in milliseconds since 1970, `deals` the number
    of finished deals, `size` the bytes of the entries.
    """

    name: str
    last: int
    touched: int
    deals: int
    size: int


class Archive(Protocol):
    """PF-38: retirement of tables that nobody has used for long.

    Separate from the log: no player waits for any of this, and all of it is done in small steps.
    """

    async def claim_untouched(self, before: int, now: int, most: int) -> Sequence[str]:
        """Take a lease on tables last written to before the day of `before`, oldest first.

        Each table is given to one node, and to no other for `RETIRE_LEASE`.
        """

    async def touch(self, table: str) -> None:
        """Mark a table as used today, as an append does."""

    async def retire(self, table: str, expected: int, book: bytes) -> None:
        """Replace a table by its book. Raise `Conflict` if its last sequence number is not `expected`.

        The entries are removed later, by `purge`.
        """

    async def purge(self) -> bool:
        """Remove some entries of retired tables. Return False if there were none."""

    async def book(self, table: str) -> bytes | None:
        """Return the book of a retired table."""

    async def replace_book(self, table: str, before: bytes, book: bytes) -> None:
        """Replace the book of a retired table by compare-and-set. Raise `Conflict` if it is not `before`."""

    async def tables(self, after: str, most: int) -> Sequence[TableInfo]:
        """Return the tables with names greater than `after`, sorted by name."""

    async def size(self) -> int:
        """Return the size of the store on disk, in bytes."""

    async def rewrite(
        self, table: str, upto: int, entry: Callable[[int, bytes], bytes], snapshot: Callable[[bytes], bytes]
    ) -> None:
        """Replace each entry up to `upto`, and a snapshot of one of these numbers.

        The log is append-only except for this. Use it only to erase a guest's name and words.
        """


UNKNOWN: Final = 2**62  # published instead of a sequence number: read the log to find out
RETIRED: Final = UNKNOWN + 1  # published instead of a sequence number: the table is gone


class Bus(Protocol):
    """Wake-ups between nodes.

    They may be doubled or late; sequence numbers show what is missing. A bus that may have lost some publishes
    `UNKNOWN`.
    """

    def publish(self, table: str, seq: int) -> None:
        """Announce that a table's log has reached `seq`. Call it after the append; it does not wait."""

    def subscribe(self, table: str, wake: Callable[[int], None]) -> Callable[[], None]:
        """Call `wake(seq)` on the event loop for each publication. Return the function that stops this."""


class Presence(Protocol):
    """Connections of guests to tables on every node of a log, and the nodes that are alive.

    `node` is the id of this node. It is never used again by another one.
    """

    @property
    def node(self) -> str: ...

    async def alive(self, node: str) -> bool:
        """Return whether a node still runs."""

    def connected(self, table: str, guest: str) -> None:
        """Note that a guest is connected to this node. It does not wait until other nodes know."""

    def disconnected(self, table: str, guest: str) -> None:
        """Note that a guest has no connection to this node any more."""

    async def anywhere(self, guests: Sequence[tuple[str, str]]) -> Set[tuple[str, str]]:
        """Return those of the pairs (table, guest) that are connected to any live node."""

    async def anybody(self, table: str) -> bool:
        """Return whether anybody is connected to a table on any live node, even a spectator."""


class Notes(Protocol):
    """Key-value store shared by all nodes: a signing key, short-lived codes, the Telegram bot's notes."""

    async def keep(self, name: str, value: bytes, now: int = 0, until: int | None = None) -> bytes:
        """Store a value unless there is one. Return the stored one. Drop values that expired by `now`."""

    async def take(self, name: str, now: int) -> bytes | None:
        """Remove and return a value; None if missing or expired. Only one of several callers gets it."""

    async def write(self, name: str, value: bytes) -> None:
        """Store a value, replacing any other."""

    async def under(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        """Return all names with a prefix and their values, sorted by name."""


class WriteBudget(Protocol):
    """PF-37: rate limit on the entries written for each rate-limit key."""

    def spend(self, rate_key: RateLimitKey, entries: int) -> None:
        """Charge written entries to a key."""

    def exhausted(self, rate_key: RateLimitKey) -> bool:
        """Return whether a key is over its rate limit."""


class Clock(Protocol):
    """The time, in whole milliseconds since 1970."""

    def now(self) -> int: ...

    async def sleep_until(self, when: int) -> None:
        """Return at `when`, at once if that is past."""


class BotWorker(Protocol):
    """Runs bots that think, in other processes, so that nobody waits for them. Rate-limit keys take turns."""

    def get_ready(self) -> None:
        """Prepare for a call of `think` that will come soon."""

    def think(self, rate_key: RateLimitKey, turn: BotTurn, settled: Callable[[Any], None]) -> None:
        """Call `settled` on the event loop, once, with the bot's action.

        It gets None if too many turns wait, the process died, or the bot took too long. The table checks whether the
        action is legal.
        """


class Entropy(Protocol):
    """Source of unpredictable bytes."""

    def draw(self, count: int) -> bytes: ...
