"""PF-47: named house rules can be saved, sent as a link, opened with a tap and compared."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import People
from tests.e2e.playing import Player, until
from tests.e2e.screens import Screen
from tests.e2e.tables import join, open_table, take_seat

NAME = "Luật nhà ngoại"


def opened_with_a_name(screen: Screen) -> str:
    """Open a table with changed and named rules through the form. Return its path."""
    screen.go("/open/xidach?sheet=room~sm5~cmn")
    page = screen.page
    page.get_by_label(screen.word("rules.name")).fill(NAME)
    page.get_by_label(screen.word("open.name")).fill("Lan")
    screen.shoot(f"rules-form-{screen.language}")
    page.get_by_role("button", name=screen.word("open.go")).click()
    page.wait_for_url("**/t/*")
    until(screen, lambda: bool(screen.views), "no table")
    return page.url.removeprefix(screen.url)


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_pf_47_a_named_sheet_opens_from_a_link_on_another_device(person: People, language: str) -> None:
    lan, hoa = person("phone", language), person("phone", language)
    opened_with_a_name(lan)
    view = Player(lan).table
    assert (view["sheet"], view["sheet_name"]) == ("room~sm5~cmn", NAME)
    lan.page.get_by_role("button", name=NAME).or_(
        lan.page.get_by_role("button", name=lan.word("primer.title"))
    ).first.click()
    card = lan.page.get_by_role("dialog").locator(".rules")
    expect(card).to_contain_text(NAME)
    expect(card.get_by_role("listitem")).to_have_count(2)
    expect(card).to_contain_text(lan.word("rules.kept"))
    lan.shoot(f"rules-panel-phone-{language}")
    lan.must_be_accessible()
    with lan.context.expect_page() as tab:
        card.get_by_role("link", name=lan.word("rules.more")).click()
    link = tab.value.get_by_label(lan.word("rules.link"), exact=True).input_value()
    tab.value.close()
    # Another device, another person.
    hoa.page.goto(link)
    expect(hoa.page.get_by_role("heading", name=NAME)).to_be_visible()
    expect(hoa.page.locator(".rules li")).to_have_count(2)
    hoa.shoot(f"rules-phone-{language}")
    hoa.must_be_accessible()
    assert hoa.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # One tap opens a table, and the rules are saved on this device.
    hoa.page.get_by_role("button", name=hoa.word("rules.open")).click()
    hoa.page.wait_for_url("**/t/*")
    until(hoa, lambda: bool(hoa.views), "no table")
    theirs = Player(hoa).table
    assert (theirs["sheet"], theirs["sheet_name"]) == ("room~sm5~cmn", NAME)
    hoa.go("/")
    mine = hoa.page.get_by_role("region", name=hoa.word("home.mine"))
    expect(mine.get_by_role("link", name=NAME)).to_be_visible()
    hoa.shoot(f"home-mine-phone-{language}")
    hoa.must_be_accessible()
    hoa.frames.clear()
    mine.get_by_role("button").click()
    hoa.page.wait_for_url("**/t/*")
    until(hoa, lambda: bool(hoa.views) and Player(hoa).table["sheet_name"] == NAME, "the table has other rules")


@pytest.mark.parametrize(("size", "language"), [("phone", "vi"), ("phone", "en"), ("phone", "zh"), ("desktop", "en")])
def test_pf_47_two_sheets_are_compared_side_by_side(person: People, size: str, language: str) -> None:
    screen = person(size, language)
    screen.go(f"/rules/xidach?sheet=room~sm5~cmn&name={NAME}")
    choice = screen.page.get_by_label(screen.word("rules.compare"))
    choice.select_option("vipgame")
    table = screen.page.get_by_role("table")
    expect(table).to_be_visible()
    assert NAME in table.get_by_role("columnheader").all_inner_texts()
    rows = table.locator("tbody tr")
    assert rows.count() > 3
    for row in rows.all():
        here, there = row.get_by_role("cell").all_inner_texts()
        assert here != there
    screen.page.get_by_role("table").scroll_into_view_if_needed()
    screen.shoot(f"rules-compared-{size}-{language}")
    screen.must_be_accessible()
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    choice.select_option("room")
    expect(rows).to_have_count(2)


def test_pf_47_saved_sheets_join_the_presets_and_can_be_deleted(person: People) -> None:
    screen = person("desktop")
    screen.go(f"/rules/xidach?sheet=room~sm5&name={NAME}")
    screen.page.get_by_role("button", name=screen.word("rules.keep")).click()
    drop = screen.page.get_by_role("button", name=screen.word("rules.drop"))
    expect(drop).to_be_visible()
    screen.page.get_by_role("link", name=screen.word("rules.adjust")).click()
    chip = screen.page.get_by_role("button", name=NAME)
    expect(chip).to_have_attribute("aria-pressed", "true")
    screen.page.get_by_role("button", name="VIP").click()
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(screen.page.get_by_label(screen.word("rules.name"))).to_have_value("")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    screen.page.go_back()
    drop.click()
    screen.go("/")
    expect(screen.page.get_by_role("heading", level=1)).to_be_visible()
    expect(screen.page.get_by_text(NAME)).to_have_count(0)


def test_pf_47_everybody_sees_the_new_name_of_the_rules(person: People) -> None:
    lan, minh = person("desktop"), person("desktop")
    path = open_table(lan, seats=2)
    take_seat(lan, path)
    join(minh, path, "Minh")
    lan.page.get_by_role("button", name=lan.word("panel.menu"), exact=True).click()
    lan.page.get_by_role("button", name=lan.word("panel.change"), exact=True).click()
    dialog = lan.page.get_by_role("dialog")
    dialog.get_by_label(lan.word("rules.name")).fill("Friday")
    dialog.get_by_role("button", name=lan.word("change.go")).click()
    expect(dialog).to_have_count(0)
    expect(minh.page.get_by_role("tabpanel").get_by_text("Friday")).to_be_visible()


@pytest.mark.parametrize("code", ["room~zz9", "nothing", "room~sm0"])
def test_pf_47_a_damaged_link_is_reported(person: People, code: str) -> None:
    screen = person("phone")
    screen.forgive("422")
    screen.go(f"/rules/xidach?sheet={code}")
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(screen.word("rules.bad"))
    screen.must_be_accessible()
