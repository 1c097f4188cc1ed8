"""Screens around the deals: scorebook, group, named rules, chat bubbles, levels, hints."""

from __future__ import annotations

from functools import partial
from typing import Any

from playwright.sync_api import expect

from tests.e2e.album.looks import SETTLED_MS, everywhere, side_by_side
from tests.e2e.playing import Player, in_the_middle_of_a_deal, play_out, until
from tests.e2e.screens import Screen
from tests.e2e.tables import joined, opened, seated

NAME = "Luật nhà ngoại"
THINKING = 60_000
AUCTION = {"bid", "stake"}
# Options that give players a choice.
CHOICES: dict[str, dict[str, Any]] = {"big2": {"reshuffle": False}, "niuniu": {"stake_max": 5}}


def _headed(one: Screen) -> None:
    one.page.get_by_role("heading", level=1).wait_for()


def _rolled(heading: str, one: Screen) -> None:
    """Scroll to a section of the scorebook."""
    _headed(one)
    at = one.page.get_by_role("heading", name=one.word(f"book.{heading}")).first
    if heading == "sheet":
        at.click()  # it is collapsed
    at.scroll_into_view_if_needed()
    one.page.mouse.move(200, 200)
    one.page.mouse.wheel(0, 500)
    one.page.wait_for_timeout(SETTLED_MS)


def book(one: Screen) -> None:
    path = opened(one, "niuniu", seats=4, bots=3, level="heuristic", bot_hosts=True)
    player = seated(one, path)
    for _ in range(8):
        play_out(player)
    one.go(f"{path}/book")
    everywhere(one, "book-top", _headed)
    for part in ("people", "sheet"):
        everywhere(one, f"book-{part}", partial(_rolled, part))
    everywhere(one, "book-why", _why)


def _why(one: Screen) -> None:
    _headed(one)
    first = one.page.locator("ol > li").first
    first.locator("summary").click()
    first.scroll_into_view_if_needed()


def largest(one: Screen) -> None:
    """Take the lobby and the scorebook of the largest table."""
    path = opened(one, "niuniu", seats=10, bots=9, level="heuristic")
    player = seated(one, path)
    everywhere(one, "largest-lobby", lambda _: player.gold().wait_for(), side_by_side("side", "desktop", "vi"))
    for _ in range(4):
        play_out(player)
    one.go(f"{path}/book")
    everywhere(one, "largest-book", _headed, side_by_side("side", "desktop", "vi"))
    everywhere(one, "largest-sheet", partial(_rolled, "sheet"), side_by_side("side", "desktop", "vi"))


def group(one: Screen, friend: Screen) -> None:
    """Take the page of a group of three after two evenings."""
    path = opened(one, seats=3, bots=1, level="heuristic")
    first, other = seated(one, path), joined(friend, path, "Minh")
    for _ in range(3):
        play_out(first, other)
    one.go(f"{path}/book")
    one.page.get_by_role("button", name=one.word("book.group_again")).click()
    one.page.wait_for_url(lambda url: "/t/" in url and path not in url)
    second = one.page.url.removeprefix(one.url)
    friend.page.get_by_role("button", name=friend.word("group.go")).wait_for()
    friend.shoot("group-banner-phone-en")
    for each in (one, friend):
        each.frames.clear()
    friend.page.get_by_role("button", name=friend.word("group.go")).click()
    again = Player(friend)
    until(friend, lambda: bool(friend.views) and again.seat is not None, "the friend lost their seat")
    play_out(seated(one, second), again)
    one.go(f"{second}/group")
    everywhere(one, "group", _headed)


def rules(one: Screen) -> None:
    one.go("/open/xidach?sheet=room~sm5~cmn")
    everywhere(one, "rules-form", lambda one: one.page.get_by_label(one.word("rules.name")).fill(NAME))
    one.go(f"/rules/xidach?sheet=room~sm5~cmn&name={NAME}")
    everywhere(one, "rules-named", _headed)
    everywhere(one, "rules-compared", _compared)


def _compared(one: Screen) -> None:
    one.page.get_by_label(one.word("rules.compare")).select_option("vipgame")
    one.page.get_by_role("table").scroll_into_view_if_needed()


def bubbles(one: Screen, friend: Screen) -> None:
    """Take the chat bubbles of two people in the middle of a deal."""
    path = opened(one, seats=4, bots=2)
    first, other = seated(one, path), joined(friend, path, "Minh")
    first.press(first.gold())
    other.press(other.gold())
    until(one, lambda: bool(first.legal or other.legal), "no turn")

    def talk(_: Screen) -> None:
        for who, emote in ((one, True), (friend, False)):
            # On a wide screen the chat is a tab beside the mat.
            by_tab = who.page.get_by_role("tab", name=who.word("panel.chat"))
            by_button = who.page.get_by_role("button", name=who.word("panel.chat"), exact=True)
            (by_tab if by_tab.is_visible() else by_button).click()
            who.page.locator(".emotes button").nth(0 if emote else 2).click()
        one.page.locator(".bubble").nth(1).wait_for()

    everywhere(one, "bubbles", talk)


def joining(one: Screen, friend: Screen) -> None:
    """Take the join dialog of a friend who has never played the game."""
    path = opened(one, seats=4, bots=1)
    friend.go(path)
    everywhere(friend, "join", lambda each: each.page.get_by_role("button", name=each.word("join.go")).wait_for())


def auction(one: Screen) -> None:
    """Take bids and stakes, which come with four cards in hand."""
    player = seated(one, opened(one, "niuniu", seats=4, bots=3, sheet="auction", bot_hosts=True))
    seen: set[str] = set()
    while len(seen) < len(AUCTION):
        if not player.legal:
            player.gold().click()
            until(one, lambda: bool(player.legal), "no seat is to act")
        kind = player.legal[0]["type"]
        if kind not in seen:
            everywhere(one, f"auction-{kind}", lambda each: player.controls.locator("button").nth(1).wait_for())
            seen.add(kind)
        play_out(player, most=1)


def levels(one: Screen) -> None:
    one.go("/open/xidach")
    everywhere(one, "levels-open", _with_a_bot)
    path = opened(one, seats=4, bots=3, level="easy")
    one.frames.clear()
    seated(one, path)
    everywhere(one, "levels-bot", _bot_tapped)


def _with_a_bot(one: Screen) -> None:
    more = one.page.get_by_role("button", name=f"{one.word('amount.more')}: {one.word('open.bots')}")
    more.click()
    more.scroll_into_view_if_needed()


def _bot_tapped(one: Screen) -> None:
    one.page.locator('[data-seat="1"] button.inner').click()
    one.page.get_by_role("dialog").wait_for()


def hints(game: str, one: Screen) -> None:
    options = CHOICES.get(game, {})
    player = seated(one, opened(one, game, seats=3, bots=2, bot_hosts=game == "niuniu", options=options))
    if game == "niuniu":  # its choices come before the cards
        player.gold().click()
        until(one, lambda: len(player.legal) > 1, "nothing to choose")
        everywhere(one, f"hint-{game}", _asked)
        return
    in_the_middle_of_a_deal(player)
    while len(player.legal) < 2:
        player.step()
        in_the_middle_of_a_deal(player)
    everywhere(one, f"hint-{game}", _asked)


def _asked(one: Screen) -> None:
    one.page.get_by_role("button", name=one.word("hints.ask"), exact=True).click()
    words = one.page.get_by_role("dialog").get_by_role("status")
    words.wait_for()
    expect(words).not_to_have_text(one.word("hints.thinking"), timeout=THINKING)
