"""The outcome of a finished deal: the hands, the rules that decided, and the payments.

A game with `extras.outcome` states it as data. Its texts phrase that: `why.<code>` and `hand.<code>` like refusals,
`factor.<name>` for the numbers that are multiplied. So a client can show "19 beats 17 (XD-18): stake 2 × multiple 3 =
6" without knowing a rule, and the shown terms add up to the payoff.
"""

from __future__ import annotations

from math import prod

import msgspec

from chieu.core.cards import Cards
from chieu.core.field_types import BySeat, Place, Seat


class Phrase(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A sentence in any language: `code` keys the game's text, `params` fill it, `rule` is cited."""

    code: str
    rule: str = ""
    params: dict[str, str | int] = {}


class Hand(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat's cards and their name (`hand.<code>`).

    `apart` are the indices of cards that stand out. `rare` is 0 for an ordinary hand; among a game's other hands a
    greater number is rarer. This is the only definition of rare hands: the page celebrates them and the scorebook lists
    them. `notes` explain anything surprising about the hand under this sheet.
    """

    seat: Seat
    cards: Cards
    called: Phrase
    apart: tuple[Place, ...] = ()
    rare: int = 0
    notes: tuple[Phrase, ...] = ()


class Factor(msgspec.Struct, frozen=True, gc=False):
    """A number of a product and what it counts: `factor.<name>`."""

    name: str
    value: int


class Term(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A product of factors, subtracted if `minus`."""

    factors: tuple[Factor, ...]
    minus: bool = False

    def chips(self) -> int:
        """Return the product of the factors with its sign."""
        product = prod(factor.value for factor in self.factors)
        return -product if self.minus else product


class Settlement(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A payment from one seat to another, the reasons for it, and the terms of its sum.

    `why` has one phrase per sentence (`why.<code>`). If the sum is 0, the two are even and the order of taker and giver
    means nothing. `met` is the hand of one of them at the time, if it changed later.
    """

    taker: Seat
    giver: Seat
    why: tuple[Phrase, ...]
    terms: tuple[Term, ...] = ()
    met: Hand | None = None

    def chips(self) -> int:
        """Return the sum of the terms."""
        return sum(term.chips() for term in self.terms)


class Outcome(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The outcome of a deal, the same for all viewers.

    `match` says how the match ended, if it ended with this deal. `plays` are the rare plays of the deal, first to last.
    The fact of such a play has a true field `rare`, so that the page can celebrate it at once. `points` is set if every
    two seats settle the difference of their points: a client can then show one table instead of all settlements.
    """

    hands: tuple[Hand, ...]
    settlements: tuple[Settlement, ...]
    match: Phrase | None = None
    plays: tuple[Hand, ...] = ()
    points: BySeat[int] = ()

    @property
    def rare(self) -> tuple[Hand, ...]:
        """The rare hands and plays of the deal.

        >>> Outcome((Hand(0, (), Phrase("out")), Hand(1, (), Phrase("bomb"), rare=2)), ()).rare[0].seat
        1
        """
        return (*self.plays, *[hand for hand in self.hands if hand.rare])

    def payoff(self, seats: int) -> tuple[int, ...]:
        """Return the sum of the settlements for each seat.

        >>> stakes = (Term((Factor("stake", 2), Factor("multiple", 3))),)
        >>> Outcome((), (Settlement(1, 0, (Phrase("pair"),), stakes),)).payoff(3)
        (-6, 6, 0)
        """
        won = [0] * seats
        for settlement in self.settlements:
            won[settlement.taker] += settlement.chips()
            won[settlement.giver] -= settlement.chips()
        return tuple(won)


def product(**factors: int) -> Term:
    """Return the product of named factors: `product(stake=2, multiple=3)`."""
    return Term(tuple([Factor(name, value) for name, value in factors.items()]))
