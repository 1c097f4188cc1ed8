"""PF-38: what guests took back is taken out of the log, too."""

from __future__ import annotations

from chieu.house.ports import Archive
from chieu.table.rewriting import Rewriting
from chieu.table.state import State


async def rewrite(archive: Archive, state: State, guest: str) -> None:
    """Rewrites what a table's log still has of a guest who took it back. Done twice it changes nothing."""
    rewriting, upto = Rewriting(state.game, guest), state.taken_back[guest]
    await archive.rewrite(state.id, upto, rewriting.look, _as_it_is)
    await archive.rewrite(state.id, upto, rewriting.entry, rewriting.snapshot)


def _as_it_is(raw: bytes) -> bytes:
    return raw
