"""PF-22: a shuffle that anybody can check afterwards, and that no one party can steer.

Before a deal the house commits to a fresh seed and people's clients commit to fresh bytes of their own. One text, the
freeze, fixes who contributes and everything else; then they reveal, and every shuffle of the deal follows from all of
it: a key by HKDF-SHA-512, a stream of 64-bit words by HMAC-SHA-512 in counter mode, Fisher-Yates with rejection. When
the deal is over the seed opens and goes into the record with the rest. `docs/fairness.md` says it all again, with
numbers to check a second program against. Protocol 1, which had no freeze in its keys, is here for old records and
for deals that were begun by it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from struct import unpack
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

from chieu.core.cards import Cards
from chieu.table.freezes import digest

T = TypeVar("T")
WhyVoid: TypeAlias = Literal["withheld", "restart", "restored", "older"]

PROTOCOL: Final = "chieu/fair/2"
PROTOCOL_1: Final = "chieu/fair/1"
SEED_BYTES: Final = 32
WORD_BITS: Final = 64
_KEY_BYTES: Final = 64


class Contribution(msgspec.Struct, frozen=True):
    """What one seat's client added: the commitment it gave before, and the bytes it revealed (hexadecimal)."""

    seat: int
    commitment: str
    contribution: str


class Void(msgspec.Struct, frozen=True):
    """An attempt that came to nothing: because these seats `withheld` their reveal, because the house was started anew
    (`restart`) or went back to a back-up (`restored`), or because it was made by an `older` protocol. `freeze` is empty
    where it came to none."""

    attempt: int
    commitment: str
    seed: str
    withheld: tuple[int, ...]
    why: WhyVoid = "withheld"
    freeze: str = ""


class Proof(msgspec.Struct, frozen=True):
    """All that the shuffles of a deal follow from. Public when the deal is over; all bytes in hexadecimal. Without the
    text of a freeze it is one of protocol 1."""

    table: str
    deal: int
    sheet: str
    attempt: int
    commitment: str
    contributions: tuple[Contribution, ...]
    voids: tuple[Void, ...]
    seed: str
    freeze: str = ""

    @property
    def protocol(self) -> str:
        """The protocol it was made by."""
        return PROTOCOL if self.freeze else PROTOCOL_1


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


def seed_commitment(table: str, deal: int, attempt: int, seed: str, protocol: str = PROTOCOL) -> str:
    """What the house publishes before the deal."""
    return hashlib.sha256(packed(f"{protocol} seed", table, deal, attempt, bytes.fromhex(seed))).hexdigest()


def contribution_commitment(table: str, deal: int, attempt: int, contribution: str) -> str:
    """What a client publishes before it reveals. It is a person's, wherever they sit when it counts."""
    return hashlib.sha256(
        packed(f"{PROTOCOL} contribution", table, deal, attempt, bytes.fromhex(contribution))
    ).hexdigest()


def contribution_commitment_1(table: str, deal: int, attempt: int, seat: int, contribution: str) -> str:
    """The same by protocol 1, in which it was a seat's."""
    raw = bytes.fromhex(contribution)
    return hashlib.sha256(packed(f"{PROTOCOL_1} contribution", table, deal, attempt, seat, raw)).hexdigest()


def key(proof: Proof, shuffle: int) -> bytes:
    """The key of a deal's shuffle number `shuffle`, from 0: HKDF (RFC 5869) with SHA-512."""
    material: list[bytes | int] = [bytes.fromhex(proof.seed)]
    for one in sorted(proof.contributions, key=lambda each: each.seat):
        material += [one.seat, bytes.fromhex(one.contribution)]
    if proof.freeze:
        material.insert(0, bytes.fromhex(digest(proof.freeze)))
        info = packed(shuffle)
    else:
        info = packed(proof.table, proof.deal, proof.attempt, proof.sheet, shuffle)
    extracted = hmac.digest(f"{proof.protocol} key".encode(), packed(*material), "sha512")
    return hmac.digest(extracted, info + b"\x01", "sha512")[:_KEY_BYTES]


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
