"""PF-3: playing levels with the same names in every game."""

from __future__ import annotations

import pytest

from chieu.bots.levels import LEVELS, TEXTS, levels_of
from chieu.games import all_games


@pytest.mark.parametrize("name", all_games())
def test_a_game_without_every_level_says_why(name: str) -> None:
    """The description of its strongest level names the missing ones."""
    game = all_games()[name]
    levels = list(levels_of(game))
    assert levels[:3] == ["easy", "usual", "strong"]
    if levels != list(LEVELS):
        text = game.presentation.texts[f"level.{levels[-1]}.about"]
        for missing in set(LEVELS) - set(levels):
            assert all(title in about for title, about in zip(TEXTS[f"level.{missing}"], text, strict=True))
