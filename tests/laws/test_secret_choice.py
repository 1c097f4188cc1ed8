"""Secret choices: the laws hold for such a game, and search learns nothing about hidden choices."""

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


def test_missing_secret_choices_are_detected() -> None:
    """Its states are right, but its history has moves with cards that the seat may not hold."""
    with pytest.raises(AssertionError, match=r"if cards are chosen in secret, Game\.choices must return"):
        check_often(replace(GAME, choices=None))


def test_a_resample_that_reveals_the_choice_is_detected() -> None:
    """The laid card stays where it is; everything else is right."""

    def revealing(state: State, viewer: Viewer, shuffle: Shuffler) -> State:
        other: State = GAME.resample(state, viewer, shuffle)
        for seat, place in enumerate(state.chosen):
            if place is not None and seat != viewer:
                at, order = seat * 3 + place, list(other.order)
                there = order.index(state.order[at])
                order[at], order[there] = order[there], order[at]
                other = type(state)(state.rules, state.seats, state.chosen, tuple(order))
        return other

    with pytest.raises(AssertionError, match=r"resample must vary it \(Game\.choices\)"):
        check_often(replace(GAME, resample=revealing))


def test_hints_do_not_depend_on_hidden_choices() -> None:
    """Seat 0 acts after seat 1 has laid. Its best card is its highest, against any card of any hand."""
    cards = "9D 5C 3S KH 4D 4C"  # seat 0, then seat 1
    advices = []
    for card in ("KH", "4D", "4C"):
        dealt = deal(GAME, seats=2, cards=cards)
        dealt.play(f"lay {card}", seat=1)
        advice = advise(dealt, seat=0, rng=Rng(5))
        advices.append([(option.action, option.mean) for option in advice.options])
        other = GAME.resample(dealt.state, 0, Rng(1).shuffled)
        past = run.past_of(GAME, other, dealt.moves)
        assert past[-1] == (1, Lay(GAME.view(other, 1).seats[1].cards[dealt.state.chosen[1]]))
    assert advices[0] == advices[1] == advices[2]
    assert advices[0][0][0] == Lay(dealt.view(0).seats[0].cards[0])
