"""PF-21: people take their seat to another device, by a link or by typing eight letters."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import People
from tests.e2e.screens import Screen
from tests.e2e.tables import open_table, take_seat


def code_shown(screen: Screen) -> str:
    """Request a code from the menu of the table and return it."""
    screen.page.get_by_role("button", name=screen.word("panel.menu")).click()
    screen.page.get_by_role("button", name=screen.word("panel.device")).click()
    code = screen.page.get_by_role("status", name=screen.word("device.code"))
    expect(code).to_be_visible()
    return code.inner_text()


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_pf_21_a_seat_moves_to_another_device(person: People, language: str) -> None:
    lan, phone = person("desktop", language), person("phone", language)
    path = open_table(lan, seats=3, bots=2)
    seat = take_seat(lan, path).seat
    code = code_shown(lan)
    lan.must_be_accessible()
    lan.shoot(f"device-code-desktop-{language}")
    phone.go(f"/device#{code}")
    expect(phone.page.get_by_role("textbox")).to_have_value(code)
    assert code not in phone.page.url
    phone.must_be_accessible()
    phone.shoot(f"device-take-phone-{language}")
    phone.page.get_by_role("button", name=phone.word("device.take")).click()
    phone.page.wait_for_url(f"**{path}")
    assert take_seat(phone, path).seat == seat


def test_pf_21_a_typed_code_opens_the_table_it_was_made_at(person: People) -> None:
    lan, phone = person("desktop"), person("phone")
    path = open_table(lan, seats=3, bots=2)
    seat = take_seat(lan, path).seat
    phone.go("/device")
    phone.page.get_by_role("textbox").fill(code_shown(lan))
    phone.page.get_by_role("button", name=phone.word("device.take")).click()
    phone.page.wait_for_url(f"**{path}")
    assert take_seat(phone, path).seat == seat


def test_pf_21_a_wrong_code_is_rejected(person: People) -> None:
    phone = person("phone")
    phone.forgive("404")
    phone.go("/")
    phone.page.get_by_role("link", name=phone.word("device.have")).click()
    phone.page.get_by_role("textbox").fill("abcd efgh")
    phone.page.get_by_role("button", name=phone.word("device.take")).click()
    expect(phone.page.get_by_role("alert")).to_have_text("This code is wrong or has expired.")
    phone.shoot("device-wrong-phone-en")
