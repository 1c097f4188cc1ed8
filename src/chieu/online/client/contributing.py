"""PF-22: this client's part in the shuffles, and its checks on the server.

The client commits to fresh bytes for each attempt, reveals them for one manifest and never for a second, and checks
that each manifest follows the last one it saw. It warns its person of each irregularity once.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from chieu.fairness import card_order
from chieu.fairness.manifest import BadManifest, Manifest, ManifestSeat, manifest_hash, read_manifest
from chieu.fairness.witness import ShownView, shown_view
from chieu.online.client.mirror import News, TableMirror
from chieu.online.client.shuffle_store import ShuffleStore
from chieu.online.protocol.announcements import DealEnded, Happening, ManifestPublished
from chieu.online.protocol.commands import Commit, Reveal
from chieu.online.protocol.fields import CONTRIBUTION_BYTES
from chieu.online.protocol.views import ShuffleInfo, View

WarningKind: TypeAlias = Literal[
    "not_contributing",
    "unseen",
    "unasked",
    "second_manifest",
    "not_following",
    "dropped",
    "missed",
    "called_withheld",
    "bad_manifest",
    "went_back",
    "no_record",
    "bad_record",
    "other_cards",
]


class ShuffleWarning(NamedTuple):
    """A warning for the person. `reason` is why this client does not contribute, if that is the warning."""

    kind: WarningKind
    deal: int
    attempt: int
    reason: str = ""


_NO_SEAT: Final = ManifestSeat("house")
_DEALS: Final = 3  # deals remembered: the next one may begin before the record is fetched


class Contributor:
    """One person's part in the shuffles at one table.

    `table` is the id in the table's link, not the one that the server shows; `place` is the key in the store. The
    caller removes the `warnings` that it has shown.
    """

    def __init__(self, store: ShuffleStore, place: str, table: str) -> None:
        self.warnings: list[ShuffleWarning] = []
        self._store = store
        self._place = place
        self._table = table
        self._unseen = True  # there may be manifests that this client was not shown
        self._over = 0  # the last deal whose end was announced

    def see(self, picture: TableMirror, news: News, happened: Sequence[Happening]) -> None:
        """Store each new manifest and compare it with the one before it.

        Manifests published before a view may be unknown, unless the view is older than the last one: then the server
        was restored from a backup.
        """
        if isinstance(news, View):
            self._unseen = not picture.went_back
            self._over = news.table.deals
        if picture.went_back:
            shuffle = picture.table.shuffle
            self.warnings.append(ShuffleWarning("went_back", shuffle.deal, shuffle.attempt))
        for event in happened:
            if isinstance(event, DealEnded):
                self._over = event.deal
            if isinstance(event, ManifestPublished):
                self._note(event.manifest)

    def due(self, picture: TableMirror) -> Commit | Reveal | None:
        """Return the command to send now, if any, without its id and sequence number."""
        table, seat = picture.table, picture.you.seat
        shuffle = table.shuffle
        if table.id != self._table:  # its bytes would be used for another table than they are stored for
            self._warn("bad_manifest", shuffle.deal, shuffle.attempt)
            return None
        self._see_voids(shuffle)
        if table.phase in ("between", "committing"):
            return None if seat is None else self._commitment(shuffle, seat)
        if picture.manifest:
            return self._reveal(table.phase, shuffle, seat, picture.manifest)
        if table.phase == "playing" and seat is not None:
            self._warn("unseen", shuffle.deal, shuffle.attempt)
        return None

    def _commitment(self, shuffle: ShuffleInfo, seat: int) -> Commit | None:
        """Return the commitment to send. One that another device of the person sent is left in place."""
        if any(out == seat for out, _, _ in shuffle.left_out):
            return None
        deal, attempt = shuffle.deal, shuffle.attempt
        stored = self._store.get_or_draw(self._place, deal, attempt)
        # An attempt that had a manifest is over for this client, as its bytes may be known. It commits to bytes that it
        # does not store, so the attempt cannot be completed and the next one uses fresh bytes.
        contribution = stored.contribution if not stored.manifest else secrets.token_hex(CONTRIBUTION_BYTES)
        commitment = card_order.contribution_commitment(self._table, deal, attempt, contribution)
        known = dict(shuffle.commitments).get(seat)
        if known == commitment or (known is not None and stored.committed):
            return None
        self._store.mark_sent("committed", self._place, deal, attempt)
        return Commit(id="", seq=0, deal=deal, attempt=attempt, commitment=commitment, protocol=1)

    def _reveal(self, phase: str, shuffle: ShuffleInfo, seat: int | None, text: str) -> Reveal | None:
        deal, attempt = shuffle.deal, shuffle.attempt
        manifest = self._note(text, phase == "revealing")
        if manifest is None or (manifest.table, manifest.deal, manifest.attempt) != (self._table, deal, attempt):
            self._warn("bad_manifest", deal, attempt)
            return None
        stored = self._store.get_or_draw(self._place, deal, attempt)
        if stored.manifest and stored.manifest != text:
            self._warn("second_manifest", deal, attempt)
            return None
        if seat is None:
            return None
        if not stored.manifest:  # it came after the cards, too late to prove anything
            self._warn("unseen", deal, attempt)
        own = manifest.seats[seat] if seat < len(manifest.seats) else _NO_SEAT
        if own.kind != "contributes":
            self._warn("not_contributing", deal, attempt, own.why or own.kind)
            return None
        if own.commitment != card_order.contribution_commitment(self._table, deal, attempt, stored.contribution):
            self._warn("not_contributing", deal, attempt, "other_device")
            return None
        if phase == "playing" and stored.manifest and not stored.revealed:  # the cards follow from something else
            self._warn("unasked", deal, attempt)
        if phase != "revealing" or seat in shuffle.revealed:
            return None
        self._store.mark_sent("revealed", self._place, deal, attempt)
        contribution, digest = stored.contribution, manifest_hash(text)
        return Reveal(id="", seq=0, deal=deal, attempt=attempt, contribution=contribution, manifest=digest)

    def _note(self, text: str, in_time: bool = True) -> Manifest | None:
        """Store a manifest and compare it with the last one. Return None if the text is not a manifest."""
        try:
            manifest = read_manifest(text)
        except BadManifest:
            return None
        if in_time:
            self._store.add_manifest(self._place, manifest.deal, manifest.attempt, text)
        last = self._store.last_manifest(self._place)
        if last and last != text:
            self._compare(last, manifest)
        if last != text:
            self._store.set_last_manifest(self._place, text)
        self._unseen = False
        return manifest

    def _compare(self, last_text: str, manifest: Manifest) -> None:
        """Warn if a manifest does not follow the last one, or if the last deal was dropped.

        A deal with a manifest is played to its end, or annulled and tried again under the same number. A server that
        goes on to another deal drops an order that it may know.
        """
        last = read_manifest(last_text)
        if manifest.after != manifest_hash(last_text):
            self._warn("missed" if self._unseen else "not_following", manifest.deal, manifest.attempt)
        if manifest.deal > last.deal > self._over:
            self._warn("dropped", last.deal, last.attempt)

    def _see_voids(self, shuffle: ShuffleInfo) -> None:
        """Warn if the server says that this client withheld although it revealed.

        The seats are those of the void attempt's manifest, as the person may have moved since.
        """
        for void in shuffle.voids:
            stored = self._store.get(self._place, shuffle.deal, void.attempt)
            if stored is None or not stored.revealed:
                continue
            own = card_order.contribution_commitment(self._table, shuffle.deal, void.attempt, stored.contribution)
            seats = [seat for seat, commitment in read_manifest(stored.manifest).contributors if commitment == own]
            if any(seat in void.withheld for seat in seats):
                self._warn("called_withheld", shuffle.deal, void.attempt)

    def _warn(self, kind: WarningKind, deal: int, attempt: int, reason: str = "") -> None:
        if self._store.add_warning(self._place, deal, attempt, kind):
            self.warnings.append(ShuffleWarning(kind, deal, attempt, reason))


class DealWatch:
    """Digests of the views of the latest deals, to compare with their records."""

    def __init__(self) -> None:
        self._shown: dict[int, list[ShownView]] = {}
        self._over = 0

    def see(self, picture: TableMirror) -> None:
        """Add the view that is shown now.

        Views after the end of a deal are skipped, as people may look from other seats then. Views from before the
        server was restored from a backup are dropped, as its records no longer match them.
        """
        if picture.went_back:
            self._shown, self._over = {}, 0
        deal = picture.deal
        if deal is None or deal.number <= self._over:
            return
        seat = picture.you.seat
        shown = self._shown.setdefault(deal.number, [])
        now = shown_view(None if seat in deal.out else seat, deal.view)
        if shown[-1:] != [now]:
            shown.append(now)
        if deal.payoff is not None:
            self._over = deal.number
        while len(self._shown) > _DEALS:
            del self._shown[next(iter(self._shown))]

    def views(self, deal: int) -> Sequence[ShownView]:
        """Return the views of a deal, as far as they are remembered."""
        return tuple(self._shown.get(deal, ()))
