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
    expect(dialog).to_contain_text(word("fair.noted", language))
    expect(dialog).to_contain_text(word("fair.limits", language))
    lan.must_be_accessible()
    lan.shoot(f"fairness-phone-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pf_22_the_page_reports_a_dropped_commitment(person: People, language: str) -> None:
    lan = person("phone", language)

    def without_commitments(socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()
        socket.on_message(lambda text: None if '"type":"commit"' in str(text) else house.send(text))

    lan.context.route_web_socket(re.compile("/ws/"), without_commitments)
    player = take_seat(lan, open_table(lan, seats=3, bots=2, options={"stake_max": 5}))
    in_the_middle_of_a_deal(player)
    warning = lan.page.get_by_role("alert")
    expect(warning).to_contain_text(word("warn.reason_uncommitted", language))
    lan.shoot(f"fairness-warning-phone-{language}")
    button = warning.get_by_role("button", name=word("warn.read", language))
    while warnings := button.count():  # a dealt Xì Dách ends a deal at once, so there may be several warnings
        button.first.click()
        expect(button).to_have_count(warnings - 1)
    expect(warning).to_have_count(0)
    panel(lan)
    expect(lan.page.get_by_role("dialog")).to_contain_text(word("verify.nobody", language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pf_22_the_page_reports_a_record_of_another_manifest(person: People, language: str) -> None:
    """The page checks every record by itself, as the reveals would also fit another manifest."""
    lan = person("phone", language)

    def rewritten(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=forged(text, lambda line: line.replace("| seat 2 bot", "| seat 2 bot x")))

    player = take_seat(lan, open_table(lan, seats=3, bots=2, options={"stake_max": 5}))
    warning = lan.page.get_by_role("alert")
    with lan.page.expect_response(re.compile("/record")):
        play_out(player)
    expect(warning).to_have_count(0)
    lan.context.route(re.compile("/record"), rewritten)
    play_out(player)
    expect(warning).to_contain_text(word("warn.bad_record", language).format(deal=2))
    expect(warning).not_to_contain_text(word("warn.bad_record", language).format(deal=1))
    lan.must_be_accessible()
    lan.shoot(f"bad-record-phone-{language}")
