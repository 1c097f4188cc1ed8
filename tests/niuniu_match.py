"""Best responses over a match of Niu Niu auctions: exact with two seats, simulated with more.

A best response knows the strategies of all others and maximizes its average reward over an endless match, in which the
last banker comes last in order.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chieu.games.niuniu.ai.auction import BIDS, AuctionSolution, HandClasses
from chieu.games.niuniu.rules import Rules

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
KINDS: Final = 14
HORIZON: Final = 400
FIFTHS: Final = 8  # disjoint sets of fifth cards that settle each deal, at four seats
TIMES: Final = np.maximum(np.arange(BIDS), 1)


class Pairs(NamedTuple):
    """All pairs of hands: `chance` of the other's given the own one, `won` is that times the result."""

    likely: Floats
    chance: Floats
    won: Floats


class Profile(NamedTuple):
    """Strategies by class of hands.

    They are `bids[position][hand, bid]` and, in chips, `stakes[banker's position, bid, hand]`.
    """

    bids: list[Floats]
    stakes: Floats
    least: float
    most: float
    lowest: int

    @property
    def seats(self) -> int:
        return len(self.bids)


class Values(NamedTuple):
    """Of each bid by hand: expected chips, and the probabilities of the next positions.

    `chip[banker's position, bid, hand]` is what a staked chip wins, times the probability of that bid.
    """

    payoff: Floats
    following: Floats
    chip: Floats


def pairs(classes: HandClasses) -> Pairs:
    """Add up all pairs of hands with all fifth cards. Written independently of the kernel's sum."""
    count = int(classes.count)
    held = np.array(list(classes.held)).reshape(count, KINDS)
    copies = np.array(list(classes.copies))
    numbers = np.array(list(classes.numbers)).reshape(count, KINDS)
    pays = np.array(list(classes.pays), dtype=float).reshape(int(classes.strengths), -1)
    ways = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], dtype=float)
    own = np.prod(ways[copies, held], axis=1)
    chance, won = np.zeros((count, count)), np.zeros((count, count))
    for place, four in enumerate(held):
        left = copies - four - held
        chance[place] = own[place] * np.prod(ways[copies - four, held], axis=1)
        left = np.maximum(left, 0)
        for kind in np.flatnonzero(numbers[place] >= 0):
            then = left.copy()
            then[:, kind] = np.maximum(then[:, kind] - 1, 0)
            won[place] += left[:, kind] * (pays[numbers[place, kind]][numbers] * then).sum(1)
    won *= chance / (44 * 43)
    likely = chance.sum(1)
    return Pairs(likely / likely.sum(), chance / likely[:, None], won / likely[:, None])


def profile(solution: AuctionSolution, rules: Rules) -> Profile:
    """Return the strategies of a solution by class of hands."""
    of = np.array(list(solution.buckets.of))
    bids = [np.stack([np.array(list(bid))[of] for bid in position], axis=1) for position in solution.bids]
    shares = np.array([[np.array(list(bid))[of] for bid in position] for position in solution.stakes])
    stakes = rules.stake_min + (rules.stake_max - rules.stake_min) * shares
    return Profile(bids, stakes, float(rules.stake_min), float(rules.stake_max), 0 if rules.bid_none else 1)


def wins_tie(position: int, other: int, bid: int, seats: int) -> bool:
    return position == seats - 1 if bid == 0 else position < other


def values(table: Pairs, others: Profile, position: int, own_stakes: Floats | None = None) -> Values:
    """Return the values of a position's bids against a profile. Without `own_stakes` it stakes optimally."""
    seats, count = others.seats, len(table.likely)
    rest = [other for other in range(seats) if other != position]
    exactly = {other: table.chance @ others.bids[other] for other in rest}
    met = {other: table.won @ others.bids[other] for other in rest}

    def let(banker: int, bid: int, without: int) -> Floats:
        """Return the probability that no other position outbids a banker."""
        out = np.ones(count)
        for other in rest:
            if other not in (banker, without):
                out *= exactly[other][:, : bid + wins_tie(banker, other, bid, seats)].sum(1)
        return out

    payoff, following = np.zeros((count, BIDS)), np.zeros((count, BIDS, seats))
    chip = np.zeros((seats, BIDS, count))
    for bid in range(BIDS):
        following[:, bid, -1] += let(position, bid, position)
        for other in rest:
            lower = others.bids[other][:, : bid + wins_tie(position, other, bid, seats)].sum(1)
            banked = table.won @ (lower * others.stakes[position, bid])
            payoff[:, bid] += TIMES[bid] * let(position, bid, other) * banked
            chip[other, bid] = TIMES[bid] * met[other][:, bid]
            stake = np.where(chip[other, bid] > 0, others.most, others.least)
            if own_stakes is not None:
                stake = own_stakes[other, bid]
            chance = let(other, bid, other)
            for own in range(bid + wins_tie(other, position, bid, seats)):
                payoff[:, own] += chance * chip[other, bid] * stake
                following[:, own, (position - other - 1) % seats] += chance * exactly[other][:, bid]
    payoff[:, : others.lowest] = -np.inf
    return Values(payoff, following, chip)


def average_reward(likely: Floats, positions: list[Values], bids: list[Floats] | None = None) -> tuple[float, Floats]:
    """Return the average reward over an endless match and the continuation value of each position.

    Relative value iteration: `HORIZON` deals backwards, averaged over the positions one can start in. The first half
    is left out, as it depends on the end. Without `bids`, each hand makes the best bid.
    """
    worth, means = np.zeros(len(positions)), []
    for _ in range(HORIZON):
        worth = np.array(
            [
                float(
                    (likely * _chosen(each.payoff + each.following @ worth, None if bids is None else bids[at])).sum()
                )
                for at, each in enumerate(positions)
            ]
        )
        means.append(worth.mean())
    half = HORIZON // 2
    return float(means[-1] - means[half - 1]) / half, worth - worth.mean()


def _chosen(worth: Floats, bids: Floats | None) -> Floats:
    out: Floats = worth.max(1) if bids is None else (bids * np.where(bids > 0, worth, 0)).sum(1)
    return out


def exploitability(table: Pairs, ours: Profile) -> float:
    """Return what a best response wins a deal from a profile: exact with two seats."""
    return average_reward(table.likely, [values(table, ours, position) for position in range(ours.seats)])[0]


def simulated(classes: HandClasses, ours: Profile, evenings: int, deals: int, seed: int) -> tuple[float, float]:
    """Return what a best response in one seat gains a deal in simulated evenings, and the 95 % margin."""
    table, seats = pairs(classes), ours.seats
    best = [values(table, ours, position) for position in range(seats)]
    _, worth = average_reward(table.likely, best)
    policy = [(each.payoff + each.following @ worth).argmax(1) for each in best]
    usual = [values(table, ours, position, ours.stakes) for position in range(seats)]
    _, later = average_reward(table.likely, usual, ours.bids)
    dealer = Dealer(classes, ours, seats, np.random.default_rng(seed))
    last, gains = np.zeros(evenings, int), np.zeros(evenings)
    for _ in range(deals):
        at = (-last - 1) % seats  # position of seat 0, where the best response sits
        fours, fifths = dealer.deal(evenings)
        bids = dealer.bids(fours)
        stakes = dealer.uniform(evenings)
        solution, _ = dealer.settle(fours, fifths, bids, stakes, at, None, later)
        every = np.arange(evenings)
        bids[every, at] = np.array(policy)[at, fours[every, at]]
        chips = np.array([each.chip for each in best])
        response, banker = dealer.settle(fours, fifths, bids, stakes, at, chips, later)
        gains += response - solution
        last = (last + 1 + banker) % seats
    gains /= deals
    return float(gains.mean()), 1.96 * float(gains.std(ddof=1)) / evenings**0.5


class Dealer:
    """Many deals at once, by position in order."""

    def __init__(self, classes: HandClasses, ours: Profile, seats: int, rng: np.random.Generator) -> None:
        self._ours, self._seats, self._rng = ours, seats, rng
        self._kinds = np.repeat(np.arange(KINDS), list(classes.copies))
        self._numbers = np.array(list(classes.numbers)).reshape(-1, KINDS)
        self._pays = np.array(list(classes.pays)).reshape(int(classes.strengths), -1)
        self._places = np.full(KINDS**4, -1)
        for four, place in classes.places.items():
            self._places[np.array(four) @ KINDS ** np.arange(4)] = place
        self._upto = np.cumsum(ours.bids, axis=2)

    def deal(self, count: int) -> tuple[Ints, Ints]:
        """Return the hands of four, and the strengths with several sets of fifth cards."""
        cards = self._kinds[self._rng.permuted(np.tile(np.arange(52), (count, 1)), axis=1)]
        held = 4 * self._seats
        fours = self._places[np.sort(cards[:, :held].reshape(count, self._seats, 4)) @ KINDS ** np.arange(4)]
        sets = min(FIFTHS, (52 - held) // self._seats)
        fifths = cards[:, held : held + sets * self._seats].reshape(count, sets, self._seats)
        return fours, self._numbers[fours[:, None, :], fifths]

    def uniform(self, count: int) -> Floats:
        return self._rng.random((count, self._seats))

    def bids(self, fours: Ints) -> Ints:
        """Sample the bids of all positions."""
        draws = self.uniform(len(fours))[:, :, None]
        bids: Ints = (draws > self._upto[np.arange(self._seats), fours][:, :, :-1]).sum(2)
        return bids

    def settle(
        self, fours: Ints, fifths: Ints, bids: Ints, draws: Floats, at: Ints, chips: Floats | None, later: Floats
    ) -> tuple[Floats, Ints]:
        """Return the chips of the position `at` with its continuation value, and the banker's position.

        `chips` are what a staked chip wins, if `at` stakes as the best response.
        """
        every, ours = np.arange(len(fours)), self._ours
        highest = bids.max(1)
        banker = np.where(highest == 0, self._seats - 1, bids.argmax(1))
        meant = ours.stakes[banker[:, None], highest[:, None], fours]
        high = draws * (ours.most - ours.least) < meant - ours.least
        if chips is not None:
            high[every, at] = chips[at, banker, highest, fours[every, at]] > 0
        stakes = np.where(high, ours.most, ours.least)
        won = self._pays[fifths, fifths[every, :, banker][:, :, None]].mean(1) * stakes * TIMES[highest][:, None]
        won[every, banker] = 0
        won[every, banker] = -won.sum(1)
        return won[every, at] + later[(at - banker - 1) % self._seats], banker
