"""PF-42 on the page: hints at the table and reviews after the deal."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from chieu.core.text.languages import Lang
from chieu.games import load
from chieu.online.server.api import refusals
from tests.e2e.conftest import People
from tests.e2e.playing import Player, in_the_middle_of_a_deal, play_out, until
from tests.e2e.screens import LOOKS, Screen, number, word
from tests.e2e.tables import join, open_table, take_seat

LANGUAGES = ["vi", "en", "zh"]
THINKING = 120_000  # timeout in milliseconds, enough for the coach on a busy machine


def with_a_choice(screen: Screen, game: str, kind: str = "", **options: object) -> Player:
    """Return a player among bots with several legal actions, one of them of this kind."""
    player = take_seat(screen, open_table(screen, game, seats=3, bots=2, options=options))
    in_the_middle_of_a_deal(player)
    for _ in range(60):
        if len(player.legal) > 1 and (not kind or any(action["type"] == kind for action in player.legal)):
            return player
        if player.legal:
            player.move()
        in_the_middle_of_a_deal(player)
    raise AssertionError("no choice in sixty turns")


def hint_button(screen: Screen) -> Locator:
    return screen.page.get_by_role("button", name=screen.word("hints.ask"), exact=True)


def answered(dialog: Locator, language: Lang) -> Locator:
    """Wait for the answer of the coach and return its element."""
    answer = dialog.get_by_role("status")
    expect(answer).to_be_visible()
    waiting = re.compile("|".join(map(re.escape, (word("page.loading", language), word("hints.thinking", language)))))
    expect(answer).not_to_have_text(waiting, timeout=THINKING)
    expect(answer).not_to_be_empty()
    return answer


def figures(dialog: Locator) -> Locator:
    """Unfold the options with their values and return them."""
    dialog.locator("summary").click()
    return dialog.locator("li")


def acted(screen: Screen) -> int:
    """Count the moves that this page has sent."""
    return sum('"type":"act"' in frame.text for frame in screen.frames if frame.way == "sent")


TURNS = tuple(zip(("phone", "desktop", "phone"), LANGUAGES, strict=True))  # each language once


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_pf_42_a_hint_shows_words_first_and_figures_on_demand(person: People, size: str, language: Lang) -> None:
    lan = person(size, language)
    player = with_a_choice(lan, "xidach")
    requests: list[str] = []
    lan.page.on("request", lambda request: requests.append(request.url) if request.url.endswith("/hint") else None)
    hint_button(lan).click()
    dialog = lan.page.get_by_role("dialog")
    answered(dialog, language)
    expect(dialog.locator("li").first).not_to_be_visible()
    lan.shoot(f"hint-words-xidach-{size}-{language}")
    options = figures(dialog)
    expect(options).to_have_count(min(4, len(player.legal)))
    words = load("xidach").presentation.texts
    for action in player.legal[:4]:
        expect(dialog.locator("ol")).to_contain_text(
            words[f"action.{action['type']}"].say(language).split("{")[0].strip()
        )
    lan.shoot(f"hint-xidach-{size}-{language}")
    lan.must_be_accessible()
    lan.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # The key opens it too, and the hint is not computed again.
    lan.page.keyboard.press("h")
    expect(figures(dialog).first).to_be_visible()
    assert len(requests) == 1
    before = player.seq
    options.first.get_by_role("button").click()
    until(lan, lambda: player.seq > before, "the button of an option without cards had no effect")


@pytest.mark.parametrize(("size", "language"), TURNS)
def test_pf_42_a_hint_raises_the_cards_and_does_not_play_them(person: People, size: str, language: Lang) -> None:
    lan = person(size, language)
    player = with_a_choice(lan, "big2", "play", reshuffle=False)
    hint_button(lan).click()
    dialog = lan.page.get_by_role("dialog")
    answered(dialog, language)
    expect(dialog.locator("summary")).to_be_visible()
    lan.shoot(f"hint-words-big2-{size}-{language}")
    must_leave_the_cards_in_sight(lan, dialog)
    figures(dialog)
    expect(dialog.locator("li").first).to_be_visible()
    must_leave_the_cards_in_sight(lan, dialog)
    lan.shoot(f"hint-big2-{size}-{language}")
    lan.must_be_accessible()
    moves = acted(lan)
    raising = dialog.locator("li button", has_text=word("hints.option_raise", language)).first
    raising.click()
    expect(dialog).to_have_count(0)
    expect(lan.page.locator(".fan button[aria-pressed=true]").first).to_be_visible()
    lan.shoot(f"hint-raised-{size}-{language}")
    assert acted(lan) == moves
    player.press(player.gold())


def must_leave_the_cards_in_sight(screen: Screen, dialog: Locator) -> None:
    panel, hand = dialog.bounding_box(), screen.page.locator(".fan").last.bounding_box()
    assert panel
    assert hand
    above, beside = panel["y"] + panel["height"] <= hand["y"], panel["x"] >= hand["x"] + hand["width"]
    assert above or beside, (panel, hand)


def test_pf_42_a_hint_needs_no_scrolling_on_a_phone_on_its_side(person: People) -> None:
    lan = person("phone", viewport={"width": 844, "height": 390})
    with_a_choice(lan, "rummy", "discard")
    hint_button(lan).click()
    dialog = lan.page.get_by_role("dialog")
    answered(dialog, "en")
    assert dialog.locator(".body").evaluate("(node) => node.scrollHeight <= node.clientHeight")
    must_leave_the_cards_in_sight(lan, dialog)
    lan.shoot("hint-rummy-side-en")


def test_pf_42_a_hint_at_big_two_says_what_to_do_and_why(person: People) -> None:
    """Play turn by turn until a hint gives a reason."""
    lan = person("phone", "en")
    player = with_a_choice(lan, "big2", "play", reshuffle=False)
    dialog, texts = lan.page.get_by_role("dialog"), load("big2").presentation.texts
    reasons = [
        text.say("en").split("{")[0].strip() or text.say("en").split("}")[-1].strip(" .")
        for key, text in texts.items()
        if key.startswith("reason.")
    ]
    for _ in range(30):
        hint_button(lan).click()
        answer = answered(dialog, "en").inner_text()
        if any(reason in answer for reason in reasons):
            lan.shoot("hint-reason-big2")
            return
        lan.page.keyboard.press("Escape")
        player.move()
        in_the_middle_of_a_deal(player)
        while len(player.legal) < 2:
            if player.legal:
                player.move()
            in_the_middle_of_a_deal(player)
    raise AssertionError("no reason in thirty turns")


def test_pf_42_there_are_no_hints_against_people(person: People) -> None:
    lan, minh = person("phone"), person("phone")
    path = open_table(lan, "big2", seats=2, options={"reshuffle": False})
    host, friend = take_seat(lan, path), join(minh, path, "Minh")
    for player in (host, friend):
        player.gold().click()
    until(lan, lambda: bool(host.legal or friend.legal), "no deal")
    turn = host if host.legal else friend
    expect(turn.controls.locator("button.gold")).to_be_visible()
    expect(hint_button(turn.screen)).to_have_count(0)
    turn.screen.page.keyboard.press("h")
    expect(turn.screen.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pf_42_the_page_says_why_there_is_no_hint(person: People, language: Lang) -> None:
    lan = person("phone", language)
    lan.forgive("503")
    with_a_choice(lan, "big2", "play", reshuffle=False)

    def busy(route: Route) -> None:
        route.fulfill(status=503, json={"code": "coach_busy", "rule": "PF-42", "params": {}})

    lan.page.route("**/hint", busy)
    hint_button(lan).click()
    why = lan.page.get_by_role("dialog").get_by_role("alert")
    expect(why).to_have_text(refusals.TEXTS["error.coach_busy"].say(language))
    lan.must_be_accessible()
    # Asking again works.
    lan.page.unroute("**/hint")
    lan.page.keyboard.press("Escape")
    hint_button(lan).click()
    expect(lan.page.get_by_role("dialog").locator("summary")).to_be_visible(timeout=THINKING)


@pytest.mark.parametrize(("size", "language"), TURNS)
def test_pf_42_a_decision_can_be_reviewed_after_the_deal(person: People, size: str, language: Lang) -> None:
    lan = person(size, language)
    player = with_a_choice(lan, "xidach")
    deal = int(player.table["shuffle"]["deal"])
    play_out(player)
    lan.go(f"/t/{player.table['id']}/{deal}")
    review = lan.page.get_by_role("button", name=lan.word("review.ask"), exact=True)
    dialog = lan.page.get_by_role("dialog")
    expect(lan.page.get_by_label(lan.word("replay.step"), exact=True)).to_be_visible()
    lan.page.keyboard.press("End")
    expect(review).to_have_count(0)  # no decision is left
    lan.page.keyboard.press("Home")
    for _ in range(40):
        if review.is_visible():
            lan.page.keyboard.press("r")
            answered(dialog, language)
            if dialog.locator("summary").count():
                lan.shoot(f"review-words-{size}-{language}")
                break
            lan.page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
        lan.page.keyboard.press("ArrowRight")
    expect(figures(dialog).nth(1)).to_be_visible()
    expect(dialog.locator("li", has_text=word("hints.option_taken", language))).to_have_count(1)
    expect(dialog.get_by_role("status")).not_to_be_empty()
    lan.shoot(f"review-{size}-{language}")
    lan.must_be_accessible()
    lan.page.keyboard.press("Escape")
    lan.page.get_by_label(lan.word("replay.from")).select_option(lan.word("replay.anybody"))
    expect(review).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), TURNS)
def test_pf_42_a_review_shows_mistakes_and_luck(person: People, size: str, language: Lang) -> None:
    """Winnings are the sum of choice and luck, and a mistake links to its place in the deal."""
    lan = person(size, language)
    player = with_a_choice(lan, "big2", "play", reshuffle=False)
    deal = int(player.table["shuffle"]["deal"])
    play_out(player)
    lan.go(f"/t/{player.table['id']}/{deal}#review")
    dialog = lan.page.get_by_role("dialog")
    expect(dialog.locator("dd")).to_have_count(3, timeout=THINKING)
    lan.shoot(f"mistakes-{size}-{language}")
    lan.must_be_accessible()
    gain, choice, rng = (number(text) for text in dialog.locator("dd").all_inner_texts())
    assert abs(gain - choice - rng) < 0.03
    if dialog.locator("li").count():
        dialog.locator("li button").first.click()
        expect(dialog).to_have_count(0)
        expect(lan.page.get_by_role("button", name=lan.word("review.ask"), exact=True)).to_be_visible()
        # The page shows the table before the move and names the move; one step later it is made.
        move = lan.page.locator(".fact b").inner_text().removeprefix(lan.word("replay.then").replace("{fact}", ""))
        lan.shoot(f"mistake-{size}-{language}")
        lan.page.keyboard.press("ArrowRight")
        expect(lan.page.locator(".fact b")).to_have_count(0)
        expect(lan.page.locator(".fact")).to_contain_text(move)
