"""PF-22: this client's part in the shuffles, and what it checks for its person.

It commits to fresh bytes of its own for each attempt, reveals them for one manifest and never for a second, and sees
that each manifest follows on the last one it knew. What is not as it should be is said to its person, once.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from chieu.fairness import card_order
from chieu.fairness.manifest import BadManifest, Manifest, ManifestSeat, manifest_hash, read_manifest
from chieu.online.client.mirror import News, TableMirror
from chieu.online.client.shuffle_store import BYTES, ShuffleStore
from chieu.online.protocol.announcements import DealEnded, Happening, ManifestPublished
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


class Warned(NamedTuple):
    """Something to tell the person. `reason` is a word for why somebody does not contribute, or empty."""

    kind: WarningKind
    deal: int
    attempt: int
    reason: str = ""


class Due(NamedTuple):
    """What is to be sent: the commitment, or the bytes for the manifest with this hash."""

    kind: Literal["commit", "reveal"]
    deal: int
    attempt: int
    value: str
    manifest: str = ""


_OUT_OF_IT: Final = ManifestSeat("house")


class Contributor:
    """One person's part in the shuffles at one table: the one with the id that its link has, whatever the house shows.
    What is stored goes by `place`. `warned` grows; who shows it takes it away."""

    def __init__(self, store: ShuffleStore, place: str, table: str) -> None:
        self.warned: list[Warned] = []
        self._store = store
        self._place = place
        self._table = table
        self._unseen = True  # something may have been frozen that this client was not there for
        self._over = 0  # the last deal whose end was told

    def see(self, picture: TableMirror, news: News, happened: Sequence[Happening]) -> None:
        """What came: each manifest is noted and held against the one before it. A whole view does not tell what happened
        before it, unless it is of an earlier moment: then the house has gone back to a back-up."""
        if isinstance(news, View):
            self._unseen = not picture.went_back
            self._over = news.table.deals
        if picture.went_back:
            shuffle = picture.table.shuffle
            self.warned.append(Warned("went_back", shuffle.deal, shuffle.attempt))
        for one in happened:
            if isinstance(one, DealEnded):
                self._over = one.deal
            if isinstance(one, ManifestPublished):
                self._note(one.manifest)

    def due(self, picture: TableMirror) -> Due | None:
        """What is to be sent now, if anything."""
        table, seat = picture.table, picture.you.seat
        shuffle = table.shuffle
        if table.id != self._table:  # its bytes would be known by another name than the one they are kept by
            self._warn("bad_manifest", shuffle.deal, shuffle.attempt)
            return None
        self._see_voids(shuffle)
        if table.phase in ("between", "committing"):
            return None if seat is None else self._commitment(shuffle, seat)
        if picture.manifest:
            return self._frozen(table.phase, shuffle, seat, picture.manifest)
        if table.phase == "playing" and seat is not None:
            self._warn("unseen", shuffle.deal, shuffle.attempt)
        return None

    def _commitment(self, shuffle: ShuffleInfo, seat: int) -> Due | None:
        """Another device of the same person may have replaced what this one sent: they do not fight over it."""
        if any(out == seat for out, _, _ in shuffle.left_out):
            return None
        deal, attempt = shuffle.deal, shuffle.attempt
        kept = self._store.own(self._place, deal, attempt)
        # An attempt that was frozen before is over for this client: its bytes may be known. It commits to bytes that it
        # forgets at once, so that nobody can finish what it will not reveal for, and the next attempt is a fresh one.
        given = kept.contribution if not kept.manifest else secrets.token_hex(BYTES)
        commitment = card_order.contribution_commitment(self._table, deal, attempt, given)
        known = dict(shuffle.commitments).get(seat)
        if known == commitment or (known is not None and kept.committed):
            return None
        self._store.committing(self._place, deal, attempt)
        return Due("commit", deal, attempt, commitment)

    def _frozen(self, phase: str, shuffle: ShuffleInfo, seat: int | None, text: str) -> Due | None:
        deal, attempt = shuffle.deal, shuffle.attempt
        manifest = self._note(text, phase == "revealing")
        if manifest is None or (manifest.table, manifest.deal, manifest.attempt) != (self._table, deal, attempt):
            self._warn("bad_manifest", deal, attempt)
            return None
        kept = self._store.own(self._place, deal, attempt)
        if kept.manifest and kept.manifest != text:
            self._warn("second_manifest", deal, attempt)
            return None
        if seat is None:
            return None
        if not kept.manifest:  # it came when the cards were out: too late to prove anything
            self._warn("unseen", deal, attempt)
        said = manifest.seats[seat] if seat < len(manifest.seats) else _OUT_OF_IT
        if said.kind != "contributes":
            self._warn("not_contributing", deal, attempt, said.why or said.kind)
            return None
        if said.commitment != card_order.contribution_commitment(self._table, deal, attempt, kept.contribution):
            self._warn("not_contributing", deal, attempt, "other_device")
            return None
        if phase == "playing" and kept.manifest and not kept.revealed:  # so these cards follow from something else
            self._warn("unasked", deal, attempt)
        if phase != "revealing" or seat in shuffle.revealed:
            return None
        self._store.revealing(self._place, deal, attempt)
        return Due("reveal", deal, attempt, kept.contribution, manifest_hash(text))

    def _note(self, text: str, in_time: bool = True) -> Manifest | None:
        """Notes a manifest; None if it is none. Each names the one before it. Who was not there for some cannot tell, and
        says that."""
        try:
            manifest = read_manifest(text)
        except BadManifest:
            return None
        if in_time:
            self._store.first_manifest(self._place, manifest.deal, manifest.attempt, text)
        last = self._store.last(self._place)
        if last == text:
            self._unseen = False
            return manifest
        if last:
            self._hold_against(read_manifest(last), manifest_hash(last), manifest)
        self._store.now_last(self._place, text)
        self._unseen = False
        return manifest

    def _hold_against(self, last: Manifest, digest: str, manifest: Manifest) -> None:
        """What was frozen is played to its end, or annulled and tried again as the same deal: a house that goes on to
        another one drops an order that it may know."""
        if manifest.after != digest:
            self._warn("missed" if self._unseen else "not_following", manifest.deal, manifest.attempt)
        if manifest.deal > last.deal > self._over:
            self._warn("dropped", last.deal, last.attempt)

    def _see_voids(self, shuffle: ShuffleInfo) -> None:
        """Seats are those of the void attempt's manifest: its person may sit elsewhere by now."""
        for void in shuffle.voids:
            kept = self._store.of(self._place, shuffle.deal, void.attempt)
            if kept is None or not kept.revealed:
                continue
            own = card_order.contribution_commitment(self._table, shuffle.deal, void.attempt, kept.contribution)
            seats = [seat for seat, commitment in read_manifest(kept.manifest).contributors if commitment == own]
            if any(seat in void.withheld for seat in seats):
                self._warn("called_withheld", shuffle.deal, void.attempt)

    def _warn(self, kind: WarningKind, deal: int, attempt: int, reason: str = "") -> None:
        if self._store.tell_once(self._place, deal, attempt, kind):
            self.warned.append(Warned(kind, deal, attempt, reason))
