"""An honest client, as it is shipped, at a table that a test drives by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from chieu.core import codec
from chieu.fairness.witness import check_record
from chieu.online.client.contributing import Contributor, DealWatch, Due, ShuffleWarning
from chieu.online.client.mirror import News, TableMirror
from chieu.online.client.shuffle_store import ShuffleStore
from chieu.online.protocol import commands, wire
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

    def look(self, drop: Collection[str] = (), shown: Callable[[News], News] = lambda news: news) -> Due | None:
        """Take in the news as `shown`, and send the command that is due unless `drop` has its kind."""
        seen = self.mirror.seq
        epoch = self.mirror.table.epoch if seen else ""
        raw = self.table.sent(self.guest, seen if epoch == self.table.state.epoch else 0)
        news = shown(self._decoder.decode(raw))
        happened = self.mirror.take(news)
        self.watch.see(self.mirror)
        self.client.see(self.mirror, news, happened)
        due = self.client.due(self.mirror)
        self.warnings += self.client.warnings
        self.client.warnings = []
        if due is not None and due.kind not in drop:
            at = {"deal": due.deal, "attempt": due.attempt}
            if due.kind == "commit":
                self.answer = self.table.do(self.guest, commands.Commit, commitment=due.value, protocol=1, **at)
            else:
                self.answer = self.table.do(
                    self.guest, commands.Reveal, contribution=due.value, manifest=due.manifest, **at
                )
        return due

    def check(self, record: str, deal: int = 1) -> None:
        """Compare the record of a deal with what was shown."""
        stored, shown = self.store.attempts("table-1", deal), self.watch.views(deal)
        check_record(self.table.game, record, ("table-1", deal), stored, shown)

    @property
    def warned(self) -> list[str]:
        """Kinds and reasons of the warnings so far."""
        return [f"{warning.kind} {warning.reason}".rstrip() for warning in self.warnings]
