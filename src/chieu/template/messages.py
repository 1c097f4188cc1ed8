"""Actions, facts and views. `chieu.core.field_types` explains the types of their fields."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from chieu.core.cards import Cards
from chieu.core.field_types import Chips, Order, Seat, Seats, Within
from chieu.core.notation import BaseAction

Phase: TypeAlias = Literal["shuffle", "choice", "over"]


class Keep(BaseAction, frozen=True, tag="keep"):
    """HC-3: keep the card."""


class Swap(BaseAction, frozen=True, tag="swap"):
    """HC-3: discard the card and take the next one of the deck."""


Action: TypeAlias = Keep | Swap


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Every seat got a card, in this order; a seat sees its own."""

    order: Order
    cards: Cards = ()


class Kept(msgspec.Struct, frozen=True, tag="kept"):
    """A seat kept its card."""

    seat: Seat


class Swapped(msgspec.Struct, frozen=True, tag="swapped"):
    """A seat swapped its card; only that seat sees the new one."""

    seat: Seat
    cards: Cards = ()


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """All seats have chosen, and a seat's card is open."""

    seat: Seat
    cards: Cards


class Settled(msgspec.Struct, frozen=True, tag="settled"):
    """A seat won or lost chips."""

    seat: Seat
    chips: Chips


Fact: TypeAlias = Dealt | Kept | Swapped | Shown | Settled


class SeatView(msgspec.Struct, frozen=True):
    """One viewer's view of one seat: `cards` if they are its own, or open."""

    count: Annotated[int, Within(0, 1)]
    cards: Annotated[Cards, Within(0, 1)] | None = None
    swapped: bool = False
    chips: Chips | None = None


class View(msgspec.Struct, frozen=True):
    """One viewer's view of the deal."""

    you: Seat | None
    phase: Phase
    dealer: Seat
    to_act: Seats
    seats: tuple[SeatView, ...]
