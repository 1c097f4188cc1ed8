"""Callback-query handlers: what happens when somebody taps a button.

The user id comes from Telegram. Button data is untrusted: the table, the card and the action are looked up among those
that this person has.
"""

from __future__ import annotations

from chieu.bots.levels import levels_of
from chieu.core.game import AnyGame
from chieu.core.text.choices import Choices
from chieu.core.text.hand_order import ORDERS
from chieu.core.text.languages import LANGS
from chieu.games import load
from chieu.online.client.mirror import seat_numbers
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Answer, Done, Refused
from chieu.online.protocol.texts import TEXTS
from chieu.online.telegram import hand, lobby
from chieu.online.telegram.desk import Desk, Notice, Origin, command_id, name_of, reply_slot
from chieu.online.telegram.opening import Openings
from chieu.online.telegram.pages import Button, Page, escaped
from chieu.online.telegram.real import Scorekeeper
from chieu.online.telegram.room import Room
from chieu.online.telegram.texts import deal_teller, members, say


class Taps:
    """Callback-query handlers, by the first letter of the button data."""

    def __init__(self, desk: Desk, openings: Openings, scorekeeper: Scorekeeper) -> None:
        self._desk = desk
        self._openings = openings
        self._scorekeeper = scorekeeper

    async def handle(self, origin: Origin, data: str) -> Notice:
        kind, _, rest = data.partition(":")
        if kind == "l" and rest in LANGS:
            self._desk.set_language(origin, rest)
        elif kind in ("o", "r"):
            await self._choose(origin, rest, real=kind == "r")
        elif kind in ("g", "c", "a", "p", "e"):
            return await self._handle_at_table(origin, kind, rest)
        return Notice()

    async def _choose(self, origin: Origin, rest: str, real: bool) -> None:
        """Handle the choice of a game, or of a game and a preset, for a table with dealt or `real` cards."""
        name, _, rules = rest.partition(":")
        games, lang = self._openings.games, self._desk.lang(origin)
        game = self._openings.named(name)
        preset = None if game is None else _preset(game, rules)
        if game is not None and preset is not None:
            await self._openings.open(origin, game, preset, () if real else None)
        else:
            data = "r:" if real else "o:"
            page = lobby.picker(games, lang, data) if game is None else lobby.presets(game, lang, data)
            self._desk.reply(origin, "picker", page, again=False)

    async def _handle_at_table(self, origin: Origin, kind: str, rest: str) -> Notice:
        table, _, verb = rest.partition(":")
        person, lang = origin.user.id, self._desk.person(origin.user.id).lang
        room = await self._desk.room(table)
        if room is None:
            return Notice(say("gone", lang), alert=True)
        if origin.chat != room.note.chat and (origin.chat != person or not await self._desk.knows(room, person)):
            return Notice(say("not_here", lang), alert=True)
        if not room.note.open and (kind, verb) != ("g", "rules"):
            return Notice(say("ended", lang), alert=True)
        if kind == "e":
            return await self._scorekeeper.handle_entry_tap(origin, room, verb)
        if kind == "g":
            done = await self._scorekeeper.tap(origin, room, verb) if room.real is not None else None
            return await self._lobby(origin, room, verb) if done is None else done
        if kind == "a":
            return await self._action(origin, room, verb)
        return self._card(origin, room, verb) if kind == "c" else self._own(origin, room, verb)

    async def _lobby(self, origin: Origin, room: Room, verb: str) -> Notice:
        """Handle the buttons of the table's own message."""
        table, seq = room.watcher.mirror.table, room.watcher.mirror.seq
        command: commands.AnyCommand
        if verb == "rules":
            show_rules(self._desk, origin, room)
            return Notice()
        if verb == "join":
            return await self._join(origin, room)
        if verb == "leave":
            return self._notice(origin, room, await leave(self._desk, origin, room))
        if verb.partition(":")[0] in ("game", "end"):
            return await self._change_game(origin, room, verb)
        if verb == "bots":
            page = lobby.bots(table, self._desk.lang(origin))
            self._desk.reply(origin, f"{room.note.id} bots", page)
            return Notice()
        levels, level = levels_of(load(table.game)), "usual" if verb == "add_bot" else verb.partition("bot:")[2]
        if level in levels:
            empty = [seat for seat, info in enumerate(table.seats) if lobby.is_empty(info)]
            if not empty:
                return Notice(say("no_seat", self._desk.person(origin.user.id).lang))
            self._desk.outbox.drop(origin.chat, reply_slot(origin, f"{room.note.id} bots"), delete=True)
            command = commands.SetBot(id=command_id(origin), seq=seq, seat=empty[0], level=levels[level])
        elif verb == "more":
            seats = len(table.seats) + 1
            command = commands.Change(id=command_id(origin), seq=seq, sheet=table.sheet, seats=seats, clock=table.clock)
        elif verb == "cut":
            command = commands.CutSeats(id=command_id(origin), seq=seq, deal=True)
        elif verb == "deal" and room.follower(origin.user.id).mirror.you.member == table.host:
            command = commands.DealNow(id=command_id(origin), seq=seq)
        elif verb == "deal":
            command = commands.Ready(id=command_id(origin), seq=seq)
        else:
            return Notice()
        return self._notice(origin, room, await self._desk.do(room, origin, command))

    async def _change_game(self, origin: Origin, room: Room, verb: str) -> Notice:
        """PF-11: choose a game, its rules and, if there are too many people, who watches; `end` ends a match."""
        kind, name, rules, member = (*verb.split(":"), "", "", "")[:4]
        table, lang, slot = room.watcher.mirror.table, self._desk.lang(origin), f"{room.note.id} game"
        data, game = f"g:{table.id}:game:", self._openings.named(name)
        if room.follower(origin.user.id).mirror.you.member != table.host:
            host = members(table).get(table.host, "")
            return Notice(TEXTS["error.host_only"].say(self._desk.person(origin.user.id).lang, host=host), alert=True)
        preset = None if game is None else _preset(game, rules.removesuffix(lobby.EVENED))
        if game is None or preset is None:
            room.watch = set()  # the choice was for another game or other rules
            before = table if game is not None and game.name != table.game else None
            games = self._openings.games
            page = lobby.presets(game, lang, data, before) if game else lobby.picker(games, lang, data)
            self._desk.reply(origin, slot, page, again=verb == "game")
            return Notice()
        game_and_rules = f"{lobby.short(game.name)}:{rules}"
        if member.isdecimal():
            room.watch ^= {int(member)}
            self._desk.reply(origin, slot, lobby.watching(table, room.watch, lang, data + game_and_rules), again=False)
            return Notice()
        answer: Answer | None = None
        sheet = lobby.evened_sheet(table, game, preset) if rules.endswith(lobby.EVENED) else preset
        for seats in seat_numbers(game, sheet, lobby.players(table, room.watch)):
            command = commands.Change(
                id=command_id(origin, str(seats)),
                seq=room.watcher.mirror.seq,
                sheet=sheet,
                seats=seats,
                clock=table.clock,
                game=game.name,
                watch=tuple(sorted(room.watch)),
                end_match=kind == "end",
            )
            answer = await self._desk.do(room, origin, command)
            if not isinstance(answer, Refused) or answer.code != "bad_seats":
                break
        if isinstance(answer, Refused) and answer.code == "too_many_people":
            self._desk.reply(origin, slot, lobby.watching(table, room.watch, lang, data + game_and_rules), again=False)
            return Notice()
        if isinstance(answer, Refused) and answer.code == "match_running":
            text = escaped(TEXTS["error.match_running"].say(lang))
            end = Button(say("end_match", lang), f"g:{table.id}:end:{game_and_rules}")
            self._desk.reply(origin, slot, Page(text, ((end,),)), again=False)
            return Notice()
        if isinstance(answer, Done):
            room.watch = set()
            self._desk.outbox.drop(origin.chat, reply_slot(origin, slot), delete=True)
        return self._notice(origin, room, answer)

    def _notice(self, origin: Origin, room: Room, answer: Answer | None) -> Notice:
        if isinstance(answer, Done) or (isinstance(answer, Refused) and answer.code == "no_change"):
            return Notice()
        return Notice(self._desk.explain(answer, room, origin.user.id), alert=True)

    async def _join(self, origin: Origin, room: Room) -> Notice:
        """PF-1: join and take the first free seat, or else a bot's."""
        lang, person = self._desk.person(origin.user.id).lang, origin.user.id
        seq, table = room.watcher.mirror.seq, room.watcher.mirror.table
        if not await self._desk.knows(room, person):
            join = commands.Join(id=command_id(origin), seq=seq, name=name_of(origin.user), key=table.key)
            answer = await self._desk.do(room, origin, join)
            if not isinstance(answer, Done):
                return self._notice(origin, room, answer)
        await room.admit(person)
        follower = room.followers[person]
        seat = follower.chair
        if seat is None:
            seats = enumerate(table.seats)
            free = [(bool(info.level), seat) for seat, info in seats if info.member is None and not info.closed]
            if not free:
                return Notice(say("no_seat", lang), alert=True)
            seat = min(free)[1]
            sit = commands.Sit(id=command_id(origin, "sit"), seq=follower.mirror.seq, seat=seat)
            answer = await self._desk.do(room, origin, sit)
            if not isinstance(answer, Done):
                return self._notice(origin, room, answer)
        else:
            back = commands.Back(id=command_id(origin, "back"), seq=follower.mirror.seq)
            await self._desk.do(room, origin, back)
        if self._desk.person(person).reachable or table.real is not None:
            return Notice(say("seated", lang, number=seat + 1))
        return Notice(url=room.links().private)  # open their own chat with the bot, where they press Start

    def _card(self, origin: Origin, room: Room, name: str) -> Notice:
        """Raise a card, or put it back."""
        follower = room.followers.get(origin.user.id)
        if follower is None or name not in hand.copies(follower.cards):
            return Notice(say("stale" if follower else "not_yours", self._desk.person(origin.user.id).lang))
        if name in follower.raised:
            follower.raised.remove(name)
        else:
            follower.raised.append(name)
        room.touch()
        return Notice()

    def _own(self, origin: Origin, room: Room, rest: str) -> Notice:
        """Sort the hand, or put all raised cards back."""
        verb, _, order = rest.partition(":")
        if verb == "clear":
            room.follower(origin.user.id).raised.clear()
        elif verb == "sort" and order in ORDERS:
            person = self._desk.person(origin.user.id)
            person.order = order
            self._desk.save(person)
        room.touch()
        return Notice()

    async def _action(self, origin: Origin, room: Room, rest: str) -> Notice:
        """PF-44: play an action, with the sequence number at which its button was shown."""
        lang, follower = self._desk.person(origin.user.id).lang, room.followers.get(origin.user.id)
        seq, _, digest = rest.partition(":")
        if follower is None or follower.chair is None:
            return Notice(say("not_yours", lang), alert=True)
        legal = follower.mirror.legal
        choices = Choices(follower.mirror.game, deal_teller(follower.mirror, lang), legal)
        tried = choices.with_cards([hand.raised_cards(follower)]) if follower.raised else ()
        action = next((action for action in (*legal, *tried) if hand.digest(action) == digest), None)
        if action is None or not (seq.isascii() and seq.isdigit() and len(seq) <= 15):
            return Notice(say("stale", lang))
        answer = await self._desk.do(room, origin, commands.Act(id=command_id(origin), seq=int(seq), action=action))
        if isinstance(answer, Done):
            follower.raised.clear()
        return self._notice(origin, room, answer)


def _preset(game: AnyGame, place: str) -> str | None:
    """Return a preset by its place among those of the game."""
    known = tuple(game.presets)
    return known[int(place)] if place.isdecimal() and len(place) < 4 and int(place) < len(known) else None


async def leave(desk: Desk, origin: Origin, room: Room) -> Answer | None:
    """Leave a table. During a deal, a bot plays on in the seat."""
    seq = room.follower(origin.user.id).mirror.seq
    answer = await desk.do(room, origin, commands.Leave(id=command_id(origin), seq=seq))
    if isinstance(answer, Done):
        room.unfollow(origin.user.id)
    return answer


def show_rules(desk: Desk, origin: Origin, room: Room) -> None:
    """PF-2: send the table's rule sheet in words, in as many messages as it takes."""
    desk.tell(origin, f"{room.note.id} rules", lobby.prose(room.watcher.mirror.table, desk.lang(origin)))
