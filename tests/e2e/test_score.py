"""RT-3, RT-4: enter a deal that was played with real cards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import People
from tests.e2e.screens import Screen


def tap(screen: Screen, *texts: str) -> None:
    """Tap the keys with these texts."""
    for text in texts:
        screen.page.locator(".below").get_by_role("button", name=text, exact=True).tap()


def chips(screen: Screen) -> list[int]:
    """Return the chips on the plaques."""
    expect(screen.page.locator(".paper")).to_be_visible()
    plaques = screen.page.locator(".plaque .words span").all_inner_texts()
    return [int(text.replace("−", "-")) for text in plaques]


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_rt_3_a_deal_of_four_takes_four_taps(person: People, language: str) -> None:
    lan = person("phone", language)
    lan.go("/judge/xidach")
    lan.page.get_by_role("link", name=lan.word("score.title")).tap()
    expect(lan.page.locator(".plaque")).to_have_count(4)
    lan.shoot(f"score-start-phone-{language}")
    lan.must_be_accessible()
    tap(lan, "19", "Xì Dách" if language != "zh" else "黑杰克")
    lan.shoot(f"score-phone-{language}")
    tap(lan, "18", "21")
    won = chips(lan)
    assert won == [-1, 1, -1, 1]
    assert sum(won) == 0
    expect(lan.page.locator(".paper")).to_contain_text("XD-18")
    lan.shoot(f"score-result-phone-{language}")
    lan.must_be_accessible()
    assert lan.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # A plaque asks for its line again, and the sum follows.
    lan.page.locator(".plaque").nth(2).tap()
    tap(lan, "20")
    assert chips(lan) == [-3, 1, 1, 1]
    lan.page.get_by_role("button", name=lan.word("score.next")).tap()
    expect(lan.page.locator(".paper")).to_have_count(0)


def test_rt_3_undo_is_in_sight_on_a_small_phone(person: People) -> None:
    lan = person("phone", "vi", viewport={"width": 360, "height": 640})
    for sheet in ("room", "vipgame"):
        lan.go(f"/score/xidach/{sheet}")
        tap(lan, "19", "20")
        lan.page.evaluate("scrollTo(0, 0)")  # a tap scrolls
        expect(lan.page.get_by_role("button", name=lan.word("score.undo"))).to_be_in_viewport(ratio=1)
        lan.shoot(f"score-small-{sheet}-vi")


def test_rt_4_a_doubtful_entry_is_refused_and_can_be_corrected(person: People) -> None:
    lan = person("phone", "en")
    lan.forgive("status of 422")
    lan.go("/score/big2/hong_kong")
    lan.page.locator(".plaque").nth(3).tap()
    tap(lan, "Nobody", "2", "1", "4")
    assert chips(lan) == [-2, -1, -4, 7]
    lan.go("/score/rummy/seven-rounds")
    lan.page.locator(".plaque").first.tap()
    field = lan.page.locator(".below").get_by_role("textbox")
    field.fill("36")
    field.press("Enter")
    expect(lan.page.get_by_role("alert")).to_contain_text("RM-12")
    lan.page.locator(".plaque").nth(1).tap()
    field.fill("35")
    field.press("Enter")
    assert chips(lan) == [35, -35]


def test_rt_3_a_total_is_asked_for_only_if_it_decides(person: People) -> None:
    lan = person("phone", "en")
    lan.forgive("status of 422")
    lan.go("/score/xidach/vipgame")
    expect(lan.page.locator(".plaque")).to_have_count(4)
    tap(lan, "Quắc (bust)", "20", "19", "Quắc (bust)")
    expect(lan.page.get_by_role("alert")).to_be_visible()
    field = lan.page.locator(".below").get_by_role("textbox")
    for total in ("23", "24"):  # of the last seat, then of the dealer
        field.fill(total)
        field.press("Enter")
    assert chips(lan) == [-3, 1, 1, 1]


def test_rt_3_another_seat_deals_and_stakes_differ(person: People) -> None:
    lan = person("phone", "en")
    lan.go("/score/xidach/vipgame")
    lan.page.get_by_role("button", name="Dealer: Seat 1").tap()
    lan.page.locator(".plaque").nth(2).tap()
    more = lan.page.get_by_role("button", name=f"{lan.word('amount.more')}: Stake")
    more.tap()
    more.tap()
    lan.shoot("score-stake-phone-en")
    tap(lan, "20", "20", "19", "18")
    assert chips(lan) == [3, 1, -3, -1]


def test_rt_3_ranks_and_results_are_other_ways_to_enter(person: People) -> None:
    lan = person("phone", "en")
    lan.go("/score/niuniu/custom")
    count = lan.page.locator(".plaque")
    expect(count).to_have_count(int(re.sub(r"\D", "", lan.page.locator("output").inner_text())))
    ace, jack, queen, king = (lan.word(f"card.{rank}") for rank in ("ace", "jack", "queen", "king"))
    tap(lan, "5", "10", king, king, "4")
    expect(count.first).to_contain_text("5 10 K K 4")
    lan.shoot("score-niuniu-phone-en")
    tap(lan, jack, "10", queen, "2", "6")
    for _ in range(count.count() - 2):
        tap(lan, "9", "7", "10", jack, ace)
    assert sum(chips(lan)) == 0


def test_rt_4_another_number_of_seats_begins_a_new_match(person: People) -> None:
    lan = person("phone", "en")
    lan.go("/score/rummy/seven-rounds")
    lan.page.locator(".plaque").nth(1).tap()
    field = lan.page.locator(".below").get_by_role("textbox")
    field.fill("35")
    field.press("Enter")
    assert chips(lan) == [-35, 35]
    lan.page.get_by_role("button", name=lan.word("score.next")).tap()
    lan.page.get_by_role("button", name=lan.word("amount.more")).first.tap()
    expect(lan.page.locator(".plaque")).to_have_count(3)
    lan.page.locator(".plaque").nth(1).tap()
    expect(field).to_be_visible()


def test_rt_4_an_answer_to_an_undone_entry_is_dropped(person: People) -> None:
    lan = person("phone", "en")
    lan.forgive("ERR_FAILED")
    lan.go("/score/xidach")
    expect(lan.page.locator(".plaque")).to_have_count(4)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    lan.page.route("**/score?*", hold)
    tap(lan, "19", "20", "18", "21")
    lan.until(lambda: len(asked) == 1, "the first entry is sent")
    tap(lan, lan.word("score.undo"))
    with lan.page.expect_response("**/score?*") as late:
        asked[0].continue_()
    late.value.finished()
    lan.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(lan.page.locator(".paper")).to_have_count(0)
    tap(lan, "17")
    lan.until(lambda: len(asked) == 2, "the second entry is sent")
    # An entry that does not arrive can be sent again.
    asked[1].abort()
    tap(lan, lan.word("page.retry"))
    lan.until(lambda: len(asked) == 3, "the second entry is sent again")
    asked[2].continue_()
    assert chips(lan) == [1, 1, -1, -1]


def test_rt_3_the_hand_that_a_player_met_can_be_entered(person: People) -> None:
    lan = person("phone", "en")
    lan.go("/score/xidach/room")
    tap(lan, "20")
    expect(lan.page.locator(".plaque.active")).to_contain_text("Seat 2")
    tap(lan, "Dealer's hand at that moment", "19", "18")
    # The dealer showed 18 to the first player, and drew to 20 before the others.
    lan.shoot("score-met-phone-en")
    tap(lan, "19", "20")
    assert chips(lan) == [0, 1, -1, 0]


def test_rt_3_jokers_are_on_the_keyboard_of_rummy(person: People) -> None:
    lan = person("phone", "vi")
    lan.go("/score/rummy/seven-rounds")
    lan.page.locator(".plaque").first.tap()
    tap(lan, "Theo lá bài", lan.word("card.joker"))
    lan.shoot("score-joker-phone-vi")
    tap(lan, lan.word("score.enough"))
    assert chips(lan)[0] > 0
