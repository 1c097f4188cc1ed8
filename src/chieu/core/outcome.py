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
from chieu.core.kinds import Place, Seat

T = TypeVar("T")


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something said in the game's words, in any language: `code` keys the text that `params` fill, as those of a
    refusal do; `rule` is the number of the rule that it goes by."""

    code: str
    rule: str = ""
    params: dict[str, str | int] = {}


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's cards at the end and what they are (`hand.<code>`). `apart` are places among the cards that stand
    out. `rare`: people will speak of it. `notes` are what somebody would miss who does not know the sheet, in the same
    words."""

    seat: Seat
    cards: Cards
    called: Phrase
    apart: tuple[Place, ...] = ()
    rare: bool = False
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
    """How a deal ended, as one viewer may know it; and if a match of several ended with it, how (`why.<code>`)."""

    hands: tuple[Hand, ...]
    settlements: tuple[Settlement, ...]
    match: Phrase | None = None

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
