"""Screens for newcomers: the first page, the guided deals, squeezing a card open."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from chieu.games import load
from tests.e2e.album.looks import LOOKS, reload_as, shoot_looks
from tests.e2e.playing import Player, play_out, until, wait_until_enabled
from tests.e2e.screens import Screen
from tests.e2e.tables import open_table, take_seat

ROUNDS = 7  # of a match of Rummy
LOOKED_AT = (1, 4, 7)
_CORNER = 0.8  # point at which a finger grabs the card, as a share of its size


def first_page(screen: Screen) -> None:
    screen.go()
    shoot_looks(screen, "first", _first_page_is_there)


def _first_page_is_there(screen: Screen) -> None:
    screen.page.get_by_role("button", name=screen.word("home.play_now"), exact=True).nth(3).wait_for()


def tip_of(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name=screen.word("lesson.title"))


def _wait_for_tip(screen: Screen) -> None:
    tip_of(screen).wait_for()


def played_now(game: str, screen: Screen) -> Player:
    """Go from the first page to a table of the game."""
    screen.go()
    title = load(game).presentation.title.say("en")
    card = screen.page.get_by_role("listitem").filter(has=screen.page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name=screen.word("home.play_now"), exact=True).click()
    return Player(screen)


def guided(game: str, screen: Screen) -> None:
    """Take every hint of the guided deal."""
    player, seen = played_now(game, screen), 0

    def read() -> None:
        nonlocal seen
        screen.let_time_pass(300)
        while tip_of(screen).is_visible():
            seen += 1
            shoot_looks(screen, f"guided-{game}-{seen}", _wait_for_tip)
            until(screen, lambda: tip_of(screen).is_visible(), "the hint does not come back")
            tip_of(screen).get_by_role("button", name=screen.word("lesson.next")).click()
            screen.let_time_pass(300)

    until(screen, lambda: tip_of(screen).is_visible() or bool(screen.views and player.legal), "no hint")
    read()
    while not player.over():
        until(screen, lambda: bool(player.legal) or player.over(), "no turn")
        if player.legal:
            read()
            player.step()
    until(screen, lambda: tip_of(screen).is_visible(), "no hint at the end")
    read()


def squeezing(screen: Screen) -> None:
    """Take Niu Niu's fifth card while it is bent open, at a new table per look: a reload reveals it."""
    for size, language in LOOKS:
        screen.go()
        reload_as(screen, size, language)
        screen.frames.clear()
        player = take_seat(screen, open_table(screen, "niuniu", seats=4, bots=3, bot_hosts=True))
        wait_until_enabled(screen)
        player.gold().click()
        covered = screen.page.get_by_role("button", name=screen.word("reveal.card"))
        covered.wait_for()
        screen.come_to_rest()
        screen.shoot(f"squeeze-lies-{size}-{language}")
        box = covered.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] * _CORNER, box["y"] + box["height"] * _CORNER
        screen.page.mouse.move(x, y)
        screen.page.mouse.down()
        screen.page.mouse.move(x - 28, y - 28, steps=4)
        expect(screen.page.locator(".flap")).to_be_visible()
        screen.shoot(f"squeeze-bent-{size}-{language}")
        screen.page.mouse.move(x - 44, y - 44, steps=4)
        screen.shoot(f"squeeze-further-{size}-{language}")
        screen.page.mouse.move(x - 90, y - 90, steps=6)
        screen.page.mouse.up()
        screen.page.get_by_role("region", name=screen.word("outcome.title")).wait_for()


def match(screen: Screen) -> None:
    """Take a whole match of Chinese Rummy: turns of the first, fourth and last round, and every result."""
    player = played_now("rummy", screen)
    until(screen, lambda: bool(screen.views) and player.deal is not None, "no deal")
    turns = 0

    def look() -> None:
        nonlocal turns
        turns += 1
        skip = tip_of(screen).get_by_role("button", name=screen.word("lesson.skip"))
        if skip.is_visible():
            skip.click()
        if player.deals + 1 in LOOKED_AT and turns in (1, 9):
            screen.shoot(f"match-{player.deals + 1}-turn-{turns}")

    while player.deals < ROUNDS:
        turns = 0
        play_out(player, after_each=look, most=900)
        screen.page.get_by_role("region", name=screen.word("outcome.title")).wait_for()
        screen.come_to_rest()
        screen.shoot(f"match-{player.deals}-over")
