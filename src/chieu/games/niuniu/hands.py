"""Verdicts on hands of five cards, and their order, on ints.

A verdict is one int: from the highest bits to the lowest the multiple, its reason, the bull, and the index of the final
two. Multiple and reason together are a *score*. The highest score that applies counts, so of equal multiples the rarer
reason is named. Multiples are never added or multiplied.

Compiled where it can be.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, get_args

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import RANKS, Card, Cards
from chieu.core.rng import Rng
from chieu.games.niuniu.messages import HandReason
from chieu.games.niuniu.rules import STANDARD_VALUES, Rules

SIZE: Final = 5  # cards in a hand

# Reasons, in the order of `HandReason`.
NO_BASE: Final = 0
PLAIN: Final = 1
BULL_7_8: Final = 2
BULL_9: Final = 3
BULL_BULL: Final = 4
SUM_TEN: Final = 5
PAIR: Final = 6
FACE_AND_SPADE_ACE: Final = 7
FIVE_FACES: Final = 8
BOMB: Final = 9
FIVE_SMALL: Final = 10
HAND_REASONS: Final[tuple[HandReason, ...]] = get_args(HandReason)

# Results of `compared`.
BY_MULTIPLE: Final = 1
BY_BULL: Final = 2
BY_FOUR: Final = 3
BY_CARD: Final = 4
BY_SUIT: Final = 5

NO_FINAL: Final = 15  # instead of an index in `FINALS`

_SPADE_ACE: Final = 47
_SMALL_SUM: Final = 10
_SCORES: Final = 512
_BULL: Final = 10  # bits of a strength below the bull

# Height of each rank of the deck, which starts with the 3: ace 1, king 13.
_HEIGHTS: Final = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2)
_JACK: Final = 11
_FIVE: Final = 5
_TOPS = vec[i64]([4 * _HEIGHTS[card >> 2] + (card & 3) for card in range(52)])

# A card's mark holds its value, then three bits to count faces, three to count small cards, and three for each rank.
# The sum of five marks answers every question about a hand as a whole.
_SUM: Final = 0o77
_FACE: Final = 0o1_00
_SMALL: Final = 0o1_0_00
_RANKS_FROM: Final = 12
_FOUR_OF_A_RANK: Final = 0o4444444444444_0_0_00

# Final twos by index, and the bases they leave. The later one wins a tie: its base comes first in the hand.
FINALS: Final = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
BASES: Final = tuple(tuple(place for place in range(SIZE) if place not in final) for final in FINALS)


class CompiledRules:
    """Rules as the numbers the kernel needs."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.values: tuple[int, ...] = tuple([value(card, rules) for card in range(52)])
        self.auction: bool = rules.mode == "auction"
        self.bid_none: bool = rules.bid_none
        self.paytable: bool = rules.mode == "paytable"
        self.stake_min: i64 = rules.stake_min
        self.stake_max: i64 = rules.stake_max
        self.equal_bulls_card: bool = rules.equal_bulls == "card"
        self.baseless_pays: i64 = rules.baseless_pays
        self.five_faces: i64 = _score(rules.five_faces, FIVE_FACES)
        self.bomb: i64 = _score(rules.bomb, BOMB)
        self.five_small: i64 = _score(rules.five_small, FIVE_SMALL)
        self.marks: vec[i64] = vec[i64]([_mark(card, rules) for card in range(52)])
        self.finals: vec[i64] = vec[i64]([_final(first, second, rules) for first in range(52) for second in range(52)])

    def __reduce__(self) -> tuple[Any, ...]:
        return compile_rules, (self.rules,)


@lru_cache(maxsize=256)
def compile_rules(rules: Rules) -> CompiledRules:
    """Return the compiled rules, cached."""
    return CompiledRules(rules)


def value(card: int, rules: Rules) -> int:
    """NN-2: return what a card counts in sums, 1 to 10."""
    return int(rules.values[_HEIGHTS[card >> 2] - 1]) or 10


def is_odd(card: int, rules: Rules) -> bool:
    """NN-2: return whether the value of a card differs from its number."""
    place = _HEIGHTS[card >> 2] - 1
    return rules.values[place] != STANDARD_VALUES[place]


def _score(times: int, reason_number: int) -> int:
    """Return the score of a feature, 0 if it is not counted."""
    return times * 16 + reason_number if times > 0 else 0


def _mark(card: int, rules: Rules) -> int:
    height = _HEIGHTS[card >> 2]
    mark = value(card, rules)
    if height >= _JACK:
        mark += _FACE
    if height < _FIVE:
        mark += _SMALL
    in_rank: int = 2 ** (_RANKS_FROM + 3 * (card >> 2))
    return mark + in_rank


def _final(first: int, second: int, rules: Rules) -> int:
    """NN-6, NN-8: return the score of a final two, above four bits for its sum modulo 10."""
    total = value(first, rules) + value(second, rules)
    rest = total % 10
    other = second if first == _SPADE_ACE else first
    face_and_spade_ace = _SPADE_ACE in (first, second) and _HEIGHTS[other >> 2] >= _JACK
    score = max(
        _score(rules.face_and_spade_ace, FACE_AND_SPADE_ACE) if face_and_spade_ace else 0,
        _score(rules.pair, PAIR) if first >> 2 == second >> 2 else 0,
        _score(rules.sum_ten, SUM_TEN) if total == 10 else 0,
        _score(rules.bull_bull, BULL_BULL) if rest == 0 else 0,
        _score(rules.bull_9, BULL_9) if rest == 9 else 0,
        _score(rules.bull_7_8, BULL_7_8) if rest in (7, 8) else 0,
    )
    if score == 0:
        score = rules.plain_multiple * 16 + PLAIN
    return score * 16 + rest


def multiple_of(reason_name: HandReason, rules: Rules) -> int:
    """NN-3 to NN-8: return what a hand pays for a reason, in stakes."""
    if reason_name == "no_base":
        return 0
    paid: int = getattr(rules, "plain_multiple" if reason_name == "plain" else reason_name)
    return paid


def multiple(packed: i64) -> i64:
    """Return the multiple of a verdict, in stakes."""
    return packed >> 12


def reason(packed: i64) -> i64:
    """Return the reason of a verdict."""
    return (packed >> 8) & 15


def bull(packed: i64) -> i64:
    """NN-21: return the bull, 1 to 10, or 0 without a base. Every base of a hand leaves the same bull."""
    return (packed >> 4) & 15


def final(packed: i64) -> i64:
    """Return the index in `FINALS`; `NO_FINAL` for a hand that pays as a whole or not at all."""
    return packed & 15


def top(cards: Cards) -> Card:
    """NN-21: return the highest card: by rank, K down to A, then by suit."""
    return max(cards, key=lambda card: _TOPS[card])


def rank_of_four(cards: Cards) -> str:
    """NN-21: return the rank of a bomb's four cards."""
    return RANKS[sorted(cards)[2].rank]


def verdict(a: i64, b: i64, c: i64, d: i64, e: i64, compiled: CompiledRules) -> i64:
    """NN-3 to NN-8: return the verdict on five cards: the highest score that applies.

    The values of a base add up to 0 modulo 10. So two cards leave a base exactly if their sum equals that of all
    five modulo 10, and looking up each pair is enough: no base is ever added up.
    """
    marks = compiled.marks
    mark: i64 = marks[a] + marks[b] + marks[c] + marks[d] + marks[e]
    rest: i64 = (mark & _SUM) % 10
    finals = compiled.finals
    best: i64 = -1
    best = _better(best, finals[52 * a + b], rest, 0)
    best = _better(best, finals[52 * a + c], rest, 1)
    best = _better(best, finals[52 * a + d], rest, 2)
    best = _better(best, finals[52 * a + e], rest, 3)
    best = _better(best, finals[52 * b + c], rest, 4)
    best = _better(best, finals[52 * b + d], rest, 5)
    best = _better(best, finals[52 * b + e], rest, 6)
    best = _better(best, finals[52 * c + d], rest, 7)
    best = _better(best, finals[52 * c + e], rest, 8)
    best = _better(best, finals[52 * d + e], rest, 9)
    score: i64 = NO_BASE
    points: i64 = 0
    chosen: i64 = NO_FINAL
    if best >= 0:
        score = best >> 8
        points = rest if rest > 0 else 10
        chosen = best & 15
    whole: i64 = 0
    if (mark >> 6) & 7 == SIZE:
        whole = compiled.five_faces
    if mark & _FOUR_OF_A_RANK != 0:
        whole = max(whole, compiled.bomb)
    if (mark >> 9) & 7 == SIZE and mark & _SUM <= _SMALL_SUM:
        whole = max(whole, compiled.five_small)
    if whole > score:
        score = whole
        chosen = NO_FINAL
    return (score << 8) | (points << 4) | chosen


def _better(best: i64, candidate: i64, rest: i64, number: i64) -> i64:
    """NN-5: return the better of the best final two so far and another one, if that leaves a base."""
    if candidate & 15 != rest:
        return best
    return max(best, (candidate << 4) | number)


def strength(a: i64, b: i64, c: i64, d: i64, e: i64, compiled: CompiledRules) -> i64:
    """NN-21: return everything two hands are compared by, as one int for `compared`.

    From the highest bits: the multiple, the bull, the highest card, and the rank of the four of a bomb.
    """
    packed: i64 = verdict(a, b, c, d, e, compiled)
    held: i64 = (multiple(packed) << (_BULL + 4)) | (bull(packed) << _BULL)
    if compiled.equal_bulls_card:
        top: i64 = max(_TOPS[a], _TOPS[b])
        top = max(top, _TOPS[c])
        top = max(top, _TOPS[d])
        held |= max(top, _TOPS[e]) << 4
        if reason(packed) == BOMB:
            held |= (_TOPS[a] if a >> 2 == b >> 2 or a >> 2 == c >> 2 else _TOPS[b]) >> 2
    return held


def strength_of(times: i64, points: i64, top_card: i64, four: i64) -> i64:
    """NN-21: return a strength by multiple, bull, highest card and one of the four (-1: none)."""
    held: i64 = (times << (_BULL + 4)) | (points << _BULL)
    if top_card >= 0:
        held |= _TOPS[top_card] << 4
    if four >= 0:
        held |= _TOPS[four] >> 2
    return held


def compared(first: i64, second: i64) -> i64:
    """NN-21: return what decides between two strengths: positive if the first is better, 0 for a push."""
    by: i64 = BY_SUIT
    if first >> (_BULL + 4) != second >> (_BULL + 4):
        by = BY_MULTIPLE
    elif first >> _BULL != second >> _BULL:
        by = BY_BULL
    elif first & 15 != 0 and second & 15 != 0:  # two bombs never have the same four
        return BY_FOUR if first & 15 > second & 15 else -BY_FOUR
    elif first >> 6 != second >> 6:
        by = BY_CARD
    elif first >> 4 == second >> 4:
        return 0
    return by if first > second else -by


def stakes_won(banker: i64, player: i64, compiled: CompiledRules) -> i64:
    """NN-20: return what a player wins in stakes: the better hand's multiple."""
    by: i64 = compared(player, banker)
    if by == 0:
        return 0
    return _winning(player, compiled) if by > 0 else -_winning(banker, compiled)


def _winning(held: i64, compiled: CompiledRules) -> i64:
    """NN-20: return what a winning hand wins, in stakes."""
    if held >> _BULL == 0:
        return compiled.baseless_pays
    return held >> (_BULL + 4)


def census(compiled: CompiledRules) -> list[int]:
    """NN-10: return how many of all 2,598,960 hands have each score, by score."""
    hand_counts = vec[i64]([0] * _SCORES)
    for a in range(i64(48)):
        for b in range(a + 1, 49):
            for c in range(b + 1, 50):
                for d in range(c + 1, 51):
                    for e in range(d + 1, 52):
                        hand_counts[verdict(a, b, c, d, e, compiled) >> 8] += 1
    return list(hand_counts)


def counts(rules: Rules) -> dict[int, int]:
    """NN-10: return how many of all hands pay each multiple, from 0 up."""
    out: dict[int, int] = {}
    for score, count in enumerate(census(CompiledRules(rules))):
        if count > 0:
            out[score >> 4] = out.get(score >> 4, 0) + count
    return out


@lru_cache(maxsize=256)
def house_pays(rules: Rules) -> float:
    """NN-22: return what the house loses on average per chip staked; negative if it wins."""
    paid = counts(rules)
    return sum([times * count for times, count in paid.items()]) / sum(paid.values()) - 1


def edge(four: Cards, rng: Rng, samples: i64, compiled: CompiledRules) -> float:
    """Estimate by Monte Carlo what four cards win on average, in stakes, from an unknown opponent.

    The fifth card is each of the 48 that are left in turn; the opponent's hands are sampled from them.
    """
    left = vec[i64]([card for card in range(52) if card not in four])
    own = vec[i64]([strength(four[0], four[1], four[2], four[3], card, compiled) for card in left])
    won: i64 = 0
    for _ in range(samples):
        for place in range(i64(SIZE)):  # partial shuffle: the opponent's cards come to the front, with their strengths
            other: i64 = place + rng.below(48 - place)
            card: i64 = left[other]
            left[other] = left[place]
            left[place] = card
            held: i64 = own[other]
            own[other] = own[place]
            own[place] = held
        against: i64 = strength(left[0], left[1], left[2], left[3], left[4], compiled)
        for place in range(i64(SIZE), 48):
            won += stakes_won(against, own[place], compiled)
    return int(won) / int(samples * (48 - SIZE))
