"""Cards may be chosen in secret: the laws hold for such a game, and who searches learns nothing of what was laid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chieu.core import run
from chieu.core.deal import deal
from chieu.core.game import AnyGame, Shuffler, Viewer
from chieu.core.rng import Rng
from chieu.search import advise
from chieu.testing import GameLaws, Table, check_deals
from tests.laws.secret_choice import GAME, Lay, State


class TestSecretChoice(GameLaws):
    games = (GAME,)


def check_often(game: AnyGame) -> None:
    for seed in range(8):
        check_deals(Table(game, GAME.presets["home"], 3), seed)


def test_a_game_that_keeps_secret_choices_as_they_were_is_noticed() -> None:
    """Its states are right, but the moves that are said to lead there are of cards that the seat may not hold."""
    with pytest.raises(AssertionError, match=r"where cards are chosen in secret Game\.choices must say"):
        check_often(replace(GAME, choices=None))


def test_a_resample_that_gives_away_what_was_laid_is_noticed() -> None:
    """The card that somebody laid stays where it is: all else is right."""

    def telling(state: State, viewer: Viewer, shuffle: Shuffler) -> State:
        other: State = GAME.resample(state, viewer, shuffle)
        for seat, place in enumerate(state.chosen):
            if place is not None and seat != viewer:
                at, order = seat * 3 + place, list(other.order)
                there = order.index(state.order[at])
                order[at], order[there] = order[there], order[at]
                other = type(state)(state.rules, state.seats, state.chosen, tuple(order))
        return other

    with pytest.raises(AssertionError, match=r"resample must change it \(Game\.choices\)"):
        check_often(replace(GAME, resample=telling))


def test_hints_are_the_same_whatever_was_laid() -> None:
    """Seat 0 is asked after seat 1 has laid: its best card is its highest, against any card of any hand."""
    dealt = "9D 5C 3S KH 4D 4C"  # seat 0, then seat 1
    told = []
    for card in ("KH", "4D", "4C"):
        one = deal(GAME, seats=2, cards=dealt)
        one.play(f"lay {card}", seat=1)
        advice = advise(one, seat=0, rng=Rng(5))
        told.append([(option.action, option.mean) for option in advice.options])
        other = GAME.resample(one.state, 0, Rng(1).shuffled)
        past = run.past_of(GAME, other, one.moves)
        assert past[-1] == (1, Lay(GAME.view(other, 1).seats[1].cards[one.state.chosen[1]]))
    assert told[0] == told[1] == told[2]
    assert told[0][0][0] == Lay(one.view(0).seats[0].cards[0])
