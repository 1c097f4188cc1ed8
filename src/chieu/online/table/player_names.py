"""What a deal's record calls those who played: people by their names, a bot by its level, and the house.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

HOUSE: Final = "house"
_BOT: Final = "bot "


def bot_name(level: str) -> str:
    """What a bot of a level is called."""
    return f"{_BOT}{level}"


def is_bots(player: str) -> bool:
    """Whether a bot played."""
    return player.startswith(_BOT)


def is_nobodys(player: str) -> bool:
    """Whether a bot or the house is meant, and no person."""
    return player == HOUSE or is_bots(player)
