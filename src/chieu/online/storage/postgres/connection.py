"""Long-lived connection to PostgreSQL that reconnects when it is lost."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any, Final

import asyncpg

from chieu.online.service.ports import Unavailable

ANSWER_WITHIN_S: Final = 5.0  # a connection that is silent for longer counts as dead
CONNECT_WITHIN_S: Final = 2.0
RETRY_EVERY_S: Final = 0.1
PATIENCE_S: Final = 1.5  # for which a statement waits for a server that is starting
_GIVE_UP_S: Final = 0.2  # after that, statements fail at once for this long

LOST: Final = (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresError, asyncpg.InternalClientError)
_SETTINGS: Final = {"application_name": "chieu", "default_transaction_isolation": "read committed"}
# PF-31: an acknowledged append is on disk, whatever the server's default is.
_DURABLE: Final = """
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
"""


async def stop(task: asyncio.Task[None] | None) -> None:
    """Cancel a background task, if it was started, and wait until it has ended."""
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


class StatementFailed(Unavailable):
    """The server rejected the statement. It wrote nothing, and the connection is still good."""


async def connect(url: str) -> Any:
    """Open an asyncpg connection. Raise one of `LOST`."""
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
    """Open a connection, retrying for a moment in case the server is starting."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return await connect(url)
        except LOST as error:
            if not _is_transient(error) or time.monotonic() > deadline:
                raise
        await asyncio.sleep(RETRY_EVERY_S)


class HeldConnection:
    """A connection that runs one statement at a time; others wait.

    A statement also waits for a short outage (the server restarts) before it is sent. Once sent it is never repeated.
    """

    opened = 0  # by this process, all connections together

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None
        self._lock = asyncio.Lock()
        self._not_before = 0.0  # fail at once until then, with the last error
        self._last_error: Exception | None = None

    @property
    def pid(self) -> int | None:
        """PID of the PostgreSQL backend of this connection; None if not connected."""
        if self._connection is None or self._connection.is_closed():
            return None
        pid: int = self._connection.get_server_pid()
        return pid

    async def fetch(self, statement: str, *values: Any) -> list[Any]:
        """Run a statement and return its rows.

        Raise `StatementFailed` if nothing was written, another `Unavailable` if that is unknown.
        """
        async with self._lock:
            connection = await self._connected()
            try:
                async with asyncio.timeout(ANSWER_WITHIN_S):
                    rows: list[Any] = await connection.fetch(statement, *values)
                    return rows
            except LOST as error:
                if _is_rejection(error) and not connection.is_closed():
                    raise StatementFailed(f"PostgreSQL: {error}") from error
                self.drop()
                raise _unavailable(error) from error

    def drop(self) -> None:
        """Close the connection at once; the next statement opens another."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        """Close the connection when the statement under way is done."""
        async with self._lock:
            self.drop()

    async def _connected(self) -> Any:
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        self.drop()
        if time.monotonic() < self._not_before and self._last_error is not None:
            raise _unavailable(self._last_error) from self._last_error
        try:
            self._connection = await connect_patiently(self._url)
            HeldConnection.opened += 1
        except LOST as error:
            self._last_error, self._not_before = error, time.monotonic() + _GIVE_UP_S
            raise _unavailable(error) from error
        return self._connection


def _is_rejection(error: Exception) -> bool:
    """Return whether the server rejected a statement and the connection is still good.

    It is not after a failover: a server that became read-only must be left, as a new connection may find its successor.
    """
    over = (asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, asyncpg.ReadOnlySQLTransactionError)
    return isinstance(error, asyncpg.PostgresError) and not isinstance(error, over)


def _is_transient(error: Exception) -> bool:
    """Return whether a retry may help (the server is starting): no wrong password, no timeout."""
    if isinstance(error, asyncpg.PostgresError):
        return isinstance(error, asyncpg.PostgresConnectionError | asyncpg.OperatorInterventionError)
    return isinstance(error, OSError) and not isinstance(error, TimeoutError)


def _unavailable(error: Exception) -> Unavailable:
    return Unavailable(f"PostgreSQL: {described(error)}")


def described(error: Exception) -> str:
    """Return the message of an error, or its type if it has none."""
    return str(error) or type(error).__name__
