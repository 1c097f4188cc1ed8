"""The laws of bots: they play every table to the end, and those that a game brings along beat chance."""

from __future__ import annotations

from typing import Any, Final

from chieu.arena import compare
from chieu.arena.statistics import Mean
from chieu.bots import Random, bots_of
from chieu.core.deal import Deal
from chieu.core.extras import BotMaker
from chieu.core.game import CHANCE, AnyGame, Shuffle
from chieu.core.rng import Rng
from chieu.search.player import Budget, Searching
from chieu.testing.playing import Table

FIRST: Final = 60  # deals
MOST: Final = FIRST * 2**6
CLEARLY: Final = 4  # standard errors


def check_bots(table: Table) -> None:
    """Every bot plays to the end, against itself."""
    for name, full in bots_of(table.game).items():
        make = brief(full, 20)
        for seed in range(3):
            rng = Rng(seed)
            bots = [make(table.rules, seat, rng) for seat in range(table.seats)]
            deal = Deal.among(table.game, table.rules, bots, rng.shuffled)
            assert sum(table.game.payoff(deal.state)) == 0, name


def brief(make: BotMaker, playouts: int) -> BotMaker:
    """The same bot; one that searches thinks no longer than so many play-outs a move. Laws play thousands of moves."""
    if not isinstance(make, Searching):
        return make
    return Searching(make.sampler, Budget(min(make.budget.playouts, playouts)), make.usual)


def check_bot(game: AnyGame, rules: Any, name: str, bot: BotMaker) -> None:
    """It clearly wins over the random one, where players decide anything once they have seen cards."""
    if decides(game, rules):
        gain = edge(game, rules, brief(bot, 100))
        told = f"{game.name} {name}: {gain.mean:.3f} ± {gain.error:.3f} in {gain.count} deals"
        assert gain.mean > CLEARLY * gain.error, told


def edge(game: AnyGame, rules: Any, bot: BotMaker) -> Mean:
    """What a bot wins over the random one, from as many deals as it takes to be clear, or from the most there are.

    One that looks again and again sees chance win now and then: so it must be clearer than for one look.
    """
    deals = FIRST
    gain = compare(game, rules, bot, Random, seats=game.seats[0], deals=deals)
    while gain.mean <= CLEARLY * gain.error and deals < MOST:
        deals *= 2
        gain = compare(game, rules, bot, Random, seats=game.seats[0], deals=deals)
    return gain


def decides(game: AnyGame, rules: Any) -> bool:
    """Whether players decide anything that counts once they have seen cards."""
    rng = Rng(1)
    state = game.start(rules, game.seats[0])
    seen = False
    while waiting := game.to_act(state):
        if waiting[0] == CHANCE:
            state, _ = game.apply(state, CHANCE, Shuffle(rng.shuffled(game.to_shuffle(state))))
            seen = True
        elif seen:
            return True
        else:
            state, _ = game.apply(state, waiting[0], game.legal(state, waiting[0])[0])
    return False
