"""Predictive CFR+ for the two-player game, with exact best responses that measure exploitability.

A strategy is the probability of drawing for each hand. The dealer has one for each number of cards the player can have
stopped with: the dealer's information set is its hand and that number. The reach of a hand is the number of card orders
that lead to it under a strategy. With it, the value of one strategy against another is a sum over pairs of hands, and a
best response takes one pass from the largest hands to the smallest. Ignoring the order of cards loses nothing: all
orders of the same cards are equally likely, whatever the other side holds.

The algorithm is that of Farina, Kroer and Sandholm (2021): regrets clipped at zero, the last regret as the prediction
of the next, and strategies averaged with quadratic weights.
Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, VALUES, TwoPlayerGame

COUNTS: Final = 4  # a player can stop with 2, 3, 4 or 5 cards
FEWEST: Final = 2


def _zeros(count: i64) -> vec[float]:
    return vec[float]([0.0] * int(count))


class RegretMinimizer:
    """One side: current strategy, regrets, and sums for the average strategy."""

    def __init__(self, game: TwoPlayerGame, legal: list[int]) -> None:
        self.count: i64 = len(legal)
        self.legal: vec[i64] = vec[i64](legal)
        self.hands = game.hands
        self.strategy: vec[float] = vec[float]([_initial_probability(moves) for moves in legal])
        self.regret_draw: vec[float] = _zeros(self.count)
        self.regret_stop: vec[float] = _zeros(self.count)
        self.value: vec[float] = _zeros(self.count)  # of each hand, read by `draw_value`
        self.reach_sum: vec[float] = _zeros(self.count)
        self.draw_sum: vec[float] = _zeros(self.count)

    def update(self, stop_values: vec[float]) -> None:
        """Update regrets and strategy; `stop_values` is the value of stopping with each hand."""
        strategy, value, legal = self.strategy, self.value, self.legal
        regret_draw, regret_stop = self.regret_draw, self.regret_stop
        for index in range(self.count - 1, -1, -1):
            draw_value: float = self.draw_value(index) if legal[index] & MAY_DRAW else 0.0
            if legal[index] == MAY_DRAW | MAY_STOP:
                probability: float = strategy[index]
                hand_value: float = probability * draw_value + (1.0 - probability) * stop_values[index]
                instant_draw: float = draw_value - hand_value
                instant_stop: float = stop_values[index] - hand_value
                regret_draw[index] = _positive(regret_draw[index] + instant_draw)
                regret_stop[index] = _positive(regret_stop[index] + instant_stop)
                # predictive: expect the same regret again
                predicted_draw: float = _positive(regret_draw[index] + instant_draw)
                predicted_stop: float = _positive(regret_stop[index] + instant_stop)
                if predicted_draw + predicted_stop > 0.0:
                    strategy[index] = predicted_draw / (predicted_draw + predicted_stop)
                value[index] = hand_value
            else:
                value[index] = draw_value if legal[index] == MAY_DRAW else stop_values[index]

    def draw_value(self, index: i64) -> float:
        """Return the value of drawing; the values of all larger hands must be known."""
        children, value = self.hands.children, self.value
        total: float = 0.0
        for at in range(VALUES * index, VALUES * index + VALUES):
            if children[at] >= 0:
                total += value[children[at]]
        return total

    def accumulate(self, weight: float) -> None:
        """Add the current strategy to the average."""
        strategy, reach_sum, draw_sum = self.strategy, self.reach_sum, self.draw_sum
        reach = self.hands.reach(strategy)
        for index in range(self.count):
            reach_sum[index] += weight * reach[index]
            draw_sum[index] += weight * reach[index] * strategy[index]

    def average_strategy(self) -> vec[float]:
        """Return the average strategy; for hands never reached, the current one."""
        strategy, reach_sum, draw_sum = self.strategy, self.reach_sum, self.draw_sum
        out = _zeros(self.count)
        for index in range(self.count):
            reach: float = reach_sum[index]
            out[index] = draw_sum[index] / reach if reach > 0.0 else strategy[index]
        return out

    def best_response_value(self, stop_values: vec[float]) -> float:
        """Return the value of a best response, given the value of stopping with each hand."""
        value, legal, deal_orders = self.value, self.legal, self.hands.deal_orders
        total: float = 0.0
        for index in range(self.count - 1, -1, -1):
            hand_value: float = stop_values[index]
            if legal[index] & MAY_DRAW:
                draw_value: float = self.draw_value(index)
                if legal[index] == MAY_DRAW or draw_value > hand_value:
                    hand_value = draw_value
            value[index] = hand_value
            total += deal_orders[index] * hand_value
        return total


def _initial_probability(moves: int) -> float:
    if moves == MAY_DRAW:
        return 1.0
    return 0.5 if moves & MAY_DRAW else 0.0


def _positive(number: float) -> float:
    return number if number > 0.0 else 0.0  # max() would box the floats


class CfrPlus:
    """Iterates CFR+ for both sides of a game."""

    def __init__(self, game: TwoPlayerGame) -> None:
        self.game = game
        self.rows: vec[i64] = vec[i64](game.rows)
        self.columns: vec[i64] = vec[i64](game.columns)
        self.row_counts: vec[i64] = vec[i64]([sum(game.hands.counts[row]) - FEWEST for row in game.rows])
        self.player = RegretMinimizer(game, game.player_moves)
        self.dealers = [RegretMinimizer(game, game.dealer_moves) for _ in range(COUNTS)]
        self.steps: int = 0

    def step(self) -> None:
        """Run one iteration; the player updates first."""
        self.steps += 1
        weight = float(self.steps * self.steps)
        self.player.update(self.player_stop_values([dealer.strategy for dealer in self.dealers]))
        self.player.accumulate(weight)
        stop_values = self.dealer_stop_values(self.player.strategy)
        for dealer, values in zip(self.dealers, stop_values, strict=True):
            dealer.update(values)
            dealer.accumulate(weight)

    def player_stop_values(self, strategies: list[vec[float]]) -> vec[float]:
        """Return the player's value of stopping with each hand, per order of its cards."""
        payoffs = self.game.payoffs
        out = _zeros(self.player.count)
        row: i64 = 0
        for count in range(COUNTS):
            mass = self._stop_reach(strategies[count], self.columns)
            # few columns once the strategy has converged
            support = vec[i64]([index for index in range(len(mass)) if mass[index] != 0.0])
            end: i64 = len(support)
            while row < len(self.rows) and self.row_counts[row] == count:  # rows are sorted by number of cards
                start: i64 = row * len(self.columns)
                total: float = 0.0
                for at in range(end):
                    column: i64 = support[at]
                    total += payoffs[start + column] * mass[column]
                out[self.rows[row]] = total
                row += 1
        return out

    def dealer_stop_values(self, strategy: vec[float]) -> list[vec[float]]:
        """Return the dealer's value of stopping with each hand, by the player's number of cards less 2."""
        payoffs = self.game.payoffs
        rows: i64 = len(self.rows)
        columns: i64 = len(self.columns)
        mass = self._stop_reach(strategy, self.rows)
        losses = [_zeros(columns) for _ in range(COUNTS)]
        for row in range(rows):
            row_mass: float = mass[row]
            if row_mass != 0.0:
                sums = losses[self.row_counts[row]]
                start: i64 = row * columns
                for column in range(columns):
                    sums[column] = sums[column] - row_mass * payoffs[start + column]
        out: list[vec[float]] = []
        for sums in losses:
            values = _zeros(self.player.count)
            for column in range(columns):
                values[self.columns[column]] = sums[column]
            out.append(values)
        return out

    def _stop_reach(self, strategy: vec[float], indices: vec[i64]) -> vec[float]:
        """Return the reach of stopping with each of these hands under a strategy."""
        reach = self.game.hands.reach(strategy)
        count: i64 = len(indices)
        out = _zeros(count)
        for at in range(count):
            index: i64 = indices[at]
            out[at] = reach[index] * (1.0 - strategy[index])
        return out

    def expected_value(self, strategy: vec[float], strategies: list[vec[float]]) -> float:
        """Return the player's expected value per deal for a pair of strategies."""
        stop_values = self.player_stop_values(strategies)
        mass = self._stop_reach(strategy, self.rows)
        won: float = self.game.specials_value
        for row in range(len(self.rows)):
            won += mass[row] * stop_values[self.rows[row]]
        return won

    def player_best_response_value(self, strategies: list[vec[float]]) -> float:
        """Return the player's value per deal of a best response to the dealer's strategies."""
        return self.game.specials_value + self.player.best_response_value(self.player_stop_values(strategies))

    def value_against_best_dealer(self, strategy: vec[float]) -> float:
        """Return the player's value per deal of a strategy against the dealer's best response."""
        stop_values = self.dealer_stop_values(strategy)
        best = [dealer.best_response_value(values) for dealer, values in zip(self.dealers, stop_values, strict=True)]
        return self.game.specials_value - sum(best)
