"""Solver of Niu Niu auctions over a match: CFR+ on buckets of hands, with continuation values.

A deal passes one thing on to the next: who banked last, as that seat is the last in order. So the match is an
average-reward stochastic game whose states are the positions in order. Relative value iteration computes what each
position is worth beyond the deal, one step after every iteration of CFR+.

With two seats hands are put into many buckets, and what two buckets win from each other is exact: it is summed over all
pairs of hands and all fifth cards, up to suits, which decide only between equal bulls with equal highest cards. With
more seats there are fewer buckets, and opponents are treated as independent of each other.

Compiled where it can be.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Cards
from chieu.core.rng import Rng
from chieu.games.niuniu.hands import CompiledRules, stakes_won, strength
from chieu.games.niuniu.rules import TOP_BID

BIDS: Final = TOP_BID + 1  # a bid of 0 declines (NN-25)
_FOUR: Final = 4
_SUITS: Final = 0x30  # bits of a strength for the suit of the highest card
_SPADE_ACE: Final = 47
_ACE: Final = 11
_RANKS: Final = 13
_KINDS: Final = 14
_COMBINATIONS: Final = vec[i64]([1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 2, 1, 0, 0, 1, 3, 3, 1, 0, 1, 4, 6, 4, 1])
_STRONG: Final = 4  # one hand in four counts as strong
_ITERATIONS: Final = 160
_VALUE_STEPS: Final = 10.0  # iterations after which the steps of value iteration get smaller

# Probability that the match goes on after a deal. With NN-25 at two seats the last banker banks for good, so that
# without a discount a position would be worth more with every deal.
DISCOUNT: Final = 0.98


def _zeros(count: i64) -> vec[float]:
    return vec[float]([0.0] * int(count))


class HandClasses:
    """Hands of four up to suits: multisets of kinds.

    A kind is a rank. The ace of spades is a kind of its own if it may pay (NN-6).
    """

    def __init__(self, compiled: CompiledRules) -> None:
        own_kind = compiled.rules.face_and_spade_ace > 0
        copies = [4] * _RANKS + [0]
        if own_kind:
            copies[_ACE], copies[_RANKS] = 3, 1
        self._own_kind = own_kind
        self.copies: vec[i64] = vec[i64](copies)
        self.places: dict[tuple[int, ...], int] = {}
        for a in range(_KINDS):
            for b in range(a, _KINDS):
                for c in range(b, _KINDS):
                    for d in range(c, _KINDS):
                        four = (a, b, c, d)
                        if all(four.count(kind) <= copies[kind] for kind in four):
                            self.places[four] = len(self.places)
        self.count: i64 = len(self.places)
        self.fours: vec[i64] = vec[i64]([kind for four in self.places for kind in four])
        self.held: vec[i64] = vec[i64]([four.count(kind) for four in self.places for kind in range(_KINDS)])
        self.ways: vec[float] = _zeros(self.count)  # number of such hands
        self.numbers: vec[i64] = vec[i64]([-1] * int(self.count * _KINDS))  # of the strength with each fifth kind
        self.strengths: i64 = 0
        self.pays: vec[i64] = vec[i64]([])  # stakes that one strength wins from another
        self._compare(compiled)

    def place(self, cards: Cards) -> int:
        """Return the class of four cards."""
        kinds = [_RANKS if self._own_kind and card == _SPADE_ACE else card >> 2 for card in cards]
        return self.places[tuple(sorted(kinds))]

    def _compare(self, compiled: CompiledRules) -> None:
        known: dict[int, int] = {}
        for place in range(self.count):
            ways: i64 = 1
            for kind in range(_KINDS):
                ways *= _COMBINATIONS[5 * self.copies[kind] + self.held[place * _KINDS + kind]]
            self.ways[place] = float(ways)
            four = [int(self.fours[place * _FOUR + at]) for at in range(_FOUR)]
            for kind in range(_KINDS):
                if self.held[place * _KINDS + kind] < self.copies[kind]:
                    a, b, c, d, e = _cards([*four, kind])
                    held = int(strength(a, b, c, d, e, compiled)) & ~_SUITS
                    self.numbers[place * _KINDS + kind] = known.setdefault(held, len(known))
        self.strengths = len(known)
        self.pays = vec[i64]([stakes_won(other, own, compiled) for own in known for other in known])

    def edges(self, weights: vec[float]) -> vec[float]:
        """Return what each class wins on average from hands drawn with these weights of classes."""
        numbers, copies, held = self.numbers, self.copies, self.held
        shares = _zeros(self.strengths)
        total: float = 0.0
        for place in range(self.count):
            for at in range(place * _KINDS, place * _KINDS + _KINDS):
                if numbers[at] >= 0:
                    share: float = weights[place] * float(copies[at - place * _KINDS] - held[at])
                    shares[numbers[at]] += share
                    total += share
        means = _zeros(self.strengths)
        for own in range(self.strengths):
            for other in range(self.strengths):
                means[own] += shares[other] / total * float(self.pays[own * self.strengths + other])
        out = _zeros(self.count)
        for place in range(self.count):
            for at in range(place * _KINDS, place * _KINDS + _KINDS):
                if numbers[at] >= 0:
                    out[place] += float(copies[at - place * _KINDS] - held[at]) / 48.0 * means[numbers[at]]
        return out


def _cards(kinds: list[int]) -> list[int]:
    """Return different cards of these kinds."""
    return [_SPADE_ACE if kind == _RANKS else 4 * kind + kinds[:at].count(kind) for at, kind in enumerate(kinds)]


def _split(classes: HandClasses, groups: list[list[int]], feature: vec[float], parts: int) -> list[list[int]]:
    """Split every group of classes into equally likely parts by a feature."""
    out = []
    for group in groups:
        group.sort(key=lambda place: feature[place])
        total = sum([classes.ways[place] for place in group])
        split: list[list[int]] = [[] for _ in range(parts)]
        before = 0.0
        for place in group:
            ways = classes.ways[place]
            split[min(int((before + ways / 2) / total * parts), parts - 1)].append(place)
            before += ways
        out += [part for part in split if part]
    return out


class Buckets:
    """Classes in buckets, by their edge over all hands and over the strong ones.

    For every bucket `i` and opponent's bucket `j`, at `j * count + i`: `chance` is the probability of `j` given `i`,
    and `won` that probability times what `i` wins from `j` for a stake of 1.
    """

    def __init__(self, classes: HandClasses, by_edge: int, by_strong: int) -> None:
        edge = classes.edges(classes.ways)
        everything = [list(range(classes.count))]
        strong = _zeros(classes.count)
        for place in _split(classes, everything, edge, _STRONG)[-1]:
            strong[place] = classes.ways[place]
        groups = _split(classes, _split(classes, everything, edge, by_edge), classes.edges(strong), by_strong)
        self.count: i64 = len(groups)
        self.of: vec[i64] = vec[i64]([0] * int(classes.count))
        for bucket, group in enumerate(groups):
            for place in group:
                self.of[place] = bucket
        self.likely: vec[float] = _zeros(self.count)
        self.chance: vec[float] = _zeros(self.count * self.count)
        self.won: vec[float] = _zeros(self.count * self.count)
        self._add_pairs(classes)
        self._normalize()

    def _add_pairs(self, classes: HandClasses) -> None:
        """Add up all pairs of hands, each with every pair of fifth cards that is left."""
        fours, held, numbers, pays = classes.fours, classes.held, classes.numbers, classes.pays
        strengths, count, of, chance, won = classes.strengths, self.count, self.of, self.chance, self.won
        left = vec[i64]([0] * _KINDS)
        row = vec[i64]([0] * _KINDS)  # of each fifth kind in `pays`
        drawn = vec[i64]([0] * int(strengths))  # sum over own fifth cards, by the other's strength
        for own in range(classes.count):
            for other_strength in range(strengths):
                drawn[other_strength] = 0
            for kind in range(i64(_KINDS)):
                left[kind] = classes.copies[kind] - held[own * _KINDS + kind]
                row[kind] = numbers[own * _KINDS + kind] * strengths
                if left[kind] > 0:
                    for other_strength in range(strengths):
                        drawn[other_strength] += left[kind] * pays[row[kind] + other_strength]
            mine: i64 = of[own]
            for other in range(own, classes.count):
                at: i64 = other * _FOUR
                first: i64 = fours[at]
                second: i64 = fours[at + 1]
                third: i64 = fours[at + 2]
                fourth: i64 = fours[at + 3]
                ways: i64 = 1
                for kind in range(i64(_KINDS)):
                    ways *= _COMBINATIONS[5 * left[kind] + held[other * _KINDS + kind]]
                if ways == 0:
                    continue
                total: i64 = 0
                for kind in range(i64(_KINDS)):
                    remain: i64 = left[kind] - held[other * _KINDS + kind]
                    if remain > 0:
                        met: i64 = numbers[other * _KINDS + kind]
                        taken: i64 = pays[row[first] + met] + pays[row[second] + met] + pays[row[third] + met]
                        total += remain * (drawn[met] - taken - pays[row[fourth] + met] - pays[row[kind] + met])
                both: float = classes.ways[own] * float(ways)
                gained: float = both * float(total) / 1892.0  # 44 * 43 fifth cards
                theirs: i64 = of[other]
                chance[theirs * count + mine] += both
                if own != other:
                    chance[mine * count + theirs] += both
                    won[theirs * count + mine] += gained
                    won[mine * count + theirs] -= gained

    def _normalize(self) -> None:
        total: float = 0.0
        for place in range(self.count * self.count):
            self.likely[place % self.count] += self.chance[place]
            total += self.chance[place]
        for place in range(self.count * self.count):
            bucket: i64 = place % self.count
            self.chance[place] /= self.likely[bucket]
            self.won[place] /= self.likely[bucket]
        for bucket in range(self.count):
            self.likely[bucket] /= total


def _product(matrix: vec[float], column: vec[float], count: i64) -> vec[float]:
    out = _zeros(count)
    for j in range(count):
        factor: float = column[j]
        if factor != 0.0:
            at: i64 = j * count
            for i in range(count):
                out[i] += factor * matrix[at + i]
    return out


def _wins_tie(position: i64, other: i64, bid: i64, seats: i64) -> bool:
    """NN-23, NN-25: return whether a position banks if another bids the same."""
    return position == seats - 1 if bid == 0 else position < other


class Bidder:
    """One position in order: its bids by bucket, and what others see of them."""

    def __init__(self, count: i64, lowest: i64) -> None:
        self.bids: list[vec[float]] = [_zeros(count) for _ in range(BIDS)]
        self.regrets: list[vec[float]] = [_zeros(count) for _ in range(BIDS)]
        self.sums: list[vec[float]] = [_zeros(count) for _ in range(BIDS)]
        self.upto: list[vec[float]] = []  # probability of at most each bid, by the other's bucket
        self.met: list[vec[float]] = []  # and of exactly that bid, times what the other wins for a stake of 1
        for bid in range(int(lowest), BIDS):
            for bucket in range(count):
                self.bids[bid][bucket] = 1.0 / float(BIDS - lowest)


class AuctionSolution:
    """Average strategies of CFR+ for every position in order.

    `bids[position][bid][bucket]` are probabilities; `stakes[banker's position][bid][bucket]` are those of the highest
    stake instead of the lowest. `worth` is the continuation value of each position.
    """

    def __init__(self, compiled: CompiledRules, seats: i64, discount: float = DISCOUNT) -> None:
        classes = HandClasses(compiled)
        buckets = Buckets(classes, 64, 8) if seats == 2 else Buckets(classes, 16, 4)
        self.classes, self.buckets = classes, buckets
        self._discount: float = discount
        self.seats: i64 = seats
        self._count: i64 = buckets.count
        self._lowest: i64 = 0 if compiled.bid_none else 1
        self._least: float = float(compiled.stake_min)
        self._range: float = float(compiled.stake_max - compiled.stake_min)
        self._positions = [Bidder(self._count, self._lowest) for _ in range(seats)]
        self.stakes: list[list[vec[float]]] = [
            [vec[float]([0.5] * int(self._count)) for _ in range(BIDS)] for _ in range(seats)
        ]
        self._high: list[list[vec[float]]] = [[_zeros(self._count) for _ in range(BIDS)] for _ in range(seats)]
        self._low: list[list[vec[float]]] = [[_zeros(self._count) for _ in range(BIDS)] for _ in range(seats)]
        self._stake_sums: list[list[vec[float]]] = [[_zeros(self._count) for _ in range(BIDS)] for _ in range(seats)]
        self._reach_sums: list[list[vec[float]]] = [[_zeros(self._count) for _ in range(BIDS)] for _ in range(seats)]
        self.worth: list[float] = [0.0] * int(seats)
        for position in range(seats):
            self._show(position)
        for iteration in range(1, _ITERATIONS + 1):
            self._iterate(iteration)
        self.bids: list[list[vec[float]]] = [bidder.sums for bidder in self._positions]
        self._average()

    def _show(self, position: i64) -> None:
        """Compute what the bids of a position mean to each bucket of another."""
        bidder = self._positions[position]
        bidder.met = [_product(self.buckets.won, bids, self._count) for bids in bidder.bids]
        bidder.upto = []
        for bid in range(BIDS):
            upto = _product(self.buckets.chance, bidder.bids[bid], self._count)
            if bid > 0:
                before = bidder.upto[bid - 1]
                for bucket in range(self._count):
                    upto[bucket] += before[bucket]
            bidder.upto.append(upto)

    def _iterate(self, iteration: int) -> None:
        weight = float(iteration) ** 4
        values = [self._improve_bids(position, weight) for position in range(self.seats)]
        for position in range(self.seats):
            for bid in range(self._lowest, i64(BIDS)):
                if bid > 0 or position == self.seats - 1:
                    self._improve_stakes(position, bid, weight)
        mean = sum(values) / len(values)
        step = min(1.0, _VALUE_STEPS / iteration)
        for position in range(self.seats):
            self.worth[position] += step * (values[position] - mean - self.worth[position])

    def _improve_stakes(self, banker: i64, bid: i64, weight: float) -> None:
        """Update the stakes of all players against a banker's bid."""
        met, stakes = self._positions[banker].met[bid], self.stakes[banker][bid]
        high, low = self._high[banker][bid], self._low[banker][bid]
        stake_sums, reach_sums = self._stake_sums[banker][bid], self._reach_sums[banker][bid]
        for bucket in range(self._count):
            share: float = stakes[bucket]
            high[bucket] = _positive(high[bucket] + met[bucket] * (1.0 - share))
            low[bucket] = _positive(low[bucket] - met[bucket] * share)
            if high[bucket] + low[bucket] > 0.0:
                share = high[bucket] / (high[bucket] + low[bucket])
            stakes[bucket] = share
            reach: float = 0.0
            for position in range(self.seats):
                if position != banker:
                    for lower in range(bid + 1):
                        reach += self._positions[position].bids[lower][bucket]
            stake_sums[bucket] += weight * reach * share
            reach_sums[bucket] += weight * reach

    def _improve_bids(self, position: i64, weight: float) -> float:
        """Update the bids of a position and return its value."""
        values = self.bid_values(position)
        bidder = self._positions[position]
        value: float = 0.0
        for bucket in range(self._count):
            mean: float = 0.0
            for bid in range(self._lowest, i64(BIDS)):
                mean += bidder.bids[bid][bucket] * values[bid][bucket]
            value += self.buckets.likely[bucket] * mean
            total: float = 0.0
            for bid in range(self._lowest, i64(BIDS)):
                regret: float = _positive(bidder.regrets[bid][bucket] + values[bid][bucket] - mean)
                bidder.regrets[bid][bucket] = regret
                total += regret
            for bid in range(self._lowest, i64(BIDS)):
                if total > 0.0:
                    bidder.bids[bid][bucket] = bidder.regrets[bid][bucket] / total
                bidder.sums[bid][bucket] += weight * bidder.bids[bid][bucket]
        self._show(position)
        return value

    def bid_values(self, position: i64) -> list[vec[float]]:
        """Return the value of each bid by bucket, with the continuation value."""
        values = [_zeros(self._count) for _ in range(BIDS)]
        for bid in range(self._lowest, i64(BIDS)):
            if bid > 0 or position == self.seats - 1:
                self._add_banking(position, bid, values[bid])
            for banker in range(self.seats):
                if banker != position and (bid > 0 or banker == self.seats - 1):
                    lost = self._losing(position, banker, bid)
                    for own in range(self._lowest, bid + 1):
                        if own < bid or _wins_tie(banker, position, bid, self.seats):
                            for bucket in range(self._count):
                                values[own][bucket] += lost[bucket]
        return values

    def _others_let(self, banker: i64, bid: i64, bucket: i64, without: i64, own: i64) -> float:
        """Return the probability that no position but two outbids a banker, as bucket `bucket` sees it."""
        chance: float = 1.0
        for other in range(self.seats):
            if other != banker and other != without and other != own:
                upto = self._positions[other].upto
                if _wins_tie(banker, other, bid, self.seats):
                    chance *= upto[bid][bucket]
                else:
                    chance *= upto[bid - 1][bucket] if bid > 0 else 0.0
        return chance

    def _add_banking(self, position: i64, bid: i64, values: vec[float]) -> None:
        """Add the value of banking with a bid."""
        times: float = float(max(bid, 1))
        stakes = self.stakes[position][bid]
        later: float = self._discount * self.worth[self.seats - 1]
        for bucket in range(self._count):
            values[bucket] += later * self._others_let(position, bid, bucket, position, position)
        for other in range(self.seats):
            if other == position:
                continue
            highest: i64 = bid if _wins_tie(position, other, bid, self.seats) else bid - 1
            column = _zeros(self._count)
            for lower in range(highest + 1):
                bids = self._positions[other].bids[lower]
                for bucket in range(self._count):
                    column[bucket] += bids[bucket] * (self._least + self._range * stakes[bucket])
            won = _product(self.buckets.won, column, self._count)
            for bucket in range(self._count):
                values[bucket] += times * won[bucket] * self._others_let(position, bid, bucket, other, position)

    def _losing(self, position: i64, banker: i64, bid: i64) -> vec[float]:
        """Return the value of playing against a banker with a bid, times its probability."""
        met, upto, stakes = self._positions[banker].met[bid], self._positions[banker].upto, self.stakes[banker][bid]
        times: float = float(max(bid, 1))
        later: float = self._discount * self.worth[(position - banker - 1) % self.seats]
        out = _zeros(self._count)
        for bucket in range(self._count):
            chance: float = upto[bid][bucket]
            if bid > 0:
                chance -= upto[bid - 1][bucket]
            if chance > 0.0:
                won: float = times * (self._least + self._range * stakes[bucket]) * met[bucket] + later * chance
                out[bucket] = won * self._others_let(banker, bid, bucket, banker, position)
        return out

    def _average(self) -> None:
        for position in range(self.seats):
            for bucket in range(self._count):
                total: float = 0.0
                for bid in range(BIDS):
                    total += self.bids[position][bid][bucket]
                for bid in range(BIDS):
                    self.bids[position][bid][bucket] /= total
                    reach: float = self._reach_sums[position][bid][bucket]
                    if reach > 0.0:
                        self.stakes[position][bid][bucket] = self._stake_sums[position][bid][bucket] / reach

    def bid(self, position: i64, cards: Cards, rng: Rng) -> int:
        """Sample a bid; 0 declines."""
        bucket: i64 = self.buckets.of[self.classes.place(cards)]
        draw: float = _uniform(rng)
        for bid in range(i64(TOP_BID)):
            draw -= self.bids[position][bid][bucket]
            if draw < 0.0:
                return int(bid)
        return TOP_BID

    def stakes_high(self, banker: i64, bid: i64, cards: Cards, rng: Rng) -> bool:
        """Sample whether to make the highest stake against a banker's bid."""
        return _uniform(rng) < self.stakes[banker][bid][self.buckets.of[self.classes.place(cards)]]


def _uniform(rng: Rng) -> float:
    return float(rng.below(1_000_000)) / 1_000_000.0


def _positive(number: float) -> float:
    return number if number > 0.0 else 0.0  # max() would box the floats


@lru_cache(maxsize=64)
def solved(compiled: CompiledRules, seats: int) -> AuctionSolution:
    """Return the solution of an auction for a number of seats, cached."""
    return AuctionSolution(compiled, seats)
