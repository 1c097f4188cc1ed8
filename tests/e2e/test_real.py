"""RT-1 to RT-7: a table with real cards, kept on one phone and followed on others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from chieu.core.text.languages import SHARED
from chieu.games import load
from tests.e2e.conftest import People
from tests.e2e.playing import Player, play_out
from tests.e2e.screens import Screen, screen
from tests.e2e.slow_line import SlowLine, slow_line
from tests.e2e.tables import open_table, take_seat
from tests.online.server.in_process import RunningServer
from tests.online.server.server_process import Process

SPECIAL = {"vi": "Xì Dách", "en": "Xì Dách", "zh": "黑杰克"}


def key(screen: Screen, text: str) -> Locator:
    """Return the button with this text below the mat."""
    return screen.page.locator(".below").get_by_role("button", name=text, exact=True)


def tap(screen: Screen, *texts: str) -> None:
    """Tap the keys with these texts."""
    for text in texts:
        key(screen, text).tap()


def plaque(screen: Screen, name: str) -> Locator:
    return screen.page.locator(".ring .plaque").filter(has_text=name)


def open_cards(screen: Screen, *names: str, game: str = "Xì Dách") -> str:
    """Open a table with real cards from the first page, and return its path."""
    page = screen.page
    screen.go("/")
    page.get_by_role("link", name=screen.word("cards.title")).tap()
    page.get_by_role("button", name=game, exact=True).tap()
    fields = page.locator(".names input")
    while fields.count() < len(names):
        page.get_by_role("button", name=screen.word("cards.more")).tap()
    for number, name in enumerate(names):
        fields.nth(number).fill(name)
    page.get_by_role("button", name=screen.word("cards.go")).tap()
    page.wait_for_url("**/t/*")
    expect(page.locator(".ring .plaque")).to_have_count(len(names))
    return "/t/" + page.url.rpartition("/")[2]


def won(screen: Screen) -> list[int]:
    """Return the chips that the plaques show for the last deal, from this person's chair on."""
    expect(screen.page.locator(".paper")).to_be_visible()
    return [int(text.replace("−", "-")) for text in screen.page.locator(".plaque em").all_inner_texts()]


@pytest.mark.parametrize("language", ["vi", "en", "zh"])
def test_rt_1_rt_3_a_deal_of_four_is_entered_with_one_thumb(person: People, language: str) -> None:
    lan = person("phone", language)
    lan.go("/")
    lan.shoot(f"real-home-phone-{language}")
    game = {"vi": "Xì Dách", "en": "Xì Dách", "zh": "越式二十一点"}[language]
    open_cards(lan, "Lan", "Bình", "Chi", "Dũng", game=game)
    lan.shoot(f"real-first-phone-{language}")
    lan.must_be_accessible()
    tap(lan, "19", SPECIAL[language], "18", "21")  # four taps
    assert won(lan) == [-1, 1, -1, 1]
    lan.shoot(f"real-result-phone-{language}")
    lan.must_be_accessible()
    assert lan.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tap(lan, lan.word("score.next"))
    tap(lan, "20")
    lan.shoot(f"real-next-phone-{language}")


def test_rt_3_a_deal_is_entered_on_a_large_screen(person: People) -> None:
    lan = person("desktop", "en")
    take_seat(lan, open_real(lan, "Bình", "Chi", "Dũng"))
    for text in ("19", "Xì Dách"):
        key(lan, text).click()
    expect(plaque(lan, "Bình")).to_contain_text("Xì Dách")
    lan.shoot("real-entering-desktop-en")
    lan.must_be_accessible()
    for text in ("18", "21"):
        key(lan, text).click()
    assert won(lan) == [-1, 1, -1, 1]
    lan.shoot("real-result-desktop-en")
    lan.must_be_accessible()


def real(player: Player) -> dict[str, Any]:
    """Return the table's part about real cards, as the page got it last."""
    part: dict[str, Any] = player.table["real"]
    return part


def sent(player: Player, kind: str = "enter") -> list[str]:
    """Return the ids of the commands of a type that the page sent, each as often as it was sent."""
    messages = [frame.message for frame in player.screen.frames if frame.way == "sent"]
    return [message["id"] for message in messages if message.get("type") == kind]


def must_reach(player: Player, deal: int) -> None:
    """Wait until the table waits for this deal."""
    player.screen.until(lambda: real(player)["deal"] == deal, f"the table does not wait for deal {deal}")


def open_real(screen: Screen, *names: str, **order: Any) -> str:
    """Open a table with real cards and these other people."""
    return open_table(screen, seats=1 + len(names), real=True, names=list(names), **order)


def claim(screen: Screen, path: str, name: str) -> Player:
    """Open the link as a person who is at the table already."""
    screen.go(path)
    screen.page.get_by_role("button", name=screen.word("real.i_am").replace("{name}", name), exact=True).tap()
    expect(screen.page.get_by_role("dialog")).to_have_count(0)
    player = Player(screen)
    screen.until(lambda: player.seat is not None, f"{name} has no chair")
    return player


def said(screen: Screen, text: str, **values: Any) -> str:
    """Return a text of the page with its values."""
    filled = screen.word(text)
    for name, value in values.items():
        filled = filled.replace(f"{{{name}}}", str(value))
    return filled


def ledger(player: Player) -> dict[str, int]:
    return {line["name"]: line.get("chips", 0) for line in player.table.get("ledger", [])}


def test_rt_5_entries_wait_for_the_connection_and_count_once(browser: Browser, server: RunningServer) -> None:
    with slow_line(server.port) as line, screen(browser, line.url, "phone", "vi", own_time=True) as lan:
        lan.forgive("ERR_|WebSocket|Failed to load")
        player = take_seat(lan, open_real(lan, "Bình", "Chi"))
        tap(lan, "19", "20", "18")
        must_reach(player, 2)
        line.refuse()
        tap(lan, lan.word("score.next"))
        expect(lan.page.locator(".mending")).to_be_visible()
        tap(lan, "18", "19", "17")
        banner = lan.page.locator(".banner")
        expect(banner).to_contain_text("1")
        tap(lan, "17", "19", "Xì Dách")
        expect(banner).to_contain_text("2")
        lan.shoot("real-offline-phone-vi")
        # The last one is taken back, and entered again with another hand.
        tap(lan, lan.word("real.undo_last"))
        expect(banner).to_contain_text("1")
        expect(plaque(lan, "Chi")).to_contain_text("Xì Dách")
        plaque(lan, "Chi").tap()
        tap(lan, "17")
        expect(banner).to_contain_text("2")
        lan.let_time_pass(60_000)
        expect(banner).to_contain_text("2")
        assert len(sent(player)) == 1
        line.deliver()
        must_reach(player, 4)
        expect(banner).to_have_count(0)
        assert len(set(sent(player))) == 3
        assert [deal["payoff"] for deal in real(player)["entered"]] == [[0, 1, -1], [0, 1, -1], [-1, 1, 0]]
        assert ledger(player) == {"Lan": -1, "Bình": 3, "Chi": -2}


def test_rt_5_the_evening_opens_without_a_connection(browser: Browser, server: RunningServer) -> None:
    with slow_line(server.port) as line, screen(browser, line.url, "phone", "vi", service_worker=True) as lan:
        lan.forgive("ERR_|WebSocket|Failed to load")
        path = open_real(lan, "Bình", "Chi")
        player = take_seat(lan, path)
        tap(lan, "19", "20", "18")
        must_reach(player, 2)
        lan.page.evaluate("navigator.serviceWorker.ready")
        cached = "Promise.all(['/', '/api/games'].map((path) => caches.match(path))).then((all) => all.every(Boolean))"
        lan.until(lambda: lan.page.evaluate(cached), "the page is not cached")
        line.refuse()
        lan.context.set_offline(True)
        lan.page.reload()
        expect(plaque(lan, "Bình")).to_contain_text("+1")
        expect(lan.page.locator(".mending")).to_be_visible()
        lan.shoot("real-reloaded-offline-phone-vi")
        lan.must_be_accessible()
        tap(lan, lan.word("score.next"))
        tap(lan, "18", "19", "17")
        expect(lan.page.locator(".banner")).to_contain_text("1")
        # The first page leads back to the table.
        lan.go("/")
        lan.page.locator(f"a[href='{path}']").tap()
        expect(lan.page.locator(".banner")).to_contain_text("1")
        lan.page.reload()
        expect(lan.page.locator(".banner")).to_contain_text("1")
        tap(lan, "17", "19", "21")
        expect(lan.page.locator(".banner")).to_contain_text("2")
        assert len(sent(player)) == 1
        line.deliver()
        lan.context.set_offline(False)
        must_reach(player, 4)
        expect(lan.page.locator(".banner")).to_have_count(0)
        assert len(set(sent(player))) == len(sent(player)) == 3
        assert ledger(player) == {"Lan": -2, "Bình": 3, "Chi": -1}


def test_rt_5_a_deal_half_entered_survives_a_reload(person: People) -> None:
    lan = person("phone", "en")
    take_seat(lan, open_real(lan, "Bình", "Chi"))
    tap(lan, "19", "20")
    lan.page.reload()
    expect(plaque(lan, "Bình")).to_contain_text("20")
    tap(lan, "18")
    assert won(lan) == [0, 1, -1]


def test_rt_5_an_answer_that_is_lost_does_not_enter_a_deal_twice(browser: Browser, server: RunningServer) -> None:
    with slow_line(server.port) as line, screen(browser, line.url, "phone", "en") as lan:
        lan.forgive("ERR_|WebSocket|Failed to load")
        player = take_seat(lan, open_real(lan, "Bình"))
        expect(key(lan, "19")).to_be_visible()  # the form has come
        line.hold_answers()
        tap(lan, "19", "20")
        expect(lan.page.get_by_text(lan.word("real.entering"))).to_be_visible()
        kept = lan.page.evaluate("JSON.stringify({...localStorage})")
        assert sent(player)[0] in kept
        line.cut()
        line.deliver()
        lan.page.reload()
        must_reach(player, 2)
        assert won(lan) == [-1, 1]
        expect(lan.page.locator(".banner")).to_have_count(0)
        assert len(set(sent(player))) == 1
        lan.until(lambda: lan.page.evaluate("!JSON.stringify({...localStorage}).includes('waiting')"), "it still waits")


def enter_apart(lan: Screen, minh: Screen, line: SlowLine, mine: tuple[str, str], theirs: tuple[str, str]) -> None:
    """Let Lan enter a deal while Minh, without a connection, enters the same one."""
    for each in (lan, minh):
        if each.page.locator(".paper").count():
            tap(each, each.word("score.next"))
    line.refuse()
    expect(minh.page.locator(".mending")).to_be_visible()
    tap(minh, *theirs)
    expect(minh.page.locator(".banner")).to_contain_text("1")
    tap(lan, *mine)
    expect(lan.page.locator(".paper")).to_be_visible()
    line.deliver()
    expect(minh.page.locator(".both")).to_be_visible()


@contextmanager
def two_phones(browser: Browser, server: RunningServer) -> Iterator[tuple[Player, Screen, SlowLine]]:
    """Open a table at which all may enter. Yield its host, the phone of Minh, and Minh's line."""
    with (
        slow_line(server.port) as line,
        screen(browser, server.url, "phone", "vi") as lan,
        screen(browser, line.url, "phone", "en") as minh,
    ):
        minh.forgive("ERR_|WebSocket|Failed to load")
        path = open_real(lan, "Minh", enterers="all")
        host = take_seat(lan, path)
        claim(minh, path, "Minh")
        yield host, minh, line


def test_rt_5_two_phones_that_enter_one_deal_see_both(browser: Browser, server: RunningServer) -> None:
    with two_phones(browser, server) as (host, minh, line):
        # Seats of the deal are in the order of the chairs, on both phones.
        enter_apart(host.screen, minh, line, ("19", "20"), ("19", "18"))
        expect(minh.page.locator(".both > div").first).to_contain_text("+1")
        minh.shoot("real-twice-phone-en")
        minh.must_be_accessible()
        tap(minh, said(minh, "real.is_next", deal=2))
        must_reach(host, 3)
        assert [deal["payoff"] for deal in real(host)["entered"]] == [[-1, 1], [1, -1]]

        enter_apart(host.screen, minh, line, ("17", "20"), ("17", "17"))
        tap(minh, minh.word("real.replace"))
        host.screen.until(lambda: real(host)["entered"][-1].get("corrections") == 1, "deal 3 is not corrected")
        assert real(host)["entered"][-1]["payoff"] == [0, 0]

        enter_apart(host.screen, minh, line, ("16", "20"), ("16", "20"))
        tap(minh, minh.word("real.same"))
        expect(minh.page.locator(".both")).to_have_count(0)
        expect(minh.page.locator(".paper")).to_be_visible()
        assert real(host)["deal"] == 5
        assert ledger(host) == {"Lan": -1, "Minh": 1}


def test_rt_5_an_older_entry_is_shown_from_the_book(browser: Browser, server: RunningServer) -> None:
    with two_phones(browser, server) as (host, minh, line):
        line.refuse()
        expect(minh.page.locator(".mending")).to_be_visible()
        tap(minh, "19", "18")
        for _ in range(7):
            enter(host, {"dealer": 0, "lines": [{"hand": "18"}, {"hand": "19"}]})
        line.deliver()
        expect(minh.page.locator(".both > div").first).to_contain_text(minh.word("real.in_book"))
        expect(minh.page.locator(".both > div").first).to_contain_text("Minh+1")
        expect(minh.page.locator(".both > div").last).to_contain_text("Minh−1")


def test_rt_5_a_waiting_entry_that_is_refused_can_be_changed(browser: Browser, server: RunningServer) -> None:
    with slow_line(server.port) as line, screen(browser, line.url, "phone", "en") as lan:
        lan.forgive("ERR_|WebSocket|Failed to load")
        player = take_seat(lan, open_real(lan, "Bình", sheet="vipgame"))
        expect(key(lan, "19")).to_be_visible()
        line.refuse()
        expect(lan.page.locator(".mending")).to_be_visible()
        bust = "Quắc (bust)"
        tap(lan, bust, bust)
        tap(lan, "19", "20")
        tap(lan, "18")  # the next deal is half entered
        expect(lan.page.locator(".banner")).to_contain_text("2")
        line.deliver()
        expect(lan.page.get_by_role("heading", name=said(lan, "real.not_taken", deal=1))).to_be_visible()
        lan.shoot("real-refused-phone-en")
        lan.must_be_accessible()
        tap(lan, lan.word("real.edit"))
        field = lan.page.locator(".below").get_by_role("textbox")
        for total in ("23", "24"):
            expect(lan.page.get_by_role("alert")).to_have_count(1 if total == "23" else 0)
            field.fill(total)
            field.press("Enter")
        must_reach(player, 3)
        lines = [deal["entry"]["lines"] for deal in real(player)["entered"]]
        assert [[line["hand"] for line in deal] for deal in lines] == [["quac", "quac"], ["19", "20"]]
        assert [line["total"] for line in lines[0]] == [23, 24]
        expect(plaque(lan, "Lan")).to_contain_text("18")


def test_rt_5_people_send_their_own_hands(person: People) -> None:
    lan, minh = person("phone", "vi"), person("phone", "zh")
    path = open_real(lan, "Minh", "Chi", enterers="own")
    host = take_seat(lan, path)
    claim(minh, path, "Minh")
    tap(minh, "20")
    expect(minh.page.get_by_text(said(minh, "real.own_sent", name="Lan"))).to_be_visible()
    minh.shoot("real-own-phone-zh")
    expect(plaque(lan, "Minh")).to_contain_text("20")
    tap(lan, "19", "18")  # Lan's own hand and Chi's
    must_reach(host, 2)
    assert won(lan) == [0, 1, -1]
    expect(minh.page.locator(".paper")).to_be_visible()


def test_rt_4_a_refused_entry_can_be_completed(person: People) -> None:
    lan = person("phone", "en")
    player = take_seat(lan, open_real(lan, "Bình", sheet="vipgame"))
    tap(lan, "Quắc (bust)", "Quắc (bust)")
    expect(lan.page.get_by_role("alert")).to_be_visible()
    field = lan.page.locator(".below").get_by_role("textbox")
    for total in ("23", "24"):
        field.fill(total)
        field.press("Enter")
    must_reach(player, 2)
    assert sum(won(lan)) == 0


def test_rt_5_deals_are_struck_out_and_people_sit_out(person: People) -> None:
    lan = person("phone", "en")
    path = open_real(lan, "Bình", "Chi")
    player = take_seat(lan, path)
    tap(lan, "19", "20", "18")
    assert won(lan) == [0, 1, -1]
    tap(lan, lan.word("real.strike"))
    expect(key(lan, lan.word("real.strike"))).to_have_attribute("aria-pressed", "true")
    assert not real(player)["entered"][-1].get("struck")
    tap(lan, lan.word("real.strike"))
    expect(lan.page.locator(".ring").get_by_text(lan.word("real.struck"))).to_be_visible()
    assert set(ledger(player).values()) <= {0}
    lan.shoot("real-struck-phone-en")
    tap(lan, lan.word("score.next"))
    tap(lan, lan.word("real.who_plays"))
    dialog = lan.page.get_by_role("dialog")
    dialog.get_by_role("button", name=lan.word("real.plays")).nth(2).tap()
    expect(dialog.get_by_role("button", name=lan.word("real.out"), exact=True)).to_be_visible()
    lan.shoot("real-who-phone-en")
    lan.must_be_accessible()
    lan.page.keyboard.press("Escape")
    expect(plaque(lan, "Chi")).to_have_class(re.compile("out"))
    tap(lan, "19", "20")
    must_reach(player, 3)
    assert real(player)["entered"][-1]["chairs"] == [0, 1]
    # Any deal of the book can be struck out, with a note.
    tap(lan, lan.word("score.next"))
    tap(lan, "18", "20")
    must_reach(player, 4)
    lan.go(f"{path}/book")
    second = said(lan, "history.deal", deal=2)
    lan.page.get_by_role("link", name=f"{lan.word('real.correct')}: {second}", exact=True).tap()
    lan.page.get_by_label(lan.word("real.note")).fill("played twice")
    tap(lan, lan.word("real.strike"))
    lan.shoot("real-strike-phone-en")
    lan.must_be_accessible()
    tap(lan, lan.word("real.strike"))
    lan.until(lambda: bool(real(player)["entered"][1].get("struck")), "deal 2 is not struck out")
    assert real(player)["entered"][1]["note"] == "played twice"
    assert not real(player)["entered"][2].get("struck")
    # The dealer can be corrected too.
    dealer = real(player)["entered"][2]["entry"]["dealer"]
    names = ("Lan", "Bình")
    tap(lan, lan.word("real.correct"))
    lan.page.locator(".below").get_by_role("button", name=re.compile(f": {names[dealer]}$")).tap()
    tap(lan, names[1 - dealer], lan.word("real.correct_go"))
    lan.until(lambda: real(player)["entered"][2].get("corrections") == 1, "deal 3 is not corrected")
    assert real(player)["entered"][2]["entry"]["dealer"] == 1 - dealer


def test_rt_6_the_book_and_the_replay_lead_to_the_judge(person: People) -> None:
    lan = person("phone", "en")
    path = open_real(lan, "Bình")
    player = take_seat(lan, path)
    enter(player, {"dealer": 0, "lines": [{"hand": "19"}, {"hand": "20"}]})
    lan.go(f"{path}/book")
    lan.page.locator("summary").filter(has_text=lan.word("book.why")).tap()
    link = lan.page.get_by_role("link", name=lan.word("outcome.wrong"))
    expect(link).to_have_attribute("href", f"/judge/xidach/{player.table['sheet']}")
    lan.shoot("real-book-phone-en")
    lan.must_be_accessible()
    dealt = open_table(lan, bots=1)
    play_out(take_seat(lan, dealt))
    lan.go(f"{dealt}/1")
    lan.page.get_by_role("button", name=lan.word("replay.last"), exact=True).tap()
    expect(link).to_have_attribute("href", f"/judge/xidach/{player.table['sheet']}")
    lan.shoot("replay-judge-phone-en")


def test_rt_7_an_evening_by_another_sheet_then_online(person: People) -> None:
    lan = person("phone", "en")
    path = open_real(lan, "Bình", game="big2", sheet="hong_kong")
    player = take_seat(lan, path)
    for left in (13, 3):
        enter(player, {"winner": 0, "lines": [None, {"left": left}]})
    lan.page.get_by_role("button", name=lan.word("panel.ledger")).first.tap()
    dialog = lan.page.get_by_role("dialog")
    dialog.get_by_role("button", name=lan.word("real.other_ask")).tap()
    dialog.get_by_label(lan.word("real.other_sheet")).select_option("pusoy_dos")
    rows = dialog.locator("table").filter(has_text=lan.word("real.as_played")).locator("tbody tr")
    expect(rows).to_have_text([re.compile(r"Lan\s*\+42\s*\+16"), re.compile(r"Bình\s*−42\s*−16")])
    expect(dialog).to_contain_text("Over 2 deals of this evening.")
    lan.shoot("real-other-phone-en")
    lan.must_be_accessible()
    # This sheet asks for places, which nobody entered.
    dialog.get_by_label(lan.word("real.other_sheet")).select_option("lawrence")
    expect(dialog).to_contain_text(said(lan, "real.other_refused", deals="1, 2"))
    expect(rows).to_have_count(0)
    dialog.get_by_role("button", name=lan.word("real.play_on_go")).tap()
    lan.page.wait_for_url(lambda url: "/t/" in url and not url.endswith(path))
    online = Player(lan)
    lan.until(lambda: online.table.get("real") is None, "the next evening is not dealt")
    assert (online.table["game"], online.table["sheet"]) == ("big2", player.table["sheet"])
    assert [seat.get("name") for seat in online.table["seats"]] == ["Lan", None]


def test_rt_5_the_host_decides_who_enters_and_who_sits(person: People) -> None:
    lan, minh = person("phone", "vi"), person("phone", "en")
    path = open_real(lan, "Bình", "Chi")
    host = take_seat(lan, path)
    claim(minh, path, "Bình")
    expect(minh.page.get_by_text(said(minh, "real.follow", name="Lan"))).to_be_visible()
    expect(key(minh, "19")).to_have_count(0)
    tap(lan, lan.word("real.who_plays"))
    dialog = lan.page.get_by_role("dialog")
    dialog.get_by_text(lan.word("real.enter_all"), exact=True).tap()
    expect(dialog).to_contain_text(lan.word("real.enter_all_about"))
    expect(key(minh, "19")).to_be_visible()
    # Only Chi has no phone.
    expect(dialog.get_by_text(lan.word("real.has_phone"))).to_have_count(2)
    dialog.get_by_role("button", name=lan.word("real.rename"), exact=True).tap()
    dialog.get_by_label(lan.word("open.name"), exact=True).fill("Chị Chi")
    lan.shoot("real-rename-phone-vi")
    dialog.get_by_role("button", name=lan.word("menu.rename"), exact=True).tap()
    expect(plaque(minh, "Chị Chi")).to_be_visible()
    lan.page.keyboard.press("Escape")
    tap(lan, "19", "20", "18")
    assert won(lan) == [0, 1, -1]
    # Chi loses the chair, and is seated again with her chips.
    host.command(type="free", seat=2)
    expect(plaque(lan, "Chị Chi")).to_have_count(0)
    tap(lan, lan.word("score.next"), lan.word("real.who_plays"))
    dialog.get_by_role("button", name=said(lan, "real.back", name="Chị Chi")).tap()
    expect(plaque(minh, "Chị Chi")).to_be_visible()
    expect(plaque(lan, "Chị Chi")).to_contain_text("−1")


FIVE = ("Lan", "Bình", "Chi", "Dũng", "Em")
KINDS = ("xi_dach", "21", "20", "19", "18", "17", "16", "quac")
BOOKED = 24


def dealt_hands(deal: int) -> dict[str, Any]:
    """Return the hands of a deal of Xì Dách. Nobody draws beside a special hand of the dealer."""
    dealer = deal % len(FIVE)
    hands = [KINDS[(deal * (seat + 2) + seat) % len(KINDS)] for seat in range(len(FIVE))]
    if hands[dealer] == "xi_dach":
        hands = [{"21": "20", "quac": "16"}.get(hand, hand) for hand in hands]
    return {"dealer": dealer, "lines": [{"hand": hand} for hand in hands]}


def enter(player: Player, entry: dict[str, Any]) -> None:
    """Enter a deal over the socket of the page."""
    table, part = player.table, real(player)
    now = {"deal": part["deal"], "game": table["game"], "sheet": table["sheet"], "chairs": part["chairs"]}
    player.command(type="enter", entry=entry, **now)
    must_reach(player, now["deal"] + 1)


def called(game: str, text: str) -> str:
    """Return a text of a game in Vietnamese."""
    texts = load(game).presentation.texts
    return (texts if text in texts else SHARED)[text].template("vi")


def change_game(player: Player, game: str, preset: str, watch: str = "", end_match: bool = False) -> None:
    """Choose another game in the dialog; `watch`: who has no seat there."""
    lan = player.screen
    tap(lan, lan.word("score.next"))
    lan.page.get_by_role("button", name=lan.word("panel.menu"), exact=True).tap()
    dialog = lan.page.get_by_role("dialog")
    dialog.get_by_role("button", name=lan.word("panel.change")).tap()
    title = called(game, "title")
    dialog.get_by_role("button", name=title, exact=True).tap()
    dialog.get_by_role("button", name=called(game, f"preset.{preset}.title"), exact=True).tap()
    if watch:
        dialog.get_by_role("group").get_by_role("button", name=watch).tap()
    dialog.get_by_role("button", name=said(lan, "change.go_game", game=title)).tap()
    if end_match:
        dialog.get_by_role("button", name=lan.word("change.end_match")).tap()
    expect(dialog).to_have_count(0)
    expect(lan.page.get_by_role("heading", name=title, level=1, exact=True)).to_be_visible()  # with it the form changes


def type_in(screen: Screen, *numbers: int) -> None:
    """Answer questions that have no keys."""
    field = screen.page.locator(".below").get_by_role("textbox")
    for number in numbers:
        expect(field).to_have_value("")
        field.fill(str(number))
        field.press("Enter")


def test_an_evening_with_real_cards_settles_to_the_chip(browser: Browser, tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db")
    try:
        with ExitStack() as stack:
            lan, minh, hoa = (
                stack.enter_context(screen(browser, server.url, "phone", language)) for language in ("vi", "en", "zh")
            )
            for each in (lan, minh, hoa):
                each.forgive("ERR_|WebSocket|Failed to load")
            path = open_real(lan, *FIVE[1:], options={"stake_max": 1})
            host = take_seat(lan, path)
            followers = [claim(minh, path, "Bình"), claim(hoa, path, "Chi")]
            for deal in range(1, 13):
                enter(host, dealt_hands(deal))

            # The server dies. What is entered meanwhile waits on the phone.
            server.kill()
            expect(lan.page.locator(".mending")).to_be_visible()
            tap(lan, lan.word("score.next"))
            tap(lan, "19", "20", "18", "17", "21")
            expect(lan.page.locator(".banner")).to_contain_text("1")
            server = Process(tmp_path / "tables.db", server.port)
            must_reach(host, 14)
            for deal in range(14, 21):
                enter(host, dealt_hands(deal))

            # Three more games in the same evening, chosen and entered by taps.
            change_game(host, "niuniu", "custom")
            tap(lan, called("niuniu", "entry.way.kind"))
            tap(
                lan,
                *(called("niuniu", f"word.{kind}") for kind in ("plain", "no_base", "sum_ten", "pair", "five_faces")),
            )
            assert won(lan) == [-11, -1, 2, 3, 7]
            # Rummy and Big Two have four seats: Em watches.
            change_game(host, "rummy", "seven-rounds", watch="Em")
            tap(lan, "Dũng")
            type_in(lan, 10, 15, 20)
            assert won(lan) == [5, -15, -35, 45]
            tap(lan, lan.word("score.next"), "Lan")
            type_in(lan, 15, 20, 25)
            must_reach(host, 24)
            change_game(host, "big2", "hong_kong", end_match=True)
            tap(lan, "Chi", called("big2", "entry.nobody_liable"), "3", "10", "1")
            must_reach(host, BOOKED + 1)
            tap(lan, lan.word("score.next"))
            expect(key(lan, lan.word("real.who_plays"))).to_be_visible()

            # Deal 7 was entered wrongly: Lan corrects it from the book.
            lan.go(f"{path}/book")
            seven = said(lan, "history.deal", deal=7)
            lan.page.get_by_role("link", name=f"{lan.word('real.correct')}: {seven}", exact=True).tap()
            expect(lan.page.get_by_role("heading", name=said(lan, "real.correct_deal", deal=7))).to_be_visible()
            plaque(lan, "Em").tap()
            tap(lan, "Xì Dách")
            lan.shoot("real-correct-phone-vi")
            lan.page.get_by_label(lan.word("real.note")).fill("Em có xì dách")
            tap(lan, lan.word("real.correct_go"))
            minh.until(lambda: "deal_corrected" in str(minh.views[-1]), "Minh does not hear of the correction")

            # Everybody has the same sums, and they are those of the deals.
            book = lan.context.request.get(f"{server.url}/api{path.replace('/t/', '/tables/')}/book").json()
            assert len(book["deals"]) == book["deals_played"] == BOOKED
            seventh = book["deals"][6]
            assert (seventh["corrections"], seventh["note"]) == (1, "Em có xì dách")
            sums: Counter[str] = Counter()
            for each_deal in book["deals"]:
                assert sum(each_deal["payoff"]) == 0
                for name, chips in zip(each_deal["names"], each_deal["payoff"], strict=True):
                    sums[name] += chips
            for player in (host, *followers):
                player.screen.until(
                    lambda player=player: ledger(player) == dict(sums),  # type: ignore[misc]
                    f"{sums} is not what {ledger(player)} says",
                )
            settled = Counter(sums)
            names = [line["name"] for line in book["ledger"]]
            for payment in book["hand_overs"]:
                settled[names[payment["giver"]]] += payment["chips"]
                settled[names[payment["taker"]]] -= payment["chips"]
            assert not any(settled.values()), "settle-up leaves a debt"
            shoot_all(lan, minh, hoa)
    finally:
        server.kill()


def shoot_all(lan: Screen, minh: Screen, hoa: Screen) -> None:
    """Take pictures of the evening in three languages."""
    for each in (minh, hoa):
        each.shoot(f"real-follow-phone-{each.language}")
        each.page.get_by_role("button", name=each.word("panel.ledger")).first.tap()
        expect(each.page.get_by_role("dialog")).to_contain_text(each.word("outcome.awards"))
        each.page.get_by_role("button", name=each.word("real.other_ask")).tap()
        each.page.get_by_label(each.word("real.other_sheet")).wait_for()
        each.shoot(f"real-evening-phone-{each.language}")
        each.must_be_accessible()
    lan.go("/cards")
    expect(lan.page.locator(".names input").first).to_be_visible()
    lan.shoot("real-cards-phone-vi")
