"""PF-3: playing levels with the same names in every game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from chieu.bots.levels import LEVELS, level_text, levels_of
from chieu.core.deal import Deal
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.games.big2.ai.heuristic import Easy
from chieu.games.big2.messages import Action, Call, Play, View


def test_rm_20_the_authors_opponent_is_offered_by_name() -> None:
    rummy = all_games()["rummy"]
    assert list(levels_of(rummy).items())[-1] == ("heuristic", "heuristic")
    assert level_text(rummy, "heuristic", "en") == "By the book"


@pytest.mark.parametrize("name", all_games())
def test_pf_3_every_game_has_every_level(name: str) -> None:
    assert tuple(levels_of(all_games()[name]))[:3] == LEVELS


def test_a_beginner_of_big_two_always_goes_out_if_it_can() -> None:
    chances = 0

    class Watched(Easy):
        def act(self, view: View, legal: Sequence[Action]) -> Action:
            nonlocal chances
            action = super().act(view, legal)
            assert view.you is not None
            hand = view.seats[view.you].cards or ()
            winning = [play for play in legal if isinstance(play, Play) and len(play.cards) == len(hand)]
            if winning and not isinstance(action, Call):
                chances += 1
                assert action in winning
            return action

    game = all_games()["big2"]
    for preset, rules in game.presets.items():
        for seed in range(40):
            bots = [Watched(rules, seat, Rng(seed, seat + 1)) for seat in range(4)]
            Deal.among(game, rules, bots, Rng(seed).shuffled)
        assert chances >= 40, preset
