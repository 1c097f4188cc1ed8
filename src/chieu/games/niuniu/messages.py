"""What is said at a Niu Niu table: actions, facts, and what a seat may see."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from chieu.core.cards import Cards
from chieu.core.field_types import BySeat, Chips, Order, Place, Seat, Seats, Sum, Within
from chieu.games.niuniu.rules import Rules

Phase: TypeAlias = Literal["stakes", "shuffle", "bids", "over"]
Result: TypeAlias = Literal["win", "push", "loss"]
# Why chips stay where they are: hands that do not differ, a better hand that pays nothing, a table that pays the stake.
Because: TypeAlias = Literal["equal", "no_pay", "stake_back"]
# What a hand pays for; of equal multiples the later one is named.
HandReason: TypeAlias = Literal[
    "no_base",
    "plain",
    "bull_7_8",
    "bull_9",
    "bull_bull",
    "sum_ten",
    "pair",
    "face_and_spade_ace",
    "five_faces",
    "bomb",
    "five_small",
]

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)  # in the order of the kernel's numbers
TOP_BID: Final = 4


class Stake(msgspec.Struct, frozen=True, tag="stake"):
    """NN-20: put chips on the hand."""

    amount: Annotated[int, Within("stake_min", "stake_max")]


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    """NN-23: offer to bank at so many times the stakes."""

    times: Annotated[int, Within(1, TOP_BID)]


Action: TypeAlias = Stake | Bid


class Staked(msgspec.Struct, frozen=True, tag="staked"):
    """A player's chips are on the mat."""

    seat: Seat
    amount: int


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """NN-23: four cards each, in this order; a seat sees its own."""

    order: Order
    cards: Cards = ()


class BidPlaced(msgspec.Struct, frozen=True, tag="bid_placed"):
    """A seat has bid; how much stays its secret until all have."""

    seat: Seat


class BankWon(msgspec.Struct, frozen=True, tag="bank_won"):
    """All bids, by seat, and who banks at how many times the stakes."""

    bids: BySeat[int]
    banker: Seat
    times: int


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """NN-9: a hand, the base that was chosen and why. The sums are what the cards count in them (NN-2)."""

    seat: Seat
    cards: Cards
    base: Cards
    base_sum: Sum
    final: Cards
    final_sum: Sum
    multiple: int
    reason: HandReason
    bull: int


class ShownWhole(msgspec.Struct, frozen=True, tag="shown_whole"):
    """A hand that pays as a whole, or that has no base and pays nothing; and what its cards count (NN-2)."""

    seat: Seat
    cards: Cards
    cards_sum: Sum
    multiple: int
    reason: HandReason
    bull: int


class Settled(msgspec.Struct, frozen=True, tag="settled"):
    """What a player won or lost; where that is nothing, why."""

    seat: Seat
    result: Result
    chips: Chips
    because: Because | None = None


Fact: TypeAlias = Staked | Dealt | BidPlaced | BankWon | Shown | ShownWhole | Settled


class HandView(msgspec.Struct, frozen=True):
    """NN-9: what a hand pays and why. `base` and `final` are places among the seat's cards, counted from 0;
    `values` are what the cards count in sums (NN-2)."""

    multiple: int
    base: Annotated[tuple[Place, ...], msgspec.Meta(max_length=3)]
    final: Annotated[tuple[Place, ...], msgspec.Meta(max_length=2)]
    reason: HandReason
    bull: int
    values: Annotated[tuple[int, ...], msgspec.Meta(max_length=5)]


class Odd(msgspec.Struct, frozen=True):
    """NN-2: a card that counts something else in sums than its number: its place among the seat's cards, from 0."""

    place: Place
    value: int


class SeatView(msgspec.Struct, frozen=True):
    """What one viewer may know of one seat. `cards` and `bid` only where they are theirs or public; `odd` are those of
    the cards that count something else than their number, `because` says why nothing was won or lost."""

    stake: int
    count: int
    has_bid: bool
    cards: Cards | None = None
    bid: int | None = None
    hand: HandView | None = None
    result: Result | None = None
    chips: Chips | None = None
    odd: Annotated[tuple[Odd, ...], msgspec.Meta(max_length=5)] = ()
    because: Because | None = None


class View(msgspec.Struct, frozen=True):
    """What one viewer may know of the deal. There is no banker while an auction is on.

    The rules are there for players who reckon with them; as JSON only what departs from the defaults.
    """

    you: Seat | None
    rules: Rules
    phase: Phase
    banker: Seat | None
    times: int
    order: Order
    to_act: Seats
    seats: tuple[SeatView, ...]
