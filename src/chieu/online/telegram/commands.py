"""Handlers of messages: commands, and moves in words or by their cards."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from telegram import Message

from chieu.core.text.choices import Choices
from chieu.core.text.hand_order import ORDERS
from chieu.core.text.languages import LANGS
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done
from chieu.online.protocol.texts import TEXTS
from chieu.online.telegram import hand, lobby
from chieu.online.telegram.desk import Desk, Said, command_id
from chieu.online.telegram.following import Follower
from chieu.online.telegram.opening import Openings, table_in
from chieu.online.telegram.pages import Button, Page, escaped, in_parts, unlinked
from chieu.online.telegram.room import Room
from chieu.online.telegram.taps import leave, show_rules
from chieu.online.telegram.texts import say
from chieu.online.telegram.wording import teller


class Commands:
    """Handlers of commands such as `/play big2` and of other text."""

    def __init__(self, desk: Desk, openings: Openings) -> None:
        self._desk = desk
        self._openings = openings

    async def handle(self, said: Said, message: Message) -> None:
        """Handle a message. In a group, only commands are read."""
        text = (message.text or "").strip()
        if not text.startswith("/"):
            if said.chat > 0:
                await self.typed(said, text)
            return
        word, _, rest = text[1:].partition(" ")
        name, _, addressed = word.partition("@")
        if addressed and addressed.casefold() != self._desk.place.bot.casefold():
            return
        command = self._commands().get(name.casefold())
        if command is not None:
            await command(said, rest.strip())

    def _commands(self) -> dict[str, Callable[[Said, str], Coroutine[Any, Any, None]]]:
        return {
            "start": self._start,
            "help": self._start,
            "play": self._play,
            "hand": self._hand,
            "sort": self._sort,
            "status": self._status,
            "pass": self._pass,
            "end": self._end,
            "rules": self._rules,
            "ledger": self._ledger,
            "language": self._language,
        }

    # Commands

    async def _start(self, said: Said, rest: str) -> None:
        """Greet somebody, or show their hand; `/start TABLE` comes from the link of a table."""
        if said.chat < 0:
            self._desk.reply(said, "picker", lobby.picker(self._openings.games, self._desk.lang(said)))
            return
        self._desk.reach(said.chat, True)
        room = await self._desk.room(rest) if rest in self._desk.book.tables else None
        if room is not None and said.user.id not in room.followers and await self._desk.knows(room, said.user.id):
            await room.follow(said.user.id)
        if not (room is not None and room.show_hand_again(said.user.id)) and not await self._hands(said):
            self._desk.note(said, say("welcome", self._desk.lang(said), name=unlinked(said.user.full_name)))

    async def _play(self, said: Said, rest: str) -> None:
        """Open a table by game, rules, link or code; show the list of games; or make a move."""
        if not rest:
            if said.chat > 0 and await self._hands(said):
                return
            self._desk.reply(said, "picker", lobby.picker(self._openings.games, self._desk.lang(said)))
            return
        wanted = self._openings.wanted(rest)
        if wanted is not None:
            await self._openings.open(said, *wanted)
        elif (table := table_in(rest)) is not None:
            await self._openings.bring(said, *table)
        elif said.chat < 0 and await self._deal_of(said) is None:  # neither a game nor a move
            self._desk.note(said, say("unknown_game", self._desk.lang(said), games=", ".join(self._openings.games)))
        else:
            await self.typed(said, rest)

    async def _hand(self, said: Said, rest: str) -> None:
        del rest
        if not await self._hands(said):
            self._desk.note(said, say("no_table_here" if said.chat < 0 else "no_table", self._desk.lang(said)))
        elif said.chat < 0:
            self._desk.note(said, say("in_private", self._desk.lang(said)))

    async def _hands(self, said: Said) -> bool:
        """Send a person's hands to their own chat, or their newest table if nothing is dealt.

        Return False if they have no seat.
        """
        rooms = [await self._desk.room(table) for table in self._desk.tables_of(said.user.id)]
        theirs = [room for room in rooms if room is not None and room.note.open and room.seats(said.user.id)]
        for room in [room for room in theirs if not room.quiet] or theirs[:1]:
            room.show_hand_again(said.user.id)
        return bool(theirs)

    async def _sort(self, said: Said, rest: str) -> None:
        person = self._desk.person(said.user.id)
        wanted = rest.casefold()
        person.order = wanted if wanted in ORDERS else hand.next_order(person)  # type: ignore[assignment]
        self._desk.save(person)
        for room in self._desk.rooms.values():
            if said.user.id in room.followers:
                room.touch()
        self._desk.note(said, say("sorted", self._desk.lang(said)))

    async def _status(self, said: Said, rest: str) -> None:
        del rest
        room = await self._desk.room_of(said)
        if room is None:
            return
        page = room.status(said.user.id if said.chat > 0 else None, self._desk.lang(said))
        self._desk.tell(said, f"{room.note.id} status", page.text.split("\n"))

    async def _pass(self, said: Said, rest: str) -> None:
        del rest
        await self.typed(said, "pass")

    async def _end(self, said: Said, rest: str) -> None:
        """Close the table if the host asks between deals; otherwise leave it."""
        del rest
        room = await self._desk.room_of(said)
        if room is None:
            return
        follower = room.followers.get(said.user.id)
        table = room.watcher.mirror.table
        if follower is not None and follower.mirror.you.member == table.host and table.phase == "between":
            self._roll_up(room)
            return
        await leave(self._desk, said, room)

    def _roll_up(self, room: Room) -> None:
        """Close a table in its chat. The last message is its ledger."""
        note, lang = room.note, self._desk.language(room.note.chat)
        *parts, last = in_parts(
            [*lobby.ledger(room.game, room.watcher.mirror.table, lang), "", escaped(say("ended", lang))]
        )
        for number, text in enumerate(parts):
            name = f"{note.id} ledger {number}"
            self._desk.outbox.show(note.chat, name, Page(text), again=True, topic=note.topic)
        self._desk.outbox.show(note.chat, f"{note.id} lobby", Page(last), again=True, topic=note.topic)
        room.roll_up()

    async def _rules(self, said: Said, rest: str) -> None:
        del rest
        if (room := await self._desk.room_of(said)) is not None:
            show_rules(self._desk, said, room)

    async def _ledger(self, said: Said, rest: str) -> None:
        del rest
        if (room := await self._desk.room_of(said)) is not None:
            lines = lobby.ledger(room.game, room.watcher.mirror.table, self._desk.lang(said))
            self._desk.tell(said, f"{room.note.id} ledger", lines)

    async def _language(self, said: Said, rest: str) -> None:
        if rest in LANGS:
            self._desk.set_language(said, rest)
            return
        buttons = tuple((Button(say("language", lang), f"l:{lang}"),) for lang in LANGS)
        text = " / ".join(say("choose_language", lang) for lang in LANGS)
        self._desk.reply(said, "language", Page(escaped(text), buttons))

    # Moves

    async def typed(self, said: Said, text: str) -> None:
        """Make a move given in words or by its cards, as in `chieu play`."""
        playing = await self._deal_of(said)
        if playing is None:
            sits = any(self._desk.book.tables[table].open for table in self._desk.tables_of(said.user.id))
            lang = self._desk.lang(said)
            self._desk.note(said, TEXTS["error.no_deal"].say(lang) if sits else say("no_table", lang))
            return
        room, follower = playing
        deal, lang = follower.mirror.deal, self._desk.person(said.user.id).lang
        assert deal is not None
        phraser = teller(room.game, follower.mirror.table, lang).at(deal.view)
        meant = Choices(room.game, phraser, deal.legal).meant(text[:200])
        if len(meant) > 1:
            choices = [Button(phraser.action(action)[:60], hand.act_data(follower, action)) for action in meant[:8]]
            self._desk.note(said, say("you_may", lang), tuple((button,) for button in choices))
        elif meant:
            answer = await self._desk.do(
                room, said, commands.Act(id=command_id(said), seq=follower.mirror.seq, action=meant[0])
            )
            if not isinstance(answer, Done):
                self._desk.note(said, self._desk.explain(answer, room, follower, lang))
        else:
            self._desk.note(said, say("unclear", lang, text=unlinked(text[:60])))

    async def _deal_of(self, said: Said) -> tuple[Room, Follower] | None:
        """Return the deal that a move is for. Deals of this chat, and where the person is to act, come first."""
        deals: list[tuple[bool, bool, int, Room, Follower]] = []
        for table in self._desk.tables_of(said.user.id):
            room = await self._desk.room(table)
            follower = None if room is None else room.followers.get(said.user.id)
            if room is None or follower is None or follower.mirror.deal is None or follower.seat is None:
                continue
            elsewhere = said.chat < 0 and room.note.chat != said.chat
            deals.append((elsewhere, not follower.to_act, len(deals), room, follower))
        return min(deals)[3:] if deals else None
