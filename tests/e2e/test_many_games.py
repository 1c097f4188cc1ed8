"""PF-11 on the page: many games at one table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from chieu.games import load
from tests.e2e.conftest import People
from tests.e2e.playing import Player, fold_result, play_out, until, wait_until_enabled
from tests.e2e.screens import PATIENCE_MS, Screen
from tests.e2e.tables import join, open_table, take_seat


def titled(screen: Screen, game: str) -> str:
    return load(game).presentation.title.say(screen.language)  # type: ignore[arg-type]


def form(screen: Screen) -> Locator:
    """Open the form in which the host changes the game."""
    wait_until_enabled(screen)
    screen.page.get_by_role("button", name=screen.word("panel.menu")).click()
    screen.page.get_by_role("dialog").get_by_role("button", name=screen.word("panel.change")).click()
    return screen.page.get_by_role("dialog")


def choose(screen: Screen, dialog: Locator, game: str) -> Locator:
    """Choose a game in the form and return the button that applies it."""
    dialog.get_by_role("button", name=titled(screen, game), exact=True).click()
    go = dialog.get_by_role("button", name=screen.word("change.go_game").format(game=titled(screen, game)))
    expect(go).to_be_visible()
    return go


def change_to(player: Player, game: str) -> None:
    """Change the game with the form."""
    screen = player.screen
    go = choose(screen, form(screen), game)
    expect(go).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE_MS)
    go.click()
    until(screen, lambda: player.table["game"] == game, f"the game is not {game}")
    expect(screen.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_pf_11_form_shows_the_swing_and_evens_the_stake(person: People, language: str) -> None:
    lan = person("phone", language)
    player = take_seat(lan, open_table(lan, "big2", seats=4, bots=3, sheet="hong_kong"))
    dialog = form(lan)
    choose(lan, dialog, "xidach")
    swing = dialog.locator(".swing")
    expect(swing).to_contain_text(re.compile(r"1[.,]3.*12"), timeout=PATIENCE_MS)
    lan.shoot(f"many-games-form-{language}")
    lan.must_be_accessible()
    dialog.get_by_role("button", name=lan.word("change.even").format(stake=9)).click()
    expect(swing).to_contain_text(re.compile(r"12.*12"), timeout=PATIENCE_MS)
    choose(lan, dialog, "xidach").click()
    until(lan, lambda: player.table["game"] == "xidach", "the game is not changed")
    assert player.table["sheet"] == "room~sn9~sm9"
    assert lan.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_pf_11_friend_in_another_language_sees_the_change(person: People) -> None:
    lan, minh = person("phone", "vi"), person("phone", "en")
    path = open_table(lan, seats=4, bots=2, level="heuristic")
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    play_out(host, friend)
    for screen in (lan, minh):
        fold_result(screen)
    friend.gold().click()
    until(lan, lambda: bool(host.table["seats"][friend.seat or 0].get("ready")), "Minh is not ready")
    change_to(host, "niuniu")
    until(minh, lambda: friend.table["game"] == "niuniu", "Minh does not see the change")
    assert not any(seat.get("ready") for seat in friend.table["seats"])
    notice = minh.page.locator(".notices")
    expect(notice).to_contain_text(minh.word("hosting.news_game").format(name="Lan", deal=2))
    expect(notice).to_contain_text(f"{titled(minh, 'xidach')} → {titled(minh, 'niuniu')}")
    minh.shoot("many-games-announced-en")
    lan.shoot("many-games-changed-vi")
    play_out(host, friend)
    assert host.deal is not None
    assert (host.deal["game"], host.deals) == ("niuniu", 2)
    minh.shoot("many-games-next-deal-en")
    lan.go(f"{path}/book")
    expect(lan.page.locator(".played")).to_contain_text(f"{titled(lan, 'xidach')}, {titled(lan, 'niuniu')}")
    heads = lan.page.locator("ol > li .head").all_inner_texts()
    assert [titled(lan, game) in head for game, head in zip(("niuniu", "xidach"), heads, strict=True)] == [True, True]
    lan.shoot("many-games-book-vi")


def test_pf_11_host_chooses_who_watches_on_the_page(person: People) -> None:
    lan, friends = person("phone", "vi"), [person("phone", "en") for _ in range(2)]
    path = open_table(lan, seats=5, bots=0)
    host = take_seat(lan, path)
    names = ["Minh", "Hoa"]
    for screen, name in zip(friends, names, strict=True):
        join(screen, path, name)
    dialog = form(lan)
    go = choose(lan, dialog, "big2")
    dialog.get_by_role("button", name=f"{lan.word('amount.less')}: {lan.word('open.seats')}").click()
    expect(go).to_have_attribute("aria-disabled", "true")
    dialog.get_by_role("button", name="Hoa").click()
    lan.shoot("many-games-watch-vi")
    lan.must_be_accessible()
    go.click()
    until(lan, lambda: host.table["game"] == "big2", "the game is not changed")
    assert [seat.get("name") for seat in host.table["seats"]] == ["Lan", "Minh"]
    until(friends[1], lambda: Player(friends[1]).seat is None, "Hoa still sits")


def test_pf_11_running_match_ends_when_the_host_says_so(person: People) -> None:
    lan = person("phone", "en")
    path = open_table(lan, "rummy", seats=2, bots=1, level="heuristic", options={"quiet_turns": 10})
    player = take_seat(lan, path)
    play_out(player)
    fold_result(lan)
    go = choose(lan, form(lan), "xidach")
    expect(go).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE_MS)
    go.click()
    end = lan.page.get_by_role("dialog").get_by_role("button", name=lan.word("change.end_match"))
    expect(end).to_be_visible(timeout=PATIENCE_MS)
    lan.shoot("many-games-match-en")
    assert player.table["game"] == "rummy"
    wait_until_enabled(lan)
    end.click()
    until(lan, lambda: player.table["game"] == "xidach", "the game is not changed")
