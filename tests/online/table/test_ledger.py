"""PF-5: the fewest hand-overs that settle an evening."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from chieu.online.table.ledger import hand_overs


@st.composite
def evenings(draw: st.DrawFn, most: int) -> tuple[int, ...]:
    chips = draw(st.lists(st.integers(-6, 6), min_size=1, max_size=most - 1))
    return (*chips, -sum(chips))


@cache
def fewest(chips: tuple[int, ...]) -> int:
    """Find the fewest hand-overs by brute force.

    A debtor always pays all they owe, or all that a creditor is owed.
    """
    left = tuple(sorted(amount for amount in chips if amount))
    if not left:
        return 0
    giver = 0
    tries = []
    for taker in range(1, len(left)):
        if left[taker] > 0:
            rest = [amount for place, amount in enumerate(left) if place not in (giver, taker)]
            tries.append(1 + fewest(tuple(sorted([*rest, left[giver] + left[taker]]))))
    return min(tries)


@given(evenings(most=30))
def test_pf_5_hand_overs_make_everybody_even(chips: tuple[int, ...]) -> None:
    left = list(chips)
    for one in hand_overs(chips):
        assert one.chips > 0
        left[one.giver] += one.chips
        left[one.taker] -= one.chips
    assert not any(left)


@given(evenings(most=7))
def test_pf_5_hand_overs_are_the_fewest_possible(chips: tuple[int, ...]) -> None:
    assert len(hand_overs(chips)) == fewest(chips)


def test_pf_5_groups_settle_among_themselves() -> None:
    assert len(hand_overs((7, -7, 3, -1, -2))) == 3
    assert len(hand_overs((5, 4, 3, -6, -6))) == 4, "no smaller group is even, so all but one hand over"
    assert hand_overs((0, 0, 0)) == ()
