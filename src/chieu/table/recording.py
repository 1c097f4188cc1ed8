"""PF-6: the record of a finished deal, from the log entries between its start and its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core import notation, records
from chieu.core.contract import AnyGame, Viewer
from chieu.core.run import Deal, Move
from chieu.table.entries import AnyEntry, Moved, Started
from chieu.table.fold import rules_by
from chieu.table.messages import Replay, ReplayStep
from chieu.table.proofs import notes


def record(game: AnyGame, span: Sequence[AnyEntry]) -> str:
    """The record's text: who sat where, what the shuffles follow from, every move, the result."""
    started, state, moves = _deal(game, span)
    for seat, action in moves:
        state, _ = game.apply(state, seat, action)
    who = [f"seat {seat} {name}" for seat, name in enumerate(started.players)]
    rules = rules_by(game.name, started.sheet)
    deal = Deal(rules, len(started.players), started.match, moves, state)
    return records.write(game, deal, [*who, *notes(started.proof)])


def replay(game: AnyGame, span: Sequence[AnyEntry], viewer: Viewer) -> Replay[Any, Any]:
    """The deal step by step as a seat, or anybody who watched, saw it."""
    started, state, moves = _deal(game, span)
    opening, steps = game.view(state, viewer), []
    for seat, action in moves:
        state, events = game.apply(state, seat, action)
        facts = tuple(event.seen_by(viewer) for event in events)
        steps.append(ReplayStep(seat, notation.write(action), facts, game.view(state, viewer)))
    return Replay(started.deal, started.sheet, started.players, opening, tuple(steps))


def _deal(game: AnyGame, span: Sequence[AnyEntry]) -> tuple[Started[Any], Any, tuple[Move, ...]]:
    """How it started, the state before the first move, and the moves."""
    started = span[0]
    assert isinstance(started, Started)
    state = game.start(rules_by(game.name, started.sheet), len(started.players), started.match)
    return started, state, tuple((entry.seat, entry.action) for entry in span if isinstance(entry, Moved))
