"""Screens for newcomers: the first page, the guided deals, squeezing a card open."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from chieu.games import load
from tests.e2e.album.looks import LOOKS, dressed, everywhere
from tests.e2e.playing import Player, alive, play_out, until
from tests.e2e.screens import Screen
from tests.e2e.tables import opened, seated

ROUNDS = 7  # of a match of Rummy
LOOKED_AT = (1, 4, 7)
_CORNER = 0.8  # point at which a finger grabs the card, as a share of its size


def first_page(one: Screen) -> None:
    one.go()
    everywhere(one, "first", _first_page_is_there)


def _first_page_is_there(one: Screen) -> None:
    one.page.get_by_role("button", name=one.word("home.play_now"), exact=True).nth(3).wait_for()


def tip_of(one: Screen) -> Locator:
    return one.page.get_by_role("region", name=one.word("lesson.title"))


def _wait_for_tip(one: Screen) -> None:
    tip_of(one).wait_for()


def played_now(game: str, one: Screen) -> Player:
    """Go from the first page to a table of the game."""
    one.go()
    title = load(game).presentation.title.say("en")
    card = one.page.get_by_role("listitem").filter(has=one.page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name=one.word("home.play_now"), exact=True).click()
    return Player(one)


def guided(game: str, one: Screen) -> None:
    """Take every hint of the guided deal."""
    player, seen = played_now(game, one), 0

    def read() -> None:
        nonlocal seen
        one.page.wait_for_timeout(300)
        while tip_of(one).is_visible():
            seen += 1
            everywhere(one, f"guided-{game}-{seen}", _wait_for_tip)
            until(one, lambda: tip_of(one).is_visible(), "the hint does not come back")
            tip_of(one).get_by_role("button", name=one.word("lesson.next")).click()
            one.page.wait_for_timeout(300)

    until(one, lambda: tip_of(one).is_visible() or bool(one.views and player.legal), "no hint")
    read()
    while not player.deals:
        until(one, lambda: bool(player.legal or player.deals), "no turn")
        if player.legal:
            read()
            player.step()
    until(one, lambda: tip_of(one).is_visible(), "no hint at the end")
    read()


def squeezing(one: Screen) -> None:
    """Take Niu Niu's fifth card while it is bent open, at a new table per look: a reload reveals it."""
    for size, language in LOOKS:
        one.go()
        dressed(one, size, language)
        one.frames.clear()
        player = seated(one, opened(one, "niuniu", seats=4, bots=3, bot_hosts=True))
        alive(one)
        player.gold().click()
        covered = one.page.get_by_role("button", name=one.word("reveal.card"))
        covered.wait_for()
        one.page.wait_for_timeout(800)
        one.shoot(f"squeeze-lies-{size}-{language}")
        box = covered.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] * _CORNER, box["y"] + box["height"] * _CORNER
        one.page.mouse.move(x, y)
        one.page.mouse.down()
        one.page.mouse.move(x - 28, y - 28, steps=4)
        expect(one.page.locator(".flap")).to_be_visible()
        one.shoot(f"squeeze-bent-{size}-{language}")
        one.page.mouse.move(x - 44, y - 44, steps=4)
        one.shoot(f"squeeze-further-{size}-{language}")
        one.page.mouse.move(x - 90, y - 90, steps=6)
        one.page.mouse.up()
        one.page.get_by_role("region", name=one.word("outcome.title")).wait_for()


def match(one: Screen) -> None:
    """Take a whole match of Chinese Rummy: turns of the first, fourth and last round, and every result."""
    player = played_now("rummy", one)
    until(one, lambda: bool(one.views) and player.deal is not None, "no deal")
    turns = 0

    def look() -> None:
        nonlocal turns
        turns += 1
        skip = tip_of(one).get_by_role("button", name=one.word("lesson.skip"))
        if skip.is_visible():
            skip.click()
        if player.deals + 1 in LOOKED_AT and turns in (1, 9):
            one.shoot(f"match-{player.deals + 1}-turn-{turns}")

    while player.deals < ROUNDS:
        turns = 0
        play_out(player, after_each=look, most=900)
        one.page.get_by_role("region", name=one.word("outcome.title")).wait_for()
        one.page.wait_for_timeout(400)
        one.shoot(f"match-{player.deals}-over")
