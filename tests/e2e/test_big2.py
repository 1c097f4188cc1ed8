"""Big Two on the page.

BT-19: after a reshuffle the page says that the cards are new, why, and how many votes are left. BT-1: if three share
the deck, the largest hand fits on the screen.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from chieu.games.big2 import GAME
from tests.e2e.conftest import People
from tests.e2e.playing import Player, hand, until
from tests.e2e.tables import open_table, seat_two, take_seat
from tests.e2e.test_mat import look


def game_text(player: Player, key: str, **values: str) -> str:
    """Return a text of the game in the language of this player."""
    lang = player.screen.language
    words = {name: GAME.presentation.texts[f"word.{value}"].say(lang) for name, value in values.items()}  # type: ignore[arg-type]
    return GAME.presentation.texts[key].say(lang, **words)  # type: ignore[arg-type]


def votes(player: Player) -> None:
    """Vote for a reshuffle."""
    until(player.screen, lambda: any(action["type"] == "vote" for action in player.legal), "there is no vote")
    player.press(player.controls.get_by_role("button", name=player.screen.word("big2.vote_yes"), exact=True))


def why(player: Player) -> str:
    """Return the reason of the last reshuffle: the votes, or that one hand had all four 2s."""
    assert player.deal is not None
    return str(player.deal["view"]["dealt_again"])


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_bt_19_the_mat_explains_a_reshuffle_and_the_last_vote(person: People, language: str) -> None:
    order = {"game": "big2", "seats": 2, "options": {"reshuffles": 2, "reshuffle_points": 0}}
    lan, minh = seat_two(person("phone", language), person("phone", language), **order)
    for player in (lan, minh):
        player.press(player.gold())  # ready
    middle = lan.screen.page.locator(".middle")
    for count in (2, 1):
        until(lan.screen, lambda: bool(lan.legal), "Lan cannot vote")
        text = GAME.presentation.texts["show.reshuffles_left"].say(language, count=count)  # type: ignore[arg-type]
        expect(lan.controls).to_contain_text(text)
        if count == 2:
            expect(middle).not_to_contain_text(game_text(lan, "show.dealt_again", reason="votes"))
        else:
            expect(middle).to_contain_text(game_text(lan, "show.dealt_again", reason=why(lan)))
        if count == 1:
            lan.screen.shoot(f"big2-vote-again-{language}")
            assert look(lan, "the second vote") == []
        votes(lan)
        votes(minh)
    expect(middle).to_contain_text(game_text(lan, "show.asked_no_more"))
    expect(middle).to_contain_text(game_text(lan, "show.dealt_again", reason=why(lan)))
    lan.screen.shoot(f"big2-asked-no-more-{language}")
    assert look(lan, "no more votes") == []


def test_bt_19_a_low_hand_learns_that_its_own_vote_is_enough(person: People) -> None:
    """With this limit one in a few hands is low; the other hands see nothing."""
    order = {"game": "big2", "seats": 2, "options": {"reshuffles": 20, "reshuffle_points": 12}}
    lan, minh = seat_two(person("phone"), person("phone"), **order)
    for player in (lan, minh):
        player.press(player.gold())  # ready
    seen: set[bool] = set()
    for _ in range(20):
        until(lan.screen, lambda: bool(lan.legal) and bool(minh.legal), "there is no vote")
        for player in (lan, minh):
            assert player.deal is not None
            low = bool(player.deal["view"].get("low"))
            (expect(player.controls).to_contain_text if low else expect(player.controls).not_to_contain_text)(
                game_text(player, "show.low")
            )
            if low and True not in seen:
                player.screen.shoot("big2-low-hand")
            seen.add(low)
        if seen == {True, False}:
            break
        votes(lan)
        votes(minh)
    assert seen == {True, False}


def test_bt_1_the_largest_hand_of_three_players_fits(person: People) -> None:
    lan = person("phone")
    player = take_seat(
        lan, open_table(lan, "big2", seats=3, bots=2, options={"three_hands": "17_lowest", "reshuffle": False})
    )
    player.gold().click()
    until(lan, lambda: len(hand(player, player.seat) or ()) >= 17, "no hand of seventeen cards")
    expect(lan.page.locator(".fan button")).to_have_count(len(hand(player, player.seat) or ()))
    lan.shoot("big2-three-hands")
    assert look(player, "seventeen cards") == []
