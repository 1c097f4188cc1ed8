"""Callback-query handlers: what happens when somebody taps a button.

The user id comes from Telegram. Button data is untrusted: the table, the card and the action are looked up among those
that this person has.
"""

from __future__ import annotations

from telegram import CallbackQuery

from chieu.bots import usual_bot
from chieu.core.text.choices import Choices
from chieu.core.text.hand_order import ORDERS, own_cards
from chieu.core.text.languages import LANGS, Lang
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Answer, Done, Refused
from chieu.online.telegram import hand, lobby
from chieu.online.telegram.desk import Desk, Said, command_id, name_of, reply_slot
from chieu.online.telegram.following import Follower
from chieu.online.telegram.opening import Openings
from chieu.online.telegram.pages import Page
from chieu.online.telegram.room import Room
from chieu.online.telegram.texts import say
from chieu.online.telegram.wording import teller


class Taps:
    """Callback-query handlers, by the first letter of the button data."""

    def __init__(self, desk: Desk, openings: Openings) -> None:
        self._desk = desk
        self._openings = openings

    async def handle(self, said: Said, query: CallbackQuery, data: str) -> None:
        """Handle a tap."""
        user = said.user
        kind, _, rest = data.partition(":")
        if kind == "l" and rest in LANGS:
            self._desk.set_language(said, rest)
            self._desk.outbox.answer(query.id)
        elif kind == "o":
            await self._chosen(said, query, rest)
        elif kind in ("g", "c", "a", "p"):
            table, _, more = rest.partition(":")
            room = await self._desk.room(table)
            if room is None:
                self._desk.outbox.answer(query.id, say("gone", self._desk.person(user.id).lang), True)
            elif said.chat != room.note.chat and (said.chat != user.id or not await self._desk.knows(room, user.id)):
                self._desk.outbox.answer(query.id, say("not_here", self._desk.person(user.id).lang), True)
            elif not room.note.open and (kind, more) != ("g", "rules"):
                self._desk.outbox.answer(query.id, say("ended", self._desk.person(user.id).lang), True)
            else:
                await {"g": self._at_table, "c": self._card, "a": self._action, "p": self._own}[kind](
                    said, query, room, more
                )
        else:
            self._desk.outbox.answer(query.id)

    async def _chosen(self, said: Said, query: CallbackQuery, rest: str) -> None:
        """Handle the choice of a game, or of a game and a preset."""
        name, _, rules = rest.partition(":")
        games, lang = self._openings.games, self._desk.lang(said)
        game = next((game for full, game in games.items() if lobby.short(full) == name), None)
        preset = None if game is None else next((full for full in game.presets if lobby.short(full) == rules), None)
        if game is None:
            self._change_picker(said, lobby.picker(self._openings.games, lang))
        elif preset is not None:
            await self._openings.open(said, game, preset)
        else:
            self._change_picker(said, lobby.presets(game, lang))
        self._desk.outbox.answer(query.id)

    def _change_picker(self, said: Said, page: Page) -> None:
        self._desk.outbox.show(said.chat, reply_slot(said, "picker"), page, topic=said.topic)

    async def _at_table(self, said: Said, query: CallbackQuery, room: Room, verb: str) -> None:
        """Handle the buttons of the table's own message."""
        table, seq = room.watcher.mirror.table, room.watcher.mirror.seq
        lang = self._desk.person(said.user.id).lang
        follower = room.followers.get(said.user.id, room.watcher)
        answer: Answer | None
        if verb == "rules":
            show_rules(self._desk, said, room)
            self._desk.outbox.answer(query.id)
            return
        if verb == "join":
            await self._join(said, query, room)
            return
        if verb == "leave":
            answer = await leave(self._desk, said, room)
        elif verb == "add_bot":
            seats = enumerate(table.seats)
            empty = [seat for seat, info in seats if info.member is None and not info.level and not info.closed]
            if not empty:
                self._desk.outbox.answer(query.id, say("no_seat", lang))
                return
            level = usual_bot(room.game)
            answer = await self._desk.do(
                room, said, commands.SetBot(id=command_id(said), seq=seq, seat=empty[0], level=level)
            )
        elif verb == "more":
            more = commands.Change(
                id=command_id(said), seq=seq, sheet=table.sheet, seats=len(table.seats) + 1, clock=table.clock
            )
            answer = await self._desk.do(room, said, more)
        elif verb == "cut":
            answer = await self._desk.do(room, said, commands.CutSeats(id=command_id(said), seq=seq, deal=True))
        elif verb == "deal" and follower.mirror.you.member == table.host:
            answer = await self._desk.do(room, said, commands.DealNow(id=command_id(said), seq=seq))
        elif verb == "deal":
            answer = await self._desk.do(room, said, commands.Ready(id=command_id(said), seq=seq))
        else:
            answer = Refused("", "")
        self._answer(query, answer, room, follower, lang)

    def _answer(self, query: CallbackQuery, answer: Answer | None, room: Room, follower: Follower, lang: Lang) -> None:
        if isinstance(answer, Done) or (isinstance(answer, Refused) and answer.code in ("", "no_change")):
            self._desk.outbox.answer(query.id)
        else:
            self._desk.outbox.answer(query.id, self._desk.explain(answer, room, follower, lang), True)

    async def _join(self, said: Said, query: CallbackQuery, room: Room) -> None:
        """PF-1: join and take the first free seat, or else a bot's."""
        lang, person = self._desk.person(said.user.id).lang, said.user.id
        seq, table = room.watcher.mirror.seq, room.watcher.mirror.table
        if not await self._desk.knows(room, person):
            join = commands.Join(id=command_id(said), seq=seq, name=name_of(said.user), key=table.key)
            answer = await self._desk.do(room, said, join)
            if not isinstance(answer, Done):
                self._answer(query, answer, room, room.watcher, lang)
                return
        await room.follow(person)
        follower = room.followers[person]
        if person not in room.note.people:
            room.note.people.append(person)
            self._desk.save(room.note)
        self._desk.sits(person, room.note.id)
        if follower.seat is None:
            seats = enumerate(table.seats)
            free = [(bool(info.level), seat) for seat, info in seats if info.member is None and not info.closed]
            if not free:
                self._desk.outbox.answer(query.id, say("no_seat", lang), True)
                return
            sit = commands.Sit(id=command_id(said, "sit"), seq=follower.mirror.seq, seat=min(free)[1])
            answer = await self._desk.do(room, said, sit)
            if not isinstance(answer, Done):
                self._answer(query, answer, room, follower, lang)
                return
            seat = sit.seat
        else:
            seat = follower.seat
            back = commands.Back(id=command_id(said, "back"), seq=follower.mirror.seq)
            await self._desk.do(room, said, back)
        if self._desk.person(person).reachable:
            self._desk.outbox.answer(query.id, say("seated", lang, number=seat + 1))
        else:  # open their own chat with the bot, where they press Start
            self._desk.outbox.answer(query.id, url=room.links().private)

    async def _card(self, said: Said, query: CallbackQuery, room: Room, name: str) -> None:
        """Raise a card, or put it back."""
        follower = room.followers.get(said.user.id)
        deal, seat = (None, None) if follower is None else (follower.mirror.deal, follower.seat)
        if follower is None or deal is None or seat is None or name not in hand.copies(own_cards(deal.view, seat)):
            self._desk.outbox.answer(
                query.id, say("stale" if follower else "not_yours", self._desk.person(said.user.id).lang)
            )
            return
        if name in follower.raised:
            follower.raised.remove(name)
        else:
            follower.raised.append(name)
        self._desk.outbox.answer(query.id)
        room.touch()

    async def _own(self, said: Said, query: CallbackQuery, room: Room, rest: str) -> None:
        """Sort the hand, or put all raised cards back."""
        follower = room.followers.get(said.user.id)
        verb, _, order = rest.partition(":")
        if follower is not None and verb == "clear":
            follower.raised.clear()
        elif verb == "sort" and order in ORDERS:
            person = self._desk.person(said.user.id)
            person.order = order
            self._desk.save(person)
        self._desk.outbox.answer(query.id)
        room.touch()

    async def _action(self, said: Said, query: CallbackQuery, room: Room, rest: str) -> None:
        """PF-44: play an action, with the sequence number at which its button was shown."""
        lang, follower = self._desk.person(said.user.id).lang, room.followers.get(said.user.id)
        seq, _, wanted = rest.partition(":")
        if follower is None or follower.seat is None:
            self._desk.outbox.answer(query.id, say("not_yours", lang), True)
            return
        deal = follower.mirror.deal
        legal = () if deal is None else deal.legal
        choices = Choices(room.game, teller(room.game, follower.mirror.table, lang), legal)
        tried = hand.ways(choices, hand.raised_cards(follower)) if follower.raised else ()
        action = next((action for action in (*legal, *tried) if hand.digest(action) == wanted), None)
        if action is None or not (seq.isascii() and seq.isdigit() and len(seq) <= 15):
            self._desk.outbox.answer(query.id, say("stale", lang))
            return
        answer = await self._desk.do(room, said, commands.Act(id=command_id(said), seq=int(seq), action=action))
        if isinstance(answer, Done):
            follower.raised.clear()
        self._answer(query, answer, room, follower, lang)


async def leave(desk: Desk, said: Said, room: Room) -> Answer | None:
    """Leave a table. During a deal, a bot plays on in the seat."""
    follower = room.followers.get(said.user.id, room.watcher)
    answer = await desk.do(room, said, commands.Leave(id=command_id(said), seq=follower.mirror.seq))
    if isinstance(answer, Done):
        room.unfollow(said.user.id)
        room.note.people = [person for person in room.note.people if person != said.user.id]
        desk.save(room.note)
    return answer


def show_rules(desk: Desk, said: Said, room: Room) -> None:
    """PF-2: send the table's rule sheet in words, in as many messages as it takes."""
    desk.tell(said, f"{room.note.id} rules", lobby.prose(room.game, room.watcher.mirror.table, desk.lang(said)))
