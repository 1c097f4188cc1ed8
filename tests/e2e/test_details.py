"""Small problems that new users stumbled over."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.conftest import People
from tests.e2e.playing import in_the_middle_of_a_deal, play_out, until, wait_until_enabled
from tests.e2e.screens import screen, word
from tests.e2e.slow_line import slow_line
from tests.e2e.tables import bot_called, join, open_table, take_seat
from tests.e2e.test_lesson import play_now, tip_of
from tests.online.server.in_process import RunningServer


def test_the_log_survives_a_reload(person: People) -> None:
    lan = person()
    player = take_seat(lan, open_table(lan, seats=3, bots=2))
    play_out(player)
    lines = lan.page.get_by_role("tabpanel").get_by_role("listitem")
    until(lan, lambda: lines.count() > 5, "the log is empty")
    before = lines.all_inner_texts()
    lan.frames.clear()
    lan.page.reload()
    until(lan, lambda: lines.count() > 5, "the log is empty after the reload")
    assert lines.all_inner_texts()[-5:] == before[-5:]
    spoken = lan.page.get_by_role("log", name=word("panel.log")).locator("p")
    assert spoken.count() == 0, "screen readers must not read old lines again"


def test_a_long_message_does_not_move_the_hand(person: People) -> None:
    lan = person("phone", "vi")
    player = take_seat(lan, open_table(lan, "big2", seats=3, bots=2))
    in_the_middle_of_a_deal(player)
    while not any(action["type"] == "play" for action in player.legal):
        player.move()
        in_the_middle_of_a_deal(player)
    cards = lan.page.locator(".fan button")
    last = cards.last
    before = last.bounding_box()
    for place in range(5):
        cards.nth(2 * place).click(position={"x": 8, "y": 30})
    wait_until_enabled(lan)
    lan.page.locator(".controls button.gold").click(force=True)
    expect(lan.page.locator(".line .no")).to_be_visible()
    assert last.bounding_box() == before
    assert lan.page.locator(".line .no").bounding_box() is not None


def test_leaving_is_confirmed_only_during_a_deal(person: People) -> None:
    lan = person("phone")
    path = open_table(lan, seats=2, bots=1)
    player = take_seat(lan, path)
    in_the_middle_of_a_deal(player)
    menu = lan.page.get_by_role("button", name=word("panel.menu"), exact=True)
    menu.click()
    lan.page.get_by_role("button", name=word("menu.leave"), exact=True).dblclick()
    sure = lan.page.get_by_role("button", name=word("menu.leave_sure"))
    expect(sure).to_be_visible()
    lan.must_be_accessible()
    assert player.table["seats"][0]["name"] == "Lan"
    sure.click()
    lan.page.wait_for_url("**/")
    lan.page.go_back()
    until(lan, lambda: player.table["phase"] == "playing" or player.deals > 0, "the table is gone")
    play_out(player)
    menu.click()
    lan.page.get_by_role("button", name=word("menu.leave"), exact=True).click()
    lan.page.wait_for_url("**/")


def test_the_next_deal_offers_the_same_stake(person: People) -> None:
    lan, minh = person("phone"), person("phone")
    path = open_table(lan, seats=2, options={"stake_max": 5})
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    host.press(host.gold())
    friend.press(friend.gold())
    until(minh, lambda: any(action["type"] == "stake" for action in friend.legal), "no stake to choose")
    chosen = minh.page.locator(".amount button[aria-pressed=true]")
    expect(chosen).to_have_text("1")
    minh.page.locator(".amount button", has_text="4").click()
    play_out(host, friend)
    host.press(host.gold())
    friend.press(friend.gold())
    expect(chosen).to_have_text("4")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_free_seat_does_not_look_like_a_player(person: People, size: str) -> None:
    lan = person(size)
    take_seat(lan, open_table(lan, seats=3))
    free = lan.page.locator(".plaque.free")
    expect(free).to_have_count(2)
    expect(free.first).to_have_text(word("seat.free"))
    expect(free.locator(".avatar")).to_have_count(0)


def test_all_buttons_at_a_table_have_different_names(person: People) -> None:
    lan = person("phone")
    path = open_table(lan, seats=2, options={"stake_max": 50})
    minh = person("phone")
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    host.press(host.gold())
    friend.press(friend.gold())
    until(minh, lambda: bool(friend.legal), "no stake to choose")
    names = [
        button.get_attribute("aria-label") or button.inner_text() for button in minh.page.get_by_role("button").all()
    ]
    assert len(set(names)) == len(names), names


_INKS = """() => {
  const style = getComputedStyle(document.documentElement);
  return ["spade", "heart", "diamond", "club"].map((suit) => style.getPropertyValue(`--${suit}`));
}"""


def test_pf_41_a_deck_has_two_colours_and_four_by_choice(person: People) -> None:
    lan = person("phone")
    take_seat(lan, open_table(lan, game="big2", seats=4, bots=3)).gold().click()
    spade, heart, diamond, club = lan.page.evaluate(_INKS)
    assert (diamond, club) == (heart, spade)
    assert spade != heart
    expect(lan.page.locator(".fan button.held")).to_have_count(13)
    lan.shoot("two-colours-phone-en")
    lan.page.get_by_role("button", name=lan.word("panel.menu")).click()
    switch = lan.page.get_by_role("switch", name=lan.word("settings.four_colours"))
    expect(switch).not_to_be_checked()
    switch.click()
    assert len(set(lan.page.evaluate(_INKS))) == 4
    lan.page.reload()
    lan.page.locator(".fan button.held").first.wait_for()
    assert len(set(lan.page.evaluate(_INKS))) == 4
    lan.shoot("four-colours-phone-en")


def test_opening_a_panel_shows_no_focus_ring(person: People) -> None:
    lan = person()
    take_seat(lan, open_table(lan, seats=2))
    lan.page.get_by_role("button", name=word("panel.menu"), exact=True).focus()
    lan.page.keyboard.press("Enter")
    body = lan.page.locator("dialog .body")
    expect(body).to_be_focused()
    ring = "element => getComputedStyle(element).outlineStyle"
    assert body.evaluate(ring) == "none"
    lan.page.keyboard.press("Tab")
    lan.page.keyboard.press("Shift+Tab")
    expect(body).to_be_focused()
    assert body.evaluate(ring) == "solid", "no focus ring after moving the focus by keyboard"


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_bots_have_the_same_names_everywhere(person: People, language: str) -> None:
    lan = person("phone", language)
    path = open_table(lan, "niuniu", seats=10, bots=9)
    player = take_seat(lan, path)
    names = [bot_called(player, seat) for seat in range(1, 10)]
    assert len(set(names)) == 9
    plaques = lan.page.locator(".plaque .name")
    expect(plaques).to_have_count(10)
    assert set(plaques.all_inner_texts()) == {"Lan", *names}
    play_out(player)
    lan.shoot(f"ten-seats-phone-{language}")
    lan.page.get_by_role("button", name=lan.word("panel.menu"), exact=True).click()
    lan.page.get_by_role("button", name=lan.word("panel.ledger"), exact=True).click()
    rows = lan.page.get_by_role("dialog").get_by_role("rowheader")
    assert sorted(rows.all_inner_texts()) == sorted(["Lan", lan.word("book.group_bots")])  # all bots share one line
    lan.go(f"{path}/1")
    seats = lan.page.get_by_label(lan.word("replay.from")).locator("option")
    expect(seats).to_have_count(11)
    for name, option in zip(names, seats.all_inner_texts()[1:], strict=False):
        assert name in option


def test_xd_11_ten_seats_fit_on_a_phone(person: People) -> None:
    lan = person("phone", "vi")
    player = take_seat(lan, open_table(lan, seats=10, bots=9, sheet="vipgame"))
    in_the_middle_of_a_deal(player)
    plaques = lan.page.locator(".plaque")
    expect(plaques).to_have_count(10)
    for plaque in plaques.all():
        expect(plaque).to_be_in_viewport(ratio=0.99)
    lan.shoot("ten-seats-xidach-phone")
    play_out(player)
    lan.shoot("ten-seats-xidach-phone-result")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_pf_43_high_contrast_is_black_and_white_with_borders(person: People, size: str) -> None:
    lan = person(size)
    lan.context.add_init_script('localStorage.setItem("chieu.settings", JSON.stringify({lang: "en", contrast: true}))')
    player = take_seat(lan, open_table(lan, seats=4, bots=3, options={"stake_max": 5}))
    in_the_middle_of_a_deal(player)
    look = "(node) => ['color', 'backgroundColor', 'borderTopWidth'].map((name) => getComputedStyle(node)[name])"
    menu = lan.page.get_by_role("button", name=word("panel.menu"), exact=True)
    assert menu.evaluate(look)[2] == "2px"
    assert lan.page.locator("body").evaluate(look)[:2] == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    assert lan.page.locator(".plaque").first.evaluate(look)[2] == "2px"
    lan.shoot(f"contrast-{size}-en")
    lan.must_be_accessible()


def test_pf_43_the_result_is_readable_in_high_contrast(person: People) -> None:
    lan = person("phone", "vi")
    lan.context.add_init_script('localStorage.setItem("chieu.settings", JSON.stringify({lang: "vi", contrast: true}))')
    play_out(take_seat(lan, open_table(lan, seats=2, bots=1)))
    lan.page.get_by_role("button", name=lan.word("outcome.share")).wait_for()
    lan.shoot("contrast-result-phone-vi")
    lan.must_be_accessible()


def test_pf_43_forced_colors_apply_to_the_buttons_of_a_table(person: People) -> None:
    """Their own colours with the system's for disabled text were black on black."""
    lan = person("phone", forced_colors="active")
    in_the_middle_of_a_deal(take_seat(lan, open_table(lan, seats=3, bots=2)))
    button = lan.page.locator(".controls .bar button:not(.gold)").first
    button.wait_for()
    lan.shoot("forced-buttons-phone-en")
    assert button.evaluate("(node) => getComputedStyle(node).forcedColorAdjust") == "auto"


def lies_above(upper: Locator, lower: Locator) -> bool:
    above, below = upper.bounding_box(), lower.bounding_box()
    assert above is not None
    assert below is not None
    return above["y"] + above["height"] <= below["y"]


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["phone", "side"])
def test_the_button_never_covers_a_focused_text_field(person: People, size: tuple[int, int]) -> None:
    lan = person("phone", viewport={"width": size[0], "height": size[1]})
    lan.go("/open/xidach")
    go = lan.page.get_by_role("button", name=word("open.go"))
    for field in lan.page.get_by_role("textbox").all():
        lan.page.evaluate("scrollTo(0, 0)")
        field.focus()
        until(lan, partial(lies_above, field, go), "the button covers the field")


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_the_name_of_the_rules_fits_beside_the_longest_title(person: People, language: str) -> None:
    lan = person("phone", language)
    lan.context.add_init_script("localStorage.setItem('chieu.played', '[\"niuniu\"]')")
    take_seat(lan, open_table(lan, "niuniu", seats=3, bots=2, bot_hosts=True, options={"stake_max": 5}))
    name = lan.page.locator(".head .sheet > span").first
    expect(name).to_be_visible()
    assert name.evaluate("(node) => node.scrollHeight <= node.clientHeight && node.scrollWidth <= node.clientWidth")
    head, mat = lan.page.locator(".head .sheet").bounding_box(), lan.page.locator("main").bounding_box()
    assert head is not None
    assert mat is not None
    assert head["y"] + head["height"] <= mat["y"]


def test_a_name_that_is_cut_says_so(person: People) -> None:
    lan = person("phone", "vi")
    lan.go("/open/xidach")
    name = lan.page.get_by_label(lan.word("open.name"))
    note = lan.page.get_by_text(lan.word("open.name_full").replace("{n}", "24"))
    name.fill("Lan")
    expect(note).to_have_count(0)
    name.fill("")
    name.press_sequentially("Nguyễn Thị Bích Ngọc Hân Hân")
    expect(name).to_have_value("Nguyễn Thị Bích Ngọc Hân")
    expect(note).to_be_visible()
    lan.must_be_accessible()


def test_an_arabic_name_shows_its_beginning(person: People) -> None:
    lan = person("phone")
    path = open_table(lan, seats=3, name="محمد عبد الرحمن الأنصاري")
    take_seat(lan, path)
    name = lan.page.locator(".own .name")
    expect(name).to_have_css("direction", "rtl")
    expect(name).to_have_css("text-overflow", "ellipsis")


def test_a_press_on_a_dead_line_says_that_it_is_sent(browser: Browser, server: RunningServer) -> None:
    with slow_line(server.port) as line, screen(browser, line.url, "phone", "vi", squeeze=False) as guest:
        player = take_seat(guest, open_table(guest, seats=3, bots=2))
        wait_until_enabled(guest)
        line.network.delay = 3
        player.gold().click()
        expect(player.controls.get_by_text(guest.word("link.sending"))).to_be_visible()
        guest.shoot("sending-phone-vi")
        line.network.delay = 0


def test_the_focus_stays_at_the_table_after_the_guide(person: People) -> None:
    lan = person("desktop", squeeze=False)
    play_now(lan, "xidach")
    skip = tip_of(lan).get_by_role("button", name=lan.word("lesson.skip"))
    skip.focus()
    lan.page.keyboard.press("Enter")
    expect(skip).to_have_count(0)
    until(lan, lambda: lan.page.evaluate("document.activeElement !== document.body"), "nothing has the focus")
    assert lan.page.evaluate("document.activeElement.closest('.dock') !== null")


def test_the_guide_can_be_read_at_300_percent(person: People) -> None:
    lan = person("desktop", squeeze=False, viewport={"width": 427, "height": 267})
    play_now(lan, "xidach")
    text = tip_of(lan).locator("p")
    expect(text).to_be_visible()
    box = text.bounding_box()
    assert box is not None
    assert box["width"] >= 150, "hardly a word fits on a line"
    lan.shoot("guide-300-percent-en")


def test_of_tables_without_friends_only_the_last_is_offered(person: People) -> None:
    lan, minh = person("phone"), person("phone")
    shared = open_table(lan, seats=3, bots=1)
    take_seat(lan, shared)
    join(minh, shared, "Minh")
    alone = [open_table(lan, game, seats=2, bots=1) for game in ("big2", "niuniu", "xidach")]
    for path in alone:
        lan.frames.clear()
        take_seat(lan, path)
    lan.go()
    links = lan.page.get_by_role("region", name=lan.word("home.resume")).get_by_role("link")
    expect(links).to_have_count(2)
    assert [link.get_attribute("href") for link in links.all()] == [alone[-1], shared]
    lan.shoot("home-resume-phone-en")
