"""PF-3: how well bots play, in words that mean the same in every game."""

from __future__ import annotations

import pytest

from chieu.bots.levels import LEVELS, TEXTS, levels_of
from chieu.games import all_games


@pytest.mark.parametrize("name", all_games())
def test_a_game_without_every_level_says_why(name: str) -> None:
    """On its strongest one, where people choose."""
    game = all_games()[name]
    levels = list(levels_of(game))
    assert levels[:3] == ["easy", "usual", "strong"]
    if levels != list(LEVELS):
        said = game.presentation.texts[f"level.{levels[-1]}.about"]
        for missing in set(LEVELS) - set(levels):
            assert all(told in mine for told, mine in zip(TEXTS[f"level.{missing}"], said, strict=True))
