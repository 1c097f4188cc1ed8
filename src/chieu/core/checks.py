"""What every game checks alike: seats, viewers, the order of a shuffle. Compiled where it can be."""

from __future__ import annotations

from typing import Any

from chieu.core.cards import DECK, Cards
from chieu.core.game import CHANCE, Illegal, Shuffle, no_such_seat, wrong_action
from chieu.core.masks import are_cards, is_whole_deck


def check_table(seats: int, allowed: range, sitting: tuple[int, ...], rule: str = "") -> None:
    """That so many may play, which a rule may say, and that these are seats among them."""
    if seats not in allowed:
        raise Illegal("bad_seats", rule, least=allowed[0], most=allowed[-1], seats=seats)
    for seat in sitting:
        check_seat(seat, seats)


def check_seat(seat: int, seats: int) -> None:
    """That a table of so many seats has this one."""
    if not 0 <= seat < seats:
        raise no_such_seat(seat, seats)


def check_viewer(viewer: int | None, seats: int) -> int:
    """That a viewer has a seat here, or is None; gives the seat, and for None, which is anybody, -1."""
    if viewer is None:
        return -1
    check_seat(viewer, seats)
    return viewer


def not_waiting(to_act: tuple[int, ...]) -> Illegal:
    """Why somebody may not act who is not waited for: others are, or nobody."""
    if not to_act:
        return Illegal("deal_over")
    return Illegal("not_your_turn", waiting=", ".join([str(seat) for seat in to_act]))


def is_one_of(action: Any, offered: tuple[Any, ...]) -> bool:
    """Whether an action is one of those that `legal` offers, and not just equal to one: `True` is no 1, nor is 1.0."""
    return any(action == one and repr(action) == repr(one) for one in offered)


def checked_order(action: Any, due: Cards, to_act: tuple[int, ...]) -> Cards:
    """The order of the cards due that `CHANCE` gives; `Illegal` where it gives something else, or no shuffle is due."""
    if to_act != (CHANCE,):
        raise not_waiting(to_act)
    kind = type(action)
    if kind is not Shuffle:
        raise wrong_action((Shuffle,))
    order: Any = action.order
    if not are_cards(order) or not (is_whole_deck(order) if due is DECK else sorted(order) == sorted(due)):
        raise Illegal("not_a_shuffle", count=len(due))
    found: Cards = order
    return found
