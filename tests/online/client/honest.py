"""An honest person's client, as it is shipped, at a table that a test drives by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from chieu.core import codec
from chieu.fairness.witness import check_record
from chieu.online.client.contributing import Contributor, Due, Warned
from chieu.online.client.deal_watch import DealWatch
from chieu.online.client.mirror import News, TableMirror
from chieu.online.client.shuffle_store import ShuffleStore
from chieu.online.protocol import commands, wire
from tests.online.table.sitting import Sitting

PLACE = "http://here/table-1#guest"


class Honest:
    """A guest whose client is `Contributor`, `DealWatch` and `TableMirror`. `look` takes in what the house shows; what
    the client sends for it reaches the house unless it is dropped on the way."""

    def __init__(self, table: Sitting, guest: str, store: ShuffleStore | None = None) -> None:
        self.table = table
        self.guest = guest
        self.store = store or ShuffleStore()
        self.warned: list[Warned] = []
        self._begin()

    def _begin(self) -> None:
        self.mirror = TableMirror()
        self.client = Contributor(self.store, PLACE, "table-1")
        self.watch = DealWatch()
        self._decoder: Any = codec.decoder(wire.server_type(self.table.game))

    def reload(self) -> None:
        """Closed and opened again: only what is stored is left."""
        self._begin()

    def look(self, drop: Collection[str] = (), shown: Callable[[News], News] = lambda news: news) -> Due | None:
        """Sees what is new, as the house chooses to show it, and does what is due."""
        seen = self.mirror.seq
        epoch = self.mirror.table.epoch if seen else ""
        raw = self.table.sent(self.guest, seen if epoch == self.table.state.epoch else 0)
        news = shown(self._decoder.decode(raw))
        happened = self.mirror.take(news)
        self.watch.see(self.mirror)
        self.client.see(self.mirror, news, happened)
        due = self.client.due(self.mirror)
        self.warned += self.client.warned
        self.client.warned = []
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
        """Holds the record of a deal against what was shown."""
        kept, shown = self.store.seen("table-1", deal), self.watch.of(deal)
        check_record(self.table.game, record, ("table-1", deal), kept, shown)

    @property
    def told(self) -> list[str]:
        """What the person was warned of."""
        return [f"{one.kind} {one.reason}".rstrip() for one in self.warned]
