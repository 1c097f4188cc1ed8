"""PF-8, PF-9, PF-10 in the browser: situations that block a table, and the ways out."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import People
from tests.e2e.playing import Player, get_ready, must_get_ready, play_out, until, wait_until_enabled
from tests.e2e.screens import PATIENCE_MS, Screen
from tests.e2e.tables import join, open_table, take_seat
from tests.online.server.in_process import ForwardClock


def text_of(screen: Screen, key: str, **places: Any) -> str:
    """Return a text of the page in this person's language."""
    return screen.word(key).format(**places)


def button(place: Any, name: str) -> Locator:
    """Wait for a button and return it."""
    target: Locator = place.get_by_role("button", name=name, exact=True)
    expect(target, name).to_be_visible(timeout=PATIENCE_MS)
    return target


def until_turn(member: Player, host: Player) -> None:
    """Deal until this player, who is not the host, is to act."""
    for _ in range(40):
        until(
            member.screen,
            lambda: bool(member.legal or host.legal) or must_get_ready(host) or must_get_ready(member),
            "no player is to act",
        )
        if member.legal:
            return
        if host.legal:
            host.move()
            continue
        for player in (host, member):
            if must_get_ready(player):
                get_ready(player)
    raise AssertionError("the player never was to act")


def people_panel(screen: Screen) -> Locator:
    screen.page.get_by_role("button", name=screen.word("panel.menu")).click()
    screen.page.get_by_role("button", name=text_of(screen, "hosting.people_title")).click()
    return screen.page.get_by_role("dialog")


def open_actions(screen: Screen, panel: Locator, name: str) -> None:
    """Show what the host can do about a person in the list of people."""
    panel.get_by_role("button", name=f"{text_of(screen, 'hosting.seat_more')}: {name}").click()


def test_pf_9_a_tab_closed_between_deals_blocks_nobody(person: People) -> None:
    lan, minh = person("phone"), person("phone", "vi")
    path = open_table(lan, seats=3, bots=1)
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    play_out(host, friend)
    minh.page.goto("about:blank")
    until(
        lan, lambda: bool(host.table["seats"][friend.seat or 1].get("lost")), "the page does not show that Minh is gone"
    )
    expect(host.controls.get_by_text(text_of(lan, "hosting.lobby_missing", names="Minh"))).to_be_visible()
    lan.shoot("away-between-phone-en")
    deals, chips = host.deals, host.table["seats"][friend.seat or 1].get("chips", 0)
    host.gold().click()
    until(lan, lambda: host.table["phase"] == "playing" or host.deals > deals, "the table is stuck")
    assert host.deal is not None
    assert host.deal["out"] == [friend.seat]
    assert host.deal["chairs"] == [chair for chair in range(3) if chair != friend.seat]
    while host.deals == deals:
        until(lan, lambda: bool(host.legal) or host.deals > deals, "the deal is stuck")
        if host.legal:
            host.move()
    assert host.table["seats"][friend.seat or 1].get("chips", 0) == chips, "an absent player must not win or lose chips"


def test_pf_8_a_person_who_sits_out_gets_no_cards(person: People) -> None:
    lan, minh = person("phone"), person("phone", "vi")
    path = open_table(lan, "big2", seats=4, bots=2, seat=3, options={"reshuffle": False})
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    minh.page.goto("about:blank")
    until(lan, lambda: bool(host.table["seats"][friend.seat or 1].get("lost")), "Minh is not gone")
    wait_until_enabled(lan)
    host.gold().click()
    until(lan, lambda: host.table["phase"] == "playing", "the table is stuck")
    assert host.deal is not None
    assert (host.deal["out"], host.deal["chairs"]) == ([2], [0, 1, 3])
    sits_out = lan.page.locator(f".seat[data-chair='{friend.seat}']")
    expect(sits_out).to_contain_text(text_of(lan, "hosting.seat_out"))
    expect(sits_out.locator(".cards")).to_have_count(0)
    expect(lan.page.locator(".seat .cards")).to_have_count(2)
    lan.shoot("sat-out-phone-en")
    minh.go(path)
    expect(minh.page.get_by_text(text_of(minh, "hosting.seat_sits_out"))).to_be_visible(timeout=PATIENCE_MS)
    minh.shoot("sat-out-own-phone-vi")


def test_pf_8_a_person_who_sits_out_keeps_their_seat(person: People) -> None:
    """The page that saw the deal before must not report a lost seat."""
    lan, minh = person("phone"), person("phone", "vi")
    path = open_table(lan, seats=3, bots=1)
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    play_out(host, friend)
    until(minh, lambda: friend.deals == 1, "Minh did not see the end of the deal")
    panel = people_panel(lan)
    wait_until_enabled(lan)
    open_actions(lan, panel, "Minh")
    button(panel, text_of(lan, "hosting.sit_out")).click()
    until(lan, lambda: bool(host.table["seats"][friend.seat or 1].get("out")), "the seat does not sit out")
    lan.page.keyboard.press("Escape")
    play_out(host)
    until(minh, lambda: friend.deals == 2, "Minh did not see the end of the deal")
    expect(friend.controls).to_contain_text(text_of(minh, "hosting.deal_sat_out"))
    expect(minh.page.get_by_text(text_of(minh, "hosting.seat_taken_away"))).to_have_count(0)


def test_pf_45_the_review_opens_the_own_seat_if_another_sits_out(person: People) -> None:
    """The person of the last chair has a seat before it in a deal that another sits out."""
    lan, minh = person("phone"), person("phone", "vi")
    path = open_table(lan, seats=4, bots=2, seat=3)
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    minh.page.goto("about:blank")
    until(lan, lambda: bool(host.table["seats"][friend.seat or 1].get("lost")), "Minh is not gone")
    wait_until_enabled(lan)
    play_out(host)
    assert host.deal is not None
    assert host.deal["chairs"] == [0, 1, 3]
    replays: list[str] = []
    lan.page.on("request", lambda request: replays.append(request.url) if "/replay" in request.url else None)
    lan.page.get_by_role("link", name=lan.word("outcome.review")).click()
    expect(lan.page.get_by_label(lan.word("replay.from"))).to_have_value("2")
    assert [url.partition("seat=")[2] for url in replays] == ["2"]


def test_pf_9_a_closed_tab_does_not_block_those_who_are_ready(person: People) -> None:
    lan, minh = person(), person("phone")
    path = open_table(lan, seats=2)
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    until(lan, lambda: host.table["seats"][1].get("member") is not None, "Minh did not join")
    host.gold().click()
    until(lan, lambda: bool(host.table["seats"][0].get("ready")), "not ready")
    minh.page.goto("about:blank")
    until(lan, lambda: host.table["phase"] != "between" or host.deals > 0, "the table is stuck")
    assert friend.seat == 1


def test_pf_9_without_a_clock_the_host_decides_about_the_absent(person: People, clock: ForwardClock) -> None:
    lan, minh = person("phone", "vi"), person("phone", "vi")
    path = open_table(lan, seats=2)
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    until_turn(friend, host)
    seat, deal = friend.seat or 1, host.deals
    minh.page.goto("about:blank")
    until(lan, lambda: bool(host.table["seats"][seat].get("lost")), "the page does not show that Minh is gone")
    clock.move_on(21_500)
    lan.frames.clear()
    lan.page.reload()
    until(lan, lambda: bool(lan.views), "no view after the reload")
    assert not host.table["seats"][seat].get("away"), "a bot took over although there is no clock"
    assert host.deals == deal
    assert host.table["seats"][seat]["until"] - host.table["seats"][seat]["lost"] == 300_000
    lan.shoot("waited-for-phone-vi")
    expect(lan.page.locator(".controls")).to_contain_text("Minh")
    lan.page.locator(f".seat[data-chair='{seat}'] button.tap", has_text=text_of(lan, "hosting.stand_in_brief")).click()
    until(lan, lambda: bool(host.table["seats"][seat].get("away")) or host.deals > deal, "the bot did not take over")
    until(lan, lambda: host.deals > deal or bool(host.legal), "the bot does not move")
    minh.go(path)
    notice = minh.page.locator(".notice")
    expect(notice).to_contain_text(text_of(minh, "hosting.played_title", n="").split("  ")[0].strip()[:20])
    expect(notice.locator("li").first).to_contain_text("Minh")
    minh.shoot("played-for-you-phone-vi")
    minh.must_be_accessible()
    button(notice, text_of(minh, "hosting.news_ok")).click()
    expect(notice).to_have_count(0)
    assert not host.table["seats"][seat].get("away")


def test_pf_8_the_host_frees_the_seat_of_an_idle_stranger(person: People) -> None:
    lan, evil = person("phone", "zh"), person("desktop")
    path = open_table(lan, seats=3, bots=1)
    host, friend = take_seat(lan, path), join(evil, path, "Stranger")
    until_turn(friend, host)
    deal = host.deals
    panel = people_panel(lan)
    open_actions(lan, panel, "Stranger")
    lan.shoot("people-phone-zh")
    lan.must_be_accessible()
    free = button(panel, text_of(lan, "hosting.free"))
    free.click()
    assert friend.seat is not None, "a seat was freed without a confirmation"
    free.click()
    until(evil, lambda: friend.seat is None, "the stranger still has the seat")
    expect(evil.page.locator(".notice")).to_contain_text(text_of(evil, "hosting.seat_taken_away"))
    evil.shoot("seat-freed-desktop-en")
    lan.page.keyboard.press("Escape")
    until(lan, lambda: bool(host.legal) or host.deals > deal, "the deal is stuck")
    while host.deals == deal:
        until(lan, lambda: bool(host.legal) or host.deals > deal, "the deal is stuck")
        if host.legal:
            host.move()
    until(lan, lambda: "member" not in host.table["seats"][1], "the seat is not free")


def test_pf_10_changed_rules_are_shown_until_acknowledged(person: People) -> None:
    lan, minh = person("desktop"), person("phone")
    path = open_table(lan, seats=2)
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    until(lan, lambda: host.table["seats"][1].get("member") is not None, "Minh did not join")
    lan.page.get_by_role("button", name=lan.word("panel.menu")).click()
    lan.page.get_by_role("button", name=lan.word("panel.change")).click()
    dialog = lan.page.get_by_role("dialog")
    expect(button(dialog, lan.word("change.go"))).to_be_enabled()
    # Submit at once: the form counts, even if the server has not yet confirmed its content.
    dialog.locator(".presets button").nth(1).click()
    button(dialog, lan.word("change.go")).click()
    expect(dialog).to_have_count(0)
    notice = minh.page.locator(".notice")
    expect(notice).to_contain_text("Lan")
    expect(notice.locator("li").first).to_contain_text("→")
    minh.shoot("rules-changed-phone-en")
    minh.must_be_accessible()
    expect(lan.page.locator(".notice")).to_have_count(0)
    minh.page.reload()
    expect(notice.locator("li").first).to_contain_text("→")
    button(notice, text_of(minh, "hosting.news_ok")).click()
    expect(notice).to_have_count(0)
    minh.page.reload()
    until(minh, lambda: friend.seat is not None, "no seat")
    expect(minh.page.locator(".controls button.gold").first).to_be_visible()
    expect(notice).to_have_count(0)


def test_pf_8_a_removed_guest_reads_why_and_gets_no_join_form(person: People) -> None:
    lan, minh, tom = person(), person("phone", "vi"), person("phone")
    path = open_table(lan, seats=3, bots=1)
    host, _ = take_seat(lan, path), join(minh, path, "Minh")
    until(lan, lambda: any(seat.get("name") == "Minh" for seat in host.table["seats"]), "Minh did not join")
    panel = people_panel(lan)
    open_actions(lan, panel, "Minh")
    row = panel.get_by_role("listitem").filter(has_text="Minh")
    colour = "(node) => getComputedStyle(node).color"
    remove, free = (button(row, text_of(lan, f"hosting.{power}")) for power in ("remove", "free"))
    assert remove.evaluate(colour) != free.evaluate(colour), "the harmful button looks like the others"
    for _ in range(2):
        remove.click()
    why = minh.page.get_by_text("Chủ bàn đã mời bạn ra")
    for _ in range(2):
        expect(why).to_be_visible()
        expect(minh.page.get_by_role("dialog")).to_have_count(0)
        minh.shoot("removed-phone-vi")
        minh.must_be_accessible()
        minh.page.reload()
    button(minh.page, text_of(minh, "join.watch")).click()
    expect(why).to_be_visible()
    minh.come_to_rest()
    minh.shoot("removed-watching-phone-vi")
    button(panel, text_of(lan, "hosting.lock")).click()
    expect(minh.page.locator(".mat h1")).to_have_text("Chủ bàn đã mời bạn ra. Chỉ chủ bàn mới cho bạn vô lại được.")
    tom.go(path)
    expect(tom.page.get_by_text("The table is locked: ask the host to let you in.")).to_be_visible()
    tom.shoot("not-admitted-phone-en")


def test_pf_8_a_table_for_four_can_start_with_three(person: People) -> None:
    lan, minh, hoa = person("phone", "vi"), person(), person()
    path = open_table(lan, seats=4)
    host, two, three = take_seat(lan, path), join(minh, path, "Minh"), join(hoa, path, "Hoa")
    start = button(lan.page.locator(".controls"), text_of(lan, "hosting.lobby_start_with", n=3))
    expect(start).to_be_visible()
    lan.shoot("start-with-three-phone-vi")
    start.click()
    until(lan, lambda: host.table["phase"] == "playing" or host.deals > 0, "no deal starts")
    assert [len(player.table["seats"]) for player in (host, two, three)] == [3, 3, 3]
    assert host.deal is not None
    assert len(host.deal["view"]["seats"]) == 3


def test_pf_8_a_renewed_link_replaces_the_old_one(person: People) -> None:
    lan, minh, spy, hoa = person("phone"), person(), person("phone", "vi"), person()
    path = open_table(lan, seats=3)
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    spy.forgive("WebSocket")
    spy.go(path)
    until(spy, lambda: bool(spy.views), "the link does not open the table")
    panel = people_panel(lan)
    button(panel, text_of(lan, "hosting.renew")).click()
    until(lan, lambda: bool(host.table.get("key")), "the link was not renewed")
    expect(spy.page.get_by_role("heading").or_(spy.page.locator("main, .gone")).first).to_be_visible()
    until(spy, lambda: spy.page.locator(".table").count() == 0, "a visitor with the old link still sees the table")
    spy.shoot("old-link-phone-vi")
    key = host.table["key"]
    hoa.go(f"{path}?key={key}")
    ask = hoa.page.get_by_role("dialog")
    ask.get_by_label(hoa.word("open.name")).fill("Hoa")
    ask.get_by_role("button", name=hoa.word("join.go")).click()
    third = Player(hoa)
    until(hoa, lambda: bool(hoa.views) and third.seat is not None, "the new link does not open the table")
    minh.page.reload()
    until(minh, lambda: friend.seat == 1, "a member lost the seat")
    button(panel, text_of(lan, "hosting.lock")).click()
    until(lan, lambda: bool(host.table.get("locked")), "the table is not locked")
    expect(button(panel, text_of(lan, "hosting.unlock"))).to_be_visible()
    lan.shoot("locked-phone-en")


def test_pf_8_a_new_host_deals_without_a_seat_that_sits_out(person: People) -> None:
    lan, minh = person("desktop", "zh"), person("phone", "vi")
    path = open_table(lan, seats=3, bots=1)
    old_host, new_host = take_seat(lan, path), join(minh, path, "Minh")
    until(lan, lambda: any(seat.get("name") == "Minh" for seat in old_host.table["seats"]), "Minh did not join")
    panel = people_panel(lan)
    open_actions(lan, panel, "Minh")
    lan.shoot("people-desktop-zh")
    for _ in range(2):
        button(panel, text_of(lan, "hosting.pass_host")).click()
    expect(minh.page.locator(".notice")).to_contain_text(text_of(minh, "hosting.seat_owner_now"))
    lan.page.keyboard.press("Escape")
    assert new_host.table["host"] == 1
    button(minh.page.locator(".notice"), text_of(minh, "hosting.news_ok")).click()
    panel = people_panel(minh)
    wait_until_enabled(minh)
    open_actions(minh, panel, "Lan")
    button(panel, text_of(minh, "hosting.sit_out")).click()
    until(minh, lambda: bool(new_host.table["seats"][0].get("out")), "the seat does not sit out")
    minh.shoot("people-phone-vi")
    minh.page.keyboard.press("Escape")
    expect(old_host.controls).to_contain_text(text_of(lan, "hosting.seat_out_you"))
    lan.shoot("told-to-sit-out-desktop-zh")
    deals = new_host.deals
    new_host.gold().click()
    until(minh, lambda: new_host.deal is not None, "no deal starts")
    assert new_host.deal is not None
    assert new_host.deal["out"] == [0]
    if old_host.table["phase"] == "playing":
        until(lan, lambda: old_host.deal is not None, "the deal is not visible to Lan")
        lan.come_to_rest()
        lan.shoot("sitting-out-desktop-zh")
    while new_host.deals == deals:
        until(minh, lambda: bool(new_host.legal) or new_host.deals > deals, "the deal is stuck")
        if new_host.legal:
            new_host.step()
    until(lan, lambda: old_host.deals > deals, "Lan did not see the end of the deal")
    expect(old_host.controls).to_contain_text(text_of(lan, "hosting.deal_sat_out"))
    old_host.gold().click()
    until(lan, lambda: not old_host.table["seats"][0].get("out"), "the ready player still sits out")
