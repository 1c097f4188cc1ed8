"""Notes that survive a restart of the bot: one per chat, person and table.

They are in the same store as the tables. They hold no card that is hidden from anybody.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from chieu.core.codec import OtherVersion
from chieu.core.scoring.draft import Draft
from chieu.core.scoring.form import Form
from chieu.core.text.hand_order import Order
from chieu.core.text.languages import Lang
from chieu.online.service.ports import Notes
from chieu.online.storage.sqlite.schema import REMEDY

Note: TypeAlias = "ChatNote | PersonNote | TableNote"
_PREFIX: Final = "telegram "
_VERSION: Final = 1


class ChatNote(msgspec.Struct, omit_defaults=True):
    """A group. `tables` are ordered by age, the newest last."""

    id: int
    lang: Lang = "en"
    title: str = ""
    tables: list[str] = []
    reachable: bool = True


class PersonNote(msgspec.Struct, omit_defaults=True):
    """A person. `tables` are those at which they sat down, the newest last.

    `reachable`: the bot may write to them (None: not tried yet). `chosen`: they have chosen a language.
    """

    id: int
    name: str = ""
    lang: Lang = "en"
    order: Order = "rank"
    reachable: bool | None = None
    tables: list[str] = []
    chosen: bool = False


class FinalLook(msgspec.Struct):
    """The final text of a message (empty: delete it). `number` is Telegram's, None until it is sent.

    RT-5: if it is the result of an entered `deal`, it has buttons to correct it.
    """

    slot: str
    number: int | None
    text: str
    deal: int = 0


class EntryNote(msgspec.Struct, omit_defaults=True):
    """RT-3: a deal that is being entered, in a message of its own.

    `drafts` has the draft after each answer, `cards` the ranks tapped so far for the open question. `corrects`: it
    replaces the entry of that deal. `update` is the last update that changed it, `sent_by` the update whose command is
    under way, or 0.
    """

    deal: int
    game: str
    sheet: str
    chairs: tuple[int, ...]
    members: tuple[int, ...]
    form: Form
    drafts: list[Draft]
    slot: str
    corrects: bool = False
    sent_by: int = 0
    cards: list[str] = []
    problem: str = ""
    update: int = 0
    number: int | None = None


class TableNote(msgspec.Struct, omit_defaults=True):
    """A table in its chat. Messages are given by Telegram's numbers.

    `narration` is the message that tells the current round, in lines `html`. It `began` at a sequence number of the
    table, and the round at `cleared`; everything up to `seen` is told. `parts` are earlier messages of the same round.
    `past` are the lines of the deal's past rounds, which are shown when the deal is `over` (BT-18). `statuses` are
    answers to `/status`, by chat. `people` joined from Telegram; `hands` are the messages with their hands. `opened_by`
    is the update that opened the table, which may come again. `key` is that of the link by which the chat watches.
    `entry` is the deal that is being entered, at a table with real cards.
    """

    id: str
    chat: int
    topic: int = 0
    lobby: int | None = None
    narration: int | None = None
    began: int = 0
    cleared: int = 0
    over: bool = False
    html: list[str] = []
    past: list[str] = []
    statuses: dict[int, int | None] = {}
    seen: int = 0
    epoch: str = ""
    people: list[int] = []
    hands: dict[int, int] = {}
    finals: list[FinalLook] = []
    parts: list[FinalLook] = []
    open: bool = True
    opened_by: int = 0
    key: str = ""
    entry: EntryNote | None = None


class Notebook:
    """All notes, in memory. The caller writes those that change."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self.chats: dict[int, ChatNote] = {}
        self.people: dict[int, PersonNote] = {}
        self.tables: dict[str, TableNote] = {}

    async def read(self) -> None:
        """Read all notes. Raise `OtherVersion` if another version of the bot wrote them."""
        version = await self._notes.keep(f"{_PREFIX}version", str(_VERSION).encode())
        if version != str(_VERSION).encode():
            raise OtherVersion(_VERSION, version.decode(), REMEDY)
        for name, raw in await self._notes.under(_PREFIX):
            kind, _, number = name.removeprefix(_PREFIX).partition(" ")
            if kind == "chat":
                self.chats[int(number)] = msgspec.json.decode(raw, type=ChatNote)
            elif kind == "person":
                self.people[int(number)] = msgspec.json.decode(raw, type=PersonNote)
            elif kind == "table":
                self.tables[number] = msgspec.json.decode(raw, type=TableNote)

    async def write(self, note: Note) -> None:
        await self._notes.write(store_key(note), msgspec.json.encode(note))

    async def forget(self, note: TableNote) -> None:
        self.tables.pop(note.id, None)
        await self._notes.take(store_key(note), 0)


def store_key(note: Note) -> str:
    """Return the key of a note in the store."""
    kind = {ChatNote: "chat", PersonNote: "person", TableNote: "table"}[type(note)]
    return f"{_PREFIX}{kind} {note.id}"
