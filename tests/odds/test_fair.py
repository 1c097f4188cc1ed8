"""OD-7: make it fair again."""

from __future__ import annotations

import msgspec
import pytest

from chieu import odds
from chieu.core import sheets
from chieu.core.options import Value
from chieu.core.text.languages import Lang
from chieu.games import load
from chieu.odds import phrasing
from chieu.odds.effects import rotation, smallest_edge
from chieu.odds.results import Estimate, Measured, Neighbour, RoleOdds


def role(won: float, margin: float = 0.0) -> RoleOdds:
    half = Estimate(0.5, 0.5, 0.5)
    figures = {"win": half, "even": half, "lose": half, "swing": half}
    return RoleOdds(role="house", seats=1, won=Estimate(won, won - margin, won + margin), results={}, **figures)


def measured(left: float, margin: float = 0.0) -> Measured:
    return Measured("play", Estimate(0, 0, 0), None, 0.0, Estimate(left, left - margin, left + margin))


@pytest.mark.parametrize(
    ("name", "sheet", "kind", "offered"),
    [
        ("xidach", "room", "rotate", "room~nd1"),
        ("xidach", "room~nd2", "rotate", "room~nd1"),
        ("xidach", "room~nd1", "rotates", "room~nd1"),
        ("big2", "lawrence~woy", "rotate", "lawrence"),
        ("rummy", "seven-rounds", "rotates", "seven-rounds"),
    ],
)
def test_od_7_a_rotation_is_offered_first(name: str, sheet: str, kind: str, offered: str) -> None:
    game = load(name)
    offer = rotation(game, sheets.from_code(game, sheet), role(0.5))
    assert offer is not None
    assert offer.kind == kind
    assert offer.sheet == offered
    assert offer.left == Estimate(0.0, 0.0, 0.0, exact=True)
    again = rotation(game, sheets.from_code(game, offer.sheet), role(0.5))
    assert again is not None
    assert again.kind == "rotates"


def test_od_7_without_an_edge_nothing_is_offered() -> None:
    game = load("xidach")
    assert rotation(game, game.presets["room"], role(0.01, 0.02)) is None
    assert rotation(load("niuniu"), load("niuniu").presets["paytable"], role(0.5)) is None
    assert odds.effects("niuniu", "classic", seats=2).fairer is None


def test_od_7_the_change_with_the_smallest_edge_is_offered() -> None:
    game = load("niuniu")
    rules = game.presets["paytable"]
    around = [Neighbour("pair", 3, value, sheets.from_code(game, f"paytable~pr{value}")) for value in (4, 5)]
    offer = smallest_edge(game, role(0.5), [(around[0], measured(0.3)), (around[1], measured(-0.1))])
    assert offer is not None
    assert (offer.kind, offer.option, offer.before, offer.after) == ("change", "pair", 3, 5)
    assert sheets.from_code(game, offer.sheet).pair == 5
    assert rules.pair == 3
    halved = [(around[0], measured(0.25))]
    assert smallest_edge(game, role(0.5), halved) is not None
    assert smallest_edge(game, role(0.5), [(around[0], measured(0.26))]) is None, "it must halve the edge"
    assert smallest_edge(game, role(0.5), [(around[0], None)]) is None


def test_od_7_an_offer_is_justified_by_its_interval() -> None:
    game = load("niuniu")
    around = [Neighbour("pair", 3, value, sheets.from_code(game, f"paytable~pr{value}")) for value in (4, 5)]
    lucky, sure = (around[0], measured(0.01, 0.3)), (around[1], measured(0.1, 0.1))
    assert smallest_edge(game, role(0.5), [lucky]) is None, "up to 0.31 may be left"
    offer = smallest_edge(game, role(0.5), [lucky, sure])
    assert offer is not None
    assert offer.after == 5
    assert smallest_edge(game, role(0.5), [lucky] * 40 + [sure]) is None, "the luckiest of 41 is not the best"


def test_od_7_two_steps_of_a_number_are_tried() -> None:
    found = odds.effects("niuniu", "paytable", seats=2).fairer
    assert found is not None
    assert abs(int(found.after) - int(found.before)) == 2
    again = odds.estimate("niuniu", found.sheet, seats=2).role("house").won
    assert again.mean == found.left.mean
    assert abs(again.mean) <= abs(found.edge.mean) / 2
    assert "+0.167" in phrasing.fairer(load("niuniu"), found, "en")


def test_od_7_a_price_is_shown_with_its_frequency() -> None:
    game = load("niuniu")
    found = phrasing.frequencies(game, odds.estimate("niuniu", "classic", seats=2), "en")
    assert found["bomb"].text == "1 in 4,275"
    assert set(found) == {"five_faces", "bull_7_8", "bull_9", "bull_bull", "bomb", "five_small", "baseless_pays"}


def test_od_7_the_words_name_the_role_that_goes_round() -> None:
    big2 = load("big2")
    opener = odds.estimate(big2, "lawrence", deals=60).roles[0]
    offer = rotation(big2, big2.presets["lawrence"], role(0.3))
    assert offer is not None
    said = phrasing.fairer(big2, msgspec.structs.replace(offer, role=opener.role), "en")
    assert "the opener" in said
    assert "dealer" not in said


@pytest.mark.parametrize(
    ("name", "sheet", "lang", "words"),
    [
        ("xidach", "room", "vi", "Ai làm cái ván sau: Xoay vòng"),
        ("xidach", "room", "en", "Who deals next: Everyone in turn"),
        ("big2", "hong_kong", "zh", "第二局起由上局赢家先出：否"),
    ],
)
def test_od_7_the_offer_is_in_words_not_in_codes(name: str, sheet: str, lang: Lang, words: str) -> None:
    game = load(name)
    offer = rotation(game, game.presets[sheet], role(0.3))
    assert offer is not None
    assert words in phrasing.fairer(game, offer, lang)


@pytest.mark.parametrize(
    ("name", "option", "before", "after", "lang", "label"),
    [
        ("xidach", "next_dealer", "creator", "rotate", "en", "Who deals next: The host → Everyone in turn"),
        ("xidach", "minimum", 16, 17, "en", "Under this a hand is Non: 16 → 17"),
        ("niuniu", "bid_none", False, True, "en", "In an auction nobody has to bid: no → yes"),
        ("big2", "winner_opens", True, False, "zh", "第二局起由上局赢家先出：是 → 否"),
    ],
)
def test_od_3_a_change_is_named_in_words(
    name: str, option: str, before: Value, after: Value, lang: Lang, label: str
) -> None:
    assert phrasing.effect_label(load(name), option, before, after, lang) == label
