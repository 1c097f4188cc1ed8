"""PF-38 on the page: a table without its log shows its scorebook, and people erase their data."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import People
from tests.e2e.playing import play_out, until
from tests.e2e.screens import screen
from tests.e2e.tables import join, open_table, take_seat
from tests.online.server.server_process import Process


@pytest.mark.parametrize(("size", "language"), [("phone", "vi"), ("desktop", "en"), ("phone", "zh")])
def test_pf_38_a_table_whose_log_is_gone_shows_its_scorebook(
    browser: Browser, tmp_path: Path, size: str, language: str
) -> None:
    data = tmp_path / "tables.db"
    server = Process(data)
    try:
        with screen(browser, server.url, size, language) as lan:
            path = open_table(lan, seats=3, bots=2)
            player = take_seat(lan, path)
            play_out(player)
            lan.page.goto("about:blank")
            server.stop()
            words = ["tables", "remove", path.rpartition("/")[2], "--data", str(data)]
            subprocess.run([sys.executable, "-m", "chieu.cli", *words], check=True, capture_output=True)
            server = Process(data, server.port)
            lan.forgive("WebSocket|ERR_CONNECTION|410|404")
            lan.go(path)
            expect(lan.page.get_by_role("heading", level=1)).to_have_text(lan.word("book.gone"))
            expect(lan.page.get_by_role("listitem").first).to_be_visible()
            expect(lan.page.get_by_text("Lan").first).to_be_visible()
            lan.shoot(f"book-{size}-{language}")
            lan.must_be_accessible()
            assert lan.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            lan.page.get_by_role("button", name=lan.word("book.forget")).click()
            expect(lan.page.get_by_text(lan.word("book.forgotten"))).to_be_visible()
            expect(lan.page.get_by_text("Lan", exact=True)).to_have_count(0)
            expect(lan.page.get_by_text(lan.word("seat.someone")).first).to_be_visible()
            lan.go(f"{path}/1")
            expect(lan.page.get_by_role("heading", level=1)).to_have_text(lan.word("book.gone"))
            assert not lan.faults
    finally:
        server.stop()


def test_pf_38_the_menu_erases_name_and_messages(person: People) -> None:
    lan, minh = person("phone"), person()
    path = open_table(lan, seats=3)
    host = take_seat(lan, path)
    friend = join(minh, path, "Minh")
    minh.page.get_by_role("tab", name=minh.word("panel.chat")).click()
    write = minh.page.get_by_label(minh.word("chat.write")).first
    write.fill("I was here")
    write.press("Enter")
    expect(minh.page.get_by_text("I was here").first).to_be_visible()
    minh.page.get_by_role("button", name=minh.word("panel.menu")).click()
    ask = minh.page.get_by_role("dialog")
    ask.get_by_role("button", name=minh.word("menu.forget")).dblclick()
    minh.shoot("forget-desktop-en")
    assert host.table["seats"][friend.seat or 0]["name"] == "Minh", "a double click must not confirm the erasure"
    ask.get_by_role("button", name=minh.word("menu.forget_sure")).click()
    until(lan, lambda: "name" not in host.table["seats"][friend.seat or 0], "the name is still there")
    expect(lan.page.get_by_text(lan.word("seat.someone")).first).to_be_visible()
    for page in (lan.page, minh.page):
        expect(page.get_by_text("I was here")).to_have_count(0)
    lan.shoot("someone-phone-en")
