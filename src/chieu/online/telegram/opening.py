"""PF-1: open tables for a chat, by the name of a game, its rules, a link or a code."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace

from chieu.core.game import AnyGame
from chieu.core.text.phrasing import Phraser
from chieu.games import all_games
from chieu.online.client.mirror import seat_numbers
from chieu.online.protocol import texts as table_texts
from chieu.online.protocol.answers import Refused
from chieu.online.protocol.commands import OpenTable
from chieu.online.service.actor import NoSuchTable
from chieu.online.service.fair_queue import Share
from chieu.online.service.service import NotAdmitted, ServiceFull
from chieu.online.telegram import lobby
from chieu.online.telegram.desk import Desk, Origin, name_of, reply_slot
from chieu.online.telegram.notebook import TableNote
from chieu.online.telegram.rate_limits import RateLimit
from chieu.online.telegram.texts import say

PACE: Final = 1_500  # milliseconds a bot takes for a move: slower than on the page, for people who read a chat


class Openings:
    """Opens tables, with a rate limit per chat."""

    def __init__(self, desk: Desk) -> None:
        self.games = all_games()
        self._desk = desk
        self._rate_limit = RateLimit(20 / 3600, 10)

    def named(self, short: str) -> AnyGame | None:
        """Return the game of a button."""
        return next((game for name, game in self.games.items() if lobby.short(name) == short), None)

    def wanted(self, text: str) -> tuple[AnyGame, str] | None:
        """Parse a game and its sheet: `big2`, `big2 hong_kong~st2`, a link, or just a code."""
        parts = urlsplit(text)
        if parts.scheme in ("http", "https"):
            _, opens, name = parts.path.rpartition("/open/")
            game = self.games.get(name) if opens else None
            return None if game is None else (game, "".join(parse_qs(parts.query).get("sheet", [""])[:1]))
        first, _, sheet = text.partition(" ")
        if (game := self.games.get(first.casefold())) is not None:
            return game, sheet.strip()
        preset = text.partition("~")[0]
        return next(((game, text) for game in self.games.values() if preset in game.presets), None)

    async def open(self, origin: Origin, game: AnyGame, sheet: str, real_names: tuple[str, ...] | None = None) -> None:
        """PF-1: open a table for this chat. The person who asks is its host and takes the first seat.

        RT-1: with `real_names`, those of the other people at the mat, it is a table with real cards.
        """
        lang = self._desk.lang(origin)
        if any(note.opened_by == origin.number for note in self._desk.book.tables.values()):
            return
        if self._rate_limit.take(origin.chat):
            self._desk.note(origin, say("too_many_tables", lang))
            return
        opened: str | Refused = Refused("", "bad_seats")
        for seats in seat_numbers(game, sheet, 1 + len(real_names) if real_names else game.usual_seats):
            order = OpenTable(game=game.name, name=name_of(origin.user), seats=seats, sheet=sheet[:600], pace=PACE)
            if real_names is not None:
                order = replace(order, real=True, names=real_names, enterers="all")
            try:
                opened = await self._desk.service.open(
                    order, self._desk.guest(origin.user.id), (Share(f"telegram {origin.chat}"),)
                )
            except ServiceFull:
                self._desk.note(origin, say("full", lang))
                return
            if not isinstance(opened, Refused) or opened.code != "bad_seats":
                break
        if isinstance(opened, Refused):
            phraser = Phraser(game, lang, (), table_texts.TEXTS)
            self._desk.note(origin, phraser.say(f"error.{opened.code}", **opened.params))
            return
        self._desk.outbox.drop(origin.chat, reply_slot(origin, "picker"), delete=True)
        await self._adopt(origin, opened, [origin.user.id])

    async def bring(self, origin: Origin, table: str, key: str) -> None:
        """Show a table in this chat that was opened elsewhere.

        PF-8: if the person is a member of it, the chat is one with a member in it.
        """
        guest, lang = self._desk.guest(origin.user.id), self._desk.lang(origin)
        try:
            await self._desk.service.check_link(table, guest, key)
            member = await self._desk.service.knows(table, guest)
        except NoSuchTable:
            self._desk.note(origin, say("gone", lang))
            return
        except NotAdmitted as closed:
            self._desk.note(origin, table_texts.TEXTS[f"error.{closed.code}"].say(lang))
            return
        if table not in self._desk.book.tables:
            await self._adopt(origin, table, [origin.user.id] if member else [])

    async def _adopt(self, origin: Origin, table: str, people: list[int]) -> None:
        key = await self._desk.key_of(table)
        note = TableNote(table, origin.chat, origin.topic, people=people, opened_by=origin.number, key=key)
        self._desk.book.tables[table] = note
        await self._desk.book.write(note)
        for chat in [origin.chat, *people] if origin.chat < 0 else people:
            self._desk.add_table(chat, table)
        await self._desk.room(table)


def table_in(text: str) -> tuple[str, str] | None:
    """Parse the link of a table; return the table and the link's key."""
    parts = urlsplit(text)
    _, marker, table = parts.path.rpartition("/t/")
    if parts.scheme not in ("http", "https") or not marker or not table.replace("-", "").replace("_", "").isalnum():
        return None
    return table[:64], "".join(parse_qs(parts.query).get("key", [""])[:1])[:64]
