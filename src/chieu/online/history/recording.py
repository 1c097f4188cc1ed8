"""PF-6: the record of a finished deal, from the log entries between its start and its end."""

from __future__ import annotations

from collections.abc import Sequence

from chieu.core.deal import Deal
from chieu.core.game import AnyGame
from chieu.fairness.verify import notes
from chieu.online.table.entries import AnyEntry, Moved, Started
from chieu.online.table.fold import rules_by


def record(game: AnyGame, span: Sequence[AnyEntry]) -> str:
    """The record's text: who sat where, what the shuffles follow from, every move, the result."""
    started = span[0]
    assert isinstance(started, Started)
    rules = rules_by(game.name, started.sheet)
    moves = [(entry.seat, entry.action) for entry in span if isinstance(entry, Moved)]
    who = [f"seat {seat} {name}" for seat, name in enumerate(started.players) if name]  # PF-38: some take theirs back
    deal = Deal(game, rules, len(started.players), match=started.match, host=started.host, moves=moves)
    return deal.record([*who, *notes(started.proof)])
