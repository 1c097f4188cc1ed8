"""PF-46: the guided first deal is also offered to newcomers who follow a friend's link."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from chieu.core.text.languages import Lang
from chieu.core.text.presentation import OVER
from chieu.games import load
from tests.e2e.conftest import People
from tests.e2e.playing import get_ready, in_the_middle_of_a_deal, must_get_ready, play_out, until, wait_until_enabled
from tests.e2e.screens import Screen
from tests.e2e.tables import join, let_in, open_table, take_seat
from tests.e2e.test_lesson import got_it, next_of, tip_of

# Rules that keep deals short.
ORDERS: dict[str, dict[str, Any]] = {
    "xidach": {},
    "niuniu": {},
    "big2": {"options": {"reshuffle": False, "stop_at_first": True}},
    "rummy": {"options": {"quiet_turns": 10}},
}


def offer_of(screen: Screen) -> Locator:
    return screen.page.get_by_role("dialog").get_by_role("checkbox", name=screen.word("lesson.offer"))


def read_hints(screen: Screen, seen: list[str], shots: str = "") -> None:
    """Read and dismiss every hint that is visible now. Add new ones to `seen`."""
    screen.let_time_pass(300)  # a hint would be visible by now
    tip = tip_of(screen)
    while tip.is_visible():
        text = tip.locator("p").inner_text()
        if text not in seen:
            seen.append(text)
            if shots:
                screen.shoot(f"{shots}-{len(seen)}")
        got_it(screen, text)


def lesson_of(game: str, language: Lang) -> list[str]:
    """Return the beginning of each hint of a game."""
    return [load(game).presentation.tip(tip).say(language).split("{")[0] for tip in load(game).presentation.lesson]


def moves_of(game: str, language: Lang) -> list[str]:
    """Return the beginning of each hint about a move."""
    tips = [tip for tip in load(game).presentation.lesson if tip.when not in ("", OVER)]
    return [load(game).presentation.tip(tip).say(language).split("{")[0] for tip in tips]


# The hints of the longer games are tested with *Play now*.
@pytest.mark.parametrize(("game", "language"), [("xidach", "vi"), ("niuniu", "zh")])
def test_pf_46_a_new_friend_is_guided_in_the_first_deal_only(person: People, game: str, language: Lang) -> None:
    lan, minh = person("phone", language), person("phone", language, own_time=True)
    path = open_table(lan, game, seats=2, **ORDERS[game])
    host = take_seat(lan, path)
    minh.go(path)
    expect(offer_of(minh)).to_be_checked()
    minh.must_be_accessible()
    minh.shoot(f"invited-{game}-join-{language}")
    friend = join(minh, path, "Minh", guided=True)
    seen: list[str] = []
    shots = f"invited-{game}-{language}"
    starts, moves = lesson_of(game, language), moves_of(game, language)
    for _ in range(3):  # some deals end before a move, and by some rules nobody has one
        play_out(host, friend, before_each=lambda: read_hints(minh, seen, shots), taps=True)
        if any(text.startswith(move) for text in seen for move in moves):
            break
    while not any(text.startswith(starts[-1]) for text in seen):
        until(minh, tip_of(minh).is_visible, "no last hint")
        read_hints(minh, seen, shots)
    assert len(seen) >= 2, seen
    assert all(any(text.startswith(start) for start in starts) for text in seen), seen
    expect(tip_of(lan)).to_have_count(0)  # the host of a table gets no hints

    play_out(host, friend, after_each=lambda: expect(tip_of(minh)).to_have_count(0), taps=True)
    again = open_table(lan, game, seats=2)
    minh.go(again)
    expect(minh.page.get_by_role("dialog")).to_be_visible()
    expect(offer_of(minh)).to_have_count(0)


def test_pf_46_declining_the_guide_is_remembered(person: People) -> None:
    lan, minh = person("phone"), person("phone")
    path = open_table(lan, seats=2)
    host = take_seat(lan, path)
    minh.go(path)
    offer_of(minh).uncheck()
    friend = let_in(minh, "Minh")
    play_out(host, friend, after_each=lambda: expect(tip_of(minh)).to_have_count(0), taps=True)
    minh.go(open_table(lan, seats=2))
    expect(minh.page.get_by_role("dialog")).to_be_visible()
    expect(offer_of(minh)).to_have_count(0)


def test_pf_46_a_latecomer_is_guided_in_the_next_deal(person: People) -> None:
    """The guide also survives a reload."""
    lan, minh = person("phone"), person("phone", own_time=True)
    path = open_table(lan, seats=3, bots=2)
    host = take_seat(lan, path)
    in_the_middle_of_a_deal(host)
    running = host.deals
    minh.go(path)
    expect(offer_of(minh)).to_be_checked()
    friend = let_in(minh, "Minh", guided=True)
    while host.deals == running:
        host.step()
        until(lan, lambda: bool(host.legal) or host.deals > running, "the deal is stuck")
        expect(tip_of(minh)).to_have_count(0)
    minh.let_time_pass(300)
    expect(tip_of(minh)).to_have_count(0)  # they did not play this deal
    minh.page.locator(".controls button.gold").first.click()
    until(minh, lambda: friend.seat is not None, "no seat")
    wait_until_enabled(minh)
    minh.let_time_pass(300)
    expect(tip_of(minh)).to_have_count(0)

    host.press(host.gold())
    friend.press(friend.gold())
    until(lan, lambda: bool(host.legal), "the dealer is not to act")
    host.step()
    expect(tip_of(minh)).to_be_visible()
    first = tip_of(minh).locator("p").inner_text()
    assert first == load("xidach").presentation.texts["lesson.hand"].say("en")
    next_of(minh).click()
    minh.frames.clear()
    minh.page.reload()
    until(minh, lambda: bool(minh.views), "no view after the reload")
    expect(tip_of(minh)).to_be_visible()
    expect(tip_of(minh).locator("p")).not_to_have_text(first)


@pytest.mark.parametrize("game", ["xidach", "big2"])
def test_pf_46_a_hint_never_hides_a_move_with_a_clock(person: People, game: str) -> None:
    """The hint is about the move and covers neither the cards nor the buttons nor the clock."""
    lan, minh = person("phone"), person("phone", own_time=True)
    path = open_table(lan, game, seats=2, clock={"turn": 600, "bank": 0}, **ORDERS[game])
    host = take_seat(lan, path)
    friend = join(minh, path, "Minh", guided=True)
    host.press(host.gold())
    friend.press(friend.gold())
    presentation = load(game).presentation
    moves = {presentation.tip(tip).say("en").split("{")[0] for tip in presentation.lesson if tip.when}
    for _ in range(40):
        until(minh, lambda: any(player.legal or must_get_ready(player) for player in (host, friend)), "no turn")
        if friend.legal and tip_of(minh).is_visible():
            break
        if host.legal:
            host.step()
        elif friend.legal:
            minh.let_time_pass(400)  # a hint would be visible by now
            if not tip_of(minh).is_visible():
                friend.step()
        else:  # between deals
            get_ready(next(player for player in (host, friend) if must_get_ready(player)))
    else:
        raise AssertionError("no hint at any of forty turns")
    text = tip_of(minh).locator("p").inner_text()
    assert any(text.startswith(move) for move in moves), text
    hint = tip_of(minh).bounding_box()
    assert hint is not None
    for spot in ("hand", "choice", "own"):
        box = minh.page.locator(f'[data-spot="{spot}"]').bounding_box()
        assert box is not None
        assert hint["y"] + hint["height"] <= box["y"], spot
    friend.step()  # the move can be made while the hint is visible
