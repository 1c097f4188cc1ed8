"""Around the table: missing pages, forged records, no network, muted chat."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import People
from tests.e2e.playing import in_the_middle_of_a_deal, play_out, until
from tests.e2e.screens import Screen, word
from tests.e2e.tables import bot_called, join, open_table, take_seat

LANGUAGES = ["vi", "en", "zh"]


def played(lan: Screen) -> str:
    """Open a table, play one deal, and return its path."""
    path = open_table(lan, seats=3, bots=2)
    play_out(take_seat(lan, path))
    return path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("path", "key"),
    [("/nowhere", "error.no_such_page"), ("/open/chess", "error.no_such_page"), ("/t/none/1", "error.no_such_table")],
)
def test_a_missing_page_says_so_and_links_home(person: People, path: str, key: str, language: str) -> None:
    screen = person("phone", language)
    screen.forgive("404")
    screen.go(path)
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(word(key, language))
    screen.must_be_accessible()
    screen.page.get_by_role("link", name=word("home.to", language)).click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(word("home.line", language))


def test_an_unplayed_deal_is_not_reported_as_a_network_error(person: People) -> None:
    lan = person()
    path = open_table(lan)
    lan.forgive("404")
    lan.go(f"{path}/7")
    expect(lan.page.get_by_role("heading", level=1)).to_have_text(word("error.no_such_deal"))
    expect(lan.page.get_by_role("link", name=word("replay.to_table"))).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unreachable_server_is_reported_and_can_be_retried(person: People, language: str) -> None:
    screen = person("phone", language)
    screen.forgive("ERR_|Failed to load")
    screen.context.route("**/api/games", lambda route: route.abort())
    for path in ("/open/xidach", "/t/any"):
        screen.go(path)
        expect(screen.page.get_by_role("heading", level=1)).to_have_text(word("error.unavailable", language))
        screen.must_be_accessible()
    screen.shoot(f"server-away-phone-{language}")
    screen.context.unroute("**/api/games")
    screen.go("/open/xidach")
    expect(screen.page.get_by_role("button", name=word("open.go", language))).to_be_visible()


def test_the_page_opens_offline_and_says_so(person: People) -> None:
    screen = person("phone", service_worker=True)
    screen.go()
    screen.page.evaluate("navigator.serviceWorker.ready")
    until(screen, lambda: screen.page.evaluate("caches.match('/').then(Boolean)"), "the page is not cached")
    screen.forgive("ERR_|Failed to load")
    screen.context.set_offline(True)
    screen.page.reload()
    expect(screen.page.get_by_role("alert")).to_contain_text(word("error.unavailable"))
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(word("home.line"))
    screen.go("/t/any")
    expect(screen.page.get_by_role("heading", level=1)).to_be_visible()
    screen.shoot("offline-phone-en")
    screen.context.set_offline(False)
    screen.page.get_by_role("button", name=word("page.retry")).click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(word("error.no_such_table"))


def test_the_page_can_be_installed(person: People) -> None:
    screen = person("phone", service_worker=True)
    screen.go()
    screen.page.evaluate("navigator.serviceWorker.ready")
    errors = screen.context.new_cdp_session(screen.page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_pf_22_a_record_is_checked_against_the_seen_commitment(person: People) -> None:
    lan, stranger = person(), person()
    path = played(lan)
    lan.go(f"{path}/1")
    expect(lan.page.get_by_text(word("verify.seen"))).to_be_visible()
    stranger.go(f"{path}/1")
    expect(stranger.page.get_by_text(word("verify.how"))).to_be_visible()
    expect(stranger.page.get_by_text(word("verify.seen"))).to_have_count(0)
    # The record is valid in itself but is not the deal that was announced.
    lan.page.evaluate("""() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("chieu.journal."))
        localStorage.setItem(key, localStorage.getItem(key).replace(/"[0-9a-f]{64}"/g, `"${"0".repeat(64)}"`));
    }""")
    lan.page.reload()
    expect(lan.page.get_by_role("alert")).to_be_visible()


def commitment_shown(screen: Screen) -> str:
    """Return the commitment of the server as the page shows it."""
    screen.page.get_by_role("button", name=word("panel.menu"), exact=True).click()
    screen.page.get_by_role("button", name=word("panel.fair"), exact=True).click()
    return screen.page.get_by_role("dialog").locator("code").first.text_content() or ""


def test_pf_22_the_page_shows_the_commitment_of_the_record(
    person: People,
) -> None:
    lan, late = person("phone"), person("phone")
    path = open_table(lan, seats=3, bots=2, options={"stake_max": 5})
    player = take_seat(lan, path)
    before = commitment_shown(lan)
    expect(lan.page.get_by_role("dialog")).to_contain_text(word("shield.solid"))
    lan.page.keyboard.press("Escape")
    in_the_middle_of_a_deal(player)
    deal = player.table["shuffle"]["deal"]
    during = commitment_shown(lan)
    expect(lan.page.get_by_role("dialog")).to_contain_text(word("shield.solid"))
    if deal == 1:
        assert during == before
    late.go(path)
    late.page.get_by_role("button", name=word("join.watch")).click()
    assert commitment_shown(late) == during
    expect(late.page.get_by_role("dialog")).to_contain_text(word("shield.none"))
    lan.page.keyboard.press("Escape")
    play_out(player)
    record = lan.record(path, deal)
    assert f"note fair server {during}" in record


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_pf_22_the_page_rejects_a_changed_record(person: People, size: str) -> None:
    lan = person(size)
    path = played(lan)

    def forge(route: Route) -> None:
        text = route.fetch().text()
        seed = next(line for line in text.splitlines() if "note fair seed" in line)
        last = seed[-1]
        route.fulfill(body=text.replace(seed, seed[:-1] + ("0" if last != "0" else "1")))

    lan.context.route("**/record", forge)
    lan.go(f"{path}/1")
    if size == "phone":
        lan.page.get_by_role("button", name=word("verify.title")).click()
    expect(lan.page.get_by_role("alert").last).to_contain_text(word("verify.bad").split("{")[0])
    lan.shoot(f"verify-bad-{size}-en")
    lan.must_be_accessible()


def test_pf_6_a_replay_starts_at_the_viewers_seat(person: People) -> None:
    lan, minh = person("phone"), person()
    path = open_table(lan, seats=3, bots=1)
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    play_out(host, friend)
    assert friend.seat
    minh.go(f"{path}/1")
    choice = minh.page.get_by_label(word("replay.from"))
    expect(choice).to_have_value(str(friend.seat))
    minh.page.keyboard.press("End")
    for seat in (0, 2, 1):
        choice.select_option(str(seat))
        name = "Lan" if seat == 0 else "Minh" if seat == friend.seat else bot_called(friend, seat)
        expect(minh.page.locator(".fact b")).to_contain_text(name)


def test_pf_7_chat_can_be_muted(person: People) -> None:
    lan, minh = person("phone"), person()
    path = open_table(lan)
    player = take_seat(lan, path)
    join(minh, path, "Minh")
    chat = lan.page.get_by_role("button", name=word("panel.chat"), exact=True)
    chat.click()
    lan.page.get_by_role("button", name=word("chat.mute")).click()
    expect(lan.page.get_by_text(word("chat.muted"))).to_be_visible()
    lan.page.keyboard.press("Escape")
    before = player.seq
    minh.page.get_by_role("tab", name=word("panel.chat")).click()
    minh.page.get_by_label(word("chat.write")).fill("noise")
    minh.page.get_by_role("button", name=word("chat.send")).click()
    until(lan, lambda: player.seq > before, "the message did not arrive")
    expect(lan.page.locator(".badge")).to_have_count(0)
    expect(lan.page.get_by_text("noise")).to_have_count(0)
    lan.page.reload()
    chat.click()
    lan.page.get_by_role("button", name=word("chat.unmute")).click()
    expect(lan.page.get_by_role("dialog").get_by_text("noise")).to_be_visible()


def test_pf_41_a_screen_reader_hears_each_event_as_a_line(person: People) -> None:
    lan = person("phone")
    path = open_table(lan, seats=3, bots=2)
    player = take_seat(lan, path)
    lan.page.evaluate("""() => {
      window.heard = [];
      const log = document.querySelector('[role=log]');
      new MutationObserver((changes) => changes.forEach((change) =>
        change.addedNodes.forEach((node) => node.textContent.trim() && window.heard.push(node.textContent))
      )).observe(log, {childList: true});
    }""")
    play_out(player)
    facts = [fact for view in lan.views for part in view.get("happened", ()) for fact in part.get("facts", ())]
    lines = lan.page.evaluate("window.heard")
    # Without motion all events arrive at once, and only the last lines stay in the log.
    assert len(lines) >= min(8, len(facts)), json.dumps(lines, ensure_ascii=False)
    assert all(lines)


def test_a_newcomer_finds_the_primer_of_the_game(person: People) -> None:
    lan = person("phone")
    path = open_table(lan, seats=3, bots=2)
    player = take_seat(lan, path)
    how = lan.page.get_by_role("button", name=word("primer.title"))
    how.click()
    expect(lan.page.get_by_role("dialog")).to_contain_text("Over 21 is Quắc")
    lan.page.keyboard.press("Escape")
    play_out(player)
    play_out(player)
    expect(how).to_have_count(0)
