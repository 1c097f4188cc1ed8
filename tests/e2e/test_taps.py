"""PF-44: a double tap does one thing, in every game, on fast and slow connections."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from chieu.games import all_games
from tests.e2e.conftest import People
from tests.e2e.playing import Player, hand, in_the_middle_of_a_deal, play_out, until, wait_until_enabled
from tests.e2e.screens import Screen, screen
from tests.e2e.slow_line import SlowLine, slow_line
from tests.e2e.tables import join, open_table, take_seat
from tests.online.server.in_process import RunningServer

GAPS_MS = (30, 90, 120, 150, 220, 300)
_OF_ITSELF = ("hello", "commit", "reveal")  # messages that a page sends without a tap
IN_SIGHT_MS = 350  # minimum time for which the page ignores taps on new controls
UNSEEN_MS = 700  # minimum time for which a control under the finger ignores it
# A click follows its tap late: the browser first recognises the gesture.
_NOTE_TAPS = """() => {
  const notes = { taps: [], clicks: 0 };
  window.notes = notes;
  addEventListener('pointerdown', (tap) => notes.taps.push(tap.timeStamp), true);
  addEventListener('click', () => (notes.clicks += 1), true);
}"""


def commands(guest: Screen) -> list[dict[str, Any]]:
    """Return every command that a tap sent, oldest first."""
    messages = [frame.message for frame in guest.frames if frame.way == "sent"]
    return [command for command in messages if command["type"] not in _OF_ITSELF]


def led_to(guest: Screen, do: Callable[[], object]) -> list[dict[str, Any]]:
    """Return the commands that `do` sent, once all are answered and the page had time to send more."""
    before = len(commands(guest))
    do()
    guest.let_time_pass(50)
    until(guest, lambda: all(command["id"] in guest.answers for command in commands(guest)), "a command has no answer")
    return commands(guest)[before:]


def wait_for_answer(guest: Screen, sent: int) -> None:
    """Wait for the answer to the first command after `sent` ones, while no time passes on the page."""
    guest.until(
        lambda: len(commands(guest)) > sent and commands(guest)[sent]["id"] in guest.answers,
        "a command has no answer",
        page_time=False,
    )


class Finger:
    """Taps one point of a page whose clock stands, whatever is there by then."""

    def __init__(self, guest: Screen, button: Locator) -> None:
        self.guest = guest
        box = button.bounding_box()
        assert box is not None
        self.x, self.y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.taps = 0
        guest.page.evaluate(_NOTE_TAPS)

    def tap(self) -> None:
        """Tap, and wait until the page got the click."""
        page = self.guest.page
        if page.evaluate("navigator.maxTouchPoints > 0"):
            page.touchscreen.tap(self.x, self.y)
        else:
            page.mouse.click(self.x, self.y)
        self.taps += 1
        self.guest.until(
            lambda: bool(page.evaluate("notes.clicks") == self.taps), "a tap led to no click", page_time=False
        )

    def spread(self) -> float:
        """Return the time between the first and the last tap, as the page saw it."""
        taps = self.guest.page.evaluate("notes.taps")
        assert len(taps) == self.taps
        return float(taps[-1] - taps[0])


class DoubleTapper(Player):
    """A player who taps every button twice, before and after the answer if the line is slow."""

    def __init__(self, guest: Screen, line: SlowLine | None = None) -> None:
        super().__init__(guest)
        self.line = line
        self.gaps = itertools.cycle(GAPS_MS if line is None else (IN_SIGHT_MS + 50, *GAPS_MS))
        self.pressed: list[str] = []
        self.sent: int | None = None  # expected number of commands until the next press

    def _lay_down(self) -> None:
        """Forget the expected count: the first press may act at once or ask which melds to use."""
        super()._lay_down()
        self.sent = None

    def press(self, button: Locator) -> None:
        wait_until_enabled(self.screen)
        late = [] if self.sent is None else commands(self.screen)[self.sent :]
        assert not late, f"the second of two taps had a late effect: {late}"
        button.wait_for()
        gap, before = next(self.gaps), self.seq
        sent = len(commands(self.screen))

        def tap() -> None:
            """The page holds back "ready" until it has checked the record of the deal before."""
            self._twice(Finger(self.screen, button), gap)
            until(self.screen, lambda: len(commands(self.screen)) > sent, "a button had no effect")

        resulting = led_to(self.screen, tap)
        assert len(resulting) == 1, f"two taps {gap} ms apart: {resulting}"
        self.sent = len(commands(self.screen))
        assert self.screen.answers[resulting[0]["id"]]["type"] == "done"
        self.pressed.append(resulting[0].get("action", resulting[0])["type"])
        expected = max(before + 1, int(self.screen.answers[resulting[0]["id"]].get("seq", 0)))
        until(self.screen, lambda: self.seq >= expected, "a button had no effect")

    def _twice(self, finger: Finger, gap: int) -> None:
        """Tap twice. On a slow line no answer comes in between, unless the gap is long."""
        sent, playing = len(commands(self.screen)), bool(self.legal)
        if self.line is not None:
            self.line.hold_answers()
        finger.tap()
        if self.line is None and playing:
            wait_for_answer(self.screen, sent)
        self.screen.let_time_pass(gap)
        if self.line is not None and gap > IN_SIGHT_MS and playing:
            self.line.deliver()
            wait_for_answer(self.screen, sent)
            self.screen.let_time_pass(GAPS_MS[0])
        finger.tap()
        assert finger.spread() <= gap + GAPS_MS[0]
        if self.line is not None:
            self.line.deliver()


def doubly(guest: Screen, game: str, moves: int, line: SlowLine | None = None) -> list[str]:
    """Play this many moves with double taps, on a slow line if given. Return the types of the commands."""
    seats = 2 if game == "rummy" else 3
    # In Niu Niu only bidding has buttons besides that for the next deal.
    options = {"mode": "auction"} if game == "niuniu" else {}
    take_seat(guest, open_table(guest, game=game, seats=seats, bots=seats - 1, options=options))
    player = DoubleTapper(guest, line)
    while len(player.pressed) < moves:
        until(guest, lambda: bool(player.legal) or player.table["phase"] == "between", "nothing to do")
        if player.legal:
            player.step()
        else:
            player.press(player.gold())
    return player.pressed


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("game", all_games())
def test_pf_44_two_taps_do_one_thing_in_every_game(person: People, game: str, motion: str) -> None:
    pressed = doubly(person("phone", squeeze=False, reduced_motion=motion, clock_stands=True), game, 8)
    assert "ready" in pressed
    assert len(set(pressed)) > 1, pressed


@pytest.mark.parametrize("game", all_games())
def test_pf_44_two_taps_do_one_thing_on_a_slow_line(browser: Browser, server: RunningServer, game: str) -> None:
    with (
        slow_line(server.port) as line,
        screen(browser, line.url, squeeze=False, reduced_motion="no-preference", clock_stands=True) as guest,
    ):
        doubly(guest, game, 8, line)
        assert not guest.faults


@pytest.mark.parametrize("repeats_before_answer", [0, 10])
def test_pf_44_holding_a_key_down_does_one_thing(
    browser: Browser, server: RunningServer, repeats_before_answer: int
) -> None:
    with slow_line(server.port) as line, screen(browser, line.url, clock_stands=True) as guest:
        player = take_seat(guest, open_table(guest, seats=3, bots=2))

        def hold() -> None:
            sent = len(commands(guest))
            guest.page.locator(".controls button:is(.gold, .jade):not([aria-disabled=true])").first.focus()
            line.hold_answers()
            for repeat in range(40):
                guest.page.keyboard.down("Enter")
                if repeat == repeats_before_answer:
                    line.deliver()
                    wait_for_answer(guest, sent)
                guest.let_time_pass(40)
            guest.page.keyboard.up("Enter")

        held = 0
        while held < 3:  # the first press starts a deal, and its buttons then get the held key
            until(guest, lambda: bool(player.legal) or player.table["phase"] == "between", "no turn")
            wait_until_enabled(guest)
            if any(action["type"] == "compare" for action in player.legal):
                play_out(player)
                continue
            sent = led_to(guest, hold)
            assert len(sent) == 1, sent
            held += 1


def may_draw(player: Player) -> bool:
    return any(action["type"] == "draw" for action in player.legal)


def until_may_draw(player: Player) -> Locator:
    """Play on until the player may draw. Return the button "Draw"."""
    while True:
        in_the_middle_of_a_deal(player)
        if may_draw(player):
            draw = player.controls.locator("button", has_text="Draw")
            until(player.screen, draw.is_visible, "no button to draw")
            wait_until_enabled(player.screen)
            return draw
        play_out(player)


def test_pf_44_a_press_begun_on_disabled_buttons_has_no_effect(person: People) -> None:
    lan = person("desktop", squeeze=False, clock_stands=True)
    player = take_seat(lan, open_table(lan, seats=3, bots=2))
    mouse = lan.page.mouse
    while True:
        draw = until_may_draw(player)
        sent = len(commands(lan))
        draw.click()
        wait_for_answer(lan, sent)
        mouse.down()
        expect(lan.page.locator(".choices[aria-disabled=true]")).to_have_count(1)
        wait_until_enabled(lan)
        if may_draw(player):
            break
        mouse.up()
    assert not led_to(lan, mouse.up)
    assert [command["action"]["type"] for command in led_to(lan, draw.click)] == ["draw"]


def deal_now(host: Screen, friend: Screen) -> Locator:
    """Return the host's button "deal now" at a new table.

    It is a table of Big Two, because a deal of Xì Dách may be over before the second tap.
    """
    path = open_table(host, "big2", seats=2)
    player = take_seat(host, path)
    join(friend, path, "Minh")
    until(host, lambda: player.table["seats"][1].get("member") is not None, "Minh did not join")
    wait_until_enabled(host)
    player.press(player.gold())
    wait_until_enabled(host)
    button = player.controls.get_by_role("button", name=host.word("lobby.deal_now"))
    button.wait_for()
    return button


@pytest.mark.parametrize("gap", GAPS_MS)
def test_pf_44_a_double_tap_on_deal_now_does_nothing_else(person: People, gap: int) -> None:
    lan, minh = person("phone", reduced_motion="no-preference", clock_stands=True), person()
    finger = Finger(lan, deal_now(lan, minh))

    def twice() -> None:
        sent = len(commands(lan))
        finger.tap()
        wait_for_answer(lan, sent)
        lan.let_time_pass(gap)
        finger.tap()

    assert [command["type"] for command in led_to(lan, twice)] == ["deal_now"]
    assert finger.spread() == gap


def test_pf_44_taps_during_an_animation_draw_one_card(person: People) -> None:
    """Tap four times in a row during the animation that the first tap starts."""
    lan = person("phone", squeeze=False, reduced_motion="no-preference", clock_stands=True)
    player = take_seat(lan, open_table(lan, seats=3, bots=2))
    for _ in range(3):
        draw = until_may_draw(player)
        card_count = len(hand(player, player.seat) or ())
        finger = Finger(lan, draw)

        def four_times(finger: Finger = finger) -> None:
            sent = len(commands(lan))
            finger.tap()
            wait_for_answer(lan, sent)
            for _ in range(3):
                lan.let_time_pass(60)
                finger.tap()

        assert [command.get("action", command)["type"] for command in led_to(lan, four_times)] == ["draw"]
        assert finger.spread() == 180
        assert len(hand(player, player.seat) or ()) <= card_count + 1


def test_pf_44_a_control_under_the_finger_ignores_a_second_tap(person: People) -> None:
    """A second tap on "Draw" must not press "no more squeezing"; a key may at once."""
    lan = person("phone", reduced_motion="no-preference", clock_stands=True)
    never = lan.page.get_by_role("button", name=lan.word("reveal.never"))
    player = take_seat(lan, open_table(lan, seats=2, bots=1, bot_hosts=True))
    finger = Finger(lan, until_may_draw(player))
    finger.tap()
    until(lan, never.is_visible, "no card to squeeze")
    over = never.bounding_box()
    assert over is not None
    assert over["x"] <= finger.x <= over["x"] + over["width"]
    assert over["y"] <= finger.y <= over["y"] + over["height"]
    until(lan, lambda: lan.page.locator("[aria-busy=true]").count() == 0, "the buttons stay disabled")
    finger.tap()
    assert finger.spread() < UNSEEN_MS
    expect(never).to_be_visible()
    never.focus()
    lan.page.keyboard.press("Enter")
    expect(never).to_have_count(0)


def test_pf_44_a_command_before_a_disconnect_is_done_once(browser: Browser, server: RunningServer) -> None:
    with slow_line(server.port) as line, screen(browser, line.url) as guest:
        guest.forgive("WebSocket|ERR_CONNECTION")
        player = take_seat(guest, open_table(guest, seats=2, bots=1))
        wait_until_enabled(guest)
        line.hold_answers()
        before = len(commands(guest))
        player.gold().click()
        until(guest, lambda: len(commands(guest)) > before, "no command was sent")
        line.cut()
        expect(guest.page.locator(".choices")).to_have_attribute("aria-disabled", "true")
        line.deliver()
        until(guest, lambda: player.deal is not None, "the deal never came")
        wait_until_enabled(guest)
        ids = {command["id"] for command in commands(guest)[before:]}
        assert len(ids) == 1, "the command must be sent again with the same id"
        play_out(player)


def test_pf_44_a_refusal_enables_the_buttons_on_a_slow_line(browser: Browser, server: RunningServer) -> None:
    with slow_line(server.port) as line, screen(browser, line.url, "phone") as guest:
        player = take_seat(guest, open_table(guest, game="rummy", seats=2, bots=1))
        in_the_middle_of_a_deal(player)
        while any(action["type"] == "draw" for action in player.legal):
            player.press(player.gold())
        wait_until_enabled(guest)
        line.hold_answers()
        guest.page.locator(".pile").first.click(force=True)  # a second draw is not allowed
        expect(guest.page.locator(".choices")).to_have_attribute("aria-busy", "true")
        expect(player.controls.get_by_role("button", disabled=False)).to_have_count(0)
        expect(guest.page.locator(".choices[data-waiting]")).to_be_visible()
        guest.shoot("waiting-phone-en")
        guest.must_be_accessible()
        line.deliver()
        wait_until_enabled(guest)
        assert list(guest.answers.values())[-1]["type"] == "refused"
        expect(guest.page.locator("[data-waiting]")).to_have_count(0)
