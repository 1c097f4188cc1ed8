"""Sort the viewer's own hand: by rank, by suit, or as dealt.

Each game has its own type of view. By convention the viewer's cards are in the field `hand`, or in `cards` of the
viewer's entry in `seats`. Only these are sorted; cards on the table stay as they were played.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from chieu.core.cards import Card

Order: TypeAlias = Literal["dealt", "rank", "suit"]
ORDERS: Final[tuple[Order, ...]] = ("dealt", "rank", "suit")


def arranged(view: Any, seat: int, order: Order) -> Any:
    """Return the view with the viewer's own hand sorted."""
    if order == "dealt" or not isinstance(view, msgspec.Struct):
        return view
    changes: dict[str, Any] = {}
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if name == "hand" and _is_hand(value):
            changes[name] = _sorted(value, order)
        elif name == "seats" and isinstance(value, tuple) and len(value) > seat:
            mine = value[seat]
            cards: Any = getattr(mine, "cards", None)
            if _is_hand(cards):
                mine = msgspec.structs.replace(mine, cards=_sorted(cards, order))
                changes[name] = (*value[:seat], mine, *value[seat + 1 :])
    return msgspec.structs.replace(view, **changes) if changes else view


def own_cards(view: Any, seat: int) -> tuple[Card, ...]:
    """Return the viewer's own cards, if any are visible."""
    hand: Any = getattr(view, "hand", None)
    if _is_hand(hand):
        return tuple(hand)
    seats = getattr(view, "seats", ())
    cards: Any = getattr(seats[seat], "cards", None) if seat < len(seats) else None
    return tuple(cards) if _is_hand(cards) else ()


def _is_hand(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(card, Card) for card in value)


def _sorted(cards: tuple[Card, ...], order: Order) -> tuple[Card, ...]:
    if order == "rank":
        return tuple(sorted(cards))
    return tuple(sorted(cards, key=lambda card: (card >= 52, card.suit, card.rank)))
