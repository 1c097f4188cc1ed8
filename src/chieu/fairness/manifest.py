"""PF-22: the shuffle manifest, a canonical text that fixes a shuffle before any client reveals.

It names the game, the sheet, the dealer, the seat of each chair, the contributors, the chairs that do not contribute,
and the manifest before it. Keys and reveals are bound to its SHA-256.

chieu/fair/1 manifest
table q3Zk...
deal 7
attempt 1
after <64 hexadecimal digits>             (SHA-256 of the manifest before it at this table, zeros for the first)
game xidach
sheet room~sm5
match null                                (as in the record)
host 0                                    (the seat that deals or banks, if the game has such a role)
server <commitment>
chair 0 contributes <commitment> seat 0
chair 1 out server away                    (left out: by whom and why; without a seat, this person sits the deal out)
chair 2 chat <commitment> seat 1          (plays in a chat, whose bot contributes for them)
chair 3 out server away seat 2 bot usual   (sits the deal out, and a bot plays the seat for nobody's chips)
chair 4 bot heuristic seat 3
chair 5 house seat 4                      (reserved by the rules)
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final, Literal, TypeAlias

import msgspec

HEAD: Final = "chieu/fair/1 manifest"
NOTHING_BEFORE: Final = "0" * 64
ChairKind: TypeAlias = Literal["contributes", "out", "chat", "bot", "house"]
_NAMED_AS_FIELDS: Final = ("table", "deal", "attempt", "after", "game", "sheet", "match", "host")  # lines of the text
CONTRIBUTE: Final[tuple[ChairKind, ...]] = ("contributes", "chat")

HEX: Final = "[0-9a-f]{64}"
NUMBER: Final = "(?:0|[1-9][0-9]{0,8})"
# Clients have a text for each of these reasons.
_OUT: Final = rf"(?:server (?:away|uncommitted)|host asked|{NUMBER} withheld|self unaccounted)"
_BOT: Final = "bot [!-~]{1,32}"
_PERSON: Final = rf"(?:contributes {HEX}|out {_OUT}|chat {HEX})(?: seat {NUMBER}(?: {_BOT})?)?"
_CHAIR: Final = rf"(?:{_PERSON}|{_BOT} seat {NUMBER}|house seat {NUMBER})"
_FORM: Final = re.compile(
    rf"{HEAD}\n"
    r"table (?P<table>[A-Za-z0-9_-]{1,64})\n"
    rf"deal (?P<deal>{NUMBER})\n"
    rf"attempt (?P<attempt>{NUMBER})\n"
    rf"after (?P<after>{HEX})\n"
    r"game (?P<game>[a-z0-9]{1,32})\n"
    r"sheet (?P<sheet>[!-~]{1,600})\n"
    r"match (?P<match>[^\n]+)\n"
    rf"host (?P<host>{NUMBER})\n"
    rf"server (?P<commitment>{HEX})\n"
    rf"(?P<chairs>(?:chair {NUMBER} {_CHAIR}\n)+)"
)


class BadManifest(ValueError):
    """The text is not a manifest."""


class ManifestChair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chair's part in a shuffle and its seat in the deal.

    It `contributes` bytes, or its person is left `out` for a reason (`why`) `by` the server, the host, a chair number
    or themselves. In a `chat` the chat's bot contributes for the person. `bot` and `house` chairs have no person. PF-8:
    a person without a `seat` sits the deal out, and so does one whose seat a bot plays (`stand_in`).
    """

    kind: ChairKind
    seat: int | None = None
    commitment: str = ""
    by: str = ""
    why: str = ""
    level: str = ""
    stand_in: str = ""

    @property
    def proves(self) -> Literal["claim", "nothing"]:
        """Statement of what a record proves to the chair about the shuffle.

        With `claim` the claim of docs/fairness.md holds if the chair's client was honest and saw the manifest.
        """
        return "claim" if self.kind == "contributes" else "nothing"

    @property
    def sits_out(self) -> bool:
        return self.seat is None or bool(self.stand_in)


class Manifest(msgspec.Struct, frozen=True):
    """Content of a manifest. `all_chairs` are those of the table."""

    table: str
    deal: int
    attempt: int
    after: str
    game: str
    sheet: str
    match: str
    host: int
    commitment: str
    all_chairs: tuple[ManifestChair, ...]

    @property
    def chairs(self) -> tuple[int, ...]:
        """The chair of each seat."""
        return tuple(number for number, chair in enumerate(self.all_chairs) if chair.seat is not None)

    @property
    def contributors(self) -> tuple[tuple[int, str], ...]:
        """Contributing chairs with their commitments."""
        return tuple(
            (number, part.commitment) for number, part in enumerate(self.all_chairs) if part.kind in CONTRIBUTE
        )


def manifest_hash(text: str) -> str:
    """Return the SHA-256 that keys, reveals and the next manifest refer to."""
    return hashlib.sha256(text.encode()).hexdigest()


def write_manifest(manifest: Manifest) -> str:
    """Serialize a manifest."""
    lines = [
        HEAD,
        *(f"{name} {getattr(manifest, name)}" for name in _NAMED_AS_FIELDS),
        f"server {manifest.commitment}",
    ]
    for number, chair in enumerate(manifest.all_chairs):
        words = [chair.kind, chair.commitment, chair.by, chair.why, chair.level]
        words += [] if chair.seat is None else ["seat", str(chair.seat)]
        words += ["bot", chair.stand_in] if chair.stand_in else []
        lines.append(f"chair {number} {' '.join(word for word in words if word)}")
    return "".join(f"{line}\n" for line in lines)


def read_manifest(text: str) -> Manifest:
    """Parse a manifest. Raise `BadManifest` if it has another version or is not in canonical form."""
    head = text.partition("\n")[0]
    if head != HEAD:
        raise BadManifest(f"expected version 1 of a manifest, {HEAD!r}, found {head[:60]!r}")
    match = _FORM.fullmatch(text)
    if match is None:
        raise BadManifest("a line is missing, malformed or out of order")
    numbered = [line.split(" ", 2) for line in match["chairs"].splitlines()]
    if [int(number) for _, number, _ in numbered] != list(range(len(numbered))):
        raise BadManifest("expected every chair once, in order")
    chairs = tuple(_read_chair(words) for _, _, words in numbered)
    seats = [chair.seat for chair in chairs if chair.seat is not None]
    if seats != list(range(len(seats))):
        raise BadManifest("expected every seat once, in the order of the chairs")
    commitments = [chair.commitment for chair in chairs if chair.commitment]
    if len(set(commitments)) < len(commitments):  # a missing reveal could not be attributed to a chair
        raise BadManifest("two chairs have the same commitment")
    fields: dict[str, Any] = match.groupdict()
    del fields["chairs"]
    fields |= {name: int(fields[name]) for name in ("deal", "attempt", "host")}
    return Manifest(**fields, all_chairs=chairs)


def _read_chair(words: str) -> ManifestChair:
    part, _, plays = words.partition(" seat ")
    number, _, stand_in = plays.partition(" bot ")
    seat = int(number) if number else None
    match part.split(" "):
        case ["contributes" | "chat" as kind, commitment]:
            return ManifestChair(kind, seat, commitment, stand_in=stand_in)
        case ["out", by, why]:
            return ManifestChair("out", seat, by=by, why=why, stand_in=stand_in)
        case ["bot", level]:
            return ManifestChair("bot", seat, level=level)
    return ManifestChair("house", seat)
