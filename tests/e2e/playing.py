"""Playing by the buttons on the page, as a person would who takes the first thing offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator

from tests.e2e.screens import PATIENCE_MS, Screen

_POLL_MS = 40


def until(screen: Screen, done: Callable[[], bool], what: str) -> None:
    """Waits, with an end."""
    for _ in range(PATIENCE_MS // _POLL_MS):
        if done():
            return
        screen.page.wait_for_timeout(_POLL_MS)
    raise AssertionError(f"waited in vain: {what}")


class Player:
    """Somebody at a table in a browser. What they know of the deal is what came over their socket."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    @property
    def table(self) -> dict[str, Any]:
        return next(one["table"] for one in reversed(self.screen.views) if one.get("table"))

    @property
    def deal(self) -> dict[str, Any] | None:
        return next((one["deal"] for one in reversed(self.screen.views) if one.get("deal")), None)

    @property
    def seat(self) -> int | None:
        you: dict[str, Any] = next((one["you"] for one in reversed(self.screen.views) if "you" in one), {})
        seat = you.get("seat")
        return None if seat is None else int(seat)

    @property
    def seq(self) -> int:
        return int(self.screen.views[-1]["seq"]) if self.screen.views else 0

    @property
    def legal(self) -> list[dict[str, Any]]:
        """What may be done now, if it is this player's turn."""
        deal = self.deal
        if deal is None or self.table["phase"] != "playing" or self.seat not in deal["view"]["to_act"]:
            return []
        return list(deal.get("legal", []))

    @property
    def deals(self) -> int:
        return int(self.table.get("deals", 0))

    @property
    def controls(self) -> Locator:
        return self.screen.page.locator(".controls")

    def gold(self) -> Locator:
        """The one thing to do now."""
        return self.controls.locator("button.gold:not([aria-disabled=true])").first

    def press(self, button: Locator) -> None:
        """Presses it and waits for what comes of it."""
        before = self.seq
        button.click()
        until(self.screen, lambda: self.seq > before, f"nothing came of a button: {self.controls.inner_text()}")

    def step(self) -> None:
        """Makes one move by the buttons."""
        kinds = {one["type"] for one in self.legal}
        if "play" in kinds:
            self.controls.get_by_role("button", name=self.screen.word("big2.show_me")).click()
        elif "lay_down" in kinds:
            self._lay_down()
            return
        elif "discard" in kinds:
            self.screen.page.locator(".fan button").last.click()  # the one that no other covers
            # Not always gold: a card that fits a meld may go there instead.
            self.press(self.controls.locator("button:not([aria-disabled=true])").last)
            return
        elif "compare" in kinds:
            self.press(self.screen.page.locator(".seat button.tap").first)
            return
        elif {"draw", "stand"} <= kinds:  # for the player to judge, so neither is gold: no more cards
            self.press(self.controls.locator("button.jade").last)
            return
        self.press(self.gold())

    def _lay_down(self) -> None:
        before = self.seq
        self.controls.get_by_role("button", name=self.screen.word("rummy.lay_down"), exact=True).click()
        way = self.controls.locator("li button").first
        until(self.screen, lambda: self.seq > before or way.is_visible(), "laying down did nothing")
        if self.seq == before:
            self.press(way)


def hand(player: Player, seat: int | None) -> list[str] | None:
    """The cards of a seat as this player knows them; None where they are hidden."""
    deal = player.deal
    if deal is None or seat is None:
        return None
    cards = deal["view"]["seats"][seat].get("cards")
    return None if cards is None else list(cards)


def alive(one: Screen) -> None:
    """Waits until the buttons may be used (PF-44)."""
    until(one, lambda: one.page.locator("[aria-busy=true]").count() == 0, "the buttons stay dead")


def fold_result(one: Screen) -> None:
    """Folds the card away that tells at the end of a deal why it ended so, to see the mat under it."""
    fold = one.page.get_by_role("button", name=one.word("outcome.fold"))
    folded = one.page.get_by_role("button", name=one.word("outcome.why"))
    until(one, lambda: fold.is_visible() or folded.is_visible(), "no result is told")
    if fold.is_visible():
        fold.click()


def in_the_middle_of_a_deal(one: Player) -> None:
    """Deals until the player holds cards and has a choice."""
    while not (hand(one, one.seat) and one.legal):
        until(one.screen, lambda: bool(one.legal) or must_get_ready(one), "nothing to do")
        if one.legal:
            one.step()
        else:
            get_ready(one)
    alive(one.screen)


def play_out(*players: Player, after_each: Callable[[], None] = lambda: None, most: int = 200) -> None:
    """Plays until the deal that is due or running is over, or so many buttons have been pressed."""
    screen = players[0].screen
    goal = players[0].deals + 1
    for _ in range(most):
        until(
            screen,
            lambda: players[0].deals >= goal or any(one.legal or must_get_ready(one) for one in players),
            f"nobody may do anything: {players[0].controls.inner_text()}",
        )
        if players[0].deals >= goal:
            break
        one = next(player for player in players if player.legal or must_get_ready(player))
        if one.legal:
            one.step()
        else:
            get_ready(one)
        after_each()


def get_ready(player: Player) -> None:
    """Press the button for the next deal and wait until the table has registered it.

    Press only once: the next message over the socket may be about something else.
    """
    before = player.deals
    player.gold().click()
    # A deal in which nobody has a choice is over before anybody can look.
    until(
        player.screen,
        lambda: not must_get_ready(player) or player.deals > before,
        "the table did not register that the player is ready",
    )


def must_get_ready(player: Player) -> bool:
    """Return True between deals if the next deal waits for this player."""
    table, seat = player.table, player.seat
    return table["phase"] == "between" and seat is not None and not table["seats"][seat].get("ready")
