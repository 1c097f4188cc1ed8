"""`chieu score`: a deal from the command line."""

from __future__ import annotations

import json

import pytest

from chieu.cli.console import BAD_INPUT
from tests.cli.running import Here, is_one_line


def test_rt_9_a_line_per_seat_is_scored(chieu: Here) -> None:
    result = chieu("score", "xidach", "19", "xi_dach", "quac")
    assert result.code == 0
    assert result.lines[-1] == "Seat 1 0, Seat 2 +1, Seat 3 -1"
    assert "Seat 1 wins 1 from Seat 3 (stake 1): Quắc, over 21, loses. (XD-18)" in result.lines


@pytest.mark.parametrize(
    ("words", "payoff"),
    [
        (("xidach", "--preset", "vipgame", "19,stake=3", "18", "dealer=2"), [3, -3]),
        (("xidach", "10S 9H", "cards=10C 8H"), [1, -1]),
        (("xidach", "-", "win"), [-1, 1]),
        (("big2", "--preset", "hong_kong", "3", "13", "-", "1", "winner=3"), [-3, -39, 43, -1]),
        (("rummy", "-", "35", "winner=1"), [35, -35]),
        (("niuniu", "--preset", "classic", "plain", "bull_9"), [-3, 3]),
    ],
)
def test_rt_9_fields_go_by_name_or_by_value(chieu: Here, words: tuple[str, ...], payoff: list[int]) -> None:
    assert json.loads(chieu("score", *words, "--json").out)["payoff"] == payoff


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("xidach", "19", "22"), "'22' is not a value here; the fields are hand"),
        (("xidach", "19", "luck=1"), "'luck=1' is not a value here"),
        (("xidach", "19", "quac,total=9"), "expected 22 to 31. (XD-3)"),
        (("xidach", "19", "cards=1X 2Y"), "is no card"),
        (("xidach", "19", "-"), "Seat 2 has not been entered yet. (RT-4)"),
        (("xidach", "19"), "2 to 10 seats"),
        (("big2", "place=2", "-", "winner=x"), "cannot be read"),
        (("xidach", "19", "20", "dealer=-1"), "There is no such seat"),
        (("xidach", "19", "20", "dealer=1", "dealer=2"), "'dealer' is given twice"),
        (("xidach", "19", "20", "dealer=1", "dealer=1"), "'dealer' is given twice"),
        (("xidach", "19", "20,19"), "'hand' is given twice"),
    ],
)
def test_rt_4_a_doubtful_line_is_refused(chieu: Here, words: tuple[str, ...], problem: str) -> None:
    result = chieu("score", *words)
    assert result.code == BAD_INPUT
    assert is_one_line(result.err)
    assert problem in result.err


def test_rt_9_in_every_language(chieu: Here) -> None:
    assert chieu("score", "xidach", "19", "18", "--lang", "vi").lines[-1] == "Ghế 1 +1, Ghế 2 -1"
    assert "XD-18" in chieu("score", "xidach", "19", "18", "--lang", "zh").out
