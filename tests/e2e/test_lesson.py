"""PF-46: hints on the table guide a newcomer through the first deal, and only through that."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from chieu.core import sheets
from chieu.core.text.languages import LANGS, Lang
from chieu.core.text.presentation import Tip
from chieu.games import load
from tests.e2e.conftest import People
from tests.e2e.playing import Player, in_the_middle_of_a_deal, play_out, until, wait_until_enabled
from tests.e2e.screens import Screen
from tests.e2e.tables import open_table, take_seat


def _in_a_hurry(route: Route) -> None:
    """Open the table that the page asked for, but with fast bots."""
    order: dict[str, Any] = json.loads(route.request.post_data or "")
    route.continue_(post_data=json.dumps({**order, "pace": 100}))


def play_now(screen: Screen, game: str, language: Lang = "en", lesson: bool = True) -> Player:
    """Go from the first page to a running deal: the lesson, or a shuffled one."""
    screen.page.route("**/api/tables", _in_a_hurry)
    screen.go()
    title = load(game).presentation.title.say(language)
    card = screen.page.get_by_role("listitem").filter(has=screen.page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name=screen.word("home.play_now")).click()
    player = Player(screen)
    until(screen, lambda: bool(screen.views) and player.deal is not None, "no deal starts by itself")
    assert player.deal is not None
    assert (player.deal["number"] == 0) == lesson
    # PF-22: the newcomer contributes to the shuffle even of a deal that starts at once.
    assert lesson or player.seat in player.table["shuffle"]["contributors"], (
        "the deal began before this browser contributed to the shuffle"
    )
    return player


def tip_of(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name=screen.word("lesson.title"))


def next_of(screen: Screen) -> Locator:
    return tip_of(screen).get_by_role("button", name=screen.word("lesson.next"))


def got_it(screen: Screen, text: str) -> None:
    """Dismiss the hint with this text. It may already be gone or replaced by the next one."""
    tip = tip_of(screen).filter(has_text=text)

    def dismissed() -> bool:
        if tip.count():
            with contextlib.suppress(PlaywrightTimeout):
                tip.get_by_role("button", name=screen.word("lesson.next")).click(timeout=2_000)
        return tip.count() == 0

    until(screen, dismissed, f"the hint stays: {text}")


def tips_of(game: str, language: Lang) -> list[tuple[Tip, str]]:
    """Return the hints of a newcomer's lesson, each with the beginning of its text.

    A newcomer is a plain player and sees no hints for dealers or for other rules.
    """
    presentation = load(game).presentation
    rules = sheets.resolve(load(game), load(game).extras.quick.sheet)
    return [
        (tip, presentation.tip(tip).say(language).split("{")[0])
        for tip in presentation.lesson
        if not tip.only and all(getattr(rules, option) in values for option, values in tip.given.items())
    ]


def guided(screen: Screen, player: Player, game: str, language: Lang) -> list[str]:
    """Play the first deal and dismiss every hint before its move. Return the texts of the hints."""
    tip, seen = tip_of(screen), list[str]()

    def is_due() -> bool:
        """Return whether a hint about this turn was not read yet."""
        kinds = {action["type"] for action in player.legal}
        about = [start for tip, start in tips_of(game, language) if tip.when in kinds and {tip.also} - {""} <= kinds]
        return not all(any(text.startswith(start) for text in seen) for start in about)

    def read() -> None:
        while tip.is_visible():
            text = tip.locator("p").inner_text()
            if text not in seen:
                seen.append(text)
                screen.shoot(f"lesson-{game}-{len(seen)}-{language}")
            if len(seen) == 1:
                screen.must_be_accessible()
            got_it(screen, text)

    while not player.over():
        until(screen, lambda: tip.is_visible() or bool(player.legal) or player.over(), "no hint and no turn")
        read()
        while is_due():
            until(screen, tip.is_visible, "a hint does not come")
            read()
        if player.legal:
            player.step()
    last = load(game).presentation.texts["lesson.over"].say(language)
    while last not in seen:
        until(screen, tip.is_visible, "no hint at the end")
        read()
    return seen


@pytest.mark.parametrize(
    ("game", "language"),
    # The longer games are played in one language; `tests/laws` checks that every text exists in all.
    [(game, lang) for game in ("xidach", "niuniu") for lang in LANGS] + [("big2", "vi"), ("rummy", "zh")],
)
def test_pf_46_a_first_deal_is_guided(person: People, game: str, language: Lang) -> None:
    screen = person("phone", language)
    player = play_now(screen, game, language)
    seen = guided(screen, player, game, language)
    starts = [start for _, start in tips_of(game, language)]
    assert all(any(text.startswith(start) for start in starts) for text in seen), seen
    assert "{" not in "".join(seen), "a placeholder was not filled in"
    assert all(any(text.startswith(start) for text in seen) for start in starts), seen
    expect(tip_of(screen)).to_have_count(0)


@pytest.mark.parametrize("language", LANGS)
def test_pf_46_a_lesson_says_that_its_cards_were_chosen(person: People, language: Lang) -> None:
    """It has no shield, counts for nothing, and the deal after it is shuffled."""
    screen = person("phone", language)
    shield = screen.page.get_by_role("button", name=screen.word("panel.fair"))
    player = play_now(screen, "xidach", language)
    expect(player.controls).to_contain_text(screen.word("lesson.chosen"))
    expect(shield).to_have_count(0)
    while not player.over():
        until(screen, lambda: bool(player.legal) or player.over(), "no turn")
        if player.legal:
            player.step()
    tip_of(screen).get_by_role("button", name=screen.word("lesson.skip")).click()
    expect(player.controls).to_contain_text(screen.word("lesson.chosen"))
    expect(screen.page.locator(".seat .result").first).to_be_visible()
    assert (player.deals, player.table.get("ledger", [])) == (0, [])
    screen.come_to_rest()
    screen.shoot(f"lesson-xidach-over-{language}")
    table = screen.page.url
    screen.go(f"{table.removeprefix(screen.url)}/0")
    expect(screen.page.get_by_role("heading", name=screen.word("lesson.name"))).to_be_visible()
    expect(screen.page.get_by_text(screen.word("lesson.chosen"))).to_be_visible()
    expect(screen.page.get_by_role("button", name=screen.word("verify.title"))).to_have_count(0)
    screen.shoot(f"lesson-xidach-replay-{language}")
    screen.go(table.removeprefix(screen.url))
    player.press(player.gold())
    until(screen, lambda: player.deal is not None and player.deal["number"] == 1, "no shuffled deal")
    expect(player.controls).not_to_contain_text(screen.word("lesson.chosen"))
    expect(shield).to_be_visible()


def test_pf_46_a_skipped_guide_does_not_come_back(person: People) -> None:
    screen = person("phone", own_time=True)
    player = play_now(screen, "xidach")
    expect(tip_of(screen)).to_be_visible()
    tip_of(screen).get_by_role("button", name=screen.word("lesson.skip")).press("Enter")
    expect(tip_of(screen)).to_have_count(0)
    play_out(player, taps=True)
    screen.frames.clear()
    again = play_now(screen, "xidach", lesson=False)
    until(screen, lambda: again.deal is not None and bool(again.legal or again.deals), "no turn")
    screen.let_time_pass(500)
    expect(tip_of(screen)).to_have_count(0)


def test_pf_46_making_the_move_dismisses_its_hint(person: People) -> None:
    """The hint does not cover the hand that it points at."""
    screen = person("phone")
    player = play_now(screen, "big2")
    tip = tip_of(screen)

    def can_only_pass() -> bool:
        return bool(player.legal) and all(action["type"] != "play" for action in player.legal)

    while not (tip.is_visible() and "lift" in tip.inner_text()):
        until(screen, lambda: tip.is_visible() or can_only_pass(), "no hint and no turn")
        if not tip.is_visible():
            player.step()
        elif "lift" not in (text := tip.locator("p").inner_text()):
            got_it(screen, text)
    hint, target = tip.bounding_box(), screen.page.locator('[data-spot="hand"]').bounding_box()
    assert hint is not None
    assert target is not None
    assert hint["y"] + hint["height"] <= target["y"]
    wait_until_enabled(screen)
    player.step()
    until(screen, lambda: not tip.is_visible() or "lift" not in tip.inner_text(), "the hint is still there")


@pytest.mark.parametrize("game", ["xidach", "big2"])
@pytest.mark.parametrize("viewport", [(844, 390), (667, 375), (320, 568)], ids=["side", "small side", "zoomed"])
def test_pf_46_a_hint_fits_the_screen_and_covers_no_controls(
    person: People, game: str, viewport: tuple[int, int]
) -> None:
    """Check phones on their side, with the buttons beside the mat, and a phone at 200 % zoom.

    The longer game is played to its end only on one of them.
    """
    screen = person("phone", "vi", own_time=True, viewport={"width": viewport[0], "height": viewport[1]})
    player = play_now(screen, game, "vi")
    tip, seen = tip_of(screen), 0
    before_the_end = len(load(game).presentation.lesson) - 1
    left_early = game == "big2" and viewport != (844, 390)
    while not (seen > 2 and player.over()) and not (left_early and seen == before_the_end):
        until(screen, lambda: tip.is_visible() or bool(player.legal) or player.over(), "no hint and no turn")
        screen.let_time_pass(300)
        if tip.is_visible():
            seen += 1
            hint = tip.bounding_box()
            assert hint is not None
            assert hint["x"] >= 0
            assert hint["y"] >= 0
            assert hint["x"] + hint["width"] <= viewport[0]
            assert hint["y"] + hint["height"] <= viewport[1]
            title = screen.page.get_by_role("region", name=screen.word("outcome.title")).locator("h2")
            shown = (
                [screen.page.locator(f'[data-spot="{spot}"]') for spot in ("hand", "choice")]
                if player.legal
                else [title]
            )
            for thing in shown:
                box = thing.bounding_box() if thing.count() else None
                assert box is None or not overlap(hint, box), tip.inner_text()
            next_of(screen).click()
        elif player.legal:
            player.step()


def overlap(a: FloatRect, b: FloatRect) -> bool:
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def test_pf_46_the_host_of_a_table_is_not_guided(person: People) -> None:
    screen = person(own_time=True)
    player = take_seat(screen, open_table(screen, seats=3, bots=2))
    in_the_middle_of_a_deal(player)
    screen.let_time_pass(500)
    expect(tip_of(screen)).to_have_count(0)
