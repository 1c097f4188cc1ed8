"""A program asks a game's judge as the command line does: by words, in order or by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chieu import judge, parse
from chieu.core.game import AnyGame
from chieu.core.judge import BadQuestion, fields_of
from chieu.core.text.languages import LANGS
from chieu.games import all_games, load

JUDGED = [game for game in all_games().values() if game.extras.judge is not None]


@pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.name)
def test_what_is_asked_in_words_is_what_the_judge_is_asked(game: AnyGame) -> None:
    bench = game.extras.judge
    assert bench is not None
    told = [field.written().strip('"') for field in fields_of(bench)]
    for name, rules in game.presets.items():
        expected = bench.answer(rules, bench.example)
        in_order = judge(game.name, *told, sheet=name)
        by_name = judge(
            game, sheet=rules, **{field.name: getattr(bench.example, field.name) for field in fields_of(bench)}
        )
        assert in_order.answer == by_name.answer == expected
        for lang in LANGS:
            assert in_order.lines(lang)[:-1] == bench.explain(rules, in_order.question, expected, lang)
            assert in_order.lines(lang)[-1].startswith(in_order.answer.rule)


def test_the_rules_of_a_house_decide() -> None:
    hand = parse("KC QD 3S 7H 10D")
    assert [judge("niuniu", hand, sheet=code).answer.multiple for code in ("custom", "classic")] == [1, 4]
    assert judge("niuniu", hand, sheet="classic", options={"bull_bull": 7}).answer.multiple == 7


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ((), {}),
        (("8D", "5C", "5H"), {}),
        ((), {"over": "5C"}),
        (("8D",), {"play": "5C", "over": "5H"}),
        (("8D",), {"under": "5C"}),
    ],
)
def test_who_asks_amiss_is_told_what_to_ask(told: tuple[str, ...], named: dict[str, Any]) -> None:
    with pytest.raises(BadQuestion, match='is told play, over, as in judge\\(\'big2\', play="8D 8S", over="5C 5H"\\)'):
        judge("big2", *told, **named)


def test_a_game_without_a_judge_says_so() -> None:
    game = load("big2")
    with pytest.raises(BadQuestion, match="big2 has no judge"):
        judge(replace(game, extras=replace(game.extras, judge=None)), "8D")
