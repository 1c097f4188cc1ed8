"""What the bot knows and has at hand: people, chats, the tables in them, and what it remembers of each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from telegram import User

from chieu.core.text.languages import Lang
from chieu.online.protocol.answers import Answer, Refused
from chieu.online.protocol.commands import AnyCommand
from chieu.online.protocol.texts import TEXTS
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.ports import Entropy, Notes, Unavailable
from chieu.online.service.service import OldLink, TableService
from chieu.online.service.tokens import guest_of, linked_token
from chieu.online.telegram.following import Follower
from chieu.online.telegram.lobby import Links
from chieu.online.telegram.notebook import ChatNote, Notebook, PersonNote, TableNote
from chieu.online.telegram.outbox import Listener, Outbox
from chieu.online.telegram.pages import Button, Page, escaped, in_parts, unlinked
from chieu.online.telegram.room import Room
from chieu.online.telegram.texts import say
from chieu.online.telegram.wording import refusal, teller

_LOG: Final = logging.getLogger("chieu")
_TRIES: Final = 6
_TRY_AGAIN_S: Final = 0.5
TABLES_REMEMBERED: Final = 12  # of a chat
_IDLE_S: Final = 3600.0


class Place(NamedTuple):
    """Where the house is: the address of its page, if it has one that others can open, and what the bot is called."""

    page: str = ""
    bot: str = ""


class Said(NamedTuple):
    """What somebody did: the number of the update, who, in which chat, and where that has topics in which one."""

    number: int
    user: User
    chat: int
    topic: int = 0


class Desk(Listener):
    """The bot, from updates to commands and from tables to messages."""

    outbox: Outbox

    def __init__(self, house: TableService, notes: Notes, entropy: Entropy, key: bytes, place: Place) -> None:
        self.house = house
        self.entropy = entropy
        self.place = place
        self.book = Notebook(notes)
        self.rooms: dict[str, Room] = {}
        self._key = key
        self._dirty: dict[tuple[str, int | str], ChatNote | PersonNote | TableNote] = {}
        self._saving: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Goes on where the bot left off."""
        await self.book.read()
        for note in list(self.book.tables.values()):
            if note.open:
                await self.room(note.id)

    async def close(self) -> None:
        for room in self.rooms.values():
            room.close()
        if self._saving is not None:
            await self._saving

    # Who and where

    def guest(self, person: int) -> str:
        """PF-21: who somebody from Telegram is to the house."""
        return guest_of(self.token(person))

    def token(self, person: int) -> str:
        """The token of the guest that somebody from Telegram is."""
        return linked_token(self._key, telegram_identity(person))

    def person(self, number: int) -> PersonNote:
        return self.book.people.setdefault(number, PersonNote(number))

    def chat(self, number: int) -> ChatNote:
        return self.book.chats.setdefault(number, ChatNote(number))

    def language(self, chat: int) -> Lang:
        return self.person(chat).lang if chat > 0 else self.chat(chat).lang

    def title(self, chat: int) -> str:
        return "" if chat > 0 else unlinked(self.chat(chat).title)

    def reachable(self, chat: int) -> bool:
        return self.person(chat).reachable is not False if chat > 0 else self.chat(chat).reachable

    def links(self, table: str, key: str) -> Links:
        page = f"{self.place.page}/t/{table}" + (f"?key={key}" if key else "") if self.place.page else ""
        app = page if page.startswith("https://") else ""
        return Links(page, app, f"https://t.me/{self.place.bot}?start={table}")

    async def key_of(self, table: str) -> str:
        """PF-8: the key of a table's link."""
        return _key_only.decode(await self.house.view(table, None)).table.key

    async def room(self, table: str) -> Room | None:
        """A table of the notebook, followed from now on; None if there is none."""
        note = self.book.tables.get(table)
        if note is None or table in self.rooms:
            return self.rooms.get(table)
        try:
            room = Room(self, await self.house.game(table), note)
            self.rooms[table] = room
            await room.open()
        except NoSuchTable:
            await self._gone(note)
            return None
        except OldLink:
            await self.shut_out(note)
            return None
        return room

    async def shut_out(self, note: TableNote) -> None:
        """PF-8: a table's link was renewed, and its chat only had the old one."""
        said = TEXTS["error.old_link"].say(self.language(note.chat))
        self.outbox.show(note.chat, f"{note.id} lobby", Page(escaped(said)), topic=note.topic)
        await self._gone(note)

    async def _gone(self, note: TableNote) -> None:
        room = self.rooms.pop(note.id, None)
        if room is not None:
            room.close()
        self._dirty.pop(_key(note), None)
        await self.book.forget(note)

    def forget_idle(self) -> None:
        """Tables between deals that nobody has touched for long are followed no more, until somebody does."""
        now = asyncio.get_running_loop().time()
        for table, room in list(self.rooms.items()):
            if room.quiet and now - room.used > _IDLE_S:
                room.close()
                del self.rooms[table]

    # Notes

    def save(self, note: ChatNote | PersonNote | TableNote) -> None:
        """Has a note written down, soon."""
        self._dirty[_key(note)] = note
        if self._saving is None or self._saving.done():
            self._saving = asyncio.get_running_loop().create_task(self._save())

    async def _save(self) -> None:
        while self._dirty:
            _, note = self._dirty.popitem()
            try:
                await self.book.write(note)
            except Unavailable:
                self._dirty.setdefault(_key(note), note)
                await asyncio.sleep(_TRY_AGAIN_S)

    # What became of messages

    async def sent(self, chat: int, slot: str, number: int) -> None:
        room, what = self._of_slot(slot)
        if room is not None:
            room.sent(chat, what, number)

    async def settled(self, chat: int, slot: str) -> None:
        room, what = self._of_slot(slot)
        if room is not None:
            room.settled(chat, what)
        elif slot.startswith("note "):
            self.outbox.drop(chat, slot)

    async def reached(self, chat: int) -> None:
        self.reach(chat, True)

    async def unreachable(self, chat: int) -> None:
        self.reach(chat, False)

    async def moved(self, chat: int, to: int) -> None:
        self.move(chat, to)

    def _of_slot(self, slot: str) -> tuple[Room | None, str]:
        table, _, what = slot.partition(" ")
        return self.rooms.get(table), what

    def reach(self, chat: int, reachable: bool) -> None:
        note: ChatNote | PersonNote = self.person(chat) if chat > 0 else self.chat(chat)
        if note.reachable != reachable:
            note.reachable = reachable
            self.save(note)
            if chat < 0 and not reachable:
                self._forget_messages(chat)
            for room in self.rooms.values():
                if room.note.chat == chat or chat in room.followers:
                    room.touch()

    def move(self, chat: int, to: int) -> None:
        """A group became a supergroup: everything of it is there now, in new messages."""
        before = self.book.chats.pop(chat, None)
        if before is None:
            return
        since = self.chat(to).tables
        self.book.chats[to] = ChatNote(to, before.lang, before.title, [*before.tables, *since])
        self.save(self.book.chats[to])
        self._forget_messages(chat, to)
        self.outbox.move(chat, to)

    def _forget_messages(self, chat: int, to: int | None = None) -> None:
        """What a group had of its tables is out of reach; when they are told of again it is in new messages, and
        perhaps in another chat."""
        if to is None:
            self.outbox.forget(chat)
        for note in self.book.tables.values():
            if note.chat == chat:
                note.chat = chat if to is None else to
                note.lobby, note.round, note.finals, note.parts = None, None, [], []
                self.save(note)
                if (room := self.rooms.get(note.id)) is not None:
                    room.touch()

    # What commands and taps need

    def note(self, said: Said, text: str, buttons: tuple[tuple[Button, ...], ...] = ()) -> None:
        """Says something once."""
        self.outbox.show(said.chat, f"note {said.number}", Page(escaped(text), buttons), topic=said.topic)

    def reply(self, said: Said, what: str, page: Page) -> None:
        """Shows what was asked for, at the end of the chat; what was shown of it before goes."""
        self.outbox.show(said.chat, reply_slot(said, what), page, again=True, topic=said.topic)

    def tell(self, said: Said, what: str, lines: Sequence[str]) -> None:
        """The same of what may take more than one message."""
        for number, text in enumerate(in_parts(lines)):
            self.reply(said, f"{what} {number}", Page(text))

    def lang(self, said: Said) -> Lang:
        return self.language(said.chat)

    def sits(self, person: int, table: str) -> None:
        note = self.person(person)
        note.tables = [*(one for one in note.tables if one != table), table][-TABLES_REMEMBERED:]
        self.save(note)

    def tables_of(self, person: int) -> list[str]:
        """Where somebody sits, the newest first."""
        return [table for table in reversed(self.person(person).tables) if table in self.book.tables]

    async def room_of(self, said: Said) -> Room | None:
        """The table that somebody means: in a group its newest, those of the topic first, and among them the one they
        sit at; else their own newest, unless they were removed from it (PF-8)."""
        if said.chat < 0:
            here = [one for one in reversed(self.chat(said.chat).tables) if one in self.book.tables]
            notes = self.book.tables
            here.sort(key=lambda table: said.user.id not in notes[table].people)
            here.sort(key=lambda table: (not notes[table].open, notes[table].topic != said.topic))
        else:
            here = self.tables_of(said.user.id)
            here.sort(key=lambda table: not self.book.tables[table].open)
        for table in here:
            room = await self.room(table)
            if room is not None and (said.chat < 0 or await self.knows(room, said.user.id)):
                return room
        self.note(said, say("no_table_here" if said.chat < 0 else "no_table", self.lang(said)))
        return None

    def why(self, answer: Answer | None, room: Room, follower: Follower, lang: Lang) -> str:
        if isinstance(answer, Refused):
            return refusal(answer, teller(room.game, follower.mirror.table, lang), follower.mirror)
        return say("unavailable" if answer is None else "stale", lang)

    def speak(self, said: Said, lang: Lang) -> None:
        if said.chat > 0:
            person = self.person(said.chat)
            person.lang, person.chosen = lang, True
            self.save(person)
        else:
            self.chat(said.chat).lang = lang
            self.save(self.chat(said.chat))
        done = Page(escaped(say("language_set", lang)))
        self.outbox.show(said.chat, reply_slot(said, "language"), done, topic=said.topic)
        for room in self.rooms.values():
            room.touch()

    async def do(self, room: Room, said: Said, command: AnyCommand) -> Answer | None:
        """A command of somebody's; None if the house cannot be reached for long. Its id follows from the update, so
        that what is sent again is done once."""
        for _ in range(_TRIES):
            try:
                return await self.house.do(room.note.id, self.guest(said.user.id), command)
            except Unavailable:
                await asyncio.sleep(_TRY_AGAIN_S)
        return None

    async def knows(self, room: Room, person: int) -> bool:
        return await self.house.knows(room.note.id, self.guest(person))

    async def has_members(self, room: Room) -> bool:
        """Whether somebody who came to a table from its chat is a member of it, be it that they have left."""
        came = {one.id for one in self.book.people.values() if room.note.id in one.tables}
        for person in came.union(room.note.people):
            if await self.knows(room, person):
                return True
        return False


class _Key(msgspec.Struct):
    class Table(msgspec.Struct):
        """The part of a table that opens its link."""

        key: str = ""

    table: Table


_key_only: Final = msgspec.json.Decoder(_Key)


def _key(note: ChatNote | PersonNote | TableNote) -> tuple[str, int | str]:
    """By which a note waits to be saved."""
    return type(note).__name__, note.id


def telegram_identity(person: int) -> str:
    """Who somebody from Telegram is, for a token that is always theirs."""
    return f"telegram {person}"


def command_id(said: Said, what: str = "") -> str:
    """PF-30: the id of the command that an update leads to."""
    return f"telegram {said.number} {what}".strip()


def reply_slot(said: Said, what: str) -> str:
    """The message in which something is shown that was asked for: each topic has its own."""
    return f"{what} in {said.topic}" if said.topic else what


def name_of(user: User) -> str:
    """What somebody is called at a table."""
    return (user.full_name or user.username or str(user.id))[:200]
