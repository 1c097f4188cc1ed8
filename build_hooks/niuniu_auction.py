"""Solve the two-seat auction of Niu Niu and write `games/niuniu/ai/auction.json`.

    python -m build_hooks.niuniu_auction

A hand of four is one of 1,820 multisets of ranks: suits matter only between equal bulls with equal highest cards, which
is even on average. The expected result of two such hands is exact over all fifth cards that neither holds. The
remaining game is small: both bid, then one of them stakes. CFR+ solves it in seconds, and exact best responses give the
exploitability. Needs numpy, which the game itself does not.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from chieu.games.niuniu import hands
from chieu.games.niuniu.ai.auction import Solution
from chieu.games.niuniu.messages import TOP_BID
from chieu.games.niuniu.rules import PRESETS, Rules

Floats = NDArray[np.float64]
TARGET: Final = Path(__file__).parent.parent / "src/chieu/games/niuniu/ai/auction.json"
RANKS: Final = 13
CLASSES: Final = tuple(combinations_with_replacement(range(RANKS), 4))
LEVELS: Final = 15  # a probability is stored as one hexadecimal digit


class Auction(NamedTuple):
    """The auction of some rules, reduced to ranks.

    `weighed` is the probability of each pair of hands times what the first wins from the second in stakes; `least`
    and `most` are the smallest and largest stake.
    """

    weighed: Floats
    least: float
    most: float


class Strategy(NamedTuple):
    """Probabilities of bids 1 to 4 by hand, and of the largest stake against a banker's bid of 1 to 4."""

    bids: Floats
    stakes: Floats


def auction(rules: Rules) -> Auction:
    """Return the auction of some rules."""
    compiled = hands.compile_rules(rules)
    held = np.array([[four.count(rank) for rank in range(RANKS)] for four in CLASSES])
    strengths, numbers = _strengths(compiled)
    pays = np.array([[_won(own, other, compiled) for other in strengths] for own in strengths])
    ways = np.array([[comb(left, taken) for taken in range(5)] for left in range(5)], dtype=float)
    own = np.array([np.prod(ways[4, four]) for four in held])
    weighed = np.zeros((len(CLASSES), len(CLASSES)))
    total = 0.0
    for place, four in enumerate(held):
        left = 4 - four[None, :] - held
        likely = own[place] * np.where((left >= 0).all(1), np.prod(ways[np.clip(4 - four, 0, 4), held], axis=1), 0.0)
        total += likely.sum()
        left = np.maximum(left, 0)
        won = np.zeros(len(CLASSES))
        for rank in range(RANKS):
            if numbers[place, rank] >= 0:
                then = left.copy()
                then[:, rank] = np.maximum(then[:, rank] - 1, 0)
                won += left[:, rank] * (pays[numbers[place, rank]][numbers] * then).sum(1)
        weighed[place] = likely * won / (44 * 43)
    weighed = (weighed - weighed.T) / 2 / total  # zero-sum: removes rounding errors
    return Auction(weighed, float(rules.stake_min), float(rules.stake_max))


def _strengths(compiled: hands.CompiledRules) -> tuple[list[int], NDArray[np.int64]]:
    """Return all distinct strengths of five ranks, ignoring suits, and their indices.

    The indices are by multiset of four and fifth rank; -1 if there is no such fifth card.
    """
    known: dict[int, int] = {}
    numbers = np.full((len(CLASSES), RANKS), -1)
    for place, four in enumerate(CLASSES):
        for fifth in range(RANKS):
            ranks = (*four, fifth)
            if ranks.count(fifth) <= 4:
                a, b, c, d, e = (4 * rank + ranks[:at].count(rank) for at, rank in enumerate(ranks))
                strength = int(hands.strength(a, b, c, d, e, compiled)) & ~0x30  # without the suit of the highest card
                numbers[place, fifth] = known.setdefault(strength, len(known))
    return list(known), numbers


def _won(own: int, other: int, compiled: hands.CompiledRules) -> float:
    return float(hands.stakes_won(other, own, compiled))


def against(game: Auction, other: Strategy, first: bool, own_stakes: Floats | None) -> tuple[Floats, Floats]:
    """Return the value of each hand's bids, and of a chip staked against each bid, against a strategy.

    `first`: the side that banks if the bids are equal. Without `own_stakes` it stakes optimally.
    """
    staked = game.least + (game.most - game.least) * other.stakes
    banks = [
        (bid, theirs)
        for bid in range(TOP_BID)
        for theirs in range(TOP_BID)
        if bid > theirs or (first and bid == theirs)
    ]
    columns = [other.bids[:, theirs] for theirs in range(TOP_BID)]
    columns += [other.bids[:, theirs] * staked[:, bid] for bid, theirs in banks]
    met = game.weighed @ np.stack(columns, axis=1)
    chip = met[:, :TOP_BID] * np.arange(1, TOP_BID + 1)
    if own_stakes is None:
        stake = np.where(chip > 0, game.most, game.least)
    else:
        stake = game.least + (game.most - game.least) * own_stakes
    worth = np.zeros((len(CLASSES), TOP_BID))
    for place, (bid, _) in enumerate(banks):
        worth[:, bid] += (bid + 1) * met[:, TOP_BID + place]
    for bid in range(TOP_BID):
        for theirs in range(TOP_BID):
            if (bid, theirs) not in banks:
                worth[:, bid] += (chip * stake)[:, theirs]
    return worth, chip


def exploitability(game: Auction, first: Strategy, second: Strategy) -> tuple[float, float, float]:
    """Return the value for the first side, and what a best response gains against each side."""
    worth, _ = against(game, second, True, first.stakes)
    value = float((worth * first.bids).sum())
    best_first = float(against(game, second, True, None)[0].max(1).sum())
    best_second = float(against(game, first, False, None)[0].max(1).sum())
    return value, best_second + value, best_first - value


class _Learner:
    """One side of CFR+: regrets of bids and stakes, and the average strategy with linear weights."""

    def __init__(self, first: bool) -> None:
        shape = (len(CLASSES), TOP_BID)
        self.first = first
        self.now = Strategy(np.full(shape, 1 / TOP_BID), np.full(shape, 0.5))
        self._bids = np.zeros(shape)
        self._stakes = np.zeros((2, *shape))
        self._sums = [np.zeros(shape) for _ in range(3)]  # weighted sums of bids, of stakes, and of reaching a stake

    def learn(self, game: Auction, other: Strategy, turn: int) -> None:
        now = self.now
        worth, chip = against(game, other, self.first, now.stakes)
        self._bids = np.maximum(self._bids + worth - (worth * now.bids).sum(1, keepdims=True), 0)
        staked = (game.least + (game.most - game.least) * now.stakes) * chip
        gains = np.stack((game.least * chip - staked, game.most * chip - staked))
        self._stakes = np.maximum(self._stakes + gains, 0)
        self.now = Strategy(_shares(self._bids), _share_of_most(self._stakes))
        reached = np.cumsum(self.now.bids, axis=1) - (self.now.bids if self.first else 0)
        self._sums[0] += turn * self.now.bids
        self._sums[1] += turn * reached * self.now.stakes
        self._sums[2] += turn * reached

    def average(self) -> Strategy:
        bids, stakes, reached = self._sums
        return Strategy(
            bids / bids.sum(1, keepdims=True), np.where(reached > 0, stakes / np.where(reached > 0, reached, 1), 0.5)
        )


def _shares(regrets: Floats) -> Floats:
    total = regrets.sum(1, keepdims=True)
    return np.where(total > 0, regrets / np.where(total > 0, total, 1), 1 / regrets.shape[1])


def _share_of_most(regrets: Floats) -> Floats:
    total = regrets.sum(0)
    return np.where(total > 0, regrets[1] / np.where(total > 0, total, 1), 0.5)


def solve(game: Auction, turns: int = 400) -> tuple[Strategy, Strategy]:
    """Solve the auction by CFR+: strategies for the side that banks on equal bids and for the other."""
    first, second = _Learner(True), _Learner(False)
    for turn in range(1, turns + 1):
        first.learn(game, second.now, turn)
        second.learn(game, first.now, turn)
    return first.average(), second.average()


def digits(shares: Floats) -> str:
    """Encode probabilities as hexadecimal digits."""
    return "".join(f"{round(share * LEVELS):x}" for share in shares)


def strategy(bids: str, stakes: tuple[str, ...]) -> Strategy:
    """Decode a strategy from its digits."""
    most = np.array([int(digit, 16) / LEVELS for digit in bids])
    none = np.zeros_like(most)
    bidding = np.stack((1 - most, none, none, most), axis=1)
    return Strategy(bidding, np.stack([[int(digit, 16) / LEVELS for digit in row] for row in stakes], axis=1))


def strategies(solution: Solution) -> list[Strategy]:
    """Decode both strategies of a solution."""
    return [strategy(*side) for side in zip(solution.bids, solution.stakes, strict=True)]


def main() -> None:
    """Solve every auction preset and write the file."""
    solutions = {}
    for name, rules in PRESETS.items():
        if rules.mode == "auction":
            print(f"solving {name} ...", flush=True)
            game = auction(rules)
            first, second = (
                (digits(side.bids[:, -1]), tuple(digits(side.stakes[:, bid]) for bid in range(TOP_BID)))
                for side in solve(game)
            )
            solutions[name] = Solution((first[0], second[0]), (first[1], second[1]))
            value, lost_by_first, lost_by_second = exploitability(game, *strategies(solutions[name]))
            print(f"{name}: value {value:+.4f}; exploitability {lost_by_first:.4f}, {lost_by_second:.4f}")
    TARGET.write_bytes(msgspec.json.format(msgspec.json.encode(solutions), indent=1) + b"\n")


if __name__ == "__main__":
    main()
