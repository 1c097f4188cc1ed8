"""Open tables through the HTTP API, for tests that are not about opening one."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from chieu.online.protocol.personas import bot_name
from tests.e2e.playing import Player, until
from tests.e2e.screens import Screen


def open_table(
    screen: Screen, game: str = "xidach", seats: int = 2, bots: int = 0, level: str = "random", **more: Any
) -> str:
    """Open a table, seat this person first, and return its path. Bots move without delay."""
    ask = screen.context.request
    assert ask.post(f"{screen.url}/api/guests", max_retries=3).ok
    order = {"game": game, "name": "Lan", "seats": seats, "bots": [level] * bots, "pace": 0, **more}
    answer = ask.post(f"{screen.url}/api/tables", data=order, max_retries=3)
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['table']}"


def take_seat(screen: Screen, path: str) -> Player:
    """Go to the table and return the player once the page knows their seat."""
    screen.go(path)
    player = Player(screen)
    until(screen, lambda: bool(screen.views) and player.seat is not None, "the page did not get its seat")
    return player


def bot_called(player: Player, seat: int) -> str:
    """Return the name that the page shows for the bot of a seat."""
    return bot_name(player.table["personas"][seat], player.screen.language)  # type: ignore[arg-type]


def join(screen: Screen, path: str, name: str, guided: bool = False) -> Player:
    """Follow the link as a friend, enter a name and take the first free seat."""
    screen.go(path)
    player = let_in(screen, name, guided)
    until(screen, lambda: bool(screen.views) and player.seat is not None, "the friend has no seat")
    return player


def let_in(screen: Screen, name: str, guided: bool = False) -> Player:
    """Fill in the dialog that asks for a name. Decline the guided first deal unless `guided`."""
    ask = screen.page.get_by_role("dialog")
    ask.get_by_label(screen.word("open.name")).fill(name)
    offer = ask.get_by_role("checkbox", name=screen.word("lesson.offer"))
    if not guided and offer.is_visible():
        offer.uncheck()
    ask.get_by_role("button", name=screen.word("join.go")).click()
    expect(ask).to_have_count(0)
    return Player(screen)


def seat_two(lan: Screen, minh: Screen, **order: Any) -> tuple[Player, Player]:
    """Seat two people at a new table.

    Frames of earlier tables are dropped, as `leaks` would take their cards for those of this table.
    """
    path = open_table(lan, **order)
    for screen in (lan, minh):
        screen.page.goto("about:blank")
        screen.frames.clear()
    return take_seat(lan, path), join(minh, path, "Minh")
