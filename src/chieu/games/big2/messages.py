"""What is said at a Big Two table: actions, facts, and what a seat may see."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from chieu.core.cards import Cards
from chieu.core.field_types import BySeat, Chips, Seat, Seats

Kind: TypeAlias = Literal[
    "single", "pair", "triple", "straight", "flush", "full_house", "four", "straight_flush", "royal_flush"
]
Phase: TypeAlias = Literal["shuffle", "vote", "play", "over"]
RedealReason: TypeAlias = Literal["four_twos", "votes", "low_hand"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)  # each in the order of the kernel's numbers
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
REDEAL_REASONS: Final[tuple[RedealReason, ...]] = get_args(RedealReason)
MOST_TURNS: Final = 156  # of a round: 52 cards go one by one, and two seats pass after each; a third would end it


class Play(msgspec.Struct, frozen=True, tag="play"):
    """BT-3: put these cards down, in any order."""

    cards: Cards


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """BT-4: not this turn."""


class Vote(msgspec.Struct, frozen=True, tag="vote"):
    """BT-19: for or against shuffling again; nobody sees it before all have voted."""

    reshuffle: bool


class Call(msgspec.Struct, frozen=True, tag="call"):
    """BT-16: say that this is the last card."""


class Catch(msgspec.Struct, frozen=True, tag="catch"):
    """BT-16: say that a seat did not call its last card. If it has no such card, all hear how many it holds."""

    seat: Seat


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """BT-17: ask a seat how many cards it holds; everybody hears the answer."""

    seat: Seat


Action: TypeAlias = Play | Pass | Vote | Call | Catch | Ask


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Everybody has cards; a seat sees its own."""

    cards: Cards = ()


class OddCardTaken(msgspec.Struct, frozen=True, tag="odd_card_taken"):
    """BT-1: a seat holds the lowest card and has taken the odd one that was left of the deck; all know that it did."""

    seat: Seat


class Voted(msgspec.Struct, frozen=True, tag="voted"):
    """A seat has voted; only itself knows how."""

    seat: Seat
    reshuffle: bool | None = None


class VotesShown(msgspec.Struct, frozen=True, tag="votes_shown"):
    """All votes are in: each seat's, for a reshuffle or not."""

    votes: BySeat[bool]


class Reshuffled(msgspec.Struct, frozen=True, tag="reshuffled"):
    """The cards go back and are shuffled again."""

    reason: RedealReason


class Opening(msgspec.Struct, frozen=True, tag="opening"):
    """A seat opens the deal, with this card in its play if one is named."""

    seat: Seat
    cards: Cards = ()


class Played(msgspec.Struct, frozen=True, omit_defaults=True, tag="played"):
    """A seat put cards on the mat. `rare`: the play is listed in the outcome of the deal."""

    seat: Seat
    cards: Cards
    kind: Kind
    rare: bool = False


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A seat let its turn go by."""

    seat: Seat


class ControlTaken(msgspec.Struct, frozen=True, tag="control_taken"):
    """A round is over and this seat leads the next with anything."""

    seat: Seat


class LastCard(msgspec.Struct, frozen=True, tag="last_card"):
    """A seat is down to one card, and all are told."""

    seat: Seat


class Caught(msgspec.Struct, frozen=True, tag="caught"):
    """A seat that did not call its last card must pass its next turn."""

    seat: Seat
    by: Seat


class CaughtNothing(msgspec.Struct, frozen=True, tag="caught_nothing"):
    """A seat was not to be caught, and everybody heard how many cards it holds."""

    seat: Seat
    count: int
    by: Seat


class CountTold(msgspec.Struct, frozen=True, tag="count_told"):
    """Somebody asked, and everybody heard how many cards a seat holds."""

    seat: Seat
    count: int
    by: Seat


class WentOut(msgspec.Struct, frozen=True, tag="went_out"):
    """A seat has played its last card."""

    seat: Seat
    place: int


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The deal is over and the cards a seat has left are shown."""

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
    """BT-20, by cards left: the winner gets what all others pay."""

    seat: Seat
    chips: Chips


class Paid(msgspec.Struct, frozen=True, tag="paid"):
    """BT-20, by cards left: so many cards at so much each."""

    seat: Seat
    place: int
    count: int
    each: int
    chips: Chips


class PaidForAll(msgspec.Struct, frozen=True, tag="paid_for_all"):
    """BT-20: a seat let the last card go by that won, with this card in its hand, and pays what all others lost."""

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
    """One turn of the current round; no cards and no kind for a pass."""

    seat: Seat
    cards: Cards = ()
    kind: Kind | None = None


class SeatView(msgspec.Struct, frozen=True):
    """What one viewer may know of one seat: `cards` if they are its own or the deal is over, `count` if it was told.

    `each` is what every card left costs its seat, where the deal is over and paid for by cards (BT-20);
    `pays_for_all` marks who pays what the others have lost.
    """

    cards: Cards | None = None
    count: int | None = None
    voted: bool = False
    passed: bool = False
    last_card: bool = False
    place: int | None = None
    chips: Chips | None = None
    each: int | None = None
    pays_for_all: bool = False


class View(msgspec.Struct, frozen=True):
    """What one viewer may know of the deal.

    `plays` are those of the current round (BT-18). `opening` says that the first play is due and must hold the lowest
    card of its seat. `vote` is the viewer's own, `votes` are everybody's once they are all in.

    Until the first play `dealt_again` says why there were other cards before, and `reshuffles_left` how often votes or
    a low hand can still bring others: at 0 nobody is asked. `low` tells a viewer who is asked that their own vote is
    enough (BT-19); nobody else learns that.
    """

    you: Seat | None
    phase: Phase
    to_act: Seats
    seats: tuple[SeatView, ...]
    plays: Annotated[tuple[PutDown, ...], msgspec.Meta(max_length=MOST_TURNS)] = ()
    opening: bool = False
    vote: bool | None = None
    votes: BySeat[bool] | None = None
    discards: Cards | None = None
    dealt_again: RedealReason | None = None
    reshuffles_left: int | None = None
    low: bool = False
