"""Hand values and comparison in Xì Dách, on ints.

A hand of up to five cards is one int: six bits per card from the lowest bits up, in the order they were drawn, and the
number of cards from bit 30 up.
Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import CARDS, Cards
from chieu.games.xidach.rules import Rules

NONE: Final = 0  # kinds of hands, by rank
XI_DACH: Final = 1
XI_BANG: Final = 2
NGU_LINH: Final = 3

LOSS: Final = -1  # results from the player's point of view
PUSH: Final = 0
WIN: Final = 1

EMPTY: Final = 0
FULL: Final = 5
_ONE_MORE: Final = 1073741824  # 1 << 30
TOP: Final = 21

_FIRST_CARDS = vec[i64]([64**count - 1 for count in range(6)])  # masks
# Points by rank, in the order 3 4 5 6 7 8 9 10 J Q K A 2; an ace as 1.
_POINTS = vec[i64]([3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1, 2])


class CompiledRules:
    """The rules as the numbers and flags that the kernel needs."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.stake_min: i64 = rules.stake_min
        self.stake_max: i64 = rules.stake_max
        self.order_choose: bool = rules.order == "choose"
        self.step: i64 = -1 if rules.order == "right" else 1
        self.ace_by_count: bool = rules.ace == "by_count"
        self.minimum: i64 = rules.minimum
        self.player_must_draw_below: i64 = rules.player_must_draw_below
        self.dealer_must_draw_below: i64 = rules.dealer_must_draw_below
        self.compare: bool = rules.compare
        self.dealer_may_compare_from: i64 = rules.dealer_may_compare_from
        self.specials_ranked: bool = rules.specials == "ranked"
        self.both_quac_lower: bool = rules.both_quac == "lower"
        self.quac_beats_non: bool = rules.quac_beats_non
        self.ngu_linh_top: i64 = 21 if rules.ngu_linh_with_21 else 20
        self.both_ngu_linh_lower: bool = rules.both_ngu_linh == "lower"
        self.pays: list[int] = [1, rules.pay_xi_dach, rules.pay_xi_bang, rules.pay_ngu_linh]
        self.next_dealer: str = rules.next_dealer

    def __reduce__(self) -> tuple[Any, ...]:
        return compile_rules, (self.rules,)


@lru_cache(maxsize=256)
def compile_rules(rules: Rules) -> CompiledRules:
    """Return the compiled rules; cached."""
    return CompiledRules(rules)


def size(hand: i64) -> i64:
    """Return the number of cards."""
    return hand >> 30


def card_at(hand: i64, place: i64) -> i64:
    """Return card number `place`, in the order they were drawn."""
    return (hand >> (6 * place)) & 63


def add(hand: i64, card: i64) -> i64:
    """Return the hand with one more card."""
    return (hand | (card << (6 * (hand >> 30)))) + _ONE_MORE


def cards_of(hand: i64) -> Cards:
    """Return the cards of a hand in the order they were drawn."""
    return tuple([CARDS[card_at(hand, place)] for place in range(size(hand))])


def pack(cards: Iterable[int]) -> i64:
    """Return the hand of these cards, drawn in this order."""
    hand: i64 = EMPTY
    for card in cards:
        hand = add(hand, card)
    return hand


def first(hand: i64, count: i64) -> i64:
    """Return the hand as it was with `count` cards."""
    return (hand & _FIRST_CARDS[count]) + count * _ONE_MORE


def hard_total(hand: i64) -> i64:
    """Return the sum with every ace as 1."""
    points: i64 = 0
    for place in range(size(hand)):
        points += _POINTS[card_at(hand, place) >> 2]
    return points


def card_value(card: i64) -> i64:
    """Return a card's points, with an ace as 1."""
    return _POINTS[card >> 2]


def _aces(hand: i64) -> i64:
    aces: i64 = 0
    for place in range(size(hand)):
        if card_at(hand, place) >> 2 == 11:
            aces += 1
    return aces


def total(hand: i64, aces_by_count: bool) -> i64:
    """XD-2: return the greatest sum not over 21, or the smallest sum if all are over.

    Each ace can add 9 or 10 to the hard total, as far as the rules for aces allow.
    """
    low: i64 = hard_total(hand)
    raised: i64 = _aces(hand)
    if low >= TOP or raised == 0:
        return low
    by_ten: i64 = 1
    if aces_by_count and size(hand) > 2:
        if size(hand) >= 4:
            return low
        by_ten = 0
    best: i64 = low
    for high in range(1, raised + 1):
        for tens in range(high * by_ten + 1):
            points: i64 = low + 9 * high + tens
            if best < points <= TOP:
                best = points
    return best


def special(hand: i64) -> i64:
    """XD-4: return Xì Bàng or Xì Dách if the hand is that, with two cards."""
    if size(hand) != 2:
        return NONE
    aces: i64 = _aces(hand)
    if aces == 2:
        return XI_BANG
    if aces == 1 and hard_total(hand) == 11:
        return XI_DACH
    return NONE


def kind(hand: i64, compiled: CompiledRules) -> i64:
    """Return the kind of a hand; NONE if it is ordinary."""
    if size(hand) == FULL:
        return NGU_LINH if hard_total(hand) <= compiled.ngu_linh_top else NONE
    return special(hand)


def points(hand: i64, compiled: CompiledRules) -> i64:
    """XD-2, XD-5: return the points of a hand: its total, but the hard total for Ngũ Linh."""
    return hard_total(hand) if kind(hand, compiled) == NGU_LINH else total(hand, compiled.ace_by_count)


def result(dealer: i64, player: i64, compiled: CompiledRules) -> i64:
    """Return the player's win, push or loss when the two hands are compared."""
    dealer_kind: i64 = kind(dealer, compiled)
    player_kind: i64 = kind(player, compiled)
    if special(dealer) != NONE or special(player) != NONE:
        return _compare_specials(special(dealer), special(player), compiled)
    if dealer_kind == NGU_LINH or player_kind == NGU_LINH:
        if dealer_kind != player_kind:
            return WIN if player_kind == NGU_LINH else LOSS
        return sign(hard_total(dealer) - hard_total(player)) if compiled.both_ngu_linh_lower else PUSH
    return _compare_totals(total(dealer, compiled.ace_by_count), total(player, compiled.ace_by_count), compiled)


def _compare_specials(dealer: i64, player: i64, compiled: CompiledRules) -> i64:
    if dealer == NONE or player == NONE:
        return WIN if dealer == NONE else LOSS
    return sign(player - dealer) if compiled.specials_ranked else PUSH


def _compare_totals(dealer: i64, player: i64, compiled: CompiledRules) -> i64:
    if dealer > TOP and player > TOP:
        return sign(dealer - player) if compiled.both_quac_lower else PUSH
    if dealer <= TOP and player <= TOP:
        return sign(player - dealer)
    not_quac: i64 = min(dealer, player)
    quac_wins: bool = compiled.quac_beats_non and not_quac < compiled.minimum
    return WIN if (player > TOP) == quac_wins else LOSS


def stakes_won(dealer: i64, player: i64, compiled: CompiledRules) -> i64:
    """Return the player's payoff in stakes: the winning hand's multiple, for either side."""
    outcome: i64 = result(dealer, player, compiled)
    if outcome == PUSH:
        return 0
    winner: i64 = player if outcome == WIN else dealer
    return outcome * compiled.pays[kind(winner, compiled)]


def sign(number: i64) -> i64:
    """Return -1, 0 or 1."""
    return 1 if number > 0 else (-1 if number < 0 else 0)
