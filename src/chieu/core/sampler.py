"""What a game brings along for players that search: worlds that fit what one seat has seen, and play-outs in them.

A sampler is made of what its seat was told and sees, never of a state, so nothing it says can depend on a hidden card.
`search.player` chooses by it, and hints and reviews weigh options by it: one player behind everything that judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from chieu.core.rng import Rng


class Sampler(Protocol):
    """Worlds that one seat may take for real at one moment, and what its options come to in them.

    World `number` is the same whatever was tried before it, so that options are compared in the same worlds with the
    same luck, and the same budget of play-outs gives the same choice again.
    """

    def options(self, actions: Sequence[Any]) -> Sequence[Any]:
        """Those of them worth a try, the likeliest first: all where there are few. One alone is done at once."""
        ...

    def weight(self, number: int) -> float:
        """How much a world counts beside the others: how likely it makes what the other seats have done. 1 where
        nothing is read from that."""
        ...

    def payoffs(self, number: int, actions: Sequence[Any]) -> Sequence[float]:
        """What the seat wins in a world with each of these actions, when a quick policy plays on in all seats."""
        ...

    def exact(self, actions: Sequence[Any]) -> Sequence[float | None] | None:
        """What each is worth without trying it: for sure where so little is hidden that all of it can be gone through,
        else to within `doubt`. None where it has to be tried: one of them, or all."""
        ...

    @property
    def doubt(self) -> float:
        """How far off what is called exact may be, 95 times in a hundred; 0 where it is."""
        ...


class SamplerMaker(Protocol):
    """Makes a sampler for a seat that is to act: from the rules, all facts that the seat was told since the deal
    began, and the view it has now."""

    def __call__(self, rules: Any, seat: int, facts: Sequence[Any], view: Any, rng: Rng) -> Sampler: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """How a game is searched: what makes its samplers, and how many play-outs a move its levels think for wherever the
    same choice must come out again. At a table the clock ends them."""

    sampler: SamplerMaker
    strong: int = 0
    """No more than take 50 ms on one core. None: the game has no such bot, or brings one along."""
    master: int = 0
    """As many as still pay."""
    drawing: int = 0
    """How many of them drawing a world costs: so that choices between few options, in many worlds, take no longer."""
    questions: tuple[type[Any], ...] = ()
    """Actions by which nothing is played, after which the same is to be decided: no option of a coach."""
    judged: bool = False
    """Worlds are judged and not played on: how far apart options are is known, but not what they win."""
