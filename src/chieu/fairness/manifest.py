"""PF-22: the manifest, one text that fixes a shuffle before anybody reveals: what is dealt, who deals, who contributes
and who does not, and which manifest came before. Keys and reveals are bound to its SHA-256.

chieu/fair/1 manifest
table q3Zk...
deal 7
attempt 1
after <64 hexadecimal digits>             (SHA-256 of the manifest before it at this table; zeros for the first)
sheet room~sm5
match null                                (as the record writes it)
host 0                                    (the seat that deals or banks where the game has that)
house <commitment>
seat 0 contributes <commitment>
seat 1 out house away sits_out            (a person left out: by whom, and why; here one whom the deal begins without)
seat 2 chat <commitment>                  (a chat's person, for whom the chat's bot contributes)
seat 3 bot heuristic
seat 4 house                              (nobody's, by the rules)
"""

from __future__ import annotations

import hashlib
import re
from typing import Final, Literal, TypeAlias

import msgspec

HEAD: Final = "chieu/fair/1 manifest"
NOTHING_BEFORE: Final = "0" * 64
SeatKind: TypeAlias = Literal["contributes", "out", "chat", "bot", "house"]
CONTRIBUTE: Final[tuple[SeatKind, ...]] = ("contributes", "chat")

_HEX: Final = "[0-9a-f]{64}"
_NUMBER: Final = "(?:0|[1-9][0-9]{0,8})"
_OUT: Final = rf"(?:house (?:away|uncommitted)|host asked|{_NUMBER} withheld)"  # whoever shows it has words for each
_PERSON: Final = rf"(?:contributes {_HEX}|out {_OUT}|chat {_HEX})(?: sits_out)?"
_KIND: Final = rf"(?:{_PERSON}|bot [!-~]{{1,32}}|house)"
_FORM: Final = re.compile(
    rf"{HEAD}\n"
    r"table (?P<table>[A-Za-z0-9_-]{1,64})\n"
    rf"deal (?P<deal>{_NUMBER})\n"
    rf"attempt (?P<attempt>{_NUMBER})\n"
    rf"after (?P<after>{_HEX})\n"
    r"sheet (?P<sheet>[!-~]{1,600})\n"
    r"match (?P<match>[^\n]+)\n"
    rf"host (?P<host>{_NUMBER})\n"
    rf"house (?P<commitment>{_HEX})\n"
    rf"(?P<seats>(?:seat {_NUMBER} {_KIND}\n)+)"
)


class BadManifest(ValueError):
    """A text that is no manifest."""


class ManifestSeat(msgspec.Struct, frozen=True):
    """What a seat is to a shuffle. It `contributes` what it committed to; or its person is left `out`, by the house,
    the host or a seat (its number), and `why`; or it is a `chat`'s person, for whom the chat's bot contributes what it
    committed to, a `bot`'s of a level, or the `house`'s. A person who `sits_out` is played for by a bot for the whole
    deal, for no stake of theirs (PF-8)."""

    kind: SeatKind
    commitment: str = ""
    by: str = ""
    why: str = ""
    level: str = ""
    sits_out: bool = False


class Manifest(msgspec.Struct, frozen=True):
    """All that a manifest says."""

    table: str
    deal: int
    attempt: int
    after: str
    sheet: str
    match: str
    host: int
    commitment: str
    seats: tuple[ManifestSeat, ...]

    @property
    def contributors(self) -> tuple[tuple[int, str], ...]:
        """The seats that contribute, and their commitments."""
        return tuple((seat, one.commitment) for seat, one in enumerate(self.seats) if one.kind in CONTRIBUTE)


def manifest_hash(text: str) -> str:
    """What keys, reveals and the next manifest are bound to."""
    return hashlib.sha256(text.encode()).hexdigest()


def write_manifest(manifest: Manifest) -> str:
    """The text: one line for each thing, in this order, each with a line feed."""
    lines = [
        HEAD,
        f"table {manifest.table}",
        f"deal {manifest.deal}",
        f"attempt {manifest.attempt}",
        f"after {manifest.after}",
        f"sheet {manifest.sheet}",
        f"match {manifest.match}",
        f"host {manifest.host}",
        f"house {manifest.commitment}",
        *(f"seat {seat} {_said(one)}" for seat, one in enumerate(manifest.seats)),
    ]
    return "".join(f"{line}\n" for line in lines)


def read_manifest(text: str) -> Manifest:
    """What a text says; `BadManifest` if it is of another version, or not in the one form there is."""
    head = text.partition("\n")[0]
    if head != HEAD:
        raise BadManifest(f"expected version 1 of a manifest, {HEAD!r}, found {head[:60]!r}")
    found = _FORM.fullmatch(text)
    if found is None:
        raise BadManifest("this is no manifest")
    numbered = [line.split(" ", 2) for line in found["seats"].splitlines()]
    if [int(number) for _, number, _ in numbered] != list(range(len(numbered))):
        raise BadManifest("a manifest tells every seat once, in order")
    seats = tuple(_seat(said) for _, _, said in numbered)
    given = [one.commitment for one in seats if one.commitment]
    if len(set(given)) < len(given):  # whose reveal is missing could not be told
        raise BadManifest("no two seats of a manifest have the same commitment")
    return Manifest(
        found["table"],
        int(found["deal"]),
        int(found["attempt"]),
        found["after"],
        found["sheet"],
        found["match"],
        int(found["host"]),
        found["commitment"],
        seats,
    )


def _said(one: ManifestSeat) -> str:
    more = {
        "contributes": [one.commitment],
        "chat": [one.commitment],
        "out": [one.by, one.why],
        "bot": [one.level],
    }.get(one.kind, [])
    return " ".join([one.kind, *more, *(["sits_out"] if one.sits_out else [])])


def _seat(said: str) -> ManifestSeat:
    kind, *more = said.split(" ")
    if kind == "bot":
        return ManifestSeat("bot", level=more[0])
    sits_out = more[-1:] == ["sits_out"]
    if kind == "contributes":
        return ManifestSeat("contributes", commitment=more[0], sits_out=sits_out)
    if kind == "chat":
        return ManifestSeat("chat", commitment=more[0], sits_out=sits_out)
    if kind == "out":
        return ManifestSeat("out", by=more[0], why=more[1], sits_out=sits_out)
    return ManifestSeat("house")
