"""Rule-based bots: `Planner` collects the contract, `Heuristic` plays as the rules say, `Easy` errs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chieu.core.cards import Card, Cards
from chieu.core.extras import Bot
from chieu.core.rng import Rng
from chieu.games.rummy.ai.contract_distance import completed, distance
from chieu.games.rummy.hands import CompiledRules, cards_of, compile_rules, fitting, masks_of, melds_of
from chieu.games.rummy.messages import Action, Discard, Draw, LayDown, LayOff, MeldView, Swap, Take, View
from chieu.games.rummy.rules import Rules


class _Player(Bot):
    """Common part: draw, lay down as soon as possible, lay off all that fits, discard. Stateless."""

    def __init__(self, rules: Rules, seat: int, rng: Rng) -> None:
        self._rules = rules
        self._seat = seat
        self._rng = rng

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if view.phase == "draw":
            wanted = Take() if view.discard is not None and self._takes(view, view.discard) else Draw()
            return wanted if wanted in legal else legal[0]
        compiled = self._compiled(view)
        lay_downs = [action for action in legal if isinstance(action, LayDown)]
        if lay_downs:
            return max(lay_downs, key=lambda action: _lay_down_rating(compiled, action))
        lay_offs = [action for action in legal if isinstance(action, LayOff | Swap)]
        if lay_offs:
            # RM-21: naturals first, so that no wild takes their place; then swaps; then wilds.
            return min(
                lay_offs, key=lambda action: 1 if isinstance(action, Swap) else 2 * compiled.is_wild(action.card)
            )
        hand = self._hand(view)
        naturals = [card for card in hand if not compiled.is_wild(card)]
        return Discard(self._least_wanted(view, hand, naturals) if naturals else hand[0])

    def _takes(self, view: View, card: Card) -> bool:
        """RM-20: take a wild or a wanted card; after laying down, only a card that can be laid off."""
        if view.seats[self._seat].laid_down:
            return bool(self._fitting(view, view.melds) >> card & 1)
        return bool(self._compiled(view).is_wild(card)) or self._wants(view, card)

    def _wants(self, view: View, card: Card) -> bool:
        raise NotImplementedError

    def _least_wanted(self, view: View, hand: Cards, naturals: list[Card]) -> Card:
        raise NotImplementedError

    def _compiled(self, view: View) -> CompiledRules:
        return compile_rules(self._rules, len(view.seats))

    def _fitting(self, view: View, melds: Sequence[MeldView]) -> int:
        """RM-9: return a mask of all cards that can be laid off on any of these melds."""
        compiled = self._compiled(view)
        return int(fitting(compiled, melds_of(compiled, melds)))

    def _hand(self, view: View) -> Cards:
        cards = view.seats[self._seat].cards
        assert cards is not None
        return cards


class Planner(_Player):
    """Collects from its first turn what is nearest to the contract, and discards what it can spare."""

    def _wants(self, view: View, card: Card) -> bool:
        hand = self._hand(view)
        return self._distance(view, (*hand, card))[0] < self._distance(view, hand)[0]

    def _least_wanted(self, view: View, hand: Cards, naturals: list[Card]) -> Card:
        """Choose a card it can spare, preferably one that nobody can lay off, with the most points."""
        down = view.seats[self._seat].laid_down
        loose = -1 if down else self._distance(view, hand)[1]
        avoided, compiled = self._avoided(view), self._compiled(view)

        def cost(card: Card) -> tuple[bool, bool, int]:
            return not loose >> card & 1, bool(avoided >> card & 1), -_points(compiled, card)

        return _cheapest(naturals, cost, self._rng)

    def _avoided(self, view: View) -> int:
        """Return a mask of the cards that somebody can lay off."""
        return self._fitting(view, view.melds)

    def _distance(self, view: View, hand: Cards) -> tuple[int, int]:
        """Return how many cards a hand lacks for the contract, and a mask of the naturals it can spare."""
        compiled = self._compiled(view)
        gone, _ = masks_of(card for meld in view.melds for card in meld.cards)
        missing, loose = distance(compiled, compiled.contracts[view.round - 1], *masks_of(hand), gone)
        return int(missing), int(loose)


class Heuristic(_Player):
    """RM-20 to RM-22: collects ranks, and keeps completed melds and ranks that others could use."""

    def _wants(self, view: View, card: Card) -> bool:
        """RM-20: want a rank that it holds or that anybody has laid down."""
        wild = self._compiled(view).is_wild
        melded = {laid.rank for meld in view.melds for laid in meld.cards if not wild(laid)}
        return card.rank in melded or any(held.rank == card.rank for held in self._hand(view))

    def _least_wanted(self, view: View, hand: Cards, naturals: list[Card]) -> Card:
        """RM-22: apply the criteria in order, each among the cards that the ones before leave equal."""
        compiled = self._compiled(view)
        complete = int(completed(compiled, compiled.contracts[view.round - 1], *masks_of(hand)))
        theirs = self._fitting(view, [meld for meld in view.melds if meld.owner != self._seat])
        avoided = {card.rank for card in cards_of(theirs, 0)}
        own = self._fitting(view, [meld for meld in view.melds if meld.owner == self._seat])

        def cost(card: Card) -> tuple[bool, bool, bool, bool, int]:
            return (
                bool(complete >> card & 1),
                card.rank in avoided,
                bool(own >> card & 1),
                sum(held.rank == card.rank for held in naturals) > 1,
                -_points(compiled, card),
            )

        return _cheapest(naturals, cost, self._rng)


class Easy(Planner):
    """Beginner: overlooks one useful discard in three, and what others can lay off."""

    def _wants(self, view: View, card: Card) -> bool:
        return self._rng.below(3) > 0 and super()._wants(view, card)

    def _avoided(self, view: View) -> int:
        del view
        return 0


def _cheapest(cards: Sequence[Card], cost: Any, rng: Rng) -> Card:
    """Return a card of the lowest cost; ties are broken at random."""
    costs = [cost(card) for card in cards]
    lowest = min(costs)
    return rng.pick([card for card, own in zip(cards, costs, strict=True) if own == lowest])


def _points(compiled: CompiledRules, card: Card) -> int:
    return int(compiled.points(1 << card, 0))


def _lay_down_rating(compiled: CompiledRules, action: LayDown) -> tuple[int, int]:
    """RM-21: prefer few wilds, as they can be laid off on any meld later, then many points."""
    cards = [card for meld in action.melds for card in meld]
    return -sum(bool(compiled.is_wild(card)) for card in cards), sum(_points(compiled, card) for card in cards)
