"""Laws of bots: they play every table to the end, and the bots of a game beat the random one."""

from __future__ import annotations

from typing import Any, Final

from chieu.arena import compare
from chieu.bots import Random, bots_of
from chieu.core.deal import Deal
from chieu.core.extras import BotMaker
from chieu.core.game import CHANCE, AnyGame, Shuffle
from chieu.core.rng import Rng
from chieu.search.monte_carlo import Budget, MonteCarloBotMaker
from chieu.testing.playing import Table

FIRST_DEALS: Final = 60  # deals before the first look
MAX_DEALS: Final = FIRST_DEALS * 2**6
CLEARLY: Final = 4  # standard errors


def check_bots(table: Table) -> None:
    """Check that every bot plays to the end against itself."""
    for name, full in bots_of(table.game).items():
        make = brief(full, 20)
        for seed in range(3):
            rng = Rng(seed)
            bots = [make(table.rules, seat, rng) for seat in range(table.seats)]
            deal = Deal.among(table.game, table.rules, bots, rng.shuffled)
            assert sum(table.game.payoff(deal.state)) == 0, name


def brief(make: BotMaker, rollouts: int) -> BotMaker:
    """Limit a searching bot to this many rollouts per move; laws play thousands of moves."""
    if not isinstance(make, MonteCarloBotMaker):
        return make
    return MonteCarloBotMaker(make.sampler, Budget(min(make.budget.rollouts, rollouts)), make.usual)


def check_bot(game: AnyGame, rules: Any, name: str, bot: BotMaker) -> None:
    """Check that a bot clearly beats the random one, if the game has decisions after the deal.

    It plays as many deals as a clear result takes, at most `MAX_DEALS`. Looking repeatedly makes a lucky result more
    likely, so the threshold is higher than for a single look.
    """
    if not decides(game, rules):
        return
    bot, seats, deals = brief(bot, 100), game.seats[0], FIRST_DEALS
    while (gain := compare(game, rules, bot, Random, seats=seats, deals=deals)).mean <= CLEARLY * gain.error:
        assert deals < MAX_DEALS, f"{game.name} {name}: {gain.mean:.3f} ± {gain.error:.3f} in {gain.count} deals"
        deals *= 2


def decides(game: AnyGame, rules: Any) -> bool:
    """Return True if seats decide anything once they have seen cards."""
    rng = Rng(1)
    state = game.start(rules, game.seats[0])
    seen = False
    while to_act := game.to_act(state):
        if to_act[0] == CHANCE:
            state, _ = game.apply(state, CHANCE, Shuffle(rng.shuffled(game.to_shuffle(state))))
            seen = True
        elif seen:
            return True
        else:
            state, _ = game.apply(state, to_act[0], game.legal(state, to_act[0])[0])
    return False
