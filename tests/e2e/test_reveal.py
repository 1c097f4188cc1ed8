"""PF-45: no number precedes its cards; the last card is squeezed open by finger or keyboard."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import People
from tests.e2e.playing import Player, play_out, until
from tests.e2e.screens import PATIENCE_MS, Screen
from tests.e2e.tables import let_in, open_table, take_seat

MOVING = {"reduced_motion": "no-preference"}


def the_fifth_card(screen: Screen) -> tuple[Player, Locator]:
    """Deal Niu Niu against a banking bot. Return the player and their face-down fifth card."""
    player = take_seat(screen, open_table(screen, game="niuniu", seats=3, bots=2, bot_hosts=True))
    player.gold().click()
    covered = screen.page.get_by_role("button", name=screen.word("reveal.card"))
    covered.wait_for(timeout=PATIENCE_MS)
    return player, covered


def nothing_is_shown(screen: Screen) -> None:
    page = screen.page
    assert page.locator(".fan button.held").count() == 4
    assert page.locator(".seat .result, .seat .hand, .own .chip:not(.stake)").count() == 0
    assert not page.get_by_role("region", name=screen.word("outcome.title")).is_visible()
    for card in page.locator(".seat .card").all():
        assert "up" not in (card.get_attribute("class") or "").split()


def all_is_shown(screen: Screen) -> None:
    screen.page.get_by_role("region", name=screen.word("outcome.title")).wait_for(timeout=PATIENCE_MS)
    assert screen.page.locator(".fan button.held").count() == 5
    assert screen.page.locator(".seat .result").count() >= 1


def test_pf_45_nothing_is_shown_until_the_card_is_squeezed_open(person: People) -> None:
    lan = person("phone", "vi", **MOVING)
    player, covered = the_fifth_card(lan)
    assert player.deal is not None
    assert player.deal["payoff"], "the deal is not over"
    nothing_is_shown(lan)
    box = covered.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.8
    mouse = lan.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 25, y - 25, steps=4)
    expect(lan.page.locator(".flap")).to_be_visible()
    lan.shoot("squeeze-phone-vi")
    nothing_is_shown(lan)
    mouse.move(x - 80, y - 80, steps=6)
    mouse.up()
    all_is_shown(lan)
    lan.shoot("squeezed-phone-vi")


def test_pf_45_a_newcomer_does_not_squeeze_a_previous_card(person: People) -> None:
    """A watcher who takes a bot's seat after the deal can get ready at once."""
    lan, minh = person("phone"), person("phone", **MOVING)
    path = open_table(lan, game="niuniu", seats=3, bots=2, bot_hosts=True)
    play_out(take_seat(lan, path))
    minh.go(path)
    minh.page.get_by_role("dialog").get_by_role("button", name="(bot)").last.click()
    other = let_in(minh, "Minh")
    until(minh, lambda: other.seat is not None, "the seat was not taken")
    expect(other.gold()).to_have_text(minh.word("lobby.ready"), timeout=PATIENCE_MS)
    expect(minh.page.get_by_role("button", name=minh.word("reveal.card"))).to_have_count(0)


def test_pf_45_a_released_card_lies_down_again(person: People) -> None:
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
    nothing_is_shown(lan)
    covered.click()
    all_is_shown(lan)


def test_pf_45_the_keyboard_opens_the_card_and_it_is_announced(person: People) -> None:
    lan = person("desktop", **MOVING)
    _, covered = the_fifth_card(lan)
    covered.focus()
    lan.page.keyboard.press("ArrowUp")
    lan.page.keyboard.press("ArrowUp")
    expect(lan.page.locator(".flap")).to_be_visible()
    lan.must_be_accessible()
    nothing_is_shown(lan)
    lan.page.keyboard.press("Enter")
    all_is_shown(lan)
    text = lan.word("reveal.opened").partition("{")[0]
    until(lan, lambda: text in lan.page.get_by_role("status").first.inner_text(), "the card was not announced")


def test_pf_45_a_tap_turns_squeezing_off(person: People) -> None:
    lan = person("phone", "zh", **MOVING)
    player, _ = the_fifth_card(lan)
    lan.page.get_by_role("button", name=lan.word("reveal.never")).click()
    all_is_shown(lan)
    before = player.deals
    player.gold().click()
    until(lan, lambda: player.deals > before, "no next deal")
    lan.page.get_by_role("region", name=lan.word("outcome.title")).wait_for(timeout=PATIENCE_MS)
    assert lan.page.get_by_role("button", name=lan.word("reveal.card")).count() == 0


def test_pf_45_a_card_drawn_in_xi_dach_is_squeezed_first(person: People) -> None:
    lan = person("phone", **MOVING)
    for _ in range(12):
        player = take_seat(lan, open_table(lan, game="xidach", seats=2, bots=1, bot_hosts=True))
        player.gold().click()
        draw = player.controls.get_by_role("button", name="Draw")
        until(lan, lambda: player.deals > 0 or draw.count() > 0, "no turn")  # noqa: B023
        if draw.count() and any(action["type"] == "draw" for action in player.legal):
            break
    draw.click()
    covered = lan.page.get_by_role("button", name=lan.word("reveal.card"))
    covered.wait_for(timeout=PATIENCE_MS)
    assert draw.count() == 0, "the buttons must not reveal the card"
    assert lan.page.locator(".own .chip:not(.stake)").count() == 0
    lan.shoot("squeeze-xidach-phone-en")
    lan.page.get_by_role("button", name=lan.word("reveal.open")).click()
    until(lan, lambda: lan.page.locator(".own .chip:not(.stake)").count() > 0, "the total is not shown")


def test_pf_45_reduced_motion_reveals_at_once(person: People) -> None:
    lan = person("phone")
    player = take_seat(lan, open_table(lan, game="niuniu", seats=3, bots=2, bot_hosts=True))
    player.gold().click()
    all_is_shown(lan)
