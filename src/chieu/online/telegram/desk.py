"""State of the bot: people, chats, the tables in them, and the notes stored about each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from telegram import User

from chieu.core.text.languages import Lang
from chieu.online.protocol import wire
from chieu.online.protocol.answers import Answer, Refused
from chieu.online.protocol.commands import AnyCommand
from chieu.online.protocol.texts import TEXTS
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.ports import Entropy, Notes, Unavailable
from chieu.online.service.service import NotAdmitted, TableService
from chieu.online.service.tokens import guest_of, linked_token
from chieu.online.table.seating import NotAdmittedCode
from chieu.online.telegram.lobby import Links
from chieu.online.telegram.notebook import ChatNote, Note, Notebook, PersonNote, TableNote, store_key
from chieu.online.telegram.outbox import Listener, Outbox
from chieu.online.telegram.pages import Button, Page, escaped, in_parts, unlinked
from chieu.online.telegram.room import Room
from chieu.online.telegram.texts import deal_teller, refusal, say, teller

_LOG: Final = logging.getLogger("chieu")
_TRIES: Final = 6
_RETRY_S: Final = 0.5
_TABLES_REMEMBERED: Final = 12  # per chat and per person
_IDLE_S: Final = 3600.0


class Origin(NamedTuple):
    """Origin of an update: its number, the user, the chat, and the topic (0 if the chat has none).

    `replies_to` is the message of the bot that a text answers, or 0.
    """

    number: int
    user: User
    chat: int
    topic: int = 0
    replies_to: int = 0


class Notice(NamedTuple):
    """Answer to a tap: a text (people close an `alert` themselves), a chat to open, or nothing."""

    text: str = ""
    alert: bool = False
    url: str = ""


class Desk(Listener):
    """The bot: turns updates into commands, and changes of tables into messages."""

    outbox: Outbox

    def __init__(self, service: TableService, notes: Notes, entropy: Entropy, key: bytes, page: str) -> None:
        self.service = service
        self.entropy = entropy
        self.page = page  # its public address, empty if there is none
        self.bot = ""  # its user name, once it is logged in
        self.book = Notebook(notes)
        self.rooms: dict[str, Room] = {}
        self._key = key
        self._dirty: dict[str, Note] = {}  # notes to save
        self._saving: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Read the notes and follow the open tables again."""
        await self.book.read()
        for note in list(self.book.tables.values()):
            if note.open:
                await self.room(note.id)

    async def close(self) -> None:
        for room in self.rooms.values():
            room.close()
        if self._saving is not None:
            await self._saving

    # People, chats and tables

    def guest(self, person: int) -> str:
        """PF-21: return the guest id of a Telegram user."""
        return guest_of(linked_token(self._key, telegram_identity(person)))

    def person(self, number: int) -> PersonNote:
        return self.book.people.setdefault(number, PersonNote(number))

    def chat(self, number: int) -> ChatNote:
        return self.book.chats.setdefault(number, ChatNote(number))

    def note_of(self, chat: int) -> ChatNote | PersonNote:
        """Return the note of a group, or of a person by their own chat."""
        return self.person(chat) if chat > 0 else self.chat(chat)

    def language(self, chat: int) -> Lang:
        return self.note_of(chat).lang

    def title(self, chat: int) -> str:
        return "" if chat > 0 else unlinked(self.chat(chat).title)

    def reachable(self, chat: int) -> bool:
        return self.note_of(chat).reachable is not False

    def links(self, table: str, key: str) -> Links:
        page = f"{self.page}/t/{table}" + (f"?key={key}" if key else "") if self.page else ""
        app = page if page.startswith("https://") else ""
        return Links(page, app, f"https://t.me/{self.bot}?start={table}")

    async def key_of(self, table: str) -> str:
        """PF-8: return the key of a table's link."""
        view = msgspec.json.decode(await self.service.view(table, None))
        return str(view["table"].get("key", ""))

    async def room(self, table: str) -> Room | None:
        """Follow a table of the notebook; return None if there is no such table."""
        note = self.book.tables.get(table)
        if note is None or table in self.rooms:
            return self.rooms.get(table)
        try:
            room = Room(self, note)
            self.rooms[table] = room
            await room.open()
        except NoSuchTable:
            await self._drop_table(note)
            return None
        except NotAdmitted as closed:
            await self.shut_out(note, closed.code)
            return None
        return room

    async def shut_out(self, note: TableNote, code: NotAdmittedCode) -> None:
        """PF-8: drop a table that is closed to a chat, and say why."""
        text = TEXTS[f"error.{code}"].say(self.language(note.chat))
        self.outbox.show(note.chat, f"{note.id} lobby", Page(escaped(text)), topic=note.topic)
        await self._drop_table(note)

    async def _drop_table(self, note: TableNote) -> None:
        room = self.rooms.pop(note.id, None)
        if room is not None:
            room.close()
        self._dirty.pop(store_key(note), None)
        await self.book.forget(note)

    def forget_idle(self) -> None:
        """Stop following tables that have been between deals for long. The next update about them resumes."""
        now = asyncio.get_running_loop().time()
        for table, room in list(self.rooms.items()):
            if room.quiet and now - room.used > _IDLE_S:
                room.close()
                del self.rooms[table]

    # Notes

    def save(self, note: Note) -> None:
        """Write a note in the background. Until the store can be reached, it is retried."""
        self._dirty[store_key(note)] = note
        if self._saving is None or self._saving.done():
            self._saving = asyncio.get_running_loop().create_task(self._save())

    async def _save(self) -> None:
        while self._dirty:
            _, note = self._dirty.popitem()
            try:
                await self.book.write(note)
            except Unavailable:
                self._dirty.setdefault(store_key(note), note)
                await asyncio.sleep(_RETRY_S)

    # Results of messages

    def sent(self, chat: int, slot: str, number: int) -> None:
        table, _, name = slot.partition(" ")
        if table in self.rooms:
            self.rooms[table].sent(chat, name, number)

    def settled(self, chat: int, slot: str) -> None:
        table, _, name = slot.partition(" ")
        if table in self.rooms:
            self.rooms[table].settled(chat, name)
        elif table == "note":
            self.outbox.drop(chat, slot)

    def reach(self, chat: int, reachable: bool) -> None:
        """Note whether the bot may write to a chat."""
        note = self.note_of(chat)
        if note.reachable != reachable:
            note.reachable = reachable
            self.save(note)
            if chat < 0 and not reachable:
                self.outbox.forget(chat)
                self._forget_messages(chat, chat)
            for room in self.rooms.values():
                if room.note.chat == chat or chat in room.followers:
                    room.touch()

    def move(self, chat: int, to: int) -> None:
        """Move a group's tables to the supergroup that it became. They are shown there in new messages."""
        before = self.book.chats.pop(chat, None)
        if before is None:
            return
        since = self.chat(to).tables
        self.book.chats[to] = ChatNote(to, before.lang, before.title, [*before.tables, *since])
        self.save(self.book.chats[to])
        self._forget_messages(chat, to)
        self.outbox.move(chat, to)

    def _forget_messages(self, chat: int, to: int) -> None:
        """Forget a group's messages, which cannot be edited any more. Its tables are shown in chat `to`."""
        for note in self.book.tables.values():
            if note.chat == chat:
                note.chat = to
                note.lobby, note.narration, note.finals, note.parts, note.statuses = None, None, [], [], {}
                if note.entry is not None:
                    note.entry.number = None
                self.save(note)
                if (room := self.rooms.get(note.id)) is not None:
                    room.touch()

    # For the handlers of messages and buttons

    def note(self, origin: Origin, text: str, buttons: tuple[tuple[Button, ...], ...] = ()) -> None:
        """Send a message that is never edited."""
        self.outbox.show(origin.chat, f"note {origin.number}", Page(escaped(text), buttons), topic=origin.topic)

    def reply(self, origin: Origin, slot: str, page: Page, again: bool = True) -> None:
        """Show a page at the end of the chat and delete the slot's previous message, or edit that one."""
        self.outbox.show(origin.chat, reply_slot(origin, slot), page, again=again, topic=origin.topic)

    def tell(self, origin: Origin, slot: str, lines: Sequence[str]) -> None:
        """Reply with lines, in as many messages as they take."""
        for number, text in enumerate(in_parts(lines)):
            self.reply(origin, f"{slot} {number}", Page(text))

    def lang(self, origin: Origin) -> Lang:
        return self.language(origin.chat)

    def add_table(self, chat: int, table: str) -> None:
        """Note a table as the newest of a group, or of a person who sat down at it."""
        note = self.note_of(chat)
        note.tables = [*(other for other in note.tables if other != table), table][-_TABLES_REMEMBERED:]
        self.save(note)

    def tables_of(self, person: int) -> list[str]:
        """Return the tables at which a person sat down, the newest first."""
        return [table for table in reversed(self.person(person).tables) if table in self.book.tables]

    async def room_of(self, origin: Origin, real: bool = False) -> Room | None:
        """Return the table that a command is about; if there is none, say so in the chat and return None.

        `real`: only an open table with real cards will do, and nothing is said without one.

        In a group: open tables first, then those of the topic, then those at which the person sits, then the newest.
        In a person's own chat: their newest table, unless they were removed from it (PF-8).
        """
        if origin.chat < 0:
            tables = [table for table in reversed(self.chat(origin.chat).tables) if table in self.book.tables]
            notes = self.book.tables
            tables.sort(key=lambda table: origin.user.id not in notes[table].people)
            tables.sort(key=lambda table: (not notes[table].open, notes[table].topic != origin.topic))
        else:
            tables = self.tables_of(origin.user.id)
            tables.sort(key=lambda table: not self.book.tables[table].open)
        for table in tables:
            room = await self.room(table)
            fits = room is not None and (not real or (room.real is not None and room.note.open))
            if room is not None and fits and (origin.chat < 0 or await self.knows(room, origin.user.id)):
                return room
        if real:
            return None
        self.note(origin, say("no_table_here" if origin.chat < 0 else "no_table", self.lang(origin)))
        return None

    def explain(self, answer: Answer | None, room: Room, person: int) -> str:
        """Explain an answer other than `Done` to a person; None: the service was unavailable."""
        lang, mirror = self.person(person).lang, room.follower(person).mirror
        if isinstance(answer, Refused):  # the table speaks of chairs, the game of seats
            around = answer.rule.startswith("PF") or mirror.deal is None
            phraser = teller(mirror.table, lang) if around else deal_teller(mirror, lang)
            sheet = mirror.table.sheet if around or mirror.deal is None else mirror.deal.sheet
            return refusal(answer, phraser, sheet)
        return say("unavailable" if answer is None else "stale", lang)

    def set_language(self, origin: Origin, lang: Lang) -> None:
        """Set the language of a group, or of a person in their own chat."""
        note = self.note_of(origin.chat)
        note.lang = lang
        if isinstance(note, PersonNote):
            note.chosen = True
        self.save(note)
        self.reply(origin, "language", Page(escaped(say("language_set", lang))), again=False)
        for room in self.rooms.values():
            room.touch()

    async def do(self, room: Room, origin: Origin, command: AnyCommand) -> Answer | None:
        """Send a person's command to the table service, with retries; return None if it stays unavailable.

        The command's id is an idempotency key derived from the update, so an update that comes again has no effect.
        Parts of a command can come from button data, so it must meet the bounds of the wire, as a client's must.
        """
        mirror = room.watcher.mirror
        try:
            wire.read(mirror.game if mirror.seq else None, wire.write(command))
        except wire.BadMessage as bad:
            return Refused(command.id, bad.code, params={"detail": bad.detail})
        for _ in range(_TRIES):
            try:
                return await self.service.do(room.note.id, self.guest(origin.user.id), command)
            except Unavailable:
                await asyncio.sleep(_RETRY_S)
        return None

    async def knows(self, room: Room, person: int) -> bool:
        return await self.service.knows(room.note.id, self.guest(person))

    def guests_of(self, room: Room) -> list[str]:
        """Return everybody who joined a table from its chat, even if they have left."""
        joined = {person.id for person in self.book.people.values() if room.note.id in person.tables}
        return [self.guest(person) for person in joined.union(room.note.people)]


def telegram_identity(person: int) -> str:
    """Return the identity from which a Telegram user's guest token is derived."""
    return f"telegram {person}"


def command_id(origin: Origin, suffix: str = "") -> str:
    """PF-30: return the idempotency key of a command, derived from its update."""
    return f"telegram {origin.number} {suffix}".strip()


def reply_slot(origin: Origin, slot: str) -> str:
    """Return the name of a slot for replies: each topic has its own."""
    return f"{slot} in {origin.topic}" if origin.topic else slot


def name_of(user: User) -> str:
    """Return a user's name at tables."""
    return (user.full_name or user.username or str(user.id))[:200]
