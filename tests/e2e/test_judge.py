"""RT-6: settle an argument on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import People
from tests.e2e.screens import Screen

KEYS = {"A": "card.ace", "J": "card.jack", "Q": "card.queen", "K": "card.king"}
SUITS = {"S": "card.spades", "H": "card.hearts", "D": "card.diamonds", "C": "card.clubs"}


def lay(screen: Screen, cards: str) -> None:
    """Tap cards on the keyboard: the rank, then the suit."""
    keys = screen.page.get_by_role("group", name=screen.word("card.keys"))
    for card in cards.split():
        rank, suit = card[:-1], card[-1]
        spoken = screen.word(KEYS[rank]) if rank in KEYS else rank
        keys.get_by_role("button", name=spoken, exact=True).tap()
        name = screen.word("card.name").replace("{rank}", spoken).replace("{suit}", screen.word(SUITS[suit]))
        keys.get_by_role("button", name=name, exact=True).tap()


def ruling(page: Page) -> str:
    expect(page.locator(".ruling")).to_be_visible()
    return page.locator(".ruling").inner_text()


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_rt_6_two_hands_are_judged_by_any_sheet(person: People, language: str) -> None:
    lan = person("phone", language)
    page = lan.page
    lan.go("/")
    page.get_by_role("link", name=lan.word("judge.title")).tap()
    lay(lan, "10S 6H")
    page.locator(".hand").nth(1).tap()
    lay(lan, "AS 5D")
    lan.shoot(f"judge-cards-phone-{language}")
    lan.must_be_accessible()
    page.get_by_role("button", name=lan.word("judge.go")).tap()
    by_room = ruling(page)
    assert "XD-18" in by_room
    page.get_by_role("combobox").select_option("vipgame")
    page.get_by_role("button", name=lan.word("judge.go")).tap()
    by_vipgame = ruling(page)
    assert by_vipgame != by_room
    lan.shoot(f"judge-phone-{language}")
    lan.must_be_accessible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name=lan.word("judge.share")).tap()
    link = page.get_by_label(lan.word("judge.link"), exact=True).input_value()
    # The link shows the same ruling to somebody else.
    minh = person("phone", language)
    minh.page.goto(link)
    assert ruling(minh.page) == by_vipgame


def test_rt_6_a_late_ruling_is_not_shown_over_other_cards(person: People) -> None:
    lan = person("phone", "en")
    page = lan.page
    lan.go("/judge/xidach")
    lay(lan, "10S 6H")
    page.locator(".hand").nth(1).tap()
    lay(lan, "AS 5D")
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/judge?*", hold)
    go = page.get_by_role("button", name=lan.word("judge.go"))
    go.tap()
    lan.until(lambda: len(asked) == 1, "the first question is sent")
    lay(lan, "4C")
    go.tap()
    lan.until(lambda: len(asked) == 2, "the second question is sent")
    asked[1].continue_()
    second = ruling(page)
    with page.expect_response("**/judge?*") as late:
        asked[0].continue_()
    late.value.finished()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert ruling(page) == second


def test_rt_6_a_hand_that_cannot_be_is_refused_with_its_rule(person: People) -> None:
    lan = person("phone", "en")
    lan.forgive("status of 422")
    lan.go("/judge/xidach?dealer=10S&player=AS+5D")
    expect(lan.page.get_by_role("alert")).to_contain_text("XD-14")
    lan.page.locator(".hand").first.tap()
    lay(lan, "6H")
    lan.page.get_by_role("button", name=lan.word("judge.go")).tap()
    ruling(lan.page)


def test_rt_6_every_game_with_a_judge_can_be_asked(person: People) -> None:
    lan = person("phone", "vi")
    lan.go("/judge/rummy/seven-rounds?hand=7C+7H+7S+9D+9H+JK1+KC&round=1&seats=2")
    assert "RM-8" in ruling(lan.page)
    lan.shoot("judge-rummy-phone-vi")
    lan.go("/judge/niuniu?hand=KC+QD+3S+7H+10D&against=JS+7C+8H+10H+9C")
    assert "NN-21" in ruling(lan.page)
    lan.shoot("judge-niuniu-phone-vi")
    lan.go("/judge/big2?play=8D+8S&over=5C+5H")
    assert "BT-6" in ruling(lan.page)


def test_rt_6_a_ruling_follows_the_language(person: People) -> None:
    lan = person("desktop", "en")
    lan.go("/judge/xidach/vipgame?dealer=10S+6H&player=AS+5D")
    assert "A push." in ruling(lan.page)
    lan.shoot("judge-desktop-en")
    lan.page.get_by_role("button", name="Tiếng Việt").click()
    expect(lan.page.locator(".ruling")).to_contain_text("Huề.")
