"""PF-38: erasure of guests' names and words from event logs.

They are hidden when the command is answered, and erased from the log after that. This module runs the erasure on tables
and logs; `history.erasure` computes the erased entries.
"""

from __future__ import annotations

import asyncio
from functools import partial

from chieu.online.history.erasure import LogErasure
from chieu.online.service.actor import Message, TableActor, promise
from chieu.online.service.ports import Archive
from chieu.online.table import decide
from chieu.online.table.state import TableState


class Erasure:
    """Runs the pending erasures of tables, one task per table. Without an archive it does nothing."""

    def __init__(self, archive: Archive | None) -> None:
        self._archive = archive
        self._running: dict[str, asyncio.Task[None]] = {}

    def start(self, actor: TableActor) -> None:
        """Start pending erasures, including those that another node died over."""
        state, archive = actor.state, self._archive
        if archive is None or state is None or not state.to_erase or actor.table in self._running:
            return
        task = asyncio.get_running_loop().create_task(_erase_all(actor, archive, state))
        self._running[actor.table] = task
        task.add_done_callback(partial(self._ended, actor))

    async def done(self, actor: TableActor) -> None:
        """Wait until the erasures that are pending now are done."""
        self.start(actor)
        if (running := self._running.get(actor.table)) is not None:
            await asyncio.shield(running)

    def _ended(self, actor: TableActor, task: asyncio.Task[None]) -> None:
        del self._running[actor.table]
        error = None if task.cancelled() else task.exception()
        if error is not None:
            task.get_loop().call_exception_handler({"message": "erasing from a log", "exception": error})
        else:
            self.start(actor)  # another guest may have asked meanwhile


async def _erase_all(actor: TableActor, archive: Archive, state: TableState) -> None:
    for guest in state.to_erase:
        await erase(archive, state, guest)
        done, settled = promise()
        actor.post(Message(partial(decide.erased, guest=guest), settled))
        await done


async def erase(archive: Archive, state: TableState, guest: str) -> None:
    """Erase a guest who asked for it from a table's log. Idempotent."""
    erasure, upto = LogErasure(guest), state.to_erase[guest]
    await archive.rewrite(state.id, upto, erasure.look, _unchanged)
    await archive.rewrite(state.id, upto, erasure.entry, erasure.snapshot)


def _unchanged(raw: bytes) -> bytes:
    return raw
