"""Xì Dách at two seats as a matrix game: all hands, their legal moves, and the payoff of every pair.

Neither suits nor the order of the cards matter, so a hand is the number of cards it has of each of ten values. Legal
moves and payoffs come from the kernel, hand by hand; no rule is repeated here. With a single player, comparing settles
the deal just as standing does: both are called stopping here.
Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import DECK
from chieu.games.xidach.hands import (
    NONE,
    CompiledRules,
    add,
    card_at,
    card_value,
    cards_of,
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
_DIGITS = vec[i64]([8**value // 8 for value in range(VALUES + 1)])  # by points of a card


class Hands:
    """All hands that can occur at two seats, those with fewer cards first. The same for all rules.

    Starting hands that end the deal at once (XD-13) are not among them, nor are hands that only they could become.
    """

    def __init__(self) -> None:
        self.cards: list[int] = []  # a kernel hand that represents all hands of these values
        self.counts: list[list[int]] = []  # number of cards of each value
        self.parent: list[int] = []  # a hand from which one draw leads here; -1: the first two cards
        self.last_value: list[int] = []  # value of that draw
        self._index: dict[int, int] = {}
        children: list[int] = []
        deal_orders: list[float] = []
        for hand, low, high in starting_hands():
            if special(hand) == NONE:
                self._add(hand, -1, high)
                deal_orders.append(1.0 if low == high else 2.0)
        compiled = compile_rules(Rules())  # drawing is legal for the same hands under all rules
        index = 0
        while index < len(self.cards):
            may_draw = legal_moves(compiled, self.cards[index], False) & MAY_DRAW
            children.extend([self._draw(index, value) if may_draw else -1 for value in range(VALUES)])
            index += 1
        deal_orders.extend([0.0] * (index - len(deal_orders)))
        self.children: vec[i64] = vec[i64](children)  # ten per hand: its index after drawing each value, or -1
        self.deal_orders: vec[float] = vec[float](deal_orders)  # of the first two cards; 0 for larger hands

    def index_of(self, hand: i64) -> int:
        """Return the index of the hand with these values."""
        return self._index[_key(hand)]

    def reach(self, strategy: vec[float]) -> vec[float]:
        """Return the reach of each hand under a strategy: the number of card orders that lead to it."""
        children = self.children
        out = self.deal_orders[:]
        count: i64 = len(out)
        for index in range(count):
            onward: float = out[index] * strategy[index]
            if onward > 0.0:
                for at in range(VALUES * index, VALUES * index + VALUES):
                    if children[at] >= 0:
                        out[children[at]] += onward
        return out

    def _draw(self, index: int, value: int) -> int:
        cards, taken = cards_of_value(value), self.counts[index][value]
        return self._add(add(self.cards[index], cards[taken]), index, value) if taken < len(cards) else -1

    def _add(self, hand: int, parent: int, last_value: int) -> int:
        key = _key(hand)
        if key not in self._index:
            self._index[key] = len(self.cards)
            self.cards.append(hand)
            self.counts.append(count_values(cards_of(hand)))
            self.parent.append(parent)
            self.last_value.append(last_value)
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
        self.player_moves: list[int] = all_moves(compiled, False)
        self.dealer_moves: list[int] = all_moves(compiled, True)
        self.rows: list[int] = [index for index, moves in enumerate(self.player_moves) if moves & MAY_STOP]
        self.columns: list[int] = [index for index, moves in enumerate(self.dealer_moves) if moves & MAY_STOP]
        self.specials_value: float = _specials_value(compiled)
        self.payoffs: vec[float] = _weighted_payoffs(hands, compiled, self.rows, self.columns)


@cache
def all_hands() -> Hands:
    """Return all hands; computed once."""
    return Hands()


def _key(hand: i64) -> i64:
    """Return the same number for all hands of the same values: their counts in base 8."""
    key: i64 = 0
    for place in range(size(hand)):
        key += _DIGITS[card_value(card_at(hand, place))]
    return key


def count_values(cards: Iterable[int]) -> list[int]:
    """Return the number of cards of each value."""
    counts = [0] * VALUES
    for card in cards:
        counts[card_value(card) - 1] += 1
    return counts


def values_of(counts: list[int]) -> list[int]:
    """Return the values of a hand's cards, sorted."""
    return [value for value in range(VALUES) for _ in range(counts[value])]


def unseen(seen: list[int]) -> list[int]:
    """Return how many cards of each value are left after those seen."""
    return [len(cards_of_value(value)) - seen[value] for value in range(VALUES)]


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


def all_moves(compiled: CompiledRules, is_dealer: bool) -> list[int]:
    """Return the legal moves with each of `all_hands`."""
    return [legal_moves(compiled, hand, is_dealer) for hand in all_hands().cards]


def _specials_value(compiled: CompiledRules) -> float:
    """XD-13, XD-33: return the player's average payoff from special hands, over all deals."""
    won = 0.0
    deck = unseen([0] * VALUES)
    for dealer, a, b in starting_hands():
        for player, c, d in starting_hands():
            if special(dealer) != NONE or special(player) != NONE:
                orders = (1.0 if a == b else 2.0) * (1.0 if c == d else 2.0)
                probability = orders * draw_probability(sorted([a, b, c, d]), deck, _CARDS)
                won += probability * float(stakes_won(dealer, player, compiled))
    return won


def _weighted_payoffs(hands: Hands, compiled: CompiledRules, rows: list[int], columns: list[int]) -> vec[float]:
    """Compute `payoffs` from the results of a sample of each group."""
    groups, samples = payoff_groups(hands.cards, compiled)
    wins = [[float(stakes_won(dealer, player, compiled)) for dealer in samples] for player in samples]
    group_of = vec[i64](groups)
    stops = vec[i64](columns)
    stop_count: i64 = len(columns)
    out = pair_probabilities(hands, rows, columns)
    at: i64 = 0
    for row in rows:
        won = vec[float](wins[groups[row]])
        for column in range(stop_count):
            out[at] *= won[group_of[stops[column]]]
            at += 1
    return out


def pair_probabilities(hands: Hands, rows: list[int], columns: list[int]) -> vec[float]:
    """Return the probability of the cards of each pair of hands in one order, drawn without replacement."""
    count: i64 = len(hands.cards)
    deck = unseen([0] * VALUES)
    parent = vec[i64](hands.parent)
    last_value = vec[i64](hands.last_value)
    drawn_before = vec[float](
        [float(counts[value] - 1) for counts, value in zip(hands.counts, hands.last_value, strict=True)]
    )
    stops = vec[i64](columns)
    stop_count: i64 = len(columns)
    probability = vec[float]([0.0] * int(count))
    out = vec[float]([0.0] * (len(rows) * len(columns)))
    at: i64 = 0
    for row in rows:
        own = hands.counts[row]
        own_probability = draw_probability(values_of(own), deck, _CARDS)
        rest = unseen(own)
        left = vec[float]([float(number) for number in rest])
        others: i64 = sum(rest)
        for index in range(count):
            if parent[index] < 0:
                start = draw_probability(values_of(hands.counts[index]), rest, others)
                probability[index] = own_probability * start
            else:
                # one card more than its parent
                stock: i64 = others - size(hands.cards[parent[index]])
                probability[index] = (
                    probability[parent[index]] * (left[last_value[index]] - drawn_before[index]) / float(stock)
                )
        for column in range(stop_count):
            out[at] = probability[stops[column]]
            at += 1
    return out


def payoff_groups(hands: list[int], compiled: CompiledRules) -> tuple[list[int], list[int]]:
    """Return the number of each hand's group, and a sample of each group.

    Hands of the same kind and points pay the same and form a group.
    """
    numbers: dict[tuple[int, int], int] = {}
    groups: list[int] = []
    samples: list[int] = []
    for hand in hands:
        group = (int(kind(hand, compiled)), int(points(hand, compiled)))
        if group not in numbers:
            numbers[group] = len(samples)
            samples.append(hand)
        groups.append(numbers[group])
    return groups, samples


def draw_probability(values: list[int], left: list[int], cards: int) -> float:
    """Return the probability of drawing these values, which are sorted, in one order.

    `left` is the number of cards of each value in the deck, `cards` their sum.
    """
    probability = 1.0
    before = -1
    taken = 0
    for drawn, value in enumerate(values):
        taken = taken + 1 if value == before else 0
        before = value
        if left[value] <= taken:
            return 0.0
        probability *= (left[value] - taken) / (cards - drawn)
    return probability


def joint_probabilities(
    game: TwoPlayerGame, player: vec[float], dealers: list[vec[float]], groups: list[int], count: i64
) -> vec[float]:
    """Return the probability of each pair of groups that the two sides stop with, the player's first.

    `dealers` has a strategy for each number of cards the player can stop with, from two. `groups` has the group of each
    hand, of which there are `count`. Deals that end with a special hand (XD-13) are left out.
    """
    hands, columns, group_of = game.hands, vec[i64](game.columns), vec[i64](groups)
    stops: i64 = len(columns)
    player_reach = hands.reach(player)
    dealer_reach = [hands.reach(strategy) for strategy in dealers]
    probabilities = pair_probabilities(hands, game.rows, game.columns)
    out = vec[float]([0.0] * int(count * count))
    at: i64 = 0
    for row in game.rows:
        drawn: i64 = size(hands.cards[row]) - 2
        own: float = player_reach[row] * (1.0 - player[row])
        start: i64 = count * group_of[row]
        reach, strategy = dealer_reach[drawn], dealers[drawn]
        for column in range(stops):
            stop: i64 = columns[column]
            out[start + group_of[stop]] += own * reach[stop] * (1.0 - strategy[stop]) * probabilities[at]
            at += 1
    return out
