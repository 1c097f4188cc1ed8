"""PF-3: playing levels with the same names in every game."""

from __future__ import annotations

import pytest

from chieu.bots.levels import LEVELS, TEXTS, level_text, levels_of
from chieu.games import all_games


def test_rm_20_the_authors_opponent_is_offered_by_name() -> None:
    rummy = all_games()["rummy"]
    assert list(levels_of(rummy).items())[-1] == ("heuristic", "heuristic")
    assert level_text(rummy, "heuristic", "en") == "By the book"


@pytest.mark.parametrize("name", all_games())
def test_a_game_without_every_level_says_why(name: str) -> None:
    """The description of its strongest level names the missing ones."""
    game = all_games()[name]
    levels = list(levels_of(game))
    assert levels[:3] == ["easy", "usual", "strong"]
    if not set(LEVELS) <= set(levels):
        text = game.presentation.texts[f"level.{levels[-1]}.about"]
        for missing in set(LEVELS) - set(levels):
            assert all(title in about for title, about in zip(TEXTS[f"level.{missing}"], text, strict=True))
