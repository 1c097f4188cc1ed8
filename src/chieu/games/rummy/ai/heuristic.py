"""Two players, from what their seat sees: one that collects what the round asks for, and the one the rules describe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.cards import Card, Cards
from chieu.core.rng import Rng
from chieu.games.rummy.ai.kernel_view import compile_rules, completed, fitting, nearest
from chieu.games.rummy.messages import Action, Discard, Draw, LayDown, LayOff, Swap, Take, View
from chieu.games.rummy.rules import Rules


class _Player:
    """What both do: draw, lay down as soon as they can, lay off all that fits, discard. They remember nothing."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        del rules  # what it needs of them is in the view
        self._seat = seat
        self._rng = rng

    def see(self, fact: Any) -> None:
        """Goes by the view alone."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if view.phase == "draw":
            wanted = Take() if view.discard is not None and self._takes(view, view.discard) else Draw()
            return wanted if wanted in legal else legal[0]
        lay_downs = [action for action in legal if isinstance(action, LayDown)]
        if lay_downs:
            return max(lay_downs, key=lambda action: _cheapness(view, action))
        additions = [action for action in legal if isinstance(action, LayOff | Swap)]
        if additions:
            return min(additions, key=lambda action: _eagerness(view, action))
        hand = self._hand(view)
        naturals = [card for card in hand if not compile_rules(view).is_wild(card)]
        return Discard(self._least_wanted(view, hand, naturals) if naturals else hand[0])

    def _takes(self, view: View, card: Card) -> bool:
        """RM-20: a wild, or what is wanted; once it is down, what can be laid off at once."""
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
    """Collects from its first turn what is nearest to the contract, and throws away what it can do without."""

    def _wants(self, view: View, card: Card) -> bool:
        hand = self._hand(view)
        return nearest(view, (*hand, card))[0] < nearest(view, hand)[0]

    def _least_wanted(self, view: View, hand: Cards, naturals: list[Card]) -> Card:
        """Of what is loose what nobody can lay off, and of that what costs most."""
        down = view.seats[self._seat].laid_down
        loose = -1 if down else nearest(view, hand)[1]
        theirs = fitting(view, view.melds)

        def misgivings(card: Card) -> tuple[bool, bool, int]:
            return not loose >> card & 1, bool(theirs >> card & 1), -_points(view, card)

        return _least(naturals, misgivings, self._rng)


class Heuristic(_Player):
    """RM-20 to RM-22: collects ranks, and keeps completed melds and what others could use."""

    def _wants(self, view: View, card: Card) -> bool:
        """RM-20: a rank that it holds or that anybody has laid down."""
        wild = compile_rules(view).is_wild
        melded = {one.rank for meld in view.melds for one in meld.cards if not wild(one)}
        return card.rank in melded or any(one.rank == card.rank for one in self._hand(view))

    def _least_wanted(self, view: View, hand: Cards, naturals: list[Card]) -> Card:
        """RM-22, one wish after the other, each among those that the wishes before it leave."""
        kept = completed(view, hand)
        theirs = fitting(view, [meld for meld in view.melds if meld.owner != self._seat])
        own = fitting(view, [meld for meld in view.melds if meld.owner == self._seat])

        def misgivings(card: Card) -> tuple[bool, bool, bool, bool, int]:
            return (
                bool(kept >> card & 1),
                bool(theirs >> card & 1),
                bool(own >> card & 1),
                sum(one.rank == card.rank for one in naturals) > 1,
                -_points(view, card),
            )

        return _least(naturals, misgivings, self._rng)


def _least(cards: Sequence[Card], misgivings: Any, rng: Rng) -> Card:
    """A card about which there are the fewest misgivings."""
    told = [misgivings(card) for card in cards]
    least = min(told)
    return rng.pick([card for card, one in zip(cards, told, strict=True) if one == least])


def _points(view: View, card: Card) -> int:
    return int(compile_rules(view).points(1 << card, 0))


def _cheapness(view: View, action: LayDown) -> tuple[int, int]:
    """RM-21: few wilds, since they go off onto any meld later, and many points."""
    cards = [card for meld in action.melds for card in meld]
    return -sum(bool(compile_rules(view).is_wild(card)) for card in cards), sum(_points(view, card) for card in cards)


def _eagerness(view: View, action: LayOff | Swap) -> int:
    """RM-21: naturals first, so that no wild takes their place; then wilds won by a swap; then the wilds themselves."""
    if isinstance(action, Swap):
        return 1
    return 2 if compile_rules(view).is_wild(action.card) else 0
