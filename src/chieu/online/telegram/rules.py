"""The rules of a table, in a chat."""

from __future__ import annotations

from chieu.online.telegram import lobby
from chieu.online.telegram.desk import Desk, Said
from chieu.online.telegram.room import Room


def tell_rules(desk: Desk, said: Said, room: Room) -> None:
    """PF-2: the sheet in words, in as many messages as it takes."""
    desk.tell(said, f"{room.note.id} rules", lobby.prose(room.game, room.watcher.mirror.table, desk.lang(said)))
