"""A Xì Dách player that reckons: with every card that may come, against others who play best play of two seats.

At two seats that is best play itself, where it is known. With more, what a player wins depends on the dealer alone, and
a dealer who may compare settles with each player when that is best, as if there were no other. What is left out is
little: what hidden hands of others say of the deck, and that those who wait to be compared with wait together while the
dealer has too little to compare at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from chieu.core.cards import Card
from chieu.core.rng import Rng
from chieu.games.xidach.ai.cfr import COUNTS, FEWEST
from chieu.games.xidach.ai.expectation import Chances, Reckoning, chances, unseen
from chieu.games.xidach.ai.heuristic import Heuristic
from chieu.games.xidach.ai.solver import LABELS, Situation, alike
from chieu.games.xidach.ai.strategy import hiding, known
from chieu.games.xidach.ai.two_player import VALUES, all_hands
from chieu.games.xidach.hands import TOP, compile_rules, points, size, worth
from chieu.games.xidach.messages import Action, Compare, Draw, Stand, View
from chieu.games.xidach.rules import Rules

_LOTS: Final = 1_000_000  # shares have six digits


class Solved:
    """Draws as often as the solution says. Where it knows none it plays as `Heuristic` does: solving a sheet takes
    seconds, and nobody waits that long at a table."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._seat = seat
        self._rng = rng
        self._usual = Heuristic(rules, seat, rng)
        self._draws = known(alike(rules))

    def see(self, fact: Any) -> None:
        """Nothing to remember: the view tells all."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        draw, stand = Draw(), Stand()
        if self._draws is None or len(view.seats) != 2 or draw not in legal or stand not in legal:
            return self._usual.act(view, legal)
        share = self._draws[self._situation(view)]
        return draw if self._rng.below(_LOTS) < round(share * _LOTS) else stand

    def _situation(self, view: View) -> Situation:
        cards = view.seats[self._seat].cards
        assert cards is not None
        hand = tuple(LABELS[value - 1] for value in sorted(worth(card) for card in cards))
        if view.dealer == self._seat:
            return "dealer", hand, view.seats[1 - self._seat].count
        return "player", hand, None


class Strong:
    """Does what wins most, as far as that can be reckoned; at two seats what best play does, where it is known."""

    thinks: ClassVar = True  # in milliseconds where the kernels are compiled, and else not

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._rules = rules
        self._seat = seat
        self._usual = Heuristic(rules, seat, rng)
        self._solved = Solved(rules, seat, rng) if known(alike(rules)) is not None else None

    def see(self, fact: Any) -> None:
        """Nothing to remember: the view tells all."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if len(legal) == 1 or not can_be_reckoned(view):
            return self._usual.act(view, legal)
        if self._solved is not None and len(view.seats) == 2:
            return self._solved.act(view, legal)
        worth_of = Prospect(self._rules, self._seat, view).worth
        return max(legal, key=worth_of)


def can_be_reckoned(view: View) -> bool:
    """Whether there are cards to draw to."""
    return view.phase in ("players", "dealer")


def settled(view: View, seat: int) -> int:
    """What a seat has won for sure."""
    if seat != view.dealer:
        return view.seats[seat].chips or 0
    return -sum(one.chips or 0 for other, one in enumerate(view.seats) if other != seat)


class Prospect:
    """What a seat that is to draw or stand has before it, by its view."""

    def __init__(self, rules: Rules, seat: int, view: View) -> None:
        self.deals = seat == view.dealer
        self.others = tuple(
            other
            for other, one in enumerate(view.seats)
            if (one.result is None and other != seat if self.deals else other == view.dealer)
        )
        own = view.seats[seat].cards
        assert own is not None
        self._place = all_hands().place_of(_held(own))
        self._left = unseen(_held([card for one in view.seats for card in one.cards or ()]))
        self._compiled = compile_rules(rules)
        hidden = hiding(rules)
        if self.deals:
            self._hidden = [[hidden.player[view.seats[other].count - FEWEST] for other in self.others]] * COUNTS
        else:
            self._hidden = [[one] for one in hidden.dealer]
        stakes = [int(view.seats[other if self.deals else seat].stake) for other in self.others]
        self._outlook = Reckoning(self._compiled, self.deals, self._hidden, stakes).outlook(self._place, self._left)
        self._likely = [one.likely for one in self.standing()]
        self._settled = settled(view, seat)

    def worth(self, action: Action) -> float:
        """What an action wins on average, in chips."""
        stopping, drawing, then = self._outlook.stopping, self._outlook.drawing, self._outlook.then
        if isinstance(action, Compare):
            settled = self.others.index(action.seat)
            won = [stopping[at] if at == settled else then[at] for at in range(len(then))]
        else:
            won = drawing if isinstance(action, Draw) else stopping
        return self._settled + sum(one / likely for one, likely in zip(won, self._likely, strict=True))

    def standing(self) -> list[Chances]:
        """How the hand as it is stands against each of the others."""
        hand = all_hands().cards[self._place]
        against = self._hidden[int(size(hand)) - FEWEST]
        return [chances(self._compiled, hand, self.deals, one, self._left) for one in against]

    def busts(self) -> float:
        """How likely the next card is to be too much."""
        hands, cards = all_hands(), sum(self._left)
        out = 0
        for value, count in enumerate(self._left):
            after = hands.after[VALUES * self._place + value]
            if after >= 0 and points(hands.cards[after], self._compiled) > TOP:
                out += count
        return out / cards


def _held(cards: Sequence[Card]) -> list[int]:
    return [sum(worth(card) == value + 1 for card in cards) for value in range(VALUES)]
