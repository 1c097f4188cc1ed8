"""Phrasing of every kind of field, in three languages, for every game."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated

import msgspec
import pytest

from chieu.core import sheets
from chieu.core.cards import BadCard, Card, Cards, card, distinct, parse
from chieu.core.field_types import BySeat, Chips, Order, Place, Seats, Sum, Within, kinds_of, kinds_within
from chieu.core.game import AnyGame, Illegal
from chieu.core.text.languages import LANGS, Text, same
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games, load
from chieu.games.xidach.messages import Compare, DealFrom, Dealt, Drawn, Opened, Settled, SideChosen, Stake
from chieu.testing import Table, play
from tests.playing import all_tables

XIDACH = load("xidach")
ENGLISH = Phraser(XIDACH, "en", ["An", "Lan", "Minh"])


def test_seats_are_shown_by_name() -> None:
    assert ENGLISH.action(Compare(1)) == "Compare with Lan"
    assert ENGLISH.fact(Dealt((1, 2, 0))) == "Dealt: Lan → Minh → An."


def test_seats_without_names_are_shown_by_number() -> None:
    assert [Phraser(XIDACH, lang).name(2) for lang in LANGS] == ["Ghế 3", "Seat 3", "3 号位"]
    assert ENGLISH.name(7) == "Seat 8"


def test_cards_are_shown_with_suit_symbols() -> None:
    assert ENGLISH.fact(Drawn(1, parse("10S"))) == "Lan draws. 10♠"
    assert ENGLISH.fact(Opened(1, parse("AS 5D"), "du", 16)) == "Lan shows A♠ 5♦: 16 Đủ (enough)."


def test_a_hidden_field_leaves_no_gap() -> None:
    assert ENGLISH.fact(Drawn(1)) == "Lan draws."


def test_words_are_translated_and_chips_have_a_sign() -> None:
    fact = Settled(2, "loss", -3)
    assert [Phraser(XIDACH, lang, "abc").fact(fact) for lang in LANGS] == [
        "c thua (-3).",
        "c: loses (-3).",
        "c 输（-3）。",
    ]
    assert ENGLISH.fact(Settled(2, "push", 0)) == "Minh: push (0)."


def test_neighbours_of_the_dealer_are_named() -> None:
    state = XIDACH.start(XIDACH.presets["room"], 3, None, 1)
    view = XIDACH.view(state, 1)
    for phraser, left, right in (
        (ENGLISH, "the player on the left", "the player on the right"),
        (ENGLISH.at(view), "Minh", "An"),
    ):
        assert phraser.action(DealFrom("left")) == f"Start with {left}"
        assert phraser.fact(SideChosen("right")) == f"The dealer starts with {right}."
    assert Phraser(XIDACH, "vi").action(DealFrom("left")) == "Chia người bên trái trước"


@pytest.mark.parametrize(
    ("game", "code", "rule", "sentence"),
    [
        (
            "big2",
            "wrong_kind",
            "BT-3",
            "Beat the last play or pass. A round keeps to as many cards as it was led with.",
        ),
        ("big2", "not_held", "BT-3", ""),
        ("rummy", "no_discard", "RM-6", "Only the top discard can ever be taken; what is covered is dead."),
        ("rummy", "no_swaps", "RM-9", "A wild keeps the place it was put in."),
        ("xidach", "too_little_to_compare", "XD-16", "The dealer compares from 16 on."),
        ("xidach", "bad_stake", "XD-30", "The stake is 1."),
    ],
)
def test_a_refusal_quotes_only_the_sentence_it_goes_by(game: str, code: str, rule: str, sentence: str) -> None:
    loaded = load(game)
    rules = next(iter(loaded.presets.values()))
    assert "".join(sheets.explaining(loaded, rules, "en", code, rule)) == sentence


def test_sheet_lines_explain_refusals_that_exist() -> None:
    for game in all_games().values():
        for line in game.presentation.sheet:
            assert all(f"error.{code}" in game.presentation.texts for code in line.refusals)


def game_with(texts: Mapping[str, Text]) -> AnyGame:
    """Return a game with these texts."""
    return dataclasses.replace(XIDACH, presentation=dataclasses.replace(XIDACH.presentation, texts=texts))


class Odd(msgspec.Struct, frozen=True, tag="odd"):
    melds: tuple[Cards, ...]
    wild: Card
    open_to_all: bool
    points: BySeat[int]
    winners: Seats
    note: str


def test_groups_flags_numbers_and_unknown_words() -> None:
    texts = {"fact.odd": same("{melds} | {wild} | {open_to_all} | {points} | {winners} | {note}")}
    phraser = Phraser(game_with(texts), "en", ["An", "Lan"])
    fact = Odd((parse("7C 7H 2S"), parse("8S 9S")), card("JK1"), True, (5, 0), (1, 0), "as it is")
    assert phraser.fact(fact) == "7♣ 7♥ 2♠ / 8♠ 9♠ | Joker | yes | An 5, Lan 0 | Lan, An | as it is"


class Even(msgspec.Struct, frozen=True, tag="even"):
    """Fields with a value per seat, summands, and indices."""

    votes: BySeat[bool]
    hands: BySeat[Cards]
    payoff: BySeat[Chips]
    values: Sum
    meld: Place
    card: Place | None
    order: Order | None


class Limited(msgspec.Struct, frozen=True):
    """Further annotations of a type do not hide its kind."""

    amount: Annotated[int, Within(1, 5)]
    some: Annotated[Seats, msgspec.Meta(max_length=3)]
    laid: Annotated[Cards, msgspec.Meta(max_length=5)] | None


def test_kinds_are_read_from_types() -> None:
    assert kinds_of(Odd) == {"melds": "groups", "wild": "card", "points": "by_seat", "winners": "seats"}
    assert kinds_of(Even) == {
        "votes": "by_seat",
        "hands": "by_seat:cards",
        "payoff": "by_seat:chips",
        "values": "sum",
        "meld": "place",
        "card": "place",
        "order": "order",
    }
    assert kinds_of(Limited) == {"some": "seats", "laid": "cards"}
    within = kinds_within(load("rummy").view_type, "view")
    assert within["view"]["to_act"] == "seats"
    assert within["view.melds"] == {"owner": "seat", "cards": "cards"}
    assert within["view.seats"] == {"cards": "cards"}


def test_values_by_seat_are_shown_with_names() -> None:
    texts = {
        "fact.even": same("{votes} | {hands} | {payoff} | {values} | {meld} | {card} | {order}"),
        "number.meld": same("meld {number}"),
    }
    game = game_with(texts)
    fact = Even((True, False), (parse("7C 7H"), ()), (3, -3), (10, 6), 0, 4, (1, 0))
    assert Phraser(game, "en", ["An", "Lan"]).fact(fact) == (
        "An yes, Lan no | An: 7♣ 7♥ | An +3, Lan -3 | 10 + 6 | meld 1 | 5 | Lan → An"
    )
    assert Phraser(game, "zh", ["An", "Lan"]).fact(fact).startswith("An 是、Lan 否 | An：7♣ 7♥ | An +3、Lan -3")


def test_refusals_show_symbols_and_names() -> None:
    refusal = Illegal("not_held", "BT-3", card="3D")
    assert Phraser(load("big2"), "en").refusal(refusal) == "You do not hold 3♦. (BT-3)"
    assert ENGLISH.refusal(Illegal("not_your_turn", waiting="0, 2")) == "It is not your turn. Waiting for: An, Minh."
    assert ENGLISH.refusal(Illegal("not_your_turn", waiting="-1")) == "It is not your turn. Waiting for: the shuffle."
    missing = Illegal("no_such_seat", seat=4, seats=3)
    assert ENGLISH.refusal(missing) == "There is no such seat: the table has 3 of them."


def test_an_outline_keeps_the_common_part_of_actions() -> None:
    assert ENGLISH.outline([Stake(1), Stake(2)]) == "Stake …"
    assert ENGLISH.outline([Stake(2), Stake(2)]) == "Stake 2"


def test_refusals_name_their_rule() -> None:
    error = Illegal("must_draw", "XD-14", total=12, floor=16)
    assert ENGLISH.refusal(error) == "12 is too little: under 16 you must draw. (XD-14)"
    assert ENGLISH.refusal(Illegal("deal_over")) == "This deal is over."
    assert ENGLISH.refusal(Illegal("bad_seats", least=2, most=8, seats=9)) == "This game has 2 to 8 seats, not 9."


def test_bad_cards_are_phrased_in_every_language() -> None:
    with pytest.raises(BadCard) as nonsense:
        card("11S")
    with pytest.raises(BadCard) as twice:
        distinct(parse("AS AS"))
    for lang in LANGS:
        phraser = Phraser(XIDACH, lang)
        assert "'11S'" in phraser.bad_card(nonsense.value)
        assert "A♠" in phraser.bad_card(twice.value)
    assert Phraser(XIDACH, "en").bad_card(BadCard("3D", "is not yours")) == "'3D' is not yours"


@pytest.mark.parametrize("table", list(all_tables()), ids=repr)
def test_everything_in_every_game_can_be_phrased(table: Table) -> None:
    """No placeholder is left and no space is doubled, for any viewer and language."""
    names = [f"Player{seat}" for seat in range(table.seats)]
    for seed in range(3):
        deal = play(table, seed)
        for lang in LANGS:
            phraser = Phraser(table.game, lang, names)
            lines = [phraser.action(action) for _, action in deal.moves]
            for events in deal.events:
                for event in events:
                    lines += [phraser.fact(event.seen_by(viewer)) for viewer in (None, *range(table.seats))]
            for line in lines:
                assert line == line.strip()
                assert line
                assert not set("{}") & set(line)
                assert "  " not in line
