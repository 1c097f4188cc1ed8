"""Reasons why one action is better than another: what a coach says before it shows numbers.

A reason is a tagged struct, phrased like a fact by the text `reason.<tag>` with a placeholder for each field. Reasons
come from the information state of a seat, never from the state, so no reason can depend on a hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import msgspec

from chieu.core.rng import Rng


class InformationState(NamedTuple):
    """Everything a seat knows: the rules, all facts it has seen in this deal, and its present view."""

    rules: Any
    seat: int
    facts: Sequence[Any]
    view: Any


class Explainer(Protocol):
    """Returns reasons why one action is better than another, the most important first.

    It returns none if it knows no good one. It may use the RNG to sample hidden cards.
    """

    def __call__(self, info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[msgspec.Struct]: ...


@dataclass(frozen=True, slots=True)
class Reasons:
    """The types of a game's reasons, and the function that finds them."""

    types: tuple[type[msgspec.Struct], ...]
    explain: Explainer


def in_ten(share: float) -> int:
    """A share as a number of times in ten, for fields of type `Often`.

    >>> in_ten(0.62), in_ten(0.02)
    (6, 0)
    """
    return round(10 * share)
