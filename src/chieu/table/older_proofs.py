"""Proofs of protocol 1, which records of old hold, and what there is to check in them.

note fair chieu/fair/1
note fair table q3Zk...
note fair deal 4
note fair sheet room~sm5
note fair void 0 <commitment> <seed> 2        (an attempt that seat 2 spoiled; none is usual)
note fair attempt 1
note fair commitment <64 hexadecimal digits>
note fair from 0 <commitment> <contribution>  (one line for each contributor)
note fair seed <64 hexadecimal digits>
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from chieu.table import fair
from chieu.table.fair import Contribution, Proof, Void

MARK: Final = "fair "
_HEX: Final = "[0-9a-f]{64}"
_NUMBER: Final = "0|[1-9][0-9]{0,8}"
_FORM: Final = re.compile(
    rf"{re.escape(fair.PROTOCOL_1)}\n"
    r"table (?P<table>[A-Za-z0-9_-]{1,64})\n"
    rf"deal (?P<deal>{_NUMBER})\n"
    r"sheet (?P<sheet>[!-~]{1,600})\n"
    rf"(?P<voids>(?:void (?:{_NUMBER}) {_HEX} {_HEX}(?: (?:{_NUMBER}))+\n)*)"
    rf"attempt (?P<attempt>{_NUMBER})\n"
    rf"commitment (?P<commitment>{_HEX})\n"
    rf"(?P<contributions>(?:from (?:{_NUMBER}) {_HEX} {_HEX}\n)*)"
    rf"seed (?P<seed>{_HEX})\n"
)


class Unproven(ValueError):
    """A record whose shuffles do not follow from what was published, or that says nothing of it."""


def notes(proof: Proof) -> tuple[str, ...]:
    """A proof as notes of a record."""
    lines = [fair.PROTOCOL_1, f"table {proof.table}", f"deal {proof.deal}", f"sheet {proof.sheet}"]
    for void in proof.voids:
        seats = " ".join(map(str, void.withheld))
        lines.append(f"void {void.attempt} {void.commitment} {void.seed} {seats}")
    lines += [f"attempt {proof.attempt}", f"commitment {proof.commitment}"]
    lines += [f"from {one.seat} {one.commitment} {one.contribution}" for one in proof.contributions]
    lines.append(f"seed {proof.seed}")
    return tuple(MARK + line for line in lines)


def proof_in(lines: Sequence[str]) -> Proof:
    """The proof among a record's notes, without their mark; `Unproven` if it is not well formed."""
    found = _FORM.fullmatch("".join(f"{line}\n" for line in lines))
    if found is None:
        raise Unproven("the record's 'fair' notes are not as they should be")
    return Proof(
        found["table"],
        int(found["deal"]),
        found["sheet"],
        int(found["attempt"]),
        found["commitment"],
        tuple(_contribution(line) for line in found["contributions"].splitlines()),
        tuple(_void(line) for line in found["voids"].splitlines()),
        found["seed"],
    )


def _contribution(line: str) -> Contribution:
    _, seat, commitment, contribution = line.split()
    return Contribution(int(seat), commitment, contribution)


def _void(line: str) -> Void:
    _, attempt, commitment, seed, *withheld = line.split()
    return Void(int(attempt), commitment, seed, tuple(map(int, withheld)))


def check_commitments(proof: Proof) -> None:
    """`Unproven` if a seed or a contribution is not what was committed to, or the attempts are not told in full."""
    for void in proof.voids:
        if fair.seed_commitment(proof.table, proof.deal, void.attempt, void.seed, fair.PROTOCOL_1) != void.commitment:
            raise Unproven(f"the seed of the void attempt {void.attempt} is not the one committed to")
    if [void.attempt for void in proof.voids] != list(range(proof.attempt)):
        raise Unproven(f"attempt {proof.attempt} needs each attempt before it to be told as void")
    if fair.seed_commitment(proof.table, proof.deal, proof.attempt, proof.seed, fair.PROTOCOL_1) != proof.commitment:
        raise Unproven("the seed is not the one committed to before the deal")
    seats = [one.seat for one in proof.contributions]
    if seats != sorted(set(seats)):
        raise Unproven("contributors are told once each, in the order of their seats")
    spoilers = {seat for void in proof.voids for seat in void.withheld}
    for one in proof.contributions:
        if one.seat in spoilers:
            raise Unproven(f"seat {one.seat} withheld a reveal and still contributed afterwards")
        where = (proof.table, proof.deal, proof.attempt, one.seat)
        if fair.contribution_commitment_1(*where, one.contribution) != one.commitment:
            raise Unproven(f"the contribution of seat {one.seat} is not the one committed to")
