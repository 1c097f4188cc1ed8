"""Chinese Rummy: the judge, and views as text."""

from __future__ import annotations

import re

import pytest

from chieu.core.cards import DECK, BadCard, parse, spell
from chieu.core.game import Illegal
from chieu.core.text.languages import LANGS
from chieu.core.text.phrasing import Phraser
from chieu.games.rummy import GAME, game
from chieu.games.rummy.messages import Ended, LayOff
from chieu.games.rummy.rules import Rules
from chieu.games.rummy.text.judge import JUDGE, Question
from chieu.games.rummy.text.texts import SHEET, TEXTS
from tests.rules.rummy_table import HOLDS_TWO_SETS, SEVEN, TWO_SETS, dealt, do, facts, judged, run_on_table, short_pack

# The judge, and texts


def test_judge_finds_the_contract_or_says_there_is_none() -> None:
    verdict = judged("7C 7H 2S 9D 9C 9H KS", 1)
    assert verdict.melds == (parse("7C 7H 2S"), parse("9D 9C 9H"))
    assert (verdict.points, verdict.rule) == (5 * 5 + 20 + 10, "RM-8")
    assert judged("7C 7H 2S 9D 9C JK1", 1).melds == (parse("7C 7H 2S"), parse("9D 9C JK1"))
    assert judged("7C 2H JK1 9D 9C 9H", 1).melds is None


def test_judge_refuses_impossible_hands() -> None:
    with pytest.raises(BadCard, match="is there twice"):
        judged("7C 7C 7H", 1)
    assert judged("7C 7C 7H 9D 9D 9C", 1, seats=3).melds == (parse("7C 7C 7H"), parse("9D 9D 9C"))
    with pytest.raises(BadCard, match="is there three times"):
        judged("7C 7C 7C", 1, seats=3)
    with pytest.raises(Illegal, match="no_such_round"):
        judged("7C", 8)
    with pytest.raises(Illegal, match="too_many_cards"):
        judged(spell(DECK[:21]), 1)
    with pytest.raises(Illegal, match="bad_seats"):
        judged("7C", 1, seats=5)


def test_rm_1_each_pack_has_two_jokers() -> None:
    assert judged("joker joker 7C", 1).points == 45
    assert judged("joker joker joker joker", 1, seats=3).points == 80
    for hand, seats, refusal in (
        ("joker joker joker", 2, "3 jokers: there are only 2 in the pack. (RM-1)"),
        ("joker joker joker joker joker", 3, "5 jokers: there are only 4 in the pack. (RM-1)"),
    ):
        with pytest.raises(Illegal, match="too_many_jokers") as caught:
            judged(hand, 1, seats=seats)
        assert Phraser(GAME, "en").refusal(caught.value) == refusal


def test_judge_explains_in_three_languages() -> None:
    for lang in LANGS:
        for hand in ("7C 7H 2S 9D 9C 9H KS", "7C"):
            question = Question(parse(hand), 1)
            told = JUDGE.explain(SEVEN, question, JUDGE.answer(SEVEN, question), lang)
            assert all((told.verdict, *told.reasons))
    question = Question(parse("7C"), 2)
    told = JUDGE.explain(SEVEN, question, JUDGE.answer(SEVEN, question), "en")
    assert told.verdict == "It cannot lay down the contract of round 2: set of 3 + run of 4."
    assert told.reasons == ("Left in the hand it costs 5 points (RM-12).",)


def test_rm_5_chinese_distinguishes_turns_from_rounds() -> None:
    """RM-13 counts turns and blocks rounds, so one word for both would be wrong."""
    texts = TEXTS.read("zh")
    keys = ["error.already_drawn", "fact.stalled", "show.quiet", "show.quiet_brief", "option.quiet_turns"]
    lines = tuple(line.key for line in SHEET if line.rule in ("RM-5", "RM-13"))
    turns = [texts[key] for key in (*keys, *(key for key in texts if key.startswith(lines)))]
    assert len(turns) == 7
    for zh in turns:
        assert "回合" in zh
    for text in texts.values():
        assert not re.search(r"(\{turns\}|\{value\} 个|多少) ?轮|静轮|一轮：", text)


def test_facts_are_phrased_with_names_and_cards() -> None:
    teller = Phraser(GAME, "en", ["An", "Lan"])
    state = run_on_table("5C 6C 2D 8C", "9C", up="3D", then="QH", other="3S", scores=(15, 40))
    assert [teller.fact(fact) for fact in facts(state, "lay_off 9C 1 over")] == [
        "Lan lays off 9♣ at the high end of 5♣ 6♣ 2♦ 8♣."
    ]
    state = do(state, "lay_off 9C 1 over")
    lines = [teller.fact(fact) for fact in facts(state, "discard QH")]
    assert lines[0] == "Lan discards Q♥."
    assert lines[1].startswith("Lan goes out with the last discard. Points of this round: An ")
    assert ", Lan 0. Totals: An " in lines[1]
    assert ", Lan 40. Cards left: An: " in lines[1]
    assert "Lan:" not in lines[1]
    with pytest.raises(Illegal) as caught:
        game.apply(state, 1, LayOff(parse("QH")[0], 1, "over"))
    assert teller.refusal(caught.value) == "Q♥ does not fit there on 5♣ 6♣ 2♦ 8♣ 9♣. (RM-9)"
    assert teller.action(LayOff(parse("QH")[0], 1, "over")) == "Lay off Q♥ at the high end of meld 2"


def test_a_blocked_round_names_no_winner() -> None:
    ended = Ended(None, "blocked", (5, 10), (5, 10), (parse("3D"), parse("KD")))
    for lang in LANGS:
        line = Phraser(GAME, lang, ["An", "Lan"]).fact(ended)
        assert line.startswith(GAME.presentation.texts["word.blocked"].say(lang))


def test_show_has_contract_table_hand_and_scores() -> None:
    state = run_on_table("5C 6C 2D 8C", "JK1", up="3D", then="QH", other="3S", scores=(15, 40))
    assert GAME.presentation.show(game.view(state, 1), "en") == [
        "Round 2 of 7: lay down set of 3 + run of 4",
        "Stock 36, discard 3♦",
        "[1] set of Seat 2: 9♦ 9♥ 9♠",
        "[2] run of Seat 2: 5♣ 6♣ 2♦ 8♣",
        "1  8 cards  (dealer, 15 points)",
        "2  Q♥  wild: Joker  (you, to act, laid down, 40 points)",
    ]
    for lang in LANGS:
        over = do(state, "lay_off JK1 0 on", "discard QH")
        assert len(GAME.presentation.show(game.view(over, None), lang)) == 7
        assert len(GAME.presentation.show(game.view(short_pack(14), None), lang)) == 5
    last = dealt("3D", f"{HOLDS_TWO_SETS} 7S", then="9S", rules=Rules(rounds=1))
    last = do(last, "draw", TWO_SETS, "lay_off 7S 0 on", "lay_off 9S 1 on")
    assert GAME.presentation.show(game.view(last, 0), "en")[-2:] == [
        "Seat 2 goes out by laying off and wins the round.",
        "The match is over. The lowest total: Seat 2.",
    ]
