"""An honest client, as it is shipped, at a table that a test drives by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from chieu.core import codec
from chieu.fairness.witness import check_record
from chieu.online.client.contributing import Contributor, DealWatch, ShuffleWarning
from chieu.online.client.mirror import News, TableMirror
from chieu.online.client.shuffle_store import ShuffleStore
from chieu.online.protocol import wire
from chieu.online.protocol.commands import Command, Commit, Reveal
from tests.online.table.sitting import Sitting

PLACE = "http://here/table-1#guest"


class Honest:
    """A guest whose client consists of `Contributor`, `DealWatch` and `TableMirror`."""

    def __init__(self, table: Sitting, guest: str, store: ShuffleStore | None = None) -> None:
        self.table = table
        self.guest = guest
        self.store = store or ShuffleStore()
        self.warnings: list[ShuffleWarning] = []
        self._begin()

    def _begin(self) -> None:
        self.mirror = TableMirror()
        self.client = Contributor(self.store, PLACE, "table-1")
        self.watch = DealWatch()
        self._decoder: Any = codec.decoder(wire.server_type(self.table.game))

    def reload(self) -> None:
        """Close and open the client again. Only the store is left."""
        self._begin()

    def look(
        self, drop: Collection[type[Command]] = (), shown: Callable[[News], News] = lambda news: news
    ) -> Commit | Reveal | None:
        """Take in the news as `shown`, and send the command that is due unless `drop` has its kind."""
        seq_before = self.mirror.seq
        epoch = self.mirror.table.epoch if seq_before else ""
        raw = self.table.sent(self.guest, seq_before if epoch == self.table.state.epoch else 0)
        news = shown(self._decoder.decode(raw))
        happened = self.mirror.take(news)
        self.watch.see(self.mirror)
        self.client.see(self.mirror, news, happened)
        due = self.client.due(self.mirror)
        self.warnings += self.client.warnings
        self.client.warnings = []
        if due is not None and type(due) not in drop:
            fields = msgspec.structs.asdict(due)
            del fields["id"], fields["seq"]
            self.answer = self.table.do(self.guest, type(due), **fields)
        return due

    def check(self, record: str, deal: int = 1) -> None:
        """Compare the record of a deal with what was shown."""
        stored, shown = self.store.attempts("table-1", deal), self.watch.views(deal)
        check_record(self.table.game, record, ("table-1", deal), stored, shown)

    @property
    def warned(self) -> list[str]:
        """Kinds and reasons of the warnings so far."""
        return [f"{warning.kind} {warning.reason}".rstrip() for warning in self.warnings]
