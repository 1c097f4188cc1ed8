"""PF-6: the record of a finished deal, from the log entries between its start and its end."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core import records
from chieu.core.contract import AnyGame
from chieu.core.run import Deal
from chieu.table.entries import AnyEntry, Moved, Started
from chieu.table.fold import rules_by
from chieu.table.proofs import notes


def record(game: AnyGame, span: Sequence[AnyEntry]) -> str:
    """The record's text: who sat where, what the shuffles follow from, every move, the result."""
    started = span[0]
    assert isinstance(started, Started)
    rules = rules_by(game.name, started.sheet)
    state = game.start(rules, len(started.players), started.match, started.host)
    moves = tuple((entry.seat, entry.action) for entry in span if isinstance(entry, Moved))
    for seat, action in moves:
        state, _ = game.apply(state, seat, action)
    who = [f"seat {seat} {name}" for seat, name in enumerate(started.players)]
    deal = Deal(rules, len(started.players), started.match, moves, state, started.host)
    return records.write(game, deal, [*who, *notes(started.proof)])
