"""All hands of Niu Niu by class, and the exact joint distribution of the classes of two hands.

Suits matter only for the ace of spades and for the suit of the highest card. So a hand is a *type*: how many cards it
has of each of fourteen ranks, where the ace of spades is a rank of its own. Hands that every choice of multiples treats
alike form a *class*: their bull, the features of each final two that a base can leave, and those of the whole hand.
Only ties depend on the highest card, and whoever wins a tie wins the same.

The number of ordered pairs of disjoint hands of two classes follows by inclusion and exclusion over the cards S they
share: the sum over S of (-1)^|S| times the hands of the first class that contain S times those of the second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final, TypeAlias

import msgspec

from chieu.games.niuniu.hands import FINALS, SIZE, bull, compile_rules, multiple, verdict
from chieu.games.niuniu.rules import Rules

_FINAL: Final = (
    "face_and_spade_ace",
    "pair",
    "sum_ten",
    "bull_7_8",
    "bull_9",
    "bull_bull",
)  # features of the final two
_WHOLE: Final = ("five_faces", "bomb", "five_small")  # features of all five cards
HANDS: Final = comb(52, SIZE)
PAIRS: Final = HANDS * comb(52 - SIZE, SIZE)
"""Ordered pairs of disjoint hands."""

_RANKS: Final = 14
_SPADE_ACE: Final = 13  # the rank of its own; card 47 of the deck
_ACE: Final = 11
_CARDS_OF: Final = tuple(
    (47,) if rank == _SPADE_ACE else tuple(4 * rank + suit for suit in range(3 if rank == _ACE else 4))
    for rank in range(_RANKS)
)

Type: TypeAlias = tuple[int, ...]  # sorted ranks, one per card


class HandClass(msgspec.Struct, frozen=True):
    """A class of hands: one of its hands, and their number."""

    cards: tuple[int, int, int, int, int]
    count: int


class Joint(msgspec.Struct, frozen=True):
    """The classes of all hands under given card values, and the number of pairs of each two."""

    classes: tuple[HandClass, ...]
    pairs: tuple[tuple[int, int, int], ...]
    """First class, second class, ordered pairs of disjoint hands."""


@lru_cache(maxsize=8)
def joint(values: str) -> Joint:
    """Count the pairs of classes for card values. Takes half a second, once for all multiples."""
    wholes = [compile_rules(_only(values, feature)) for feature in _WHOLE]
    plain, finals = compile_rules(_only(values, "")), _final_features(values)
    numbers: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}
    examples: list[tuple[int, int, int, int, int]] = []
    containing: dict[Type, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for type_ in _types(SIZE):
        cards = _cards(type_)
        points = int(bull(verdict(*cards, plain)))
        twos = [(cards[one], cards[two]) for one, two in FINALS] if points > 0 else []
        left = {finals[two] for two in twos if plain.finals[52 * two[0] + two[1]] & 15 == points % 10}
        whole = tuple([int(multiple(verdict(*cards, compiled))) for compiled in wholes])
        key = (points, tuple(sorted(left)), whole)
        if key not in numbers:
            numbers[key] = len(examples)
            examples.append(cards)
        for part, ways in _parts(type_):
            containing[part][numbers[key]] += ways
    counts: dict[tuple[int, int], int] = defaultdict(int)
    for part, by_class in containing.items():
        sign = (-1) ** len(part) * prod(comb(len(_CARDS_OF[rank]), part.count(rank)) for rank in set(part))
        for first, many in by_class.items():
            weight = sign * many
            for second, others in by_class.items():
                counts[first, second] += weight * others
    return Joint(
        tuple([HandClass(cards, containing[()][number]) for number, cards in enumerate(examples)]),
        tuple([(*pair, count) for pair, count in sorted(counts.items()) if count]),
    )


def _only(values: str, feature: str) -> Rules:
    """Return rules by which nothing but one feature pays."""
    multiples = {name: int(name == feature) for name in (*_FINAL, *_WHOLE)}
    return msgspec.structs.replace(Rules(values=values, plain_multiple=0), **multiples)


def _final_features(values: str) -> dict[tuple[int, int], int]:
    """Return the features of each final two, as a mask."""
    tables = [compile_rules(_only(values, feature)).finals for feature in _FINAL]
    return {
        (first, second): sum((finals[52 * first + second] >> 8 > 0) << bit for bit, finals in enumerate(tables))
        for first in range(52)
        for second in range(52)
    }


def _types(size: int) -> Iterator[Type]:
    for ranks in combinations_with_replacement(range(_RANKS), size):
        if all(ranks.count(rank) <= len(_CARDS_OF[rank]) for rank in set(ranks)):
            yield ranks


def _cards(type_: Type) -> tuple[int, int, int, int, int]:
    """Return a hand of a type."""
    cards = [_CARDS_OF[rank][type_[:place].count(rank)] for place, rank in enumerate(type_)]
    a, b, c, d, e = cards
    return a, b, c, d, e


def _parts(type_: Type) -> Iterator[tuple[Type, int]]:
    """Yield every part of a type, and how many hands of the type contain given cards of that part."""
    parts: list[tuple[Type, int]] = [((), 1)]
    for rank in sorted(set(type_)):
        held, cards = type_.count(rank), len(_CARDS_OF[rank])
        parts = [
            (part + (rank,) * taken, ways * comb(cards - taken, held - taken))
            for part, ways in parts
            for taken in range(held + 1)
        ]
    yield from parts
