"""Opponent model of Niu Niu auctions: others bid and stake as the heuristic bot does.

The heuristic goes by its *edge*, what its four cards win from an unknown hand on average. Sampled hands are put into
buckets by edge once per set of rules. The expected value of a bid or a stake then follows exactly, up to the sampling.
Opponents are treated as independent: that they hold none of each other's cards makes no measurable difference.

Compiled where it can be.
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
from chieu.games.niuniu.rules import TOP_BID

_REFERENCE_HANDS: Final = 400  # sampled hands that the edge is measured against
SAMPLES: Final = 3_000
PARTS: Final = 20  # equal parts of the sampled hands; leaving out each in turn shows the sampling error
EDGE_PER_BID_STEP: Final = 1 / 6  # edge that each step of a banker's bid stands for: half a stake at the top

# Bucket 0 makes the lowest bid and all others the highest. Bucket `n` makes the highest stake if the banker bid `n` or
# less.
_BUCKETS: Final = TOP_BID + 1


@lru_cache(maxsize=64)
def opponent_model(compiled: CompiledRules) -> OpponentModel:
    """Return the opponent model of some rules, sampled once."""
    return OpponentModel(compiled)


class OpponentModel:
    """Sampled hands that opponents may hold, each with its strength and its bucket."""

    def __init__(self, compiled: CompiledRules, samples: i64 = SAMPLES, seed: i64 = 0) -> None:
        self._compiled = compiled
        self._deck: vec[i64] = vec[i64](list(range(52)))
        self.cards: vec[i64] = vec[i64](capacity=samples)  # as masks
        self.strengths: vec[i64] = vec[i64](capacity=samples)
        self.buckets: vec[i64] = vec[i64](capacity=samples)
        self._reference: vec[i64] = vec[i64](capacity=_REFERENCE_HANDS)
        self._means: dict[int, float] = {}  # average result of a hand by its strength
        rng, deck = Rng(0), self._deck
        for _ in range(_REFERENCE_HANDS):
            self._reference = append(self._reference, self._draw(rng))
        rng = Rng(seed, 1)
        for _ in range(samples):
            self.strengths = append(self.strengths, self._draw(rng))
            self.cards = append(self.cards, BIT[deck[0]] | BIT[deck[1]] | BIT[deck[2]] | BIT[deck[3]] | BIT[deck[4]])
            self.buckets = append(self.buckets, self.bucket(deck[0], deck[1], deck[2], deck[3]))

    def _draw(self, rng: Rng) -> i64:
        """Bring five random cards to the front of the deck and return their strength."""
        deck = self._deck
        for place in range(SIZE):
            other: i64 = place + rng.below(52 - place)
            card: i64 = deck[other]
            deck[other] = deck[place]
            deck[place] = card
        return strength(deck[0], deck[1], deck[2], deck[3], deck[4], self._compiled)

    def bucket(self, a: i64, b: i64, c: i64, d: i64) -> i64:
        """Return the bucket of four cards, by what they win on average over all fifth cards."""
        total: float = 0.0
        for card in range(i64(52)):
            if card != a and card != b and card != c and card != d:
                total += self._mean(strength(a, b, c, d, card, self._compiled))
        bucket: i64 = 0
        while bucket < TOP_BID and total / 48 > float(bucket) * EDGE_PER_BID_STEP:
            bucket += 1
        return bucket

    def _mean(self, held: i64) -> float:
        mean = self._means.get(held)
        if mean is None:
            won: i64 = 0
            for other in self._reference:
                won += stakes_won(other, held, self._compiled)
            mean = self._means[held] = float(won) / float(_REFERENCE_HANDS)
        return mean


class ExpectedValues:
    """Expected values of bids and stakes with four cards.

    `shares` are the probabilities of each bucket of opponents, `won` what is won from one of them for a stake of 1.
    """

    def __init__(self, compiled: CompiledRules, four: Cards, model: OpponentModel) -> None:
        self._min_stake: float = float(compiled.stake_min)
        self._max_stake: float = float(compiled.stake_max)
        self._counts = vec[i64]([0] * (PARTS * _BUCKETS))  # hands met, by part and bucket
        self._sums: list[float] = [0.0] * (PARTS * _BUCKETS)  # and what is won from them
        self.shares: list[float] = [0.0] * _BUCKETS
        self.won: list[float] = [0.0] * _BUCKETS
        self.from_top_bidder: float = 0.0
        self._meet(model, four, compiled)
        self.leave_out(PARTS)

    def _meet(self, model: OpponentModel, four: Cards, compiled: CompiledRules) -> None:
        """Add up the results over all fifth cards, against hands that share no card with the own four."""
        own = BIT[four[0]] | BIT[four[1]] | BIT[four[2]] | BIT[four[3]]
        held = vec[i64]([strength(four[0], four[1], four[2], four[3], card, compiled) for card in range(52)])
        for number in range(len(model.cards)):
            taken: i64 = model.cards[number]
            if taken & own != 0:
                continue
            taken |= own
            other: i64 = model.strengths[number]
            won: i64 = 0
            for card in range(i64(52)):
                if taken & BIT[card] == 0:
                    won += stakes_won(other, held[card], compiled)
            place: i64 = number % PARTS * _BUCKETS + model.buckets[number]
            self._counts[place] += 1
            self._sums[place] += float(won) / (52 - 2 * SIZE + 1)

    def leave_out(self, part: i64) -> None:
        """Compute shares and results without one part of the hands; `PARTS` leaves out none."""
        met: i64 = 0
        for bucket in range(i64(_BUCKETS)):
            count: i64 = 0
            won: float = 0.0
            for other in range(i64(PARTS)):
                if other != part:
                    count += self._counts[other * _BUCKETS + bucket]
                    won += self._sums[other * _BUCKETS + bucket]
            met += count
            self.shares[bucket] = float(count)
            self.won[bucket] = won / float(count) if count > 0 else 0.0
        for bucket in range(i64(_BUCKETS)):
            self.shares[bucket] /= float(met)
        self.from_top_bidder = self._from_top_bidder()

    def _from_top_bidder(self) -> float:
        """Return what is won from an opponent that makes the top bid."""
        share: float = 1.0 - self.shares[0]
        won: float = 0.0
        for bucket in range(1, _BUCKETS):
            won += self.shares[bucket] * self.won[bucket]
        return won / share if share > 0.0 else 0.0

    def stake(self, amount: i64, times: i64) -> float:
        """Return the expected value of a stake against a banker with this bid."""
        return float(amount * times) * (self.from_top_bidder if times > 1 else self.won[0])

    def _best_stake(self, times: i64) -> float:
        won: float = float(times) * (self.from_top_bidder if times > 1 else self.won[0])
        return max(self._min_stake * won, self._max_stake * won)

    def bid(self, times: i64, before: i64, after: i64) -> float:
        """Return the expected value of a bid.

        `before` seats would bank instead if they bid as much, `after` seats would not.
        """
        weak: float = self.shares[0]
        if times == TOP_BID:
            banks: float = weak**before
            as_banker = float(before) * self._min_stake * self.won[0] + float(after) * self._from_opponent(times)
            return banks * float(times) * as_banker + (1.0 - banks) * self._best_stake(TOP_BID)
        alone: float = weak ** (before + after)  # probability that nobody else bids more than 1
        if times > 1 or before == 0:
            then = float(times) * float(before + after) * self._min_stake * self.won[0]
        else:
            then = self._best_stake(1)
        return alone * then + (1.0 - alone) * self._best_stake(TOP_BID)

    def _from_opponent(self, times: i64) -> float:
        """Return what a banker wins from one opponent, each bucket staking as the model says."""
        won: float = 0.0
        for bucket in range(_BUCKETS):
            stake: float = self._max_stake if bucket >= times else self._min_stake
            won += self.shares[bucket] * stake * self.won[bucket]
        return won
