"""PF-22: compare a record with what a client was shown of the deal.

Verification shows only that a record is consistent in itself. The client also compares it with the manifests it was
shown, the bytes it revealed, and every view of the deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from chieu.core import codec, records
from chieu.core.game import AnyGame, Viewer
from chieu.core.records import Record
from chieu.fairness.card_order import Proof
from chieu.fairness.verify import Unproven, verify


class StoredAttempt(NamedTuple):
    """A client's own data on one attempt.

    `committed` and `revealed` tell whether it sent these commands; `manifest` is the first one that it was shown.
    """

    contribution: str
    committed: bool = False
    manifest: str = ""
    revealed: bool = False


class ShownView(NamedTuple):
    """Digest of a view of a deal, and the seat that it was shown to (None for a spectator)."""

    viewer: Viewer
    digest: bytes


class NotAsShown(ValueError):
    """The record has other cards or moves than the client was shown."""


def shown_view(viewer: Viewer, view: Any) -> ShownView:
    """Digest a view for a later comparison with the record."""
    return ShownView(viewer, hashlib.sha256(codec.encode(view)).digest())


def check_record(
    game: AnyGame, text: str, where: tuple[str, int], stored: Mapping[int, StoredAttempt], shown: Sequence[ShownView]
) -> None:
    """Verify the record of a deal (table and number), and compare it with the client's own data.

    Raise `BadRecord` or `Unproven` if it does not verify or has other manifests, `NotAsShown` if views differ.
    """
    games, lines = {game.name: game}, text.splitlines()
    deals = list(verify(games, lines))
    if [(deal.proof.table, deal.proof.deal) for deal in deals] != [where]:
        raise Unproven(f"this is not the record of deal {where[1]} of table {where[0]}")
    check_seen(deals[0].proof, stored)
    (record,) = records.read(games, lines)
    _compare(record, shown)


def check_seen(proof: Proof, stored: Mapping[int, StoredAttempt]) -> list[int]:
    """Compare a proof with the attempts that a client stored.

    Raise `Unproven` if it has other manifests, or lacks the bytes that the client revealed. Return the attempts for
    which the client committed and was shown no manifest, although the record has one.
    """
    manifests = {void.attempt: void.manifest for void in proof.voids} | {proof.attempt: proof.manifest}
    for number, attempt in stored.items():
        if attempt.manifest and manifests.get(number) != attempt.manifest:
            raise Unproven(
                f"the manifest of attempt {number} is not the one that `chieu table` was shown on this machine"
            )
    final = stored.get(proof.attempt, StoredAttempt(""))
    if final.revealed and final.contribution not in [each.contribution for each in proof.contributions]:
        raise Unproven("the bytes that `chieu table` revealed on this machine are not in the record")
    return [number for number, attempt in sorted(stored.items()) if not attempt.manifest and manifests.get(number)]


def _compare(record: Record, shown: Sequence[ShownView]) -> None:
    """Check that the views shown occur in the record, in the same order.

    The record may have more: moves in quick succession are shown as one view.
    """
    game, left = record.game, list(reversed(shown))
    viewers = {view.viewer for view in shown}
    start = game.start(record.rules, record.seats, record.match, record.host)
    for state in (start, *(step.state for step in record.steps())):
        now = {viewer: shown_view(viewer, game.view(state, viewer)) for viewer in viewers}
        while left and left[-1] == now[left[-1].viewer]:
            left.pop()
    if left:
        raise NotAsShown(f"{len(left)} of {len(shown)} views of the deal that were shown are not in the record")
