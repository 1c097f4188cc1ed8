"""Rule-based bots: `Planner` collects the round's contract, `Heuristic` plays as the rules describe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.cards import Card, Cards
from chieu.core.rng import Rng
from chieu.games.rummy.ai.kernel_view import compile_rules, completed, distance, fitting
from chieu.games.rummy.messages import Action, Discard, Draw, LayDown, LayOff, Swap, Take, View
from chieu.games.rummy.rules import Rules


class _Player:
    """Common part: draw, lay down as soon as possible, lay off all that fits, discard. Stateless."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        del rules  # the view shows all it needs of them
        self._seat = seat
        self._rng = rng

    def see(self, fact: Any) -> None:
        """Ignore facts: the view is enough."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if view.phase == "draw":
            wanted = Take() if view.discard is not None and self._takes(view, view.discard) else Draw()
            return wanted if wanted in legal else legal[0]
        lay_downs = [action for action in legal if isinstance(action, LayDown)]
        if lay_downs:
            return max(lay_downs, key=lambda action: _lay_down_key(view, action))
        lay_offs = [action for action in legal if isinstance(action, LayOff | Swap)]
        if lay_offs:
            return min(lay_offs, key=lambda action: _lay_off_key(view, action))
        hand = self._hand(view)
        naturals = [card for card in hand if not compile_rules(view).is_wild(card)]
        return Discard(self._least_wanted(view, hand, naturals) if naturals else hand[0])

    def _takes(self, view: View, card: Card) -> bool:
        """RM-20: take a wild or a wanted card; after laying down, only a card that can be laid off."""
        if view.seats[self._seat].laid_down:
            return bool(fitting(view, view.melds) >> card & 1)
        return bool(compile_rules(view).is_wild(card)) or self._wants(view, card)

    def _wants(self, view: View, card: Card) -> bool:
        raise NotImplementedError

    def _least_wanted(self, view: View, hand: Cards, naturals: list[Card]) -> Card:
        raise NotImplementedError

    def _hand(self, view: View) -> Cards:
        cards = view.seats[self._seat].cards
        assert cards is not None
        return cards


class Planner(_Player):
    """Collects from its first turn what is nearest to the contract, and discards what it can spare."""

    def _wants(self, view: View, card: Card) -> bool:
        hand = self._hand(view)
        return distance(view, (*hand, card))[0] < distance(view, hand)[0]

    def _least_wanted(self, view: View, hand: Cards, naturals: list[Card]) -> Card:
        """Choose a card it can spare, preferably one that nobody can lay off, with the most points."""
        down = view.seats[self._seat].laid_down
        loose = -1 if down else distance(view, hand)[1]
        theirs = fitting(view, view.melds)

        def cost(card: Card) -> tuple[bool, bool, int]:
            return not loose >> card & 1, bool(theirs >> card & 1), -_points(view, card)

        return _cheapest(naturals, cost, self._rng)


class Heuristic(_Player):
    """RM-20 to RM-22: collects ranks, and keeps completed melds and cards that others could use."""

    def _wants(self, view: View, card: Card) -> bool:
        """RM-20: want a rank that it holds or that anybody has laid down."""
        wild = compile_rules(view).is_wild
        melded = {laid.rank for meld in view.melds for laid in meld.cards if not wild(laid)}
        return card.rank in melded or any(held.rank == card.rank for held in self._hand(view))

    def _least_wanted(self, view: View, hand: Cards, naturals: list[Card]) -> Card:
        """RM-22: apply the criteria in order, each among the cards that the ones before leave equal."""
        complete = completed(view, hand)
        theirs = fitting(view, [meld for meld in view.melds if meld.owner != self._seat])
        own = fitting(view, [meld for meld in view.melds if meld.owner == self._seat])

        def cost(card: Card) -> tuple[bool, bool, bool, bool, int]:
            return (
                bool(complete >> card & 1),
                bool(theirs >> card & 1),
                bool(own >> card & 1),
                sum(held.rank == card.rank for held in naturals) > 1,
                -_points(view, card),
            )

        return _cheapest(naturals, cost, self._rng)


def _cheapest(cards: Sequence[Card], cost: Any, rng: Rng) -> Card:
    """Return a card of the lowest cost; ties are broken at random."""
    costs = [cost(card) for card in cards]
    least = min(costs)
    return rng.pick([card for card, own in zip(cards, costs, strict=True) if own == least])


def _points(view: View, card: Card) -> int:
    return int(compile_rules(view).points(1 << card, 0))


def _lay_down_key(view: View, action: LayDown) -> tuple[int, int]:
    """RM-21: prefer few wilds, as they can be laid off on any meld later, then many points."""
    cards = [card for meld in action.melds for card in meld]
    return -sum(bool(compile_rules(view).is_wild(card)) for card in cards), sum(_points(view, card) for card in cards)


def _lay_off_key(view: View, action: LayOff | Swap) -> int:
    """RM-21: naturals first, so that no wild takes their place; then swaps; then wilds."""
    if isinstance(action, Swap):
        return 1
    return 2 if compile_rules(view).is_wild(action.card) else 0
