"""Expected payoff of a Xì Dách hand against hidden hands that are played by known strategies.

A strategy is the probability of drawing for each hand of `Hands`. The number of ways in which a seat following it ends
with a hand does not depend on the deck; only the probability of those cards does. So a strategy is walked through once
(`HandRange`), and each deck is then quick.
Compiled where it can be.
"""

from __future__ import annotations

from librt.vecs import vec

from chieu.games.xidach.ai.two_player import (
    MAY_DRAW,
    MAY_STOP,
    VALUES,
    all_hands,
    draw_probability,
    legal_moves,
    payoff_groups,
    values_of,
)
from chieu.games.xidach.hands import CompiledRules, points, size, stakes_won


class HandRange:
    """The hands that a seat following a strategy may have stopped with; with `count` cards, unless 0."""

    def __init__(self, compiled: CompiledRules, strategy: vec[float], count: int) -> None:
        hands = all_hands()
        reach = hands.reach(strategy)
        self.values: list[list[int]] = []  # the values of each hand's cards, sorted
        self.ways: list[float] = []  # number of card orders in which the seat stops with it
        stopped: list[int] = []
        for index, hand in enumerate(hands.cards):
            ways = reach[index] * (1.0 - strategy[index])
            if ways > 0.0 and (count == 0 or size(hand) == count):
                stopped.append(hand)
                self.values.append(values_of(hands.counts[index]))
                self.ways.append(ways)
        self.groups, self.samples = payoff_groups(stopped, compiled)


class WinChances:
    """Totals over a hand range: `won` and `lost` weights, and the payoff in `stakes`.

    Divide by `weight`, the probability of the hidden hand having come about as it did.
    """

    def __init__(self) -> None:
        self.weight: float = 0.0
        self.won: float = 0.0
        self.lost: float = 0.0
        self.stakes: float = 0.0


def win_chances(
    compiled: CompiledRules, hand: int, is_dealer: bool, hand_range: HandRange, left: list[int]
) -> WinChances:
    """Return a hand's weighted chances against a hidden hand; `left` counts cards by value."""
    cards = sum(left)
    out = WinChances()
    won: list[float] = []
    for other in hand_range.samples:
        won.append(float(-stakes_won(hand, other, compiled)) if is_dealer else float(stakes_won(other, hand, compiled)))
    for number, ways in enumerate(hand_range.ways):
        weight = ways * draw_probability(hand_range.values[number], left, cards)
        stakes = won[hand_range.groups[number]]
        out.weight += weight
        out.stakes += weight * stakes
        if stakes > 0.0:
            out.won += weight
        elif stakes < 0.0:
            out.lost += weight
    return out


class ActionValues:
    """Expected payoffs against each hidden hand if the seat stops or draws now."""

    def __init__(self, stop: list[float], draw: list[float], best: list[float]) -> None:
        self.stop = stop
        self.draw = draw
        self.best = best  # the better of the two


class Expectation:
    """Expected payoffs of a seat that faces hidden hands, each with a stake.

    The dealer faces the players' hands, a player the dealer's. `ranges` are indexed by the number of the seat's own
    cards less 2, because the dealer sees that number.
    """

    def __init__(
        self, compiled: CompiledRules, is_dealer: bool, ranges: list[list[HandRange]], stakes: list[int]
    ) -> None:
        self._compiled = compiled
        self._is_dealer = is_dealer
        self._ranges = ranges
        self._stakes = stakes
        self._cache: dict[int, ActionValues] = {}

    def action_values(self, index: int, left: list[int]) -> ActionValues:
        """Return a hand's values against each hidden hand, weighted by that hand's probability.

        `left` is the number of cards of each value that the seat has not seen.
        """
        values = self._cache.get(index)
        if values is None:
            hand = all_hands().cards[index]
            legal = legal_moves(self._compiled, hand, self._is_dealer)
            stop = self._stop_values(hand, left) if legal & MAY_STOP else []
            draw = self._draw_values(index, left) if legal & MAY_DRAW else []
            values = self._cache[index] = ActionValues(stop, draw, self._best(hand, stop, draw))
        return values

    def _stop_values(self, hand: int, left: list[int]) -> list[float]:
        compiled, is_dealer = self._compiled, self._is_dealer
        ranges = zip(self._stakes, self._ranges[size(hand) - 2], strict=True)
        return [stake * win_chances(compiled, hand, is_dealer, held, left).stakes for stake, held in ranges]

    def _draw_values(self, index: int, left: list[int]) -> list[float]:
        children, cards = all_hands().children, sum(left)
        out = [0.0] * len(self._stakes)
        for value in range(VALUES):
            child = children[VALUES * index + value]
            if left[value] > 0 and child >= 0:
                share = left[value] / cards
                rest = left[:]
                rest[value] -= 1
                for number, won in enumerate(self.action_values(child, rest).best):
                    out[number] += share * won
        return out

    def _best(self, hand: int, stop: list[float], draw: list[float]) -> list[float]:
        """Return the better values: per player if a dealer may compare, otherwise for all players together."""
        if not stop or not draw:
            return stop or draw
        if (
            self._is_dealer
            and self._compiled.compare
            and points(hand, self._compiled) >= self._compiled.dealer_may_compare_from
        ):
            return [max(value, draw[number]) for number, value in enumerate(stop)]
        return stop if _sum(stop) >= _sum(draw) else draw


def _sum(amounts: list[float]) -> float:
    total = 0.0  # compiled `sum` starting from 0 would expect ints
    for amount in amounts:
        total += amount
    return total
