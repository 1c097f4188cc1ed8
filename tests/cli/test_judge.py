"""`chieu judge`: one question from the command line."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from typing import Literal

import msgspec
import pytest

from chieu.cli.console import BAD_INPUT
from chieu.cli.judge_questions import line_decoder
from chieu.core import registry
from chieu.core.cards import Card, Cards, card, parse
from chieu.core.extras import Explanation, Extras, Judge
from chieu.core.game import AnyGame
from chieu.core.judge import fields_of
from chieu.games import all_games, load
from tests.cli.running import Here, is_one_line

SIXTEENS = ("--dealer", "10S 6H", "--player", "AS 5D")


def test_it_explains_and_cites_the_rule_with_its_sentence(chieu: Here) -> None:
    result = chieu("judge", "xidach", *SIXTEENS, "--preset", "vipgame")
    assert result.code == 0
    assert result.lines[:3] == ["Dealer: 10♠ 6♥ = 16, Đủ (enough)", "Player: A♠ 5♦ = 16, Đủ (enough)", "A push."]
    assert result.lines[3].startswith("XD-35: The higher total wins, equal totals push")


def test_house_rules_decide(chieu: Here) -> None:
    both_over = ("judge", "xidach", "KC QD 5S", "9H 9D 8C")
    assert "A push." in chieu(*both_over).lines
    assert "The dealer wins 1x the stake." in chieu(*both_over, "--preset", "vipgame").lines
    assert "The dealer wins 1x the stake." in chieu(*both_over, "--set", "both_quac=lower").lines
    assert "The dealer wins 1x the stake." in chieu(*both_over, "--code", "room~bq1").lines


@pytest.mark.parametrize(
    "words",
    [
        ("xidach", "10S 6H", "AS 5D"),
        ("xidach", "10♠, 6♥", "as 5d"),
        ("xidach", "--player", "AS 5D", "10S 6H"),
        ("xidach", "--preset", "room", "10S 6H", "AS 5D"),
        ("--set", "ace=free", "xidach", "10S 6H", "AS 5D"),
        ("--lang", "en", "xidach", "10S 6H", "--json", "AS 5D"),
    ],
)
def test_cards_by_name_or_in_order(chieu: Here, words: tuple[str, ...]) -> None:
    expected = json.loads(chieu("judge", "xidach", *SIXTEENS, "--json").out)
    assert expected["winner"] == "push"
    assert json.loads(chieu("judge", *words, "--json").out) == expected


def test_in_every_language(chieu: Here) -> None:
    assert "Huề." in chieu("judge", "xidach", *SIXTEENS, "--lang", "vi").lines
    assert "平局。" in chieu("judge", "xidach", *SIXTEENS, "--lang", "zh").lines


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "GAME"),
        (("chess", "3D"), "there is no game 'chess': there are "),
        (("xidach",), 'missing: dealer, player; write chieu judge xidach --dealer "10S 6H" --player "AS 5D"'),
        (("xidach", "--player", "AS 5D"), "missing: dealer; write "),
        (
            ("xidach", "10S 6H", "AS 5D", "3D"),
            "'3D' is too much: xidach asks for dealer, player only. Several cards stand",
        ),
        (("xidach", "10S 6H", "10S 5D"), "10♠ is there twice"),
        (("xidach", "10S 6H", "11S 5D"), "player: '11S' is no card"),
        (("xidach", "10S 6H", "x" * 5000), "is no card"),
        (("xidach", "10S 6H", "JK1 5D"), "without jokers (XD-1)"),
        (("xidach", "10S 6H", ""), "player: expected \"AS 5D\", got ''"),
        (("xidach", "10S 6H", "AS 5D", "--hand", "3D"), "--hand"),
    ],
)
def test_bad_questions(chieu: Here, words: tuple[str, ...], message: str) -> None:
    result = chieu("judge", *words)
    assert (result.code, result.out) == (2, "")
    assert is_one_line(result.err)
    assert message in result.err


class Question(msgspec.Struct, frozen=True):
    """Every kind of field a judge may ask for."""

    hand: Cards
    melds: tuple[Cards, ...]
    wild: Card
    round: int
    closed: bool
    side: Literal["left", "right"]
    name: str
    last_play: Cards | None = None
    points: int | None = None


EXAMPLE = Question(parse("3D"), (parse("7C"), parse("8S 9S")), card("JK1"), 7, True, "left", "An")
EVERY_KIND = fields_of(
    Judge(question=Question, example=EXAMPLE, answer=lambda *_: EXAMPLE, explain=lambda *_: Explanation(""))
)


def test_every_kind_of_field_is_read_from_words() -> None:
    texts = ("3D 3C", "7C 7H 7S / 8S 9S", "JK1", "7", "yes", "left", "An", "4D", "-5")
    values = [field.read(text) for field, text in zip(EVERY_KIND, texts, strict=True)]
    melds = (parse("7C 7H 7S"), parse("8S 9S"))
    assert values == [parse("3D 3C"), melds, card("JK1"), 7, True, "left", "An", parse("4D"), -5]
    assert [field.required for field in EVERY_KIND] == [True] * 7 + [False] * 2
    for field, text in zip(EVERY_KIND, ("3", "3D / x", "3D 4D", "x", "maybe", "up"), strict=False):
        with pytest.raises(ValueError, match=r".+"):
            field.read(text)


def test_every_kind_of_field_has_an_example_that_reads_back() -> None:
    for field in EVERY_KIND[:7]:
        assert field.read(field.written().strip('"')) == field.example
    assert [field.takes() for field in EVERY_KIND[1:6]] == ['"7C / 8S 9S"', "JK1", "7", "yes, no", "left, right"]


def test_a_game_without_a_judge_says_which_have_one(chieu: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = replace(load("big2"), extras=Extras())
    monkeypatch.setitem(registry._loaded, "big2", silent)
    result = chieu("judge", "big2", "3D")
    assert result.code == BAD_INPUT
    assert "big2 has no judge; these do: niuniu, rummy, xidach" in result.err
    assert chieu("judge", "big2", "--help").code == 0


@pytest.mark.parametrize(
    "game", [game for game in all_games().values() if game.extras.judge is not None], ids=lambda game: game.name
)
def test_what_it_tells_people_to_write_can_be_written(chieu: Here, game: AnyGame) -> None:
    message = chieu("judge", game.name).err
    line = message[message.index("chieu judge") :]
    for preset in game.presets:
        result = chieu(*shlex.split(line)[1:], "--preset", preset)
        assert (result.code, result.err) == (0, "")


def test_one_hand_needs_no_quotes(chieu: Here) -> None:
    assert chieu("judge", "niuniu", "KC", "QD", "3S", "7H", "10D") == chieu("judge", "niuniu", "KC QD 3S 7H 10D")


@pytest.mark.parametrize(
    ("against", "setting", "rule"),
    [
        (None, "bomb=0", "NN-4"),
        ("AS 2C AD KS KH", "bomb=0", "NN-20"),
        ("AS 2C AD KS KH", "baseless_pays=1", "NN-21"),
        ("2D 8D 10C KC KH", "bomb=0", "NN-21"),
        ("AS 2C AD KS KH", "equal_bulls=push", "NN-21"),
        ("AS 2C AD KS KH", "mode=paytable", "NN-21"),
    ],
)
def test_nn_21_of_two_hands_the_rule_that_decided_is_cited(
    chieu: Here, against: str | None, setting: str, rule: str
) -> None:
    question = {"hand": ["JS", "7C", "8H", "10H", "9C"]} | ({"against": against.split()} if against else {})
    words = ("judge", "niuniu", "--set", setting)
    two = ("--against", against) if against else ()
    result = chieu(*words, "JS 7C 8H 10H 9C", *two)
    assert result.lines[-1].split(":")[0] == rule
    assert json.loads(chieu(*words, "--jsonl", stdin=json.dumps(question)).out)["rule"] == rule


def test_nn_21_two_hands_of_niu_niu_and_why_one_is_better(chieu: Here) -> None:
    better = "The second hand wins: the same multiple and bull, and its highest card K♠ is over J♠ (NN-21)."
    nothing = "The better hand wins 0x, so no chips move (NN-20)."
    jack_high, king_high = "JS 7C 8H 10D 9C", "AS 2C AD KS KH"
    result = chieu("judge", "niuniu", jack_high, "--against", king_high)
    assert result.code == 0
    assert result.lines[-3:-1] == [better, nothing]
    assert chieu("judge", "niuniu", jack_high, king_high) == result
    assert chieu("judge", "niuniu", "--against", king_high, *jack_high.split()) == result
    classic = chieu("judge", "niuniu", jack_high, king_high, "--preset", "classic").lines
    assert better in classic
    assert nothing not in classic
    for lang, sentence in (("vi", "Bài thứ hai hơn: "), ("zh", "第二手牌赢：")):
        assert any(
            line.startswith(sentence) for line in chieu("judge", "niuniu", jack_high, king_high, "--lang", lang).lines
        )


@pytest.mark.parametrize(
    ("first", "second", "setting", "winner", "why"),
    [
        ("2D 8D 10C KC KH", "KD QD 10D 2C 9C", "bomb=0", "hand", "3x is over 1x"),
        ("KD QD 10D 2C 9C", "JC QC 10C 2H 5H", "bomb=0", "against", "the same multiple, and bull 7 is over bull 1"),
        ("4D 4C 4H 4S KD", "7D 7C 7H 7S 2D", "bomb=6", "against", "its four of rank 7 are over those of rank 4"),
        ("10C 10S KD 2C 9C", "JD QD 10D 2H 9H", "bomb=0", "hand", "its highest card K♦ is over Q♦"),
        ("KS 10D JD 2H 9H", "KH 10S JS 2S 9S", "bomb=0", "hand", "its highest card K♠ is over K♥ by suit"),
        ("KS 10D JD 2H 9H", "KH 10S JS 2S 9S", "equal_bulls=push", "push", "A push: both pay 1x, both have bull 1"),
        ("2D 8D 10C KC KH", "JS 7C 8H 10D 9C", "mode=paytable", "hand", "3x is over 0x"),
    ],
)
def test_nn_21_what_decides_between_two_hands(
    chieu: Here, first: str, second: str, setting: str, winner: str, why: str
) -> None:
    for hand, against, expected in ((first, second, winner), (second, first, OTHER[winner])):
        verdict = json.loads(chieu("judge", "niuniu", hand, "--against", against, "--set", setting, "--json").out)
        alone = json.loads(chieu("judge", "niuniu", hand, "--set", setting, "--json").out)
        assert verdict == {**alone, "winner": expected, "rule": "NN-21"}
        assert why in chieu("judge", "niuniu", hand, "--against", against, "--set", setting).out


OTHER = {"hand": "against", "against": "hand", "push": "push"}


def test_two_hands_of_niu_niu_have_ten_different_cards(chieu: Here) -> None:
    result = chieu("judge", "niuniu", "JS 7C 8H 10D 9C", "--against", "JS 2C AD KS KH")
    assert (result.code, result.out) == (2, "")
    assert "J♠ is there twice" in result.err
    assert "4 cards" in chieu("judge", "niuniu", "JS 7C 8H 10D 9C", "--against", "2C AD KS KH").err


def test_big_two_says_when_kinds_do_not_answer_each_other(chieu: Here) -> None:
    result = chieu("judge", "big2", "--play", "3D 4D 5D 6D 8D", "--over", "AS AH")
    assert "What lies there is a pair: a flush does not answer it." in result.lines
    result = chieu("judge", "big2", "--play", "KD KC", "--over", "AS AH")
    assert "answer" not in result.out


def test_every_kind_of_field_is_read_from_json() -> None:
    line = {
        "hand": "3D 3C",
        "melds": [["7C", "7H"], ["8S"]],
        "wild": "JK1",
        "round": 7,
        "closed": True,
        "side": "left",
        "name": "An",
    }
    question = line_decoder(Question)(json.dumps(line).encode())
    assert isinstance(question, Question)
    assert (question.hand, question.melds, question.wild) == (
        parse("3D 3C"),
        (parse("7C 7H"), parse("8S")),
        card("JK1"),
    )
    assert question.last_play is None
    again = line_decoder(Question)(json.dumps({**line, "last_play": ["4♦", "td"], "hand": []}).encode())
    assert (again.last_play, again.hand) == (parse("4D 10D"), ())
