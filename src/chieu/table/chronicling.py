"""PF-47: what the book of an evening keeps of a deal, from its entries: who won what, and by what everybody saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from chieu.core import codec
from chieu.core.contract import AnyGame
from chieu.core.extras import Notable
from chieu.table.book import BookDeal
from chieu.table.entries import AnyEntry, Ended, Moved, Started
from chieu.table.fold import rules_by
from chieu.table.player_names import HOUSE, is_bots


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
    """The same and why: for that the deal is played again."""
    result, started = result_of(span), span[0]
    if result is None or not isinstance(started, Started):
        return None
    told, notable = _told(game, started, [entry for entry in span if isinstance(entry, Moved)])
    return replace(result, told=told, notable=notable)


def _told(
    game: AnyGame, started: Started[Any], moves: Sequence[Moved[Any]]
) -> tuple[tuple[dict[str, Any], ...], tuple[Notable, ...]]:
    """The facts that say how the deal ended, and what of it is notable, as anybody saw it."""
    chronicle = game.extras.chronicle
    if chronicle is None:
        return (), ()
    told, notable = [], []
    state = game.start(rules_by(game.name, started.sheet), len(started.players), started.match, started.host)
    for move in moves:
        state, events = game.apply(state, move.seat, move.action)
        for event in events:
            fact = event.seen_by(None)
            if isinstance(fact, chronicle.ending):
                told.append(codec.plain(fact))
            if (found := chronicle.notable(fact)) is not None:
                notable.append(found)
    return tuple(told), tuple(notable)
