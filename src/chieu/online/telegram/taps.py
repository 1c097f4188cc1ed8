"""What people tap. Whoever taps is who Telegram says they are. What a button's data says is believed of nobody: the
table, the card and the action are looked up among those that this person has."""

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
from chieu.online.telegram.rules import tell_rules
from chieu.online.telegram.texts import say
from chieu.online.telegram.wording import teller


class Taps:
    """The buttons, by what their data begins with."""

    def __init__(self, desk: Desk, openings: Openings) -> None:
        self._desk = desk
        self._openings = openings

    async def tapped(self, said: Said, query: CallbackQuery, data: str) -> None:
        """A button of somebody's."""
        user = said.user
        kind, _, rest = data.partition(":")
        if kind == "l" and rest in LANGS:
            self._desk.speak(said, rest)
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
        """A game, or a game and whose rules."""
        name, _, rules = rest.partition(":")
        games, lang = self._openings.games, self._desk.lang(said)
        game = next((one for called, one in games.items() if lobby.short(called) == name), None)
        preset = None if game is None else next((one for one in game.presets if lobby.short(one) == rules), None)
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
        """The buttons of the table's own message."""
        table, seq = room.watcher.mirror.table, room.watcher.mirror.seq
        lang = self._desk.person(said.user.id).lang
        follower = room.followers.get(said.user.id, room.watcher)
        answer: Answer | None
        if verb == "rules":
            tell_rules(self._desk, said, room)
            self._desk.outbox.answer(query.id)
            return
        if verb == "join":
            await self._join(said, query, room)
            return
        if verb == "leave":
            answer = await leave(self._desk, said, room)
        elif verb == "add_bot":
            empty = [
                at for at, one in enumerate(table.seats) if one.member is None and not one.level and not one.closed
            ]
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
            self._desk.outbox.answer(query.id, self._desk.why(answer, room, follower, lang), True)

    async def _join(self, said: Said, query: CallbackQuery, room: Room) -> None:
        """PF-1: a name, and the first seat that is free; a bot gives up its own."""
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
            free = [
                (bool(one.level), at) for at, one in enumerate(table.seats) if one.member is None and not one.closed
            ]
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
        else:  # opens their own chat with the bot, where they press Start
            self._desk.outbox.answer(query.id, url=room.links().private)

    async def _card(self, said: Said, query: CallbackQuery, room: Room, name: str) -> None:
        """A card is raised, or put back."""
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
        """How the hand lies."""
        follower = room.followers.get(said.user.id)
        what, _, order = rest.partition(":")
        if follower is not None and what == "clear":
            follower.raised.clear()
        elif what == "sort" and order in ORDERS:
            person = self._desk.person(said.user.id)
            person.order = order
            self._desk.save(person)
        self._desk.outbox.answer(query.id)
        room.touch()

    async def _action(self, said: Said, query: CallbackQuery, room: Room, rest: str) -> None:
        """PF-44: an action, for what was shown when its button was."""
        lang, follower = self._desk.person(said.user.id).lang, room.followers.get(said.user.id)
        seq, _, wanted = rest.partition(":")
        if follower is None or follower.seat is None:
            self._desk.outbox.answer(query.id, say("not_yours", lang), True)
            return
        deal = follower.mirror.deal
        legal = () if deal is None else deal.legal
        choices = Choices(room.game, teller(room.game, follower.mirror.table, lang), legal)
        tried = hand.ways(choices, hand.raised_cards(follower)) if follower.raised else ()
        action = next((one for one in (*legal, *tried) if hand.digest(one) == wanted), None)
        if action is None or not (seq.isascii() and seq.isdigit() and len(seq) <= 15):
            self._desk.outbox.answer(query.id, say("stale", lang))
            return
        answer = await self._desk.do(room, said, commands.Act(id=command_id(said), seq=int(seq), action=action))
        if isinstance(answer, Done):
            follower.raised.clear()
        self._answer(query, answer, room, follower, lang)


async def leave(desk: Desk, said: Said, room: Room) -> Answer | None:
    """Somebody goes. In a deal their seat is played for."""
    follower = room.followers.get(said.user.id, room.watcher)
    answer = await desk.do(room, said, commands.Leave(id=command_id(said), seq=follower.mirror.seq))
    if isinstance(answer, Done):
        room.unfollow(said.user.id)
        room.note.people = [one for one in room.note.people if one != said.user.id]
        desk.save(room.note)
    return answer
