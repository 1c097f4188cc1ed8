"""PF-22: a shuffle that anybody can check afterwards, and that no one party can steer.

Before a deal the house commits to a fresh seed and people's clients commit to fresh bytes of their own. One text, the
manifest, fixes who contributes and everything else; then they reveal, and every shuffle of the deal follows from all of
it: a key by HKDF-SHA-512, a stream of 64-bit words by HMAC-SHA-512 in counter mode, Fisher-Yates with rejection. When
the deal is over the seed opens and goes into the record with the rest. `docs/fairness.md` says it all again, with
numbers to check a second program against.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from struct import unpack
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

from chieu.core.cards import Cards
from chieu.fairness.manifest import manifest_hash

T = TypeVar("T")
WhyVoid: TypeAlias = Literal["withheld", "restart", "restored"]

PROTOCOL: Final = "chieu/fair/1"
SEED_BYTES: Final = 32
WORD_BITS: Final = 64
_KEY_BYTES: Final = 64


class Contribution(msgspec.Struct, frozen=True):
    """What one seat's client added: the commitment it gave before, and the bytes it revealed (hexadecimal)."""

    seat: int
    commitment: str
    contribution: str


class Void(msgspec.Struct, frozen=True):
    """A void attempt: these seats `withheld` their reveal, or the server was restarted (`restart`) or went back to a
    backup (`restored`). `manifest` is empty if the attempt was voided before it was frozen."""

    attempt: int
    commitment: str
    seed: str
    withheld: tuple[int, ...]
    why: WhyVoid
    manifest: str


class Proof(msgspec.Struct, frozen=True):
    """All that the shuffles of a deal follow from. Public when the deal is over; all bytes in hexadecimal."""

    table: str
    deal: int
    sheet: str
    attempt: int
    commitment: str
    contributions: tuple[Contribution, ...]
    voids: tuple[Void, ...]
    seed: str
    manifest: str


def packed(*parts: bytes | str | int) -> bytes:
    """Parts in a row, each after its length in four bytes: no two different rows give the same bytes.

    >>> packed("ab", 7, b"").hex()
    '000000026162000000013700000000'
    """
    out = bytearray()
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode()
        out += len(raw).to_bytes(4, "big") + raw
    return bytes(out)


def seed_commitment(table: str, deal: int, attempt: int, seed: str) -> str:
    """What the house publishes before the deal."""
    return hashlib.sha256(packed(f"{PROTOCOL} seed", table, deal, attempt, bytes.fromhex(seed))).hexdigest()


def contribution_commitment(table: str, deal: int, attempt: int, contribution: str) -> str:
    """What a client publishes before it reveals. It is a person's, wherever they sit when it counts."""
    return hashlib.sha256(
        packed(f"{PROTOCOL} contribution", table, deal, attempt, bytes.fromhex(contribution))
    ).hexdigest()


def key(proof: Proof, shuffle: int) -> bytes:
    """The key of a deal's shuffle number `shuffle`, from 0: HKDF (RFC 5869) with SHA-512."""
    material: list[bytes | int] = [bytes.fromhex(manifest_hash(proof.manifest)), bytes.fromhex(proof.seed)]
    for one in sorted(proof.contributions, key=lambda each: each.seat):
        material += [one.seat, bytes.fromhex(one.contribution)]
    extracted = hmac.digest(f"{PROTOCOL} key".encode(), packed(*material), "sha512")
    return hmac.digest(extracted, packed(shuffle) + b"\x01", "sha512")[:_KEY_BYTES]


def words(stream_key: bytes) -> Iterator[int]:
    """An endless stream of 64-bit words: eight from each HMAC-SHA-512 of a counter."""
    counter = 0
    while True:
        block = hmac.digest(stream_key, counter.to_bytes(8, "big"), "sha512")
        yield from unpack(">8Q", block)
        counter += 1


def below(stream: Iterator[int], n: int, bits: int = WORD_BITS) -> int:
    """A number from 0 to n - 1. Words from the last, incomplete stretch of n are passed over, so each is as likely."""
    whole = 1 << bits
    limit = whole - whole % n
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % n


def shuffled(items: Iterable[T], stream: Iterator[int], bits: int = WORD_BITS) -> tuple[T, ...]:
    """Fisher-Yates, from the last place down. PF-23 is shown with words of a few bits; the code is this."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(stream, last + 1, bits)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def order(proof: Proof, shuffle: int, cards: Cards) -> Cards:
    """The order a shuffle gives. It starts from the cards sorted by number, so that checking it takes no rules."""
    return shuffled(sorted(cards), words(key(proof, shuffle)))
