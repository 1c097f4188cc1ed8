"""The laws that hold for every game, every sheet and every number of seats. They are in `chieu.testing`."""

from __future__ import annotations

from chieu.testing import GameLaws
from tests.playing import GAMES, TEXTS


class TestGames(GameLaws):
    games = GAMES
    texts = TEXTS
