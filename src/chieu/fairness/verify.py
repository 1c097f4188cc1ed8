"""PF-22: shuffle proofs in the notes of records, and verification from published data alone.

note fair chieu/fair/1
note fair attempt 0                           (for each attempt at the deal's shuffle, in order:)
note fair server <64 hexadecimal digits>      (the server's commitment)
note fair | chieu/fair/1 manifest             (the manifest, line by line, if one was published)
note fair | table q3Zk...
note fair seed <64 hexadecimal digits>
note fair void withheld 2                     (why it is void; for the last attempt, each contribution instead:)
note fair from 0 <64 hexadecimal digits>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, cast

import msgspec

from chieu.core import records, sheets
from chieu.core.game import CHANCE, AnyGame
from chieu.core.options import BadRules
from chieu.core.records import Record
from chieu.fairness import card_order
from chieu.fairness.card_order import Contribution, Proof, Void, WhyVoid
from chieu.fairness.manifest import (
    HEX,
    NOTHING_BEFORE,
    NUMBER,
    BadManifest,
    Manifest,
    ManifestChair,
    manifest_hash,
    read_manifest,
)

MARK: Final = "fair "
LESSON: Final = "lesson"  # PF-46: the note of a deal whose cards were chosen
_ATTEMPT: Final = re.compile(
    rf"attempt (?P<attempt>{NUMBER})\n"
    rf"server (?P<commitment>{HEX})\n"
    r"(?P<manifest>(?:\| [^\n]+\n)*)"
    rf"seed (?P<seed>{HEX})\n"
    rf"(?:void (?P<why>withheld|restart|restored)(?P<withheld>(?: {NUMBER})*)\n"
    rf"|(?P<contributions>(?:from {NUMBER} {HEX}\n)*))"
)
_PLAYER: Final = re.compile(rf"seat (?P<seat>{NUMBER}) (?:bot (?P<level>.+)|.+)")


class Unproven(ValueError):
    """The record has no shuffle proof, or its shuffles do not follow from the proof."""


class NotShuffled(Unproven):
    """PF-46: the deal was a lesson with chosen cards."""


class Verified(msgspec.Struct, frozen=True):
    """A verified deal.

    `chairs` are those of the manifest; each says what the record proves to it. `attempts` counts the attempts that may
    have had a manifest. A player still has to compare the manifests and their own contribution with those in the
    journal of their client (see `journal`).
    """

    game: str
    proof: Proof
    chairs: tuple[ManifestChair, ...]
    attempts: int
    shuffles: int
    result: tuple[int, ...]


def notes(proof: Proof) -> tuple[str, ...]:
    """Serialize a proof as notes of a record."""
    lines = [card_order.PROTOCOL]
    for void in proof.voids:
        lines += _attempt_notes(void.attempt, void.commitment, void.manifest, void.seed)
        lines.append(" ".join(["void", void.why, *map(str, void.withheld)]))
    lines += _attempt_notes(proof.attempt, proof.commitment, proof.manifest, proof.seed)
    lines += [f"from {item.chair} {item.contribution}" for item in proof.contributions]
    return tuple(MARK + line for line in lines)


def _attempt_notes(attempt: int, commitment: str, manifest: str, seed: str) -> list[str]:
    quoted = [f"| {line}" for line in manifest.splitlines()]
    return [f"attempt {attempt}", f"server {commitment}", *quoted, f"seed {seed}"]


def read_proof(record_notes: Sequence[str]) -> Proof:
    """Parse the proof among a record's notes. Raise `Unproven` if it is missing or malformed."""
    lines = [note.removeprefix(MARK) for note in record_notes if note.startswith(MARK)]
    if LESSON in record_notes:
        raise NotShuffled("this deal was a lesson: its cards were chosen, not shuffled")
    if not lines:
        raise Unproven("the record has no 'fair' notes: it says nothing of how its cards were shuffled")
    if lines[0] != card_order.PROTOCOL:
        raise Unproven(f"expected version 1 of the shuffle proof, {card_order.PROTOCOL!r}, found {lines[0]!r}")
    text = "".join(f"{line}\n" for line in lines[1:])
    attempts = list(_ATTEMPT.finditer(text))
    if "".join(match[0] for match in attempts) != text:
        raise Unproven("the record's 'fair' notes are malformed")
    if not attempts or attempts[-1]["why"] is not None or any(match["why"] is None for match in attempts[:-1]):
        raise Unproven("expected void attempts at a shuffle, then one that was played")
    *voids, final = attempts
    manifest = _read(_unquoted(final["manifest"]))
    contributions = [line.split() for line in final["contributions"].splitlines()]
    commitments = dict(manifest.contributors)
    return Proof(
        manifest.table,
        manifest.deal,
        manifest.sheet,
        int(final["attempt"]),
        final["commitment"],
        tuple(Contribution(int(chair), commitments.get(int(chair), ""), given) for _, chair, given in contributions),
        tuple(_void(match) for match in voids),
        final["seed"],
        _unquoted(final["manifest"]),
    )


def _void(match: re.Match[str]) -> Void:
    withheld = tuple(map(int, match["withheld"].split()))
    why = cast("WhyVoid", match["why"])
    return Void(int(match["attempt"]), match["commitment"], match["seed"], withheld, why, _unquoted(match["manifest"]))


def _unquoted(lines: str) -> str:
    return "".join(line.removeprefix("| ") + "\n" for line in lines.splitlines())


def _read(text: str) -> Manifest:
    try:
        return read_manifest(text)
    except BadManifest as error:
        raise Unproven(f"the record has a malformed manifest: {error}") from None


def check_commitments(proof: Proof) -> None:
    """Raise `Unproven` if a seed or contribution does not match its commitment.

    Also if an attempt is missing, or a manifest does not follow the one before it.
    """
    if [void.attempt for void in proof.voids] != list(range(proof.attempt)):
        raise Unproven(f"expected a void for each attempt before attempt {proof.attempt + 1}")
    last = NOTHING_BEFORE if proof.deal == 1 else ""
    for void in proof.voids:
        _check_void(proof, void)
        if void.manifest:
            _check_manifest(proof, void.attempt, void.commitment, void.manifest, last)
            last = manifest_hash(void.manifest)
    if card_order.seed_commitment(proof.table, proof.deal, proof.attempt, proof.seed) != proof.commitment:
        raise Unproven("the seed is not the one committed to before the deal")
    manifest = _check_manifest(proof, proof.attempt, proof.commitment, proof.manifest, last)
    if [item.chair for item in proof.contributions] != [chair for chair, _ in manifest.contributors]:
        raise Unproven("the contributions are not from the chairs that the manifest names")
    for item in proof.contributions:
        where = (proof.table, proof.deal, proof.attempt)
        if card_order.contribution_commitment(*where, item.contribution) != item.commitment:
            raise Unproven(f"the contribution of chair {item.chair + 1} is not the one committed to")


def _check_void(proof: Proof, void: Void) -> None:
    if card_order.seed_commitment(proof.table, proof.deal, void.attempt, void.seed) != void.commitment:
        raise Unproven(f"the seed of the void attempt {void.attempt + 1} is not the one committed to")
    contributors = [chair for chair, _ in _read(void.manifest).contributors] if void.manifest else []
    blamed = list(void.withheld)
    if bool(blamed) != (void.why == "withheld") or blamed != [chair for chair in contributors if chair in blamed]:
        raise Unproven(f"the void attempt {void.attempt + 1} is blamed on chairs that did not contribute")


def _check_manifest(proof: Proof, attempt: int, commitment: str, text: str, last: str) -> Manifest:
    manifest = _read(text)
    if (manifest.table, manifest.deal, manifest.attempt) != (proof.table, proof.deal, attempt):
        raise Unproven(f"the manifest of attempt {attempt + 1} belongs to another attempt, deal or table")
    if manifest.commitment != commitment:
        raise Unproven(f"the manifest of attempt {attempt + 1} has another commitment of the server")
    if last and manifest.after != last:
        raise Unproven(f"the manifest of attempt {attempt + 1} does not follow on the one before it")
    return manifest


def check_sequel(before: Proof, proof: Proof) -> None:
    """Raise `Unproven` if a manifest between two consecutive deals is in neither record."""
    first = next((void.manifest for void in proof.voids if void.manifest), proof.manifest)
    if _read(first).after != manifest_hash(before.manifest):
        raise Unproven(f"deal {proof.deal} of table {proof.table} does not follow on deal {before.deal}")


def _check_record(record: Record, proof: Proof) -> None:
    """Check that game, sheet, match, seats and dealer of the record are those of the manifest."""
    manifest = _read(proof.manifest)
    if manifest.game != record.game.name:
        raise Unproven(f"expected a deal of {manifest.game}, found one of {record.game.name}")
    try:
        rules = sheets.from_code(record.game, proof.sheet)
    except BadRules as error:
        raise Unproven(f"the sheet of the shuffle is invalid: {error}") from None
    if rules != record.rules:
        raise Unproven("the sheet of the shuffle is not the sheet of the record")
    if len(manifest.chairs) != record.seats:
        raise Unproven("the manifest and the record have different seats")
    if manifest.host != record.host:
        raise Unproven(f"expected seat {manifest.host + 1} to deal, but seat {record.host + 1} did")
    if manifest.match != records.match_line(record.game, record.match, record.host):
        raise Unproven("the manifest was for another match, or another moment of it")
    _check_players(record, manifest)


def _check_players(record: Record, manifest: Manifest) -> None:
    """Check that notes on players name bots at exactly the seats where the manifest has them."""
    for note in record.notes:
        player = _PLAYER.fullmatch(note)
        if player is None or int(player["seat"]) >= len(manifest.chairs):
            continue
        chair = manifest.all_chairs[manifest.chairs[int(player["seat"])]]
        if (player["level"] or "") != (chair.level or chair.stand_in):
            raise Unproven(f"seat {int(player['seat']) + 1} was not played by the player in the manifest")


def _attempts(proof: Proof) -> int:
    """Count the attempts with a manifest, and those that may have had one.

    In the first deal of a table the chain of manifests starts with zeros, so that a missing manifest shows. In later
    deals it shows only beside the record of the deal before.
    """
    return 1 + sum(void.manifest != "" or proof.deal > 1 for void in proof.voids)


def verify(games: Mapping[str, AnyGame], lines: Iterable[str]) -> Iterator[Verified]:
    """Verify every deal of a file: checksums, moves, result, and each shuffle against its proof.

    Raise `BadRecord` or `Unproven` for the first deal that fails.
    """
    return map(verify_record, records.read(games, lines))


def verify_record(record: Record) -> Verified:
    """Verify one deal. Raise `Unproven`, of a lesson `NotShuffled`."""
    proof = read_proof(record.notes)
    check_commitments(proof)
    _check_record(record, proof)
    shuffles = 0
    for step, line in zip(record.steps(), record.at, strict=True):
        if step.seat == CHANCE:
            if card_order.order(proof, shuffles, step.action.order) != step.action.order:
                raise Unproven(f"line {line}: shuffle {shuffles + 1} of the deal does not follow from the seed")
            shuffles += 1
    return Verified(
        record.game.name, proof, _read(proof.manifest).all_chairs, _attempts(proof), shuffles, record.result
    )
