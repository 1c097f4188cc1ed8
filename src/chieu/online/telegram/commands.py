"""Handlers of messages: commands, and moves in words or by their cards."""

from __future__ import annotations

from typing import Final

from chieu.core.text.choices import Choices
from chieu.core.text.hand_order import ORDERS
from chieu.core.text.languages import LANGS
from chieu.games import load
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Done
from chieu.online.protocol.texts import TEXTS
from chieu.online.telegram import hand, lobby
from chieu.online.telegram.desk import Desk, Origin, command_id
from chieu.online.telegram.following import Follower
from chieu.online.telegram.odds import OddsReplies
from chieu.online.telegram.opening import Openings, table_in
from chieu.online.telegram.pages import Button, Page, escaped, in_parts, unlinked
from chieu.online.telegram.real import Scorekeeper
from chieu.online.telegram.room import Room
from chieu.online.telegram.taps import leave, show_rules
from chieu.online.telegram.texts import deal_teller, say

_ABOUT_A_TABLE: Final = ("status", "end", "rules", "game", "ledger")


class Commands:
    """Handlers of commands such as `/play big2` and of other text."""

    def __init__(self, desk: Desk, openings: Openings, odds: OddsReplies, scorekeeper: Scorekeeper) -> None:
        self._desk = desk
        self._openings = openings
        self._odds_replies = odds
        self._scorekeeper = scorekeeper

    async def handle(self, origin: Origin, text: str) -> None:
        """Handle a message. In a group, only commands and replies to the bot are read."""
        if not text.startswith("/"):
            if origin.replies_to and await self._scorekeeper.handle_reply(origin, text):
                return
            if origin.chat > 0:
                await self.typed(origin, text)
            return
        word, _, rest = text[1:].partition(" ")
        name, _, addressed = word.partition("@")
        if addressed and addressed.casefold() != self._desk.bot.casefold():
            return
        name, rest = name.casefold(), rest.strip()
        if name in ("start", "help"):
            await self._start(origin, rest)
        elif name == "play":
            await self._play(origin, rest)
        elif name == "score":
            await self._scorekeeper.score(origin, rest)
        elif name == "hand":
            await self._hand(origin)
        elif name == "sort":
            self._sort(origin, rest)
        elif name == "language":
            self._language(origin, rest)
        elif name == "odds":
            await self._odds(origin, rest)
        elif name == "pass":
            await self.typed(origin, "pass")
        elif name in _ABOUT_A_TABLE and (room := await self._desk.room_of(origin)) is not None:
            await self._about(origin, room, name)

    # Commands

    async def _start(self, origin: Origin, rest: str) -> None:
        """Greet somebody, or show their hand; `/start TABLE` comes from the link of a table."""
        if origin.chat < 0:
            self._desk.reply(origin, "picker", lobby.picker(self._openings.games, self._desk.lang(origin)))
            return
        self._desk.reach(origin.chat, True)
        room = await self._desk.room(rest) if rest in self._desk.book.tables else None
        if room is not None and origin.user.id not in room.followers and await self._desk.knows(room, origin.user.id):
            await room.follow(origin.user.id)
        if not (room is not None and room.show_hand_again(origin.user.id)) and not await self._hands(origin):
            self._desk.note(origin, say("welcome", self._desk.lang(origin), name=unlinked(origin.user.full_name)))

    async def _play(self, origin: Origin, rest: str) -> None:
        """Open a table by game, rules, link or code; show the list of games; or make a move."""
        if not rest:
            if origin.chat > 0 and await self._hands(origin):
                return
            self._desk.reply(origin, "picker", lobby.picker(self._openings.games, self._desk.lang(origin)))
            return
        game_and_sheet = self._openings.wanted(rest)
        if game_and_sheet is not None:
            await self._openings.open(origin, *game_and_sheet)
        elif (table := table_in(rest)) is not None:
            await self._openings.bring(origin, *table)
        elif origin.chat < 0 and await self._deal_of(origin) is None:  # neither a game nor a move
            self._desk.note(origin, say("unknown_game", self._desk.lang(origin), games=", ".join(self._openings.games)))
        else:
            await self.typed(origin, rest)

    async def _hand(self, origin: Origin) -> None:
        if not await self._hands(origin):
            self._desk.note(origin, say("no_table_here" if origin.chat < 0 else "no_table", self._desk.lang(origin)))
        elif origin.chat < 0:
            self._desk.note(origin, say("in_private", self._desk.lang(origin)))

    async def _hands(self, origin: Origin) -> bool:
        """Send a person's hands to their own chat, or their newest table if nothing is dealt.

        Return False if they have no seat.
        """
        rooms = [await self._desk.room(table) for table in self._desk.tables_of(origin.user.id)]
        seated = [room for room in rooms if room is not None and room.note.open and room.seats(origin.user.id)]
        for room in [room for room in seated if not room.quiet] or seated[:1]:
            room.show_hand_again(origin.user.id)
        return bool(seated)

    def _sort(self, origin: Origin, rest: str) -> None:
        person = self._desk.person(origin.user.id)
        order = rest.casefold()
        person.order = order if order in ORDERS else hand.next_order(person)  # type: ignore[assignment]
        self._desk.save(person)
        for room in self._desk.rooms.values():
            if origin.user.id in room.followers:
                room.touch()
        self._desk.note(origin, say("sorted", self._desk.lang(origin)))

    async def _about(self, origin: Origin, room: Room, name: str) -> None:
        """Handle the commands about a table."""
        if name == "status":
            person = origin.user.id if origin.chat > 0 else None
            room.show_status(origin.chat, origin.topic, person, self._desk.lang(origin))
        elif name == "ledger":
            lines = lobby.ledger(room.watcher.mirror.table, self._desk.lang(origin))
            self._desk.tell(origin, f"{room.note.id} ledger", lines)
        elif name == "rules":
            show_rules(self._desk, origin, room)
        elif name == "game":
            page = lobby.picker(self._openings.games, self._desk.lang(origin), f"g:{room.note.id}:game:")
            self._desk.reply(origin, f"{room.note.id} game", page)
        else:
            await self._end(origin, room)

    async def _end(self, origin: Origin, room: Room) -> None:
        """Close the table if the host asks between deals; otherwise leave it."""
        follower = room.followers.get(origin.user.id)
        table = room.watcher.mirror.table
        if follower is not None and follower.mirror.you.member == table.host and table.phase == "between":
            self._roll_up(room)
        else:
            await leave(self._desk, origin, room)

    def _roll_up(self, room: Room) -> None:
        """Close a table in its chat and remove its buttons. The last message is its ledger."""
        note, lang = room.note, self._desk.language(room.note.chat)
        *parts, last = in_parts([*lobby.ledger(room.watcher.mirror.table, lang), "", escaped(say("ended", lang))])
        for number, text in enumerate(parts):
            name = f"{note.id} ledger {number}"
            self._desk.outbox.show(note.chat, name, Page(text), again=True, topic=note.topic)
        self._desk.outbox.show(note.chat, f"{note.id} lobby", Page(last), again=True, topic=note.topic)
        note.open = False
        room.touch()

    async def _odds(self, origin: Origin, rest: str) -> None:
        """OD-24: answer with the odds of the chat's table, or of a game and sheet such as `xidach vipgame`."""
        if rest:
            wanted = self._openings.wanted(rest)
            if wanted is None:
                games = ", ".join(self._openings.games)
                self._desk.note(origin, say("unknown_game", self._desk.lang(origin), games=games))
            else:
                self._odds_replies.ask(origin, *wanted, wanted[0].usual_seats)
        elif (room := await self._desk.room_of(origin)) is not None:
            table = room.watcher.mirror.table
            self._odds_replies.ask(origin, load(table.game), table.sheet, len(table.seats))

    def _language(self, origin: Origin, rest: str) -> None:
        if rest in LANGS:
            self._desk.set_language(origin, rest)
            return
        buttons = tuple((Button(say("language", lang), f"l:{lang}"),) for lang in LANGS)
        text = " / ".join(say("choose_language", lang) for lang in LANGS)
        self._desk.reply(origin, "language", Page(escaped(text), buttons))

    # Moves

    async def typed(self, origin: Origin, text: str) -> None:
        """Make a move given in words or by its cards, as in `chieu play`.

        Questions and refusals go to the person's own chat: they name cards, which would stay in the group (BT-18).
        """
        playing = await self._deal_of(origin)
        if playing is None:
            sits = any(self._desk.book.tables[table].open for table in self._desk.tables_of(origin.user.id))
            lang = self._desk.lang(origin)
            self._desk.note(origin, TEXTS["error.no_deal"].say(lang) if sits else say("no_table", lang))
            return
        room, follower = playing
        if self._desk.reachable(origin.user.id):
            origin = origin._replace(chat=origin.user.id, topic=0)
        deal, lang = follower.mirror.deal, self._desk.person(origin.user.id).lang
        assert deal is not None
        phraser = deal_teller(follower.mirror, lang).at(deal.view)
        actions = Choices(follower.mirror.game, phraser, deal.legal).find(text[:200])
        if len(actions) > 1:
            choices = [Button(phraser.action(action)[:60], hand.act_data(follower, action)) for action in actions[:8]]
            self._desk.note(origin, say("you_may", lang), tuple((button,) for button in choices))
        elif actions:
            answer = await self._desk.do(
                room, origin, commands.Act(id=command_id(origin), seq=follower.mirror.seq, action=actions[0])
            )
            if not isinstance(answer, Done):
                self._desk.note(origin, self._desk.explain(answer, room, origin.user.id))
        else:
            self._desk.note(origin, say("unclear", lang, text=unlinked(text[:60])))

    async def _deal_of(self, origin: Origin) -> tuple[Room, Follower] | None:
        """Return the deal that a move is for. Deals of this chat, and where the person is to act, come first."""
        person, chat = origin.user.id, origin.chat
        rooms = [await self._desk.room(table) for table in self._desk.tables_of(person)]
        seated = [(room, room.followers[person]) for room in rooms if room is not None and room.seats(person)]
        deals = [(room, follower) for room, follower in seated if follower.mirror.deal is not None]
        return min(deals, key=lambda deal: (chat < 0 and deal[0].note.chat != chat, not deal[1].to_act), default=None)
