"""The template of `chieu new-game` obeys every law."""

from __future__ import annotations

import pytest

from chieu.core.deal import Deal, deal
from chieu.core.text.languages import Lang
from chieu.template import GAME
from chieu.testing import GameLaws


class TestTemplate(GameLaws):
    games = (GAME,)


def played() -> Deal:
    dealt = deal(GAME, seats=3, cards="9D 3C 2S KH")  # seats 1, 2, 0, and what is swapped for
    dealt.play("keep")
    dealt.play("swap")
    return dealt


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["Now keep or swap · dealer An", "An  2♠  (you, to act)", "Lan  ▒▒", "Minh  ▒▒  (has swapped)"]),
        ("vi", ["Lúc này giữ hay đổi · chia bài An", "An  2♠  (bạn, tới lượt)", "Lan  ▒▒", "Minh  ▒▒  (đã đổi)"]),
        ("zh", ["现在 留或换 · 发牌者 An", "An  2♠（你、轮到）", "Lan  ▒▒", "Minh  ▒▒（换过）"]),
    ],
)
def test_plain_show_lists_the_fields_of_a_view(lang: Lang, lines: list[str]) -> None:
    assert GAME.presentation.show(played().view(0), lang, ("An", "Lan", "Minh")) == lines


def test_plain_show_reveals_everything_at_the_end() -> None:
    dealt = played()
    dealt.play("keep")
    assert dealt.payoff == (2, -2, 0)
    assert GAME.presentation.show(dealt.view(), "en") == [
        "Now over · dealer Seat 1",
        "1  2♠  (won +2)",
        "2  9♦  (won -2)",
        "3  K♥  (has swapped, won 0)",
    ]
