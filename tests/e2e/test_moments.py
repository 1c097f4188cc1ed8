"""Moments: a rare hand has a second of its own on the mat, after the cards and without covering any."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from chieu.core.text.languages import LANGS, Lang
from tests.e2e.conftest import People
from tests.e2e.playing import Player, get_ready, must_get_ready, until
from tests.e2e.screens import Screen
from tests.e2e.tables import join, open_table, take_seat

MOVING: dict[str, Any] = {"reduced_motion": "no-preference", "squeeze": False}
# The server decides what is rare. Here the hand and the plays of the seat `window.rare` are, whatever their cards.
_RARE = """{
  const parse = JSON.parse;
  JSON.parse = (text, ...more) => {
    const read = parse(text, ...more);
    for (const hand of read?.deal?.outcome?.hands ?? []) if (hand.seat === window.rare) hand.rare = 9;
    for (const { facts = [] } of read?.happened ?? [])
      for (const fact of facts) if (fact.seat === window.rare && fact.type === 'played') fact.rare = true;
    return read;
  };
}"""
# Moments and applause stay until the test lets them go, however slow the machine.
_HOLD = """{
  const later = window.setTimeout;
  window.held = [];
  window.setTimeout = (run, after, ...more) =>
    [1400, 7000].includes(after) ? (window.held.push(run), 0) : later(run, after, ...more);
}"""
_LET_GO = "() => window.held.splice(0).forEach((run) => run())"
# Note what the screen shows at the instant at which the moment appears.
_WATCH = """() => {
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const look = () => {
    const ribbon = document.querySelector('.moment p.shown');
    if (!ribbon || window.seen) return;
    for (const motion of ribbon.getAnimations()) {
      motion.pause();
      motion.currentTime = 700;
    }
    const box = ribbon.getBoundingClientRect();
    const there = (what) => [...document.querySelectorAll(what)];
    window.seen = {
      down: there('.stage .seat .card:not(.up)').length,
      up: there('.stage .seat .card.up').length,
      covered: there('.card, .plaque, .controls button, .told > *')
        .filter((it) => over(box, it.getBoundingClientRect()))
        .map((it) => it.className),
      result: there('[data-spot="result"]').length,
    };
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def to_the_end(*players: Player) -> None:
    """Play a deal until it is over for everybody."""
    screen = players[0].screen
    while not all(player.over() for player in players):
        until(
            screen, lambda: all(player.over() for player in players) or any(_may(player) for player in players), "stuck"
        )
        for player in players:
            if player.legal:
                player.move()
            elif must_get_ready(player) and not player.over():
                get_ready(player)


def _may(player: Player) -> bool:
    return bool(player.legal) or (must_get_ready(player) and not player.over())


def two_players(lan: Screen, minh: Screen, game: str, **order: Any) -> tuple[Player, Player]:
    lan.page.add_init_script(_RARE)
    lan.page.add_init_script(_HOLD)
    path = open_table(lan, game, seats=4, bots=2, **order)
    host = take_seat(lan, path)
    friend = join(minh, path, "Minh")
    lan.page.evaluate("(seat) => (window.rare = seat)", friend.seat)
    lan.page.evaluate(_WATCH)
    return host, friend


@pytest.mark.parametrize("language", LANGS)
def test_pf_45_a_rare_hand_has_its_moment_after_the_cards(person: People, language: Lang) -> None:
    lan, minh = person("phone", language, **MOVING), person("phone", language)
    host, friend = two_players(lan, minh, "xidach")
    to_the_end(host, friend)
    moment = lan.page.locator(".moment p.shown")
    result = lan.page.get_by_role("region", name=lan.word("outcome.title"))
    expect(moment).to_be_visible()
    lan.shoot(f"moment-xidach-phone-{language}")
    seen = lan.page.evaluate("window.seen")
    assert (seen["down"], seen["covered"]) == (0, [])
    assert seen["up"] > 0
    expect(result).to_have_count(0)
    expect(host.gold(), "the moment delays no control").to_be_visible()
    react = lan.page.locator(".applause.shown")
    words = react.inner_text()
    react.click()
    expect(minh.page.locator(".bubble").filter(has_text=words)).to_be_visible()
    expect(lan.page.locator(".applause")).to_have_count(0)

    while moment.is_visible():  # every rare hand has its own
        lan.page.evaluate(_LET_GO)
    expect(result).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_pf_45_a_rare_play_has_its_moment_beside_the_cards(person: People, size: str) -> None:
    """The deal goes on meanwhile."""
    lan, minh = person(size, "vi", **MOVING), person("phone", "vi")
    host, friend = two_players(lan, minh, "big2", options={"reshuffle": False})
    get_ready(host)
    get_ready(friend)
    played = False
    while not played:
        until(lan, lambda: bool(host.legal or friend.legal), "no turn")
        player = next(player for player in (host, friend) if player.legal)
        played = player is friend and any(action["type"] == "play" for action in friend.legal)
        player.step()
    moment = lan.page.locator(".moment p.shown")
    expect(moment).to_be_visible()
    lan.shoot(f"moment-big2-{size}-vi")
    assert lan.page.evaluate("window.seen")["covered"] == []
    react, table = lan.page.locator(".applause.shown").bounding_box(), lan.page.locator("main").bounding_box()
    assert react is not None
    assert table is not None
    assert table["x"] <= react["x"] <= table["x"] + table["width"] - react["width"]
    until(lan, lambda: bool(host.legal), "the moment delays the turn")
    lan.page.evaluate(_LET_GO)
    expect(lan.page.locator(".moment, .applause")).to_have_count(0)


def test_pf_43_with_reduced_motion_a_rare_hand_has_no_moment(person: People) -> None:
    lan, minh = person("phone"), person("phone")
    host, friend = two_players(lan, minh, "xidach")
    to_the_end(host, friend)
    expect(lan.page.get_by_role("region", name=lan.word("outcome.title"))).to_be_visible()
    assert lan.page.evaluate("window.seen") is None
    expect(lan.page.locator(".moment, .applause")).to_have_count(0)
