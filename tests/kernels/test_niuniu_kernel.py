"""Niu Niu around its rules: kernel, judge, heuristic, terminal and resampling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chieu.core import codec
from chieu.core.cards import DECK, Card, Cards, parse, spell
from chieu.core.game import CHANCE
from chieu.core.rng import Rng
from chieu.games import niuniu
from chieu.games.niuniu import GAME, hands
from chieu.games.niuniu.ai.heuristic import Heuristic
from chieu.games.niuniu.hands import compile_rules
from chieu.games.niuniu.messages import Bid, Stake, View
from chieu.games.niuniu.rules import PRESETS, Rules
from chieu.games.niuniu.text.judge import JUDGE
from tests.niuniu_reference import reference_verdict
from tests.niuniu_table import (
    AUCTION,
    BULL_ONE,
    CLASSIC,
    CUSTOM,
    NOTHING,
    PAYTABLE,
    bids,
    change,
    judged,
    played,
    stacked,
)

GAME_FOLDER = next(iter(niuniu.__path__))


@st.composite
def any_scale(draw: st.DrawFn) -> Rules:
    """Any values and any multiples."""
    numbers = [
        "five_faces", "face_and_spade_ace", "pair", "sum_ten", "plain_multiple",
        "bull_7_8", "bull_9", "bull_bull", "bomb", "five_small",
    ]  # fmt: skip
    values = "".join(draw(st.permutations(CUSTOM.values)))
    return change(CUSTOM, values=values, **{name: draw(st.integers(0, 4)) for name in numbers})


@given(rules=any_scale(), seed=st.integers(0, 2**32))
def test_kernel_agrees_with_the_reference_on_any_scale(rules: Rules, seed: int) -> None:
    for number in range(40):
        rng = Rng(seed, number)
        few = {rng.below(13) for _ in range(3)}  # few ranks make many pairs, bombs, small cards and faces
        cards = rng.shuffled(DECK if len(few) < 3 else tuple(card for card in DECK if card.rank in few))[:5]
        verdict = judged(spell(cards), rules)
        ranks = [str(card)[:-1] for card in cards]
        spade_ace = next((place for place, card in enumerate(cards) if str(card) == "AS"), None)
        multiple, reasons = reference_verdict(rules, ranks, spade_ace)
        assert verdict.multiple == multiple
        assert verdict.reason in reasons
        if verdict.base:
            base, final = ([hands.value(card, rules) for card in part] for part in (verdict.base, verdict.final))
            assert sum(base) % 10 == 0
            assert verdict.bull == (sum(final) % 10 or 10)
            assert sorted(verdict.base + verdict.final) == sorted(cards)


@given(rules=any_scale(), seed=st.integers(0, 2**32))
def test_nn_20_swapping_hands_swaps_the_result(rules: Rules, seed: int) -> None:
    """So no stake made before the cards is better than another."""
    compiled = compile_rules(rules)
    for number in range(20):
        a, b, c, d, e, f, g, h, i, j = Rng(seed, number).shuffled(DECK)[:10]
        first, second = hands.strength(a, b, c, d, e, compiled), hands.strength(f, g, h, i, j, compiled)
        assert hands.stakes_won(first, second, compiled) == -hands.stakes_won(second, first, compiled)


def test_kernel_gives_the_same_results_uncompiled() -> None:
    spec = spec_from_file_location("niuniu_hands_uncompiled", Path(GAME_FOLDER, "hands.py"))
    assert spec is not None
    assert spec.loader is not None
    plain = module_from_spec(spec)
    spec.loader.exec_module(plain)
    for rules in PRESETS.values():
        compiled, uncompiled = hands.CompiledRules(rules), plain.CompiledRules(rules)
        for number in range(500):
            a, b, c, d, e = Rng(6, number).shuffled(DECK)[:5]
            assert hands.verdict(a, b, c, d, e, compiled) == plain.verdict(a, b, c, d, e, uncompiled)
            assert hands.strength(a, b, c, d, e, compiled) == plain.strength(a, b, c, d, e, uncompiled)
        four = Rng(7).shuffled(DECK)[:4]
        assert hands.edge(four, Rng(8), 50, compiled) == plain.edge(four, Rng(8), 50, uncompiled)


def test_presets_are_valid_and_as_described() -> None:
    for rules in PRESETS.values():
        assert msgspec.convert(msgspec.to_builtins(rules), Rules) == rules
    assert next(iter(PRESETS)) == "custom"
    assert Rules() == CUSTOM
    assert change(CLASSIC, mode="auction", stake_max=5) == AUCTION
    assert change(CUSTOM, mode="paytable") == PAYTABLE


def test_judge_reads_and_writes_json_in_a_fixed_order() -> None:
    question = codec.decoder(JUDGE.question).decode('{"hand": ["10S", "K♦", "JD", "5H", "5C"]}')
    answer = codec.encode(JUDGE.answer(CUSTOM, question)).decode()
    assert answer == (
        '{"multiple":3,"base":["10S","KD","JD"],"final":["5H","5C"],"rule":"NN-6","reason":"pair","bull":10}'
    )


@pytest.mark.parametrize("lang", ["vi", "en", "zh"])
def test_the_judge_explains_every_kind_of_hand(lang: Any) -> None:
    for cards in (BULL_ONE, NOTHING, "KD KC QD QC JD", "2D 8D 10D KC AS"):
        verdict = judged(cards)
        told = JUDGE.explain(CUSTOM, JUDGE.question(parse(cards)), verdict, lang)
        assert f"{verdict.multiple}" in told.verdict
        assert any("30" in reason for reason in told.reasons) == (cards == BULL_ONE)


def auction_view(cards: str, times: int = 0) -> tuple[View, tuple[Any, ...]]:
    """Return the view and legal actions of seat 1 of two, with these four cards.

    The seat is about to bid, or, with `times`, to stake against the other's bid.
    """
    other = spell([card for card in DECK if card not in parse(cards)][:5])
    spare = next(card for card in reversed(DECK) if card not in parse(f"{cards} {other}"))
    state, _ = GAME.apply(GAME.start(AUCTION, 2), CHANCE, stacked([other, f"{cards} {spare}"]))
    if times:
        state, _ = GAME.apply(state, 1, Bid(1))
        state, _ = GAME.apply(state, 0, Bid(max(times, 2)))
    return GAME.view(state, 1), GAME.legal(state, 1)


def test_heuristic_bids_and_stakes_by_the_edge_of_its_cards() -> None:
    bombed, hopeless = "7D 7C 7H 7S", "AC 3D 2H 8S"
    bot = Heuristic(AUCTION, 1, Rng(5))
    assert bot.act(*auction_view(bombed)) == Bid(4)
    assert bot.act(*auction_view(bombed, times=4)) == Stake(5)
    assert bot.act(*auction_view(hopeless)) == Bid(1)
    assert bot.act(*auction_view(hopeless, times=2)) == Stake(1)


def test_edge_of_four_cards_matches_an_enumeration() -> None:
    """All hands of five are counted against a bomb that only five small beats."""
    four = parse("KD KC KH KS")
    rest = [card for card in DECK if card not in four]
    small = sum(sum(hands.value(card, CLASSIC) for card in five) <= 10 for five in combinations(_small(rest), 5))
    chance = small / comb(48, 5)
    expected = 6 * (1 - chance) - 8 * chance
    assert hands.edge(four, Rng(1), 20_000, compile_rules(CLASSIC)) == pytest.approx(expected, abs=0.02)


def _small(cards: Sequence[Card]) -> Iterator[Card]:
    return (card for card in cards if str(card)[:-1] in ("A", "2", "3", "4"))


def test_resample_keeps_visible_cards_and_moves_the_rest() -> None:
    state, _ = bids(AUCTION, 1, 2)
    other = GAME.resample(state, 1, Rng(8).shuffled)
    assert GAME.view(other, 1) == GAME.view(state, 1)
    assert GAME.view(other, 0).seats[0].cards != GAME.view(state, 0).seats[0].cards
    before: tuple[Cards, ...] = GAME.orders(state)
    assert sorted(GAME.orders(other)[0]) == sorted(before[0])


@pytest.mark.parametrize("lang", ["vi", "en", "zh"])
def test_terminal_shows_the_base_apart(lang: Any) -> None:
    step = played(CUSTOM, ["KD KC 10D 9D AC", NOTHING])
    lines = GAME.presentation.show(GAME.view(step.state, 1), lang)
    assert "10♦ 9♦ A♣ + K♦ K♣" in lines[1]
    assert "A♥ 2♠ 2♥ 4♠ 8♠" in lines[2]
    assert "+3" in lines[1]
    assert "-3" in lines[2]
    state, _ = bids(AUCTION, 1, 2)
    hidden = GAME.presentation.show(GAME.view(state, None), lang)
    assert "▒▒ ▒▒ ▒▒ ▒▒" in hidden[1]
