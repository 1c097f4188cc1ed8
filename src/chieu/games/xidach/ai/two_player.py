"""Xì Dách at two seats as a matrix game: all hands, their legal moves, and the payoff of every pair.

Neither suits nor the order of the cards matter, so a hand is the number of cards it has of each of ten values. Legal
moves and payoffs come from the kernel, hand by hand; no rule is repeated here. With a single player, comparing settles
the deal just as standing does: both are called stopping here.
Compiled where it can be.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import DECK
from chieu.games.xidach.hands import (
    NONE,
    CompiledRules,
    add,
    card_value,
    compile_rules,
    kind,
    points,
    size,
    special,
    stakes_won,
)
from chieu.games.xidach.rules import Rules
from chieu.games.xidach.state import DEALER, DRAW, PLAYERS, STAND, State

VALUES: Final = 10  # ace, 2 to 9, ten
MAY_DRAW: Final = 1
MAY_STOP: Final = 2
_CARDS: Final = 52
_HOST: Final = 0  # seats of the states the kernel is queried with: the host deals
_GUEST: Final = 1


class Hands:
    """All hands that can occur at two seats, those with fewer cards first. The same for all rules.

    Starting hands that end the deal at once (XD-13) are not among them, nor are hands that only they could become.
    """

    def __init__(self) -> None:
        self.cards: list[int] = []  # a kernel hand that represents all hands of these values
        self.counts: list[list[int]] = []  # number of cards of each value
        self.parent: list[int] = []  # a hand from which one draw leads here; -1: the first two cards
        self.last_value: list[int] = []  # value of that draw
        self.children: list[int] = []  # ten per hand: index of the hand after drawing each value, or -1
        self.deal_orders: list[float] = []  # number of orders of the first two cards; 0 for larger hands
        self._index: dict[tuple[int, ...], int] = {}
        for hand, low, high in starting_hands():
            if special(hand) == NONE:
                counts = [0] * VALUES
                counts[low] += 1
                counts[high] += 1
                self._add(counts, hand, -1, high, 1.0 if low == high else 2.0)
        compiled = compile_rules(Rules())  # drawing is legal for the same hands under all rules
        index = 0
        while index < len(self.cards):
            if legal_moves(compiled, self.cards[index], False) & MAY_DRAW:
                for value in range(VALUES):
                    self._draw(index, value)
            index += 1

    def index_of(self, counts: list[int]) -> int:
        """Return the index of the hand with these counts."""
        return self._index[tuple(counts)]

    def _draw(self, index: int, value: int) -> None:
        counts = self.counts[index][:]
        cards = cards_of_value(value)
        if counts[value] < len(cards):
            hand = add(self.cards[index], cards[counts[value]])
            counts[value] += 1
            self.children[VALUES * index + value] = self._add(counts, hand, index, value, 0.0)

    def _add(self, counts: list[int], hand: int, parent: int, last_value: int, deal_orders: float) -> int:
        key = tuple(counts)
        if key not in self._index:
            self._index[key] = len(self.cards)
            self.cards.append(hand)
            self.counts.append(counts)
            self.parent.append(parent)
            self.last_value.append(last_value)
            self.children.extend([-1] * VALUES)
            self.deal_orders.append(deal_orders)
        return self._index[key]


class TwoPlayerGame:
    """The game at two seats under given rules: hands, legal moves, and the player's payoffs in stakes.

    `payoffs` has a row for each hand the player may stop with and a column for each hand the dealer may stop with: the
    player's payoff times the probability of those cards in one order, drawn without replacement.
    """

    def __init__(self, rules: Rules) -> None:
        compiled = compile_rules(rules)
        hands = all_hands()
        self.hands = hands
        self.player_moves: list[int] = [legal_moves(compiled, hand, False) for hand in hands.cards]
        self.dealer_moves: list[int] = [legal_moves(compiled, hand, True) for hand in hands.cards]
        self.rows: list[int] = [index for index, moves in enumerate(self.player_moves) if moves & MAY_STOP]
        self.columns: list[int] = [index for index, moves in enumerate(self.dealer_moves) if moves & MAY_STOP]
        self.specials_value: float = _specials_value(compiled)
        self.payoffs: vec[float] = _weighted_payoffs(hands, compiled, self.rows, self.columns)


@cache
def all_hands() -> Hands:
    """Return all hands; computed once."""
    return Hands()


@cache
def cards_of_value(value: int) -> list[int]:
    """Return the cards of a value; values count from 0: aces, twos, ... tens."""
    return [card for card in DECK if card_value(card) == value + 1]


def starting_hands() -> list[tuple[int, int, int]]:
    """Return every pair of values that can be dealt: the kernel's hand and the two values."""
    out: list[tuple[int, int, int]] = []
    for low in range(VALUES):
        for high in range(low, VALUES):
            second = cards_of_value(high)[1 if low == high else 0]
            out.append((add(add(0, cards_of_value(low)[0]), second), low, high))
    return out


def legal_moves(compiled: CompiledRules, hand: int, is_dealer: bool) -> int:
    """Return what the kernel lets a seat do on its turn: `MAY_DRAW`, `MAY_STOP` or both."""
    state = State(compiled, 2, _HOST, [hand, hand], [0, 1], [0, 0])
    state.stage = DEALER if is_dealer else PLAYERS
    moves = state.moves(_HOST if is_dealer else _GUEST)
    # A dealer who cannot do anything else is settled without having to act.
    return (MAY_DRAW if DRAW in moves else 0) | (MAY_STOP if STAND in moves else 0)


def _specials_value(compiled: CompiledRules) -> float:
    """XD-13, XD-33: return the player's average payoff from special hands, over all deals."""
    won = 0.0
    for dealer, a, b in starting_hands():
        for player, c, d in starting_hands():
            if special(dealer) != NONE or special(player) != NONE:
                probability = (1.0 if a == b else 2.0) * (1.0 if c == d else 2.0)
                counts = [0] * VALUES
                for dealt, value in enumerate((a, b, c, d)):
                    probability *= (len(cards_of_value(value)) - counts[value]) / (_CARDS - dealt)
                    counts[value] += 1
                won += probability * float(stakes_won(dealer, player, compiled))
    return won


def _weighted_payoffs(hands: Hands, compiled: CompiledRules, rows: list[int], columns: list[int]) -> vec[float]:
    """Compute `payoffs`; hands of the same kind and points pay the same, so compare samples of each."""
    groups: dict[tuple[int, int], int] = {}
    samples: list[int] = []
    group_of: list[int] = []
    for hand in hands.cards:
        group = (int(kind(hand, compiled)), int(points(hand, compiled)))
        if group not in groups:
            groups[group] = len(samples)
            samples.append(hand)
        group_of.append(groups[group])
    wins = [[float(stakes_won(dealer, player, compiled)) for dealer in samples] for player in samples]

    count: i64 = len(hands.cards)
    stock = [float(len(cards_of_value(value))) for value in range(VALUES)]
    parent = vec[i64](hands.parent)
    last_value = vec[i64](hands.last_value)
    had = vec[float]([float(counts[value] - 1) for counts, value in zip(hands.counts, hands.last_value, strict=True)])
    groups_of_hands = vec[i64](group_of)
    stops = vec[i64](columns)
    probability = vec[float]([0.0] * int(count))
    out = vec[float]([0.0] * (len(rows) * len(columns)))
    at: i64 = 0
    for row in rows:
        own = hands.counts[row]
        own_probability = _probability(own, [0] * VALUES)
        left = vec[float]([stock[value] - own[value] for value in range(VALUES)])
        drawn: i64 = sum(own)
        index: i64 = 0
        while index < count:
            if parent[index] < 0:
                probability[index] = own_probability * _probability(hands.counts[index], own)
            else:
                # one card more than its parent
                rest: i64 = _CARDS - drawn - size(hands.cards[parent[index]])
                probability[index] = probability[parent[index]] * (left[last_value[index]] - had[index]) / float(rest)
            index += 1
        won = vec[float](wins[group_of[row]])
        column: i64 = 0
        while column < len(stops):
            stop: i64 = stops[column]
            out[at] = probability[stop] * won[groups_of_hands[stop]]
            at += 1
            column += 1
    return out


def _probability(counts: list[int], gone: list[int]) -> float:
    """Return the probability of drawing these cards in one order after others are gone."""
    probability = 1.0
    rest = _CARDS - sum(gone)
    for value in range(VALUES):
        for taken in range(counts[value]):
            probability *= max(len(cards_of_value(value)) - gone[value] - taken, 0) / rest
            rest -= 1
    return probability
