"""Play at a table, over the socket of the page or with its buttons, taking the first move offered."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

from playwright.sync_api import Locator

from tests.e2e.screens import Screen

_numbers = itertools.count()  # of commands


def until(screen: Screen, holds: Callable[[], bool], what: str) -> None:
    """Wait until `holds()` is true. Fail after `PATIENCE_MS`."""
    screen.until(holds, what)


class Player:
    """A person at a table in a browser. The state of the deal is read from their socket."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    @property
    def table(self) -> dict[str, Any]:
        views = self.screen.views
        last = max(number for number, view in enumerate(views) if view.get("table"))
        changes = [
            {part: view[part] for part in ("phase", "seats", "shuffle") if part in view} for view in views[last:]
        ]
        return reduce(or_, changes, views[last]["table"])

    @property
    def deal(self) -> dict[str, Any] | None:
        return next((view["deal"] for view in reversed(self.screen.views) if view.get("deal")), None)

    @property
    def seat(self) -> int | None:
        you: dict[str, Any] = next((view["you"] for view in reversed(self.screen.views) if "you" in view), {})
        seat = you.get("seat")
        return None if seat is None else int(seat)

    @property
    def seq(self) -> int:
        return int(self.screen.views[-1]["seq"]) if self.screen.views else 0

    @property
    def legal(self) -> list[dict[str, Any]]:
        """Legal actions of this player; empty if it is not their turn."""
        deal = self.deal
        if deal is None or self.table["phase"] != "playing" or self.seat not in deal["chairs"]:
            return []
        if deal["chairs"].index(self.seat) not in deal["view"]["to_act"]:
            return []
        return list(deal.get("legal", []))

    @property
    def deals(self) -> int:
        return int(self.table.get("deals", 0))

    def over(self) -> bool:
        """Return whether the deal shown is over. A lesson does not count in `deals`."""
        deal = self.deal
        return deal is not None and deal.get("payoff") is not None

    @property
    def controls(self) -> Locator:
        return self.screen.page.locator(".controls")

    def gold(self) -> Locator:
        """Return the button of the main action, which is gold."""
        return self.controls.locator("button.gold:not([aria-disabled=true])").first

    def press(self, button: Locator) -> None:
        """Press a button and wait for the next entry of the table."""
        wait_until_enabled(self.screen)  # `click` polls ever more rarely
        before = self.seq
        button.click()
        until(self.screen, lambda: self.seq > before, f"a button had no effect: {self.controls.inner_text()}")

    def command(self, **command: Any) -> None:
        """Send a command over the socket of the page, and wait until its effect has come back."""
        page = self.screen.page
        command |= {"id": f"test-{next(_numbers)}", "seq": self.seq}
        page.evaluate("(text) => tableSocket.send(text)", json.dumps(command))
        answer: dict[str, Any] = {}

        def answered() -> bool:
            answer.update(self.screen.answers.get(command["id"], {}))
            return bool(answer)

        until(self.screen, answered, f"no answer to {command}")
        # A stale command has no effect: the table has changed meanwhile, and the caller looks at it again.
        assert answer["type"] != "refused", (command, answer)
        until(self.screen, lambda: self.seq >= int(answer.get("seq", 0)), f"no effect of {command}")

    def move(self) -> None:
        """Make the move that `step` makes, over the socket of the page."""
        kinds = {action["type"]: action for action in reversed(self.legal)}
        order = ("play", "lay_down", "compare", "stand")
        kind = next((kind for kind in order if kind in kinds), self.legal[0]["type"])
        self.command(type="act", action=self.legal[-1] if kind == "discard" else kinds[kind])

    def step(self) -> None:
        """Make one move with the buttons."""
        wait_until_enabled(self.screen)
        kinds = {action["type"] for action in self.legal}
        if "play" in kinds:
            self.controls.get_by_role("button", name=self.screen.word("big2.show_me")).click()
        elif "lay_down" in kinds:
            self._lay_down()
            return
        elif "discard" in kinds:
            self.screen.page.locator(".fan button").last.click()  # no other card covers the last one
            # The button is not gold if the card also fits a meld.
            self.press(self.controls.locator("button:not([aria-disabled=true])").last)
            return
        elif "compare" in kinds:
            self.press(self.screen.page.locator(".seat button.tap").first)
            return
        elif {"draw", "stand"} <= kinds:  # both are reasonable, so neither is gold: stand
            self.press(self.controls.locator("button.jade").last)
            return
        self.press(self.gold())

    def _lay_down(self) -> None:
        before = self.seq
        self.controls.get_by_role("button", name=self.screen.word("rummy.lay_down"), exact=True).click()
        choice = self.controls.locator("li button").first
        until(self.screen, lambda: self.seq > before or choice.is_visible(), "laying down had no effect")
        if self.seq == before:
            self.press(choice)


def hand(player: Player, chair: int | None) -> list[str] | None:
    """Return the cards of a chair as this player sees them; None if they are hidden."""
    deal = player.deal
    if deal is None or chair not in deal["chairs"]:
        return None
    cards = deal["view"]["seats"][deal["chairs"].index(chair)].get("cards")
    return None if cards is None else list(cards)


def wait_until_enabled(screen: Screen) -> None:
    """Wait until the buttons accept taps (PF-44)."""
    until(screen, lambda: screen.page.locator("[aria-busy=true], [data-new]").count() == 0, "the buttons stay disabled")


def fold_result(screen: Screen) -> None:
    """Fold away the result card at the end of a deal, to uncover the mat."""
    fold = screen.page.get_by_role("button", name=screen.word("outcome.fold"))
    folded = screen.page.get_by_role("button", name=screen.word("outcome.why"))
    until(screen, lambda: fold.is_visible() or folded.is_visible(), "no result card")
    if fold.is_visible():
        fold.click()


def in_the_middle_of_a_deal(player: Player) -> None:
    """Deal until the player holds cards and is to act. Play over the socket."""
    while True:
        until(player.screen, lambda: bool(player.legal) or must_get_ready(player), "nothing to do")
        if not player.legal:
            send_ready(player)
        elif hand(player, player.seat):
            break
        else:
            player.move()
    wait_until_enabled(player.screen)


def play_out(
    *players: Player,
    before_each: Callable[[], None] = lambda: None,
    after_each: Callable[[], None] = lambda: None,
    most: int = 200,
    taps: bool = False,
) -> None:
    """Play until the current or next deal is over, with the buttons if `taps`. Make at most `most` moves."""
    screen = players[0].screen
    goal = players[0].deals + 1
    for _ in range(most):
        until(
            screen,
            lambda: players[0].deals >= goal or any(player.legal or must_get_ready(player) for player in players),
            f"no player can act: {players[0].controls.inner_text()}",
        )
        if players[0].deals >= goal:
            break
        before_each()
        player = next(player for player in players if player.legal or must_get_ready(player))
        if not player.legal:
            (get_ready if taps else send_ready)(player)
        else:
            (player.step if taps else player.move)()
        after_each()


def get_ready(player: Player) -> None:
    """Press the button for the next deal and wait until the table has registered it.

    Press only once: the next message over the socket may be about something else.
    """
    wait_until_enabled(player.screen)
    before = player.deals
    player.gold().click()
    # A deal in which nobody has a choice is over at once.
    until(
        player.screen,
        lambda: not must_get_ready(player) or player.deals > before,
        "the table did not register that the player is ready",
    )


def send_ready(player: Player) -> None:
    """Ask for the next deal over the socket of the page."""
    player.command(type="ready")


def must_get_ready(player: Player) -> bool:
    """Return True between deals if the next deal waits for this player."""
    table, seat = player.table, player.seat
    return table["phase"] == "between" and seat is not None and not table["seats"][seat].get("ready")
