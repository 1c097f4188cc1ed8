"""Actions, facts and views. `chieu.core.field_types` explains the types of their fields."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from chieu.core.cards import Cards
from chieu.core.field_types import Chips, Seat, Seats, Within
from chieu.core.notation import BaseAction

Phase: TypeAlias = Literal["stakes", "shuffle", "over"]


class Stake(BaseAction, frozen=True, tag="stake"):
    """BC-2: stake chips on the coming deal."""

    amount: Annotated[int, Within(1, "stake_max")]


Action: TypeAlias = Stake


class Staked(msgspec.Struct, frozen=True, tag="staked"):
    """A player has staked chips."""

    seat: Seat
    amount: int


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """BC-3: three cards and their points."""

    seat: Seat
    cards: Cards
    points: int


class ShownFaces(msgspec.Struct, frozen=True, tag="shown_faces"):
    """BC-4: three face cards."""

    seat: Seat
    cards: Cards


class Settled(msgspec.Struct, frozen=True, tag="settled"):
    """BC-5: a player won chips from the dealer, or lost them."""

    seat: Seat
    chips: Chips


Fact: TypeAlias = Staked | Shown | ShownFaces | Settled


class SeatView(msgspec.Struct, frozen=True):
    """One viewer's view of one seat; all cards are dealt open."""

    count: int
    cards: Cards | None = None
    stake: int | None = None
    points: int | None = None
    three_faces: bool = False
    chips: Chips | None = None


class View(msgspec.Struct, frozen=True):
    """One viewer's view of the deal."""

    you: Seat | None
    phase: Phase
    dealer: Seat
    to_act: Seats
    seats: tuple[SeatView, ...]
