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
ONE_WAY_S = 0.2
_OF_ITSELF = ("hello", "commit", "reveal")  # messages that a page sends without a tap
_ANSWERS = ("done", "refused", "stale")
# Minimum time for which the page ignores taps on new controls. On a busy machine two taps may reach the page further
# apart than intended; then they count as two taps, and the test ignores them.
IN_SIGHT_MS = 350
UNSEEN_MS = 700  # minimum time for which a control under the finger ignores it
_NOTE_TAPS = "window.taps = []; addEventListener('pointerdown', (tap) => window.taps.push(tap.timeStamp), true)"

_WAIT_WHILE_BUSY = """new Promise((done) => {
  const look = () => (document.querySelector('[aria-busy=true]') ? requestAnimationFrame(look) : done());
  look();
})"""


def commands(guest: Screen) -> list[dict[str, Any]]:
    """Return every command that a tap sent, oldest first."""
    messages = [frame.message for frame in guest.frames if frame.way == "sent"]
    return [command for command in messages if command["type"] not in _OF_ITSELF]


def answers(guest: Screen) -> dict[str, str]:
    """Return the type of the answer to each command, by command id."""
    messages = [frame.message for frame in guest.frames if frame.way == "received"]
    return {message["id"]: message["type"] for message in messages if message["type"] in _ANSWERS}


def answered_at(guest: Screen, command: dict[str, Any]) -> int:
    """Return the sequence number in the answer to a command; 0 if there is none."""
    messages = [frame.message for frame in guest.frames if frame.way == "received"]
    return int(next((answer.get("seq", 0) for answer in messages if answer.get("id") == command["id"]), 0))


def led_to(guest: Screen, do: Callable[[], None]) -> list[dict[str, Any]]:
    """Return the commands that `do` sent, once answered. Wait a moment: a click may follow its tap late."""
    before = len(commands(guest))
    do()
    guest.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    until(guest, lambda: all(command["id"] in answers(guest) for command in commands(guest)), "a command has no answer")
    return commands(guest)[before:]


def in_a_row(guest: Screen, there_and_back_ms: float = 0) -> bool:
    """Return True if the page got all taps so close together that they must do only one thing.

    That is before the answer arrived, or before its result was visible for `IN_SIGHT_MS`.
    """
    taps = guest.page.evaluate("window.taps")
    assert len(taps) > 1
    return bool(taps[-1] - taps[0] < there_and_back_ms + IN_SIGHT_MS)


def twice(guest: Screen, button: Locator, gap: int) -> Callable[[], None]:
    """Return a function that taps the same point twice, whatever is there by the second tap."""
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap() -> None:
        if guest.page.evaluate("navigator.maxTouchPoints > 0"):
            guest.page.touchscreen.tap(x, y)
        else:
            guest.page.mouse.click(x, y)

    def both() -> None:
        tap()
        guest.page.wait_for_timeout(gap)
        tap()

    return both


class DoubleTapper(Player):
    """A player who presses every button twice, with longer gaps if the round trip is long."""

    def __init__(self, guest: Screen, there_and_back_ms: float = 0) -> None:
        super().__init__(guest)
        self.there_and_back_ms = there_and_back_ms
        self.gaps = itertools.cycle(GAPS_MS if not there_and_back_ms else (IN_SIGHT_MS + 50, *GAPS_MS))
        self.pressed: list[str] = []
        self.twice = 0
        self.sent: int | None = None  # expected number of commands until the next press
        guest.page.evaluate(_NOTE_TAPS)

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
        self.screen.page.evaluate("window.taps.length = 0")
        sent = len(commands(self.screen))

        def tap() -> None:
            """The page holds back "ready" until it has checked the record of the deal before."""
            twice(self.screen, button, gap)()
            until(self.screen, lambda: len(commands(self.screen)) > sent, "a button had no effect")

        resulting = led_to(self.screen, tap)
        self.sent = None
        if in_a_row(self.screen, self.there_and_back_ms):
            self.twice += 1
            self.sent = len(commands(self.screen))
            assert len(resulting) == 1, f"two taps {gap} ms apart: {resulting}"
        assert answers(self.screen)[resulting[0]["id"]] == "done"
        self.pressed.append(resulting[0].get("action", resulting[0])["type"])
        expected = max(before + 1, *(answered_at(self.screen, command) for command in resulting))
        until(self.screen, lambda: self.seq >= expected, "a button had no effect")


def doubly(guest: Screen, game: str, moves: int, line: SlowLine | None = None) -> list[str]:
    """Play this many moves with double taps, on a slow line if given. Return the types of the commands."""
    seats = 2 if game == "rummy" else 3
    # In Niu Niu only bidding has buttons besides that for the next deal.
    options = {"mode": "auction"} if game == "niuniu" else {}
    take_seat(guest, open_table(guest, game=game, seats=seats, bots=seats - 1, options=options))
    player = DoubleTapper(guest, 0 if line is None else 2000 * ONE_WAY_S)
    if line is not None:
        line.network.delay = ONE_WAY_S
    while player.twice < moves:
        assert len(player.pressed) < 10 * moves, "this machine is too slow for double taps"
        until(guest, lambda: bool(player.legal) or player.table["phase"] == "between", "nothing to do")
        if player.legal:
            player.step()
        else:
            player.press(player.gold())
    return player.pressed


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("game", all_games())
def test_pf_44_two_taps_do_one_thing_in_every_game(person: People, game: str, motion: str) -> None:
    pressed = doubly(person("phone", squeeze=False, reduced_motion=motion), game, 8)
    assert "ready" in pressed
    assert len(set(pressed)) > 1, pressed


@pytest.mark.parametrize("game", all_games())
def test_pf_44_two_taps_do_one_thing_on_a_slow_line(browser: Browser, server: RunningServer, game: str) -> None:
    with (
        slow_line(server.port) as line,
        screen(browser, line.url, squeeze=False, reduced_motion="no-preference") as guest,
    ):
        doubly(guest, game, 4, line)
        line.network.delay = 0
        assert not guest.faults


@pytest.mark.parametrize("delay", [0, ONE_WAY_S])
def test_pf_44_holding_a_key_down_does_one_thing(browser: Browser, server: RunningServer, delay: float) -> None:
    with slow_line(server.port) as line, screen(browser, line.url) as guest:
        player = take_seat(guest, open_table(guest, seats=3, bots=2))
        line.network.delay = delay

        def hold() -> None:
            guest.page.locator(".controls button:is(.gold, .jade):not([aria-disabled=true])").first.focus()
            for _ in range(40):
                guest.page.keyboard.down("Enter")
                guest.page.wait_for_timeout(40)
            guest.page.keyboard.up("Enter")

        held = 0
        while held < 3:  # the first press starts a deal, and its buttons then get the held key
            until(guest, lambda: bool(player.legal) or player.table["phase"] == "between", "no turn")
            wait_until_enabled(guest)
            if any(action["type"] == "compare" for action in player.legal):
                play_out(player)
                continue
            commands = led_to(guest, hold)
            assert len(commands) == 1, commands
            held += 1
        line.network.delay = 0


def may_draw(player: Player) -> bool:
    return any(action["type"] == "draw" for action in player.legal)


def test_pf_44_a_press_begun_on_disabled_buttons_has_no_effect(person: People) -> None:
    lan = person("desktop", squeeze=False)
    player = take_seat(lan, open_table(lan, seats=3, bots=2))
    mouse = lan.page.mouse
    for _ in range(24):
        in_the_middle_of_a_deal(player)
        wait_until_enabled(lan)
        if may_draw(player):
            draw = player.controls.locator("button", has_text="Draw")
            draw.hover()
            draw.click()
            mouse.down()
            dead = lan.page.locator(".choices[aria-disabled=true]").count()
            wait_until_enabled(lan)
            if dead and may_draw(player):
                assert not led_to(lan, mouse.up)
                assert [command["action"]["type"] for command in led_to(lan, draw.click)] == ["draw"]
                return
            mouse.up()
        play_out(player)
    pytest.fail("no player could draw twice, or this machine is too slow")


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
    lan, minh = person("phone", reduced_motion="no-preference"), person()
    for _ in range(5):
        button = deal_now(lan, minh)
        lan.page.evaluate(_NOTE_TAPS)
        commands = led_to(lan, twice(lan, button, gap))
        if in_a_row(lan):
            assert [command["type"] for command in commands] == ["deal_now"]
            return
    pytest.fail("this machine is too slow for double taps")


def test_pf_44_taps_during_an_animation_draw_one_card(person: People) -> None:
    """Tap four times in a row during the animation that the first tap starts."""
    lan = person("phone", squeeze=False, reduced_motion="no-preference")
    player = take_seat(lan, open_table(lan, seats=3, bots=2))
    lan.page.evaluate(_NOTE_TAPS)
    drawn = 0
    for _ in range(24):
        in_the_middle_of_a_deal(player)
        wait_until_enabled(lan)
        if not may_draw(player):
            play_out(player)
            continue
        card_count = len(hand(player, player.seat) or ())
        draw = player.controls.locator("button", has_text="Draw")
        again = twice(lan, draw, 60)

        def four_times(again: Callable[[], None] = again) -> None:
            again()
            again()

        lan.page.evaluate("window.taps.length = 0")
        commands = led_to(lan, four_times)
        if not in_a_row(lan):
            continue
        assert [command.get("action", command)["type"] for command in commands] == ["draw"]
        assert len(hand(player, player.seat) or ()) <= card_count + 1
        drawn += 1
        if drawn == 3:
            return
    assert drawn, "no player could draw, or this machine is too slow for four taps"


def test_pf_44_a_control_under_the_finger_ignores_a_second_tap(person: People) -> None:
    """A second tap on "Draw" must not press "no more squeezing"; a key may at once."""
    lan = person("phone", reduced_motion="no-preference")
    never = lan.page.get_by_role("button", name=lan.word("reveal.never"))
    for _ in range(24):
        player = take_seat(lan, open_table(lan, seats=2, bots=1, bot_hosts=True))
        lan.page.evaluate(_NOTE_TAPS)
        player.gold().click()
        draw = player.controls.get_by_role("button", name="Draw")
        until(lan, lambda: player.deals > 0 or draw.count() > 0, "no turn")  # noqa: B023
        if not (draw.count() and may_draw(player)):
            continue
        wait_until_enabled(lan)
        box = draw.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        lan.page.evaluate("window.taps.length = 0")
        lan.page.touchscreen.tap(x, y)
        never.wait_for()
        over = never.bounding_box()
        assert over is not None
        assert over["x"] <= x <= over["x"] + over["width"]
        assert over["y"] <= y <= over["y"] + over["height"]
        # `expect` polls ever more rarely and would see the end of the wait too late.
        lan.page.evaluate(_WAIT_WHILE_BUSY)
        lan.page.touchscreen.tap(x, y)
        first, second = lan.page.evaluate("window.taps")
        if second - first < UNSEEN_MS:
            expect(never).to_be_visible()
            never.focus()
            lan.page.keyboard.press("Enter")
            expect(never).to_have_count(0)
            return
        lan.page.evaluate("localStorage.clear()")
    pytest.fail("no player could draw, or this machine is too slow")


def test_pf_44_a_command_before_a_disconnect_is_done_once(browser: Browser, server: RunningServer) -> None:
    with slow_line(server.port) as line, screen(browser, line.url) as guest:
        guest.forgive("WebSocket|ERR_CONNECTION")
        player = take_seat(guest, open_table(guest, seats=2, bots=1))
        wait_until_enabled(guest)
        line.network.delay = ONE_WAY_S
        before = len(commands(guest))
        player.gold().click()
        line.cut()
        expect(guest.page.locator(".choices")).to_have_attribute("aria-disabled", "true")
        line.network.delay = 0
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
        line.network.delay = 1.0
        guest.page.locator(".pile").first.click(force=True)  # a second draw is not allowed
        expect(guest.page.locator(".choices")).to_have_attribute("aria-busy", "true")
        expect(player.controls.get_by_role("button", disabled=False)).to_have_count(0)
        expect(guest.page.locator(".choices[data-waiting]")).to_be_visible()
        guest.shoot("waiting-phone-en")
        guest.must_be_accessible()
        line.network.delay = 0
        wait_until_enabled(guest)
        assert list(answers(guest).values())[-1] == "refused"
        expect(guest.page.locator("[data-waiting]")).to_have_count(0)
