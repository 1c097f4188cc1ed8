"""PF-42 on the page: what a move is worth, asked at the table and after the deal."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Route, expect

from chieu.core.texts import Lang
from chieu.games import load
from chieu.server import refusals
from tests.e2e.conftest import People
from tests.e2e.playing import Player, in_the_middle_of_a_deal, play_out, until
from tests.e2e.screens import WEB, Screen
from tests.e2e.tables import joined, opened, seated

SIZES = ["phone", "desktop"]
LANGUAGES = ["vi", "en", "zh"]
HINTS = json.loads((WEB / "src" / "hints" / "words.json").read_text(encoding="utf-8"))


def with_a_choice(screen: Screen, game: str, kind: str = "", **options: object) -> Player:
    """Somebody among bots who holds cards and could do more than one thing, of this kind among others."""
    one = seated(screen, opened(screen, game, seats=3, bots=2, options=options))
    in_the_middle_of_a_deal(one)
    for _ in range(60):
        if len(one.legal) > 1 and (not kind or any(action["type"] == kind for action in one.legal)):
            return one
        if one.legal:
            one.step()
        in_the_middle_of_a_deal(one)
    raise AssertionError("sixty turns without a choice")


def hint_button(screen: Screen) -> Locator:
    return screen.page.get_by_role("button", name=screen.word("hint.ask"), exact=True)


def acted(screen: Screen) -> int:
    """How many moves this page has asked for."""
    return sum('"type":"act"' in frame.text for frame in screen.frames if frame.way == "sent")


TURNS = tuple(zip(("phone", "desktop", "phone"), LANGUAGES, strict=True))  # each language once


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pf_42_a_hint_among_bots_is_a_list_in_the_words_of_the_game(person: People, size: str, language: Lang) -> None:
    lan = person(size, language)
    one = with_a_choice(lan, "xidach")
    asked: list[str] = []
    lan.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/hint") else None)
    hint_button(lan).click()
    dialog = lan.page.get_by_role("dialog")
    options = dialog.locator("li")
    expect(options).to_have_count(min(4, len(one.legal)))
    words = load("xidach").texts
    for action in one.legal[:4]:
        expect(dialog.locator("ol")).to_contain_text(
            words[f"action.{action['type']}"].say(language).split("{")[0].strip()
        )
    lan.shoot(f"hint-xidach-{size}-{language}")
    lan.must_be_accessible()
    lan.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # By its key, and not reckoned anew.
    lan.page.keyboard.press("h")
    expect(options.first).to_be_visible()
    assert len(asked) == 1
    before = one.seq
    options.first.get_by_role("button").click()
    until(lan, lambda: one.seq > before, "an option without cards is its own button")


@pytest.mark.parametrize(("size", "language"), TURNS)
def test_pf_42_a_hint_raises_the_cards_and_does_not_play_them(person: People, size: str, language: Lang) -> None:
    lan = person(size, language)
    one = with_a_choice(lan, "big2", "play", reshuffle=False)
    hint_button(lan).click()
    dialog = lan.page.get_by_role("dialog")
    expect(dialog.locator("li").first).to_be_visible()
    lan.shoot(f"hint-big2-{size}-{language}")
    lan.must_be_accessible()
    moves = acted(lan)
    raising = dialog.locator("li button", has_text=HINTS["option.raise"][language]).first
    raising.click()
    expect(dialog).to_have_count(0)
    expect(lan.page.locator(".fan button[aria-pressed=true]").first).to_be_visible()
    lan.shoot(f"hint-raised-{size}-{language}")
    assert acted(lan) == moves
    one.press(one.gold())


def test_pf_42_there_are_no_hints_against_people(person: People) -> None:
    lan, minh = person("phone"), person("phone")
    path = opened(lan, "big2", seats=2, options={"reshuffle": False})
    one, other = seated(lan, path), joined(minh, path, "Minh")
    for player in (one, other):
        player.gold().click()
    until(lan, lambda: bool(one.legal or other.legal), "no deal")
    turn = one if one.legal else other
    expect(turn.controls.locator("button.gold")).to_be_visible()
    expect(hint_button(turn.screen)).to_have_count(0)
    turn.screen.page.keyboard.press("h")
    expect(turn.screen.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pf_42_why_there_is_no_hint_now_is_said(person: People, language: Lang) -> None:
    lan = person("phone", language)
    lan.forgive("503")
    with_a_choice(lan, "big2", reshuffle=False)

    def busy(route: Route) -> None:
        route.fulfill(status=503, json={"code": "coach_busy", "rule": "PF-42", "params": {}})

    lan.page.route("**/hint", busy)
    hint_button(lan).click()
    why = lan.page.get_by_role("dialog").get_by_role("alert")
    expect(why).to_have_text(refusals.TEXTS["error.coach_busy"].say(language))
    lan.must_be_accessible()
    # It is not held against who asks again.
    lan.page.unroute("**/hint")
    lan.page.keyboard.press("Escape")
    hint_button(lan).click()
    expect(lan.page.get_by_role("dialog").locator("li").first).to_be_visible()


@pytest.mark.parametrize(("size", "language"), TURNS)
def test_pf_42_a_decision_is_looked_at_again_after_the_deal(person: People, size: str, language: Lang) -> None:
    lan = person(size, language)
    one = with_a_choice(lan, "xidach")
    deal = int(one.table["shuffle"]["deal"])
    play_out(one)
    lan.go(f"/t/{one.table['id']}/{deal}")
    review = lan.page.get_by_role("button", name=lan.word("review.ask"), exact=True)
    dialog = lan.page.get_by_role("dialog")
    expect(lan.page.get_by_label(lan.word("replay.step"), exact=True)).to_be_visible()
    expect(review).to_have_count(0)  # nothing is decided yet
    for _ in range(40):
        lan.page.keyboard.press("ArrowRight")
        if review.is_visible():
            lan.page.keyboard.press("r")
            expect(dialog.locator("li").first).to_be_visible()
            if dialog.locator("li").count() > 1:
                break
            lan.page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
    expect(dialog.locator("li").nth(1)).to_be_visible()
    expect(dialog.locator("li", has_text=HINTS["option.taken"][language])).to_have_count(1)
    expect(dialog.get_by_role("status")).not_to_be_empty()
    lan.shoot(f"review-{size}-{language}")
    lan.must_be_accessible()
    lan.page.keyboard.press("Escape")
    lan.page.get_by_label(lan.word("replay.from")).select_option(lan.word("replay.anybody"))
    expect(review).to_have_count(0)
