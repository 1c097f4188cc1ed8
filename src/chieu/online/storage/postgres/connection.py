"""A connection to PostgreSQL that is kept for as long as the process lives, and made again when it is lost."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

import asyncpg

from chieu.online.service.ports import Unavailable

ANSWER_WITHIN_S: Final = 5.0  # a connection that is silent for longer is taken for dead
CONNECT_WITHIN_S: Final = 3.0
BACKOFF_S: Final = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8)
_GIVE_UP_S: Final = 1.0  # after all of these tries nobody else waits for so long

LOST: Final = (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresError, asyncpg.InternalClientError)
_SETTINGS: Final = {"application_name": "chieu", "default_transaction_isolation": "read committed"}
# PF-31: what is acknowledged is on the disk, whatever the server is set to by default.
_DURABLE: Final = """
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
"""


class StatementFailed(Unavailable):
    """The server said no: the statement wrote nothing, and the connection is as good as before."""


async def connect(url: str) -> Any:
    """A new connection of asyncpg. One of the errors in `LOST` if there is none to be had."""
    connection = await asyncpg.connect(
        url, timeout=CONNECT_WITHIN_S, server_settings=_SETTINGS, max_cached_statement_lifetime=0
    )
    try:
        async with asyncio.timeout(CONNECT_WITHIN_S):
            await connection.execute(_DURABLE)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def connect_patiently(url: str) -> Any:
    """The same, with some patience for a server that starts or restarts."""
    for wait in BACKOFF_S:
        try:
            return await connect(url)
        except LOST as error:
            if not _may_pass(error):
                raise
        await asyncio.sleep(wait)
    return await connect(url)


class HeldConnection:
    """One statement at a time; whoever comes meanwhile waits. A short outage (the server is restarted) is waited
    for too, since nothing was sent yet. A statement that was sent is never sent again."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None
        self._turn = asyncio.Lock()
        self._not_before = 0.0
        self._why: Exception | None = None

    @property
    def pid(self) -> int | None:
        """The server's process at the other end; None when there is none, or it may not be there any more."""
        if self._connection is None or self._connection.is_closed():
            return None
        found: int = self._connection.get_server_pid()
        return found

    async def fetch(self, statement: str, *values: Any) -> list[Any]:
        """The rows of a statement. `StatementFailed`: nothing was written. Any other `Unavailable`: who knows."""
        async with self._turn:
            connection = await self._connected()
            try:
                async with asyncio.timeout(ANSWER_WITHIN_S):
                    rows: list[Any] = await connection.fetch(statement, *values)
                    return rows
            except LOST as error:
                if _still_good(error) and not connection.is_closed():
                    raise StatementFailed(f"PostgreSQL: {error}") from error
                self.drop()
                raise _unavailable(error) from error

    def drop(self) -> None:
        """Ends the connection at once; the next statement makes another."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        """Ends the connection when the statement under way is done."""
        async with self._turn:
            self.drop()

    async def _connected(self) -> Any:
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        self.drop()
        if time.monotonic() < self._not_before and self._why is not None:
            raise _unavailable(self._why) from self._why
        try:
            self._connection = await connect_patiently(self._url)
        except LOST as error:
            self._why, self._not_before = error, time.monotonic() + _GIVE_UP_S
            raise _unavailable(error) from error
        return self._connection


def _still_good(error: Exception) -> bool:
    """Whether an error is the server's answer to a statement, and not the end of a connection. A server that has become
    read-only is no longer the one to write to: another connection may find its successor."""
    over = (asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, asyncpg.ReadOnlySQLTransactionError)
    return isinstance(error, asyncpg.PostgresError) and not isinstance(error, over)


def _may_pass(error: Exception) -> bool:
    """Whether it is worth waiting for: a server that starts or restarts, not a wrong password, and not silence, which
    has been waited for already."""
    if isinstance(error, asyncpg.PostgresError):
        return isinstance(error, asyncpg.PostgresConnectionError | asyncpg.OperatorInterventionError)
    return isinstance(error, OSError) and not isinstance(error, TimeoutError)


def _unavailable(error: Exception) -> Unavailable:
    return Unavailable(f"PostgreSQL: {described(error)}")


def described(error: Exception) -> str:
    """What an error says, or what it is called: some say nothing."""
    return str(error) or type(error).__name__
