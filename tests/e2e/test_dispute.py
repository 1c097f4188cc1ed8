"""Dispute a result: see the rule that decided it, change it, or save a note with the record."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import People
from tests.e2e.playing import in_the_middle_of_a_deal, play_out, until, wait_until_enabled
from tests.e2e.screens import Screen
from tests.e2e.tables import join, open_table, take_seat


def disputed(screen: Screen) -> Locator:
    """Open the dispute dialog of a result and return it."""
    screen.page.locator(".result").get_by_role("button", name=screen.word("outcome.wrong")).click()
    return screen.page.get_by_role("dialog")


def test_a_host_changes_the_deciding_rule_for_the_next_deal(person: People) -> None:
    lan = person("phone", "vi")
    player = take_seat(lan, open_table(lan, game="niuniu", seats=3, bots=2))
    play_out(player)
    dialog = disputed(lan)
    expect(dialog.locator("li").first).to_be_visible()
    lan.must_be_accessible()
    lan.shoot("dispute-phone-vi")
    with lan.context.expect_page() as tab:
        dialog.get_by_role("link", name=lan.word("outcome.wrong_judge")).click()
    assert tab.value.url.endswith("/judge/niuniu/custom")
    tab.value.close()
    dialog.get_by_role("button", name=lan.word("outcome.wrong_change")).first.click()
    field = lan.page.get_by_role("dialog").locator(".asked")
    expect(field).to_be_in_viewport()
    lan.shoot("dispute-change-phone-vi")


def test_a_guest_asks_the_table_and_saves_a_note_with_the_record(person: People, tmp_path: Path) -> None:
    lan, minh = person("desktop"), person("phone", "zh", accept_downloads=True)
    path = open_table(lan, game="niuniu", seats=2)
    host = take_seat(lan, path)
    friend = join(minh, path, "Minh")
    play_out(host, friend)
    dialog = disputed(minh)
    expect(dialog.get_by_role("button", name=minh.word("outcome.wrong_change"))).to_have_count(0)
    dialog.get_by_role("textbox").fill("Nhà mình so lá khác.")
    minh.shoot("dispute-guest-phone-zh")
    with minh.page.expect_download() as saved:
        dialog.get_by_role("button", name=minh.word("outcome.wrong_save")).click()
    note = tmp_path / "note.txt"
    saved.value.save_as(note)
    text = note.read_text(encoding="utf-8")
    assert text.startswith("Nhà mình so lá khác.\n")
    assert "chieu-record 1" in text
    assert "NN-21" in text
    dialog.get_by_role("button", name=minh.word("outcome.wrong_ask")).first.click()
    until(
        lan, lambda: "NN-2" in str([view.get("happened") for view in lan.views]), "the question did not reach the table"
    )


def test_a_refusal_names_its_rule_and_can_be_disputed(person: People) -> None:
    lan = person("phone")
    player = take_seat(lan, open_table(lan, game="xidach", seats=2, bots=1))
    stand = player.controls.get_by_role("button", name="Stand")
    for _ in range(20):
        in_the_middle_of_a_deal(player)
        if {action["type"] for action in player.legal} == {"draw"}:
            break
        player.step()
    wait_until_enabled(lan)
    stand.click(force=True)  # it is greyed out, but pressing it shows the reason
    rule = player.controls.locator(".line .rule")
    expect(rule).to_have_text("XD-15")
    rule.click()
    dialog = lan.page.get_by_role("dialog")
    expect(dialog.locator(".said")).to_be_visible()
    expect(dialog.locator("li").first).to_contain_text("XD-15")
    expect(dialog.get_by_text(lan.word("outcome.wrong_later"))).to_be_visible()
    lan.must_be_accessible()
    lan.shoot("dispute-refusal-phone-en")
