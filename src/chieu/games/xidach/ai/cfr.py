"""Both sides of a duel learn to play it: predictive CFR+, and exact best responses to say how far they are.

A plan is, for every hand, how often its holder draws to it. The dealer has one for each number of cards the player can
have stopped with. By the flow of a plan, the orders of cards in which a hand is come to, what one side makes of the
other's plan is a sum over pairs of hands, and the best answer to it takes one pass from the largest hands to the
smallest. Forgetting the order costs nothing: all orders of the same cards are equally likely, whatever the other holds.

The method is Farina, Kroer and Sandholm's of 2021: regrets cut off at zero, the last regret as the forecast of the
next, plans averaged with the square of their number. Compiled where it can be.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, VALUES, Duel

COUNTS: Final = 4  # the numbers of cards a player can stop with: 2, 3, 4, 5
FEWEST: Final = 2


def _zeros(count: i64) -> vec[float]:
    return vec[float]([0.0] * int(count))


class Learner:
    """One side against one situation: its plan, what it regrets, and all its plans so far."""

    def __init__(self, duel: Duel, may: list[int]) -> None:
        self.count: i64 = len(may)
        self.may: vec[i64] = vec[i64](may)
        self.after: vec[i64] = vec[i64](duel.hands.after)
        self.orders: vec[float] = vec[float](duel.hands.orders)
        self.plan: vec[float] = vec[float]([_first(moves) for moves in may])
        self.regret_draw: vec[float] = _zeros(self.count)
        self.regret_stop: vec[float] = _zeros(self.count)
        self.value: vec[float] = _zeros(self.count)  # of each hand, for `drawing`
        self.flow_sum: vec[float] = _zeros(self.count)
        self.draw_sum: vec[float] = _zeros(self.count)

    def learn(self, stops: vec[float]) -> None:
        """Regrets what the plan lost against the best at every hand; `stops` is what stopping with it is worth."""
        plan, value, may = self.plan, self.value, self.may
        regret_draw, regret_stop = self.regret_draw, self.regret_stop
        place: i64 = self.count - 1
        while place >= 0:
            drawing: float = self.drawing(place) if may[place] & MAY_DRAW else 0.0
            if may[place] == MAY_DRAW | MAY_STOP:
                share: float = plan[place]
                here: float = share * drawing + (1.0 - share) * stops[place]
                missed_draw: float = drawing - here
                missed_stop: float = stops[place] - here
                regret_draw[place] = _positive(regret_draw[place] + missed_draw)
                regret_stop[place] = _positive(regret_stop[place] + missed_stop)
                # the next regret is likely to be like the last
                wish_draw: float = _positive(regret_draw[place] + missed_draw)
                wish_stop: float = _positive(regret_stop[place] + missed_stop)
                if wish_draw + wish_stop > 0.0:
                    plan[place] = wish_draw / (wish_draw + wish_stop)
                value[place] = here
            else:
                value[place] = drawing if may[place] == MAY_DRAW else stops[place]
            place -= 1

    def drawing(self, place: i64) -> float:
        """What drawing is worth if the values of all larger hands are known."""
        after, value = self.after, self.value
        total: float = 0.0
        at: i64 = VALUES * place
        end: i64 = at + VALUES
        while at < end:
            if after[at] >= 0:
                total += value[after[at]]
            at += 1
        return total

    def flow(self, plan: vec[float]) -> vec[float]:
        """In how many orders of cards each hand is come to by a plan."""
        after, may = self.after, self.may
        out = _zeros(self.count)
        place: i64 = 0
        while place < self.count:
            out[place] += self.orders[place]
            if may[place] & MAY_DRAW:
                onward: float = out[place] * plan[place]
                at: i64 = VALUES * place
                end: i64 = at + VALUES
                while at < end:
                    if after[at] >= 0:
                        out[after[at]] += onward
                    at += 1
            place += 1
        return out

    def remember(self, weight: float) -> None:
        """Adds the plan to the average."""
        plan, flow_sum, draw_sum = self.plan, self.flow_sum, self.draw_sum
        flow = self.flow(plan)
        place: i64 = 0
        while place < self.count:
            flow_sum[place] += weight * flow[place]
            draw_sum[place] += weight * flow[place] * plan[place]
            place += 1

    def average(self) -> vec[float]:
        """The plan that all plans so far come to; where none of them ever led, the last."""
        plan, flow_sum, draw_sum = self.plan, self.flow_sum, self.draw_sum
        out = _zeros(self.count)
        place: i64 = 0
        while place < self.count:
            flow: float = flow_sum[place]
            out[place] = draw_sum[place] / flow if flow > 0.0 else plan[place]
            place += 1
        return out

    def best(self, stops: vec[float]) -> float:
        """What the best answer wins if stopping with each hand is worth so much."""
        value, may = self.value, self.may
        total: float = 0.0
        place: i64 = self.count - 1
        while place >= 0:
            here: float = stops[place]
            if may[place] & MAY_DRAW:
                drawing: float = self.drawing(place)
                if may[place] == MAY_DRAW or drawing > here:
                    here = drawing
            value[place] = here
            total += self.orders[place] * here
            place -= 1
        return total


def _first(moves: int) -> float:
    if moves == MAY_DRAW:
        return 1.0
    return 0.5 if moves & MAY_DRAW else 0.0


def _positive(number: float) -> float:
    return number if number > 0.0 else 0.0  # max() would make objects of them


class Learning:
    """The two sides of a duel, one step after another."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.rows: vec[i64] = vec[i64](duel.rows)
        self.columns: vec[i64] = vec[i64](duel.columns)
        self.row_counts: vec[i64] = vec[i64]([sum(duel.hands.held[row]) - FEWEST for row in duel.rows])
        self.player = Learner(duel, duel.player)
        self.dealers = [Learner(duel, duel.dealer) for _ in range(COUNTS)]
        self.steps: int = 0

    def step(self) -> None:
        """Each side answers the other once, the player first."""
        self.steps += 1
        weight = float(self.steps * self.steps)
        self.player.learn(self.against_dealer([dealer.plan for dealer in self.dealers]))
        self.player.remember(weight)
        stops = self.against_player(self.player.plan)
        for dealer, worth in zip(self.dealers, stops, strict=True):
            dealer.learn(worth)
            dealer.remember(weight)

    def against_dealer(self, plans: list[vec[float]]) -> vec[float]:
        """What stopping with each hand wins the player, in one order of its cards, if the dealer has these plans."""
        out = _zeros(self.player.count)
        row: i64 = 0
        for count in range(COUNTS):
            mass = self._stopped(self.dealers[count], plans[count], self.columns)
            used = vec[i64]([column for column in range(len(mass)) if mass[column] != 0.0])  # few, in the end
            while row < len(self.rows) and self.row_counts[row] == count:  # rows stand in order of their cards
                out[self.rows[row]] = self._met(row, mass, used)
                row += 1
        return out

    def _met(self, row: i64, mass: vec[float], used: vec[i64]) -> float:
        worth = self.duel.worth
        start: i64 = row * len(self.columns)
        total: float = 0.0
        at: i64 = 0
        end: i64 = len(used)
        while at < end:
            column: i64 = used[at]
            total += worth[start + column] * mass[column]
            at += 1
        return total

    def against_player(self, plan: vec[float]) -> list[vec[float]]:
        """What stopping with each hand wins the dealer if the player has this plan, by the player's number of cards."""
        worth = self.duel.worth
        columns: i64 = len(self.columns)
        mass = self._stopped(self.player, plan, self.rows)
        lost = [_zeros(columns) for _ in range(COUNTS)]
        row: i64 = 0
        while row < len(self.rows):
            share: float = mass[row]
            if share != 0.0:
                sums = lost[self.row_counts[row]]
                at: i64 = row * columns
                column: i64 = 0
                while column < columns:
                    sums[column] = sums[column] - share * worth[at + column]
                    column += 1
            row += 1
        out: list[vec[float]] = []
        for sums in lost:
            whole = _zeros(self.player.count)
            place: i64 = 0
            while place < columns:
                whole[self.columns[place]] = sums[place]
                place += 1
            out.append(whole)
        return out

    def _stopped(self, learner: Learner, plan: vec[float], places: vec[i64]) -> vec[float]:
        """In how many orders of cards a plan stops with each of some hands."""
        flow = learner.flow(plan)
        out = _zeros(len(places))
        at: i64 = 0
        while at < len(places):
            place: i64 = places[at]
            out[at] = flow[place] * (1.0 - plan[place])
            at += 1
        return out

    def between(self, plan: vec[float], plans: list[vec[float]]) -> float:
        """What a plan of the player wins against plans of the dealer, a deal."""
        stops = self.against_dealer(plans)
        mass = self._stopped(self.player, plan, self.rows)
        won: float = self.duel.at_once
        row: i64 = 0
        while row < len(self.rows):
            won += mass[row] * stops[self.rows[row]]
            row += 1
        return won

    def player_at_best(self, plans: list[vec[float]]) -> float:
        """What the best answer to plans of the dealer wins the player, a deal."""
        return self.duel.at_once + self.player.best(self.against_dealer(plans))

    def dealer_at_best(self, plan: vec[float]) -> float:
        """What a plan of the player wins, a deal, against the best answer to it."""
        stops = self.against_player(plan)
        return self.duel.at_once - sum([dealer.best(worth) for dealer, worth in zip(self.dealers, stops, strict=True)])
