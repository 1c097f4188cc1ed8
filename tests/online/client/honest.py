"""An honest client, as it is shipped, at a table that a test drives by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from chieu.fairness import journal
from chieu.fairness.journal import Journal
from chieu.games import all_games
from chieu.online.client.contributing import Contributor, Notice
from chieu.online.client.journals import Journals
from chieu.online.client.mirror import News, TableMirror
from chieu.online.protocol import wire
from chieu.online.protocol.commands import Abstain, Command, Commit, Reveal
from tests.online.table.sitting import Sitting


class Honest:
    """A guest whose client consists of `Contributor` and `TableMirror`.

    It fetches records by `records`, which a patched server may replace.
    """

    def __init__(self, table: Sitting, guest: str, journals: Journals | None = None) -> None:
        self.table = table
        self.guest = guest
        self.journals = journals or Journals()
        self.notices: list[Notice] = []
        self.records: Callable[[int], str] = table.record
        self._begin()

    def _begin(self) -> None:
        self.mirror = TableMirror()
        self.client = Contributor(self.journals, "table-1", self.guest)
        self.client.connected()

    def reload(self) -> None:
        """Close and open the client again. Only the journals are left."""
        self._begin()

    def look(
        self, drop: Collection[type[Command]] = (), shown: Callable[[News], News] = lambda news: news
    ) -> Commit | Reveal | Abstain | None:
        """Take in the news as `shown`, and send the command that is due unless `drop` has its kind.

        As a deal's record is available at once, it is accounted for at once, or reported.
        """
        seq_before = self.mirror.seq
        epoch = self.mirror.table.epoch if seq_before else ""
        raw = self.table.sent(self.guest, seq_before if epoch == self.table.state.epoch else 0)
        self.mirror.take(shown(wire.read_message(raw)))
        self.client.see(self.mirror)
        if self.client.hindrance(self.mirror) in ("open", "rolled_back"):
            self.account()
        return self._send(drop)

    def _send(self, drop: Collection[type[Command]] = ()) -> Commit | Reveal | Abstain | None:
        due = self.client.due(self.mirror)
        self.notices += self.client.notices
        self.client.notices = []
        if due is not None and type(due) not in drop:
            fields = msgspec.structs.asdict(due)
            del fields["id"], fields["seq"]
            self.answer = self.table.do(self.guest, type(due), **fields)
        return due

    def account(self) -> None:
        """Close the open deal by its record, or report that this is impossible."""
        before = self.journal
        if before.open is None:
            self.client.report("rolled_back")
            return
        try:
            text = self.records(before.open.deal)
        except IndexError:
            self.client.report("no_record")
            return
        try:
            assert self.client.account(before, journal.account(all_games(), before, text), text)
        except journal.Unaccounted as error:
            self.client.report(error.fault)

    def go_on(self) -> None:
        """Let the person go on without proof, or agree to more attempts."""
        self.client.go_on(self.mirror)
        self._send()

    @property
    def journal(self) -> Journal:
        return self.client.journal

    @property
    def told(self) -> list[str]:
        """Kinds and reasons of the notices so far."""
        return [f"{notice.kind} {notice.reason}".rstrip() for notice in self.notices]

    @property
    def shield(self) -> str:
        shield = self.client.shield
        return f"{shield.state} {shield.reason}".rstrip() if shield.state == "hollow" else shield.state
