"""Play every game with the buttons on the page: two people in two browsers, and bots."""

from __future__ import annotations

from typing import Any

import pytest

from chieu.games import all_games
from tests.e2e.conftest import People
from tests.e2e.playing import Player, hand, play_out
from tests.e2e.secrets import leaks
from tests.e2e.tables import open_table, seat_two, take_seat

GAMES = all_games()


def known(player: Player) -> set[str]:
    """Return cards that were public before they came into a hand.

    They were taken from the discard pile, announced as the opening cards, or shown at the end of an earlier deal.
    """
    views: list[dict[str, Any]] = [view["deal"]["view"] for view in player.screen.views if view.get("deal")]
    events = [event for view in player.screen.views for event in view.get("happened", ())]
    facts = [fact for event in events for fact in event.get("facts", ())]
    opening = {card for fact in facts if fact["type"] == "opening" for card in fact["cards"]}
    now = player.deal["number"] if player.deal else 0
    over = [view["deal"]["view"] for view in player.screen.views if view.get("deal") and view["deal"]["number"] < now]
    shown = {str(card) for view in over for seat in view["seats"] for card in seat.get("cards") or ()}
    return opening | shown | {str(view["discard"]) for view in views if view.get("discard")}


@pytest.mark.parametrize("game", GAMES)
def test_pf_20_no_page_holds_a_card_it_must_not_know(person: People, game: str) -> None:
    lan, minh = person("phone", "vi", service_worker=True), person("desktop", "zh", service_worker=True)
    seats = 2 if game == "rummy" else 3  # with more seats rummy has two decks, and two hands may hold the same card
    looked = 0
    pictures = 0

    def look() -> None:
        nonlocal looked, pictures
        # A public event reaches one browser before the other.
        problems = [
            leak
            for by, of in ((host, friend), (friend, host))
            for leak in leaks(by, of, lambda: known(host) | known(friend))
        ]
        assert not problems, problems
        looked += bool(hand(friend, friend.seat)) and hand(host, friend.seat) is None
        if looked and pictures < 3:
            pictures += 1
            lan.shoot(f"{game}-{pictures}-phone-vi")
            minh.shoot(f"{game}-{pictures}-desktop-zh")

    # A deal can end as it is dealt (a dealer's Xì Dách), so deal until a hand is hidden. In Niu Niu none is: all stakes
    # are down before the cards are dealt, and then all hands are shown.
    for _ in range(1 if game == "niuniu" else 20):
        host, friend = seat_two(lan, minh, game=game, seats=seats, bots=seats - 2)
        # Two players who take the first move offered can play rummy for an hour; thirty moves are enough.
        play_out(host, friend, after_each=look, most=30 if game == "rummy" else 200, taps=True)
        if looked:
            break
    assert looked or game == "niuniu", "no hidden hand at twenty tables"
    lan.shoot(f"{game}-end-phone-vi")
    minh.shoot(f"{game}-end-desktop-zh")


def test_a_hand_can_hold_the_same_card_twice(person: People) -> None:
    lan = person("phone")
    player = take_seat(lan, open_table(lan, game="rummy", seats=4, bots=3))
    play_out(player, most=12)
    lan.shoot("rummy-two-decks-phone-en")
