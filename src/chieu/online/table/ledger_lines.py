"""PF-5: what the lines of a table's ledger are called: in its state, in the log and in its book.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

HOUSE: Final = "house"
_MEMBER: Final = "member "
_BOT: Final = "bot "


def member_line(member: int) -> str:
    """The line of a person."""
    return f"{_MEMBER}{member}"


def bot_line(seat: int) -> str:
    """The line of a seat's bots."""
    return f"{_BOT}{seat}"


def member_of_line(line: str) -> int | None:
    """Whose line it is; None if it is no person's."""
    return int(line.removeprefix(_MEMBER)) if line.startswith(_MEMBER) else None


def seat_of_line(line: str) -> int | None:
    """Of which seat's bots it is; None if it is of none."""
    return int(line.removeprefix(_BOT)) if line.startswith(_BOT) else None
