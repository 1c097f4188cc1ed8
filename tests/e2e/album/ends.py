"""Ends of deals: won, lost and even, with the review that the result card links to.

Two players of Big Two are never even, so three sit down. A round of Rummy is even if it is blocked with equal points,
which happens between two people who discard their most expensive card each turn.
"""

from __future__ import annotations

from typing import Any

from tests.e2e.album.looks import looks_with, shoot_looks
from tests.e2e.playing import Player, play_out
from tests.e2e.screens import Screen
from tests.e2e.tables import join, open_table, take_seat

ENDS = ("lost", "even", "won")
AT_MOST = 25
TABLES: dict[str, dict[str, Any]] = {
    "xidach": {"seats": 4, "bots": 3, "bot_hosts": True},
    "niuniu": {"seats": 4, "bots": 3, "bot_hosts": True},
    "big2": {"seats": 3, "bots": 2, "options": {"reshuffle": False}},
    "rummy": {"seats": 2, "bots": 1, "options": {"quiet_turns": 10}},
}
LARGEST: dict[str, dict[str, Any]] = {
    "xidach": {"seats": 10, "bots": 9},
    "niuniu": {"seats": 10, "bots": 9},
    "big2": {"seats": 4, "bots": 3, "options": {"reshuffle": False}},
    "rummy": {"seats": 4, "bots": 3, "options": {"quiet_turns": 10}},
}
THINKING = 60_000


def ended(player: Player) -> str:
    """Return the outcome of the last deal for this person: a member of `ENDS`."""
    deal, seat = player.deal, player.seat
    assert deal is not None
    assert seat is not None
    gain = deal["payoff"][seat]
    return ENDS[(gain > 0) - (gain < 0) + 1]


def result_shown(screen: Screen) -> None:
    """Wait for the result card."""
    screen.page.get_by_role("region", name=screen.word("outcome.title")).wait_for()


def reviewed(screen: Screen) -> None:
    """The review is there, and has been thought about."""
    screen.page.get_by_role("dialog").locator("dd").nth(2).wait_for(timeout=THINKING)


def of(game: str, screen: Screen) -> list[str]:
    """Take each end of a game. Return the ends that were met."""
    path = open_table(screen, game, level="heuristic", **TABLES[game])
    player = take_seat(screen, path)
    seen: list[str] = []
    for deal in range(1, AT_MOST + 1):
        play_out(player, most=400)
        end = ended(player)
        if end in seen:
            continue
        seen.append(end)
        shoot_looks(screen, f"end-{game}-{end}", result_shown)
        if len(seen) == 1:
            screen.go(f"{path}/{deal}#review")
            shoot_looks(screen, f"review-{game}", reviewed)
            screen.frames.clear()
            player = take_seat(screen, path)
        if len(seen) == len(ENDS):
            break
    return seen


def even_rummy(host: Screen, friend: Screen) -> list[str]:
    """Play blocked rounds until both players have the same points."""
    path = open_table(host, "rummy", seats=2, options={"quiet_turns": 20})
    first, other = take_seat(host, path), join(friend, path, "Minh")
    for _ in range(AT_MOST):
        play_out(first, other, most=900)
        if ended(first) == "even":
            shoot_looks(host, "end-rummy-even", result_shown)
            return ["even"]
    return []


def largest(game: str, screen: Screen) -> None:
    """Take the end of a deal at the largest table."""
    player = take_seat(screen, open_table(screen, game, level="heuristic", **LARGEST[game]))
    play_out(player, most=400)
    shoot_looks(screen, f"largest-{game}", result_shown, looks_with("landscape", "desktop", "vi"))
