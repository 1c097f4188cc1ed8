"""Every game, played through by two people in two browsers and bots, by the buttons on the page."""

from __future__ import annotations

from typing import Any

import pytest

from chieu.games import all_games
from tests.e2e.conftest import People
from tests.e2e.playing import Player, hand, play_out
from tests.e2e.secrets import leaks
from tests.e2e.tables import opened, seated, two

GAMES = all_games()


def known(player: Player) -> set[str]:
    """Cards in a hand that were seen before: taken from the open pile, told because they must open, or shown in a deal
    that is over, which the log still tells of."""
    views: list[dict[str, Any]] = [one["deal"]["view"] for one in player.screen.views if one.get("deal")]
    told = [happening for one in player.screen.views for happening in one.get("happened", ())]
    facts = [fact for happening in told for fact in happening.get("facts", ())]
    opening = {card for fact in facts if fact["type"] == "opening" for card in fact["cards"]}
    now = player.deal["number"] if player.deal else 0
    over = [one["deal"]["view"] for one in player.screen.views if one.get("deal") and one["deal"]["number"] < now]
    shown = {str(card) for view in over for seat in view["seats"] for card in seat.get("cards") or ()}
    return opening | shown | {str(view["discard"]) for view in views if view.get("discard")}


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_of_every_game_by_two_people_and_pf_20_no_page_holds_a_card_it_should_not(
    person: People, game: str
) -> None:
    lan, minh = person("phone", "vi"), person("desktop", "zh")
    seats = 2 if game == "rummy" else 3  # with more, rummy has two decks, and a card of theirs may be one of mine
    looked = 0
    pictures = 0

    def look() -> None:
        nonlocal looked, pictures
        # What is told to all comes to one browser before the other.
        found = [
            leak for by, of in ((one, other), (other, one)) for leak in leaks(by, of, lambda: known(one) | known(other))
        ]
        assert not found, found
        looked += bool(hand(other, other.seat)) and hand(one, other.seat) is None
        if looked and pictures < 3:
            pictures += 1
            lan.shoot(f"{game}-{pictures}-phone-vi")
            minh.shoot(f"{game}-{pictures}-desktop-zh")

    # A deal can be over as it is dealt (a dealer's Xì Dách), so there are more until one has something to hide. In
    # Niu Niu none has: all stakes are down before the cards come, and then all hands are shown.
    for _ in range(1 if game == "niuniu" else 20):
        one, other = two(lan, minh, game=game, seats=seats, bots=seats - 2)
        # Two who take the first thing offered can play rummy for an hour: thirty moves show all there is to see.
        play_out(one, other, after_each=look, most=30 if game == "rummy" else 200)
        if looked:
            break
    assert looked or game == "niuniu", "twenty tables had nothing to hide"
    lan.shoot(f"{game}-end-phone-vi")
    minh.shoot(f"{game}-end-desktop-zh")


def test_a_hand_can_hold_the_same_card_twice(person: People) -> None:
    lan = person("phone")
    one = seated(lan, opened(lan, game="rummy", seats=4, bots=3))
    play_out(one, most=12)
    lan.shoot("rummy-two-decks-phone-en")
