"""Odds in stages and in parts, for a caller that shows an estimate while it gets sharper (OD-14).

The parts are independent tasks for any worker process. The last stage has the figures of `estimate` and `compare`.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from chieu.core.extras import ExactOdds
from chieu.core.game import AnyGame
from chieu.core.registry import load
from chieu.odds.effects import exact_effect, sampled_effect
from chieu.odds.estimating import Lab, default_deals
from chieu.odds.results import Comparison, Measured, Neighbour, Odds, Play
from chieu.odds.sampling import Sample, Variant, counted, finished, model_of, play_deals, rescored

_ABOUT: Final = 64  # the first estimate plays this part of the budget
_INTERVAL: Final = 8  # and the interval after it this part
_PARTS: Final = 16  # of a whole budget; between parts another address may be served


class OddsQuestion(msgspec.Struct, frozen=True):
    """A question about one sheet, or about the difference between two."""

    game: str
    sheets: tuple[Any, ...]
    """The rules of a sheet, or those before and after a change."""
    seats: int
    play: Play | None = None
    deals: int | None = None
    """The budget; by default the game's."""

    def loaded(self) -> AnyGame:
        """Return the game."""
        return load(self.game)

    def lab(self) -> Lab:
        """Return how to measure it."""
        lab = Lab(self.game, seats=self.seats, play=self.play, deals=self.deals)
        if self.deals is None and len(self.sheets) > 1:
            lab.divide_budget(*self.sheets)
        return lab

    @property
    def takes_seconds(self) -> bool:
        """Tell whether exact odds of this game are solved, so that an estimate may come first."""
        return model_of(self.loaded()).solved and self.play is None


class Stage(NamedTuple):
    """A stage of an answer: its name, and the first and last deal of each of its parts."""

    name: str
    parts: tuple[tuple[int, int], ...]


def stages(question: OddsQuestion) -> tuple[Stage, ...]:
    """Return the stages of an answer by sampling, with fixed numbers of deals (OD-13).

    The parts of a comparison are the first of those of an estimate: what was played for one is used by the other.
    """
    budget, whole = question.lab().deals, question.deals or default_deals(question.loaded(), question.seats)
    about, interval = max(2, whole // _ABOUT), max(4, whole // _INTERVAL)
    size = max(1, whole // _PARTS)
    return (
        Stage("about", _split(0, about, -(-about // 2))),  # two processes
        Stage("interval", _split(about, interval, size)),
        Stage("final", _split(interval, budget, size)),
    )


def _split(first: int, end: int, size: int) -> tuple[tuple[int, int], ...]:
    return tuple((start, min(start + size, end)) for start in range(first, end, size))


def exact_odds(question: OddsQuestion) -> tuple[ExactOdds | None, ...]:
    """Return the exact odds of every sheet, if they are known. Raise `NotMeasured` like `estimate`."""
    return tuple(question.lab().exact_side_by_side(question.sheets))


class Part(NamedTuple):
    """Deals of a sheet, serialized by this module: their figures, and the deals for scoring them again."""

    rules: Any
    first: int
    sample: bytes
    deals: bytes
    """Empty if the game's deals are never scored again."""


def play_part(question: OddsQuestion, rules: Any, first: int, end: int) -> Part:
    """Play the deals from `first` to before `end` under a sheet."""
    lab = question.lab()
    deals = finished(lab.table, rules, first, end)
    sample = _packed(counted(lab.table, rules, deals, first))
    if lab.model.rescored is None:
        return Part(rules, first, sample, b"")
    return Part(rules, first, sample, _packed(rescored(lab.table, rules, deals)))


def rescored_part(question: OddsQuestion, rules: Any, part: Part) -> Part:
    """Score the deals of a part by another sheet, under which the same moves are made (OD-11)."""
    table = question.lab().table
    deals = rescored(table, rules, _unpacked(part.deals))
    return Part(rules, part.first, _packed(counted(table, rules, deals, part.first)), b"")


def _packed(value: Any) -> bytes:
    return zlib.compress(pickle.dumps(value), 1)


def _unpacked(data: bytes) -> Any:
    return pickle.loads(zlib.decompress(data))


def answer(
    question: OddsQuestion, exact: Sequence[ExactOdds | None], parts: Sequence[Sequence[Part]]
) -> Odds | Comparison:
    """Return the answer from what is exact and from the parts of every sheet so far, in their order."""
    lab = question.lab()
    samples = [_joined(of_sheet) if of_sheet else None for of_sheet in parts]
    if len(question.sheets) == 1:
        return lab.odds(question.sheets[0], exact[0], samples[0])
    return lab.comparison(question.sheets, exact, samples)


def _joined(parts: Sequence[Part]) -> Sample:
    first, *others = (_unpacked(part.sample) for part in parts)
    sample: Sample = first
    for other in others:
        sample.extend(other)
    return sample


def needed_for(question: OddsQuestion, neighbour: Neighbour, base: Sequence[Part]) -> Sequence[Part]:
    """Return the parts that `sampled_row` needs: without their deals if those are not scored again."""
    if question.lab().same_moves(question.sheets[0], neighbour.rules):
        return base
    return [part._replace(deals=b"") for part in base]


def sampled_row(question: OddsQuestion, neighbour: Neighbour, base: Sequence[Part], role: str) -> Measured | None:
    """Measure a changed sheet and return its effect on a role. `base` are all parts of the sheet itself."""
    lab = question.lab()
    sample = None
    if lab.class_of(neighbour.option) != "information":
        if lab.same_moves(question.sheets[0], neighbour.rules):
            sample = _joined([rescored_part(question, neighbour.rules, part) for part in base])
        else:
            sample = play_deals(lab.table, [Variant(neighbour.rules)], 0, lab.deals)[0]
    return sampled_effect(lab, question.sheets[0], neighbour, _joined(base), sample, role)


def exact_row(question: OddsQuestion, neighbour: Neighbour, base: ExactOdds, role: str) -> Measured | None:
    """Return the exact effect of a changed sheet on a role."""
    lab = question.lab()
    return exact_effect(lab, neighbour, base, lab.model.exact(neighbour.rules, lab.seats), role)
