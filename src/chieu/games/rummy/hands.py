"""Cards held, melds, the stock, and compiled rules of Chinese Rummy.

Cards held are two masks with a bit per card: `once` for cards held at least once, `twice` for cards held twice. With
one deck `twice` is always 0.

Places of a run are numbered from 0: low ace, 2, 3 up to K, and 13 for the high ace. A mask of places has four bits per
place, so that a shift converts between cards of a suit and places.
Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import CARDS, Card, Cards
from chieu.core.masks import BIT
from chieu.core.options import BadRules
from chieu.games.rummy.messages import KINDS, MeldView
from chieu.games.rummy.rules import (
    POINTS_HIGH,
    POINTS_LOW,
    POINTS_WILD,
    Round,
    Rules,
    decks,
    most_quiet_turns,
    rounds_of,
    wild_ranks_of,
)

SET: Final = 0  # kinds of melds
RUN: Final = 1

LOW_ACE: Final = 0  # places of a run
TWOS_PLACE: Final = 1
LOWEST_THREE: Final = 2
HIGH_ACE: Final = 13

ON: Final = 0  # sides of a lay-off: on a set, under or over a run
UNDER: Final = 1
OVER_RUN: Final = 2

_ACE_BITS: Final = 44
_TWO_BITS: Final = 48
_TO_ACE: Final = 0x111111111111  # 3 up to A of ♦
_PAIRS: Final = 0x15555555555555
_FOURS: Final = 0x33333333333333
_EIGHTS: Final = 0x0F0F0F0F0F0F0F

FIRST_PLACES = vec[i64]([sum(1 << 4 * place for place in range(size)) for size in range(15)])  # of a run
_RANK_BITS = vec[i64]([15 << 4 * rank for rank in range(13)])
_WHERE = vec[i64]([next((place for place in range(54) if (1 << place) % 67 == left), 0) for left in range(67)])

_FIRST_HIGH: Final = 28  # the tens
_DRAWERS: Final = [bytes((number,)) for number in range(5)]  # for `Stock.drawers`
_TWO: Final = 12
_JOKER: Final = 13


class Contract:
    """RM-2, RM-8: the number of cards dealt, and kind, size and fewest naturals of each meld.

    `share` percent of a meld must be natural.
    """

    def __init__(self, round_: Round, share: int) -> None:
        melds = round_.melds
        self.dealt: i64 = round_.dealt
        self.melds: i64 = len(melds)
        self.kinds = vec[i64]([KINDS.index(meld.kind) for meld in melds])
        self.sizes = vec[i64]([meld.size for meld in melds])
        self.needs = vec[i64]([max((meld.size * share + 99) // 100, 1) for meld in melds])
        # Previous meld of the same shape, or -1. Melds of one shape are sorted, so that each lay-down is listed once.
        same = [[at for at in range(number) if melds[at] == melds[number]] for number in range(len(melds))]
        self.twins = vec[i64]([earlier[-1] if earlier else -1 for earlier in same])


class CompiledRules:
    """The rules as the numbers and masks that the kernel needs, for a table of this many seats."""

    def __init__(self, rules: Rules, seats: int) -> None:
        wild_ranks = wild_ranks_of(rules)
        self.rules = rules
        self.seats: i64 = seats
        self.decks: i64 = decks(seats)
        self.rounds: i64 = rules.rounds
        self.contracts = [Contract(round_, rules.natural_share) for round_ in rounds_of(rules)]
        self.wild: i64 = sum(1 << card for card in range(54) if card >> 2 == _JOKER or card >> 2 in wild_ranks)
        self.natural: i64 = (1 << 54) - 1 - self.wild
        self.ace_low: bool = rules.ace_low
        lowest = LOW_ACE if rules.ace_low else (LOWEST_THREE if _TWO in wild_ranks else TWOS_PLACE)
        self.lowest: i64 = lowest
        self.joker_swap: bool = rules.joker_swap
        self.wild_ranks: str = rules.wild_ranks
        self.max_quiet: i64 = most_quiet_turns(rules, seats)

    def __reduce__(self) -> tuple[Any, ...]:
        return compile_rules, (self.rules, self.seats)

    def is_wild(self, card: i64) -> bool:
        """RM-1: return whether a card is wild."""
        return self.wild & BIT[card] != 0

    def points(self, once: i64, twice: i64) -> i64:
        """RM-12: return the points of cards left in a hand."""
        return self._points(once) + self._points(twice)

    def _points(self, cards: i64) -> i64:
        naturals: i64 = cards & self.natural
        twos: i64 = (naturals >> _TWO_BITS) & 15  # low cards unless they are wild
        high: i64 = count(naturals >> _FIRST_HIGH) - count(twos)
        return POINTS_LOW * (count(naturals) - high) + POINTS_HIGH * high + POINTS_WILD * count(cards & self.wild)


@lru_cache(maxsize=256)
def compile_rules(rules: Rules, seats: int) -> CompiledRules:
    """Return the compiled rules; raise `BadRules` if the pack is too small for a set of the contracts."""
    compiled = CompiledRules(rules, seats)
    copies, wilds = 4 * int(compiled.decks), int(count(compiled.wild) * compiled.decks)
    for number in range(rules.rounds):
        contract = compiled.contracts[number]
        for at in range(contract.melds):
            size, need = int(contract.sizes[at]), int(contract.needs[at])
            if contract.kinds[at] == SET and (need > copies or size > copies + wilds):
                raise BadRules(
                    "impossible_set",
                    f"round {number + 1} asks for a set of {size} with {need} natural cards: {seats} seats play with"
                    f" {copies} cards of a rank and {wilds} wilds",
                    round=number + 1,
                    size=size,
                    naturals=need,
                    copies=copies,
                    wilds=wilds,
                )
    return compiled


class Meld:
    """A meld on the table. Immutable: a lay-off replaces it."""

    def __init__(self, kind: i64, owner: i64, of: i64, low: i64, cards: Cards) -> None:
        self.kind: i64 = kind
        self.owner: i64 = owner
        self.of: i64 = of  # suit of a run, rank of a set
        self.low: i64 = low  # place of a run's first card
        self.cards = cards

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Meld):
            return False
        return self.owner == other.owner and self.cards == other.cards and self.low == other.low

    def __hash__(self) -> int:
        return hash(self.cards)

    def __reduce__(self) -> tuple[Any, ...]:
        return Meld, (self.kind, self.owner, self.of, self.low, self.cards)

    def high(self) -> i64:
        """Return the place of a run's last card."""
        return self.low + len(self.cards) - 1

    def open_place(self, side: i64, compiled: CompiledRules) -> i64:
        """RM-9: return the place of the next card at an end of a run, or -1 past the ace or below the lowest."""
        place: i64 = self.low - 1 if side == UNDER else self.high() + 1
        return place if compiled.lowest <= place <= HIGH_ACE else -1

    def takes(self, side: i64, compiled: CompiledRules) -> i64:
        """RM-9: return all cards that may be laid off on this side."""
        if (self.kind == RUN) == (side == ON):
            return 0
        if side == ON:
            return compiled.wild | _RANK_BITS[self.of]
        place: i64 = self.open_place(side, compiled)
        return 0 if place < 0 else compiled.wild | BIT[card_at(place, self.of)]

    def with_card(self, card: i64, side: i64) -> Meld:
        """Return the meld with a card added."""
        if side == UNDER:
            return Meld(self.kind, self.owner, self.of, self.low - 1, (CARDS[card], *self.cards))
        return Meld(self.kind, self.owner, self.of, self.low, (*self.cards, CARDS[card]))

    def wild_for(self, card: i64, compiled: CompiledRules) -> i64:
        """Return the index of a wild that stands for this natural card, or -1."""
        for at in range(len(self.cards)):
            fits: bool = card_at(self.low + at, self.of) == card if self.kind == RUN else card >> 2 == self.of
            if fits and compiled.is_wild(self.cards[at]):
                return at
        return -1

    def with_swap(self, card: i64, at: i64) -> Meld:
        """Return the meld with the card at an index replaced."""
        cards = (*self.cards[:at], CARDS[card], *self.cards[at + 1 :])
        return Meld(self.kind, self.owner, self.of, self.low, cards)


def meld_of(compiled: CompiledRules, kind: i64, owner: i64, cards: Cards) -> Meld:
    """Build a valid meld from its cards. Its first natural card, which always exists, identifies it."""
    at: i64 = 0
    while compiled.is_wild(cards[at]):
        at += 1
    card: i64 = cards[at]
    if kind == SET:
        return Meld(SET, owner, card >> 2, 0, cards)
    place: i64 = place_of(card)
    return Meld(RUN, owner, card & 3, LOW_ACE if place == HIGH_ACE and at == 0 else place - at, cards)


def melds_of(compiled: CompiledRules, shown: Iterable[MeldView]) -> list[Meld]:
    """Return melds as the kernel needs them, from how views show them."""
    return [meld_of(compiled, KINDS.index(meld.kind), meld.owner, meld.cards) for meld in shown]


def fitting(compiled: CompiledRules, melds: Iterable[Meld]) -> int:
    """RM-9: return all cards that may be laid off on any of these melds."""
    fits: i64 = 0
    for meld in melds:
        fits |= meld.takes(ON, compiled) | meld.takes(UNDER, compiled) | meld.takes(OVER_RUN, compiled)
    return fits


class Stock:
    """The stock: every order that chance gave, and which seat drew each card of them.

    Shared between states: `copy` before drawing.
    """

    def __init__(self, orders: tuple[Cards, ...], past: tuple[bytes, ...], drawers: bytes) -> None:
        self.orders = orders
        self.past = past  # `drawers` of each used-up order
        self.drawers = drawers  # of the last order, for each card drawn: seat + 1, or 0 for the table
        self.drawn: i64 = len(drawers)
        self.order: Cards = orders[-1] if orders else ()

    def copy(self) -> Stock:
        """Return a mutable copy."""
        return Stock(self.orders, self.past, self.drawers)

    def parts(self) -> tuple[object, ...]:
        """Return everything that identifies this stock, for comparison."""
        return (self.orders, self.past, self.drawers)

    def __reduce__(self) -> tuple[Any, ...]:
        return Stock, (self.orders, self.past, self.drawers)

    def left(self) -> i64:
        """Return the number of cards left."""
        return len(self.order) - self.drawn

    def draw(self, seat: i64) -> i64:
        """Draw the next card for a seat (-1: for the table) and return it."""
        card: i64 = self.order[self.drawn]
        self.drawers += _DRAWERS[seat + 1]
        self.drawn += 1
        return card

    def after(self, order: Cards) -> Stock:
        """Return the stock after another shuffle."""
        past = (*self.past, self.drawers) if self.orders else ()
        return Stock((*self.orders, order), past, b"")

    def with_orders(self, orders: tuple[Cards, ...]) -> Stock:
        """Return the stock with other orders and the same draws."""
        return Stock(orders, self.past, self.drawers)

    def drawer(self, number: i64, place: i64) -> i64:
        """Return the seat that drew a place of an order, or -1."""
        drawers = self.past[number] if number < len(self.past) else self.drawers
        return drawers[place] - 1 if place < len(drawers) else -1

    def sources(self, seat: i64, once: i64, twice: i64, out: list[list[int]]) -> None:
        """Append to `out`, per order, where a seat drew these cards; of equal cards the last drawn."""
        for number in range(len(self.orders) - 1, -1, -1):
            if once == 0:
                return
            order = self.orders[number]
            for place in range(len(order) - 1, -1, -1):
                card: i64 = BIT[order[place]]
                if once & card != 0 and self.drawer(number, place) == seat:
                    out[number].append(place)
                    if twice & card != 0:
                        twice ^= card
                    else:
                        once ^= card


def put(held: vec[i64], at: i64, card: i64) -> None:
    """Add a card to the two masks at `at`."""
    if held[at] & BIT[card] != 0:
        held[at + 1] |= BIT[card]
    else:
        held[at] |= BIT[card]


def drop(held: vec[i64], at: i64, card: i64) -> None:
    """Remove a card from the two masks at `at`."""
    if held[at + 1] & BIT[card] != 0:
        held[at + 1] ^= BIT[card]
    else:
        held[at] ^= BIT[card]


def count(mask: i64) -> i64:
    """Return the number of bits set."""
    pairs: i64 = mask - ((mask >> 1) & _PAIRS)
    fours: i64 = (pairs & _FOURS) + ((pairs >> 2) & _FOURS)
    return ((fours + (fours >> 4)) & _EIGHTS) % 255


def first(mask: i64) -> i64:
    """Return the lowest card of a non-empty mask."""
    return _WHERE[(mask & -mask) % 67]


def without_once(once: i64, twice: i64, less_once: i64, less_twice: i64) -> i64:
    """Return `once` of the cards that remain after removing others."""
    return (once & ~less_once) | (twice & less_once & ~less_twice)


def without_twice(twice: i64, less_once: i64) -> i64:
    """Return `twice` of the cards that remain after removing others."""
    return twice & ~less_once


def cards_of(once: i64, twice: i64) -> Cards:
    """Return the cards in order; those held twice appear twice."""
    out: list[Card] = []
    while once != 0:
        card: i64 = first(once)
        once ^= BIT[card]
        out.append(CARDS[card])
        if twice & BIT[card] != 0:
            out.append(CARDS[card])
    return tuple(out)


def masks_of(cards: Iterable[Card]) -> tuple[int, int]:
    """Return the masks of the cards held at least once and of those held twice."""
    once = twice = 0
    for card in cards:
        twice |= once & (1 << card)
        once |= 1 << card
    return once, twice


def place_of(card: i64) -> i64:
    """RM-7: return the place of a natural card in a run; an ace is high."""
    return TWOS_PLACE if card >= _TWO_BITS else (card >> 2) + LOWEST_THREE


def card_at(place: i64, suit: i64) -> i64:
    """Return the card that belongs at a place of a run."""
    if place >= LOWEST_THREE:
        return 4 * (place - LOWEST_THREE) + suit
    return _TWO_BITS + suit if place == TWOS_PLACE else _ACE_BITS + suit


def places_of(naturals: i64, suit: i64, ace_low: bool) -> i64:
    """Return the places of a run that cards of a suit can fill."""
    shifted: i64 = naturals >> suit
    places: i64 = ((shifted & _TO_ACE) << 8) | (((shifted >> _TWO_BITS) & 1) << 4)
    return places | ((shifted >> _ACE_BITS) & 1) if ace_low else places


def cards_at(places: i64, suit: i64) -> i64:
    """Return the cards at these places of a run; a low and a high ace are the same card."""
    cards: i64 = (places >> 8) | (((places >> 4) & 1) << _TWO_BITS) | ((places & 1) << _ACE_BITS)
    return cards << suit


def both_aces(places: i64, suit: i64) -> i64:
    """Return the ace if a run has it at both ends, which takes two of them."""
    return BIT[card_at(LOW_ACE, suit)] if places & 1 != 0 and (places >> 52) & 1 != 0 else 0
