"""PF-22 on the page: it shows the contributors in time and reports attacks by a patched server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from tests.e2e.conftest import People
from tests.e2e.playing import in_the_middle_of_a_deal, play_out
from tests.e2e.screens import Screen, word
from tests.e2e.tables import open_table, take_seat
from tests.fairness.test_proofs import forged

LANGUAGES = ["vi", "en", "zh"]


def panel(screen: Screen) -> None:
    screen.page.get_by_role("button", name=word("panel.menu", screen.language), exact=True).click()
    screen.page.get_by_role("button", name=word("panel.fair", screen.language), exact=True).click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_pf_22_the_panel_shows_the_contribution_of_every_seat(person: People, language: str) -> None:
    lan = person("phone", language)
    player = take_seat(lan, open_table(lan, seats=3, bots=2, options={"stake_max": 5}))
    in_the_middle_of_a_deal(player)
    panel(lan)
    dialog = lan.page.get_by_role("dialog")
    expect(dialog).to_contain_text(word("fair.kind_contributes", language))
    expect(dialog.get_by_text(word("fair.kind_bot", language))).to_have_count(2)
    expect(dialog).to_contain_text(word("shield.solid", language))
    expect(dialog).to_contain_text(word("fair.limits", language))
    lan.must_be_accessible()
    lan.shoot(f"fairness-phone-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pf_22_the_page_reports_a_dropped_commitment(person: People, language: str) -> None:
    lan = person("phone", language)

    def without_commitments(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if '"type":"commit"' in str(text) else server.send(text))

    lan.context.route_web_socket(re.compile("/ws/"), without_commitments)
    player = take_seat(lan, open_table(lan, seats=3, bots=2, options={"stake_max": 5}))
    in_the_middle_of_a_deal(player)
    notice = lan.page.get_by_role("alert")
    expect(notice).to_contain_text(word("notice.uncommitted", language))
    lan.shoot(f"fairness-notice-phone-{language}")
    notice.get_by_role("button", name=word("notice.read", language)).click()
    expect(notice).to_have_count(0)
    panel(lan)
    expect(lan.page.get_by_role("dialog")).to_contain_text(word("verify.nobody", language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pf_22_the_page_reports_a_record_of_another_manifest(person: People, language: str) -> None:
    """The page checks every record by itself, as the reveals would also fit another manifest.

    It stays out of the next shuffle until its person goes on without proof.
    """
    lan = person("phone", language)

    def rewritten(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=forged(text, lambda line: line.replace("| chair 2 bot random", "| chair 2 bot usual")))

    player = take_seat(lan, open_table(lan, seats=3, bots=2, options={"stake_max": 5}))
    notice = lan.page.get_by_role("alert")
    with lan.page.expect_response(re.compile("/record")):
        play_out(player, taps=True)
    expect(notice).to_have_count(0)
    lan.context.route(re.compile("/record"), rewritten)
    play_out(player, taps=True)
    sentence = word("notice.unaccounted", language).partition("{reason}")[0].format(deal=2)
    expect(notice).to_contain_text(sentence)
    lan.must_be_accessible()
    lan.shoot(f"unaccounted-phone-{language}")
    notice.get_by_role("button", name=word("notice.go_on", language)).click()
    expect(notice).to_have_count(0)
    panel(lan)
    expect(lan.page.get_by_role("dialog")).to_contain_text(word("fair.written_off", language).format(n=1, deals=2))
    lan.shoot(f"written-off-phone-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pf_22_the_sheet_of_a_finished_deal_is_readable(person: People, language: str) -> None:
    lan = person("phone", language)
    player = take_seat(lan, open_table(lan, seats=3, bots=2, options={"stake_max": 5}))
    play_out(player, taps=True)
    lan.page.reload()
    lan.page.goto(f"{lan.page.url.rstrip('/')}/1")
    lan.page.get_by_role("button", name=word("verify.title", language)).click()
    dialog = lan.page.get_by_role("dialog")
    expect(dialog).to_contain_text(word("verify.seen", language))
    expect(dialog).to_contain_text(word("verify.claim", language))
    expect(dialog).to_contain_text(word("verify.cards", language))
    lan.must_be_accessible()
    lan.shoot(f"verify-phone-{language}")
