"""What is said at a Chinese Rummy table: actions, facts, and what a seat may see."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from chieu.core.cards import Card, Cards
from chieu.core.field_types import BySeat, Place, Seat, Seats, Within
from chieu.games.rummy.rules import MOST_MELDS, MeldKind

Side: TypeAlias = Literal["on", "under", "over"]
Phase: TypeAlias = Literal["shuffle", "draw", "play", "over"]
Ending: TypeAlias = Literal["lay_down", "lay_off", "discard", "blocked"]

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)  # in the order of the kernel's numbers
MOST_LAID: Final = 4 * MOST_MELDS  # melds on the table


class Draw(msgspec.Struct, frozen=True, tag="draw", forbid_unknown_fields=True):
    """RM-5: take the top card of the stock."""


class Take(msgspec.Struct, frozen=True, tag="take", forbid_unknown_fields=True):
    """RM-5, RM-6: take the top discard."""


class LayDown(msgspec.Struct, frozen=True, tag="lay_down", forbid_unknown_fields=True):
    """RM-8: all the melds of the round in one act, their cards and the melds in any order."""

    melds: tuple[Cards, ...]


class LayOff(msgspec.Struct, frozen=True, tag="lay_off", forbid_unknown_fields=True):
    """RM-9: a card onto a meld: `on` a set, `under` or `over` a run. Melds are numbered as they were laid, from 0."""

    card: Card
    meld: Annotated[Place, Within(0, MOST_LAID - 1)]
    side: Side


class Swap(msgspec.Struct, frozen=True, tag="swap", forbid_unknown_fields=True):
    """A card into the place of a wild that stands for it; the wild comes into the hand."""

    card: Card
    meld: Annotated[Place, Within(0, MOST_LAID - 1)]


class Discard(msgspec.Struct, frozen=True, tag="discard", forbid_unknown_fields=True):
    """RM-5: put one card on the discards and end the turn."""

    card: Card


Action: TypeAlias = Draw | Take | LayDown | LayOff | Swap | Discard


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """RM-2, RM-3: the cards of a round; a seat sees its own. `up` is the first discard."""

    round: int
    dealer: Seat
    count: int
    up: Card | None
    cards: Cards = ()


class Reshuffled(msgspec.Struct, frozen=True, tag="reshuffled"):
    """RM-11: the dead discards are the stock again."""

    count: int


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """A card from the stock; only who drew it sees which."""

    seat: Seat
    cards: Cards = ()


class Taken(msgspec.Struct, frozen=True, tag="taken"):
    """The top discard went into a hand, in everybody's sight."""

    seat: Seat
    card: Card


class LaidDown(msgspec.Struct, frozen=True, tag="laid_down"):
    """A seat met the round's contract; its melds have the numbers from `first` on."""

    seat: Seat
    first: Place
    melds: tuple[Cards, ...]


class LaidOff(msgspec.Struct, frozen=True, tag="laid_off"):
    """A card was added to a meld; `onto` is the meld as it was."""

    seat: Seat
    card: Card
    meld: Place
    side: Side
    onto: Cards


class Swapped(msgspec.Struct, frozen=True, tag="swapped"):
    """A card took the place of a wild, and the wild went into the hand; `onto` is the meld as it was."""

    seat: Seat
    card: Card
    meld: Place
    wild: Card
    onto: Cards


class Discarded(msgspec.Struct, frozen=True, tag="discarded"):
    """A turn ended with this card on top of the discards."""

    seat: Seat
    card: Card


class Stalled(msgspec.Struct, frozen=True, tag="stalled"):
    """RM-13: in so many turns of every seat nobody laid anything down or off, so the round is blocked."""

    turns: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """RM-10, RM-12: the round is over: how, what it cost each seat, and the scores up to now."""

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
    """One meld that the round asks for, and how many of its cards must be natural."""

    kind: MeldKind
    size: int
    naturals: int


class MeldView(msgspec.Struct, frozen=True):
    """A meld on the table. The cards of a run stand from its low end to its high end, wilds in their places."""

    owner: Seat
    kind: MeldKind
    cards: Cards


class SeatView(msgspec.Struct, frozen=True):
    """What one viewer may know of one seat. `cards` only where the hand is theirs or the round is over."""

    count: int
    laid_down: bool
    score: int
    cards: Cards | None = None
    points: int | None = None


class View(msgspec.Struct, frozen=True):
    """What one viewer may know of the round. Of the discards only the top one: what is covered is dead.

    `score` of a seat includes this round once it is over; `winners` is filled when that was the last one. `quiet_left`
    is how many more turns in a row without laying down or off block the round (RM-13); 0 if that is what ended it.
    `blocked_soon`: so few that players should be told.
    """

    you: Seat | None
    phase: Phase
    round: int
    rounds: int
    contract: Annotated[tuple[WantedView, ...], msgspec.Meta(max_length=MOST_MELDS)]
    wild_ranks: str
    ace_low: bool
    joker_swap: bool
    dealer: Seat
    to_act: Seats
    stock: int
    discard: Card | None
    melds: Annotated[tuple[MeldView, ...], msgspec.Meta(max_length=MOST_LAID)]
    seats: tuple[SeatView, ...]
    quiet_left: int
    blocked_soon: bool
    winner: Seat | None = None
    how: Ending | None = None
    winners: Seats = ()
