"""Bots that use the solution of Xì Dách: `Solved` looks it up, `Strong` computes expected payoffs.

At two seats the solution is optimal play, where it is precomputed. With more seats a player's payoff depends on the
dealer alone, and a dealer who may compare settles with each player when that is best, as if there were no other. Two
small effects are ignored: what the play of the other hidden hands reveals about the deck, and that a dealer below the
total for comparing cannot settle with any player yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from chieu.core.rng import Rng
from chieu.games.xidach.ai.cfr import COUNTS, FEWEST
from chieu.games.xidach.ai.expectation import Expectation, WinChances, win_chances
from chieu.games.xidach.ai.heuristic import Heuristic
from chieu.games.xidach.ai.strategy import hand_ranges, precomputed
from chieu.games.xidach.ai.two_player import VALUES, all_hands, count_values, unseen
from chieu.games.xidach.hands import TOP, compile_rules, pack, points, size
from chieu.games.xidach.messages import Action, Compare, Draw, Stand, View
from chieu.games.xidach.rules import Rules

_RESOLUTION: Final = 1_000_000  # probabilities have six digits


class Solved(Heuristic):
    """Draws as often as the precomputed solution says; without a solution it plays like `Heuristic`."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        super().__init__(rules, seat, rng)
        self._strategies = precomputed(rules)

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        draw, stand = Draw(), Stand()
        if self._strategies is None or len(view.seats) != 2 or draw not in legal or stand not in legal:
            return super().act(view, legal)
        against = view.seats[1 - self._seat].count if view.dealer == self._seat else None
        probability = self._strategies.draw(_hand_index(view, self._seat), against)
        return draw if self._rng.below(_RESOLUTION) < round(probability * _RESOLUTION) else stand


class Strong(Solved):
    """Maximizes the expected payoff; at two seats it plays the precomputed solution, if there is one."""

    thinks: ClassVar = True  # milliseconds if the kernels are compiled, much longer if not

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        super().__init__(rules, seat, rng)
        self._rules = rules

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        is_solved = self._strategies is not None and len(view.seats) == 2
        if len(legal) == 1 or is_solved or not can_evaluate(view):
            return super().act(view, legal)
        return max(legal, key=Evaluation(self._rules, self._seat, view).value)


def can_evaluate(view: View) -> bool:
    """Return whether the cards are dealt and the deal is not over."""
    return view.phase in ("players", "dealer")


def settled_chips(view: View, seat: int) -> int:
    """Return what a seat has already won or lost."""
    if seat != view.dealer:
        return view.seats[seat].chips or 0
    return -sum(player.chips or 0 for other, player in enumerate(view.seats) if other != seat)


class Evaluation:
    """Expected payoffs of a seat to draw or stand; `others` are the seats it is not settled with yet."""

    def __init__(self, rules: Rules, seat: int, view: View) -> None:
        self.is_dealer = seat == view.dealer
        self.others = tuple(
            other
            for other, shown in enumerate(view.seats)
            if (shown.result is None and other != seat if self.is_dealer else other == view.dealer)
        )
        self._index = _hand_index(view, seat)
        self._left = unseen(count_values([card for shown in view.seats for card in shown.cards or ()]))
        self._compiled = compile_rules(rules)
        ranges = hand_ranges(rules)
        if self.is_dealer:
            self._ranges = [[ranges.player[view.seats[other].count - FEWEST] for other in self.others]] * COUNTS
        else:
            self._ranges = [[hand_range] for hand_range in ranges.dealer]
        stakes = [int(view.seats[other if self.is_dealer else seat].stake) for other in self.others]
        expectation = Expectation(self._compiled, self.is_dealer, self._ranges, stakes)
        self._values = expectation.action_values(self._index, self._left)
        self._weights = [chances.weight for chances in self.win_chances()]
        self._settled = settled_chips(view, seat)

    def value(self, action: Action) -> float:
        """Return an action's expected payoff in chips."""
        stop, draw, best = self._values.stop, self._values.draw, self._values.best
        if isinstance(action, Compare):
            compared = self.others.index(action.seat)
            won = [stop[at] if at == compared else best[at] for at in range(len(best))]
        else:
            won = draw if isinstance(action, Draw) else stop
        return self._settled + sum(chips / weight for chips, weight in zip(won, self._weights, strict=True))

    def win_chances(self) -> list[WinChances]:
        """Return the chances of the hand as it is against each of `others`."""
        hand = all_hands().cards[self._index]
        ranges = self._ranges[int(size(hand)) - FEWEST]
        return [win_chances(self._compiled, hand, self.is_dealer, hand_range, self._left) for hand_range in ranges]

    def bust_probability(self) -> float:
        """Return the probability that the next card busts the hand."""
        hands, cards = all_hands(), sum(self._left)
        busting = 0
        for value, count in enumerate(self._left):
            child = hands.children[VALUES * self._index + value]
            if child >= 0 and points(hands.cards[child], self._compiled) > TOP:
                busting += count
        return busting / cards


def _hand_index(view: View, seat: int) -> int:
    cards = view.seats[seat].cards
    assert cards is not None
    return all_hands().index_of(pack(cards))
