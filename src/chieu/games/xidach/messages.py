"""Messages of Xì Dách: actions, facts and views."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from chieu.core.cards import Cards
from chieu.core.field_types import BesideDealer, Chips, Order, Seat, Seats, Within
from chieu.core.notation import BaseAction
from chieu.games.xidach.rules import largest_loss, largest_win

Result: TypeAlias = Literal["win", "push", "loss"]
HandName: TypeAlias = Literal["xi_bang", "xi_dach", "ngu_linh", "quac", "non", "du"]
Phase: TypeAlias = Literal["stakes", "side", "shuffle", "players", "dealer", "over"]

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)  # index: stage number in the kernel
HAND_NAMES: Final[tuple[HandName, ...]] = get_args(HandName)


class Stake(BaseAction, frozen=True, tag="stake"):
    """XD-30: stake chips on the coming deal."""

    amount: Annotated[int, Within("stake_min", "stake_max")]


class DealFrom(BaseAction, frozen=True, tag="deal_from"):
    """XD-11: choose the neighbour to start with."""

    side: BesideDealer


class Draw(BaseAction, frozen=True, tag="draw"):
    """Take one more card."""


class Stand(BaseAction, frozen=True, tag="stand"):
    """End the turn. A Quắc hand stands too, so that nobody can tell."""


class Compare(BaseAction, frozen=True, tag="compare"):
    """XD-16: the dealer settles with one player now."""

    seat: Seat


Action: TypeAlias = Stake | DealFrom | Draw | Stand | Compare


class Staked(msgspec.Struct, frozen=True, tag="staked"):
    """A player staked chips."""

    seat: Seat
    amount: int


class SideChosen(msgspec.Struct, frozen=True, tag="side_chosen"):
    """The dealer chose the neighbour to start with."""

    side: BesideDealer


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Two cards each were dealt in this order; each seat sees its own."""

    order: Order
    cards: Cards = ()


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """A seat drew a card; only viewers who see the hand see which."""

    seat: Seat
    cards: Cards = ()


class Stood(msgspec.Struct, frozen=True, tag="stood"):
    """A seat ended its turn."""

    seat: Seat


class Compared(msgspec.Struct, frozen=True, tag="compared"):
    """The dealer chose to compare with this player."""

    seat: Seat


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """A hand became public. A hand without a name goes by its total."""

    seat: Seat
    cards: Cards
    name: HandName | None
    total: int


class Settled(msgspec.Struct, frozen=True, tag="settled"):
    """A player's result is final."""

    seat: Seat
    result: Result
    chips: Chips


Fact: TypeAlias = Staked | SideChosen | Dealt | Drawn | Stood | Compared | Opened | Settled


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One viewer's knowledge of one seat.

    `cards`, `name` and `total` are set only if the hand is the viewer's own or public; a hand without a name goes by
    its total, at most 31: a hand of 21 may still draw a ten. `public`: everybody sees the hand.
    """

    stake: Annotated[int, Within(0, "stake_max")]
    count: Annotated[int, Within(0, 5)]
    done: bool = False
    cards: Annotated[Cards, Within(0, 5)] | None = None
    name: HandName | None = None
    total: Annotated[int, Within(0, 31)] | None = None
    result: Result | None = None
    chips: Annotated[Chips, Within(largest_loss, largest_win)] | None = None
    public: bool = False


class View(msgspec.Struct, frozen=True):
    """One viewer's knowledge of the deal."""

    you: Seat | None
    phase: Phase
    dealer: Seat
    order: Order
    to_act: Seats
    seats: tuple[SeatView, ...]
