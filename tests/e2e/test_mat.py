"""The mat: nothing overlaps, mouse, finger and keyboard work, animations can be skipped."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import People
from tests.e2e.playing import Player, fold_result, in_the_middle_of_a_deal, play_out, until, wait_until_enabled
from tests.e2e.screens import Screen, word
from tests.e2e.tables import open_table, take_seat

VIEWPORTS = {
    "a small phone": (360, 640),
    "a phone": (390, 844),
    "a phone on its side": (844, 390),
    "a tablet": (768, 1024),
    "a laptop": (1280, 800),
    "a large screen": (1920, 1080),
}
PICTURED = ["a small phone", "a phone on its side"]
# Find boxes of different owners that overlap.
_OVERLAPS = """() => {
  const boxes = [];
  const add = (owner, root, what) => root.querySelectorAll(what).forEach((node) => {
    const box = node.getBoundingClientRect();
    if (box.width && node.checkVisibility() && getComputedStyle(node).clipPath === 'none') boxes.push([owner, box]);
  });
  for (const seat of document.querySelectorAll('.stage .seat'))
    add('seat ' + seat.dataset.seat, seat, '.plaque, .role, .cards .card, .count, .told > *, .aside');
  add('the middle', document, '.middle .card, .middle p, .middle > * > button, .middle .times');
  add('own place', document, '.own .plaque, .own .chip, .own button, .own .role');
  add('hand', document, '.fan .card');
  add('controls', document, '.controls button, .controls p:not(:empty)');
  add('head', document, 'header button');
  const out = [];
  boxes.forEach(([owner, a], index) => {
    const [right, bottom] = [innerWidth + 1, innerHeight + 1];
    if (a.left < -1 || a.top < -1 || a.right > right || a.bottom > bottom) out.push(owner + ' is off the screen');
    for (const [other, b] of boxes.slice(index + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (owner === other || across <= 2 || down <= 2) continue;
      out.push(`${owner} lies on ${other}: ${Math.round(across)} by ${Math.round(down)}`);
    }
  });
  return [...new Set(out)];
}"""


def look(player: Player, moment: str) -> list[str]:
    """Return the overlaps on each size of screen."""
    page = player.screen.page
    if player.deals and player.table["phase"] == "between":
        fold_result(player.screen)
    before = page.viewport_size
    wrong: list[str] = []
    for name, (width, height) in VIEWPORTS.items():
        page.set_viewport_size({"width": width, "height": height})
        # The mat is measured first and laid out later; in between boxes may overlap.
        with contextlib.suppress(AssertionError):
            until(player.screen, lambda: not page.evaluate(_OVERLAPS), "boxes overlap")
        wrong += [f"{moment}, {name}: {overlap}" for overlap in page.evaluate(_OVERLAPS)]
        if name in PICTURED:
            player.screen.shoot(f"mat-{moment}-{width}x{height}".replace(" ", "-"))
    if before:
        page.set_viewport_size(before)
    return wrong


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("xidach", 5, {"stake_max": 100}),
        ("xidach", 8, {}),
        ("niuniu", 7, {"stake_max": 100}),
        ("niuniu", 10, {"mode": "auction", "stake_max": 100}),
        ("big2", 4, {"counts_shown": True}),
        ("rummy", 2, {}),
        ("rummy", 4, {}),
    ],
)
def test_pf_41_nothing_overlaps_on_any_screen(person: People, game: str, seats: int, options: dict[str, Any]) -> None:
    lan = person("desktop", {"xidach": "en", "niuniu": "zh"}.get(game, "vi"))
    player = take_seat(lan, open_table(lan, game, seats, bots=seats - 1, level="heuristic", options=options))
    name = f"{game} {seats}"
    player.gold().click()
    until(lan, lambda: bool(player.legal) or player.deals > 0, "nothing to do")
    wrong = look(player, f"{name} first")
    for moment in ("turn", "later"):
        if player.legal:
            player.step()
        until(lan, lambda: bool(player.legal) or player.table["phase"] == "between", "nothing to do")
        wrong += look(player, f"{name} {moment}")
    if player.table["phase"] == "playing":
        play_out(player, most=60)
    wrong += look(player, f"{name} over")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("lang", ["vi", "en", "zh"])
def test_pf_41_the_longest_description_of_a_hand_fits(person: People, lang: str) -> None:
    lan = person("desktop", lang)
    player = take_seat(lan, open_table(lan, "niuniu", seats=3, bots=2))
    play_out(player, most=60)
    # Five cards with changed values (NN-2) are rare, so put their description on any hand.
    longest = " · 3♥ = 6 · 6♠ = 3 · 3♦ = 6 · 6♣ = 3 · 3♣ = 6 (NN-2)"
    chip = lan.page.locator(".own .told .chip").first
    script = r"chip.textContent = chip.textContent.replace(/ · \S+ = .*/, '') + longest"
    chip.evaluate(f"(chip, longest) => {{ {script} }}", longest)
    assert look(player, f"niuniu long {lang}") == []


def in_hand(page: Page) -> list[str]:
    labels: list[str] = page.locator(".fan button").evaluate_all("(cards) => cards.map((card) => card.ariaLabel)")
    return labels


def corner(card: Locator) -> tuple[float, float]:
    """Return a point of a card in a fan that no other card covers."""
    box = card.bounding_box()
    assert box
    return box["x"] + 10, box["y"] + box["height"] / 2


def with_a_hand_of_big_two(screen: Screen) -> Player:
    player = take_seat(screen, open_table(screen, "big2", seats=2, bots=1, options={"reshuffle": False}))
    in_the_middle_of_a_deal(player)
    while not any(action["type"] == "play" for action in player.legal):
        if player.legal:
            player.step()
        until(screen, lambda: bool(player.legal), "no turn")
    expect(screen.page.locator(".fan button").nth(5)).to_be_visible()
    wait_until_enabled(screen)
    return player


def test_pf_41_a_mouse_sorts_and_reorders_a_hand(person: People) -> None:
    lan = person("desktop")
    with_a_hand_of_big_two(lan)
    page = lan.page
    by_rank = in_hand(page)
    page.get_by_role("button", name=word("hand.by_suit"), exact=True).click()
    until(lan, lambda: in_hand(page) != by_rank, "the hand is not sorted by suit")
    by_suit = in_hand(page)
    assert sorted(by_suit) == sorted(by_rank)
    page.mouse.move(*corner(page.locator(".fan button").first))
    page.mouse.down()
    page.mouse.move(*corner(page.locator(".fan button").nth(3)), steps=12)
    page.mouse.up()
    until(lan, lambda: in_hand(page).index(by_suit[0]) >= 2, "the card did not move")
    expect(page.locator(".fan button[aria-pressed=true]")).to_have_count(0)
    page.get_by_role("button", name=word("hand.by_rank"), exact=True).click()
    until(lan, lambda: in_hand(page) == by_rank, "the hand is not sorted by rank")


def test_pf_41_a_finger_reorders_a_hand_and_raises_a_card(person: People) -> None:
    lan = person("phone")
    with_a_hand_of_big_two(lan)
    page = lan.page
    before = in_hand(page)
    x, y = corner(page.locator(".fan button").first)
    to, _ = corner(page.locator(".fan button").nth(4))
    finger = lan.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        point = {"x": x + (to - x) * step / 10, "y": y}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(lan, lambda: in_hand(page).index(before[0]) >= 2, "the card did not move")
    expect(page.locator(".fan button[aria-pressed=true]")).to_have_count(0)
    page.locator(".fan button").first.tap(position={"x": 8, "y": 30})  # waits until the cards lie still
    expect(page.locator(".fan button[aria-pressed=true]")).to_have_count(1)


def test_pf_41_keys_raise_and_play_cards_and_keep_the_focus(person: People) -> None:
    lan = person("desktop")
    player = with_a_hand_of_big_two(lan)
    page = lan.page
    page.locator(".fan button").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator(".fan button").nth(1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".fan button").nth(1)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".fan button").nth(1)).to_have_attribute("aria-pressed", "true")
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "solid"
    page.keyboard.press("Space")
    player.controls.get_by_role("button", name=word("big2.show_me")).focus()
    page.keyboard.press("Enter")
    player.gold().focus()
    seq = player.seq
    page.keyboard.press("Enter")
    until(lan, lambda: player.seq > seq, "nothing was played")
    in_dock = "document.activeElement.closest('.dock') !== null"
    until(lan, lambda: bool(page.evaluate(in_dock)), "the focus is lost")


def moves(page: Page) -> int:
    """Count the running animations."""
    ends = "animation.effect.getComputedTiming().endTime"
    return int(page.evaluate(f"document.getAnimations().filter((animation) => Number.isFinite({ends})).length"))


def test_pf_41_a_tap_on_the_mat_skips_the_dealing_animation(person: People) -> None:
    lan = person("desktop", reduced_motion="no-preference")
    player = take_seat(lan, open_table(lan, "big2", seats=4, bots=3))
    # Slow down animations so that the test catches them on any machine.
    inspector = lan.context.new_cdp_session(lan.page)
    inspector.send("Animation.enable")
    inspector.send("Animation.setPlaybackRate", {"playbackRate": 0.05})
    player.gold().click()
    until(lan, lambda: lan.page.locator(".fan button").count() == 13 and moves(lan.page) > 5, "nothing moves")
    lan.page.locator(".mat .skip").click(position={"x": 300, "y": 300}, force=True)
    until(lan, lambda: moves(lan.page) == 0, "the cards are still moving")


@pytest.mark.parametrize("how", ["setting", "system"])
def test_pf_43_nothing_moves_if_motion_is_turned_off(person: People, how: str) -> None:
    lan = person("desktop", reduced_motion="reduce" if how == "system" else "no-preference")
    if how == "setting":
        lan.context.add_init_script("localStorage.setItem('chieu.settings', JSON.stringify({motion: false}))")
    player = take_seat(lan, open_table(lan, "xidach", seats=4, bots=3))
    most = 0

    def watch() -> None:
        nonlocal most
        most = max(most, moves(lan.page))

    play_out(player, after_each=watch, taps=True)
    watch()
    assert most == 0


def has_choice(player: Player) -> bool:
    return bool(player.legal)


def holding_no_contract(lan: Screen) -> Player:
    """Deal rummy until a player has drawn a card and cannot lay down. Return the player."""
    for _ in range(20):
        path = open_table(lan, "rummy", seats=2, bots=1)
        lan.page.goto("about:blank")
        lan.frames.clear()
        player = take_seat(lan, path)
        in_the_middle_of_a_deal(player)
        if {action["type"] for action in player.legal} & {"draw", "take"}:
            player.step()
            until(lan, partial(has_choice, player), "nothing to do")
        if "lay_down" not in {action["type"] for action in player.legal}:
            return player
    raise AssertionError("all of twenty hands could lay down")


def test_pf_41_a_refused_move_names_its_rule(person: People) -> None:
    lan = person("desktop")
    player = holding_no_contract(lan)
    line = player.controls.get_by_role("status")
    button = player.controls.get_by_role("button", name=word("rummy.lay_down"), exact=True)
    expect(button).to_have_attribute("aria-disabled", "true")
    wait_until_enabled(lan)
    button.click(force=True)  # it is greyed out, but pressing it shows the reason
    expect(line).to_contain_text("RM-8")
    lan.shoot("rummy-refused-desktop-en")
    player.controls.get_by_role("button", name=word("rummy.discard"), exact=True).click(force=True)
    expect(line).to_have_text(word("rummy.pick"))
    lan.page.locator(".middle .pile").first.click(force=True)
    expect(line).to_contain_text("RM-5")
    player.step()
    expect(line).not_to_contain_text("RM-5")
