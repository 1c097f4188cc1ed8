"""Pictures of cards are self-contained: every reference resolves and every colour is literal."""

from __future__ import annotations

import re
import xml.etree.ElementTree as Xml
from itertools import pairwise

import pytest

from chieu import pictures
from chieu.core.cards import CARDS, Card
from chieu.pictures import png
from chieu.pictures.drawing import HEIGHT, WIDTH, fan


@pytest.mark.parametrize("card", [*CARDS, None], ids=str)
def test_a_card_is_self_contained_and_renders(card: Card | None) -> None:
    svg = pictures.card(card)
    Xml.fromstring(svg)
    ids = re.findall(r' id="([^"]+)"', svg)
    referred = re.findall(r"(?:href=.|url\()#([\w-]+)", svg)
    assert len(ids) == len(set(ids))
    assert set(referred) == set(ids)
    assert "var(" not in svg
    assert "{" not in svg
    assert png(svg, 100).startswith(b"\x89PNG")


def test_no_two_cards_look_the_same() -> None:
    drawn = {png(pictures.card(card), 50) for card in (*CARDS, None)}
    assert len(drawn) == len(CARDS) + 1


def test_a_hand_shows_its_cards_in_order_and_backs() -> None:
    svg = pictures.hand(["3D", None, "10S"])
    assert re.findall(r"#(rank-\w+|card-back)'", svg) == ["rank-3", "card-back", "rank-10"]
    assert "AS" not in pictures.hand([None] * 13)


@pytest.mark.parametrize("count", [0, 1, 2, 5, 13, 15, 16, 30])
def test_a_hand_of_any_size_fits_its_picture(count: int) -> None:
    svg = Xml.fromstring(pictures.hand(["7C"] * count, "#000"))
    width, height = float(svg.attrib["width"]), float(svg.attrib["height"])
    spots = re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", Xml.tostring(svg, "unicode"))
    assert len(spots) == count
    for x, y in spots:
        assert 0 <= float(x) <= width - WIDTH
        assert 0 <= float(y) <= height - HEIGHT
    assert png(pictures.hand(["7C"] * count), 200)


def test_every_card_of_a_fan_shows_its_index() -> None:
    for count in range(2, 16):
        places = fan(count)
        assert all(after.x - before.x > 0.4 * WIDTH for before, after in pairwise(places))


def test_text_that_is_not_a_card_is_refused() -> None:
    assert pictures.hand("10S JK1") == pictures.hand(["10S", "JK1"])
    for text in ("", "1S", "S", "10s", "JK3", "10S 9H"):
        with pytest.raises(ValueError, match="is not a card: write 10S"):
            pictures.card(text)
