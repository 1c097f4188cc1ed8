"""Judges cite the rule number under which the rule sheet states what decided."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from chieu.core import sheets
from chieu.core.cards import DECK, parse
from chieu.core.game import AnyGame
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS, Lang
from chieu.games import load
from chieu.games.big2.hands import RULE_OF_KIND
from chieu.games.big2.messages import KINDS
from chieu.games.big2.rules import Rules as BigTwo
from chieu.games.niuniu.rules import PRESETS as NIU_NIU
from chieu.games.niuniu.rules import Rules as NiuNiu
from chieu.games.niuniu.text.judge import JUDGE as NIU_NIU_JUDGE
from chieu.games.niuniu.text.judge import Question as Five
from chieu.games.rummy.rules import Rules as Rummy
from chieu.games.xidach.rules import Rules as XiDach
from chieu.games.xidach.text.judge import JUDGE as XI_DACH_JUDGE
from chieu.games.xidach.text.judge import Question as Two


def sentences(game: AnyGame, rules: Any, rule: str) -> str:
    """Return the rule sheet's texts for a rule number."""
    return " ".join(line.text for line in sheets.prose(game, rules, "en") if line.rule == rule)


def test_niuniu_every_reason_cites_its_rule() -> None:
    game = load("niuniu")
    rng = Rng(1)
    sheet = {line.option: line.rule for line in game.presentation.sheet}
    every = NiuNiu(bull_7_8=2, bull_9=3, bull_bull=4, bomb=6, five_small=8, sum_ten=5, pair=6)
    seen = set()
    for rules in (*NIU_NIU.values(), every):
        for _ in range(4000):
            verdict: Any = NIU_NIU_JUDGE.answer(rules, Five(rng.shuffled(DECK)[:5]))
            seen.add((verdict.reason, verdict.rule))
    for hand in ("KS KH KD QS QH", "2S 2H 2D 2C 7H", "AS AH 2D 2C 3H"):
        verdict = NIU_NIU_JUDGE.answer(every, Five(parse(hand)))
        seen.add((verdict.reason, verdict.rule))
    options = {"plain": "plain_multiple"}
    wanted = {(reason, sheet[options.get(reason, reason)]) for reason, _ in seen if reason != "no_base"}
    assert seen == wanted | {("no_base", "NN-4")}
    assert len(seen) == 11


def test_nn_3_nn_6_nn_8_hands_cite_their_rules() -> None:
    game = load("niuniu")
    numbers = {
        "five_faces": "NN-3",
        "bomb": "NN-6",
        "five_small": "NN-6",
        "bull_7_8": "NN-6",
        "bull_9": "NN-6",
        "bull_bull": "NN-6",
        "plain_multiple": "NN-8",
    }
    assert {line.option: line.rule for line in game.presentation.sheet if line.option in numbers} == numbers


@pytest.mark.parametrize(
    ("mode", "rule", "sentence"),
    [
        ("banker", "NN-20", "The host is banker."),
        ("paytable", "NN-22", "everyone plays against the house"),
        ("auction", "NN-23", "bids 1 to 4 in secret"),
    ],
)
def test_nn_20_nn_22_nn_23_each_way_of_banking_cites_its_rule(mode: Any, rule: str, sentence: str) -> None:
    for start in NIU_NIU.values():
        lines = sheets.prose(load("niuniu"), replace(start, mode=mode), "en")
        assert [line.rule for line in lines if sentence in line.text] == [rule]
        assert not any("Not played: Banking" in line.text for line in lines)


@pytest.mark.parametrize("lang", LANGS)
def test_bt_13_the_order_of_kinds_ends_with_the_royal_flush(lang: Lang) -> None:
    game = load("big2")
    royal = game.presentation.texts["word.royal_flush"].say(lang).removeprefix("a ")
    for rules, ends in ((BigTwo(), True), (BigTwo(royal=False), False), (BigTwo(bombs=True), False)):
        (line,) = [line.text for line in sheets.prose(game, rules, lang) if line.rule == "BT-13"]
        assert line.rstrip(".。").endswith(f"< {royal}") is ends


@pytest.mark.parametrize("number", RULE_OF_KIND)
def test_big2_every_kind_cites_its_rule(number: int) -> None:
    game = load("big2")
    name = game.presentation.texts[f"word.{KINDS[number - 1]}"].say("en").removeprefix("a ")
    assert name.lower() in sentences(game, BigTwo(triples=True), RULE_OF_KIND[number]).lower()


@pytest.mark.parametrize(("both_quac_lower", "quac_beats_non"), list(product((False, True), repeat=2)))
@pytest.mark.parametrize(
    ("dealer", "player", "sentence"),
    [
        ("10S 8H", "10D 7H", "higher total wins"),
        ("10S JH 5D", "10D JD 3S", "Quắc"),
        ("10S 5H", "10D JD 3S", "If only one side is Quắc, it loses"),
    ],
)
def test_xidach_the_cited_rule_says_what_decided(
    dealer: str, player: str, sentence: str, both_quac_lower: bool, quac_beats_non: bool
) -> None:
    game = load("xidach")
    rules = XiDach(both_quac="lower" if both_quac_lower else "push", quac_beats_non=quac_beats_non)
    verdict: Any = XI_DACH_JUDGE.answer(rules, Two(parse(dealer), parse(player)))
    assert sentence in sentences(game, rules, verdict.rule)
    text = " ".join(line.text for line in sheets.prose(game, rules, "en"))
    assert text.count("higher total wins") == 1


def test_nn_22_against_the_house_no_hands_are_compared() -> None:
    game = load("niuniu")
    for mode in ("banker", "auction"):
        assert sentences(game, NiuNiu(mode=mode), "NN-21")
    assert not sentences(game, NIU_NIU["paytable"], "NN-21")


def test_rummy_sheet_states_rounds_and_card_points() -> None:
    game = load("rummy")
    assert "Rounds 1 to 3 are played" in sentences(game, Rummy(rounds=3), "RM-2")
    assert "a 2 that is not wild) five" in sentences(game, Rummy(wild_ranks="none"), "RM-12")
