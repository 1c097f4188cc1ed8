"""PF-46: hints on the table guide a newcomer through the first deal, and only through that."""

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
    """Open the table that the page asked for, but with fast bots and short rounds of rummy."""
    order: dict[str, Any] = json.loads(route.request.post_data or "")
    if order["game"] == "rummy":
        order["options"] = {"quiet_turns": 10}
    route.continue_(post_data=json.dumps({**order, "pace": 100}))


def play_now(one: Screen, game: str, language: Lang = "en") -> Player:
    """Go from the first page to a running deal."""
    one.page.route("**/api/tables", _in_a_hurry)
    one.go()
    title = load(game).presentation.title.say(language)
    card = one.page.get_by_role("listitem").filter(has=one.page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name=one.word("home.play_now"), exact=True).click()
    player = Player(one)
    until(one, lambda: bool(one.views) and player.deal is not None, "no deal starts by itself")
    # PF-22: the newcomer contributes to the shuffle even of a deal that starts at once.
    assert player.seat in player.table["shuffle"]["contributors"], (
        "the deal began before this browser contributed to the shuffle"
    )
    return player


def tip_of(one: Screen) -> Locator:
    return one.page.get_by_role("region", name=one.word("lesson.title"))


def next_of(one: Screen) -> Locator:
    return tip_of(one).get_by_role("button", name=one.word("lesson.next"))


def got_it(one: Screen, text: str = "") -> None:
    """Dismiss a hint. It may already be gone or replaced by the next one."""
    tip = tip_of(one).filter(has_text=text)
    try:
        tip.get_by_role("button", name=one.word("lesson.next")).click(timeout=2_000)
    except PlaywrightTimeout:
        expect(tip).to_have_count(0)
    one.page.wait_for_timeout(50)


def guided(one: Screen, player: Player, game: str, language: Lang) -> list[str]:
    """Play the first deal and dismiss every hint. Return the texts of the hints."""
    tip, seen = tip_of(one), []

    def read() -> None:
        while tip.is_visible():
            text = tip.locator("p").inner_text()
            if text not in seen:
                seen.append(text)
                one.shoot(f"lesson-{game}-{len(seen)}-{language}")
            if len(seen) == 1:
                one.must_be_accessible()
            got_it(one, text)

    while not player.deals:  # the deal may end before there is a move
        until(one, lambda: tip.is_visible() or bool(player.legal or player.deals), "no hint and no turn")
        read()
        if player.legal:
            player.step()
    last = load(game).presentation.texts["lesson.over"].say(language)
    while last not in seen:
        until(one, tip.is_visible, "no hint at the end")
        read()
    return seen


@pytest.mark.parametrize(
    ("game", "language"),
    # The longer games are played in one language; `tests/laws` checks that every text exists in all.
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
        # A newcomer is a plain player and sees no hints for dealers or for other rules.
        if not tip.only and all(getattr(rules, option) in values for option, values in tip.given.items())
    ]
    starts = [load(game).presentation.tip(tip).say(language).split("{")[0] for tip in lesson]
    assert all(any(text.startswith(start) for start in starts) for text in seen), seen
    assert "{" not in "".join(seen), "a placeholder was not filled in"
    always = [start for tip, start in zip(lesson, starts, strict=True) if tip.when in ("", OVER)]
    assert all(any(text.startswith(start) for text in seen) for start in always), seen
    expect(tip_of(one)).to_have_count(0)


def test_pf_46_a_skipped_guide_does_not_come_back(person: People) -> None:
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


def test_pf_46_making_the_move_dismisses_its_hint(person: People) -> None:
    """The hint does not cover the hand that it points at."""
    one = person("phone")
    player = play_now(one, "big2")
    tip = tip_of(one)
    while not (tip.is_visible() and "lift" in tip.inner_text()):
        until(one, lambda: tip.is_visible() or bool(player.legal), "no hint and no turn")
        if tip.is_visible():
            next_of(one).click()
        elif not any(action["type"] == "play" for action in player.legal):
            player.step()
        one.page.wait_for_timeout(50)
    hint, target = tip.bounding_box(), one.page.locator('[data-spot="hand"]').bounding_box()
    assert hint is not None
    assert target is not None
    assert hint["y"] + hint["height"] <= target["y"]
    alive(one)
    player.step()
    until(one, lambda: not tip.is_visible() or "lift" not in tip.inner_text(), "the hint is still there")


@pytest.mark.parametrize("game", ["xidach", "big2"])
@pytest.mark.parametrize("viewport", [(844, 390), (667, 375), (320, 568)], ids=["side", "small side", "zoomed"])
def test_pf_46_a_hint_fits_the_screen_and_covers_no_controls(
    person: People, game: str, viewport: tuple[int, int]
) -> None:
    """Check phones on their side, with the buttons beside the mat, and a phone at 200 % zoom.

    The longer game is played to its end only on one of them.
    """
    one = person("phone", "vi", viewport={"width": viewport[0], "height": viewport[1]})
    player = play_now(one, game, "vi")
    tip, seen = tip_of(one), 0
    before_the_end = len(load(game).presentation.lesson) - 1
    left_early = game == "big2" and viewport != (844, 390)
    while not (seen > 2 and player.deals) and not (left_early and seen == before_the_end):
        until(one, lambda: tip.is_visible() or bool(player.legal or player.deals), "no hint and no turn")
        one.page.wait_for_timeout(300)
        if tip.is_visible():
            seen += 1
            hint = tip.bounding_box()
            assert hint is not None
            assert hint["x"] >= 0
            assert hint["y"] >= 0
            assert hint["x"] + hint["width"] <= viewport[0]
            assert hint["y"] + hint["height"] <= viewport[1]
            title = one.page.get_by_role("region", name=one.word("outcome.title")).locator("h2")
            shown = (
                [one.page.locator(f'[data-spot="{spot}"]') for spot in ("hand", "choice")] if player.legal else [title]
            )
            for thing in shown:
                box = thing.bounding_box() if thing.count() else None
                assert box is None or not overlap(hint, box), tip.inner_text()
            next_of(one).click()
        elif player.legal:
            player.step()


def overlap(a: FloatRect, b: FloatRect) -> bool:
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def test_pf_46_the_host_of_a_table_is_not_guided(person: People) -> None:
    one = person()
    player = seated(one, opened(one, seats=3, bots=2))
    in_the_middle_of_a_deal(player)
    one.page.wait_for_timeout(500)
    expect(tip_of(one)).to_have_count(0)
