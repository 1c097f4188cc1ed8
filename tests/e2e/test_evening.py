"""PF-47 on the page: the scorebook of an evening with chart, settle-up and downloads."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import People
from tests.e2e.playing import Player, play_out, until
from tests.e2e.screens import Screen, number
from tests.e2e.tables import open_table, seat_two, take_seat


def played(screen: Screen, deals: int, game: str = "xidach", seats: int = 3) -> tuple[str, Player]:
    path = open_table(screen, game, seats=seats, bots=seats - 1, level="heuristic")
    player = take_seat(screen, path)
    for _ in range(deals):
        play_out(player)
    return path, player


@pytest.mark.parametrize(
    ("size", "language", "game"), [("phone", "vi", "xidach"), ("desktop", "en", "niuniu"), ("phone", "zh", "niuniu")]
)
def test_pf_47_the_scorebook_opens_from_the_table(person: People, size: str, language: str, game: str) -> None:
    lan = person(size, language)
    path, player = played(lan, 4, game)
    page = lan.page
    page.get_by_role("button", name=lan.word("panel.menu")).click()
    page.get_by_role("dialog").get_by_role("button", name=lan.word("panel.ledger")).click()
    page.get_by_role("dialog").get_by_role("link", name=lan.word("book.open")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(lan.word("book.open"))
    assert page.url.endswith(f"{path}/book")
    chart = page.get_by_role("img", name="Lan")
    assert chart.locator("path").count() == 2, "expected Lan's line and that of the bots"
    expect(page.get_by_text(lan.word("ledger.settle"))).to_be_visible()
    lan.shoot(f"evening-top-{size}-{language}")
    deals = page.locator("ol > li")
    assert deals.count() == 4
    deals.first.locator("summary").press("Enter")
    assert deals.first.locator(".why").count() > 0, "no explanation of the deal"
    assert chart.locator("text").count() > 2
    lan.shoot(f"evening-why-{size}-{language}")
    lan.must_be_accessible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # The chart can be read with the keyboard, and the score sheet has the same numbers.
    look = page.get_by_label(lan.word("book.chart_at"))
    look.press("Home")
    expect(page.get_by_role("status").filter(has_text="1")).to_be_visible()
    page.get_by_role("heading", name=lan.word("book.sheet")).click()
    totals = page.locator("tfoot td").all_inner_texts()
    chips = [line["chips"] for line in player.table["ledger"]]
    assert [int(total.replace("−", "-")) for total in totals] == chips
    for at, name in enumerate(("chart", "people", "sheet")):
        page.get_by_role("heading", name=lan.word(f"book.{name}")).first.scroll_into_view_if_needed()
        page.evaluate("scrollBy({top: 400, behavior: 'instant'})")
        lan.shoot(f"evening-{at}-{size}-{language}")
    if game == "xidach":
        # The page splits a player's own winnings into luck and choice on request; the parts add up.
        # With a key: after a scroll the button may lie where the heading was just pressed, and ignores a tap (PF-44).
        page.get_by_role("button", name=lan.word("book.luck_ask").replace("{n}", "4")).press("Enter")
        luck = page.locator("section").filter(has=page.get_by_role("heading", name=lan.word("book.luck")))
        expect(luck.locator("dt").first).to_have_text(lan.word("book.luck_deals").replace("{n}", "4"), timeout=120_000)
        amounts = [number(text) for text in luck.locator("dd").all_inner_texts()]
        assert amounts[0] == next(line["chips"] for line in player.table["ledger"] if line["name"] == "Lan")
        assert abs(amounts[0] - amounts[1] - amounts[2]) < 0.03
        luck.scroll_into_view_if_needed()
        lan.shoot(f"evening-luck-{size}-{language}")
        lan.must_be_accessible()
    page.get_by_role("link", name=lan.word("book.to_table")).click()
    expect(page.get_by_role("button", name=lan.word("panel.menu"))).to_be_visible()


def test_pf_47_the_scorebook_can_be_downloaded_and_printed(person: People, tmp_path: Path) -> None:
    lan = person("desktop", "en")
    path, player = played(lan, 3)
    lan.go(f"{path}/book")
    files = {}
    for key in ("keep_csv", "keep_json", "keep_records"):
        with lan.page.expect_download() as waiting:
            lan.page.get_by_role("link", name=lan.word(f"book.{key}")).click()
        file = tmp_path / key
        waiting.value.save_as(file)
        files[key] = file.read_text(encoding="utf-8")
    head, *lines = csv.reader(files["keep_csv"].removeprefix("\ufeff").splitlines())
    assert (head[4], len(lines)) == ("Lan", 3)
    assert [int(cell) for cell in lines[-1][-2:]] == [line["chips"] for line in player.table["ledger"]]
    assert [deal["deal"] for deal in json.loads(files["keep_json"])["deals"]] == [1, 2, 3]
    assert files["keep_records"].count("chieu-record ") == 3
    lan.page.emulate_media(media="print")
    expect(lan.page.get_by_role("link", name=lan.word("book.keep_csv"))).to_be_hidden()
    expect(lan.page.locator(".why").first).to_be_hidden()
    lan.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(lan.page.locator(".why").first).to_be_visible()
    lan.shoot("evening-printed")


@pytest.mark.parametrize("size", ["side", "ten"])
def test_pf_47_the_scorebook_fits_on_the_screen(person: People, size: str) -> None:
    """Check a phone on its side, and the largest table on a phone."""
    more = {"viewport": {"width": 844, "height": 390}} if size == "side" else {}
    lan = person("phone", "vi", **more)
    path, _ = played(lan, 3, "niuniu", seats=4 if size == "side" else 10)
    lan.go(f"{path}/book")
    expect(lan.page.get_by_role("heading", level=1)).to_be_visible()
    lan.shoot(f"evening-{size}")
    assert lan.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lan.page.get_by_role("heading", name=lan.word("book.sheet")).click()
    lan.page.get_by_role("heading", name=lan.word("book.sheet")).scroll_into_view_if_needed()
    lan.page.evaluate("scrollBy({top: 300, behavior: 'instant'})")
    lan.shoot(f"evening-{size}-sheet")
    lan.must_be_accessible()


@pytest.mark.parametrize(("size", "language"), [("phone", "vi"), ("desktop", "en"), ("phone", "zh")])
def test_pf_47_friends_play_on_at_a_table_opened_from_the_book(person: People, size: str, language: str) -> None:
    lan, minh, stranger = person(size, language), person("phone", "en"), person("phone", "en")
    host, friend = seat_two(lan, minh, seats=3, bots=1, level="heuristic")
    play_out(host, friend)
    first, chips = f"/t/{host.table['id']}", {line.get("name", ""): line["chips"] for line in host.table["ledger"]}
    lan.go(f"{first}/book")
    lan.page.get_by_role("button", name=lan.word("book.group_again")).press("Enter")
    lan.page.wait_for_url(lambda url: "/t/" in url and first not in url)
    second = lan.page.url.removeprefix(lan.url)
    lan.frames.clear()
    take_seat(lan, second)

    # The old table links the friend to the new one, where they have the same seat and need no key.
    banner = minh.page.get_by_text(minh.word("group.continued"))
    expect(banner).to_be_visible()
    minh.shoot("group-banner-phone-en")
    minh.must_be_accessible()
    seat = friend.seat
    minh.frames.clear()
    minh.page.get_by_role("button", name=minh.word("group.go")).click()
    again = Player(minh)
    until(minh, lambda: bool(minh.views) and again.seat is not None, "the friend lost their seat")
    assert (again.seat, again.table["evening"]) == (seat, 2)
    play_out(Player(lan), again)

    lan.go(f"{second}/group")
    expect(lan.page.get_by_role("heading", level=1)).to_have_text(lan.word("book.group_title"))
    expect(lan.page.locator("ol > li")).to_have_count(2)
    total = {line.get("name", ""): line["chips"] for line in again.table["ledger"]}
    row = lan.page.get_by_role("row").filter(has_text="Minh")
    expect(row.locator("td").last).to_have_text(signed(chips["Minh"] + total["Minh"]))
    lan.shoot(f"group-{size}-{language}")
    lan.must_be_accessible()
    assert lan.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lan.page.locator("ol").scroll_into_view_if_needed()
    lan.page.evaluate("scrollBy({top: 600, behavior: 'instant'})")
    lan.shoot(f"group-evenings-{size}-{language}")

    # A stranger with the link of the old table learns nothing of the new one.
    stranger.forgive("404|4404|WebSocket")
    stranger.go(first)
    expect(stranger.page.get_by_role("dialog")).to_be_visible()
    assert not stranger.page.get_by_text(stranger.word("group.continued")).is_visible()
    for path in (second, f"{second}/book", f"{second}/group"):
        stranger.go(path)
        expect(stranger.page.get_by_text("link", exact=False).first).to_be_visible()
        assert "Minh" not in stranger.page.content()


def signed(chips: int) -> str:
    return f"+{chips}" if chips > 0 else str(chips).replace("-", "−")
