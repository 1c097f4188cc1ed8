"""What the bot has to remember when it is started anew: which table is where, which message is which, who is who. Kept
in the store beside the tables, one note for each chat, person and table. No card that is not open to all is in it."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec

from chieu.core.text.hand_order import Order
from chieu.core.text.languages import Lang
from chieu.core.versions import OtherVersion
from chieu.online.service.ports import Notes
from chieu.online.storage.sqlite.schema import REMEDY

T = TypeVar("T", bound=msgspec.Struct)
_PREFIX: Final = "telegram "
_VERSION: Final = 1


class ChatNote(msgspec.Struct, omit_defaults=True):
    """A group: its language, and its tables, the newest last."""

    id: int
    lang: Lang = "en"
    title: str = ""
    tables: list[str] = []
    reachable: bool = True


class PersonNote(msgspec.Struct, omit_defaults=True):
    """Somebody: `reachable` once they have begun a chat with the bot (None: nobody has tried yet), `chosen` once they
    have chosen a language. `tables`: where they sat down, the newest last."""

    id: int
    name: str = ""
    lang: Lang = "en"
    order: Order = "rank"
    reachable: bool | None = None
    tables: list[str] = []
    chosen: bool = False


class FinalLook(msgspec.Struct):
    """A message that is to look like this and then to be left alone: BT-18, of a round that is over its last play;
    without a text, to be deleted. It `began` at a number of the table."""

    began: int
    number: int
    text: str


class TableNote(msgspec.Struct, omit_defaults=True):
    """A table, where it is, and its messages, by Telegram's numbers. `html` are the lines of the message of this
    `round`, which `began` at one number of the table, up to number `seen`; `parts` are messages with what was told of
    the round before. `last` is the line to which it shrinks, and `over` says that the deal is. `people`: who joined
    from Telegram. `hands`: the message with each one's hand. `opened_by`: the number of the update that asked for it,
    which may come again. `key`: that of the link by which the chat watches."""

    id: str
    chat: int
    topic: int = 0
    lobby: int | None = None
    round: int | None = None
    began: int = 0
    over: bool = False
    html: list[str] = []
    last: str = ""
    seen: int = 0
    epoch: str = ""
    people: list[int] = []
    hands: dict[int, int] = {}
    finals: list[FinalLook] = []
    parts: list[FinalLook] = []
    open: bool = True
    opened_by: int = 0
    key: str = ""


class Notebook:
    """All notes, in memory, and written down when they change."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self.chats: dict[int, ChatNote] = {}
        self.people: dict[int, PersonNote] = {}
        self.tables: dict[str, TableNote] = {}

    async def read(self) -> None:
        """Read all notes. Raise `OtherVersion` if another version of the bot wrote them."""
        found = await self._notes.keep(f"{_PREFIX}version", str(_VERSION).encode())
        if found != str(_VERSION).encode():
            raise OtherVersion(_VERSION, found.decode(), REMEDY)
        for name, raw in await self._notes.under(_PREFIX):
            kind = name.removeprefix(_PREFIX).partition(" ")[0]
            if kind == "chat":
                chat = msgspec.json.decode(raw, type=ChatNote)
                self.chats[chat.id] = chat
            elif kind == "person":
                person = msgspec.json.decode(raw, type=PersonNote)
                self.people[person.id] = person
            elif kind == "table":
                table = msgspec.json.decode(raw, type=TableNote)
                self.tables[table.id] = table

    async def write(self, note: ChatNote | PersonNote | TableNote) -> None:
        """Writes one down."""
        kind = {ChatNote: "chat", PersonNote: "person", TableNote: "table"}[type(note)]
        await self._notes.write(f"{_PREFIX}{kind} {note.id}", msgspec.json.encode(note))

    async def forget(self, note: TableNote) -> None:
        """A table that is no more."""
        self.tables.pop(note.id, None)
        await self._notes.take(f"{_PREFIX}table {note.id}", 0)
