"""PF-22: servers patched to cheat, against the page: attacks are reported, honest life is not."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, WebSocketRoute, expect

from chieu.fairness.journal import ASK_AFTER
from chieu.online.storage.sqlite.log import back_up
from chieu.online.table.shuffling import REVEAL_WITHIN
from tests.e2e.conftest import People
from tests.e2e.playing import Player, get_ready, in_the_middle_of_a_deal, must_get_ready, play_out, until
from tests.e2e.screens import PATIENCE_MS, Screen, screen, word
from tests.e2e.tables import join, open_table, take_seat
from tests.fairness.test_proofs import forged, without_first_manifest
from tests.online.server.in_process import ForwardClock
from tests.online.server.server_process import Process

Message = dict[str, Any]
# With stakes the person acts before anything is decided.
ORDER: dict[str, Any] = {"seats": 3, "bots": 2, "options": {"stake_max": 5}}


class PatchedServer:
    """The server as the page meets it: `sent` and `shown` change or drop messages of the page and to it."""

    def __init__(self, guest: Screen) -> None:
        self.sent: Callable[[Message], Message | None] = lambda message: message
        self.shown: Callable[[Message], Message | None] = lambda message: message
        self.reveals = 0
        self._server: WebSocketRoute | None = None
        guest.context.route_web_socket(re.compile("/ws/"), self._connect)

    def send_view(self) -> None:
        """Show the page everything anew, in place of the next update."""
        assert self._server is not None
        self._server.send(json.dumps({"type": "hello", "seen": 0}))

    def _connect(self, page: WebSocketRoute) -> None:
        server = self._server = page.connect_to_server()

        def sent(text: str | bytes) -> None:
            message = json.loads(text)
            self.reveals += message["type"] == "reveal"
            if (changed := self.sent(message)) is not None:
                server.send(json.dumps(changed))

        def shown(text: str | bytes) -> None:
            if (changed := self.shown(json.loads(text))) is not None:
                page.send(json.dumps(changed))

        page.on_message(sent)
        server.on_message(shown)


@pytest.fixture
def lan(person: People) -> Screen:
    return person("phone", squeeze=False)


@pytest.fixture
def patched(lan: Screen) -> PatchedServer:
    return PatchedServer(lan)


def records(guest: Screen, change: Callable[[str], str]) -> None:
    """Let the server send changed records."""

    def changed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=change(answer.text()) if answer.ok else answer.text())

    guest.context.route(re.compile("/record$"), changed)


def notice(guest: Screen) -> Locator:
    return guest.page.get_by_role("alert")


def must_report(guest: Screen, kind: str, reason: str = "") -> None:
    """The page shows this sentence; before that it tries for ten seconds to account for the deal."""
    sentence = word(f"notice.{kind}").partition("{deal}")[2].partition("{")[0]
    parts = [sentence, word(f"notice.{reason}") if reason else ""]

    def shown() -> bool:
        return any(all(part in text for part in parts) for text in notice(guest).all_inner_texts())

    guest.until(shown, f"the page did not report it: {notice(guest).all_inner_texts()}", 3 * PATIENCE_MS)


def must_be_silent(*guests: Screen) -> None:
    for guest in guests:
        expect(notice(guest)).to_have_count(0)


def dealt(player: Player) -> None:
    """Start a deal and wait until the person is to act."""
    if must_get_ready(player):
        get_ready(player)
    until(player.screen, lambda: bool(player.legal), "the deal did not start")


def test_pf_22_a_finished_deal_of_another_number_is_reported(lan: Screen, patched: PatchedServer) -> None:
    def far(message: Message) -> Message:
        if message.get("deal", {}).get("number") == 1:
            message["deal"] |= {"number": 1_000_000, "payoff": [0, 0, 0]}
        if "table" in message:
            message["table"]["deals"] = 1_000_000
        return message

    lan.forgive("404|409")  # there is no record of a running deal
    player = take_seat(lan, open_table(lan, **ORDER))
    patched.shown = far
    dealt(player)
    must_report(lan, "unaccounted", "no_record")
    assert patched.reveals == 1


def test_pf_22_a_deal_that_ends_in_a_view_is_checked(lan: Screen, patched: PatchedServer) -> None:
    def end_in_view(message: Message) -> Message | None:
        if message["type"] == "update" and message.get("deal", {}).get("payoff"):
            patched.send_view()
            return None
        return message

    records(lan, lambda text: forged(text, lambda line: line.replace("| chair 2 bot random", "| chair 2 bot usual")))
    player = take_seat(lan, open_table(lan, **ORDER))
    patched.shown = end_in_view
    until(lan, lambda: bool(player.table["shuffle"].get("commitments")), "the page did not commit")
    play_out(player)
    must_report(lan, "unaccounted")


def test_pf_22_many_attempts_at_one_deal_are_reported(lan: Screen, patched: PatchedServer, clock: ForwardClock) -> None:
    player = take_seat(lan, open_table(lan, **ORDER))
    patched.sent = lambda message: None if message["type"] == "reveal" else message
    get_ready(player)
    for attempt in range(1, ASK_AFTER + 1):
        until(lan, lambda number=attempt: patched.reveals == number, f"the page did not reveal for attempt {attempt}")  # type: ignore[misc]
        clock.move_on(REVEAL_WITHIN)
        if attempt == 1:
            must_report(lan, "blamed")
    must_report(lan, "again")
    clock.move_on(REVEAL_WITHIN)
    assert patched.reveals == ASK_AFTER


def test_pf_22_a_new_token_gets_no_second_manifest_from_the_page(lan: Screen, patched: PatchedServer) -> None:
    player = take_seat(lan, open_table(lan, **ORDER))
    dealt(player)

    def as_lan(message: Message) -> Message:
        """Take the stranger for Lan, and offer another manifest of the same attempt."""
        if message["type"] == "view":
            message["you"] = {"member": 0, "seat": 0}
            message["manifest"] = message["manifest"].replace("chair 2 bot random", "chair 2 bot usual")
        return message

    patched.shown = as_lan
    lan.context.clear_cookies()
    lan.page.reload()
    must_report(lan, "contradiction")
    assert patched.reveals == 1


def test_pf_22_a_view_does_not_excuse_a_broken_chain_on_the_page(lan: Screen, patched: PatchedServer) -> None:
    player = take_seat(lan, open_table(lan, **ORDER))
    play_out(player)

    def broken(message: Message) -> Message | None:
        """Send a view in place of the update with the manifest, which then follows on another one."""
        if any(event["type"] == "manifest_published" for event in message.get("happened", ())):
            if message["type"] == "update":
                patched.send_view()
                return None
            message["manifest"] = re.sub("after .*", "after " + "77" * 32, message["manifest"])
        return message

    patched.shown = broken
    get_ready(player)
    must_report(lan, "contradiction")
    assert patched.reveals == 1, "a second number was revealed"


def test_pf_22_a_record_without_a_void_manifest_is_reported(
    lan: Screen, patched: PatchedServer, clock: ForwardClock
) -> None:
    player = take_seat(lan, open_table(lan, **ORDER))
    patched.sent = lambda message: None if message["type"] == "reveal" else message
    get_ready(player)
    until(lan, lambda: patched.reveals == 1, "the page did not reveal")
    patched.sent = lambda message: message
    records(lan, without_first_manifest)
    clock.move_on(REVEAL_WITHIN)
    until(lan, lambda: bool(player.legal), "the deal did not start")
    play_out(player)
    must_report(lan, "unaccounted", "bad_record")


# Honest life


def test_pf_22_reloads_are_silent(lan: Screen) -> None:
    player = take_seat(lan, open_table(lan, **ORDER))
    for _ in range(2):
        _reload(player)
        in_the_middle_of_a_deal(player)
        _reload(player)
        play_out(player)
        _reload(player)


def _reload(player: Player) -> None:
    must_be_silent(player.screen)
    player.screen.page.reload()
    expect(player.controls).to_be_visible()
    must_be_silent(player.screen)


def test_pf_22_devices_latecomers_and_sitting_out_are_silent(person: People) -> None:
    lan, minh, tom = person("phone"), person("phone"), person("phone")
    path = open_table(lan, seats=3, bots=1, options={"stake_max": 5})
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    phone = person("phone")
    phone.context.add_cookies(lan.context.cookies())  # type: ignore[arg-type]
    take_seat(phone, path)
    get_ready(host)
    get_ready(friend)
    until(lan, lambda: bool(host.legal or friend.legal), "the deal did not start")
    tom.go(path)
    must_be_silent(lan, minh, phone, tom)
    play_out(host, friend)
    must_be_silent(lan, minh, phone, tom)
    until(lan, lambda: host.deals == 1, "the deal is not over")
    seat = friend.seat
    lan.page.get_by_role("button", name=lan.word("panel.menu")).click()
    lan.page.get_by_role("button", name=lan.word("hosting.people_title")).click()
    panel = lan.page.get_by_role("dialog")
    panel.get_by_role("button", name=f"{lan.word('hosting.seat_more')}: Minh").click()
    panel.get_by_role("button", name=lan.word("hosting.sit_out"), exact=True).click()
    until(lan, lambda: bool(host.table["seats"][seat or 1].get("out")), "Minh does not sit out")
    lan.page.keyboard.press("Escape")
    play_out(host)
    must_be_silent(lan, minh, phone, tom)


def test_pf_22_restarts_and_restores_are_silent(browser: Browser, tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db")
    try:
        with screen(browser, server.url, "phone", squeeze=False) as lan:
            lan.forgive("WebSocket|ERR_|Failed to load")
            player = take_seat(lan, open_table(lan, **ORDER))
            play_out(player, taps=True)
            dealt(player)
            server.kill()
            server = Process(tmp_path / "tables.db", server.port)
            play_out(player, taps=True)
            must_be_silent(lan)

            dealt(player)
            back_up(tmp_path / "tables.db", tmp_path / "backup.db")
            server.kill()
            for old in tmp_path.glob("tables.db*"):
                old.unlink()
            shutil.move(tmp_path / "backup.db", tmp_path / "tables.db")
            server = Process(tmp_path / "tables.db", server.port)
            until(lan, lambda: player.table.get("restored") is not None, "the restore was not announced")
            play_out(player, taps=True)
            must_be_silent(lan)
            assert not lan.faults
    finally:
        server.stop()
