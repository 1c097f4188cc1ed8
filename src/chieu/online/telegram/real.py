"""Handlers at tables with real cards: `/score`, and buttons to enter and correct deals.

The table decides who may do that (RT-5). Button data is untrusted: it names the draft and the ranks that it was shown
for, so a tap on an outdated keyboard changes nothing.
"""

from __future__ import annotations

import re
import shlex
from typing import Any, Final

import msgspec

from chieu.core.cards import BadCard
from chieu.core.game import AnyGame, Illegal
from chieu.core.scoring import draft as drafts
from chieu.core.scoring.draft import Draft, Value
from chieu.core.scoring.form import Form
from chieu.core.scoring.lines import read_deal, read_value
from chieu.core.scoring.score import form
from chieu.core.text.languages import colon
from chieu.online.protocol import commands
from chieu.online.protocol.answers import Answer, Done, Refused
from chieu.online.protocol.texts import TEXTS
from chieu.online.protocol.views import EnteredInfo, RealTable
from chieu.online.table.entries import match_decoder
from chieu.online.table.real import may_enter
from chieu.online.telegram import lobby, scoring
from chieu.online.telegram.desk import Desk, Notice, Origin, command_id
from chieu.online.telegram.notebook import EntryNote
from chieu.online.telegram.opening import Openings
from chieu.online.telegram.pages import Button, Page, escaped, in_parts, rows, unlinked
from chieu.online.telegram.room import Room
from chieu.online.telegram.texts import names, refusal, say

_UNDO_STEPS: Final = 40
_LISTED: Final = re.compile(r"\s*[,;，、\n]\s*")
_NEVER: Final = ("deal_entered", "other_rules", "may_not_enter")  # refusals that no other answer would avoid


class Scorekeeper:
    """Handlers at tables with real cards."""

    def __init__(self, desk: Desk, openings: Openings) -> None:
        self._desk = desk
        self._openings = openings
        self._striking: dict[int, tuple[str, int]] = {}  # by person: table and deal, until their next tap

    # Messages

    async def score(self, origin: Origin, rest: str) -> None:
        """RT-1: open a table, show the chat's one again, or enter a deal in one line."""
        room = await self._desk.room_of(origin, real=True)
        wanted = self._wanted(rest)
        if room is None and wanted is not None:
            await self._openings.open(origin, *wanted)
        elif room is None:
            games = {name: game for name, game in self._openings.games.items() if game.extras.scoring is not None}
            self._desk.reply(origin, "picker", lobby.picker(games, self._desk.lang(origin), "r:"))
        elif wanted is not None:
            page = lobby.presets(wanted[0], self._desk.lang(origin), f"g:{room.note.id}:game:")
            self._desk.reply(origin, f"{room.note.id} game", page)
        elif rest:
            await self._enter_line(origin, room, rest)
        else:
            room.show_again()

    def _wanted(self, text: str) -> tuple[AnyGame, str, tuple[str, ...]] | None:
        """Parse a game, perhaps a sheet, and names: `xidach room Minh Hoa`."""
        first, _, rest = text.partition(" ")
        game = self._openings.games.get(first.casefold())
        if game is None:
            return None
        sheet, _, others = rest.strip().partition(" ")
        if sheet.partition("~")[0] not in game.presets:
            sheet, others = "", rest
        return game, sheet, _names(others)

    async def handle_reply(self, origin: Origin, text: str) -> bool:
        """Take an answer to the open question, or names of people; return False if the message was another."""
        for note in list(self._desk.book.tables.values()):
            entry = note.entry
            answers = entry is not None and entry.number == origin.replies_to
            if note.chat != origin.chat or not note.open or not (answers or note.lobby == origin.replies_to):
                continue
            room = await self._desk.room(note.id)
            if room is None or room.real is None:
                return False
            if answers and entry is not None:
                await self._typed(origin, room, entry, text)
            else:
                await self._seat_people(origin, room, _names(text))
            return True
        return False

    async def _typed(self, origin: Origin, room: Room, entry: EntryNote, text: str) -> None:
        """Take a number or cards that somebody typed as the answer to the open question.

        Questions with keys are answered by their buttons only. A reply that comes again after a restart is skipped.
        """
        if origin.number <= entry.update:
            return
        question = drafts.open_question(entry.form, entry.drafts[-1])
        if question is None or _is_late(origin, entry) or await self._refuse_stranger(origin, room) is not None:
            self._desk.note(origin, self._not_asked(origin, room))
            return
        phraser = scoring.entry_phraser(entry, room.watcher.mirror.people, self._desk.lang(origin))
        if drafts.keys_of(entry.form, question.field, phraser):
            self._desk.note(origin, say("real.tap_button", phraser.lang))
            return
        try:
            value = read_value(question.field, text[:100])
        except BadCard as bad:
            self._desk.note(origin, phraser.bad_card(bad))
            return
        least, most = question.field.least, question.field.most
        if question.field.kind == "number" and not _is_between(value, least, most):
            self._desk.note(origin, say("real.type_number", phraser.lang, least=least, most=most))
            return
        notice = await self._give(origin, room, entry, value)
        if notice.alert:
            self._desk.note(origin, notice.text)

    def _not_asked(self, origin: Origin, room: Room) -> str:
        entering = self._may_enter(origin, room)
        lang = self._desk.lang(origin)
        return say("stale", lang) if entering else TEXTS["error.may_not_enter"].say(lang)

    async def _enter_line(self, origin: Origin, room: Room, text: str) -> None:
        """RT-9: enter a deal in one line, as `chieu score` takes it."""
        real, lang = room.real, self._desk.lang(origin)
        if real is None or real.form is None:
            self._desk.note(origin, say("real.too_few", lang))
            return
        entry = self._begun(room, real, real.form)
        phraser = scoring.entry_phraser(entry, room.watcher.mirror.people, lang)
        try:
            words = shlex.split(text[:400])
            value = read_deal(real.form, words)
        except Illegal as illegal:
            self._desk.note(origin, phraser.refusal(illegal))
            return
        except BadCard as bad:
            self._desk.note(origin, phraser.bad_card(bad))
            return
        except ValueError:  # an open quote
            self._desk.note(origin, say("real.line", lang))
            return
        answer = await self._desk.do(room, origin, _enter(origin, room, entry, value))
        if not isinstance(answer, Done):
            self._desk.note(origin, self._explain(answer, room, entry, origin))

    async def _seat_people(self, origin: Origin, room: Room, people: tuple[str, ...]) -> None:
        """RT-1: seat people without a phone, with more seats if it takes them."""
        table, seq = room.watcher.mirror.table, room.watcher.mirror.seq
        there = [info.name for info in table.seats]  # also if the update comes again
        people = tuple([name for name in people if name not in there])
        free = [seat for seat, info in enumerate(table.seats) if info.member is None]
        more = len(people) - len(free)
        if more > 0:
            seats = len(table.seats) + more
            order = commands.Change(id=command_id(origin, "seats"), seq=seq, sheet=table.sheet, seats=seats)
            answer = await self._desk.do(room, origin, order)
            if not isinstance(answer, Done):
                self._desk.note(origin, self._desk.explain(answer, room, origin.user.id))
                return
            free += range(len(table.seats), seats)
        for seat, name in zip(free, people, strict=False):
            put = commands.PutPerson(id=command_id(origin, str(seat)), seq=seq, seat=seat, name=name)
            answer = await self._desk.do(room, origin, put)
            if not isinstance(answer, Done):
                self._desk.note(origin, self._desk.explain(answer, room, origin.user.id))
                return

    # Buttons of the table and of results

    async def tap(self, origin: Origin, room: Room, verb: str) -> Notice | None:
        """Handle a button of the table's message, of a result or of the book; None: it is none of these."""
        name, _, argument = verb.partition(":")
        number = int(argument) if argument.isascii() and argument.isdigit() and len(argument) < 4 else -1
        real, table, lang = room.real, room.watcher.mirror.table, self._desk.lang(origin)
        stale = Notice(say("stale", self._desk.person(origin.user.id).lang))
        striking = self._striking.pop(origin.user.id, None)
        assert real is not None
        if name == "enter":
            return await self._begin(origin, room, real)
        if name in ("book", "settle"):
            await self._show_accounts(origin, room, name)
        elif name in ("show", "correct", "strike"):
            return await self._handle_deal_tap(origin, room, name, number, again=striking == (table.id, number))
        elif name == "who":
            self._ask_who(origin, room, real)
        elif name == "people":
            self._desk.reply(origin, f"{table.id} people", self._people(room, lang))
        elif name == "claim":
            if number not in [member for member, _ in real.unclaimed]:
                return stale
            claim = commands.Claim(id=command_id(origin), seq=room.watcher.mirror.seq, member=number, key=table.key)
            answer = await self._desk.do(room, origin, claim)
            if isinstance(answer, Done):
                await room.admit(origin.user.id)
            return self._notice(origin, room, answer)
        elif name in ("out", "in"):
            if not 0 <= number < len(table.seats):
                return stale
            kind = commands.SitOut if name == "out" else commands.SitIn
            order = kind(id=command_id(origin), seq=room.watcher.mirror.seq, seat=number)
            answer = await self._desk.do(room, origin, order)
            if isinstance(answer, Done):
                self._desk.outbox.drop(origin.chat, f"{table.id} people", delete=True)
            return self._notice(origin, room, answer)
        elif name in ("let_host", "let_all"):
            who: Any = name.removeprefix("let_")
            let = commands.LetEnter(id=command_id(origin), seq=room.watcher.mirror.seq, who=who)
            return self._notice(origin, room, await self._desk.do(room, origin, let))
        else:
            return None if name in ("rules", "leave", "join", "game", "end", "more") else Notice()
        return Notice()

    def _ask_who(self, origin: Origin, room: Room, real: RealTable) -> None:
        """RT-2: ask a member of the chat who at the mat they are."""
        table, lang = room.note.id, self._desk.lang(origin)
        buttons = [Button(unlinked(name), f"g:{table}:claim:{member}") for member, name in real.unclaimed]
        other = (Button(say("real.someone_else", lang), f"g:{table}:join"),)
        page = Page(escaped(say("real.who_are_you", lang)), (*rows(buttons, 3), other))
        self._desk.reply(origin, f"{table} who", page)

    def _people(self, room: Room, lang: Any) -> Page:
        """Return the message to let people sit out and come back."""
        table = room.watcher.mirror.table
        buttons = [
            Button(f"{'➕' if info.out else '➖'} {name}", f"g:{table.id}:{'in' if info.out else 'out'}:{chair}")
            for chair, (info, name) in enumerate(zip(table.seats, names(table, lang), strict=True))
            if info.member is not None
        ]
        more = (Button(say("more", lang), f"g:{table.id}:more"),)
        return Page(escaped(say("real.who_plays", lang)), (*rows(buttons, 3), more))

    async def _show_accounts(self, origin: Origin, room: Room, name: str) -> None:
        """Show the book, or who pays whom."""
        table, lang = room.watcher.mirror.table, self._desk.lang(origin)
        if name == "settle":
            self._desk.tell(origin, f"{table.id} ledger", lobby.ledger(table, lang))
            return
        deals = await self._desk.service.entered(table.id)
        *parts, last = in_parts(scoring.book(deals, table, lang))
        for place, text in enumerate(parts):
            self._desk.reply(origin, f"{table.id} book {place}", Page(text))
        self._desk.reply(origin, f"{table.id} book", Page(last, scoring.book_buttons(deals, table.id)))

    async def _handle_deal_tap(self, origin: Origin, room: Room, name: str, deal: int, again: bool) -> Notice:
        """RT-5: show a deal of the book, begin to correct it, or strike it out if the tap comes `again`."""
        table, lang = room.watcher.mirror.table, self._desk.lang(origin)
        own = self._desk.person(origin.user.id).lang
        deals = await self._desk.service.entered(table.id, deal, deal) if deal > 0 else []
        if not deals:
            return Notice(say("stale", own))
        if name == "show":
            page = Page(scoring.entered(deals[0], table, lang), scoring.entered_buttons(table.id, deal, lang))
            self._desk.reply(origin, f"{table.id} deal", page)
            return Notice()
        if (refused := await self._refuse_stranger(origin, room)) is not None:
            return refused
        if name == "correct":
            return self._correct(origin, room, deals[0])
        if not again:
            self._striking[origin.user.id] = (table.id, deal)
            return Notice(say("real.strike_again", own, deal=deal), alert=True)
        strike = commands.StrikeOut(id=command_id(origin), seq=room.watcher.mirror.seq, deal=deal)
        return self._notice(origin, room, await self._desk.do(room, origin, strike))

    # The entry of a deal

    async def _begin(self, origin: Origin, room: Room, real: RealTable) -> Notice:
        """RT-3: begin to enter the next deal, or show the open entry at the end of the chat."""
        if (refused := await self._refuse_stranger(origin, room)) is not None:
            return refused
        if real.form is None:
            return Notice(say("real.too_few", self._desk.person(origin.user.id).lang), alert=True)
        if room.note.entry is None:
            room.note.entry = self._begun(room, real, real.form, origin.number)
            room.touch()
        else:
            room.show_again()
        return Notice()

    def _begun(self, room: Room, real: RealTable, asked: Form, number: int = 0) -> EntryNote:
        """Return a new entry, with the stakes of the last deal and lines that people offered."""
        table = room.watcher.mirror.table
        people = tuple([member for chair in real.chairs if (member := table.seats[chair].member) is not None])
        draft, last = Draft(), real.entered[-1] if real.entered else None
        if last is not None and (last.game, last.sheet) == (table.game, table.sheet):
            before = {member: seat for seat, member in enumerate(last.members)}
            draft = drafts.carried(asked, last.entry, lambda seat: before.get(people[seat]))
        for offered in real.offered:
            if offered.seat in real.chairs:
                draft = drafts.with_line(asked, draft, real.chairs.index(offered.seat), offered.line)
        return EntryNote(
            real.deal, table.game, table.sheet, real.chairs, people, asked, [draft], f"entry {number}", update=number
        )

    def _correct(self, origin: Origin, room: Room, info: EnteredInfo) -> Notice:
        """Begin to correct a deal, unless another entry is open."""
        if room.note.entry is not None:
            return Notice(say("real.busy", self._desk.person(origin.user.id).lang), alert=True)
        match = None if info.match is None else match_decoder(info.game).decode(msgspec.json.encode(info.match))
        asked = form(info.game, len(info.payoff), info.sheet, match=match, host=info.host)
        room.note.entry = EntryNote(
            info.deal,
            info.game,
            info.sheet,
            info.chairs,
            info.members,
            asked,
            [drafts.draft_of(asked, info.entry)],
            f"entry {origin.number}",
            corrects=True,
            update=origin.number,
        )
        room.touch()
        return Notice()

    async def handle_entry_tap(self, origin: Origin, room: Room, data: str) -> Notice:
        """Handle a button of an open entry: the digest of its draft, and what it does."""
        digest, _, verb = data.partition(":")
        self._striking.pop(origin.user.id, None)
        entry, own = room.note.entry, self._desk.person(origin.user.id).lang
        if (refused := await self._refuse_stranger(origin, room)) is not None:
            return refused
        stale = Notice(say("stale", own))
        if entry is None or _is_late(origin, entry) or digest != scoring.entry_digest(entry):
            return stale
        kind, number = verb[:1], verb[1:]
        index = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else -1
        asked, draft = entry.form, entry.drafts[-1]
        question = drafts.open_question(asked, draft)
        phraser = scoring.entry_phraser(entry, room.watcher.mirror.people, own)
        if kind == "k" and question is not None:
            keys = drafts.keys_of(asked, question.field, phraser)
            if not 0 <= index < len(keys):
                return stale
            value, text = keys[index]
            if question.field.kind == "ranks":
                cards = [*entry.cards, str(value)]
                value, text = cards, " ".join(cards)
                if len(cards) < (question.field.most or 1):
                    entry.cards = cards
                    self._mark_changed(origin, room, entry)
                    return Notice(text)
            notice = await self._give(origin, room, entry, value)
            whose = "" if question.seat is None else phraser.name(question.seat) + colon(own)
            return notice if notice.text else Notice(whose + text)
        if kind == "e" and question is None:
            return await self._send(origin, room, entry, draft)
        if kind == "b":
            entry.cards = entry.cards[:-1]
        elif kind == "u":
            if not entry.cards and len(entry.drafts) > 1:
                entry.drafts.pop()
            entry.cards, entry.problem = [], ""
        elif kind == "x":
            room.put_away()
            return Notice()
        elif kind == "c":
            entry.corrects = True
        elif kind == "n" and room.real is not None:
            entry.deal = room.real.deal
        elif kind == "r" and index in asked.seats:
            self._push(entry, drafts.clear_line(asked, draft, index))
        elif kind == "a" and 0 <= index < len(more := scoring.changeable(entry, question)):
            seat, field = more[index]
            self._push(entry, drafts.ask(draft, seat, field.name))
        elif kind == "w" and question is not None and question.seat is not None:
            ways = drafts.ways_of(asked, draft, question.seat)
            if not 0 <= index < len(ways):
                return stale
            self._push(entry, drafts.take_way(asked, draft, question.seat, ways[index].name))
        self._mark_changed(origin, room, entry)
        return Notice()

    async def _give(self, origin: Origin, room: Room, entry: EntryNote, value: Value) -> Notice:
        """Answer the open question. The last answer enters the deal; a correction is saved later."""
        question = drafts.open_question(entry.form, entry.drafts[-1])
        assert question is not None
        draft = drafts.answer(entry.drafts[-1], question, value)
        if drafts.open_question(entry.form, draft) is None and not entry.corrects:
            return await self._send(origin, room, entry, draft)
        self._push(entry, draft)
        self._mark_changed(origin, room, entry)
        return Notice()

    async def _send(self, origin: Origin, room: Room, entry: EntryNote, draft: Draft) -> Notice:
        """RT-5: enter or correct the deal. A refusal stays in the message, with what it asks for."""
        note = room.note
        value = drafts.entry_of(entry.form, draft, len(entry.chairs))
        command = _enter(origin, room, entry, value)
        entry.sent_by = origin.number  # so that the message becomes the result
        answer: Answer | None = None
        try:
            answer = await self._desk.do(room, origin, command)
        finally:
            if not isinstance(answer, Done):
                entry.sent_by = 0
                room.touch()
        if isinstance(answer, Done):
            if note.entry is entry and answer.seq <= note.seen:  # the update came again: the result was shown before
                room.put_away()
            return Notice()
        if answer is None:
            return Notice(say("unavailable", self._desk.person(origin.user.id).lang), alert=True)
        note.entry = entry
        if draft is not entry.drafts[-1]:
            self._push(entry, draft)
        if isinstance(answer, Refused):
            if answer.code.startswith("which_"):
                entry.drafts[-1] = drafts.ask_for(draft, answer.code, answer.params)
            if answer.code not in _NEVER:
                entry.problem = self._explain(answer, room, entry, origin)
        self._mark_changed(origin, room, entry)
        asks = isinstance(answer, Refused) and answer.code.startswith("which_")
        return Notice(self._explain(answer, room, entry, origin), alert=not asks)

    def _push(self, entry: EntryNote, draft: Draft) -> None:
        entry.drafts = [*entry.drafts, draft][-_UNDO_STEPS:]
        entry.cards, entry.problem = [], ""

    def _mark_changed(self, origin: Origin, room: Room, entry: EntryNote) -> None:
        entry.update = origin.number
        room.touch()

    # Answers

    def _may_enter(self, origin: Origin, room: Room) -> bool:
        table = room.watcher.mirror.table
        member = room.follower(origin.user.id).mirror.you.member
        return table.real is not None and may_enter(table.real.enterers, member, table.owner, table.host)

    async def _refuse_stranger(self, origin: Origin, room: Room) -> Notice | None:
        """RT-5: return why a person may not enter deals, by the rule of the table; None if they may."""
        person = origin.user.id
        if person not in room.followers and await self._desk.knows(room, person):
            await room.admit(person)  # they joined from the page
        if self._may_enter(origin, room):
            return None
        known, lang = room.follower(person).mirror.you.member is not None, self._desk.person(person).lang
        return Notice(TEXTS["error.may_not_enter"].say(lang) if known else say("real.join_first", lang), alert=True)

    def _notice(self, origin: Origin, room: Room, answer: Answer | None) -> Notice:
        if isinstance(answer, Done) or (isinstance(answer, Refused) and answer.code == "no_change"):
            return Notice()
        return Notice(self._desk.explain(answer, room, origin.user.id), alert=True)

    def _explain(self, answer: Answer | None, room: Room, entry: EntryNote, origin: Origin) -> str:
        """Explain the answer to an entry, with the names of its seats."""
        if not isinstance(answer, Refused):
            return self._desk.explain(answer, room, origin.user.id)
        phraser = scoring.entry_phraser(entry, room.watcher.mirror.people, self._desk.lang(origin))
        return refusal(answer, phraser, entry.sheet)


def _is_late(origin: Origin, entry: EntryNote) -> bool:
    """Return whether an update is older than the draft, or another update sends the deal already.

    The update that sends it may come again after a restart, and sends the same command.
    """
    return origin.number <= entry.update or entry.sent_by not in (0, origin.number)


def _is_between(value: Value, least: int | None, most: int | None) -> bool:
    """Return whether a value is a number within the bounds of its question."""
    return isinstance(value, int) and (least is None or least <= value) and (most is None or value <= most)


def _enter(origin: Origin, room: Room, entry: EntryNote, value: dict[str, Any]) -> commands.AnyCommand:
    seq = room.watcher.mirror.seq
    if entry.corrects:
        return commands.Correct(id=command_id(origin), seq=seq, deal=entry.deal, entry=value)
    return commands.Enter(
        id=command_id(origin),
        seq=seq,
        deal=entry.deal,
        game=entry.game,
        sheet=entry.sheet,
        chairs=entry.chairs,
        entry=value,
    )


def _names(text: str) -> tuple[str, ...]:
    """Return the names in a text: between commas, or else between spaces."""
    parts = _LISTED.split(text.strip()) if _LISTED.search(text.strip()) else text.split()
    return tuple([name[:60] for name in parts if name])[:32]
