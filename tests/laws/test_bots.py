"""Every bot plays every table to the end, and those that think beat chance."""

from __future__ import annotations

from statistics import mean, stdev
from typing import Any

import pytest

from chieu.bots import bots_of
from chieu.core import run
from chieu.core.contract import CHANCE, Shuffle
from chieu.core.luck import Luck
from chieu.games import all_games
from tests.playing import Table, all_tables

TABLES = list(all_tables())
PAIRS = {"xidach": 1500, "niuniu": 1500, "big2": 120, "rummy": 60}


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_every_bot_plays_to_the_end(table: Table) -> None:
    for name, make in bots_of(table.game).items():
        for seed in range(3):
            luck = Luck(seed)
            bots = [make(seat, luck) for seat in range(table.seats)]
            deal = run.play(table.game, table.rules, bots, luck.shuffled)
            assert sum(table.game.payoff(deal.state)) == 0, name


def edge(game: Any, rules: Any, better: str, worse: str, seats: int, deals: int) -> tuple[float, float]:
    """What `better` wins a deal over `worse` in the same seat with the same cards, and the standard error of that.

    Every deal is played for each seat twice: the better bot there among worse ones, and the worse one there.
    """
    gains = []
    for number in range(deals):
        seat = number % seats
        won = []
        for name in (better, worse):
            names = [name if one == seat else worse for one in range(seats)]
            bots = [bots_of(game)[names[one]](one, Luck(number, one + 1)) for one in range(seats)]
            deal = run.play(game, rules, bots, Luck(number).shuffled)
            won.append(game.payoff(deal.state)[seat])
        gains.append(won[0] - won[1])
    return mean(gains), stdev(gains) / deals**0.5


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_heuristic_beats_random(game: Any) -> None:
    for name, rules in game.presets.items():
        if not decides(game, rules):
            continue
        gain, error = edge(game, rules, "heuristic", "random", game.seats[0], PAIRS[game.name])
        assert gain > 3 * error, f"{game.name} {name}: {gain:.3f} ± {error:.3f}"


def decides(game: Any, rules: Any) -> bool:
    """Whether players decide anything that counts once they have seen cards."""
    luck = Luck(1)
    state = game.start(rules, game.seats[0])
    seen = False
    while waiting := game.to_act(state):
        if waiting[0] == CHANCE:
            state, _ = game.apply(state, CHANCE, Shuffle(luck.shuffled(game.to_shuffle(state))))
            seen = True
        elif seen:
            return True
        else:
            state, _ = game.apply(state, waiting[0], game.legal(state, waiting[0])[0])
    return False
