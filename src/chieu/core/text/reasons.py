"""Why an option is better than another, in words of its game: what a coach says before it shows any figure.

A reason is a struct with a tag, told as facts are: by the text `reason.<tag>`, with a place for each field. Like a
sampler it is found from what a seat was told and sees, never from a state, so no reason can depend on a hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from chieu.core.rng import Rng

_TEN: Final = 10


class InformationState(NamedTuple):
    """What a seat goes by: the rules, all facts that it was told since the deal began, and the view it has now."""

    rules: Any
    seat: int
    facts: Sequence[Any]
    view: Any


class Explainer(Protocol):
    """Says why a seat does better with one action than with another, what counts most first; nothing where it knows of
    no good reason. Its luck is for guessing at what is hidden."""

    def __call__(self, info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[msgspec.Struct]: ...


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons that a game can give: their types, and what finds them."""

    types: tuple[type[msgspec.Struct], ...]
    explain: Explainer


def in_ten(share: float) -> int:
    """A share as people say it: so many times in ten. `Often` is the type of a field that holds it.

    >>> in_ten(0.62), in_ten(0.02)
    (6, 0)
    """
    return round(_TEN * share)
