"""PF-3: the level of bots is chosen when a table is opened, and for each bot between deals."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from chieu.bots.levels import TEXTS
from chieu.core.text.languages import Lang
from tests.e2e.conftest import People
from tests.e2e.playing import Player, until, wait_until_enabled
from tests.e2e.screens import Screen
from tests.e2e.tables import open_table, take_seat


def levels_at(screen: Screen) -> list[str | None]:
    return [seat.get("level") for seat in Player(screen).table["seats"]]


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_pf_3_the_level_chosen_for_a_new_table_is_remembered(person: People, language: Lang) -> None:
    lan = person("phone", language)
    easy, usual = (TEXTS[f"level.{level}"].say(language) for level in ("easy", "usual"))
    lan.go("/open/xidach")
    page = lan.page
    expect(page.get_by_role("button", name=easy)).to_have_count(0)  # there are no bots yet
    page.get_by_role("button", name=f"{lan.word('amount.more')}: {lan.word('open.bots')}").click()
    expect(page.get_by_role("button", name=usual, exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=easy, exact=True).click()
    expect(page.get_by_text(TEXTS["level.easy.about"].say(language))).to_be_visible()
    lan.must_be_accessible()
    lan.shoot(f"open-levels-phone-{language}")
    page.get_by_role("button", name=lan.word("open.go")).click()
    until(lan, lambda: bool(lan.views), "the table did not open")
    assert levels_at(lan) == [None, "easy", None, None]
    # The lobby offers the same level for the other seats.
    expect(page.get_by_role("button", name=easy, exact=True).and_(page.locator("[aria-pressed=true]"))).to_be_visible()
    lan.shoot(f"lobby-levels-phone-{language}")
    page.get_by_role("button", name=lan.word("lobby.fill")).click()
    until(lan, lambda: levels_at(lan) == [None, "easy", "easy", "easy"], "the seats were not filled")


def test_pf_3_the_host_changes_the_level_of_a_bot_and_removes_it(person: People) -> None:
    lan = person("phone")
    path = open_table(lan, seats=3, bots=2, level="easy")
    take_seat(lan, path)
    page = lan.page
    page.locator('[data-chair="1"] button.inner').click()
    dialog = page.get_by_role("dialog")
    wait_until_enabled(lan)
    dialog.get_by_role("button", name="Strong", exact=True).click()
    until(lan, lambda: levels_at(lan)[1] == "strong", "the bot did not change")
    lan.must_be_accessible()
    lan.shoot("bot-level-phone-en")
    wait_until_enabled(lan)
    dialog.get_by_role("button", name="Remove this bot").click()
    until(lan, lambda: levels_at(lan)[1] is None, "the bot is still there")
    expect(dialog).to_have_count(0)


def test_rm_20_the_opponent_of_the_seed_is_chosen_by_name(person: People) -> None:
    lan = person("phone")
    take_seat(lan, open_table(lan, "rummy", seats=2, bots=1))
    lan.page.locator('[data-chair="1"] button.inner').click()
    wait_until_enabled(lan)
    lan.page.get_by_role("dialog").get_by_role("button", name="By the book", exact=True).click()
    until(lan, lambda: levels_at(lan)[1] == "heuristic", "the bot did not change")
    lan.shoot("bot-by-name-phone-en")


def test_pf_3_the_people_panel_lists_all_bots(person: People) -> None:
    lan = person("phone", "vi")
    path = open_table(lan, seats=3, bots=2, level="easy")
    take_seat(lan, path)
    lan.page.get_by_role("button", name=lan.word("panel.menu")).click()
    lan.page.get_by_role("dialog").get_by_role("button", name="Người trong bàn").click()
    strong = TEXTS["level.strong"].say("vi")
    wait_until_enabled(lan)
    lan.page.get_by_role("dialog").get_by_role("button", name=strong, exact=True).last.click()
    until(lan, lambda: levels_at(lan)[2] == "strong", "the bot did not change")
    lan.must_be_accessible()
    lan.shoot("bots-people-phone-vi")
