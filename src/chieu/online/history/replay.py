"""PF-6: a finished deal again, step by step, as one seat (or anybody) saw it.

The page that shows it knows no rules, so it gets a view for each step.
"""

from __future__ import annotations

from typing import Any

import msgspec

from chieu.core.game import Seat, Viewer
from chieu.core.records import Record
from chieu.online.protocol.personas import personas

_NAMED = "seat "


class ReplayStep(msgspec.Struct, frozen=True):
    """One move: whose it was (-1: chance), what it led to, and what the viewer was told of it."""

    seat: Seat
    facts: tuple[Any, ...]
    view: Any


class Replay(msgspec.Struct, frozen=True):
    """A deal as one viewer saw it. `start` is the view before the first move, `names` are those of the seats, `closed`
    the seats that were the house's, `personas` who a bot is in each seat."""

    game: str
    seats: int
    names: tuple[str, ...]
    you: Viewer
    start: Any
    steps: tuple[ReplayStep, ...]
    result: tuple[int, ...]
    closed: tuple[Seat, ...] = ()
    personas: tuple[str, ...] = ()


def replay(record: Record, viewer: Viewer, table: str = "") -> Replay:
    """The deal of a record, for a seat or (None) for somebody who just watched; at this table."""
    game = record.game
    steps = tuple(
        ReplayStep(one.seat, tuple(event.seen_by(viewer) for event in one.events), game.view(one.state, viewer))
        for one in record.steps()
    )
    start = game.view(game.start(record.rules, record.seats, record.match, record.host), viewer)
    closed = game.closed(record.rules, record.seats)
    bots = personas(table, record.seats)
    return Replay(game.name, record.seats, _names(record), viewer, start, steps, record.result, closed, bots)


def _names(record: Record) -> tuple[str, ...]:
    """Who sat where, from the notes; empty where nothing is noted."""
    found = dict(note.removeprefix(_NAMED).split(" ", 1) for note in record.notes if note.startswith(_NAMED))
    return tuple(found.get(str(seat), "") for seat in range(record.seats))
