"""The menu of actions, and the interpretation of typed lines."""

from __future__ import annotations

import dataclasses
from itertools import combinations
from typing import Any

import msgspec
import pytest

from chieu.cli.play.menu import ONE_BY_ONE, PAGE, Menu
from chieu.core.cards import DECK, Card, Cards, parse
from chieu.core.field_types import Seat
from chieu.core.text.hand_order import arranged
from chieu.core.text.languages import same
from chieu.core.text.phrasing import Phraser
from chieu.games import load


class Play(msgspec.Struct, frozen=True, tag="play"):
    cards: Cards


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    pass


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    card: Card


class LayDown(msgspec.Struct, frozen=True, tag="lay_down"):
    melds: tuple[Cards, ...]


class Stake(msgspec.Struct, frozen=True, tag="stake"):
    amount: int


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    seat: Seat


GAME = dataclasses.replace(
    load("xidach"),
    actions=(Play, Pass, Discard, LayDown, Stake, Ask),
    presentation=dataclasses.replace(
        load("xidach").presentation,
        texts={
            "action.play": same("Play {cards}"),
            "action.pass": same("Pass"),
            "action.discard": same("Discard {card}"),
            "action.lay_down": same("Lay down {melds}"),
            "action.stake": same("Stake {amount}"),
            "action.ask": same("Ask {seat}"),
        },
    ),
)
TELLER = Phraser(GAME, "en", ["An", "Lan", "Minh", "Tu"])
HAND = DECK[:13]
LEAD = [Play((card,)) for card in HAND] + [Play(five) for five in combinations(HAND, 5)]


def menu(*legal: Any, one_by_one: bool = False) -> Menu:
    return Menu(GAME, TELLER, "en", legal, one_by_one)


def cards(text: str) -> Cards:
    return parse(text)


def test_a_few_actions_are_numbered_with_what_to_type() -> None:
    few = menu(Pass(), Play(cards("3D 3C")), Ask(2))
    assert few.lines() == [("  1  Pass", ""), ("  2  Play 3♦ 3♣", "play 3D 3C"), ("  3  Ask Minh", "ask 3")]
    assert few.find("2") == (Play(cards("3D 3C")),)
    assert few.find("0") == ()
    assert few.find("4") == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pass", Pass()),
        ("PASS", Pass()),
        ("pa", Pass()),
        ("play 3D 3C", Play(parse("3D 3C"))),
        ("play 3c 3d", Play(parse("3C 3D"))),
        ("Play 3♦ 3♣", Play(parse("3D 3C"))),
        ("3D 3C", Play(parse("3D 3C"))),
        ("3c,3♦", Play(parse("3D 3C"))),
        ("ask 3", Ask(2)),
        ("Ask Minh", Ask(2)),
        ("ask m", Ask(2)),
    ],
)
def test_actions_are_typed_as_people_like(text: str, expected: Any) -> None:
    assert menu(Pass(), Play(cards("3D 3C")), Play(cards("4D 4C")), Ask(2)).find(text) == (expected,)


@pytest.mark.parametrize("text", ["pl", "x", "3X", "play 3D 3X", "99", "1234567", "/", ",", "p l a y", "♠"])
def test_meaningless_and_ambiguous_lines(text: str) -> None:
    assert menu(Pass(), Play(cards("3D 3C")), Play(cards("4D 4C")), Ask(2)).find(text) == ()


def test_many_actions_never_fill_the_screen() -> None:
    lead = menu(*LEAD)
    assert len(LEAD) == 1300
    lines = lead.lines()
    assert [line for line, _ in lines] == ["  1  Play … (1 card)   × 13", "  2  Play … (5 cards)   × 1287"]
    assert all(len(line) + len(sample) < 100 for line, sample in lines)
    assert lines[0][1].startswith("3♦ · 3♣ · 3♥")
    assert lead.find("3D 3C 3H 3S 4D") == (Play(cards("3D 3C 3H 3S 4D")),)


def test_a_group_opens_into_pages() -> None:
    plays = menu(*LEAD).find("2")
    assert len(plays) == 1287
    inside = menu(*plays, one_by_one=True)
    assert inside.pages == 43
    assert len(inside.lines(0)) == PAGE
    assert len(inside.lines(42)) == 1287 - 42 * PAGE
    assert inside.find("31") == (plays[30],)


def test_a_group_of_one_is_that_action() -> None:
    mixed = menu(Pass(), *LEAD[:ONE_BY_ONE])
    assert mixed.find("1") == (Pass(),)


def test_an_amount_is_typed_as_it_is() -> None:
    stakes = menu(*(Stake(amount) for amount in range(5, 101)))
    ((line, _),) = stakes.lines()
    assert line.strip() == "Stake …   5 … 100 (type the number)"
    assert stakes.find("7") == (Stake(7),)
    assert stakes.find("stake 7") == (Stake(7),)
    assert stakes.find("3") == (Stake(3),), "the game says why not"
    gaps = menu(Stake(1), Stake(5))
    assert "1, 5" in gaps.lines()[0][0]
    assert menu(Ask(1), Ask(2)).find("2") == (Ask(2),), "seats are listed, not typed as amounts"


def test_cards_that_fit_several_actions_are_listed() -> None:
    both = menu(Play(cards("3D")), Discard(cards("3D")[0]), Pass())
    assert both.find("3D") == (Play(cards("3D")), Discard(cards("3D")[0]))


def test_cards_of_no_legal_action_are_tried_for_the_reason() -> None:
    assert menu(Pass(), Play(cards("4D"))).find("9S") == (Play(cards("9S")),)
    assert menu(Pass(), Discard(cards("4D")[0])).find("9S") == (Discard(cards("9S")[0]),)
    assert menu(Pass()).find("7C 7H / 8S 9S") == (LayDown((cards("7C 7H"), cards("8S 9S"))),)


def test_groups_of_cards_are_separated_by_slashes() -> None:
    lay_down = LayDown((cards("7C 7H 2S"), cards("8S 9S 10S")))
    other = LayDown((cards("7C 7H 8S"), cards("2S 9S 10S")))
    choice = menu(lay_down, other, Pass())
    assert choice.find("8S 9S 10S / 7C 7H 2S") == (LayDown(lay_down.melds[::-1]),), "the groups keep their order"
    assert choice.find("2S 7H 7C / 10S 9S 8S") == (lay_down,)
    assert choice.find("7C 7H 2S 8S 9S 10S") == (lay_down, other)
    assert choice.find("lay_down 7C 7H 2S / 8S 9S 10S") == (lay_down,)


class SeatView(msgspec.Struct, frozen=True):
    count: int
    cards: Cards | None = None


class Table(msgspec.Struct, frozen=True):
    you: int
    seats: tuple[SeatView, ...]
    plays: tuple[SeatView, ...]
    hand: Cards = ()


def test_only_the_viewers_hand_is_sorted() -> None:
    mixed = cards("JK1 9S 3D 2C 9D")
    view = Table(1, (SeatView(5), SeatView(5, mixed)), (SeatView(5, mixed), SeatView(5, mixed)), mixed)
    big2 = load("big2").presentation
    assert arranged(view, 1, "dealt", big2) is view
    by_rank = arranged(view, 1, "rank", big2)
    assert by_rank.seats[1].cards == by_rank.hand == cards("3D 9D 9S 2C JK1")
    assert arranged(view, 1, "rank", load("xidach").presentation).hand == cards("2C 3D 9D 9S JK1")
    by_suit = arranged(view, 1, "suit", big2)
    assert by_suit.hand == cards("3D 9D 2C 9S JK1")
    assert by_suit.plays == view.plays
    assert by_suit.seats[0] == view.seats[0]
    hidden = Table(0, (SeatView(5),), ())
    assert arranged(hidden, 0, "rank", big2) == hidden
