"""PF-22: commitments, and the card order that follows from a seed and the clients' contributions.

Before a deal the server commits to a fresh seed and each client commits to fresh bytes of its own. The shuffle manifest
fixes the contributors and everything else, then the clients reveal. All shuffles of the deal are computed from these: a
key by HKDF-SHA-512, a stream of 64-bit words by HMAC-SHA-512 in counter mode, Fisher-Yates with rejection sampling.
After the deal the seed is revealed in its record. `docs/fairness.md` specifies this with test vectors.
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


class Contribution(msgspec.Struct, frozen=True, gc=False):
    """One client's part in a shuffle: its chair, its commitment, and the bytes it revealed (hexadecimal)."""

    chair: int
    commitment: str
    contribution: str


class Void(msgspec.Struct, frozen=True, gc=False):
    """A void attempt at a shuffle.

    Chairs `withheld` their reveal, or the server restarted (`restart`) or was restored from a backup (`restored`).
    `manifest` is empty if the attempt was voided before its manifest was published.
    """

    attempt: int
    commitment: str
    seed: str
    withheld: tuple[int, ...]
    why: WhyVoid
    manifest: str


class Proof(msgspec.Struct, frozen=True, gc=False):
    """Inputs of all shuffles of a deal, with all bytes in hexadecimal. Public once the deal is over."""

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
    """Serialize parts, each after its length in four bytes. Different sequences give different bytes.

    >>> packed("ab", 7, b"").hex()
    '000000026162000000013700000000'
    """
    out = bytearray()
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode()
        out += len(raw).to_bytes(4, "big") + raw
    return bytes(out)


def seed_commitment(table: str, deal: int, attempt: int, seed: str) -> str:
    """Return the commitment that the server publishes before the deal."""
    return hashlib.sha256(packed(f"{PROTOCOL} seed", table, deal, attempt, bytes.fromhex(seed))).hexdigest()


def contribution_commitment(table: str, deal: int, attempt: int, contribution: str) -> str:
    """Return the commitment that a client publishes. It does not depend on the person's chair."""
    return hashlib.sha256(
        packed(f"{PROTOCOL} contribution", table, deal, attempt, bytes.fromhex(contribution))
    ).hexdigest()


def key(proof: Proof, shuffle: int) -> bytes:
    """Derive the key of a deal's shuffle, numbered from 0, by HKDF (RFC 5869) with SHA-512."""
    material: list[bytes | int] = [bytes.fromhex(manifest_hash(proof.manifest)), bytes.fromhex(proof.seed)]
    for contribution in sorted(proof.contributions, key=lambda item: item.chair):
        material += [contribution.chair, bytes.fromhex(contribution.contribution)]
    extracted = hmac.digest(f"{PROTOCOL} key".encode(), packed(*material), "sha512")
    return hmac.digest(extracted, packed(shuffle) + b"\x01", "sha512")[:_KEY_BYTES]


def words(stream_key: bytes) -> Iterator[int]:
    """Yield 64-bit words without end: eight from each HMAC-SHA-512 of a counter."""
    counter = 0
    while True:
        block = hmac.digest(stream_key, counter.to_bytes(8, "big"), "sha512")
        yield from unpack(">8Q", block)
        counter += 1


def below(stream: Iterator[int], n: int, bits: int = WORD_BITS) -> int:
    """Draw a uniform number from 0 to n - 1, rejecting words above the largest multiple of n."""
    size = 1 << bits
    limit = size - size % n
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % n


def shuffled(items: Iterable[T], stream: Iterator[int], bits: int = WORD_BITS) -> tuple[T, ...]:
    """Shuffle by Fisher-Yates, from the last place down. Tests of PF-23 pass words of a few `bits`."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(stream, last + 1, bits)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def order(proof: Proof, shuffle: int, cards: Cards) -> Cards:
    """Return the order of the cards after a shuffle.

    It starts from the cards sorted by number, so a verifier needs no rules of the game.
    """
    return shuffled(sorted(cards), words(key(proof, shuffle)))
