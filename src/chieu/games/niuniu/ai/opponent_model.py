"""What four cards of Niu Niu win from strangers who bid and stake as the usual player does. Compiled where it can be.

The usual player goes by its *edge*, what its four cards win from a stranger on average. Drawn hands are sorted by it
once a sheet; then all that a bid or a stake may come to is reckoned, with nothing left to chance but the drawn hands.
The others are taken one by one: that they hold none of each other's cards makes no difference that can be told.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from chieu.core.cards import Cards
from chieu.core.masks import BIT
from chieu.core.rng import Rng
from chieu.games.niuniu.hands import SIZE, CompiledRules, stakes_won, strength
from chieu.games.niuniu.messages import TOP_BID

_MEASURED_BY: Final = 400  # hands that show what four cards win
_DRAWN: Final = 3_000
SHOWN_BY_A_STEP: Final = 1 / 6  # what each step of a banker's bid says of their edge: half a stake at the top

# A stranger of sort 0 bids the least and all others bid the most; sort `n` stakes the most if the banker has bid `n` or
# less.
_SORTS: Final = TOP_BID + 1


@lru_cache(maxsize=64)
def strangers_of(compiled: CompiledRules) -> Strangers:
    """Those of a sheet, drawn once."""
    return Strangers(compiled)


class Strangers:
    """Hands that others may hold."""

    def __init__(self, compiled: CompiledRules) -> None:
        self._compiled = compiled
        self._deck: vec[i64] = vec[i64](list(range(52)))
        self.cards: vec[i64] = vec[i64](capacity=_DRAWN)  # as masks
        self.strengths: vec[i64] = vec[i64](capacity=_DRAWN)
        self.sorts: vec[i64] = vec[i64](capacity=_DRAWN)
        self._measure: vec[i64] = vec[i64](capacity=_MEASURED_BY)
        self._known: dict[int, float] = {}  # what hands of five win on average, by strength
        rng, deck = Rng(0), self._deck
        for _ in range(_MEASURED_BY):
            self._measure = append(self._measure, self._drawn(rng))
        for _ in range(_DRAWN):
            self.strengths = append(self.strengths, self._drawn(rng))
            self.cards = append(self.cards, BIT[deck[0]] | BIT[deck[1]] | BIT[deck[2]] | BIT[deck[3]] | BIT[deck[4]])
            self.sorts = append(self.sorts, self.sort(deck[0], deck[1], deck[2], deck[3]))

    def _drawn(self, rng: Rng) -> i64:
        """Brings five cards to the front of the deck; their strength."""
        deck = self._deck
        for place in range(SIZE):
            other: i64 = place + rng.below(52 - place)
            card: i64 = deck[other]
            deck[other] = deck[place]
            deck[place] = card
        return strength(deck[0], deck[1], deck[2], deck[3], deck[4], self._compiled)

    def sort(self, a: i64, b: i64, c: i64, d: i64) -> i64:
        """How somebody with these four cards bids and stakes: by what they win on average, the fifth card being each
        that is left in turn."""
        total: float = 0.0
        card: i64 = 0
        while card < 52:
            if card != a and card != b and card != c and card != d:
                total += self._mean(strength(a, b, c, d, card, self._compiled))
            card += 1
        sort: i64 = 0
        while sort < TOP_BID and total / 48 > float(sort) * SHOWN_BY_A_STEP:
            sort += 1
        return sort

    def _mean(self, held: i64) -> float:
        known = self._known.get(held)
        if known is None:
            won: i64 = 0
            for other in self._measure:
                won += stakes_won(other, held, self._compiled)
            known = self._known[held] = float(won) / float(_MEASURED_BY)
        return known


class Prospects:
    """What four cards may come to at a table of strangers: how many of those are of each sort, and what is won from one
    of them for a stake of one."""

    def __init__(self, compiled: CompiledRules, four: Cards) -> None:
        self._least: float = float(compiled.stake_min)
        self._most: float = float(compiled.stake_max)
        self.shares: list[float] = [0.0] * _SORTS
        self.won: list[float] = [0.0] * _SORTS
        self._meet(strangers_of(compiled), four, compiled)
        self.strong: float = self._from_strong()

    def _meet(self, strangers: Strangers, four: Cards, compiled: CompiledRules) -> None:
        """The own fifth card is each that neither holds, in turn."""
        own = BIT[four[0]] | BIT[four[1]] | BIT[four[2]] | BIT[four[3]]
        held = vec[i64]([strength(four[0], four[1], four[2], four[3], card, compiled) for card in range(52)])
        counts = vec[i64]([0] * _SORTS)
        met: i64 = 0
        for number in range(len(strangers.cards)):
            taken: i64 = strangers.cards[number]
            if taken & own != 0:
                continue
            taken |= own
            other: i64 = strangers.strengths[number]
            won: i64 = 0
            card: i64 = 0
            while card < 52:
                if taken & BIT[card] == 0:
                    won += stakes_won(other, held[card], compiled)
                card += 1
            sort: i64 = strangers.sorts[number]
            counts[sort] += 1
            met += 1
            self.won[sort] += float(won) / (52 - 2 * SIZE + 1)
        for sort in range(_SORTS):
            self.shares[sort] = float(counts[sort]) / float(met)
            if counts[sort] > 0:
                self.won[sort] /= float(counts[sort])

    def _from_strong(self) -> float:
        """What is won from one that bids the most."""
        share: float = 1.0 - self.shares[0]
        won: float = 0.0
        for sort in range(1, _SORTS):
            won += self.shares[sort] * self.won[sort]
        return won / share if share > 0.0 else 0.0

    def stake(self, amount: i64, times: i64) -> float:
        """What a stake is worth against a banker with this bid."""
        return float(amount * times) * (self.strong if times > 1 else self.won[0])

    def _best_stake(self, times: i64) -> float:
        won: float = float(times) * (self.strong if times > 1 else self.won[0])
        return max(self._least * won, self._most * won)

    def bid(self, times: i64, before: i64, after: i64) -> float:
        """What a bid is worth with so many seats that would bank instead if they bid as much, and so many others."""
        weak: float = self.shares[0]
        if times == TOP_BID:
            banks: float = weak**before
            as_banker = float(before) * self._least * self.won[0] + float(after) * self._from_anybody(times)
            return banks * float(times) * as_banker + (1.0 - banks) * self._best_stake(TOP_BID)
        alone: float = weak ** (before + after)  # nobody else bids more than the least
        if times > 1 or before == 0:
            then = float(times) * float(before + after) * self._least * self.won[0]
        else:
            then = self._best_stake(1)
        return alone * then + (1.0 - alone) * self._best_stake(TOP_BID)

    def _from_anybody(self, times: i64) -> float:
        """What a banker wins from one stranger, each sort staking as it does."""
        won: float = 0.0
        for sort in range(_SORTS):
            stake: float = self._most if sort >= times else self._least
            won += self.shares[sort] * stake * self.won[sort]
        return won
