"""Messages of Chinese Rummy: actions, facts and views."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from chieu.core.cards import Card, Cards
from chieu.core.field_types import BySeat, Place, Seat, Seats, Within
from chieu.core.notation import BaseAction
from chieu.games.rummy.rules import (
    MAX_MELDS,
    MeldKind,
    largest_hand,
    largest_meld,
    largest_wanted,
    most_points,
    most_quiet_turns,
    most_score,
    pack_size,
)

Side: TypeAlias = Literal["on", "under", "over"]
Phase: TypeAlias = Literal["shuffle", "draw", "play", "over"]
Ending: TypeAlias = Literal["lay_down", "lay_off", "discard", "blocked"]

# In the order of the kernel's numbers.
KINDS: Final[tuple[MeldKind, ...]] = get_args(MeldKind)
SIDES: Final[tuple[Side, ...]] = get_args(Side)
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)
MAX_LAID: Final = 4 * MAX_MELDS  # most melds on the table


class Draw(BaseAction, frozen=True, tag="draw"):
    """RM-5: draw the top card of the stock."""


class Take(BaseAction, frozen=True, tag="take"):
    """RM-5, RM-6: take the top discard."""


class LayDown(BaseAction, frozen=True, tag="lay_down"):
    """RM-8: lay down all melds of the round at once. Those of one shape are numbered as given."""

    melds: Annotated[tuple[Cards, ...], Within(1, MAX_MELDS)]


class LayOff(BaseAction, frozen=True, tag="lay_off"):
    """RM-9: add a card to a meld: `on` a set, `under` or `over` a run. Melds are numbered as laid, from 0."""

    card: Card
    meld: Annotated[Place, Within(0, MAX_LAID - 1)]
    side: Side


class Swap(BaseAction, frozen=True, tag="swap"):
    """Replace a wild by the card it stands for, and take the wild into the hand."""

    card: Card
    meld: Annotated[Place, Within(0, MAX_LAID - 1)]


class Discard(BaseAction, frozen=True, tag="discard"):
    """RM-5: discard a card and end the turn."""

    card: Card


Action: TypeAlias = Draw | Take | LayDown | LayOff | Swap | Discard


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """RM-2, RM-3: a round was dealt; each seat sees its own cards. `up` is the first discard."""

    round: int
    dealer: Seat
    count: int
    up: Card | None
    cards: Cards = ()


class Reshuffled(msgspec.Struct, frozen=True, tag="reshuffled"):
    """RM-11: the discards under the top one became the stock."""

    count: int


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """A seat drew from the stock; only that seat sees the card."""

    seat: Seat
    cards: Cards = ()


class Taken(msgspec.Struct, frozen=True, tag="taken"):
    """A seat took the top discard, face up."""

    seat: Seat
    card: Card


class LaidDown(msgspec.Struct, frozen=True, tag="laid_down"):
    """A seat laid down the contract; its melds are numbered from `first`."""

    seat: Seat
    first: Place
    melds: tuple[Cards, ...]


class LaidOff(msgspec.Struct, frozen=True, tag="laid_off"):
    """A card was added to a meld; `onto` is the meld before that."""

    seat: Seat
    card: Card
    meld: Place
    side: Side
    onto: Cards


class Swapped(msgspec.Struct, frozen=True, tag="swapped"):
    """A card replaced a wild, which went into the hand; `onto` is the meld before that."""

    seat: Seat
    card: Card
    meld: Place
    wild: Card
    onto: Cards


class Discarded(msgspec.Struct, frozen=True, tag="discarded"):
    """A seat discarded a card and ended its turn."""

    seat: Seat
    card: Card


class Stalled(msgspec.Struct, frozen=True, tag="stalled"):
    """RM-13: nobody laid anything down or off in this many turns of every seat, so the round is blocked."""

    turns: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """RM-10, RM-12: the round ended: how, each seat's points, and the scores so far."""

    winner: Seat | None
    how: Ending
    points: BySeat[int]
    scores: BySeat[int]
    hands: BySeat[Cards]


class Won(msgspec.Struct, frozen=True, tag="won"):
    """RM-12: the last round is over and these seats have the lowest score."""

    winners: Seats


Fact: TypeAlias = Dealt | Reshuffled | Drawn | Taken | LaidDown | LaidOff | Swapped | Discarded | Stalled | Ended | Won


class WantedView(msgspec.Struct, frozen=True):
    """One meld of the contract, and how many of its cards must be natural."""

    kind: MeldKind
    size: Annotated[int, Within(0, largest_wanted)]
    naturals: Annotated[int, Within(0, largest_wanted)]


class MeldView(msgspec.Struct, frozen=True):
    """A meld on the table. A run's cards go from its low end to its high end, wilds in their places."""

    owner: Seat
    kind: MeldKind
    cards: Annotated[Cards, Within(0, largest_meld)]


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One viewer's knowledge of one seat; `cards` only of its own hand, or once the round is over."""

    count: Annotated[int, Within(0, largest_hand)]
    laid_down: bool
    score: Annotated[int, Within(0, most_score)]
    cards: Annotated[Cards, Within(0, largest_hand)] | None = None
    points: Annotated[int, Within(0, most_points)] | None = None


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """One viewer's knowledge of the round. Of the discards only the top one is shown: the others are dead.

    A seat's `score` includes this round once it is over; `winners` is set after the last round. `quiet_left` is how
    many more consecutive turns without laying down or off block the round (RM-13); 0 if that ended it. `blocked_soon`:
    few enough are left to warn the players.
    """

    you: Seat | None
    phase: Phase
    round: Annotated[int, Within(1, "rounds")]
    rounds: Annotated[int, Within(1, "rounds")]
    contract: Annotated[tuple[WantedView, ...], msgspec.Meta(max_length=MAX_MELDS)]
    wild_ranks: str
    ace_low: bool
    joker_swap: bool
    dealer: Seat
    to_act: Seats
    stock: Annotated[int, Within(0, pack_size)]
    discard: Card | None
    melds: Annotated[tuple[MeldView, ...], msgspec.Meta(max_length=MAX_LAID)]
    seats: tuple[SeatView, ...]
    quiet_left: Annotated[int, Within(0, most_quiet_turns)]
    blocked_soon: bool
    winner: Seat | None = None
    how: Ending | None = None
    winners: Seats = ()
