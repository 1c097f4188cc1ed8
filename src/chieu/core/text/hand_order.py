"""Sort the viewer's own hand: by rank, by suit, or as dealt.

Each game has its own type of view. By convention the viewer's cards are in the field `hand`, or in `cards` of the
viewer's entry in `seats`. Only these are sorted; cards on the table stay as they were played.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from chieu.core.cards import JOKER, RANKS, SUITS, Card, Cards
from chieu.core.text.presentation import Presentation

Order: TypeAlias = Literal["dealt", "rank", "suit"]
ORDERS: Final[tuple[Order, ...]] = ("dealt", "rank", "suit")


def arranged(view: Any, seat: int, order: Order, presentation: Presentation[Any]) -> Any:
    """Return the view with the viewer's own hand sorted, by the game's order of ranks and suits."""
    if order == "dealt" or not isinstance(view, msgspec.Struct):
        return view
    ranks, suits = presentation.ranks, presentation.suits

    def place(card: Card) -> tuple[bool, int, int]:
        if card >= JOKER:
            return True, card, 0
        rank, suit = ranks.index(RANKS[card.rank]), suits.index(SUITS[card.suit])
        return (False, rank, suit) if order == "rank" else (False, suit, rank)

    seats: Any = getattr(view, "seats", ())
    if hand := _cards(view, "hand"):
        view = replace(view, hand=tuple(sorted(hand, key=place)))
    if seat < len(seats) and (cards := _cards(seats[seat], "cards")):
        sorted_seat = replace(seats[seat], cards=tuple(sorted(cards, key=place)))
        view = replace(view, seats=(*seats[:seat], sorted_seat, *seats[seat + 1 :]))
    return view


def own_cards(view: Any, seat: int) -> Cards:
    """Return the viewer's own cards, if any are visible."""
    seats = getattr(view, "seats", ())
    return _cards(view, "hand") or (_cards(seats[seat], "cards") if seat < len(seats) else ())


def _cards(struct: Any, field: str) -> Cards:
    """Return the cards in a field; none if it is hidden, missing or holds something else."""
    value: Any = getattr(struct, field, None)
    return value if isinstance(value, tuple) and all(isinstance(card, Card) for card in value) else ()
