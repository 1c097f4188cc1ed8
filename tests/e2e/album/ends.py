"""Ends of deals: won, lost and even, with the review that the result card links to.

Two players of Big Two are never even, so three sit down. A round of Rummy is even if it is blocked with equal points,
which happens between two people who discard their most expensive card each turn.
"""

from __future__ import annotations

from typing import Any

from tests.e2e.album.looks import everywhere, side_by_side
from tests.e2e.playing import Player, play_out
from tests.e2e.screens import Screen
from tests.e2e.tables import joined, opened, seated

ENDS = ("lost", "even", "won")
AT_MOST = 25
TABLES: dict[str, dict[str, Any]] = {
    "xidach": {"seats": 4, "bots": 3, "bot_hosts": True},
    "niuniu": {"seats": 4, "bots": 3, "bot_hosts": True},
    "big2": {"seats": 3, "bots": 2, "options": {"reshuffle": False}},
    "rummy": {"seats": 2, "bots": 1, "options": {"quiet_turns": 10}},
}
LARGEST: dict[str, dict[str, Any]] = {
    "xidach": {"seats": 8, "bots": 7},
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
    won = deal["payoff"][seat]
    return ENDS[(won > 0) - (won < 0) + 1]


def told(one: Screen) -> None:
    """Wait for the result card."""
    one.page.get_by_role("region", name=one.word("outcome.title")).wait_for()


def reviewed(one: Screen) -> None:
    """The review is there, and has been thought about."""
    one.page.get_by_role("dialog").locator("dd").nth(2).wait_for(timeout=THINKING)


def of(game: str, one: Screen) -> list[str]:
    """Take each end of a game. Return the ends that were met."""
    path = opened(one, game, level="heuristic", **TABLES[game])
    player = seated(one, path)
    seen: list[str] = []
    for deal in range(1, AT_MOST + 1):
        play_out(player, most=400)
        end = ended(player)
        if end in seen:
            continue
        seen.append(end)
        everywhere(one, f"end-{game}-{end}", told)
        if len(seen) == 1:
            one.go(f"{path}/{deal}#review")
            everywhere(one, f"review-{game}", reviewed)
            one.frames.clear()
            player = seated(one, path)
        if len(seen) == len(ENDS):
            break
    return seen


def even_rummy(one: Screen, friend: Screen) -> list[str]:
    """Play blocked rounds until both players have the same points."""
    path = opened(one, "rummy", seats=2, options={"quiet_turns": 20})
    first, other = seated(one, path), joined(friend, path, "Minh")
    for _ in range(AT_MOST):
        play_out(first, other, most=900)
        if ended(first) == "even":
            everywhere(one, "end-rummy-even", told)
            return ["even"]
    return []


def largest(game: str, one: Screen) -> None:
    """Take the end of a deal at the largest table."""
    player = seated(one, opened(one, game, level="heuristic", **LARGEST[game]))
    play_out(player, most=400)
    everywhere(one, f"largest-{game}", told, side_by_side("side", "desktop", "vi"))
