"""A newcomer's first deal is guided: a few hints at the things themselves, and never again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from chieu.core import sheets
from chieu.core.text.languages import LANGS, Lang
from chieu.core.text.presentation import OVER
from chieu.games import load
from tests.e2e.conftest import People
from tests.e2e.playing import Player, alive, in_the_middle_of_a_deal, play_out, until
from tests.e2e.screens import Screen
from tests.e2e.tables import opened, seated


def _in_a_hurry(route: Route) -> None:
    """The table that the page asked for, but its bots think fast and a round of rummy is soon over."""
    order: dict[str, Any] = json.loads(route.request.post_data or "")
    if order["game"] == "rummy":
        order["options"] = {"quiet_turns": 10}
    route.continue_(post_data=json.dumps({**order, "pace": 100}))


def play_now(one: Screen, game: str, language: Lang = "en") -> Player:
    """From the first page to cards."""
    one.page.route("**/api/tables", _in_a_hurry)
    one.go()
    title = load(game).presentation.title.say(language)
    card = one.page.get_by_role("listitem").filter(has=one.page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name=one.word("home.play_now"), exact=True).click()
    player = Player(one)
    until(one, lambda: bool(one.views) and player.deal is not None, "no deal begins by itself")
    # PF-22: who plays at once has a part in the shuffle all the same, and nothing to be warned of.
    assert player.seat in player.table["shuffle"]["contributors"], "the deal began before this browser added its part"
    return player


def tip_of(one: Screen) -> Locator:
    return one.page.get_by_role("region", name=one.word("lesson.title"))


def next_of(one: Screen) -> Locator:
    return tip_of(one).get_by_role("button", name=one.word("lesson.next"))


def got_it(one: Screen, said: str = "") -> None:
    """Reads a hint, which may go by itself meanwhile, or make room for the next: what it speaks of is over."""
    tip = tip_of(one).filter(has_text=said)
    try:
        tip.get_by_role("button", name=one.word("lesson.next")).click(timeout=2_000)
    except PlaywrightTimeout:
        expect(tip).to_have_count(0)
    one.page.wait_for_timeout(50)


def guided(one: Screen, player: Player, game: str, language: Lang) -> list[str]:
    """Reads every hint as it comes while the first deal is played; what was read."""
    tip, seen = tip_of(one), []

    def read() -> None:
        while tip.is_visible():
            said = tip.locator("p").inner_text()
            if said not in seen:
                seen.append(said)
                one.shoot(f"lesson-{game}-{len(seen)}-{language}")
            if len(seen) == 1:
                one.must_be_accessible()
            got_it(one, said)

    while not player.deals:  # it may be over before there is a move
        until(one, lambda: tip.is_visible() or bool(player.legal or player.deals), "nothing is said")
        read()
        if player.legal:
            player.step()
    last = load(game).presentation.texts["lesson.over"].say(language)
    while last not in seen:
        until(one, tip.is_visible, "nothing is said at the end")
        read()
    return seen


@pytest.mark.parametrize(
    ("game", "language"),
    # Deals of the long ones take a while; what they say is there in every language by the laws of texts.
    [(game, lang) for game in ("xidach", "niuniu") for lang in LANGS] + [("big2", "vi"), ("rummy", "zh")],
)
def test_pf_46_a_first_deal_is_guided(person: People, game: str, language: Lang) -> None:
    one = person("phone", language)
    player = play_now(one, game, language)
    seen = guided(one, player, game, language)
    rules = sheets.asked_for(load(game), load(game).extras.quick.sheet)
    lesson = [
        tip
        for tip in load(game).presentation.lesson
        # A newcomer just plays: nothing is said that is for a dealer, or by other rules.
        if not tip.only and all(getattr(rules, option) in values for option, values in tip.given.items())
    ]
    starts = [load(game).presentation.tip(tip).say(language).split("{")[0] for tip in lesson]
    assert all(any(said.startswith(start) for start in starts) for said in seen), seen
    assert "{" not in "".join(seen), "an option has no value"
    always = [start for tip, start in zip(lesson, starts, strict=True) if tip.when in ("", OVER)]
    assert all(any(said.startswith(start) for said in seen) for start in always), seen
    expect(tip_of(one)).to_have_count(0)


def test_pf_46_the_guide_is_sent_away_and_does_not_come_back(person: People) -> None:
    one = person("phone")
    player = play_now(one, "xidach")
    expect(tip_of(one)).to_be_visible()
    tip_of(one).get_by_role("button", name=one.word("lesson.skip")).press("Enter")
    expect(tip_of(one)).to_have_count(0)
    play_out(player)
    one.frames.clear()
    again = play_now(one, "xidach")
    until(one, lambda: again.deal is not None and bool(again.legal or again.deals), "no turn")
    one.page.wait_for_timeout(500)
    expect(tip_of(one)).to_have_count(0)


def test_pf_46_who_does_what_a_hint_speaks_of_has_read_it(person: People) -> None:
    """And nothing that the hint points at is under it."""
    one = person("phone")
    player = play_now(one, "big2")
    tip = tip_of(one)
    while not (tip.is_visible() and "lift" in tip.inner_text()):
        until(one, lambda: tip.is_visible() or bool(player.legal), "nothing is said")
        if tip.is_visible():
            next_of(one).click()
        elif not any(action["type"] == "play" for action in player.legal):
            player.step()
        one.page.wait_for_timeout(50)
    told, pointed = tip.bounding_box(), one.page.locator('[data-spot="hand"]').bounding_box()
    assert told is not None
    assert pointed is not None
    assert told["y"] + told["height"] <= pointed["y"]
    alive(one)
    player.step()
    until(one, lambda: not tip.is_visible() or "lift" not in tip.inner_text(), "it is said again")


@pytest.mark.parametrize("game", ["xidach", "big2"])
@pytest.mark.parametrize("viewport", [(844, 390), (667, 375), (320, 568)], ids=["side", "small side", "zoomed"])
def test_pf_46_a_hint_is_on_the_screen_and_covers_nothing_it_speaks_of(
    person: People, game: str, viewport: tuple[int, int]
) -> None:
    """On a phone on its side, where the hand lies at the lower edge and the buttons beside the mat; at 200 % too. A
    long deal is played to its end on one of them, and left before that on the others."""
    one = person("phone", "vi", viewport={"width": viewport[0], "height": viewport[1]})
    player = play_now(one, game, "vi")
    tip, seen = tip_of(one), 0
    before_the_end = len(load(game).presentation.lesson) - 1
    left_early = game == "big2" and viewport != (844, 390)
    while not (seen > 2 and player.deals) and not (left_early and seen == before_the_end):
        until(one, lambda: tip.is_visible() or bool(player.legal or player.deals), "nothing is said")
        one.page.wait_for_timeout(300)
        if tip.is_visible():
            seen += 1
            told = tip.bounding_box()
            assert told is not None
            assert told["x"] >= 0
            assert told["y"] >= 0
            assert told["x"] + told["width"] <= viewport[0]
            assert told["y"] + told["height"] <= viewport[1]
            title = one.page.get_by_role("region", name=one.word("outcome.title")).locator("h2")
            shown = (
                [one.page.locator(f'[data-spot="{spot}"]') for spot in ("hand", "choice")] if player.legal else [title]
            )
            for thing in shown:
                box = thing.bounding_box() if thing.count() else None
                assert box is None or not overlap(told, box), tip.inner_text()
            next_of(one).click()
        elif player.legal:
            player.step()


def overlap(one: FloatRect, other: FloatRect) -> bool:
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


def test_pf_46_a_table_of_ones_own_teaches_nobody(person: People) -> None:
    one = person()
    player = seated(one, opened(one, seats=3, bots=2))
    in_the_middle_of_a_deal(player)
    one.page.wait_for_timeout(500)
    expect(tip_of(one)).to_have_count(0)
