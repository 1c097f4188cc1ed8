"""Big Two on the page: BT-19, after a reshuffle it is plain that these are new cards, why, and what can still be asked
for; BT-1, where three share the deck the largest hand fits."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from chieu.games.big2 import GAME
from tests.e2e.conftest import People
from tests.e2e.playing import Player, hand, until
from tests.e2e.tables import opened, seated, two
from tests.e2e.test_mat import look


def said(player: Player, key: str, **values: str) -> str:
    """A text of the game as this person reads it."""
    lang = player.screen.language
    words = {name: GAME.presentation.texts[f"word.{value}"].say(lang) for name, value in values.items()}  # type: ignore[arg-type]
    return GAME.presentation.texts[key].say(lang, **words)  # type: ignore[arg-type]


def votes(player: Player) -> None:
    until(player.screen, lambda: any(one["type"] == "vote" for one in player.legal), "nobody asks for a vote")
    player.press(player.controls.get_by_role("button", name=player.screen.word("big2.vote_yes"), exact=True))


def why(one: Player) -> str:
    """What the cards were dealt again for: the votes, unless what they brought had all four 2s in one hand."""
    assert one.deal is not None
    return str(one.deal["view"]["dealt_again"])


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_bt_19_the_mat_says_why_cards_were_dealt_again_and_that_nobody_is_asked_any_more(
    person: People, language: str
) -> None:
    order = {"game": "big2", "seats": 2, "options": {"reshuffles": 2, "reshuffle_points": 0}}
    lan, minh = two(person("phone", language), person("phone", language), **order)
    for one in (lan, minh):
        one.press(one.gold())  # ready
    middle = lan.screen.page.locator(".middle")
    for left in (2, 1):
        until(lan.screen, lambda: bool(lan.legal), "Lan may not vote")
        told = GAME.presentation.texts["show.reshuffles_left"].say(language, count=left)  # type: ignore[arg-type]
        expect(lan.controls).to_contain_text(told)
        if left == 2:
            expect(middle).not_to_contain_text(said(lan, "show.dealt_again", reason="votes"))
        else:
            expect(middle).to_contain_text(said(lan, "show.dealt_again", reason=why(lan)))
        if left == 1:
            lan.screen.shoot(f"big2-vote-again-{language}")
            assert look(lan, "the second vote") == []
        votes(lan)
        votes(minh)
    expect(middle).to_contain_text(said(lan, "show.asked_no_more"))
    expect(middle).to_contain_text(said(lan, "show.dealt_again", reason=why(lan)))
    lan.screen.shoot(f"big2-asked-no-more-{language}")
    assert look(lan, "nobody is asked any more") == []


def test_bt_19_a_low_hand_reads_that_its_own_vote_is_enough(person: People) -> None:
    """With this many points for it, one in a few hands is low; the others are told nothing."""
    order = {"game": "big2", "seats": 2, "options": {"reshuffles": 20, "reshuffle_points": 12}}
    lan, minh = two(person("phone"), person("phone"), **order)
    for one in (lan, minh):
        one.press(one.gold())  # ready
    seen: set[bool] = set()
    for _ in range(20):
        until(lan.screen, lambda: bool(lan.legal) and bool(minh.legal), "there is no vote")
        for one in (lan, minh):
            assert one.deal is not None
            low = bool(one.deal["view"]["low"])
            (expect(one.controls).to_contain_text if low else expect(one.controls).not_to_contain_text)(
                said(one, "show.low")
            )
            if low and True not in seen:
                one.screen.shoot("big2-low-hand")
            seen.add(low)
        if seen == {True, False}:
            break
        votes(lan)
        votes(minh)
    assert seen == {True, False}


def test_bt_1_where_three_share_the_deck_the_largest_hand_fits(person: People) -> None:
    lan = person("phone")
    one = seated(lan, opened(lan, "big2", seats=3, bots=2, options={"three_hands": "17_lowest", "reshuffle": False}))
    one.gold().click()
    until(lan, lambda: len(hand(one, one.seat) or ()) >= 17, "there are no seventeen cards")
    expect(lan.page.locator(".fan button")).to_have_count(len(hand(one, one.seat) or ()))
    lan.shoot("big2-three-hands")
    assert look(one, "seventeen cards") == []
