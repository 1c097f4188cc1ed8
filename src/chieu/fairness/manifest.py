"""PF-22: the shuffle manifest, a canonical text that fixes a shuffle before any client reveals.

It names the sheet, the dealer, the contributors, the seats that do not contribute, and the manifest before it. Keys and
reveals are bound to its SHA-256.

chieu/fair/1 manifest
table q3Zk...
deal 7
attempt 1
after <64 hexadecimal digits>             (SHA-256 of the manifest before it at this table, zeros for the first)
sheet room~sm5
match null                                (as in the record)
host 0                                    (the seat that deals or banks, if the game has such a role)
house <commitment>
seat 0 contributes <commitment>
seat 1 out house away sits_out            (left out: by whom and why; the deal begins without this person)
seat 2 chat <commitment>                  (plays in a chat, whose bot contributes for them)
seat 3 bot heuristic
seat 4 house                              (reserved by the rules)
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final, Literal, TypeAlias

import msgspec

HEAD: Final = "chieu/fair/1 manifest"
NOTHING_BEFORE: Final = "0" * 64
SeatKind: TypeAlias = Literal["contributes", "out", "chat", "bot", "house"]
_NAMED_AS_FIELDS: Final = ("table", "deal", "attempt", "after", "sheet", "match", "host")  # lines of the text
CONTRIBUTE: Final[tuple[SeatKind, ...]] = ("contributes", "chat")

HEX: Final = "[0-9a-f]{64}"
NUMBER: Final = "(?:0|[1-9][0-9]{0,8})"
# Clients have a text for each of these reasons.
_OUT: Final = rf"(?:house (?:away|uncommitted)|host asked|{NUMBER} withheld|self unaccounted)"
_PERSON: Final = rf"(?:contributes {HEX}|out {_OUT}|chat {HEX})(?: sits_out)?"
_KIND: Final = rf"(?:{_PERSON}|bot [!-~]{{1,32}}|house)"
_FORM: Final = re.compile(
    rf"{HEAD}\n"
    r"table (?P<table>[A-Za-z0-9_-]{1,64})\n"
    rf"deal (?P<deal>{NUMBER})\n"
    rf"attempt (?P<attempt>{NUMBER})\n"
    rf"after (?P<after>{HEX})\n"
    r"sheet (?P<sheet>[!-~]{1,600})\n"
    r"match (?P<match>[^\n]+)\n"
    rf"host (?P<host>{NUMBER})\n"
    rf"house (?P<commitment>{HEX})\n"
    rf"(?P<seats>(?:seat {NUMBER} {_KIND}\n)+)"
)


class BadManifest(ValueError):
    """The text is not a manifest."""


class ManifestSeat(msgspec.Struct, frozen=True):
    """A seat's part in a shuffle.

    It `contributes` bytes, or its person is left `out` for a reason (`why`) `by` the house, the host, a seat number or
    themselves. In a `chat` the chat's bot contributes for the person. `bot` and `house` seats have no person. If the
    person `sits_out`, a bot plays the whole deal without stakes of theirs (PF-8).
    """

    kind: SeatKind
    commitment: str = ""
    by: str = ""
    why: str = ""
    level: str = ""
    sits_out: bool = False


class Manifest(msgspec.Struct, frozen=True):
    """Content of a manifest."""

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
        """Contributing seats with their commitments."""
        return tuple((number, seat.commitment) for number, seat in enumerate(self.seats) if seat.kind in CONTRIBUTE)


def manifest_hash(text: str) -> str:
    """Return the SHA-256 that keys, reveals and the next manifest refer to."""
    return hashlib.sha256(text.encode()).hexdigest()


def write_manifest(manifest: Manifest) -> str:
    """Serialize a manifest."""
    lines = [
        HEAD,
        *(f"{name} {getattr(manifest, name)}" for name in _NAMED_AS_FIELDS),
        f"house {manifest.commitment}",
    ]
    for number, seat in enumerate(manifest.seats):
        words = (seat.kind, seat.commitment, seat.by, seat.why, seat.level, "sits_out" if seat.sits_out else "")
        lines.append(f"seat {number} {' '.join(word for word in words if word)}")
    return "".join(f"{line}\n" for line in lines)


def read_manifest(text: str) -> Manifest:
    """Parse a manifest. Raise `BadManifest` if it has another version or is not in canonical form."""
    head = text.partition("\n")[0]
    if head != HEAD:
        raise BadManifest(f"expected version 1 of a manifest, {HEAD!r}, found {head[:60]!r}")
    match = _FORM.fullmatch(text)
    if match is None:
        raise BadManifest("a line is missing, malformed or out of order")
    numbered = [line.split(" ", 2) for line in match["seats"].splitlines()]
    if [int(number) for _, number, _ in numbered] != list(range(len(numbered))):
        raise BadManifest("expected every seat once, in order")
    seats = tuple(_read_seat(words) for _, _, words in numbered)
    commitments = [seat.commitment for seat in seats if seat.commitment]
    if len(set(commitments)) < len(commitments):  # a missing reveal could not be attributed to a seat
        raise BadManifest("two seats have the same commitment")
    fields: dict[str, Any] = match.groupdict() | {"seats": seats}
    fields |= {name: int(fields[name]) for name in ("deal", "attempt", "host")}
    return Manifest(**fields)


def _read_seat(words: str) -> ManifestSeat:
    match words.split(" "):
        case ["contributes" | "chat" as kind, commitment, *rest]:
            return ManifestSeat(kind, commitment=commitment, sits_out=bool(rest))
        case ["out", by, why, *rest]:
            return ManifestSeat("out", by=by, why=why, sits_out=bool(rest))
        case ["bot", level]:
            return ManifestSeat("bot", level=level)
    return ManifestSeat("house")
