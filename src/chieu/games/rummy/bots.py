"""The opponent that the rules describe, from what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from chieu.core.cards import Card, Cards
from chieu.core.luck import Luck
from chieu.games.rummy import finder, hands
from chieu.games.rummy.rules import Rules
from chieu.games.rummy.vocabulary import (
    Action,
    Dealt,
    Discard,
    Discarded,
    Draw,
    LayDown,
    LayOff,
    MeldView,
    Swap,
    Take,
    View,
    WantedView,
)

_PATIENCE: Final = 12  # turns of its own without laying down before it thinks again
_BREAK_UP: Final = 6  # one time in so many it then lets go of something it collects


class Heuristic:
    """RM-20 to RM-22: collects ranks, lays down as soon as it can, keeps wilds and what others could use.

    Two players who collect ranks can hold each other up for ever where a round asks for runs. A player who gets nowhere
    for long therefore looks for the cards nearest to the contract, keeps those, and now and then breaks them up.
    """

    def __init__(self, rules: Rules, seat: int, luck: Luck) -> None:
        del rules  # what it needs of them is in the view
        self._seat = seat
        self._luck = luck
        self._turns = 0

    def see(self, fact: Any) -> None:
        """Counts its turns in the round and remembers nothing else: that is how its authors describe it."""
        if isinstance(fact, Dealt):
            self._turns = 0
        elif isinstance(fact, Discarded) and fact.seat == self._seat:
            self._turns += 1

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        if view.phase == "draw":
            wanted = Take() if view.discard is not None and self._wants(view, view.discard) else Draw()
            return wanted if wanted in legal else legal[0]
        lay_downs = [action for action in legal if isinstance(action, LayDown)]
        if lay_downs:
            return max(lay_downs, key=lambda action: _cheapness(view, action))
        additions = [action for action in legal if isinstance(action, LayOff | Swap)]
        if additions:
            return min(additions, key=lambda action: _eagerness(view, action))
        return Discard(self._to_discard(view))

    def _wants(self, view: View, card: Card) -> bool:
        """RM-20: before laying down a wild or a rank that it or anybody collects; after that what goes off at once."""
        if view.seats[self._seat].laid_down:
            return any(_fits(view, card, meld) for meld in view.melds)
        if _is_wild(view, card):
            return True
        if self._turns >= _PATIENCE:
            return nearest(view, (*self._hand(view), card))[0] < nearest(view, self._hand(view))[0]
        melded = {one.rank for meld in view.melds for one in meld.cards if not _is_wild(view, one)}
        return card.rank in melded or any(one.rank == card.rank for one in self._hand(view))

    def _to_discard(self, view: View) -> Card:
        """RM-22, one wish after the other, each among those that the wishes before it leave."""
        hand = self._hand(view)
        naturals = [card for card in hand if not _is_wild(view, card)]
        if not naturals:
            return hand[0]
        if self._turns >= _PATIENCE and not view.seats[self._seat].laid_down:
            return self._think_again(view, naturals)
        kept = completed(view, hand)
        own = [meld for meld in view.melds if meld.owner == self._seat]
        others = [meld for meld in view.melds if meld.owner != self._seat]

        def misgivings(card: Card) -> tuple[bool, bool, bool, bool, int]:
            return (
                card in kept,
                any(_fits(view, card, meld) for meld in others),
                any(_fits(view, card, meld) for meld in own),
                sum(one.rank == card.rank for one in naturals) > 1,
                -_points(view, card),
            )

        least = min(misgivings(card) for card in naturals)
        return self._luck.pick([card for card in naturals if misgivings(card) == least])

    def _think_again(self, view: View, naturals: list[Card]) -> Card:
        _, kept = nearest(view, self._hand(view))
        loose = [card for card in naturals if card not in kept]
        return self._luck.pick(loose if loose and self._luck.below(_BREAK_UP) > 0 else naturals)

    def _hand(self, view: View) -> Cards:
        cards = view.seats[self._seat].cards
        assert cards is not None
        return cards


def completed(view: View, hand: Cards) -> frozenset[Card]:
    """RM-22: the cards of the most required melds that a hand holds at the same time."""
    once, twice = _masks(hand)
    for number in range(len(view.contract), 0, -1):
        for some in combinations(view.contract, number):
            found = finder.way(_tuning(view.wild_ranks, view.ace_low), _part(some), once, twice, 0)
            if found:
                return frozenset(found)
    return frozenset()


def nearest(view: View, hand: Cards) -> tuple[int, frozenset[Card]]:
    """How many cards a hand lacks for the contract, and which of its cards it can then use."""
    once, twice = _masks(hand)
    contract = _part(tuple(WantedView(one.kind, one.size, 1) for one in view.contract))
    whole = sum(one.size for one in view.contract)
    for missing in range(whole):
        found = finder.way(_tuning(view.wild_ranks, view.ace_low), contract, once, twice, missing)
        if found:
            return missing, frozenset(found) & frozenset(hand)
    return whole, frozenset()


def _masks(hand: Cards) -> tuple[int, int]:
    once = twice = 0
    for card in hand:
        twice |= once & (1 << card)
        once |= 1 << card
    return once, twice


@lru_cache(maxsize=64)
def _tuning(wild_ranks: str, ace_low: bool) -> hands.Tuning:
    return hands.Tuning(Rules(wild_ranks=wild_ranks, ace_low=ace_low), 2)


@lru_cache(maxsize=1024)
def _part(melds: tuple[WantedView, ...]) -> hands.Contract:
    kinds = [hands.RUN if one.kind == "run" else hands.SET for one in melds]
    return hands.Contract(0, kinds, [one.size for one in melds], [one.naturals for one in melds])


def _is_wild(view: View, card: Card) -> bool:
    return bool(_tuning(view.wild_ranks, view.ace_low).is_wild(card))


def _points(view: View, card: Card) -> int:
    return int(_tuning(view.wild_ranks, view.ace_low).points(1 << card, 0))


def _fits(view: View, card: Card, meld: MeldView) -> bool:
    tuning = _tuning(view.wild_ranks, view.ace_low)
    kind = hands.RUN if meld.kind == "run" else hands.SET
    return bool(hands.meld_of(tuning, kind, meld.owner, meld.cards).fits(tuning) >> card & 1)


def _cheapness(view: View, action: LayDown) -> tuple[int, int]:
    """RM-21: few wilds, since they go off onto any meld later, and many points."""
    cards = [card for meld in action.melds for card in meld]
    return -sum(_is_wild(view, card) for card in cards), sum(_points(view, card) for card in cards)


def _eagerness(view: View, action: LayOff | Swap) -> int:
    """RM-21: naturals first, so that no wild takes their place; then wilds won by a swap; then the wilds themselves."""
    if isinstance(action, Swap):
        return 1
    return 2 if _is_wild(view, action.card) else 0
