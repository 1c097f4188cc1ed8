"""Take every screen in three languages on a phone, and on a desktop, and check it with axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from chieu.games import all_games
from tests.e2e.conftest import People
from tests.e2e.playing import in_the_middle_of_a_deal, play_out
from tests.e2e.screens import LOOKS, Screen, word
from tests.e2e.tables import open_table, take_seat

PANELS = ["rules", "share", "ledger", "fair", "log", "change"]


class Album:
    """Screenshots of one size and language, and the problems found in them."""

    def __init__(self, screen: Screen, size: str, language: str, *but: str) -> None:
        self.screen = screen
        self.language = language
        self.wrong: list[str] = []
        self._name = f"{size}-{language}"
        self._but = but

    def take(self, name: str) -> None:
        page = self.screen.page
        self.screen.shoot(f"{name}-{self._name}")
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            self.wrong.append(f"{name}: wider than the screen")
        self.wrong += [f"{name}: {violation}" for violation in self.screen.violations(*self._but)]

    def close(self) -> None:
        assert not self.wrong, "\n".join(self.wrong)

    def panel(self, name: str) -> None:
        """Open a panel from the menu, take it and close it."""
        page = self.screen.page
        page.get_by_role("button", name=word("panel.menu", self.language), exact=True).click()
        dialog = page.get_by_role("dialog")
        if name != "menu":
            dialog.get_by_role("button", name=word(f"panel.{name}", self.language), exact=True).click()
        expect(dialog).to_have_accessible_name(word(f"panel.{name}", self.language))
        self.take(f"panel-{name}")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_screens_of_opening_a_table_of_every_game(person: People, size: str, language: str) -> None:
    screen = person(size, language)
    album = Album(screen, size, language)
    for game in all_games():
        screen.go(f"/open/{game}")
        expect(screen.page.get_by_role("button", name=word("open.go", language))).to_be_visible()
        screen.page.wait_for_load_state("networkidle")
        album.take(f"open-{game}")
    album.close()


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_screens_of_a_table_from_the_lobby_to_the_record(person: People, size: str, language: str) -> None:
    evening(person(size, language), person(size, language), size, language)


def test_pf_43_screens_at_320_px_like_a_phone_at_200_percent(person: People) -> None:
    small = {"viewport": {"width": 320, "height": 568}}
    evening(person("phone", "vi", **small), person("phone", "vi", **small), "320", "vi")


def test_pf_43_screens_on_a_phone_on_its_side(person: People) -> None:
    landscape = {"viewport": {"width": 844, "height": 390}}
    evening(person("phone", "en", **landscape), person("phone", "en", **landscape), "landscape", "en")


def test_pf_43_screens_in_forced_colors(person: People) -> None:
    forced = {"forced_colors": "active"}
    # The system ensures the contrast; axe would check colors that are not shown.
    evening(person("phone", "en", **forced), person("phone", "en", **forced), "forced", "en", "color-contrast")


def evening(host: Screen, friend: Screen, size: str, language: str, *but: str) -> None:
    """Take every screen at and around a table."""
    album = Album(host, size, language, *but)
    path = open_table(host, seats=4, bots=2)
    player = take_seat(host, path)
    expect(player.controls).to_be_visible()
    album.take("lobby")
    friend.go(path)
    expect(friend.page.get_by_role("dialog")).to_be_visible()
    second = Album(friend, size, language, *but)
    second.take("join")
    friend.page.get_by_role("button", name=word("join.watch", language)).click()
    player.press(player.controls.get_by_role("button", name=word("lobby.fill", language)))
    in_the_middle_of_a_deal(player)
    album.take("xidach-turn")
    second.take("watching")
    play_out(player)
    album.take("xidach-over")
    for panel in ["menu", *PANELS]:
        album.panel(panel)
    host.page.get_by_role("button", name=word("panel.chat", language), exact=True).click()
    album.take("panel-chat")
    host.go(f"{path}/1")
    expect(host.page.get_by_label(word("replay.step", language), exact=True)).to_be_visible()
    host.page.wait_for_load_state("networkidle")
    album.take("deal")
    host.page.keyboard.press("End")
    album.take("deal-end")
    host.go("/")
    expect(host.page.get_by_role("link", name=word("home.resume", language))).to_be_visible()
    album.take("home-again")
    second.close()
    album.close()


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_screen_of_a_missing_table(person: People, size: str, language: str) -> None:
    screen = person(size, language)
    screen.forgive("404")
    screen.go("/t/nowhere")
    expect(screen.page.get_by_role("link", name=word("home.to", language))).to_be_visible()
    album = Album(screen, size, language)
    album.take("no-such-table")
    album.close()
