"""Cards are ints that print as text, and parse from the spellings people use."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chieu.core.cards import CARDS, DECK, BadCard, Card, card, distinct, parse, pretty, spell


@given(st.sampled_from(CARDS))
def test_every_card_parses_back_from_its_text(expected: Card) -> None:
    assert card(str(expected)) is expected
    assert card(pretty(expected)) is min(expected, CARDS[52])  # people do not distinguish the jokers
    assert card(str(expected).lower()) is expected


def test_common_spellings_parse() -> None:
    assert parse("10S ts T♠ 10♠ 10♠️") == (card("10S"),) * 5
    assert parse("3d, 3♦,JK1 jk2") == (card("3D"), card("3D"), card("JK1"), card("JK2"))
    assert parse("  ") == ()


def test_ints_are_in_big_two_order() -> None:
    assert spell(DECK[:5]) == "3D 3C 3H 3S 4D"
    assert spell(DECK[-4:]) == "2D 2C 2H 2S"
    assert (card("KH").rank, card("KH").suit) == (10, 2)
    assert len(set(CARDS)) == 54


@pytest.mark.parametrize("text", ["", "1S", "11S", "10", "S", "10X", "JK3", "JK", "10SS", "A S", "１0S", "x" * 5000])
def test_a_wrong_card_gives_a_short_error(text: str) -> None:
    with pytest.raises(BadCard) as caught:
        card(text)
    assert "is not a card: a card is a rank" in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_duplicate_card_is_named() -> None:
    assert distinct(parse("AS KD")) == parse("AS KD")
    with pytest.raises(BadCard, match="'AS' is there twice"):
        distinct(parse("AS KD AS"))
