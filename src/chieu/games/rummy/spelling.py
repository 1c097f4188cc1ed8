"""The one spelling of a lay-down, and reading one that is spelled otherwise. Compiled where it can be.

A meld is planned as one int. Set: rank, suits held once, suits held twice, from the highest bits down. Run: suit,
start, places with a natural card, counted from the start. Plans of one shape compare as ints.

Cards and melds may be given in any order. The order of a run's cards tells where its wilds stand, if they are a run as
they are given, from either end. Else the wilds fill the gaps between the naturals, and those left over stand on top of
them as far as the ace, then under them.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import CARDS, Card, Cards
from chieu.core.masks import BIT
from chieu.games.rummy.hands import HIGH_ACE, LOW_ACE, RUN, CompiledRules, Contract, card_at, cards_of, place_of

SUIT_SHIFT: Final = 60
START_SHIFT: Final = 56

WRONG_SIZE: Final = -1  # what keeps cards from being a meld of the contract
WRONG_SET: Final = -2
WRONG_RUN: Final = -3
TOO_WILD: Final = -4

_PLACES: Final = 0xFFFFFFFFFFFFFF
_GOOD: Final = 8  # more than all melds that are just of the right size


def spelled(contract: Contract, plans: vec[i64], wilds: list[Card]) -> Cards:
    """The one spelling of a way: the cards of all melds, one after the other."""
    out: list[Card] = []
    used: i64 = 0
    at: i64 = 0
    while at < contract.melds:
        plan: i64 = plans[at]
        end: i64 = len(out) + contract.sizes[at]
        if contract.kinds[at] == RUN:
            suit: i64 = plan >> SUIT_SHIFT
            place: i64 = (plan >> START_SHIFT) & 15
            naturals: i64 = plan & _PLACES
            while len(out) < end:
                if naturals & 1 != 0:
                    out.append(CARDS[card_at(place, suit)])
                else:
                    out.append(wilds[used])
                    used += 1
                naturals >>= 4
                place += 1
        else:
            rank: i64 = plan >> 8
            out.extend(cards_of(((plan >> 4) & 15) << (4 * rank), (plan & 15) << (4 * rank)))
            while len(out) < end:
                out.append(wilds[used])
                used += 1
        at += 1
    return tuple(out)


def plan_of(compiled: CompiledRules, contract: Contract, at: i64, cards: Cards) -> i64:
    """RM-7, RM-8: the plan of cards put together as meld number `at`, or what is wrong with them."""
    if len(cards) != contract.sizes[at]:
        return WRONG_SIZE
    naturals: i64 = 0
    for card in cards:
        if not compiled.is_wild(card):
            naturals += 1
    if naturals < contract.needs[at]:
        return TOO_WILD
    return _plan_of_run(compiled, cards) if contract.kinds[at] == RUN else _plan_of_set(compiled, cards)


def _plan_of_set(compiled: CompiledRules, cards: Cards) -> i64:
    rank: i64 = -1
    some: i64 = 0
    more: i64 = 0
    for card in cards:
        if not compiled.is_wild(card):
            if rank not in (-1, card >> 2):
                return WRONG_SET
            rank = card >> 2
            suit: i64 = BIT[card & 3]
            if some & suit != 0:
                more |= suit
            some |= suit
    return (rank << 8) | (some << 4) | more


def _plan_of_run(compiled: CompiledRules, cards: Cards) -> i64:
    plan: i64 = _plan_as_given(compiled, cards)
    if plan < 0:
        plan = _plan_as_given(compiled, cards[::-1])
    if plan < 0:
        plan = _plan_in_order(compiled, cards, False)
    if plan < 0 and compiled.ace_low:
        plan = _plan_in_order(compiled, cards, True)
    return plan


def _plan_as_given(compiled: CompiledRules, cards: Cards) -> i64:
    """The plan of a run whose cards stand from its low end to its high end."""
    suit: i64 = -1
    start: i64 = 0
    naturals: i64 = 0
    for at in range(len(cards)):
        card: i64 = cards[at]
        if not compiled.is_wild(card):
            place: i64 = place_of(card)
            if place == HIGH_ACE and at == 0:
                place = LOW_ACE
            if suit == -1:
                suit = card & 3
                start = place - at
            if card & 3 != suit or place != start + at:
                return WRONG_RUN
            naturals |= BIT[4 * at]
    if start < compiled.lowest or start + len(cards) - 1 > HIGH_ACE:
        return WRONG_RUN
    return (suit << SUIT_SHIFT) | (start << START_SHIFT) | naturals


def _plan_in_order(compiled: CompiledRules, cards: Cards, ace_low: bool) -> i64:
    """The plan of a run by its natural cards, an ace of them low or high; of two aces there is one at either end."""
    suit: i64 = -1
    places: i64 = 0
    low: i64 = HIGH_ACE
    high: i64 = LOW_ACE
    for card in cards:
        if compiled.is_wild(card):
            continue
        place: i64 = place_of(card)
        if place == HIGH_ACE and ace_low and places & 1 == 0:
            place = LOW_ACE
        if suit not in (-1, card & 3) or places & BIT[4 * place] != 0:
            return WRONG_RUN
        suit = card & 3
        places |= BIT[4 * place]
        low = min(low, place)
        high = max(high, place)
    left: i64 = len(cards) - (high - low + 1)
    start: i64 = low - max(left - (HIGH_ACE - high), 0)
    if left < 0 or start < compiled.lowest:
        return WRONG_RUN
    return (suit << SUIT_SHIFT) | (start << START_SHIFT) | (places >> (4 * start))


def in_contract_order(compiled: CompiledRules, contract: Contract, melds: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """As many melds as the contract asks for, in an order in which all are what it asks for; or, if there is none, in
    that in which most are."""
    best = melds
    most: i64 = -1
    for order in permutations(melds):
        good: i64 = 0
        for at in range(contract.melds):
            plan: i64 = plan_of(compiled, contract, at, order[at])
            if plan >= 0:
                good += _GOOD
            elif plan != WRONG_SIZE:
                good += 1
        if good > most:
            best = order
            most = good
    return best


def respelled(compiled: CompiledRules, contract: Contract, plans: vec[i64], cards: Cards) -> Cards:
    """The one spelling of melds whose plans are good, those of one shape in any order."""
    held = plans[:]
    for _ in range(contract.melds):  # so many rounds of swapping put any melds of one shape in order
        for at in range(contract.melds):
            twin: i64 = contract.twins[at]
            if twin >= 0 and held[twin] > held[at]:
                higher: i64 = held[twin]
                held[twin] = held[at]
                held[at] = higher
    return spelled(contract, held, sorted([card for card in cards if compiled.is_wild(card)]))
