"""Bài Cào obeys the laws of `chieu.testing` and its own rules by number."""

import pytest
from chieu_baicao import GAME
from chieu_baicao.game import BEST, strength

from chieu import Illegal, deal, parse
from chieu.testing import GameLaws


class TestBaicao(GameLaws):
    games = (GAME,)


@pytest.mark.parametrize(
    ("cards", "worth"),
    [("7S 8H 9D", 4), ("AS 8H 10D", 9), ("10S JH QD", 0), ("2S 3H 5D", 0), ("JS QH KD", BEST), ("KS KH 9D", 9)],
)
def test_bc_3_bc_4_last_digit_counts_and_three_faces_beat_all(cards: str, worth: int) -> None:
    assert strength(parse(cards)) == worth


def test_bc_2_a_stake_has_limits() -> None:
    played = deal(GAME, "festive", seats=2)
    with pytest.raises(Illegal, match="A stake is 1 to 10"):
        played.play("stake 11")


def test_bc_5_every_player_is_compared_with_the_dealer() -> None:
    cards = "JS QH KD 7S 8H 9D AS 8C 10D"  # seats 1, 2, and the dealer, seat 0, with nine points
    played = deal(GAME, "festive", seats=3, cards=cards)
    played.play("stake 2", seat=2)
    played.play("stake 5", seat=1)
    assert played.payoff == (-13, 15, -2)
