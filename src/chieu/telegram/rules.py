"""The rules of a table, in a chat."""

from __future__ import annotations

from chieu.telegram import lobby
from chieu.telegram.desk import Desk
from chieu.telegram.pages import TEXT_AT_MOST, Page, units
from chieu.telegram.room import Room


def tell_rules(desk: Desk, chat: int, room: Room) -> None:
    """PF-2: the sheet in words, in as many messages as it takes."""
    lines = lobby.prose(room.game, room.watcher.mirror.table, desk.language(chat))
    part: list[str] = []
    parts = [part]
    for line in lines:
        if units("\n".join([*part, line])) > TEXT_AT_MOST:
            part = []
            parts.append(part)
        part.append(line)
    for number, part in enumerate(parts):
        desk.outbox.show(chat, f"{room.note.id} rules {number}", Page("\n".join(part)), again=True)
