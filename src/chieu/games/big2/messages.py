"""Actions, facts and views of Big Two."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from chieu.core.cards import Cards
from chieu.core.field_types import BySeat, Chips, Seat, Seats, Within
from chieu.core.notation import BaseAction
from chieu.games.big2.rules import hand_size, highest_price, largest_loss, largest_win

Kind: TypeAlias = Literal[
    "single", "pair", "triple", "straight", "flush", "full_house", "four", "straight_flush", "royal_flush"
]
Phase: TypeAlias = Literal["shuffle", "vote", "play", "over"]
RedealReason: TypeAlias = Literal["four_twos", "votes", "low_hand"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)  # these three in the order of the kernel's numbers
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
REDEAL_REASONS: Final[tuple[RedealReason, ...]] = get_args(RedealReason)
MAX_TURNS: Final = 156  # of a round: 52 single cards, each followed by two passes; a third pass would end the round


class Play(BaseAction, frozen=True, tag="play"):
    """BT-3: play these cards, given in any order."""

    cards: Cards


class Pass(BaseAction, frozen=True, tag="pass"):
    """BT-4: pass this turn."""


class Vote(BaseAction, frozen=True, tag="vote"):
    """BT-19: vote for or against a reshuffle. Votes stay secret until all are in."""

    reshuffle: bool


class Call(BaseAction, frozen=True, tag="call"):
    """BT-16: call the last card."""


class Catch(BaseAction, frozen=True, tag="catch"):
    """BT-16: catch a seat that did not call its last card. A wrong catch tells its number of cards."""

    seat: Seat


class Ask(BaseAction, frozen=True, tag="ask"):
    """BT-17: ask a seat how many cards it holds. Everybody gets the answer."""

    seat: Seat


Action: TypeAlias = Play | Pass | Vote | Call | Catch | Ask


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The cards are dealt; a seat sees its own."""

    cards: Cards = ()


class OddCardTaken(msgspec.Struct, frozen=True, tag="odd_card_taken"):
    """BT-1: the seat with the lowest card took the odd card of the deck. Everybody knows it did."""

    seat: Seat


class Voted(msgspec.Struct, frozen=True, tag="voted"):
    """A seat has voted; only that seat sees its vote."""

    seat: Seat
    reshuffle: bool | None = None


class VotesShown(msgspec.Struct, frozen=True, tag="votes_shown"):
    """BT-19: every seat's vote, once all are in."""

    votes: BySeat[bool]


class Reshuffled(msgspec.Struct, frozen=True, tag="reshuffled"):
    """BT-19: the cards are collected and shuffled again."""

    reason: RedealReason


class Opening(msgspec.Struct, frozen=True, tag="opening"):
    """BT-2: a seat opens the deal. Its play must contain `cards`, if any."""

    seat: Seat
    cards: Cards = ()


class Played(msgspec.Struct, frozen=True, omit_defaults=True, tag="played"):
    """A seat played cards. `rare`: the play is listed in the outcome of the deal."""

    seat: Seat
    cards: Cards
    kind: Kind
    rare: bool = False


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A seat passed."""

    seat: Seat


class ControlTaken(msgspec.Struct, frozen=True, tag="control_taken"):
    """BT-5: a round is over, and this seat leads the next one with any play."""

    seat: Seat


class LastCard(msgspec.Struct, frozen=True, tag="last_card"):
    """BT-16: a seat is down to one card."""

    seat: Seat


class Caught(msgspec.Struct, frozen=True, tag="caught"):
    """BT-16: a seat did not call its last card and must pass its next turn."""

    seat: Seat
    by: Seat


class CaughtNothing(msgspec.Struct, frozen=True, tag="caught_nothing"):
    """BT-16: a wrong catch; everybody learns the seat's number of cards."""

    seat: Seat
    count: int
    by: Seat


class CountTold(msgspec.Struct, frozen=True, tag="count_told"):
    """BT-17: the answer to a question: a seat's number of cards."""

    seat: Seat
    count: int
    by: Seat


class WentOut(msgspec.Struct, frozen=True, tag="went_out"):
    """A seat has played its last card."""

    seat: Seat
    place: int


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The deal is over; the cards a seat has left."""

    seat: Seat
    cards: Cards


class Settled(msgspec.Struct, frozen=True, tag="settled"):
    """BT-20, by places: a stake from each seat behind and one to each seat ahead."""

    seat: Seat
    place: int
    behind: int
    ahead: int
    stake: int
    chips: Chips


class Collected(msgspec.Struct, frozen=True, tag="collected"):
    """BT-20, by cards left: the winner collects from all others."""

    seat: Seat
    chips: Chips


class Paid(msgspec.Struct, frozen=True, tag="paid"):
    """BT-20, by cards left: `count` cards at `each` chips."""

    seat: Seat
    place: int
    count: int
    each: int
    chips: Chips


class PaidForAll(msgspec.Struct, frozen=True, tag="paid_for_all"):
    """BT-20: a seat let the winning last card through while holding `cards`, and pays for everybody."""

    seat: Seat
    place: int
    cards: Cards
    chips: Chips


Fact: TypeAlias = (
    Dealt
    | OddCardTaken
    | Voted
    | VotesShown
    | Reshuffled
    | Opening
    | Played
    | Passed
    | ControlTaken
    | LastCard
    | Caught
    | CaughtNothing
    | CountTold
    | WentOut
    | Opened
    | Settled
    | Collected
    | Paid
    | PaidForAll
)


class PutDown(msgspec.Struct, frozen=True):
    """One turn of the current round; a pass has no cards and no kind."""

    seat: Seat
    cards: Annotated[Cards, Within(0, 5)] = ()
    kind: Kind | None = None


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as one viewer sees it.

    `cards` is set for the viewer's own seat and after the deal, `count` if the number of cards is known. After a
    deal paid by cards (BT-20), `each` is the price of every card left, and `pays_for_all` marks the seat that pays
    what the others lost.
    """

    cards: Annotated[Cards, Within(0, hand_size)] | None = None
    count: Annotated[int, Within(0, hand_size)] | None = None
    voted: bool = False
    passed: bool = False
    last_card: bool = False
    place: Annotated[int, Within(1, lambda _rules, seats: seats)] | None = None
    chips: Annotated[Chips, Within(largest_loss, largest_win)] | None = None
    each: Annotated[int, Within(0, highest_price)] | None = None
    pays_for_all: bool = False


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal as one viewer sees it.

    `plays` are the turns of the current round (BT-18). `opening`: the first play is due and must contain the lowest
    card of its seat. `vote` is the viewer's own; `votes` are everybody's, once all are in.

    Until the first play, `dealt_again` is the reason for the last reshuffle, and `reshuffles_left` is how many
    reshuffles votes or low hands can still bring; at 0 there is no vote. `low` tells a voting viewer that their own
    vote is enough (BT-19); no other viewer learns that.
    """

    you: Seat | None
    phase: Phase
    to_act: Seats
    seats: tuple[SeatView, ...]
    plays: Annotated[tuple[PutDown, ...], msgspec.Meta(max_length=MAX_TURNS)] = ()
    opening: bool = False
    vote: bool | None = None
    votes: BySeat[bool] | None = None
    discards: Cards | None = None
    dealt_again: RedealReason | None = None
    reshuffles_left: Annotated[int, Within(0, "reshuffles")] | None = None
    low: bool = False
