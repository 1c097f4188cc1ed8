"""The proof of a shuffle as notes of a record, and checking a record from the published data alone.

note fair chieu/fair/1
note fair attempt 0                           (for each attempt at the deal's shuffle, in order:)
note fair house <64 hexadecimal digits>       (what the house had committed to)
note fair | chieu/fair/1 manifest               (its manifest, line by line, unless it came to none)
note fair | table q3Zk...
note fair seed <64 hexadecimal digits>
note fair void withheld 2                     (void, and why; or, of the last one, what each contributor added:)
note fair from 0 <64 hexadecimal digits>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias, cast

import msgspec

from chieu.core import records, sheets
from chieu.core.game import CHANCE, AnyGame
from chieu.core.options import BadRules
from chieu.core.records import Record
from chieu.fairness import card_order
from chieu.fairness.card_order import Contribution, Proof, Void, WhyVoid
from chieu.fairness.manifest import BadManifest, Manifest, manifest_hash, read_manifest

MARK: Final = "fair "
_HEX: Final = "[0-9a-f]{64}"
_NUMBER: Final = "(?:0|[1-9][0-9]{0,8})"
_ATTEMPT: Final = re.compile(
    rf"attempt (?P<attempt>{_NUMBER})\n"
    rf"house (?P<commitment>{_HEX})\n"
    r"(?P<manifest>(?:\| [^\n]+\n)*)"
    rf"seed (?P<seed>{_HEX})\n"
    rf"(?:void (?P<why>withheld|restart|restored)(?P<withheld>(?: {_NUMBER})*)\n"
    rf"|(?P<contributions>(?:from {_NUMBER} {_HEX}\n)*))"
)
_PLAYER: Final = re.compile(rf"seat (?P<seat>{_NUMBER}) (?:bot (?P<level>.+)|.+)")
Proves: TypeAlias = Literal["claim", "nothing"]


class Unproven(ValueError):
    """A record whose shuffles do not follow from what was published, or that says nothing of it."""


class SeatProof(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a record proves to one seat. `claim`: what docs/fairness.md claims, if its client was honest and saw this
    manifest. The rest is the manifest's."""

    seat: int
    kind: str
    proves: Proves
    by: str = ""
    why: str = ""
    level: str = ""
    sits_out: bool = False


class Verified(msgspec.Struct, frozen=True):
    """A deal that holds: its proof, what that proves to each seat, how many attempts were frozen, how many shuffles
    follow from it, and the result its moves lead to.

    Whoever sat at the table compares the manifest, and their own contribution, with what they saw before the deal.
    """

    game: str
    proof: Proof
    seats: tuple[SeatProof, ...]
    attempts: int
    shuffles: int
    result: tuple[int, ...]


def notes(proof: Proof) -> tuple[str, ...]:
    """A proof as notes of a record."""
    lines = [card_order.PROTOCOL]
    for void in proof.voids:
        lines += _attempt_notes(void.attempt, void.commitment, void.manifest, void.seed)
        lines.append(" ".join(["void", void.why, *map(str, void.withheld)]))
    lines += _attempt_notes(proof.attempt, proof.commitment, proof.manifest, proof.seed)
    lines += [f"from {one.seat} {one.contribution}" for one in proof.contributions]
    return tuple(MARK + line for line in lines)


def _attempt_notes(attempt: int, commitment: str, manifest: str, seed: str) -> list[str]:
    quoted = [f"| {line}" for line in manifest.splitlines()]
    return [f"attempt {attempt}", f"house {commitment}", *quoted, f"seed {seed}"]


def proof_in(of_record: Sequence[str]) -> Proof:
    """The proof among a record's notes; `Unproven` if there is none or it is not well formed."""
    lines = [note.removeprefix(MARK) for note in of_record if note.startswith(MARK)]
    if not lines:
        raise Unproven("the record has no 'fair' notes: it says nothing of how its cards were shuffled")
    if lines[0] != card_order.PROTOCOL:
        raise Unproven(f"expected version 1 of the shuffle proof, {card_order.PROTOCOL!r}, found {lines[0]!r}")
    text = "".join(f"{line}\n" for line in lines[1:])
    found, at = [], 0
    while at < len(text):
        one = _ATTEMPT.match(text, at)
        if one is None:
            raise Unproven("the record's 'fair' notes are not as they should be")
        found.append(one)
        at = one.end()
    if not found or found[-1]["why"] is not None or any(one["why"] is None for one in found[:-1]):
        raise Unproven("of the attempts at a shuffle the last one holds, and all before it are void")
    *voids, held = found
    manifest = _read(_unquoted(held["manifest"]))
    given = [line.split() for line in held["contributions"].splitlines()]
    commitments = dict(manifest.contributors)
    return Proof(
        manifest.table,
        manifest.deal,
        manifest.sheet,
        int(held["attempt"]),
        held["commitment"],
        tuple(Contribution(int(seat), commitments.get(int(seat), ""), bytes_) for _, seat, bytes_ in given),
        tuple(_void(one) for one in voids),
        held["seed"],
        _unquoted(held["manifest"]),
    )


def _void(one: re.Match[str]) -> Void:
    withheld = tuple(map(int, one["withheld"].split()))
    why = cast("WhyVoid", one["why"])
    return Void(int(one["attempt"]), one["commitment"], one["seed"], withheld, why, _unquoted(one["manifest"]))


def _unquoted(lines: str) -> str:
    return "".join(line.removeprefix("| ") + "\n" for line in lines.splitlines())


def _read(text: str) -> Manifest:
    try:
        return read_manifest(text)
    except BadManifest as error:
        raise Unproven(f"a manifest of the record is none: {error}") from None


def check_commitments(proof: Proof) -> None:
    """`Unproven` if a seed or a contribution is not what was committed to, the attempts are not told in full, or a
    manifest does not follow on the one before it."""
    if [void.attempt for void in proof.voids] != list(range(proof.attempt)):
        raise Unproven(f"attempt {proof.attempt} needs each attempt before it to be told as void")
    last = ""
    for void in proof.voids:
        _check_void(proof, void)
        if void.manifest:
            _check_manifest(proof, void.attempt, void.commitment, void.manifest, last)
            last = manifest_hash(void.manifest)
    if card_order.seed_commitment(proof.table, proof.deal, proof.attempt, proof.seed) != proof.commitment:
        raise Unproven("the seed is not the one committed to before the deal")
    manifest = _check_manifest(proof, proof.attempt, proof.commitment, proof.manifest, last)
    if [one.seat for one in proof.contributions] != [seat for seat, _ in manifest.contributors]:
        raise Unproven("those who added something are not those whom the manifest names")
    for one in proof.contributions:
        where = (proof.table, proof.deal, proof.attempt)
        if card_order.contribution_commitment(*where, one.contribution) != one.commitment:
            raise Unproven(f"the contribution of seat {one.seat} is not the one committed to")


def _check_void(proof: Proof, void: Void) -> None:
    if card_order.seed_commitment(proof.table, proof.deal, void.attempt, void.seed) != void.commitment:
        raise Unproven(f"the seed of the void attempt {void.attempt} is not the one committed to")
    asked = [seat for seat, _ in _read(void.manifest).contributors] if void.manifest else []
    blamed = list(void.withheld)
    if bool(blamed) != (void.why == "withheld") or blamed != [seat for seat in asked if seat in blamed]:
        raise Unproven(f"the void attempt {void.attempt} is blamed on seats that were not asked")


def _check_manifest(proof: Proof, attempt: int, commitment: str, text: str, last: str) -> Manifest:
    manifest = _read(text)
    if (manifest.table, manifest.deal, manifest.attempt) != (proof.table, proof.deal, attempt):
        raise Unproven(f"the manifest of attempt {attempt} is one of another attempt, deal or table")
    if manifest.commitment != commitment:
        raise Unproven(f"the manifest of attempt {attempt} has another commitment of the house")
    if last and manifest.after != last:
        raise Unproven(f"the manifest of attempt {attempt} does not follow on the one before it")
    return manifest


def check_sequel(before: Proof, proof: Proof) -> None:
    """`Unproven` if there was a manifest between a deal and the next one at the same table that neither of them tells."""
    first = next((void.manifest for void in proof.voids if void.manifest), proof.manifest)
    if _read(first).after != manifest_hash(before.manifest):
        raise Unproven(f"deal {proof.deal} of table {proof.table} does not follow on deal {before.deal}")


def _check_record(record: Record, proof: Proof) -> None:
    """The manifests fixed what was played: by which sheet, in which match, with whom, and who dealt."""
    try:
        rules = sheets.from_code(record.game, proof.sheet)
    except BadRules as error:
        raise Unproven(f"the sheet of the shuffle is none: {error}") from None
    if rules != record.rules:
        raise Unproven("the sheet of the shuffle is not the sheet of the record")
    manifest = _read(proof.manifest)
    if len(manifest.seats) != record.seats:
        raise Unproven("the manifest tells of other seats than the record has")
    if manifest.host != record.host:
        raise Unproven(f"seat {manifest.host} was to deal, and seat {record.host} did")
    if manifest.match != records.match_line(record.game, record.match, record.host):
        raise Unproven("the manifest was for another match, or another moment of it")
    _check_players(record, manifest)


def _check_players(record: Record, manifest: Manifest) -> None:
    """Where the record tells who played, it was a bot where the manifest says so, and nowhere else."""
    for note in record.notes:
        told = _PLAYER.fullmatch(note)
        if told is None or int(told["seat"]) >= len(manifest.seats):
            continue
        one = manifest.seats[int(told["seat"])]
        bot = one.kind == "bot" or one.sits_out
        if bot != (told["level"] is not None) or (one.kind == "bot" and told["level"] != one.level):
            raise Unproven(f"seat {told['seat']} was played by somebody else than the manifest says")


def _seats(proof: Proof) -> tuple[SeatProof, ...]:
    return tuple(
        SeatProof(
            seat,
            one.kind,
            "claim" if one.kind == "contributes" else "nothing",
            one.by,
            one.why,
            one.level,
            one.sits_out,
        )
        for seat, one in enumerate(_read(proof.manifest).seats)
    )


def verify(games: dict[str, AnyGame], lines: Iterable[str]) -> Iterator[Verified]:
    """Every deal of a file of records: sums, rules, each move, the result, and that each shuffle had to be what it was.

    `BadRecord` or `Unproven` says what is wrong with the first deal that does not hold.
    """
    for record in records.read(games, lines):
        proof = proof_in(record.notes)
        check_commitments(proof)
        _check_record(record, proof)
        shuffles = 0
        for step, line in zip(record.steps(), record.at, strict=True):
            if step.seat == CHANCE:
                if card_order.order(proof, shuffles, step.action.order) != step.action.order:
                    raise Unproven(f"line {line}: shuffle {shuffles} of the deal does not follow from the seed")
                shuffles += 1
        attempts = 1 + sum(void.manifest != "" for void in proof.voids)
        yield Verified(record.game.name, proof, _seats(proof), attempts, shuffles, record.result)
