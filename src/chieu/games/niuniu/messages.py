"""Actions, facts and views of Niu Niu."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from chieu.core.cards import Cards
from chieu.core.field_types import BySeat, Chips, Order, Place, Seat, Seats, Sum, Within
from chieu.core.notation import BaseAction
from chieu.games.niuniu.rules import TOP_BID, Rules, largest_loss, largest_multiple, largest_times, largest_win

Phase: TypeAlias = Literal["stakes", "shuffle", "bids", "over"]
Result: TypeAlias = Literal["win", "push", "loss"]
# Reasons why no chips moved: equal hands, a better hand that pays 0, a pay table that returns the stake.
Because: TypeAlias = Literal["equal", "no_pay", "stake_back"]
# Reasons for a multiple; of equal multiples the later reason is named.
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


class Stake(BaseAction, frozen=True, tag="stake"):
    """NN-20: stake chips on the hand."""

    amount: Annotated[int, Within("stake_min", "stake_max")]


class Bid(BaseAction, frozen=True, tag="bid"):
    """NN-23: offer to bank at this many times the stakes."""

    times: Annotated[int, Within(1, TOP_BID)]


class Decline(BaseAction, frozen=True, tag="decline"):
    """NN-25: do not bid for the bank."""


Action: TypeAlias = Stake | Bid | Decline


class Staked(msgspec.Struct, frozen=True, tag="staked"):
    """A player's stake is down."""

    seat: Seat
    amount: int


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """NN-23: four cards each, dealt in this order; a seat sees its own."""

    order: Order
    cards: Cards = ()


class BidPlaced(msgspec.Struct, frozen=True, tag="bid_placed"):
    """A seat has bid or declined, which stays secret until all are in."""

    seat: Seat


class BankWon(msgspec.Struct, frozen=True, tag="bank_won"):
    """NN-23: all bids by seat (0: declined), the banker, and the multiple of the stakes."""

    bids: BySeat[int]
    banker: Seat
    times: int


class TieBroken(msgspec.Struct, frozen=True, tag="tie_broken"):
    """NN-23: these seats bid the most; the banker is the first of them to the left of the last one."""

    seats: Seats
    banker: Seat
    last: Seat


class NobodyBid(msgspec.Struct, frozen=True, tag="nobody_bid"):
    """NN-25: all declined, so the last banker banks."""

    banker: Seat


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """NN-9: a hand with the chosen base and the reason. The sums are the values of the cards (NN-2)."""

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
    """A hand that pays as a whole, or has no base and pays nothing; with its values (NN-2)."""

    seat: Seat
    cards: Cards
    cards_sum: Sum
    multiple: int
    reason: HandReason
    bull: int


class Settled(msgspec.Struct, frozen=True, tag="settled"):
    """A player's result. `because` says why no chips moved."""

    seat: Seat
    result: Result
    chips: Chips
    because: Because | None = None


Fact: TypeAlias = Staked | Dealt | BidPlaced | BankWon | TieBroken | NobodyBid | Shown | ShownWhole | Settled


_PlaceInHand: TypeAlias = Annotated[Place, Within(0, 4)]
_Value: TypeAlias = Annotated[int, Within(1, 10)]


class HandView(msgspec.Struct, frozen=True):
    """NN-9: the verdict on a hand.

    `base` and `final` are places among the seat's cards, counted from 0; `values` are what the cards count in sums
    (NN-2).
    """

    multiple: Annotated[int, Within(0, largest_multiple)]
    base: Annotated[tuple[_PlaceInHand, ...], msgspec.Meta(max_length=3)]
    final: Annotated[tuple[_PlaceInHand, ...], msgspec.Meta(max_length=2)]
    reason: HandReason
    bull: Annotated[int, Within(0, 10)]
    values: Annotated[tuple[_Value, ...], msgspec.Meta(max_length=5)]


class Odd(msgspec.Struct, frozen=True):
    """NN-2: a card whose value differs from its number; its place among the seat's cards, from 0."""

    place: _PlaceInHand
    value: _Value


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as one viewer sees it.

    `cards` and `bid` (0: declined) are set only if they are the viewer's own or public. `odd` lists the cards whose
    value differs from their number. `because` says why no chips moved.
    """

    stake: Annotated[int, Within(0, "stake_max")]
    count: Annotated[int, Within(0, 5)]
    has_bid: bool
    cards: Annotated[Cards, Within(0, 5)] | None = None
    bid: Annotated[int, Within(0, TOP_BID)] | None = None
    hand: HandView | None = None
    result: Result | None = None
    chips: Annotated[Chips, Within(largest_loss, largest_win)] | None = None
    odd: Annotated[tuple[Odd, ...], msgspec.Meta(max_length=5)] = ()
    because: Because | None = None


class View(msgspec.Struct, frozen=True):
    """A deal as one viewer sees it. There is no banker during an auction.

    The rules are included for players who compute with them; JSON holds only what differs from the defaults.
    """

    you: Seat | None
    rules: Rules
    phase: Phase
    banker: Seat | None
    times: Annotated[int, Within(1, largest_times)]
    order: Order
    to_act: Seats
    seats: tuple[SeatView, ...]
