"""A second reading of Niu Niu, straight from the words of its rules and slow: the kernel is held against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from chieu.games.niuniu.rules import Rules

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def read_slowly(rules: Rules, ranks: Sequence[str], spade_ace: int | None) -> tuple[int, set[str]]:
    """What a hand pays and every reason that would do; `spade_ace` is the place of that card."""
    worth = [int(rules.values[RANKS.index(rank)]) or 10 for rank in ranks]
    face = [rank in ("J", "Q", "K") for rank in ranks]
    found: list[tuple[int, str]] = []
    if rules.bomb and max(Counter(ranks).values()) >= 4:
        found.append((rules.bomb, "bomb"))
    if rules.five_small and set(ranks) <= {"A", "2", "3", "4"} and sum(worth) <= 10:
        found.append((rules.five_small, "five_small"))
    if rules.five_faces and all(face):
        found.append((rules.five_faces, "five_faces"))
    for base in combinations(range(5), 3):
        if sum(worth[place] for place in base) % 10:
            continue
        one, two = sorted(set(range(5)) - set(base))
        bull = (worth[one] + worth[two]) % 10 or 10
        features = [
            (
                rules.face_and_spade_ace,
                "face_and_spade_ace",
                (face[one] and two == spade_ace) or (face[two] and one == spade_ace),
            ),
            (rules.pair, "pair", ranks[one] == ranks[two]),
            (rules.sum_ten, "sum_ten", worth[one] + worth[two] == 10),
            (rules.bull_bull, "bull_bull", bull == 10),
            (rules.bull_9, "bull_9", bull == 9),
            (rules.bull_7_8, "bull_7_8", bull in (7, 8)),
        ]
        counted = [(times, name) for times, name, there in features if there and times]
        found += counted or [(rules.plain_multiple, "plain")]
    return _highest(found or [(0, "no_base")])


def _highest(found: list[tuple[int, str]]) -> tuple[int, set[str]]:
    top = max(times for times, _ in found)
    return top, {name for times, name in found if times == top}


def slow_counts(rules: Rules) -> Counter[int]:
    """NN-10 without looking at a single hand: sets of ranks, and in how many ways the suits can fall."""
    found: Counter[int] = Counter()
    for ranks in combinations_with_replacement(RANKS, 5):
        times = Counter(ranks)
        if max(times.values()) > 4:
            continue
        others = prod(comb(4, count) for rank, count in times.items() if rank != "A")
        aces = times["A"]
        found[read_slowly(rules, ranks, None)[0]] += others * comb(3, aces)
        if aces:
            found[read_slowly(rules, ranks, ranks.index("A"))[0]] += others * comb(3, aces - 1)
    return +found
