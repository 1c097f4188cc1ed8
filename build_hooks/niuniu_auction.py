"""Niu Niu by auction at two seats, solved, and what the bot `strong` knows of it: `games/niuniu/ai/auction_tables.py`.

    python -m build_hooks.niuniu_auction

A hand of four is one of 1,820 sets of ranks; suits decide nothing but between equal bulls with equal highest cards,
which is even on average. What two such hands win from each other is reckoned over all fifth cards, without those that
either holds. The game that remains is small: both bid, then one of them stakes. CFR+ solves it in seconds, and how far
a strategy can be exploited is found by exact best responses. Needs numpy, which the game itself does not.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chieu.games.niuniu import hands
from chieu.games.niuniu.messages import TOP_BID
from chieu.games.niuniu.rules import PRESETS, Rules

Floats = NDArray[np.float64]
TARGET: Final = Path(__file__).parent.parent / "src/chieu/games/niuniu/ai/auction_tables.py"
RANKS: Final = 13
CLASSES: Final = tuple(combinations_with_replacement(range(RANKS), 4))
LEVELS: Final = 15  # a share is kept as one hexadecimal digit
WIDE: Final = 100
HEAD: Final = '''"""Best play of auctions at two seats, by preset. `python -m build_hooks.niuniu_auction` writes this.

A digit for each set of four ranks, in the order of `itertools.combinations_with_replacement`: how often in fifteen.
`BIDS`: for who banks if both bid the same, and for the other, how often they bid the most; else they bid the least.
`STAKES`: for both, against each bid of a banker from 1 up, how often they stake the most; else they stake the least.
"""

from __future__ import annotations

from typing import Final

'''


class Auction(NamedTuple):
    """The reckoned game of a sheet: how likely each pair of hands is, times what the first wins from the second in
    stakes; and the smallest and the greatest stake."""

    weighed: Floats
    least: float
    most: float


class Strategy(NamedTuple):
    """How often each hand bids 1 to 4, and how often it stakes the most against a banker's bid of 1 to 4."""

    bids: Floats
    stakes: Floats


def auction(rules: Rules) -> Auction:
    """The game of a sheet."""
    compiled = hands.compile_rules(rules)
    held = np.array([[four.count(rank) for rank in range(RANKS)] for four in CLASSES])
    strengths, numbers = _strengths(compiled)
    pays = np.array([[_won(one, two, compiled) for two in strengths] for one in strengths])
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
    weighed = (weighed - weighed.T) / 2 / total  # what one wins the other loses: nothing but rounding
    return Auction(weighed, float(rules.stake_min), float(rules.stake_max))


def _strengths(compiled: hands.CompiledRules) -> tuple[list[int], NDArray[np.int64]]:
    """Every strength that a hand of five ranks can have, without suits, and for each set of four and a fifth rank the
    number of its own; -1 where there is no such fifth card."""
    known: dict[int, int] = {}
    numbers = np.full((len(CLASSES), RANKS), -1)
    for place, four in enumerate(CLASSES):
        for fifth in range(RANKS):
            ranks = (*four, fifth)
            if ranks.count(fifth) <= 4:
                a, b, c, d, e = (4 * rank + ranks[:at].count(rank) for at, rank in enumerate(ranks))
                strength = int(hands.strength(a, b, c, d, e, compiled)) & ~0x30  # the suit of the highest card
                numbers[place, fifth] = known.setdefault(strength, len(known))
    return list(known), numbers


def _won(one: int, two: int, compiled: hands.CompiledRules) -> float:
    return float(hands.stakes_won(two, one, compiled))


def against(game: Auction, other: Strategy, first: bool, own_stakes: Floats | None) -> tuple[Floats, Floats]:
    """What each hand's bids are worth against a strategy, and what a chip staked is against each bid. `first`: it banks
    if both bid the same. Without `own_stakes` it stakes the best."""
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
    """What a deal is worth to who banks when both bid the same, and what best play wins more from each than that."""
    worth, _ = against(game, second, True, first.stakes)
    value = float((worth * first.bids).sum())
    best_first = float(against(game, second, True, None)[0].max(1).sum())
    best_second = float(against(game, first, False, None)[0].max(1).sum())
    return value, best_second + value, best_first - value


class _Learner:
    """One side of CFR+: regrets of bids and stakes, and the average of what it did, later turns counting more."""

    def __init__(self, first: bool) -> None:
        shape = (len(CLASSES), TOP_BID)
        self.first = first
        self.now = Strategy(np.full(shape, 1 / TOP_BID), np.full(shape, 0.5))
        self._bids = np.zeros(shape)
        self._stakes = np.zeros((2, *shape))
        self._done = [np.zeros(shape) for _ in range(3)]  # bids, stakes, how often a stake was asked for

    def learn(self, game: Auction, other: Strategy, turn: int) -> None:
        now = self.now
        worth, chip = against(game, other, self.first, now.stakes)
        self._bids = np.maximum(self._bids + worth - (worth * now.bids).sum(1, keepdims=True), 0)
        staked = (game.least + (game.most - game.least) * now.stakes) * chip
        gains = np.stack((game.least * chip - staked, game.most * chip - staked))
        self._stakes = np.maximum(self._stakes + gains, 0)
        self.now = Strategy(_shares(self._bids), _share_of_most(self._stakes))
        asked = np.cumsum(self.now.bids, axis=1) - (self.now.bids if self.first else 0)
        self._done[0] += turn * self.now.bids
        self._done[1] += turn * asked * self.now.stakes
        self._done[2] += turn * asked

    def average(self) -> Strategy:
        bids, stakes, asked = self._done
        return Strategy(
            bids / bids.sum(1, keepdims=True), np.where(asked > 0, stakes / np.where(asked > 0, asked, 1), 0.5)
        )


def _shares(regrets: Floats) -> Floats:
    total = regrets.sum(1, keepdims=True)
    return np.where(total > 0, regrets / np.where(total > 0, total, 1), 1 / regrets.shape[1])


def _share_of_most(regrets: Floats) -> Floats:
    total = regrets.sum(0)
    return np.where(total > 0, regrets[1] / np.where(total > 0, total, 1), 0.5)


def solve(game: Auction, turns: int = 400) -> tuple[Strategy, Strategy]:
    """Best play, for who banks when both bid the same and for the other."""
    first, second = _Learner(True), _Learner(False)
    for turn in range(1, turns + 1):
        first.learn(game, second.now, turn)
        second.learn(game, first.now, turn)
    return first.average(), second.average()


def digits(shares: Floats) -> str:
    """Shares as hexadecimal digits."""
    return "".join(f"{round(share * LEVELS):x}" for share in shares)


def strategy(bids: str, stakes: tuple[str, ...]) -> Strategy:
    """What the digits say."""
    most = np.array([int(digit, 16) / LEVELS for digit in bids])
    none = np.zeros_like(most)
    bidding = np.stack((1 - most, none, none, most), axis=1)
    return Strategy(bidding, np.stack([[int(digit, 16) / LEVELS for digit in row] for row in stakes], axis=1))


def main() -> None:
    """Writes the module."""
    lines: list[Any] = [HEAD]
    bids, stakes = {}, {}
    for name, rules in PRESETS.items():
        if rules.mode == "auction":
            print(f"solving {name} ...", flush=True)
            game = auction(rules)
            sides = solve(game)
            bids[name] = tuple(digits(side.bids[:, -1]) for side in sides)
            stakes[name] = tuple(tuple(digits(side.stakes[:, bid]) for bid in range(TOP_BID)) for side in sides)
            known = [strategy(bids[name][side], stakes[name][side]) for side in range(2)]
            value, lost_by_first, lost_by_second = exploitability(game, *known)
            print(
                f"{name}: {value:+.4f} for who banks on ties; exploitable for {lost_by_first:.4f}, {lost_by_second:.4f}"
            )
    lines.append("BIDS: Final[dict[str, tuple[str, str]]] = {\n")
    for name, both in bids.items():
        lines.append(f'    "{name}": (\n' + "".join(_wrapped(text, 8) for text in both) + "    ),\n")
    lines.append("}\n\nSTAKES: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {\n")
    for name, written in stakes.items():
        rows = "".join(
            "        (\n" + "".join(_wrapped(text, 12) for text in side) + "        ),\n" for side in written
        )
        lines.append(f'    "{name}": (\n{rows}    ),\n')
    lines.append("}\n")
    TARGET.write_text("".join(lines), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", str(TARGET)], check=True)


def _wrapped(text: str, indent: int) -> str:
    pad = " " * indent
    rows = [f'{pad}"{text[at : at + WIDE]}"' for at in range(0, len(text), WIDE)]
    return "\n".join(rows) + ",\n"


if __name__ == "__main__":
    main()
