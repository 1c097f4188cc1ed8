"""The game that `chieu new-game` begins with keeps every law itself."""

from __future__ import annotations

import pytest

from chieu.core.deal import Deal, deal
from chieu.core.text.languages import Lang
from chieu.template import GAME
from chieu.testing import GameLaws


class TestTemplate(GameLaws):
    games = (GAME,)


def played() -> Deal:
    one = deal(GAME, seats=3, cards="9D 3C 2S KH")  # seats 1, 2, 0, and what is swapped for
    one.play("keep")
    one.play("swap")
    return one


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["Now keep or swap · dealer An", "An  2♠  (you, to act)", "Lan  ▒▒", "Minh  ▒▒  (has swapped)"]),
        ("vi", ["Lúc này giữ hay đổi · chia bài An", "An  2♠  (bạn, tới lượt)", "Lan  ▒▒", "Minh  ▒▒  (đã đổi)"]),
        ("zh", ["现在 留或换 · 发牌者 An", "An  2♠（你、轮到）", "Lan  ▒▒", "Minh  ▒▒（换过）"]),
    ],
)
def test_a_view_without_a_show_of_its_own_is_told_by_its_fields(lang: Lang, lines: list[str]) -> None:
    assert GAME.presentation.show(played().view(0), lang, ("An", "Lan", "Minh")) == lines


def test_when_it_is_over_all_is_told() -> None:
    one = played()
    one.play("keep")
    assert one.payoff == (2, -2, 0)
    assert GAME.presentation.show(one.view(), "en") == [
        "Now over · dealer Seat 1",
        "1  2♠  (won +2)",
        "2  9♦  (won -2)",
        "3  K♥  (has swapped, won 0)",
    ]
