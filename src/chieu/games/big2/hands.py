"""Plays of Big Two and their order, on 64-bit masks.

A play is a mask of cards in the order of the rules: card = 4 * rank + suit, with ranks 3 4 ... K A 2 and suits from the
lowest to the highest. The *value* of a play is one int, with its kind from bit 52 up and its strength within the kind
below. Of two plays of a kind the one with the greater value is higher. For one, two and three cards the strength is the
mask itself, because the highest card decides.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import CARDS, Card, Cards
from chieu.core.masks import BIT
from chieu.games.big2.messages import KINDS, Kind, Play
from chieu.games.big2.rules import Rules, prices

# Kinds in the order of BT-13; up to TRIPLE a kind equals its number of cards.
NOTHING: Final = 0
SINGLE: Final = 1
PAIR: Final = 2
TRIPLE: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FULL_HOUSE: Final = 6
FOUR: Final = 7
STRAIGHT_FLUSH: Final = 8
ROYAL_FLUSH: Final = 9

RULE_OF_KIND: Final[Mapping[int, str]] = {
    SINGLE: "BT-6",
    PAIR: "BT-6",
    TRIPLE: "BT-6",
    STRAIGHT: "BT-7",
    FLUSH: "BT-8",
    FULL_HOUSE: "BT-9",
    FOUR: "BT-10",
    STRAIGHT_FLUSH: "BT-11",
    ROYAL_FLUSH: "BT-12",
}

KIND_SHIFT: Final = 52
TWOS: Final = 4222124650659840  # 15 << 48
LOWEST_TWO: Final = 281474976710656  # 1 << 48
ONES: Final = 0x1111111111111  # the lowest suit of each rank
RANKS: Final = 13


RUN: Final = 5  # ranks in a straight

# Lowest value of each kind.
_SINGLES: Final = 1 << 52
_STRAIGHTS: Final = 4 << 52
_FLUSHES: Final = 5 << 52
FULL_HOUSES: Final = 6 << 52
FOURS: Final = 7 << 52
_STRAIGHT_FLUSHES: Final = 8 << 52
_ROYAL_FLUSHES: Final = 9 << 52

_TEN: Final = 7
_RUNS_WITH_A_TWO: Final = {"A2345": [11, 12, 0, 1, 2], "23456": [12, 0, 1, 2, 3], "JQKA2": [8, 9, 10, 11, 12]}
# BT-20: from this many cards left on, each costs so many stakes.

# By the four bits of a rank: the number of cards, and the suit of a single bit.
COUNT: Final = vec[i64]([bin(four).count("1") for four in range(16)])
SUIT: Final = vec[i64]([four.bit_length() - 1 for four in range(16)])

# Cache of actions by order of suits and mask. There are about 20,000 plays in all.
_PLAYS: Final[dict[str, dict[int, Play]]] = {}


@final
class CompiledRules:
    """Rules as the numbers the kernel needs."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        letters: str = rules.suits  # mypyc cannot iterate over a Literal
        self.plays = _PLAYS.setdefault(letters, {})
        suits = ["dchs".index(letter) for letter in letters]
        self.outer: vec[i64] = vec[i64]([4 * (card >> 2) + suits[card & 3] for card in range(52)])
        self.inner: vec[i64] = vec[i64]([4 * (card >> 2) + suits.index(card & 3) for card in range(52)])
        self.triples: bool = rules.triples
        runs = _runs(rules.straights)
        self.run_count: i64 = len(runs)
        self.runs: vec[i64] = vec[i64]([rank for run in runs for rank in run])
        needs = [sum(1 << rank for rank in run) for run in runs]
        self.run_needs: vec[i64] = vec[i64](
            [sum(1 << 4 * rank for rank in run) for run in runs]
        )  # in the format of `ranks_in`
        self.run_of: vec[i64] = vec[i64]([needs.index(ranks) if ranks in needs else -1 for ranks in range(1 << RANKS)])
        self.royal_run: i64 = needs.index(31 << _TEN) if rules.royal else -1
        self.flushes: bool = rules.flush != "none"
        self.flush_by_suit: bool = rules.flush == "suit"
        self.straight_flush_by_suit: bool = rules.straight_flush == "suit"
        self.bombs: bool = rules.bombs
        self.pass_locks_out: bool = rules.pass_locks_out
        self.finish_on_two: bool = rules.finish_on_two
        self.stop_at_first: bool = rules.stop_at_first
        self.call: bool = rules.call
        self.counts_shown: bool = rules.counts_shown
        self.discards_open: bool = rules.discards_open
        self.reshuffle: bool = rules.reshuffle
        self.reshuffle_points: i64 = rules.reshuffle_points
        self.reshuffles: i64 = rules.reshuffles
        self.anticlockwise: bool = rules.direction == "anticlockwise"
        self.whole_deck_to_three: bool = rules.three_hands != "13"
        self.odd_to_lowest: bool = rules.three_hands == "17_lowest"
        self.pays_for_all: bool = rules.pays_for_all
        self.winner_opens: bool = rules.winner_opens
        self.by_places: bool = rules.chips == "places"
        self.card_price: vec[i64] = vec[i64](prices(rules.chips))
        self.stake: i64 = rules.stake

    def __reduce__(self) -> tuple[Any, ...]:
        return compile_rules, (self.rules,)


@lru_cache(maxsize=256)
def compile_rules(rules: Rules) -> CompiledRules:
    """Return the compiled rules, cached."""
    return CompiledRules(rules)


def _runs(straights: str) -> list[list[int]]:
    """BT-7: return the allowed straights from the lowest up, each with the rank whose suit decides last.

    A straight with a 2 below the ordinary straights is judged by its top card; one above them is judged by the 2.
    """
    out: list[list[int]] = []
    for name in straights.split(","):
        if name == "3-A":
            out += [[rank, rank + 1, rank + 2, rank + 3, rank + 4] for rank in range(_TEN + 1)]
        else:
            above = straights.index("3-A") < straights.index(name)
            out.append(sorted(_RUNS_WITH_A_TWO[name]) if above else _RUNS_WITH_A_TWO[name])
    return out


def size(mask: i64) -> i64:
    """Return the number of cards."""
    halves: i64 = mask - ((mask >> 1) & 0x5555555555555)
    fours: i64 = (halves & 0x3333333333333) + ((halves >> 2) & 0x3333333333333)
    eights: i64 = (fours + (fours >> 4)) & 0xF0F0F0F0F0F0F
    eights += eights >> 32
    eights += eights >> 16
    return (eights + (eights >> 8)) & 63


def ranks_in(mask: i64) -> i64:
    """Return one bit for each rank present, at its lowest suit."""
    return (mask | (mask >> 1) | (mask >> 2) | (mask >> 3)) & ONES


def pairs_in(mask: i64) -> i64:
    """Return one bit for each rank with at least two cards."""
    both: i64 = mask & (mask >> 1)
    either: i64 = mask | (mask >> 1)
    return (both | (both >> 2) | (either & (either >> 2))) & ONES


def triples_in(mask: i64) -> i64:
    """Return one bit for each rank with at least three cards."""
    both: i64 = mask & (mask >> 1)
    either: i64 = mask | (mask >> 1)
    return ((both & (either >> 2)) | (either & (both >> 2))) & ONES


def fours_in(mask: i64) -> i64:
    """Return one bit for each rank with all four cards."""
    both: i64 = mask & (mask >> 1)
    return both & (both >> 2) & ONES


def rank_of(mask: i64) -> i64:
    """Return the rank of the highest card."""
    rank: i64 = 0
    if mask >> 32 != 0:
        rank = 8
        mask >>= 32
    if mask >> 16 != 0:
        rank += 4
        mask >>= 16
    if mask >> 8 != 0:
        rank += 2
        mask >>= 8
    return rank + 1 if mask > 15 else rank


def cards_of(mask: i64, compiled: CompiledRules) -> Cards:
    """Return the cards of a mask, lowest first."""
    out: list[Card] = []
    card: i64 = 0
    while mask >> card != 0:
        if (mask >> card) & 1 != 0:
            out.append(CARDS[compiled.outer[card]])
        card += 1
    return tuple(out)


def mask_of(cards: Cards, compiled: CompiledRules) -> i64:
    """Return the mask of some cards; -1 if there is a duplicate or a card not in the deck."""
    mask: i64 = 0
    for number in cards:
        card: i64 = number
        if card < 0 or card >= 52 or mask & BIT[compiled.inner[card]] != 0:
            return -1
        mask |= BIT[compiled.inner[card]]
    return mask


def material(hand: i64) -> i64:
    """BT-19: return the points of a hand: J 1, Q 2, K 3, A 4, 2 5."""
    return (
        COUNT[(hand >> 32) & 15]
        + 2 * COUNT[(hand >> 36) & 15]
        + 3 * COUNT[(hand >> 40) & 15]
        + 4 * COUNT[(hand >> 44) & 15]
        + 5 * COUNT[(hand >> 48) & 15]
    )


def only_a_two(hand: i64) -> bool:
    """BT-14: return whether a hand is a single 2."""
    return hand >= LOWEST_TWO and hand & (hand - 1) == 0


def value(mask: i64, compiled: CompiledRules) -> i64:
    """Return the value of a play; 0 if the cards are not a play."""
    if mask & (mask - 1) == 0:  # fast path: most plays are single cards
        if mask != 0:
            return _SINGLES | mask
        return NOTHING
    count: i64 = size(mask)
    if count == 5:
        return _set_value(mask, compiled)
    if count > 3 or (count == 3 and not compiled.triples):
        return NOTHING
    rank: i64 = rank_of(mask)
    if (mask >> (4 * rank)) << (4 * rank) != mask:
        return NOTHING
    return (count << KIND_SHIFT) | mask


def kind_of(mask: i64, compiled: CompiledRules) -> Kind:
    """Return the kind of a play."""
    return KINDS[(value(mask, compiled) >> KIND_SHIFT) - 1]


def beats(strength: i64, bar: i64, compiled: CompiledRules) -> bool:
    """BT-3, BT-13: return whether a play of value `strength` beats one of value `bar`."""
    kind: i64 = strength >> KIND_SHIFT
    wanted: i64 = bar >> KIND_SHIFT
    if kind == wanted:
        return strength > bar
    if compiled.bombs:
        return kind >= FOUR and kind > wanted
    return wanted >= STRAIGHT and kind > wanted


def rule_between(kind: int, other: int, compiled: CompiledRules) -> str:
    """Return the number of the rule that decides between two kinds of plays."""
    if kind == other:
        return RULE_OF_KIND[kind]
    if {kind, other} == {STRAIGHT_FLUSH, ROYAL_FLUSH}:
        return "BT-12"
    sets = min(kind, other) >= STRAIGHT
    return "BT-13" if sets or (compiled.bombs and kind >= FOUR) else "BT-3"


def _set_value(mask: i64, compiled: CompiledRules) -> i64:
    ranks: i64 = 0
    suits: i64 = 15
    pair: i64 = -1
    three: i64 = -1
    top: i64 = 0
    for rank in range(i64(RANKS)):
        cards: i64 = (mask >> (4 * rank)) & 15
        if cards != 0:
            ranks |= BIT[rank]
            suits &= cards
            top = rank
            count: i64 = COUNT[cards]
            if count == 4:
                return FOURS | rank
            if count == 3:
                three = rank
            elif count == 2:
                pair = rank
    if three >= 0 and pair >= 0:
        return FULL_HOUSES | three
    if three >= 0 or pair >= 0:
        return NOTHING
    run: i64 = compiled.run_of[ranks]
    if suits != 0 and run >= 0:
        return straight_flush(run, SUIT[suits], compiled)
    if suits != 0 and compiled.flushes:
        return flush(ranks, top, SUIT[suits], compiled)
    if suits != 0 or run < 0:
        return NOTHING
    return straight(run, SUIT[(mask >> (4 * compiled.runs[RUN * run + 4])) & 15])


def straight(run: i64, suit: i64) -> i64:
    """BT-7: return the value of a straight: its place among the straights, then the deciding suit."""
    return _STRAIGHTS | (4 * run + suit)


def flush(ranks: i64, top: i64, suit: i64, compiled: CompiledRules) -> i64:
    """BT-8: return the value of a flush: by suit, then all ranks; or by its highest card."""
    return _FLUSHES | ((suit << RANKS) | ranks if compiled.flush_by_suit else 4 * top + suit)


def straight_flush(run: i64, suit: i64, compiled: CompiledRules) -> i64:
    """BT-11, BT-12: return the value of a straight flush, or of a royal flush, a kind of its own."""
    if run == compiled.royal_run:
        return _ROYAL_FLUSHES | suit
    return _STRAIGHT_FLUSHES | (16 * suit + run if compiled.straight_flush_by_suit else 4 * run + suit)
