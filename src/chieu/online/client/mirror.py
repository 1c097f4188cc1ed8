"""What a client knows of a table: the last view, with every update since laid over it."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from chieu.online.protocol.announcements import Forgotten, Happening, ManifestPublished, Said
from chieu.online.protocol.views import DealView, TableView, Update, View, You

CHAT_KEPT: Final = 200
News: TypeAlias = View[Any, Any, Any] | Update[Any, Any, Any]


class TableMirror:
    """The table as the server last showed it. `gap` is True when an update does not fit: then a view is needed.
    `manifest` is the last one that was shown, and `went_back` that the last view was of an earlier moment: the house has
    gone back to a back-up."""

    def __init__(self) -> None:
        self.seq = 0
        self.you = You()
        self.chat: tuple[Said, ...] = ()
        self.deal: DealView[Any, Any, Any] | None = None
        self.gap = False
        self.manifest = ""
        self.went_back = False
        self._table: TableView | None = None

    @property
    def table(self) -> TableView:
        assert self._table is not None, "nothing was seen yet"
        return self._table

    @property
    def legal(self) -> tuple[Any, ...]:
        """What the own seat may do now."""
        return () if self.deal is None else self.deal.legal

    def take(self, news: News) -> tuple[Happening, ...]:
        """Takes a message in, and gives what happened."""
        if isinstance(news, View):
            self.went_back = news.seq < self.seq or (self._table is not None and news.table.epoch != self._table.epoch)
            self.seq, self.you, self.chat = news.seq, news.you, news.chat
            self._table, self.deal, self.gap, self.manifest = news.table, news.deal, False, news.manifest
            return ()
        self.went_back = False
        if news.seq <= self.seq:  # an update that a view overtook
            return ()
        if news.after > self.seq or self._table is None:
            self.gap = True
            return ()
        fresh = tuple(one for one in news.happened if one.seq > self.seq)
        self.seq = news.seq
        self._table = news.table if news.table is not None else self._table
        self.deal = news.deal if news.deal is not None else self.deal
        forgotten = {one.member for one in fresh if isinstance(one, Forgotten)}  # PF-38: their words are shown no more
        said = (*self.chat, *(one for one in fresh if isinstance(one, Said)))
        self.chat = tuple(one for one in said if one.member not in forgotten)[-CHAT_KEPT:]
        self.manifest = next(
            (one.manifest for one in reversed(fresh) if isinstance(one, ManifestPublished)), self.manifest
        )
        return fresh
