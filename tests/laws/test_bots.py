"""Every bot plays every table to the end, and those that think beat chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from chieu.bots import Random, bots_of, compare, usual_bot
from chieu.bots.statistics import Mean
from chieu.core import run, sheets
from chieu.core.contract import CHANCE, BotMaker, Shuffle
from chieu.core.luck import Luck
from chieu.games import all_games
from tests.playing import Table, all_tables

TABLES = list(all_tables())
FIRST, MOST = 60, 60 * 2**6  # deals
CLEARLY = 4  # standard errors


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_every_bot_plays_to_the_end(table: Table) -> None:
    for name, make in bots_of(table.game).items():
        for seed in range(3):
            luck = Luck(seed)
            bots = [make(table.rules, seat, luck) for seat in range(table.seats)]
            deal = run.play(table.game, table.rules, bots, luck.shuffled)
            assert sum(table.game.payoff(deal.state)) == 0, name


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_bot_a_game_brings_beats_chance(game: Any) -> None:
    for preset, rules in game.presets.items():
        for name, bot in game.bots.items():
            if decides(game, rules):
                gain = edge(game, rules, bot)
                told = f"{game.name} {preset} {name}: {gain.mean:.3f} ± {gain.error:.3f} in {gain.count} deals"
                assert gain.mean > CLEARLY * gain.error, told


def edge(game: Any, rules: Any, bot: BotMaker) -> Mean:
    """What a bot wins over the random one, from as many deals as it takes to be clear, or from the most there are.

    One that looks again and again sees chance win now and then: so it must be clearer than for one look.
    """
    deals = FIRST
    gain = compare(game, rules, bot, Random, seats=game.seats[0], deals=deals)
    while gain.mean <= CLEARLY * gain.error and deals < MOST:
        deals *= 2
        gain = compare(game, rules, bot, Random, seats=game.seats[0], deals=deals)
    return gain


def test_the_usual_bot_is_the_first_a_game_brings() -> None:
    for game in all_games().values():
        assert usual_bot(game) == next(iter(game.bots))
        assert usual_bot(replace(game, bots={"slow": Random, "quick": Random})) == "slow"
        assert usual_bot(replace(game, bots={})) == "random"


def test_a_bot_has_no_edge_over_itself() -> None:
    """The same bot in the same seat with the same cards and the same luck wins the same."""
    game = all_games()["xidach"]
    gain = compare(game, game.presets["room"], Random, Random, seats=3, deals=30)
    assert (gain.count, gain.mean, gain.error) == (30, 0, 0)


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


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_who_plays_at_once_has_something_to_decide(game: Any) -> None:
    assert game.quick.seats in game.seats
    rules = sheets.from_code(game, game.quick.sheet or next(iter(game.presets)))

    class Asked(Random):
        """Remembers whether it ever had a choice."""

        choices = 0

        def act(self, view: Any, legal: Sequence[Any]) -> Any:
            Asked.choices += len(legal) > 1
            return super().act(view, legal)

    with_a_choice = 0
    for seed in range(20):
        Asked.choices, luck = 0, Luck(seed)
        makers = [Asked, *[Random] * (game.quick.seats - 1)]
        bots = [make(rules, seat, luck) for seat, make in enumerate(makers)]
        run.play(game, rules, bots, luck.shuffled, host=1)  # a bot opened the table
        with_a_choice += Asked.choices > 0
    assert with_a_choice > 15
