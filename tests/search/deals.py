"""Deals in progress with a seat to act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from chieu.bots import bot_of, usual_bot
from chieu.core import run
from chieu.core.deal import Deal
from chieu.core.game import CHANCE, AnyGame
from chieu.core.rng import Rng
from chieu.testing import Table


def whole(table: Table, seed: int) -> Deal:
    """Play a deal among the usual bots to its end."""
    rng = Rng(seed)
    make = bot_of(table.game, usual_bot(table.game))
    bots = [make(table.rules, seat, rng) for seat in range(table.seats)]
    return Deal.among(table.game, table.rules, bots, rng.shuffled)


def moments(game: AnyGame, deal: Deal) -> Iterator[tuple[int, Deal]]:
    """Yield every seat to act in a deal, with the deal so far."""
    state = game.start(deal.rules, deal.seats, deal.match, deal.host)
    for number, (mover, action) in enumerate(deal.moves):
        for seat in game.to_act(state):
            if seat != CHANCE:
                yield seat, deal.upto(number, state)
        state, _ = game.apply(state, mover, action)


def some(items: Sequence[Any], count: int, rng: Rng) -> list[Any]:
    """Return a random selection."""
    return list(rng.shuffled(tuple(items))[:count])


def so_far(game: AnyGame, rules: Any, seats: int, *moves: run.Move) -> Deal:
    """Return a deal after these moves."""
    return Deal(game, rules, seats, moves=moves)


def resampled(game: AnyGame, deal: Deal, seat: int, rng: Rng) -> Deal:
    """Return another deal from the same information set of a seat."""
    other = game.resample(deal.state, seat, rng.shuffled)
    moves = run.past_of(game, other, deal.moves)
    return Deal(game, deal.rules, deal.seats, match=deal.match, host=deal.host, moves=moves, state=other)


def by(game: AnyGame, deal: Deal) -> Deal:
    """Return the same deal of a modified game."""
    return Deal(game, deal.rules, deal.seats, match=deal.match, host=deal.host, moves=deal.moves, state=deal.state)
