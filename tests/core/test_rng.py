"""The random stream is stable and uniform."""

from __future__ import annotations

from collections import Counter

from chieu.core.rng import Rng

FIRST_WORDS = [470765371, 1815261665, 1837446338, 4007934356]
FIRST_SHUFFLE = (2, 4, 0, 5, 9, 7, 6, 8, 3, 1)


def test_the_stream_of_a_seed_never_changes() -> None:
    """Simulations and moves of bots in records depend on these numbers."""
    rng = Rng(42, 7)
    assert [rng.word() for _ in range(4)] == FIRST_WORDS
    assert Rng(42, 7).shuffled(tuple(range(10))) == FIRST_SHUFFLE


def test_streams_of_one_seed_differ() -> None:
    assert len({Rng(1, stream).word() for stream in range(1000)}) == 1000
    assert Rng(2**70 + 5).word() != Rng((2**70 + 5) % 2**64).word(), "seeds have any size"


def test_below_is_uniform_and_in_range() -> None:
    rng = Rng(3)
    counts = Counter(rng.below(7) for _ in range(70_000))
    assert sorted(counts) == list(range(7))
    # each count is 10,000 with a standard deviation of 93: six of them is once in a billion
    assert all(abs(count - 10_000) < 6 * 93 for count in counts.values())


def test_shuffles_are_uniform() -> None:
    rng = Rng(5)
    counts = Counter(rng.shuffled((0, 1, 2, 3)) for _ in range(24_000))
    assert len(counts) == 24
    assert all(abs(count - 1000) < 6 * 31 for count in counts.values())


def test_shuffling_at_most_one_item() -> None:
    assert Rng(0).shuffled(()) == ()
    assert Rng(0).shuffled(("a",)) == ("a",)
