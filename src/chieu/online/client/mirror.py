"""A client's copy of a table: the last view with all later updates applied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.options import BadRules
from chieu.core.text.languages import SHARED, Lang
from chieu.games import load
from chieu.online.protocol.announcements import Forgotten, Happening, ManifestPublished, Said
from chieu.online.protocol.personas import bot_name
from chieu.online.protocol.texts import TEXTS
from chieu.online.protocol.views import DealView, Player, TableView, Update, View, You

CHAT_LENGTH: Final = 200
News: TypeAlias = View[Any, Any, Any] | Update[Any, Any, Any]


class TableMirror:
    """The table as the server last showed it.

    `gap`: an update is missing, so the client has to request a view. `manifest`: the last one shown.
    """

    def __init__(self) -> None:
        self.seq = 0
        self.you = You()
        self.chat: tuple[Said, ...] = ()
        self.deal: DealView[Any, Any, Any] | None = None
        self.gap = False
        self.manifest = ""
        self._table: TableView | None = None

    @property
    def table(self) -> TableView:
        assert self._table is not None, "no view has arrived yet"
        return self._table

    @property
    def game(self) -> AnyGame:
        """The game of the deal that is shown; without one, that of the next deal."""
        return load(self.table.game if self.deal is None else self.deal.game)

    @property
    def seat(self) -> int | None:
        """The own seat in the deal, None for people who watch, sit out or came after the deal."""
        chair, deal = self.you.seat, self.deal
        if chair is None or deal is None or chair in deal.out or self.table.seats[chair].new:
            return None
        return deal.chairs.index(chair) if chair in deal.chairs else None

    def names_by_seat(self, names: Sequence[str], lang: Lang, shown: Callable[[str], str] = str) -> list[str]:
        """Return the name of each seat of the deal, given those of the chairs; `shown` cleans a person's name.

        After the deal they are the names of those who played: people may have moved since, and chairs may be gone.
        """
        deal, personas, people = self.deal, self.table.personas, self.people

        def name_of(player: Player) -> str:
            if player.member is not None:
                return shown(people.get(player.member, "")) or TEXTS["someone"].say(lang)  # PF-38: it can be erased
            return bot_name(player.bot, lang) if player.bot else SHARED["seat.house"].say(lang)

        if deal is None:
            return []
        if deal.players:
            return [name_of(player) for player in deal.players]
        return [name_of(Player(bot=personas[chair])) if chair in deal.out else names[chair] for chair in deal.chairs]

    @property
    def people(self) -> dict[int, str]:
        """Names of the members who are at the table or in its ledger, by number."""
        table = self.table
        absent = {line.member: line.name for line in table.ledger if line.member is not None}
        seated = {info.member: info.name for info in table.seats if info.member is not None}
        return absent | seated | dict(table.watchers)

    @property
    def legal(self) -> tuple[Any, ...]:
        """Legal actions of the own seat."""
        return () if self.deal is None else self.deal.legal

    def take(self, news: News) -> tuple[Happening, ...]:
        """Apply a message and return its new events."""
        if isinstance(news, View):
            self.seq, self.you, self.chat = news.seq, news.you, news.chat
            self._table, self.deal, self.gap, self.manifest = news.table, news.deal, False, news.manifest
            return ()
        if news.seq <= self.seq:  # a later view arrived first
            return ()
        if news.after > self.seq or self._table is None:
            self.gap = True
            return ()
        fresh = tuple(event for event in news.happened if event.seq > self.seq)
        self.seq = news.seq
        self._table = updated_table(self._table, news)
        self.deal = news.deal if news.deal is not None else self.deal
        erased = {event.member for event in fresh if isinstance(event, Forgotten)}  # PF-38
        chat = (*self.chat, *(event for event in fresh if isinstance(event, Said)))
        self.chat = tuple(message for message in chat if message.member not in erased)[-CHAT_LENGTH:]
        self.manifest = next(
            (event.manifest for event in reversed(fresh) if isinstance(event, ManifestPublished)), self.manifest
        )
        return fresh


def updated_table(table: TableView, update: Update[Any, Any, Any]) -> TableView:
    """Return the table after an update, which has all of it or only what changed."""
    if update.table is not None:
        return update.table
    parts = {"phase": update.phase, "seats": update.seats, "shuffle": update.shuffle}
    return replace(table, **{name: part for name, part in parts.items() if part is not None})


def seat_numbers(game: AnyGame, sheet: str, places: int) -> list[int]:
    """Return the numbers of seats to try: those with the nearest number of places first."""
    try:
        rules = sheets.from_code(game, sheet or next(iter(game.presets)))
    except BadRules:
        return [game.seats[0]]  # the service refuses the sheet and says why
    return sorted(game.seats, key=lambda seats: (abs(seats - len(game.closed(rules, seats)) - places), seats))
