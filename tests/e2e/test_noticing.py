"""PF-41: nobody misses their turn. PF-7: chat appears at the seat and counts as unread if unseen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import People
from tests.e2e.playing import Player, play_out, until
from tests.e2e.screens import Screen, word
from tests.e2e.tables import join, open_table, take_seat

# A page that can be hidden, and a browser that records vibrations and notifications.
EARS = """
  window.felt = [];
  window.shown = [];
  window.asked = 0;
  navigator.vibrate = (pattern) => window.felt.push(pattern);
  window.away = false;
  Object.defineProperty(document, "hidden", { get: () => window.away });
  let permission = "%s";
  window.Notification = class {
    static get permission() { return permission; }
    static async requestPermission() { window.asked += 1; return (permission = "granted"); }
  };
  ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
    window.shown.push([title, options.body, options.data]);
  };
"""
# Seats, the player's own row and the buttons that the question lies over.
COVERED_BY_ASK = """() => {
  const ask = document.querySelector(".ask").getBoundingClientRect();
  const over = (box) =>
    box.width && box.left < ask.right && box.right > ask.left && box.top < ask.bottom && box.bottom > ask.top;
  const others = [...document.querySelectorAll(".seat, .own, .result, .controls button:not(.ask *)")];
  return others.filter((other) => over(other.getBoundingClientRect())).map((other) => other.className);
}"""


def with_ears(screen: Screen, permission: str = "default") -> Screen:
    screen.context.add_init_script(EARS % permission)
    return screen


def say(screen: Screen, text: str) -> None:
    screen.page.get_by_role("tab", name=screen.word("panel.chat")).click()
    screen.page.get_by_label(screen.word("chat.write")).fill(text)
    screen.page.get_by_role("button", name=screen.word("chat.send")).click()


def bubble(screen: Screen, seat: int) -> Locator:
    return screen.page.locator(f"[data-chair='{seat}'] .bubble")


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_pf_7_chat_appears_at_the_seat_and_is_unread_until_seen(person: People, language: str) -> None:
    lan, minh, hoa = person("phone", language), person("desktop", language), person("phone", language)
    path = open_table(lan, seats=3, bots=1)
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    hoa.go(path)
    hoa.page.get_by_role("button", name=hoa.word("join.watch")).click()
    say(minh, "Nice to see you all")
    assert friend.seat is not None
    for screen in (lan, minh, hoa):
        expect(bubble(screen, friend.seat)).to_have_text("Nice to see you all")
    lan.shoot(f"bubble-phone-{language}")
    minh.shoot(f"bubble-desktop-{language}")
    expect(minh.page.locator(".badge, .tabs i")).to_have_count(0)
    expect(lan.page.locator(".badge")).to_have_text("1")
    expect(bubble(lan, friend.seat)).to_have_count(0)
    expect(lan.page.locator(".badge")).to_have_count(0)
    # An emote closes the panel, and the sender's own emote is not unread.
    lan.page.get_by_role("button", name=lan.word("panel.chat"), exact=True).click()
    lan.page.locator(".emotes button").first.click()
    expect(lan.page.get_by_role("dialog")).to_have_count(0)
    expect(bubble(lan, host.seat or 0)).to_be_visible()
    expect(lan.page.locator(".badge")).to_have_count(0)
    lan.must_be_accessible()


def test_pf_7_chat_stays_unread_while_the_page_is_hidden(person: People) -> None:
    lan, minh = with_ears(person("phone", own_time=True)), person("desktop")
    path = open_table(lan, seats=2)
    take_seat(lan, path)
    join(minh, path, "Minh")
    lan.page.evaluate("window.away = true")
    say(minh, "Anybody there?")
    badge = lan.page.locator(".badge")
    expect(badge).to_have_text("1")
    lan.let_time_pass(5_000)
    expect(badge).to_have_text("1")
    lan.page.reload()
    expect(badge).to_have_text("1")
    lan.page.get_by_role("button", name=word("panel.chat"), exact=True).click()
    expect(badge).to_have_count(0)
    lan.page.reload()
    expect(lan.page.locator(".controls")).to_be_visible()
    expect(badge).to_have_count(0)


def until_turn_of(player: Player, other: Player) -> None:
    """Start the next deal and wait until a player is to act."""
    for each in (player, other):
        if each.table["phase"] == "between":
            each.press(each.gold())
    until(player.screen, lambda: bool(player.legal or other.legal), "no player is to act")


def test_pf_41_a_hidden_page_vibrates_and_notifies_of_the_turn(person: People) -> None:
    lan, minh = with_ears(person("phone", service_worker=True), "granted"), person("phone")
    lan.context.add_init_script(
        'localStorage.setItem("chieu.settings", JSON.stringify({lang: "en", notify: true, askedToNotify: true}))'
    )
    path = open_table(lan, seats=2, options={"stake_max": 5})
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    lan.page.evaluate("navigator.serviceWorker.ready")
    until_turn_of(friend, host)
    assert lan.page.evaluate("window.felt") == []
    lan.page.evaluate("window.away = true")
    while not host.legal:
        until(minh, lambda: bool(host.legal or friend.legal) or host.table["phase"] == "between", "no player is to act")
        if friend.legal:
            friend.step()
        elif not host.legal:  # the cards ended the deal at once
            until_turn_of(friend, host)
    until(
        lan,
        lambda: bool(lan.page.evaluate("window.felt.length && window.shown.length")),
        "no vibration or notification",
    )
    assert lan.page.evaluate("window.shown") == [["Xì Dách", word("wait.you"), path]]
    assert lan.page.title().startswith(word("title.turn"))


@pytest.mark.parametrize(("language", "yes"), [("vi", True), ("en", False), ("zh", True)])
def test_pf_41_the_page_asks_once_to_notify_after_the_first_deal(person: People, language: str, yes: bool) -> None:
    lan, minh = with_ears(person("phone", language)), person("phone", language)
    path = open_table(lan, seats=2)
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    ask = lan.page.locator(".ask")
    expect(ask).to_have_count(0)
    play_out(host, friend)
    expect(ask).to_be_visible()
    lan.come_to_rest()
    lan.shoot(f"ask-phone-{language}")
    covered = lan.page.evaluate(COVERED_BY_ASK)
    assert not covered, f"the question covers {covered}"
    lan.must_be_accessible()
    ask.get_by_role("button", name=word("noticing.ask_yes" if yes else "noticing.ask_no", language)).click()
    expect(ask).to_have_count(0)
    assert lan.page.evaluate("window.asked") == int(yes)
    settings: dict[str, Any] = json.loads(lan.page.evaluate("localStorage.getItem('chieu.settings')"))
    assert (settings["notify"], settings["askedToNotify"]) == (yes, True)
    play_out(host, friend)
    expect(ask).to_have_count(0)
    # The menu can change the answer later.
    lan.page.get_by_role("button", name=lan.word("panel.menu"), exact=True).click()
    switch = lan.page.get_by_role("switch", name=word("noticing.notify", language))
    expect(switch).to_be_checked(checked=yes)


def test_pf_41_the_page_does_not_ask_to_notify_among_bots(person: People) -> None:
    lan = with_ears(person("phone"))
    player = take_seat(lan, open_table(lan, seats=3, bots=2))
    play_out(player)
    expect(player.gold()).to_be_visible()
    expect(lan.page.locator(".ask")).to_have_count(0)


def test_pf_4_the_clock_shows_seconds_when_little_time_is_left(person: People) -> None:
    lan, minh = person("phone"), person("phone")
    path = open_table(lan, seats=2, options={"stake_max": 5}, clock={"turn": 12, "bank": 0})
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    until_turn_of(friend, host)
    assert friend.seat is not None
    seconds = lan.page.locator(f"[data-chair='{friend.seat}'] .seconds")
    expect(lan.page.locator(f"[data-chair='{friend.seat}'] .ring")).to_be_visible()
    expect(seconds).to_be_visible()
    assert 0 < int(seconds.text_content() or 0) <= 10
    lan.shoot("clock-phone-en")
