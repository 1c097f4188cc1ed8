"""A slow reference implementation of Niu Niu, straight from its rules, to test the kernel against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from chieu.games.niuniu.rules import Rules

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def reference_verdict(rules: Rules, ranks: Sequence[str], spade_ace: int | None) -> tuple[int, set[str]]:
    """Return the multiple of a hand and every reason for it; `spade_ace` is the place of that card."""
    values = [int(rules.values[RANKS.index(rank)]) or 10 for rank in ranks]
    face = [rank in ("J", "Q", "K") for rank in ranks]
    scores: list[tuple[int, str]] = []
    if rules.bomb and max(Counter(ranks).values()) >= 4:
        scores.append((rules.bomb, "bomb"))
    if rules.five_small and set(ranks) <= {"A", "2", "3", "4"} and sum(values) <= 10:
        scores.append((rules.five_small, "five_small"))
    if rules.five_faces and all(face):
        scores.append((rules.five_faces, "five_faces"))
    for base in combinations(range(5), 3):
        if sum(values[place] for place in base) % 10:
            continue
        first, second = sorted(set(range(5)) - set(base))
        bull = (values[first] + values[second]) % 10 or 10
        features = [
            (
                rules.face_and_spade_ace,
                "face_and_spade_ace",
                (face[first] and second == spade_ace) or (face[second] and first == spade_ace),
            ),
            (rules.pair, "pair", ranks[first] == ranks[second]),
            (rules.sum_ten, "sum_ten", values[first] + values[second] == 10),
            (rules.bull_bull, "bull_bull", bull == 10),
            (rules.bull_9, "bull_9", bull == 9),
            (rules.bull_7_8, "bull_7_8", bull in (7, 8)),
        ]
        counted = [(times, name) for times, name, applies in features if applies and times]
        scores += counted or [(rules.plain_multiple, "plain")]
    return _highest(scores or [(0, "no_base")])


def _highest(scores: list[tuple[int, str]]) -> tuple[int, set[str]]:
    top = max(times for times, _ in scores)
    return top, {name for times, name in scores if times == top}


def reference_counts(rules: Rules) -> Counter[int]:
    """NN-10: count hands by multiple from multisets of ranks and the number of ways to choose suits."""
    counts: Counter[int] = Counter()
    for ranks in combinations_with_replacement(RANKS, 5):
        times = Counter(ranks)
        if max(times.values()) > 4:
            continue
        others = prod(comb(4, count) for rank, count in times.items() if rank != "A")
        aces = times["A"]
        counts[reference_verdict(rules, ranks, None)[0]] += others * comb(3, aces)
        if aces:
            counts[reference_verdict(rules, ranks, ranks.index("A"))[0]] += others * comb(3, aces - 1)
    return +counts
