"""The laws of `chieu.testing`, for every game, sheet and number of seats."""

from __future__ import annotations

from chieu.testing import GameLaws
from tests.playing import GAMES, TEXTS


class TestGames(GameLaws):
    games = GAMES
    texts = TEXTS
