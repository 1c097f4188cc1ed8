"""Argument checks that all games share: seats, viewers, shuffles.

Compiled where it can be.
"""

from __future__ import annotations

from typing import Any

from chieu.core.cards import DECK, Cards
from chieu.core.game import CHANCE, Illegal, Shuffle, no_such_seat, wrong_action
from chieu.core.masks import are_cards, is_whole_deck


def check_table(seats: int, allowed: range, sitting: tuple[int, ...], rule: str = "") -> None:
    """Raise `Illegal` if the game does not allow this many seats or one of `sitting` is not among them."""
    if seats not in allowed:
        raise Illegal("bad_seats", rule, least=allowed[0], most=allowed[-1], seats=seats)
    for seat in sitting:
        check_seat(seat, seats)


def check_seat(seat: int, seats: int) -> None:
    """Raise `Illegal` if a deal with this many seats does not have this one."""
    if not 0 <= seat < seats:
        raise no_such_seat(seat, seats)


def check_viewer(viewer: int | None, seats: int) -> int:
    """Return the viewer's seat, -1 for a spectator (None). Raise `Illegal` if there is no such seat."""
    if viewer is None:
        return -1
    check_seat(viewer, seats)
    return viewer


def not_waiting(to_act: tuple[int, ...]) -> Illegal:
    """Return the error for a seat that acts although others are to act, or nobody is."""
    if not to_act:
        return Illegal("deal_over")
    return Illegal("not_your_turn", waiting=", ".join([str(seat) for seat in to_act]))


def is_one_of(action: Any, offered: tuple[Any, ...]) -> bool:
    """Return True if an action is one that `legal` offers.

    Equality is not enough: `True == 1 == 1.0`, so the `repr` must match too.
    """
    return any(action == option and repr(action) == repr(option) for option in offered)


def checked_order(action: Any, due: Cards, to_act: tuple[int, ...]) -> Cards:
    """Return the order of a `Shuffle` of the cards `due`.

    Raise `Illegal` if chance is not to act, or the action is anything but an order of these cards.
    """
    if to_act != (CHANCE,):
        raise not_waiting(to_act)
    kind = type(action)
    if kind is not Shuffle:
        raise wrong_action((Shuffle,))
    order: Any = action.order
    if not are_cards(order) or not (is_whole_deck(order) if due is DECK else sorted(order) == sorted(due)):
        raise Illegal("not_a_shuffle", count=len(due))
    cards: Cards = order
    return cards
