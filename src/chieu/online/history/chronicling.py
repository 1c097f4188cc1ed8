"""PF-47: what the book of an evening stores of a deal, from its entries: who won what, and the public outcome."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from chieu.core.game import AnyGame
from chieu.online.history.scorebook import BookDeal
from chieu.online.table.entries import AnyEntry, Ended, Moved, Started
from chieu.online.table.fold import rules_by
from chieu.online.table.player_names import HOUSE, is_bots
from chieu.online.table.project import outcome


def result_of(span: Sequence[AnyEntry]) -> BookDeal | None:
    """Who won what in a deal, from its entries; None if they are not those of a whole deal."""
    started, ended = span[0], span[-1]
    if not isinstance(started, Started) or not isinstance(ended, Ended):
        return None
    bots = tuple(seat for seat, name in enumerate(started.players) if is_bots(name))
    house = tuple(seat for seat, name in enumerate(started.players) if name == HOUSE)
    names = tuple("" if seat in bots or seat in house else name for seat, name in enumerate(started.players))
    return BookDeal(started.deal, ended.at, started.sheet, names, ended.payoff, bots, house, ended.lines)


def book_deal(game: AnyGame, span: Sequence[AnyEntry]) -> BookDeal | None:
    """The same with the public outcome, for which the deal is replayed."""
    result, started = result_of(span), span[0]
    if result is None or not isinstance(started, Started):
        return None
    state = game.start(rules_by(game.name, started.sheet), len(started.players), started.match, started.host)
    for move in span:
        if isinstance(move, Moved):
            state, _ = game.apply(state, move.seat, move.action)
    return replace(result, outcome=outcome(game, state, None))
