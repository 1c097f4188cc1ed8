"""Big Two, rule by rule: legal plays and their order. `test_big2_deal.py` tests the course of a deal."""

from __future__ import annotations

from itertools import pairwise

import pytest

from chieu.core.cards import DECK, BadCard, parse
from chieu.core.codec import plain
from chieu.core.extras import Explanation
from chieu.core.game import CHANCE, Illegal, Shuffle
from chieu.core.text.languages import LANGS
from chieu.games.big2 import game, hands
from chieu.games.big2.messages import ControlTaken, Opening, Pass, Passed
from chieu.games.big2.rules import PRESETS, Rules
from chieu.games.big2.text.judge import JUDGE, Answer, Question
from tests.big2_tables import LAWRENCE, changed, do, late, may_pass, opened, play, plays, public_facts, refusal

# Clockwise, so that turns read from left to right.
HONG_KONG, TAIWAN = (changed(PRESETS[name], direction="clockwise") for name in ("hong_kong", "taiwan"))
PUSOY = PRESETS["pusoy_dos"]
DOWN = "3D 4C 5H 6S 7D"  # a low straight, judged by the 7 of diamonds


def judged(cards: str, over: str | None = None, rules: Rules = LAWRENCE) -> Answer:
    question = Question(parse(cards), parse(over) if over is not None else None)
    answer = JUDGE.answer(rules, question)
    assert isinstance(answer, Answer)
    return answer


def kind(cards: str, rules: Rules = LAWRENCE) -> str | None:
    return judged(cards, rules=rules).kind


def ascending(*all_plays: str, rules: Rules = LAWRENCE) -> bool:
    """Return whether each play beats the previous one, and not vice versa. Plays may share cards."""
    compiled = hands.compile_rules(rules)
    values = [hands.value(hands.mask_of(parse(cards), compiled), compiled) for cards in all_plays]
    assert all(values), "expected plays only"
    return all(
        hands.beats(high, low, compiled) and not hands.beats(low, high, compiled) for low, high in pairwise(values)
    )


def test_bt_1_thirteen_cards_each_by_rank_then_suit() -> None:
    state = opened(LAWRENCE, "3D", "", "", "")
    held = [game.view(state, seat).seats[seat].cards for seat in range(4)]
    assert all(cards is not None and len(cards) == 13 for cards in held)
    assert sorted(card for cards in held for card in cards or ()) == list(DECK)
    assert ascending("3D", "3C", "3H", "3S", "4D", "10S", "JD", "QD", "KD", "KS", "AD", "AS", "2D", "2C", "2H", "2S")


def test_bt_1_two_seats_get_thirteen_cards_each() -> None:
    state = opened(LAWRENCE, "3D", "")
    assert [len(game.view(state, seat).seats[seat].cards or ()) for seat in range(2)] == [13, 13]


def test_bt_2_three_of_diamonds_is_in_the_opening_play() -> None:
    state = opened(LAWRENCE, "", "", "3D 3C 4C 5H 6S 7D KS", "")
    assert game.to_act(state) == (2,)
    assert plays(state)[:2] == ["3D", "3D 3C"]  # single, pair
    assert "3D 4C 5H 6S 7D" in plays(state)  # set
    assert all("3D" in cards for cards in plays(state))
    assert not may_pass(state)
    assert refusal(state, 2, play("KS")) == ("must_open", "BT-2")
    assert refusal(state, 2, Pass()) == ("must_lead", "BT-4")
    assert refusal(state, 1, play("3D")) == ("not_your_turn", "")


def test_bt_2_with_fewer_seats_the_lowest_card_dealt_opens() -> None:
    low = "4H 5D 6D 7D 8D 9D 10D JD QD KD AD 2D 4S"
    state = opened(LAWRENCE, low, "5C 6C 7C 8C 9C 10C JC QC KC AC 2C 5S 6S")
    assert game.to_act(state) == (0,)
    assert set(plays(state)) >= {"4H", "4H 4S"}
    assert all("4H" in cards for cards in plays(state))


def test_bt_2_last_winner_may_open_with_anything() -> None:
    rules = changed(HONG_KONG, winner_opens=True)
    over = do(late(rules, "7D 7C", "8D 8C", "9S", "6D", turn=2), (2, play("9S")))
    match = game.match_after(over)
    assert match.winner == 2
    start = game.start(rules, 4, match)
    state, events = game.apply(start, CHANCE, Shuffle(DECK))  # the lowest card is seat 0's
    assert events[-1].fact == Opening(2)
    assert game.to_act(state) == (2,)
    assert "2H" in plays(state)
    assert not game.view(state, 2).opening


def test_bt_3_play_goes_clockwise_and_a_round_keeps_its_kind() -> None:
    state = late(LAWRENCE, "5D 5C 6D", "7D 7C 8D", "9D 9C 10D", "JD JC QD", turn=3)
    state = do(state, (3, play("QD")))
    assert game.to_act(state) == (0,)
    state = do(late(LAWRENCE, "5D 5C 6D", "7D 7C 8D", "9D 9C 10D", "JD JC QD"), (0, play("5D 5C")))
    assert game.to_act(state) == (1,)
    assert plays(state) == ["7D 7C"]
    assert refusal(state, 1, play("8D")) == ("wrong_kind", "BT-3")
    assert refusal(state, 1, play("7D 8D")) == ("no_play", "BT-6")
    assert refusal(state, 1, play("9D 9C")) == ("not_held", "BT-3")
    assert refusal(state, 1, play("7D 7D")) == ("card_twice", "BT-3")
    assert refusal(state, 1, play("")) == ("no_play", "BT-3")
    state = do(state, (1, play("7C 7D")))  # in any order
    assert plays(state) == ["9D 9C"]


def test_bt_4_all_but_the_leader_may_pass_for_that_turn() -> None:
    state = late(LAWRENCE, "5D 9D 3C", "6D 10D 3H", "7D JD 3S", "8D QD 4D")
    assert not may_pass(state)
    state = do(state, (0, play("5D")))
    assert plays(state) == ["6D", "10D"]
    assert may_pass(state)
    state = do(state, (1, Pass()), (2, play("7D")), (3, Pass()), (0, play("9D")))
    assert game.to_act(state) == (1,)
    assert plays(state) == ["10D"]


def test_bt_4_pass_may_lock_out_for_the_whole_round() -> None:
    rules = changed(LAWRENCE, pass_locks_out=True)
    state = late(rules, "5D 9D 3C", "6D 10D 3H", "7D JD 3S", "8D QD 4D")
    state = do(state, (0, play("5D")), (1, Pass()), (2, play("7D")), (3, Pass()), (0, play("9D")))
    assert game.to_act(state) == (2,)
    assert [seat.passed for seat in game.view(state, None).seats] == [False, True, False, True]
    state = do(state, (2, play("JD")))
    state, events = game.apply(state, 0, Pass())
    assert events[-1].fact == ControlTaken(2)
    assert game.to_act(state) == (2,)
    assert not any(seat.passed for seat in game.view(state, None).seats)


def test_bt_5_last_to_play_leads_when_all_others_pass() -> None:
    state = do(late(LAWRENCE, "5D 9D 3C", "6D 10D 10C", "7D JD 3S", "8D QD 4D"), (0, play("5D")), (1, play("6D")))
    state = do(state, (2, Pass()), (3, Pass()))
    assert public_facts(state, 0, Pass()) == [Passed(0), ControlTaken(1)]
    state = do(state, (0, Pass()))
    assert plays(state) == ["10D", "10C", "10D 10C"]
    assert not may_pass(state)


def test_bt_5_next_seat_leads_if_the_last_to_play_is_out() -> None:
    state = do(late(LAWRENCE, "5D 9D 3C", "QS", "7D JD 3S", "8D QD 4D"), (0, play("5D")), (1, play("QS")))
    state = do(state, (2, Pass()), (3, Pass()))
    assert game.to_act(state) == (0,)
    assert may_pass(state)  # all three seats still in must pass: seat 1 is out
    state = do(state, (0, Pass()))
    assert game.to_act(state) == (2,)
    assert not may_pass(state)


def test_bt_5_lead_passes_on_from_the_seat_that_went_out() -> None:
    rules = changed(LAWRENCE, pass_locks_out=True)
    state = late(rules, "5D 9D 3C", "6D QS", "7D JD 3S", "8D KD 4D")
    state = do(state, (0, play("5D")), (1, play("6D")), (2, play("7D")), (3, Pass()), (0, Pass()), (1, play("QS")))
    state = do(state, (2, Pass()))
    assert game.to_act(state) == (2,)
    state = late(rules, "5D 9D 3C", "QS 6D", "7D JD 3S", "8D KD 4D", turn=1)
    state = do(state, (1, play("6D")), (2, play("7D")), (3, play("8D")), (0, Pass()), (1, play("QS")), (2, Pass()))
    assert game.to_act(do(state, (3, Pass()))) == (2,)  # not seat 0, which is next to the last seat to pass


def test_bt_6_singles_and_pairs_go_by_rank_then_suit() -> None:
    assert judged("9D", "8S").beats
    assert judged("9S", "9H").beats
    assert not judged("9C", "9H").beats
    assert judged("10D 10C", "9H 9S").beats
    assert judged("9S 9D", "9H 9C").beats  # the spade
    assert not judged("9H 9C", "9S 9D").beats
    assert judged("9S 9D", "9H 9C").rule == "BT-6"


def test_bt_6_three_of_a_kind_only_with_the_option() -> None:
    assert judged("9D 9C 9H") == Answer(None, False, "BT-6")
    state = late(LAWRENCE, "9D 9C 9H KS", "4D 4C 4H 5D", "10S", "JS")
    assert refusal(state, 0, play("9D 9C 9H")) == ("no_play", "BT-6")
    state = late(HONG_KONG, "9D 9C 9H KS", "4D 4C 4H 4S 10D 10C 10H", "10S", "JS")
    assert "9D 9C 9H" in plays(state)
    assert plays(do(state, (0, play("9D 9C 9H")))) == ["10D 10C 10H"]
    assert ascending("3D 3C 3H", "4D 4H 4S", "AD AC AS", "2D 2C 2H", rules=HONG_KONG)


STRAIGHTS = ("34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA")


def straight(ranks: str, last_suit: str = "S") -> str:
    """Return a straight in mixed suits, with the last card in this suit."""
    suits = "DCHD" + last_suit
    return " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))


def test_bt_7_straights_go_by_the_highest_card() -> None:
    low, *middle, high = (straight(ranks) for ranks in ("23456", *STRAIGHTS, "JQKA2"))
    assert ascending(low, *middle, high)
    assert ascending(straight("34567", "D"), straight("34567", "C"), straight("34567", "H"), straight("34567", "S"))
    assert kind(DOWN) == "straight"
    assert kind("AD 2C 3H 4S 5D") is None
    assert judged("AD 2C 3H 4S 5D").rule == "BT-7"
    assert [kind(straight(ranks)) for ranks in ("QKA23", "KA234")] == [None, None]


def test_bt_7_two_to_six_is_the_lowest_and_judged_by_the_six() -> None:
    assert ascending("2S 3D 4C 5H 6D", "2D 3H 4H 5S 6C", "3D 4D 5C 6D 7D")
    assert not judged("2S 3C 4C 5H 6D", "2D 3H 4H 5S 6C").beats


@pytest.mark.parametrize(
    ("straights", "ladder"),
    [
        ("3-A,23456,A2345", (*STRAIGHTS, "34562", "345A2")),
        ("A2345,3-A,23456", ("A2345", *STRAIGHTS, "34562")),
        ("A2345,23456,3-A", ("A2345", "23456", *STRAIGHTS)),
        ("A2345,23456,3-A,JQKA2", ("A2345", "23456", *STRAIGHTS, "JQKA2")),
        ("3-A,JQKA2", (*STRAIGHTS, "JQKA2")),
        ("3-A", STRAIGHTS),
    ],
)
def test_bt_7_other_orders_of_straights(straights: str, ladder: tuple[str, ...]) -> None:
    rules = changed(LAWRENCE, straights=straights)
    # By the suit of the card named last: the highest one, or the 2 of a straight above the ordinary ones.
    assert ascending(*(straight(ranks, suit) for ranks in ladder for suit in "CHS"), rules=rules)
    named = {frozenset(ranks) for ranks in ladder}
    others = {frozenset(ranks) for ranks in ("A2345", "23456", "JQKA2", "QKA23", "KA234")} - named
    assert all(kind(straight("".join(sorted(ranks))), rules) is None for ranks in others)


def test_bt_8_flushes_go_by_suit_then_by_the_highest_cards() -> None:
    assert kind("3D 5D 7D 9D JD") == "flush"
    assert ascending("3D 9D JD KD 2D", "3C 4C 5C 6C 8C", "3H 4H 5H 6H 8H", "3S 4S 5S 6S 8S")
    assert ascending("3S 4S 5S 6S 8S", "3S 4S 5S 7S 8S", "3S 4S 5S 6S 9S", "3S 4S 5S 7S 2S", "3S 4S KS AS 2S")
    assert judged("3S 4S 5S 6S 8S", "9D JD KD AD 2D") == Answer("flush", True, "BT-8")


def test_bt_8_flushes_by_rank_or_not_played() -> None:
    assert ascending("3S 4S 5S 6S 8S", "3D 4D 5D 6D 9D", "3C 4C 5C 7C 9C", "3D 5D 7D 9D 2D", rules=HONG_KONG)
    assert judged("3S 4S 5S 6S 8S", rules=TAIWAN) == Answer(None, False, "BT-8")
    assert kind("4S 5S 6S 7S 8S", TAIWAN) == "straight_flush"


def test_bt_9_full_houses_go_by_the_three() -> None:
    assert kind("4D 4C 4H 3D 3C") == kind("3D 3C 4H 4S 4D") == "full_house"
    assert ascending("3D 3C 3H 2D 2C", "4D 4C 4H 3S 3D", "AD AC AH 3D 3C", "2D 2C 2H 3D 3C")
    assert judged("4D 4C 4H 3S 3D", "3C 3H 2S 2D 2C").rule == "BT-9"


def test_bt_10_four_of_a_kind_takes_any_fifth_card() -> None:
    assert all(kind(f"9D 9C 9H 9S {card}") == "four" for card in DECK if card.rank != 6)
    assert kind("9D 9C 9H 9S") is None
    assert ascending("3D 3C 3H 3S 2S", "4D 4C 4H 4S 5D", "2D 2C 2H 2S 3D")
    assert judged("4D 4C 4H 4S 5D", "3D 3C 3H 3S 2S").rule == "BT-10"


def test_bt_11_straight_flushes_go_by_suit_then_as_straights() -> None:
    assert kind("9D 10D JD QD KD") == "straight_flush"
    assert ascending("JD QD KD AD 2D", "2C 3C 4C 5C 6C", "3C 4C 5C 6C 7C", "9C 10C JC QC KC", "2H 3H 4H 5H 6H")
    assert judged("3C 4C 5C 6C 7C", "9D 10D JD QD KD") == Answer("straight_flush", True, "BT-11")
    assert ascending("3S 4S 5S 6S 7S", "9C 10C JC QC KC", "9H 10H JH QH KH", rules=HONG_KONG)


def test_bt_12_a_royal_flush_beats_every_other_straight_flush() -> None:
    assert kind("10D JD QD KD AD") == "royal_flush"
    assert ascending("9S 10S JS QS KS", "JS QS KS AS 2S", "10D JD QD KD AD", "10C JC QC KC AC", "10S JS QS KS AS")
    assert judged("10C JC QC KC AC", "10D JD QD KD AD").rule == "BT-12"
    without = changed(PUSOY, royal=False)
    assert kind("10D JD QD KD AD", without) == "straight_flush"
    assert ascending("10D JD QD KD AD", "JC QC KC AC 2C", rules=without)
    assert ascending("JC QC KC AC 2C", "10C JC QC KC AC", "10D JD QD KD AD", rules=PUSOY)


def test_bt_12_is_cited_for_royal_against_straight_flush() -> None:
    assert judged("10D JD QD KD AD", "JS QS KS AS 2S") == Answer("royal_flush", True, "BT-12")
    assert judged("JS QS KS AS 2S", "10D JD QD KD AD") == Answer("straight_flush", False, "BT-12")
    assert judged("10D JD QD KD AD", "9S 9H 9C 9D 3D") == Answer("royal_flush", True, "BT-13")
    state = do(late(LAWRENCE, "10D JD QD KD AD 3C", "JS QS KS AS 2S 3H", "4C", "4H"), (0, play("10D JD QD KD AD")))
    assert refusal(state, 1, play("JS QS KS AS 2S")) == ("too_low", "BT-12")


LADDER = (
    "JD QC KH AS 2S",  # the highest straight
    "3D 4D 5D 6D 8D",  # the lowest flush, and so on
    "3D 3C 3H 4D 4C",
    "3D 3C 3H 3S 4D",
    "2D 3D 4D 5D 6D",
    "10D JD QD KD AD",
)


def test_bt_13_any_set_beats_any_set_of_a_lower_kind() -> None:
    assert ascending(*LADDER)
    assert judged("3H 4H 5H 6H 8H", "JD QC KH AS 2S") == Answer("flush", True, "BT-13")
    assert not judged("JD QC KH AS 2S", "3H 4H 5H 6H 8H").beats


def test_bt_13_legal_plays_include_higher_kinds() -> None:
    hand = "3D 4C 5H 6S 7D 5D 6D KD QD"
    state = late(LAWRENCE, hand, "8D 8C 8H 4D 4H JS QS AS 2S 5S", "9S 9H", "10S 10H")
    state = do(state, (0, play(DOWN)))
    assert plays(state) == ["5S JS QS AS 2S", "4D 4H 8D 8C 8H"]
    assert refusal(state, 1, play("4D 4H")) == ("wrong_kind", "BT-3")
    state = do(late(LAWRENCE, "5S JS QS AS 2S 9C", hand, "9S 9H", "10S 10H"), (0, play("5S JS QS AS 2S")))
    assert refusal(state, 1, play("3D 5D 6D 7D KD")) == ("too_low", "BT-8")
    assert refusal(state, 1, play(DOWN)) == ("too_low", "BT-13")


def test_bt_13_bombs_beat_any_lower_kind() -> None:
    held = "9D 9C 9H 9S 4D 5D 6D 7D 8D 10C 10H 10S 3H"
    state = do(late(TAIWAN, "3S KS", held, "JS", "QS"), (0, play("KS")))
    assert "4D 9C 9D 9H 9S" in plays(state)
    assert "4D 5D 6D 7D 8D" in plays(state)
    state = do(late(TAIWAN, "3C 4C 5H 6S 7C KS", held, "JS", "QS"), (0, play("3C 4C 5H 6S 7C")))
    assert "9C 9D 10C 10H 10S" not in plays(state)  # a full house does not beat a straight here
    assert refusal(state, 1, play("10C 10H 10S 9D 9C")) == ("wrong_kind", "BT-3")
    state = do(state, (1, play("4D 9D 9C 9H 9S")))
    assert plays(do(state, (2, Pass()), (3, Pass()))) == []
    assert judged("3D 3C 3H 3S 4D", "2S", TAIWAN) == Answer("four", True, "BT-13")
    assert judged("3D 3C 3H 3S 4D", "2S", HONG_KONG) == Answer("four", False, "BT-3")
    assert not judged("3D 3C 3H 3S 4D", "4C 5C 6C 7C 8C", TAIWAN).beats


def test_bt_1_other_orders_of_suits() -> None:
    assert ascending("3C", "3D", "3H", "3S", "4C", rules=TAIWAN)
    assert ascending("3C", "3S", "3H", "3D", "4C", rules=PUSOY)
    assert ascending("7H 7S", "7C 7D", rules=PUSOY)
    state = opened(PUSOY, "", "3C 3D", "", "")
    assert game.to_act(state) == (1,)
    assert plays(state)[:2] == ["3C", "3C 3D"]


def test_judge_answers_in_a_fixed_order_and_explains() -> None:
    verdict = judged("3S", "3D")
    assert list(plain(verdict).items()) == [("kind", "single"), ("beats", True), ("rule", "BT-6")]
    assert judged("3S 4D") == Answer(None, False, "BT-3")
    assert judged("2S", "3D 3C") == Answer("single", False, "BT-3")
    for lang in LANGS:
        for cards, over in (("3S", "3D"), ("3D", "3S"), ("3S", None), ("3S 4S", None)):
            question = Question(parse(cards), parse(over) if over else None)
            told = JUDGE.explain(LAWRENCE, question, judged(cards, over), lang)
            assert all((told.verdict, *told.reasons))
    told = JUDGE.explain(LAWRENCE, Question(parse("3S"), parse("3D")), verdict, "en")
    assert told == Explanation("3♠ beats 3♦.", ("3♠: a single.",))
    told = JUDGE.explain(LAWRENCE, Question(parse("2S"), parse("3D 3C")), judged("2S", "3D 3C"), "en")
    assert told.verdict == "2♠ does not beat 3♦ 3♣."
    assert told.reasons[-1] == "What lies there is a pair: a single does not answer it."


def test_judge_rejects_duplicates_and_bad_plays() -> None:
    for cards, over in (("3S 3S", None), ("3S", "3S"), ("3S 4S 5S 6S 7S", "7S")):
        with pytest.raises(BadCard):
            judged(cards, over)
    for cards, over, code in (("3S", "4S 5S", "no_play"), ("3S", "", "no_play"), ("JK1", None, "no_jokers")):
        with pytest.raises(Illegal, match=code):
            judged(cards, over)
