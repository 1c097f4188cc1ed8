"""PF-6: the record of a finished deal, and its replay step by step for one viewer.

The page knows no rules, so a replay has a view for each step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.game import Seat, Viewer
from chieu.core.records import Record
from chieu.fairness.manifest import read_manifest
from chieu.fairness.verify import LESSON, Unproven, notes, read_proof
from chieu.games import load
from chieu.online.protocol.personas import personas
from chieu.online.table.entries import AnyEntry, Moved, Started, rules_by

_NAMED = "seat "


def record(span: Sequence[AnyEntry]) -> str:
    """Return the text of a deal's record, given its log entries from start to end."""
    started = span[0].event
    assert isinstance(started, Started)
    game, rules = load(started.game), rules_by(started.game, started.sheet)
    moves = [(entry.event.seat, entry.event.action) for entry in span if isinstance(entry.event, Moved)]
    names = [f"seat {seat} {name}" for seat, name in enumerate(started.players) if name]  # PF-38: names can be erased
    deal = Deal(game, rules, len(started.players), match=started.match, host=started.host, moves=moves)
    return deal.record([*names, *((LESSON,) if started.proof is None else notes(started.proof))])


class ReplayStep(msgspec.Struct, frozen=True):
    """One move: its seat (-1: chance), its facts as the viewer may know them, and the view after it."""

    seat: Seat
    facts: tuple[Any, ...]
    view: Any


class Replay(msgspec.Struct, frozen=True):
    """A deal as one viewer saw it.

    `sheet` is the code of its rules, `start` the view before the first move, `closed` are the seats of the house, and
    `personas` is the bot persona of each seat.
    """

    game: str
    sheet: str
    seats: int
    names: tuple[str, ...]
    you: Viewer
    start: Any
    steps: tuple[ReplayStep, ...]
    result: tuple[int, ...]
    closed: tuple[Seat, ...] = ()
    personas: tuple[str, ...] = ()


def replay(record: Record, viewer: Viewer, table: str = "") -> Replay:
    """Return the replay of a record for a seat, or a spectator (None), at this table."""
    game = record.game
    steps = tuple(
        ReplayStep(step.seat, tuple(event.seen_by(viewer) for event in step.events), game.view(step.state, viewer))
        for step in record.steps()
    )
    start = game.view(game.start(record.rules, record.seats, record.match, record.host), viewer)
    closed = game.closed(record.rules, record.seats)
    chairs = _chairs(record)
    everybody = personas(table, 1 + max(chairs))
    bots = tuple(everybody[chair] for chair in chairs)
    sheet = sheets.code(game, record.rules)
    return Replay(game.name, sheet, record.seats, _names(record), viewer, start, steps, record.result, closed, bots)


def _chairs(record: Record) -> tuple[int, ...]:
    """Return the chair of each seat; without a proof, seats and chairs are the same."""
    try:
        return read_manifest(read_proof(record.notes).manifest).chairs
    except Unproven:
        return tuple(range(record.seats))


def _names(record: Record) -> tuple[str, ...]:
    """Return the players' names from the record's notes; empty if there is none."""
    names = dict(note.removeprefix(_NAMED).split(" ", 1) for note in record.notes if note.startswith(_NAMED))
    return tuple(names.get(str(seat), "") for seat in range(record.seats))
