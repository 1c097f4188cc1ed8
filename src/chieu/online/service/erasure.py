"""PF-38: what guests take back is hidden as soon as that is answered; then it is taken out of the log, too."""

from __future__ import annotations

import asyncio
from functools import partial

from chieu.online.history.erasure import Rewriting
from chieu.online.protocol.answers import Answer
from chieu.online.service.actor import TableActor
from chieu.online.service.mailbox import RewrittenMessage, Settled, promise
from chieu.online.service.ports import Archive
from chieu.online.table.state import TableState


class Erasure:
    """Rewrites the logs of tables at which somebody took something back. Without an archive nothing that was written is
    ever changed."""

    def __init__(self, archive: Archive | None) -> None:
        self._archive = archive
        self._running: dict[str, asyncio.Task[None]] = {}

    def after(self, actor: TableActor, settled: Settled) -> Settled:
        """A callback that begins with it once `settled` was called."""
        return partial(self._answered, actor, settled)

    def _answered(self, actor: TableActor, settled: Settled, answer: Answer | TableState | BaseException) -> None:
        settled(answer)
        self.start(actor)

    def start(self, actor: TableActor) -> None:
        """Begins what is due, also for a house that died over it: whoever looks at the table next has it done."""
        state, archive = actor.state, self._archive
        if archive is None or state is None or not state.taken_back or actor.table in self._running:
            return
        task = asyncio.get_running_loop().create_task(_rewrite_all(actor, archive, state))
        self._running[actor.table] = task
        task.add_done_callback(partial(self._rewritten, actor))

    async def done(self, actor: TableActor) -> None:
        """Waits until nothing is left that is due now."""
        self.start(actor)
        if (running := self._running.get(actor.table)) is not None:
            await asyncio.shield(running)

    def _rewritten(self, actor: TableActor, task: asyncio.Task[None]) -> None:
        del self._running[actor.table]
        error = None if task.cancelled() else task.exception()
        if error is not None:
            task.get_loop().call_exception_handler({"message": "rewriting a table", "exception": error})
        else:
            self.start(actor)  # somebody else may have gone meanwhile


async def _rewrite_all(actor: TableActor, archive: Archive, state: TableState) -> None:
    for guest in state.taken_back:
        await rewrite(archive, state, guest)
        done, settled = promise()
        actor.post(RewrittenMessage(guest, settled))
        await done


async def rewrite(archive: Archive, state: TableState, guest: str) -> None:
    """Rewrites what a table's log still has of a guest who took it back. Done twice it changes nothing."""
    rewriting, upto = Rewriting(state.game, guest), state.taken_back[guest]
    await archive.rewrite(state.id, upto, rewriting.look, _as_it_is)
    await archive.rewrite(state.id, upto, rewriting.entry, rewriting.snapshot)


def _as_it_is(raw: bytes) -> bytes:
    return raw
