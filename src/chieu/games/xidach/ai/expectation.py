"""What a Xì Dách hand wins from one whose cards are hidden, if that one is played by a plan: every card that may come
is reckoned with. Compiled where it can be.

A plan is how often each hand of `Hands` draws. In how many ways a seat that keeps to it can end with a hand does not
depend on the deck; how likely those cards are does. So a plan is gone through once, and then any deck is quick.
"""

from __future__ import annotations

from chieu.games.xidach.ai.two_player import MAY_DRAW, MAY_STOP, VALUES, Hands, all_hands, cards_worth, moves
from chieu.games.xidach.hands import CompiledRules, kind, points, size, stakes_won


class Hidden:
    """The hands that somebody who keeps to a plan may have ended with; with `count` cards, if that is not 0. Those of
    the same name and points win the same, and one `sample` of them stands for all."""

    def __init__(self, compiled: CompiledRules, plan: list[float], count: int) -> None:
        hands = all_hands()
        flow = hands.orders[:]
        self.values: list[list[int]] = []  # the values that each hand holds
        self.ways: list[float] = []  # in how many orders it may have come
        self.sorts: list[int] = []
        self.samples: list[int] = []
        known: dict[tuple[int, int], int] = {}
        for place, share in enumerate(plan):
            if flow[place] == 0.0:
                continue
            if share > 0.0:
                for value in range(VALUES):
                    after = hands.after[VALUES * place + value]
                    if after >= 0:
                        flow[after] += flow[place] * share
            hand = hands.cards[place]
            if share < 1.0 and (count == 0 or size(hand) == count):
                sort = (int(kind(hand, compiled)), int(points(hand, compiled)))
                if sort not in known:
                    known[sort] = len(self.samples)
                    self.samples.append(hand)
                self.values.append([value for value in range(VALUES) for _ in range(hands.held[place][value])])
                self.ways.append(flow[place] * (1.0 - share))
                self.sorts.append(known[sort])


class Chances:
    """How likely some cards make it that a hand wins, and what it wins on average in stakes. `likely` is how likely it
    is that the hidden hand came about as it did."""

    def __init__(self) -> None:
        self.likely: float = 0.0
        self.won: float = 0.0
        self.lost: float = 0.0
        self.stakes: float = 0.0


def chances(compiled: CompiledRules, hand: int, deals: bool, hidden: Hidden, left: list[int]) -> Chances:
    """What a hand comes to against a hidden one of the cards that are left, as many of each value. Weighed by how
    likely the hidden one is: divide by `likely`."""
    cards = sum(left)
    out = Chances()
    won: list[float] = []
    for other in hidden.samples:
        won.append(float(-stakes_won(hand, other, compiled)) if deals else float(stakes_won(other, hand, compiled)))
    for number, ways in enumerate(hidden.ways):
        likely = ways * _drawn(hidden.values[number], left, cards)
        stakes = won[hidden.sorts[number]]
        out.likely += likely
        out.stakes += likely * stakes
        if stakes > 0.0:
            out.won += likely
        elif stakes < 0.0:
            out.lost += likely
    return out


def _drawn(values: list[int], left: list[int], cards: int) -> float:
    """How likely it is to draw these values, which are sorted, in one order."""
    likely = 1.0
    before = -1
    taken = 0
    for drawn, value in enumerate(values):
        taken = taken + 1 if value == before else 0
        before = value
        if left[value] <= taken:
            return 0.0
        likely *= (left[value] - taken) / (cards - drawn)
    return likely


class Outlook:
    """What a hand wins in the end from each of some hidden ones, by what is done with it now: `drawing` or not."""

    def __init__(self, stopping: list[float], drawing: list[float], then: list[float]) -> None:
        self.stopping = stopping
        self.drawing = drawing
        self.then = then  # with the better of them


class Reckoning:
    """A seat that faces hidden hands, each with a stake on it: the dealer the players', a player the dealer's. `hidden`
    are those by the number of the seat's own cards from 2 on: that the dealer sees."""

    def __init__(self, compiled: CompiledRules, deals: bool, hidden: list[list[Hidden]], stakes: list[int]) -> None:
        self._compiled = compiled
        self._deals = deals
        self._hidden = hidden
        self._stakes = stakes
        self._known: dict[int, Outlook] = {}

    def outlook(self, place: int, left: list[int]) -> Outlook:
        """What a hand is worth against each, weighed by how likely that one is. `left` are the cards that the seat has
        not seen, as many of each value."""
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._found(place, left)
        return known

    def _found(self, place: int, left: list[int]) -> Outlook:
        hands = all_hands()
        hand = hands.cards[place]
        may = moves(self._compiled, hand, self._deals)
        stopping = self._against(hand, left) if may & MAY_STOP else []
        drawing = self._drawn(hands, place, left) if may & MAY_DRAW else []
        return Outlook(stopping, drawing, self._better(hand, stopping, drawing))

    def _against(self, hand: int, left: list[int]) -> list[float]:
        out: list[float] = []
        for number, hidden in enumerate(self._hidden[size(hand) - 2]):
            out.append(self._stakes[number] * chances(self._compiled, hand, self._deals, hidden, left).stakes)
        return out

    def _drawn(self, hands: Hands, place: int, left: list[int]) -> list[float]:
        cards = sum(left)
        out = [0.0] * len(self._stakes)
        for value in range(VALUES):
            after = hands.after[VALUES * place + value]
            if left[value] > 0 and after >= 0:
                share = left[value] / cards
                rest = left[:]
                rest[value] -= 1
                for number, won in enumerate(self.outlook(after, rest).then):
                    out[number] += share * won
        return out

    def _better(self, hand: int, stopping: list[float], drawing: list[float]) -> list[float]:
        """A dealer who may compare stops with each player apart; else all go together."""
        if not stopping or not drawing:
            return stopping or drawing
        if (
            self._deals
            and self._compiled.compare
            and points(hand, self._compiled) >= self._compiled.dealer_may_compare_from
        ):
            return [max(stop, drawing[number]) for number, stop in enumerate(stopping)]
        return stopping if _total(stopping) >= _total(drawing) else drawing


def _total(amounts: list[float]) -> float:
    total = 0.0  # compiled, `sum` takes what begins with 0 for whole numbers
    for amount in amounts:
        total += amount
    return total


def unseen(seen: list[int]) -> list[int]:
    """How many cards of each value are left when so many of each have been seen."""
    return [len(cards_worth(value)) - seen[value] for value in range(VALUES)]
