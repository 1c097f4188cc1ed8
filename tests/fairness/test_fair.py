"""PF-22, PF-23: the shuffle is verifiable, depends on every contribution, and is exactly uniform."""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chieu.core.cards import DECK, DECK_AND_JOKERS
from chieu.fairness import card_order
from chieu.fairness.card_order import Contribution, Proof

PROOF = Proof(
    table="table-1",
    deal=3,
    sheet="room",
    attempt=0,
    commitment="",
    contributions=(Contribution(0, "", "11" * 32), Contribution(2, "", "22" * 32)),
    voids=(),
    seed="33" * 32,
    manifest="a manifest\n",
)


@pytest.mark.parametrize(("items", "bits", "length"), [(2, 1, 3), (3, 2, 5), (4, 2, 6), (4, 3, 5), (5, 3, 6)])
def test_pf_23_every_stream_of_short_words_gives_equal_counts(items: int, bits: int, length: int) -> None:
    """Over all streams of words, each order comes up equally often.

    Streams that run out because of rejected words count for no order.
    """
    counts: Counter[tuple[int, ...]] = Counter()
    for stream in itertools.product(range(1 << bits), repeat=length):
        try:
            counts[card_order.shuffled(range(items), iter(stream), bits)] += 1
        except StopIteration:
            continue
    factorial = len(list(itertools.permutations(range(items))))
    assert len(counts) == factorial
    assert len(set(counts.values())) == 1


@given(bits=st.integers(1, 6), n=st.integers(1, 64))
def test_pf_23_numbers_below_n_are_equally_likely(bits: int, n: int) -> None:
    n = min(n, 1 << bits)
    counts = Counter(card_order.below(iter((word, 0)), n, bits) for word in range((1 << bits) // n * n))
    assert set(counts) == set(range(n))
    assert len(set(counts.values())) == 1


def test_pf_23_words_above_the_last_multiple_are_rejected() -> None:
    assert card_order.below(iter((2**64 - 1, 7)), 52) == 7  # 2**64 is not a multiple of 52
    assert card_order.below(iter((2**64 - 1,)), 64) == 63  # it is a multiple of 64


def test_pf_22_the_key_is_hkdf_of_rfc_5869() -> None:
    """Compare with RFC 5869 with SHA-512, implemented here from its text."""

    def hkdf(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
        extracted = hmac.new(salt, material, hashlib.sha512).digest()
        block, out = b"", b""
        for counter in itertools.count(1):
            block = hmac.new(extracted, block + info + bytes([counter]), hashlib.sha512).digest()
            out += block
            if len(out) >= length:
                break
        return out[:length]

    manifest = hashlib.sha256(b"a manifest\n").digest()
    material = card_order.packed(manifest, b"\x33" * 32, 0, b"\x11" * 32, 2, b"\x22" * 32)
    assert card_order.key(PROOF, 1) == hkdf(b"chieu/fair/1 key", material, card_order.packed(1), 64)


@pytest.mark.parametrize(
    "other",
    [
        replace(PROOF, manifest="another manifest\n"),
        replace(PROOF, seed="34" * 32),
        replace(PROOF, contributions=PROOF.contributions[:1]),
        replace(PROOF, contributions=(Contribution(1, "", "11" * 32), PROOF.contributions[1])),
        replace(PROOF, contributions=(Contribution(0, "", "12" * 32), PROOF.contributions[1])),
    ],
)
def test_pf_22_the_key_depends_on_every_input(other: Proof) -> None:
    assert card_order.key(other, 0) != card_order.key(PROOF, 0)
    assert card_order.key(other, 0) != card_order.key(other, 1), "each shuffle of a deal has a key of its own"


def test_pf_22_the_order_of_contributors_does_not_matter() -> None:
    assert card_order.key(replace(PROOF, contributions=PROOF.contributions[::-1]), 0) == card_order.key(PROOF, 0)


def test_pf_22_the_stream_is_hmac_sha_512_of_a_counter() -> None:
    stream = card_order.words(b"key")
    block = hmac.new(b"key", (1).to_bytes(8, "big"), hashlib.sha512).digest()
    ninth = next(itertools.islice(stream, 8, None))
    assert ninth == int.from_bytes(block[:8], "big")


@given(st.permutations(DECK_AND_JOKERS), st.integers(0, 5))
def test_pf_22_a_shuffle_starts_from_a_fixed_order(cards: list[object], number: int) -> None:
    """The order does not depend on the order in which the rules pass the cards."""
    order = card_order.order(PROOF, number, tuple(cards))  # type: ignore[arg-type]
    assert order == card_order.order(PROOF, number, DECK_AND_JOKERS)
    assert sorted(order) == list(DECK_AND_JOKERS)


def test_pf_22_a_commitment_is_bound_to_its_attempt() -> None:
    places = [("t", 1, 0), ("u", 1, 0), ("t", 2, 0), ("t", 1, 1)]
    assert len({card_order.seed_commitment(*place, "00" * 32) for place in places}) == 4
    assert len({card_order.contribution_commitment(*place, "00" * 32) for place in places}) == 4


@given(st.lists(st.binary(max_size=6), max_size=5), st.lists(st.binary(max_size=6), max_size=5))
def test_pf_22_packing_is_unambiguous(parts: list[bytes], other: list[bytes]) -> None:
    assert (card_order.packed(*parts) == card_order.packed(*other)) == (parts == other)


def test_a_real_shuffle_moves_cards() -> None:
    def stream() -> Iterator[int]:
        return card_order.words(card_order.key(PROOF, 0))

    assert card_order.shuffled(DECK, stream()) != DECK
    assert card_order.shuffled(DECK, stream()) == card_order.shuffled(DECK, stream())
