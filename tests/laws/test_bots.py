"""The usual bot of a game, and the decisions in a quick game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from chieu.arena import compare
from chieu.bots import Random, usual_bot
from chieu.core import sheets
from chieu.core.deal import Deal
from chieu.core.extras import Extras
from chieu.core.rng import Rng
from chieu.games import all_games


def test_the_usual_bot_is_the_first_of_the_game() -> None:
    for game in all_games().values():
        assert usual_bot(game) == next(iter(game.extras.bots))
        assert usual_bot(replace(game, extras=Extras(bots={"slow": Random, "quick": Random}))) == "slow"
        assert usual_bot(replace(game, extras=Extras())) == "random"


def test_a_bot_has_no_edge_over_itself() -> None:
    """The same bot in the same seat with the same cards and RNG wins the same."""
    game = all_games()["xidach"]
    gain = compare(game, game.presets["room"], Random, Random, seats=3, deals=30)
    assert (gain.count, gain.mean, gain.error) == (30, 0, 0)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_quick_game_has_decisions(game: Any) -> None:
    assert game.extras.quick.seats in game.seats
    rules = sheets.from_code(game, game.extras.quick.sheet or next(iter(game.presets)))

    class CountsChoices(Random):
        """Counts its decisions."""

        choices = 0

        def act(self, view: Any, legal: Sequence[Any]) -> Any:
            CountsChoices.choices += len(legal) > 1
            return super().act(view, legal)

    with_a_choice = 0
    for seed in range(20):
        CountsChoices.choices, rng = 0, Rng(seed)
        makers = [CountsChoices, *[Random] * (game.extras.quick.seats - 1)]
        bots = [make(rules, seat, rng) for seat, make in enumerate(makers)]
        Deal.among(game, rules, bots, rng.shuffled, host=1)  # a bot opened the table
        with_a_choice += CountsChoices.choices > 0
    assert with_a_choice > 15
