"""PF-45: numbers never come before the cards, and the last card can be squeezed open, by finger and by keyboard."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import People
from tests.e2e.playing import Player, play_out, until
from tests.e2e.screens import PATIENCE_MS, Screen
from tests.e2e.tables import let_in, opened, seated

MOVING = {"reduced_motion": "no-preference"}


def the_fifth_card(screen: Screen) -> tuple[Player, Locator]:
    """Niu Niu against a banking bot, dealt: all hands are in the picture, and one's own fifth card lies face down."""
    player = seated(screen, opened(screen, game="niuniu", seats=3, bots=2, bot_hosts=True))
    player.gold().click()
    covered = screen.page.get_by_role("button", name=screen.word("reveal.card"))
    covered.wait_for(timeout=PATIENCE_MS)
    return player, covered


def nothing_is_told(screen: Screen) -> None:
    page = screen.page
    assert page.locator(".fan button.held").count() == 4
    assert page.locator(".seat .result, .seat .hand, .own .chip:not(.stake)").count() == 0
    assert not page.get_by_role("region", name=screen.word("outcome.title")).is_visible()
    for card in page.locator(".seat .card").all():
        assert "up" not in (card.get_attribute("class") or "").split()


def all_is_told(screen: Screen) -> None:
    screen.page.get_by_role("region", name=screen.word("outcome.title")).wait_for(timeout=PATIENCE_MS)
    assert screen.page.locator(".fan button.held").count() == 5
    assert screen.page.locator(".seat .result").count() >= 1


def test_nothing_is_told_until_the_card_is_bent_open_with_a_finger(person: People) -> None:
    lan = person("phone", "vi", **MOVING)
    player, covered = the_fifth_card(lan)
    assert player.deal is not None
    assert player.deal["payoff"], "the deal is over, and the page waits all the same"
    nothing_is_told(lan)
    box = covered.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.8
    mouse = lan.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 25, y - 25, steps=4)
    expect(lan.page.locator(".flap")).to_be_visible()
    lan.shoot("squeeze-phone-vi")
    nothing_is_told(lan)
    mouse.move(x - 80, y - 80, steps=6)
    mouse.up()
    all_is_told(lan)
    lan.shoot("squeezed-phone-vi")


def test_nobody_is_asked_to_squeeze_a_card_of_who_sat_there_before(person: People) -> None:
    """Who watched and takes a bot's seat after the deal may get ready for the next one at once."""
    lan, minh = person("phone"), person("phone", **MOVING)
    path = opened(lan, game="niuniu", seats=3, bots=2, bot_hosts=True)
    play_out(seated(lan, path))
    minh.go(path)
    minh.page.get_by_role("dialog").get_by_role("button", name="(bot)").last.click()
    other = let_in(minh, "Minh")
    until(minh, lambda: other.seat is not None, "the seat was not taken")
    expect(other.gold()).to_have_text(minh.word("lobby.ready"), timeout=PATIENCE_MS)
    expect(minh.page.get_by_role("button", name=minh.word("reveal.card"))).to_have_count(0)


def test_a_card_that_is_let_go_lies_down_again(person: People) -> None:
    lan = person("phone", **MOVING)
    _, covered = the_fifth_card(lan)
    box = covered.bounding_box()
    assert box is not None
    mouse = lan.page.mouse
    mouse.move(box["x"] + 60, box["y"] + 90)
    mouse.down()
    mouse.move(box["x"] + 40, box["y"] + 70, steps=3)
    mouse.up()
    expect(lan.page.locator(".flap")).to_have_count(0)
    nothing_is_told(lan)
    covered.click()
    all_is_told(lan)


def test_it_opens_by_the_keyboard_and_is_heard(person: People) -> None:
    lan = person("desktop", **MOVING)
    _, covered = the_fifth_card(lan)
    covered.focus()
    lan.page.keyboard.press("ArrowUp")
    lan.page.keyboard.press("ArrowUp")
    expect(lan.page.locator(".flap")).to_be_visible()
    lan.must_be_accessible()
    nothing_is_told(lan)
    lan.page.keyboard.press("Enter")
    all_is_told(lan)
    said = lan.word("reveal.opened").partition("{")[0]
    until(lan, lambda: said in lan.page.get_by_role("status").first.inner_text(), "nobody said which card it was")


def test_it_can_be_turned_off_at_a_touch(person: People) -> None:
    lan = person("phone", "zh", **MOVING)
    player, _ = the_fifth_card(lan)
    lan.page.get_by_role("button", name=lan.word("reveal.never")).click()
    all_is_told(lan)
    before = player.deals
    player.gold().click()
    until(lan, lambda: player.deals > before, "no next deal")
    lan.page.get_by_role("region", name=lan.word("outcome.title")).wait_for(timeout=PATIENCE_MS)
    assert lan.page.get_by_role("button", name=lan.word("reveal.card")).count() == 0


def test_what_is_drawn_in_xi_dach_is_squeezed_before_one_decides(person: People) -> None:
    lan = person("phone", **MOVING)
    for _ in range(12):
        player = seated(lan, opened(lan, game="xidach", seats=2, bots=1, bot_hosts=True))
        player.gold().click()
        draw = player.controls.get_by_role("button", name="Draw")
        until(lan, lambda: player.deals > 0 or draw.count() > 0, "no turn")  # noqa: B023
        if draw.count() and any(one["type"] == "draw" for one in player.legal):
            break
    draw.click()
    covered = lan.page.get_by_role("button", name=lan.word("reveal.card"))
    covered.wait_for(timeout=PATIENCE_MS)
    assert draw.count() == 0, "nothing is offered that would tell what the card is"
    assert lan.page.locator(".own .chip:not(.stake)").count() == 0
    lan.shoot("squeeze-xidach-phone-en")
    lan.page.get_by_role("button", name=lan.word("reveal.open")).click()
    until(lan, lambda: lan.page.locator(".own .chip:not(.stake)").count() > 0, "the total is not told")


def test_nothing_waits_in_reduced_motion(person: People) -> None:
    lan = person("phone")
    player = seated(lan, opened(lan, game="niuniu", seats=3, bots=2, bot_hosts=True))
    player.gold().click()
    all_is_told(lan)
