"""Reasons to prefer a play of Big Two: certain wins, plays that beat it, the rest of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from chieu.core.cards import Cards
from chieu.core.field_types import Often, Seat
from chieu.core.rng import Rng
from chieu.core.text.reasons import InformationState, in_ten
from chieu.games.big2.ai.min_plays import Memo, MinPlays
from chieu.games.big2.ai.sampler import Big2Sampler, information_set
from chieu.games.big2.hands import CompiledRules, cards_of, compile_rules, kind_of, mask_of, value
from chieu.games.big2.messages import Kind, Pass, Play, View
from chieu.games.big2.plays import Plays, answers, index_sets
from chieu.games.big2.state import State

_WORLDS: Final = 100
_SET: Final = 5  # cards
_NEARLY_OUT: Final = 3
_RARELY: Final = 1  # times in ten
_CLEARLY: Final = 2  # times in ten more: enough to mention


class GoesOut(msgspec.Struct, frozen=True, tag="goes_out"):
    """The play is the whole hand."""


class Unstoppable(msgspec.Struct, frozen=True, tag="unstoppable"):
    """No unseen cards beat this play or the plays that follow it until the hand is empty."""


class SolvedEnding(msgspec.Struct, frozen=True, tag="solved_ending"):
    """One opponent is left, its cards are known, and the ending is solved."""

    seat: Seat
    cards: Cards


class HardlyBeaten(msgspec.Struct, frozen=True, tag="hardly_beaten"):
    """The play is rarely beaten."""

    cards: Cards


class BeatenLess(msgspec.Struct, frozen=True, tag="beaten_less"):
    """The play is beaten less often than the other one."""

    cards: Cards
    often: Often
    other: Cards
    more_often: Often


class LikelyBeaten(msgspec.Struct, frozen=True, tag="likely_beaten"):
    """The play that was not chosen is likely to be beaten."""

    cards: Cards
    often: Often


class KeepsTogether(msgspec.Struct, frozen=True, tag="keeps_together"):
    """The hand keeps a five-card set that the other play would break."""

    kind: Kind


class FewerPlays(msgspec.Struct, frozen=True, tag="fewer_plays"):
    """The rest of the hand needs fewer plays than after the other play."""

    plays: int
    other: int


class Saves(msgspec.Struct, frozen=True, tag="saves"):
    """A pass saves these cards."""

    cards: Cards


class KeepsHigher(msgspec.Struct, frozen=True, tag="keeps_higher"):
    """The play is lower than the other one, which is saved."""

    cards: Cards


class NearlyOut(msgspec.Struct, frozen=True, tag="nearly_out"):
    """An opponent has few cards left."""

    seat: Seat
    count: int


Reason: TypeAlias = (
    GoesOut
    | Unstoppable
    | SolvedEnding
    | HardlyBeaten
    | BeatenLess
    | LikelyBeaten
    | KeepsTogether
    | FewerPlays
    | Saves
    | KeepsHigher
    | NearlyOut
)


def explain(info: InformationState, better: Any, other: Any, rng: Rng) -> Sequence[Reason]:
    """Return certain reasons first, then how often the plays are beaten, then the hand that is left."""
    view: View = info.view
    cards = view.seats[info.seat].cards
    if view.phase != "play" or cards is None or not isinstance(better, Play | Pass):
        return ()
    if isinstance(better, Play) and len(better.cards) == len(cards):
        return (GoesOut(),)
    sure = _sure(info, better, other, rng)
    if sure is not None:
        return (sure,)
    rest = _Rest(compile_rules(info.rules), cards)
    if isinstance(better, Pass):
        if not isinstance(other, Play):
            return ()
        often = _beaten(info, other.cards, rng)
        likely = [LikelyBeaten(other.cards, often)] if often > _RARELY else []
        return [Saves(other.cards), *likely, *rest.compared((), other.cards)]
    if isinstance(other, Play):
        return _for_a_play(info, better.cards, other.cards, rest, rng)
    hardly = [HardlyBeaten(better.cards)] if _beaten(info, better.cards, rng) <= _RARELY else []
    counts = [(seat.count, number) for number, seat in enumerate(view.seats) if seat.count and number != info.seat]
    nearly_out = [NearlyOut(number, count) for count, number in sorted(counts)[:1] if count <= _NEARLY_OUT]
    return [*hardly, *rest.compared(better.cards, ()), *nearly_out]


def _for_a_play(info: InformationState, better: Cards, other: Cards, rest: _Rest, rng: Rng) -> list[Reason]:
    """Return the reasons for a play over another. Being beaten equally often is not one."""
    often, other_often = (_beaten(info, cards, rng) for cards in (better, other))
    reasons: list[Reason] = []
    if often <= _RARELY < other_often:
        reasons.append(HardlyBeaten(better))
    elif often + _CLEARLY <= other_often:
        reasons.append(BeatenLess(better, often, other, other_often))
    reasons += rest.compared(better, other)
    lower = len(better) == len(other) and rest.worth(better) < rest.worth(other)
    return reasons or ([KeepsHigher(other)] if lower else [])


def _sure(info: InformationState, better: Any, other: Any, rng: Rng) -> Unstoppable | SolvedEnding | None:
    """Return a reason that holds in every world, if the sampler finds one."""
    sampler = Big2Sampler(*info, rng)
    if sampler.unstoppable(better):
        return Unstoppable()
    last = sampler.last_opponent
    if last is None or None in (sampler.exact((better, other)) or (None,)):
        return None
    return SolvedEnding(last, cards_of(sampler.info.unseen(), compile_rules(info.rules)))


def _beaten(info: InformationState, cards: Cards, rng: Rng) -> int:
    """Monte Carlo estimate of how many times in ten some opponent can beat a play."""
    compiled, seats = compile_rules(info.rules), len(info.view.seats)
    known = information_set(info.rules, info.seat, info.facts, seats)
    now = known.current_state(rng)
    bar = value(mask_of(cards, compiled), compiled)
    others = [seat for seat in range(seats) if seat != info.seat]
    plays = Plays()
    worlds = (known.determinize(now, known.sample_hands(rng)) for _ in range(_WORLDS))
    count = sum(any(_can_beat(world, seat, bar, compiled, plays) for seat in others) for world in worlds)
    return in_ten(count / _WORLDS)


def _can_beat(world: State, seat: int, bar: int, compiled: CompiledRules, plays: Plays) -> bool:
    if not world.is_in(world.inside, seat) or world.blocked(seat):
        return False
    if compiled.pass_locks_out and world.is_in(world.passed, seat):
        return False
    plays.clear()
    answers(world.hands[seat], seat, bar, world.set_index, compiled, plays)
    return plays.count > 0


class _Rest:
    """Compares the hands left after two plays."""

    def __init__(self, compiled: CompiledRules, cards: Cards) -> None:
        self._compiled = compiled
        self._hand = int(mask_of(cards, compiled))
        set_index = index_sets(vec[i64]([self._hand]), 1, compiled)
        self._sets = [int(mask) for mask in set_index.masks]
        self._min_plays = MinPlays(set_index, 1, compiled, Memo())

    def compared(self, better: Cards, other: Cards) -> list[Reason]:
        rest, other_rest = (self._hand & ~int(mask_of(cards, self._compiled)) for cards in (better, other))
        whole = [mask for mask in self._sets if mask & rest == mask]
        if whole and len(other) < _SET and not any(mask & other_rest == mask for mask in self._sets):
            best = max(whole, key=lambda mask: int(value(mask, self._compiled)))
            return [KeepsTogether(kind_of(best, self._compiled))]
        plays, other_plays = (int(self._min_plays.of(hand, 0)) for hand in (rest, other_rest))
        return [FewerPlays(plays, other_plays)] if better and plays < other_plays else []

    def worth(self, cards: Cards) -> int:
        """Comparable strength of plays of the same size."""
        return int(value(mask_of(cards, self._compiled), self._compiled))
