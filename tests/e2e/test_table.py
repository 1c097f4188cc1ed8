"""At the table: two people in two browsers, broken connections, playing by keyboard."""

from __future__ import annotations

import os
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from tests.e2e.conftest import People
from tests.e2e.playing import Player, hand, in_the_middle_of_a_deal, play_out, until
from tests.e2e.screens import LANGUAGES, Screen, screen, word
from tests.e2e.secrets import leaks
from tests.e2e.tables import join, open_table, seat_two, take_seat
from tests.online.server.server_process import Process

HOSTILE = ["<img src=x onerror=alert(1)>", "\u202eevil", "'\"><svg/onload=alert(1)>", "W" * 24, "{name}"]


def test_pf_1_pf_20_a_friend_joins_and_no_page_leaks_cards(person: People) -> None:
    lan, minh = person("phone"), person("desktop", "vi")
    looked = 0

    def look() -> None:
        nonlocal looked
        problems = leaks(host, friend) + leaks(friend, host)
        assert not problems, problems
        looked += hand(host, friend.seat) is None and hand(friend, friend.seat) is not None

    # A deal can end as it is dealt, so deal until a hand is hidden.
    for _ in range(20):
        host, friend = seat_two(lan, minh)
        play_out(host, friend, after_each=look, taps=True)
        if looked:
            break
    assert looked, "no hidden hand at twenty tables"
    lan.shoot("two-people-phone-en")
    minh.shoot("two-people-desktop-vi")


def test_pf_6_a_watcher_sees_only_public_cards(person: People) -> None:
    lan, watcher = person(), person("phone", service_worker=True)
    path = open_table(lan, bots=1)
    player = take_seat(lan, path)
    watcher.go(path)
    eye = Player(watcher)
    until(watcher, lambda: bool(watcher.views), "the watcher sees nothing")

    def look() -> None:
        until(watcher, lambda: eye.seq >= player.seq, "the watcher is behind")
        problems = leaks(eye, player)
        assert not problems, problems

    play_out(player, after_each=look)


def test_pf_32_a_page_recovers_from_a_killed_server(browser: Browser, tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db")
    try:
        with screen(browser, server.url) as lan:
            player = take_seat(lan, open_table(lan, seats=3, bots=2))
            in_the_middle_of_a_deal(player)
            cards = hand(player, player.seat)
            lan.forgive("WebSocket|ERR_CONNECTION")
            server.kill()
            expect(lan.page.get_by_text(word("link.away"))).to_be_visible()
            count_before = len(lan.views)
            server = Process(tmp_path / "tables.db", server.port)
            until(lan, lambda: len(lan.views) > count_before, "the page did not come back")
            expect(lan.page.get_by_text(word("link.away"))).to_have_count(0)
            assert hand(player, player.seat) == cards
            play_out(player, taps=True)
            until(lan, lambda: closed_deals(lan.page)[-1:] == [player.table["deals"]], "the deal was not accounted for")
            expect(lan.page.get_by_role("alert")).to_have_count(0)
            assert not lan.faults
    finally:
        server.stop()


def test_a_page_keeps_its_view_while_the_server_is_away(browser: Browser, tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db")
    try:
        with ExitStack() as stack:
            lan, *others = people = [
                stack.enter_context(screen(browser, server.url, "phone", language)) for language in LANGUAGES
            ]
            path = open_table(lan, seats=3, bots=2)
            player = take_seat(lan, path)
            in_the_middle_of_a_deal(player)
            for other in others:
                other.go(path)
                other.page.get_by_role("button", name=other.word("join.watch")).click()
            for person in people:
                person.forgive("WebSocket|ERR_")
            cards = lan.page.locator(".seat .card").count()
            assert cards
            server.kill()
            for person in people:
                expect(person.page.get_by_text(person.word("link.away"))).to_be_visible()
                person.must_be_accessible()
                person.shoot(f"away-phone-{person.language}")
            assert lan.page.locator(".seat .card").count() == cards
            server = Process(tmp_path / "tables.db", server.port)
            for person in people:
                expect(person.page.get_by_text(person.word("link.away"))).to_have_count(0)
                assert not person.faults
    finally:
        server.stop()


def test_a_page_that_only_waits_leaves_a_frozen_server(browser: Browser, tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db")
    try:
        with screen(browser, server.url, own_time=True) as lan:
            take_seat(lan, open_table(lan, seats=3))
            opened: list[str] = []
            lan.page.on("websocket", lambda socket: opened.append(socket.url))
            os.kill(server.pid, signal.SIGSTOP)
            lan.let_time_pass(10_000)
            until(lan, lambda: len(opened) == 1, "the page did not notice")
            expect(lan.page.get_by_text(word("link.lost"))).to_be_visible()
            os.kill(server.pid, signal.SIGCONT)
            expect(lan.page.get_by_text(word("link.lost"))).to_have_count(0)
            assert not lan.faults
    finally:
        os.kill(server.pid, signal.SIGCONT)
        server.stop()


def test_pf_32_two_tabs_of_one_seat_both_work(person: People) -> None:
    lan = person()
    path = open_table(lan, bots=1)
    player = take_seat(lan, path)
    tab = lan.tab()
    tab.goto(lan.url + path)
    expect(tab.locator(".controls button.gold").first).to_be_visible()
    tab.locator(".controls button.gold").first.click()
    until(lan, lambda: player.deal is not None, "the button of the other tab had no effect")
    expect(lan.page.locator(".controls")).not_to_contain_text(word("deal.first"))
    play_out(player, taps=True)
    until(lan, lambda: closed_deals(lan.page)[-1:] == [player.table["deals"]], "PF-22: the deal was not accounted for")
    for page in (lan.page, tab):
        expect(page.get_by_role("alert")).to_have_count(0)


def closed_deals(page: Page) -> list[int]:
    """Return the numbers of the deals that the journal of this browser has closed."""
    script = """() => Object.keys(localStorage).filter((key) => key.startsWith("chieu.journal."))
      .flatMap((key) => (JSON.parse(localStorage.getItem(key)).closed ?? []).map(([deal]) => deal))"""
    return [int(deal) for deal in page.evaluate(script)]


def test_pf_41_a_deal_can_be_played_by_keyboard_alone(person: People) -> None:
    lan = person()
    lan.go()
    expect(lan.page.get_by_role("button", name=word("home.play_now")).first).to_be_visible()
    by_keyboard(lan, f"Boolean(it.closest('li')) && it.textContent.trim() === {word('home.play_now')!r}")
    player = Player(lan)
    until(lan, lambda: bool(lan.views) and player.deal is not None, "no deal")
    while not player.over():
        until(lan, lambda: player.over() or bool(player.legal), "no turn")
        if player.over():
            break
        seq = player.seq
        comparing = any(action["type"] == "compare" for action in player.legal)
        # If both are reasonable, neither button is gold; the last one stands.
        condition = (
            "it.matches('.seat button.tap')"
            if comparing
            else "it.matches('.controls button.gold:not([aria-disabled=true]), .controls button.jade:last-child')"
        )
        by_keyboard(lan, condition)
        _until_after(lan, player, seq)


def _until_after(lan: Screen, player: Player, seq: int) -> None:
    until(lan, lambda: player.seq > seq, "the key had no effect")


def by_keyboard(lan: Screen, condition: str) -> None:
    """Move the focus with Tab to an element that matches `wanted`, and press Enter."""
    until(lan, lambda: lan.page.locator("[aria-busy=true]").count() == 0, "the buttons stay disabled")
    for _ in range(80):
        if lan.page.evaluate(f"(() => {{ const it = document.activeElement; return {condition}; }})()"):
            lan.page.keyboard.press("Enter")
            return
        lan.page.keyboard.press("Tab")
    raise AssertionError("cannot be reached by the keyboard")


@pytest.mark.parametrize("name", HOSTILE)
def test_pf_33_a_hostile_name_is_text(person: People, name: str) -> None:
    lan, evil = person(), person("phone")
    dialogs: list[str] = []

    def opens(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    for guest in (lan, evil):
        guest.page.on("dialog", opens)
    path = open_table(lan, seats=3)
    host = take_seat(lan, path)
    join(evil, path, name)
    until(lan, lambda: "name" in host.table["seats"][1], "nobody joined")
    for guest in (lan, evil):
        assert guest.page.locator("img[src=x], svg[onload]").count() == 0
        assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not dialogs


def test_pf_3_a_friend_replaces_a_bot_and_gets_ready(person: People) -> None:
    lan, minh = person("phone"), person("phone", "vi")
    path = open_table(lan, seats=3, bots=2)
    host = take_seat(lan, path)
    friend = join(minh, path, "Minh")
    assert friend.seat in (1, 2)
    until(lan, lambda: host.table["seats"][friend.seat or 0].get("member") is not None, "the bot still has the seat")
    lan.shoot("before-ready-phone-en")
    friend.press(friend.gold())
    expect(host.controls.get_by_text(lan.word("lobby.are_ready").format(names="Minh"))).to_be_visible()
    lan.shoot("friend-ready-phone-en")


def test_pf_1_a_name_can_be_changed_at_the_table(person: People) -> None:
    lan = person()
    player = take_seat(lan, open_table(lan, bots=1))
    lan.page.get_by_role("button", name=lan.word("panel.menu")).click()
    ask = lan.page.get_by_role("dialog")
    ask.get_by_label(lan.word("open.name")).fill("Lan Anh")
    lan.shoot("menu-desktop-en")
    ask.get_by_role("button", name=lan.word("menu.rename")).click()
    until(lan, lambda: player.table["seats"][0]["name"] == "Lan Anh", "the name did not change")
