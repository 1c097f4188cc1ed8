"""PF-5: the fewest payments that settle an evening."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from chieu.online.protocol.views import LedgerLine
from chieu.online.table.ledger import hand_overs, settled


@st.composite
def balances_of(draw: st.DrawFn, max_players: int) -> tuple[int, ...]:
    chips = draw(st.lists(st.integers(-6, 6), min_size=1, max_size=max_players - 1))
    return (*chips, -sum(chips))


@cache
def fewest_by_brute_force(chips: tuple[int, ...]) -> int:
    """Return the fewest payments, by brute force.

    A debtor always pays all they owe, or all that a creditor is owed.
    """
    balances = tuple(sorted(amount for amount in chips if amount))
    if not balances:
        return 0
    giver = 0
    counts = []
    for taker in range(1, len(balances)):
        if balances[taker] > 0:
            rest = [amount for index, amount in enumerate(balances) if index not in (giver, taker)]
            counts.append(1 + fewest_by_brute_force(tuple(sorted([*rest, balances[giver] + balances[taker]]))))
    return min(counts)


@given(balances_of(max_players=30))
def test_pf_5_payments_make_everybody_even(chips: tuple[int, ...]) -> None:
    balances = list(chips)
    for payment in hand_overs(chips):
        assert payment.chips > 0
        balances[payment.giver] += payment.chips
        balances[payment.taker] -= payment.chips
    assert not any(balances)


@given(balances_of(max_players=7))
def test_pf_5_payments_are_the_fewest_possible(chips: tuple[int, ...]) -> None:
    assert len(hand_overs(chips)) == fewest_by_brute_force(chips)


def test_pf_5_groups_settle_among_themselves() -> None:
    assert len(hand_overs((7, -7, 3, -1, -2))) == 3
    assert len(hand_overs((5, 4, 3, -6, -6))) == 4, "no proper subset sums to zero, so it takes players - 1 payments"
    assert hand_overs((0, 0, 0)) == ()


def test_pf_5_people_settle_and_the_remainder_is_stated() -> None:
    bots, house = LedgerLine("", -3), LedgerLine("", -4, house=True, from_house=-4)
    lan, minh = LedgerLine("Lan", 9, 0, from_house=4), LedgerLine("Minh", -2, 1)
    transfers, remainder = settled((lan, bots, minh, house))
    assert [(move.giver, move.taker, move.chips) for move in transfers] == [(2, 0, 2)]
    assert remainder == 3, "won from bots"
