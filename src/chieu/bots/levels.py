"""How well bots play, in words that mean the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from chieu.bots import bots_of, usual_bot
from chieu.core.extras import BotMaker
from chieu.core.game import AnyGame
from chieu.core.text.languages import Named, Text
from chieu.search.player import Searching

_ENDLESS: Final = 10**9  # play-outs

LEVELS: Final[Mapping[str, Named]] = {
    "easy": Named(
        Text("Mới chơi", "Beginner", "新手"),
        Text(
            "Đánh như người mới, hay lỡ tay.",
            "Plays like somebody of a few evenings, slips and all.",
            "像刚学不久的人，常有失误。",
        ),
    ),
    "usual": Named(
        Text("Thường", "Normal", "普通"),
        Text("Biết đánh, đi liền tay.", "Knows the game and moves at once.", "会打，出手干脆。"),
    ),
    "strong": Named(
        Text("Giỏi", "Strong", "高手"),
        Text(
            "Thử trước nhiều khả năng rồi mới đi.",
            "Tries what may come before it moves.",
            "先推演各种可能再出手。",
        ),
    ),
    "master": Named(
        Text("Cao thủ", "Master", "大师"),
        Text(
            "Nghĩ lâu hết mức có thể: gần một giây mỗi nước.",
            "Thinks for as long as it may: nearly a second a move.",
            "尽可能多想：每步将近一秒。",
        ),
    ),
}
"""What each level is called and what it does, from the easiest on."""


def levels_of(game: AnyGame) -> dict[str, str]:
    """The levels that a game has, from the easiest on, and the bot that each of them means."""
    known, usual = bots_of(game), usual_bot(game)
    meant = {level: usual if level == "usual" else level for level in LEVELS}
    return {level: bot for level, bot in meant.items() if bot in known}


def thinks(game: AnyGame, bot: str) -> bool:
    """Whether a bot takes so long over a move that whoever runs tables asks it in a process of its own."""
    return bool(getattr(bots_of(game)[bot], "thinks", False))


def by_the_clock(game: AnyGame, bot: str, clock: Callable[[], float]) -> BotMaker:
    """A bot that thinks no longer than a clock goes from 0 to 1. `master` takes all of that."""
    maker = bots_of(game)[bot]
    if not isinstance(maker, Searching):
        return maker
    playouts = _ENDLESS if bot == "master" else maker.budget.playouts
    return replace(maker, budget=maker.budget._replace(playouts=playouts, clock=clock))
