"""What is said at the table: actions, facts, and what a seat may see. The types of fields say what they stand for."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from chieu.core.cards import Cards
from chieu.core.field_types import Chips, Order, Seat, Seats

Phase: TypeAlias = Literal["shuffle", "choice", "over"]


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """HC-3: stay with the card."""


class Swap(msgspec.Struct, frozen=True, tag="swap"):
    """HC-3: put the card away and take the next one of the deck."""


Action: TypeAlias = Keep | Swap


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A card each, in this order; a seat sees its own."""

    order: Order
    cards: Cards = ()


class Kept(msgspec.Struct, frozen=True, tag="kept"):
    """A seat stays with its card."""

    seat: Seat


class Swapped(msgspec.Struct, frozen=True, tag="swapped"):
    """A seat has another card, and alone sees which."""

    seat: Seat
    cards: Cards = ()


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """All have chosen, and a seat's card is open."""

    seat: Seat
    cards: Cards


class Settled(msgspec.Struct, frozen=True, tag="settled"):
    """What a seat won or lost."""

    seat: Seat
    chips: Chips


Fact: TypeAlias = Dealt | Kept | Swapped | Shown | Settled


class SeatView(msgspec.Struct, frozen=True):
    """What one viewer may know of one seat: `cards` if they are its own, or open."""

    count: int
    cards: Cards | None = None
    swapped: bool = False
    chips: Chips | None = None


class View(msgspec.Struct, frozen=True):
    """What one viewer may know of the deal."""

    you: Seat | None
    phase: Phase
    dealer: Seat
    to_act: Seats
    seats: tuple[SeatView, ...]
