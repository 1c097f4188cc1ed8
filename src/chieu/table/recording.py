"""PF-6: the record of a finished deal, from the log entries between its start and its end."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core import records, sheets
from chieu.core.contract import AnyGame
from chieu.core.run import Deal
from chieu.table.entries import AnyEntry, Moved, Started
from chieu.table.proofs import notes


def record(game: AnyGame, span: Sequence[AnyEntry]) -> str:
    """The record's text: who sat where, what the shuffles follow from, every move, the result."""
    started = span[0]
    assert isinstance(started, Started)
    rules = sheets.from_code(game, started.sheet)
    seats = len(started.players)
    state = game.start(rules, seats, started.match)
    moves = [(entry.seat, entry.action) for entry in span if isinstance(entry, Moved)]
    for seat, action in moves:
        state, _ = game.apply(state, seat, action)
    who = [f"seat {seat} {name}" for seat, name in enumerate(started.players)]
    deal = Deal(rules, seats, started.match, tuple(moves), state)
    return records.write(game, deal, [*who, *notes(started.proof)])
