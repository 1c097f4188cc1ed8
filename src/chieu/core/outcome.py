"""Why a finished deal ended as it did: the hands, the rule that decided between two seats, and the sum.

A game that brings `extras.outcome` along says it as data, and its texts put that into words: `why.<code>` and
`hand.<code>` like its refusals, `factor.<name>` for the numbers that are multiplied. So whoever shows a result can say
"19 beats 17 (XD-18): stake 2 × multiple 3 = 6" without knowing a rule, and what is said adds up to what was paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TypeVar

import msgspec

from chieu.core.cards import Cards
from chieu.core.field_types import Place, Seat

T = TypeVar("T")


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something said in the game's words, in any language: `code` keys the text that `params` fill, as those of a
    refusal do; `rule` is the number of the rule that it goes by."""

    code: str
    rule: str = ""
    params: dict[str, str | int] = {}


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's cards and what they are (`hand.<code>`). `apart` are places among the cards that stand out. `rare` is 0
    for an ordinary hand; among the others of a game the greater is the rarer. Nothing else says which hands are rare:
    the page celebrates and the book lists what has a `rare` here. `notes` are what somebody would miss who does not
    know the sheet, in the same words."""

    seat: Seat
    cards: Cards
    called: Phrase
    apart: tuple[Place, ...] = ()
    rare: int = 0
    notes: tuple[Phrase, ...] = ()


class Factor(msgspec.Struct, frozen=True):
    """A number of a sum and what it counts: `factor.<name>`."""

    name: str
    value: int


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """Numbers that are multiplied, and whether what comes out is taken away."""

    factors: tuple[Factor, ...]
    minus: bool = False

    def chips(self) -> int:
        product = prod(one.value for one in self.factors)
        return -product if self.minus else product


class Settlement(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat had from another, why (`why.<code>`, sentence by sentence), and the sum. Where that is nothing the
    two are even and their order means nothing. `met` is a hand of theirs as it was then, if it was another at the
    end."""

    taker: Seat
    giver: Seat
    why: tuple[Phrase, ...]
    terms: tuple[Term, ...] = ()
    met: Hand | None = None

    def chips(self) -> int:
        return sum(one.chips() for one in self.terms)


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a deal ended, as one viewer may know it; and if a match of several ended with it, how (`why.<code>`). `plays`
    are the rare plays made during the deal, first to last. The fact of such a play has a field `rare` that is true, so
    that the page can celebrate it at once."""

    hands: tuple[Hand, ...]
    settlements: tuple[Settlement, ...]
    match: Phrase | None = None
    plays: tuple[Hand, ...] = ()

    @property
    def rare(self) -> tuple[Hand, ...]:
        """The rare hands and plays of the deal.

        >>> Outcome((Hand(0, (), Phrase("out")), Hand(1, (), Phrase("bomb"), rare=2)), ()).rare[0].seat
        1
        """
        return (*self.plays, *[hand for hand in self.hands if hand.rare])

    def payoff(self, seats: int) -> tuple[int, ...]:
        """What the settlements come to for each seat.

        >>> stakes = (Term((Factor("stake", 2), Factor("multiple", 3))),)
        >>> Outcome((), (Settlement(1, 0, (Phrase("pair"),), stakes),)).payoff(3)
        (-6, 6, 0)
        """
        won = [0] * seats
        for one in self.settlements:
            won[one.taker] += one.chips()
            won[one.giver] -= one.chips()
        return tuple(won)


def product(**factors: int) -> Term:
    """Numbers by what they count, to be multiplied: `product(stake=2, multiple=3)`."""
    return Term(tuple([Factor(name, value) for name, value in factors.items()]))


def pairs(seats: Sequence[T]) -> list[tuple[T, T]]:
    """Each with each that comes after it."""
    return [(one, other) for at, one in enumerate(seats) for other in seats[at + 1 :]]
