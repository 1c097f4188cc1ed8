"""The first page, and the way from it to the first card."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from chieu.core.text.languages import Lang
from chieu.games import all_games, load
from tests.e2e.conftest import People
from tests.e2e.playing import Player, play_out, until
from tests.e2e.screens import word
from tests.e2e.tables import bot_called

SIZES = ["phone", "desktop"]
LANGUAGES: tuple[Lang, ...] = ("vi", "en", "zh")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pf_40_the_first_page_speaks_the_language_of_the_browser(person: People, size: str, language: str) -> None:
    screen = person(size, language)
    screen.go()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(word("home.line", language))
    expect(screen.page.get_by_role("button", name=word("home.play_now", language)).first).to_be_visible()
    expect(screen.page.locator("html")).to_have_attribute("lang", language)
    names = [
        button.get_attribute("aria-label") or button.inner_text() for button in screen.page.get_by_role("button").all()
    ]
    assert len(set(names)) == len(names) > len(all_games()), names
    screen.shoot(f"home-{size}-{language}")
    screen.must_be_accessible()


def test_pf_40_the_language_can_be_switched_and_stays(person: People) -> None:
    screen = person(language="en")
    screen.go()
    screen.page.get_by_role("button", name="Tiếng Việt").click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(word("home.line", "vi"))
    screen.page.reload()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(word("home.line", "vi"))


def test_pf_43_the_page_loads_only_the_language_in_use(person: People) -> None:
    screen = person(language="en")
    loaded: list[str] = []
    screen.page.on("request", lambda request: loaded.extend(re.findall(r"/assets/(vi|en|zh)-[^/]+\.js$", request.url)))
    screen.go("/open/xidach")
    name = screen.page.get_by_label(word("rules.name", "en"))
    name.fill("Friday")
    assert loaded == ["en"]
    screen.page.get_by_role("button", name="中文").click()
    # The form keeps its content.
    expect(screen.page.get_by_label(word("rules.name", "zh"))).to_have_value("Friday")
    assert loaded == ["en", "zh"]


def test_pf_43_nothing_is_wider_than_the_screen(person: People) -> None:
    screen = person("phone")
    screen.go()
    expect(screen.page.get_by_role("button", name=word("home.play_now")).first).to_be_visible()
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", SIZES)
def test_play_now_starts_a_deal_that_can_be_played_out(person: People, size: str) -> None:
    screen = person(size)
    screen.go()
    screen.page.get_by_role("button", name=word("home.play_now")).first.click()
    player = Player(screen)
    until(screen, lambda: bool(screen.views) and player.seat is not None, "no seat")
    # The first deal starts by itself.
    until(screen, lambda: player.deal is not None, "no deal starts by itself")
    play_out(player, taps=True)
    expect(player.controls).to_contain_text("You")
    screen.shoot(f"xidach-over-{size}-en")
    screen.must_be_accessible()


def test_the_first_page_links_back_to_the_table(person: People) -> None:
    screen = person()
    screen.go()
    screen.page.get_by_role("button", name=word("home.play_now")).first.click()
    screen.page.wait_for_url("**/t/*")
    path = screen.page.url
    until(screen, lambda: bool(screen.views), "no view")
    screen.go()
    screen.page.get_by_role("link", name=word("home.resume")).click()
    assert screen.page.url == path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "role"), [("xidach", "dealer"), ("niuniu", "banker")])
def test_xd_10_nn_24_play_now_seats_a_newcomer_with_a_bot_host(
    person: People, game: str, role: str, language: Lang
) -> None:
    screen = person("phone", language)
    screen.go()
    screen.page.evaluate("(game) => localStorage.setItem('chieu.taught', JSON.stringify([game]))", game)
    expect(screen.page.get_by_text(word("home.bot_opens", language))).to_be_visible()
    title = load(game).presentation.title.say(language)
    card = screen.page.get_by_role("listitem").filter(has=screen.page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name=word("home.play_now", language)).click()
    player = Player(screen)
    until(screen, lambda: bool(screen.views) and player.deal is not None, "no deal starts by itself")
    assert player.deal is not None
    host = player.deal["view"][role]
    assert player.table["seats"][host]["hosts"]
    assert player.table["seats"][host]["level"]
    assert player.seat is not None
    assert player.seat != host
    bot = bot_called(player, host)
    role_name = load(game).presentation.texts[f"show.{role}"].say(language)
    text = word("table.bot_hosts", language).replace("{name}", bot).replace("{role}", role_name)
    if player.deals == 0:  # the text is gone after a deal, and a dealt Xì Dách ends a deal at once
        expect(player.controls).to_contain_text(text)
    screen.shoot(f"play-now-{game}-phone-{language}")
