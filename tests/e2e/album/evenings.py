"""Screens around the deals: scorebook, group, named rules, chat bubbles, levels, hints."""

from __future__ import annotations

from functools import partial
from typing import Any

from playwright.sync_api import expect

from tests.e2e.album.looks import looks_with, shoot_looks
from tests.e2e.playing import Player, in_the_middle_of_a_deal, play_out, until
from tests.e2e.screens import Screen
from tests.e2e.tables import join, open_table, take_seat

NAME = "Luật nhà ngoại"
THINKING = 60_000
AUCTION = {"bid", "stake"}
# Options that give players a choice.
CHOICES: dict[str, dict[str, Any]] = {"big2": {"reshuffle": False}, "niuniu": {"stake_max": 5}}


def _headed(screen: Screen) -> None:
    screen.page.get_by_role("heading", level=1).wait_for()


def _rolled(heading: str, screen: Screen) -> None:
    """Scroll to a section of the scorebook."""
    _headed(screen)
    at = screen.page.get_by_role("heading", name=screen.word(f"book.{heading}")).first
    if heading == "sheet":
        at.click()  # it is collapsed
    at.scroll_into_view_if_needed()
    screen.page.evaluate("scrollBy({top: 500, behavior: 'instant'})")
    screen.come_to_rest()


def book(screen: Screen) -> None:
    path = open_table(screen, "niuniu", seats=4, bots=3, level="heuristic", bot_hosts=True)
    player = take_seat(screen, path)
    for _ in range(8):
        play_out(player)
    screen.go(f"{path}/book")
    shoot_looks(screen, "book-top", _headed)
    for part in ("people", "sheet"):
        shoot_looks(screen, f"book-{part}", partial(_rolled, part))
    shoot_looks(screen, "book-why", _why)


def _why(screen: Screen) -> None:
    _headed(screen)
    first = screen.page.locator("ol > li").first
    first.locator("summary").click()
    first.scroll_into_view_if_needed()


def largest(screen: Screen) -> None:
    """Take the lobby and the scorebook of the largest table."""
    path = open_table(screen, "niuniu", seats=10, bots=9, level="heuristic")
    player = take_seat(screen, path)
    shoot_looks(screen, "largest-lobby", lambda _: player.gold().wait_for(), looks_with("landscape", "desktop", "vi"))
    for _ in range(4):
        play_out(player)
    screen.go(f"{path}/book")
    shoot_looks(screen, "largest-book", _headed, looks_with("landscape", "desktop", "vi"))
    shoot_looks(screen, "largest-sheet", partial(_rolled, "sheet"), looks_with("landscape", "desktop", "vi"))


def group(host: Screen, friend: Screen) -> None:
    """Take the page of a group of three after two evenings."""
    path = open_table(host, seats=3, bots=1, level="heuristic")
    first, other = take_seat(host, path), join(friend, path, "Minh")
    for _ in range(3):
        play_out(first, other)
    host.go(f"{path}/book")
    host.page.get_by_role("button", name=host.word("book.group_again")).click()
    host.page.wait_for_url(lambda url: "/t/" in url and path not in url)
    second = host.page.url.removeprefix(host.url)
    friend.page.get_by_role("button", name=friend.word("group.go")).wait_for()
    friend.shoot("group-banner-phone-en")
    for each in (host, friend):
        each.frames.clear()
    friend.page.get_by_role("button", name=friend.word("group.go")).click()
    again = Player(friend)
    until(friend, lambda: bool(friend.views) and again.seat is not None, "the friend lost their seat")
    play_out(take_seat(host, second), again)
    host.go(f"{second}/group")
    shoot_looks(host, "group", _headed)


def rules(screen: Screen) -> None:
    screen.go("/open/xidach?sheet=room~sm5~cmn")
    shoot_looks(screen, "rules-form", lambda screen: screen.page.get_by_label(screen.word("rules.name")).fill(NAME))
    screen.go(f"/rules/xidach?sheet=room~sm5~cmn&name={NAME}")
    shoot_looks(screen, "rules-named", _headed)
    shoot_looks(screen, "rules-compared", _compared)


def _compared(screen: Screen) -> None:
    screen.page.get_by_label(screen.word("rules.compare")).select_option("vipgame")
    screen.page.get_by_role("table").scroll_into_view_if_needed()


def bubbles(host: Screen, friend: Screen) -> None:
    """Take the chat bubbles of two people in the middle of a deal."""
    path = open_table(host, seats=4, bots=2)
    first, other = take_seat(host, path), join(friend, path, "Minh")
    first.press(first.gold())
    other.press(other.gold())
    until(host, lambda: bool(first.legal or other.legal), "no turn")

    def talk(_: Screen) -> None:
        for who, emote in ((host, True), (friend, False)):
            # On a wide screen the chat is a tab beside the mat.
            by_tab = who.page.get_by_role("tab", name=who.word("panel.chat"))
            by_button = who.page.get_by_role("button", name=who.word("panel.chat"), exact=True)
            (by_tab if by_tab.is_visible() else by_button).click()
            who.page.locator(".emotes button").nth(0 if emote else 2).click()
        host.page.locator(".bubble").nth(1).wait_for()

    shoot_looks(host, "bubbles", talk)


def joining(host: Screen, friend: Screen) -> None:
    """Take the join dialog of a friend who has never played the game."""
    path = open_table(host, seats=4, bots=1)
    friend.go(path)
    shoot_looks(friend, "join", lambda each: each.page.get_by_role("button", name=each.word("join.go")).wait_for())


def auction(screen: Screen) -> None:
    """Take bids and stakes, which come with four cards in hand."""
    player = take_seat(screen, open_table(screen, "niuniu", seats=4, bots=3, sheet="auction", bot_hosts=True))
    seen: set[str] = set()
    while len(seen) < len(AUCTION):
        if not player.legal:
            player.gold().click()
            until(screen, lambda: bool(player.legal), "no seat is to act")
        kind = player.legal[0]["type"]
        if kind not in seen:
            shoot_looks(screen, f"auction-{kind}", lambda each: player.controls.locator("button").nth(1).wait_for())
            seen.add(kind)
        play_out(player, most=1)


def levels(screen: Screen) -> None:
    screen.go("/open/xidach")
    shoot_looks(screen, "levels-open", _with_a_bot)
    path = open_table(screen, seats=4, bots=3, level="easy")
    screen.frames.clear()
    take_seat(screen, path)
    shoot_looks(screen, "levels-bot", _bot_tapped)


def _with_a_bot(screen: Screen) -> None:
    more = screen.page.get_by_role("button", name=f"{screen.word('amount.more')}: {screen.word('open.bots')}")
    more.click()
    more.scroll_into_view_if_needed()


def _bot_tapped(screen: Screen) -> None:
    screen.page.locator('[data-chair="1"] button.inner').click()
    screen.page.get_by_role("dialog").wait_for()


def hints(game: str, screen: Screen) -> None:
    options = CHOICES.get(game, {})
    player = take_seat(screen, open_table(screen, game, seats=3, bots=2, bot_hosts=game == "niuniu", options=options))
    if game == "niuniu":  # its choices come before the cards
        player.gold().click()
        until(screen, lambda: len(player.legal) > 1, "nothing to choose")
        shoot_looks(screen, f"hint-{game}", _asked)
        return
    in_the_middle_of_a_deal(player)
    while len(player.legal) < 2:
        player.step()
        in_the_middle_of_a_deal(player)
    shoot_looks(screen, f"hint-{game}", _asked)


def _asked(screen: Screen) -> None:
    screen.page.get_by_role("button", name=screen.word("hints.ask"), exact=True).click()
    words = screen.page.get_by_role("dialog").get_by_role("status")
    words.wait_for()
    expect(words).not_to_have_text(screen.word("hints.thinking"), timeout=THINKING)
