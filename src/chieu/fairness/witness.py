"""PF-22: what a client saw of a deal, held against its record: the manifests that it was shown, what it revealed, and
every view of the deal, cards and all. A record that verifies is only consistent in itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from chieu.core import codec, records
from chieu.core.game import AnyGame, Viewer
from chieu.core.records import Record
from chieu.fairness.card_order import Proof
from chieu.fairness.verify import Unproven, verify


class KeptAttempt(NamedTuple):
    """What is kept of one attempt. `committed` and `revealed`: that was sent. `manifest` is the first that was shown."""

    contribution: str
    committed: bool = False
    manifest: str = ""
    revealed: bool = False


class ShownView(NamedTuple):
    """A view of a deal that was shown: from which seat (None: as anybody sees it), and its digest."""

    viewer: Viewer
    digest: bytes


class NotAsShown(ValueError):
    """A record that tells of other cards or moves than were shown."""


def shown_view(viewer: Viewer, view: Any) -> ShownView:
    """What to remember of a view."""
    return ShownView(viewer, hashlib.sha256(codec.encode(view)).digest())


def check_record(
    game: AnyGame, text: str, where: tuple[str, int], kept: Mapping[int, KeptAttempt], shown: Sequence[ShownView]
) -> None:
    """`BadRecord` or `Unproven` if a text is no record that verifies, of this deal (table and number) and with the
    manifests that were kept; `NotAsShown` if something else was shown than it tells of."""
    games, lines = {game.name: game}, text.splitlines()
    told = list(verify(games, lines))
    if [(one.proof.table, one.proof.deal) for one in told] != [where]:
        raise Unproven(f"this is not the record of deal {where[1]} of table {where[0]}")
    hold_against(told[0].proof, kept)
    (record,) = records.read(games, lines)
    _compare(record, shown)


def hold_against(proof: Proof, kept: Mapping[int, KeptAttempt]) -> list[int]:
    """`Unproven` if a client saw other manifests than a record tells, or what it revealed is not in there. Gives the
    attempts for which it committed and was shown no manifest, though the record has one."""
    told = {void.attempt: void.manifest for void in proof.voids} | {proof.attempt: proof.manifest}
    for attempt, one in kept.items():
        if one.manifest and told.get(attempt) != one.manifest:
            raise Unproven(
                f"the manifest of attempt {attempt} is not the one that `chieu table` was shown on this machine"
            )
    held = kept.get(proof.attempt)
    given = [one.contribution for one in proof.contributions]
    if held is not None and held.revealed and held.contribution not in given:
        raise Unproven("what `chieu table` revealed on this machine is not in the record")
    return [attempt for attempt, one in sorted(kept.items()) if not one.manifest and told.get(attempt)]


def _compare(record: Record, shown: Sequence[ShownView]) -> None:
    """All that was shown comes in the record, in the same order. It may have more: what followed at once was shown
    together."""
    game, left = record.game, list(reversed(shown))
    viewers = {one.viewer for one in shown}
    start = game.start(record.rules, record.seats, record.match, record.host)
    for state in (start, *(step.state for step in record.steps())):
        now = {viewer: shown_view(viewer, game.view(state, viewer)) for viewer in viewers}
        while left and left[-1] == now[left[-1].viewer]:
            left.pop()
    if left:
        raise NotAsShown(f"of {len(shown)} views of the deal that were shown, {len(left)} are not in the record")
