"""`chieu.judge` takes the same words as the command line, in order or by name."""

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
def test_words_become_the_question_of_the_judge(game: AnyGame) -> None:
    game_judge = game.extras.judge
    assert game_judge is not None
    words = [field.written().strip('"') for field in fields_of(game_judge)]
    for name, rules in game.presets.items():
        expected = game_judge.answer(rules, game_judge.example)
        in_order = judge(game.name, *words, sheet=name)
        by_name = judge(
            game,
            sheet=rules,
            **{field.name: getattr(game_judge.example, field.name) for field in fields_of(game_judge)},
        )
        assert in_order.answer == by_name.answer == expected
        for lang in LANGS:
            told = game_judge.explain(rules, in_order.question, expected, lang)
            assert in_order.lines(lang)[:-1] == [*told.reasons, told.verdict]
            assert in_order.lines(lang)[-1].endswith(in_order.sentence(lang))
            assert in_order.lines(lang)[-1].startswith(in_order.answer.rule)


def test_the_rule_sheet_decides() -> None:
    hand = parse("KC QD 3S 7H 10D")
    assert [judge("niuniu", hand, sheet=code).answer.multiple for code in ("custom", "classic")] == [1, 4]
    assert judge("niuniu", hand, sheet="classic", options={"bull_bull": 7}).answer.multiple == 7


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ((), {}),
        (("8D", "5C", "5H"), {}),
        ((), {"over": "5C"}),
        (("8D",), {"play": "5C", "over": "5H"}),
        (("8D",), {"under": "5C"}),
    ],
)
def test_a_malformed_question_shows_the_expected_fields(words: tuple[str, ...], arguments: dict[str, Any]) -> None:
    with pytest.raises(BadQuestion, match='takes play, over, as in judge\\(\'big2\', play="8D 8S", over="5C 5H"\\)'):
        judge("big2", *words, **arguments)


@pytest.mark.parametrize(("hand", "round_number"), [((), 1), ("", 1), ("7C 7H", True), (7, 1)])
def test_cards_and_numbers_are_what_they_should_be(hand: Any, round_number: Any) -> None:
    with pytest.raises(ValueError, match=r"expected|7C 7H 7S"):
        judge("rummy", hand=hand, round=round_number)


def test_a_game_without_a_judge_is_refused() -> None:
    game = load("big2")
    with pytest.raises(BadQuestion, match="big2 has no judge"):
        judge(replace(game, extras=replace(game.extras, judge=None)), "8D")
