"""Calibration of hints and reviews: how often their 95 % intervals hold the truth.

    python -m tests.search.calibration GAME [--intervals 1000] [--seconds 1.0] [--times 50] [--seed 1]
    python -m tests.search.calibration GAME --worlds 400            a fixed number of worlds instead of a time
    python -m tests.search.calibration GAME --results FILE          append every position to a file, and continue there

Each position comes from a deal of its own among usual bots, at every preset and number of seats in turn. Its hint and
the review of the move made there get a table's time. The truth is the result in `--times` as many worlds, of another
seed. Its own error is added to the margin, so that exact values are checked too. (Solved endings of Big Two are not:
rollouts do not play best. In Niu Niu a position has sampled hands of its own, and the truth `--times` as many.)

Intervals of one position depend on each other, so the share that holds has an interval clustered by position. Values
that are the same in every world of the long search are certain and not counted. The counts so far are printed now and
then, so that a run may be ended early. With `--results` the same command continues where it was ended; a file with
other settings or from another source is refused.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from chieu.arena import source_digest
from chieu.core.extras import Sampler, SamplerMaker, Search
from chieu.core.game import AnyGame
from chieu.core.rng import Rng
from chieu.games import all_games
from chieu.games.niuniu.ai.opponent_model import SAMPLES, OpponentModel
from chieu.games.niuniu.ai.sampler import NiuNiuSampler
from chieu.games.niuniu.hands import CompiledRules, compile_rules
from chieu.games.rummy.messages import Discard
from chieu.search import intervals
from chieu.search.advice import TimeShare, advise, information_state, sampler_of
from chieu.search.review import Turn, is_choice, review_turn, turns
from chieu.testing import tables_of
from tests.search.deals import by, some, whole

MOST_WORLDS = 5_000  # of a hint at a table
INTERVALS = ("value", "difference", "cost")
FEW = 2  # options of a position that are checked beside the first two
ROUNDING = 1e-9
SHOWN_EVERY = 20  # positions


class Position(msgspec.Struct):
    """Which intervals and statements of one position held, by kind."""

    value: list[bool] = []
    difference: list[bool] = []
    cost: list[bool] = []
    worse: list[bool] = []
    best: list[bool] = []
    mistake: list[bool] = []


class Estimate(NamedTuple):
    """A mean with its margin. `certain`: it is the same in every world."""

    mean: float
    margin: float
    certain: bool

    def holds(self, mean: float, margin: float) -> bool:
        """Return whether another estimate agrees, given both margins."""
        return abs(self.mean - mean) <= hypot(self.margin, margin) + ROUNDING


class Calibration(list[Position]):
    """Positions that were checked."""

    def total(self, *kinds: str) -> int:
        return sum(len(getattr(position, kind)) for position in self for kind in kinds)

    def wrong(self, kind: str) -> int:
        return sum(getattr(position, kind).count(False) for position in self)

    def share(self, kind: str) -> tuple[float, float]:
        """Return the share of intervals that held, and its margin clustered by position."""
        held = [found for position in self if (found := getattr(position, kind))]
        shares, weights = [sum(found) / len(found) for found in held], [float(len(found)) for found in held]
        return intervals.mean(shares, weights), intervals.margin(shares, weights, 1.0)

    def lines(self) -> Iterator[str]:
        for kind in INTERVALS:
            if self.total(kind):
                share, margin = self.share(kind)
                among = sum(1 for position in self if getattr(position, kind))
                yield (
                    f"  {kind}: {100 * share:.1f} % ± {100 * margin:.1f} of {self.total(kind)} intervals hold "
                    f"({among} positions)"
                )
        yield f"  called an option clearly worse: {self.total('worse')}, wrong: {self.wrong('worse')}"
        yield f"  named a best option: {self.total('best')}, wrong: {self.wrong('best')}"
        yield f"  named a mistake: {self.total('mistake')}, wrong: {self.wrong('mistake')}"


def positions(game: AnyGame, seed: int) -> Iterator[tuple[int, Turn]]:
    """Yield a decision of one seat in each of many deals; in Rummy a discard, as all else is certain."""
    tables = list(tables_of(game))
    number = 0
    while True:
        number += 1
        rng = Rng(seed, number)
        table = tables[number % len(tables)]
        deal = whole(table, seed * 1_000_003 + number)
        found = [
            (seat, turn)
            for seat in range(table.seats)
            for turn in turns(deal, seat)
            if is_choice(turn, seat) and (game.name != "rummy" or isinstance(turn.taken, Discard))
        ]
        if found:
            yield found[rng.below(len(found))]


class Truth:
    """Payoffs of some options in many worlds of another seed."""

    def __init__(self, sampler: Sampler, worlds: Sequence[tuple[Any, int]]) -> None:
        self._sampler = sampler
        self._payoffs: list[list[float]] = [[] for _ in worlds]
        self._weights: list[float] = []
        for number in range(max(count for _, count in worlds)):
            running = [place for place, (_, count) in enumerate(worlds) if count > number]
            self._weights.append(sampler.weight(number))
            payoffs = sampler.payoffs(number, [worlds[place][0] for place in running])
            for place, payoff in zip(running, payoffs, strict=True):
                self._payoffs[place].append(payoff)

    def value(self, place: int) -> Estimate:
        return self._estimate(self._payoffs[place])

    def difference(self, place: int, other: int) -> Estimate:
        """Return the lead of one option over another."""
        pairs = zip(self._payoffs[place], self._payoffs[other], strict=False)
        return self._estimate([payoff - less for payoff, less in pairs])

    def _estimate(self, values: list[float]) -> Estimate:
        weights = self._weights[: len(values)]
        spread = max(values) - min(values)
        margin = intervals.margin(values, weights, max(spread, 1.0), batch=self._sampler.batch)
        return Estimate(intervals.mean(values, weights), margin if spread > ROUNDING else 0.0, spread <= ROUNDING)


class ComputedTruth:
    """Values that are computed from many sampled hands instead of worlds."""

    def __init__(self, sampler: Sampler, actions: Sequence[Any]) -> None:
        self._sampler, self._actions, self._values = sampler, actions, sampler.exact(actions)

    def value(self, place: int) -> Estimate:
        assert self._values is not None
        value, error = self._values[place], self._sampler.error(self._actions[place])
        assert value is not None
        return Estimate(value, error, error == 0)

    def difference(self, place: int, other: int) -> Estimate:
        error = self._sampler.error(self._actions[place], self._actions[other])
        return Estimate(self.value(place).mean - self.value(other).mean, error, error == 0)


@dataclass(frozen=True)
class ResampledHands:
    """Factory of samplers of Niu Niu with other opponents' hands than at a table, or with more of them."""

    samples: int
    seed: int

    def __call__(self, rules: Any, seat: int, facts: Sequence[Any], view: Any, rng: Rng) -> Sampler:
        return NiuNiuSampler(rules, seat, facts, view, rng, _model(compile_rules(rules), self.samples, self.seed))


@lru_cache(maxsize=64)
def _model(compiled: CompiledRules, samples: int, seed: int) -> OpponentModel:
    return OpponentModel(compiled, samples, seed)


def with_sampler(turn: Turn, sampler: SamplerMaker) -> Turn:
    game = turn.deal.game
    again = replace(game, extras=replace(game.extras, search=Search(sampler=sampler)))
    return msgspec.structs.replace(turn, deal=by(again, turn.deal))


def truth_of(turn: Turn, seat: int, rng: Rng, worlds: Sequence[tuple[Any, int]], times: int) -> Truth | ComputedTruth:
    """Evaluate options in as many worlds each, or against `times` as many hands."""
    info = information_state(turn.deal, seat)
    if turn.deal.game.name == "niuniu":
        return ComputedTruth(ResampledHands(times * SAMPLES, 0)(*info, rng), [action for action, _ in worlds])
    return Truth(sampler_of(turn.deal, info, rng), worlds)


def calibrate(
    game: AnyGame,
    wanted: int,
    seed: int,
    times: int,
    worlds: int = MOST_WORLDS,
    clock: Callable[[], TimeShare | None] = lambda: None,
    earlier: Sequence[Position] = (),
    show: Callable[[Calibration], None] = lambda _found: None,
) -> Calibration:
    """Check positions until there are `wanted` intervals of hints. Continue after `earlier` ones.

    `show` is called after every position.
    """
    found = Calibration(earlier)
    for number, (seat, turn) in enumerate(positions(game, seed)):
        if number < len(earlier):
            continue
        if found.total("value", "difference") >= wanted:
            break
        if game.name == "niuniu":
            turn = with_sampler(turn, ResampledHands(SAMPLES, number + 1))  # noqa: PLW2901
        rng, position = Rng(seed + 1, number), Position()
        check_hint(position, turn, seat, rng, times, worlds, clock())
        check_review(position, turn, seat, rng, times, worlds, clock())
        found.append(position)
        show(found)
    return found


def check_hint(
    position: Position,
    turn: Turn,
    seat: int,
    rng: Rng,
    times: int,
    worlds: int,
    clock: TimeShare | None,
) -> None:
    """Check the first two options of a hint and some others."""
    advice = advise(turn.deal, seat, rng, worlds, clock=clock)
    options = [*advice.options[:2], *some(advice.options[2:], FEW, rng)]
    truth = truth_of(turn, seat, rng, [(option.action, times * (option.worlds or worlds)) for option in options], times)
    for place, option in enumerate(options):
        if (option.exact or options[0].exact) and turn.deal.game.name == "big2":
            continue  # a solved ending assumes best play, and rollouts do not
        value, difference = truth.value(place), truth.difference(0, place)
        if not value.certain and not advice.judged:
            position.value.append(value.holds(option.mean, option.margin))
        if place > 0 and not difference.certain:
            position.difference.append(difference.holds(option.behind, option.behind_margin))
        if option.clearly_worse:
            position.worse.append(difference.mean >= 0)
    if advice.clear and len(options) > 1:
        position.best.append(all(truth.difference(0, place).mean >= 0 for place in range(1, len(options))))


def check_review(
    position: Position,
    turn: Turn,
    seat: int,
    rng: Rng,
    times: int,
    worlds: int,
    clock: TimeShare | None,
) -> None:
    """Check the cost of the action that was taken."""
    decision = review_turn(turn, seat, rng, worlds, clock)
    options = (decision.advice.options[0], decision.choice)
    if decision.taken == 0 or (turn.deal.game.name == "big2" and any(option.exact for option in options)):
        return
    most = times * (decision.advice.worlds or worlds)
    cost = truth_of(turn, seat, rng, [(option.action, most) for option in options], times).difference(0, 1)
    if not cost.certain:
        position.cost.append(cost._replace(mean=max(cost.mean, 0.0)).holds(decision.cost, decision.margin))
    if decision.mistake:
        position.mistake.append(cost.mean > 0)


def table_clock(seconds: float) -> Callable[[], TimeShare]:
    """Return a function that starts a clock, as the coach of a table does."""

    def start() -> TimeShare:
        began = time.monotonic()
        return lambda: (time.monotonic() - began) / seconds

    return start


def read_results(path: Path, settings: dict[str, Any]) -> list[Position]:
    """Return the positions in a file of results. Create it if it is missing; drop a line that was cut off."""
    if not path.exists():
        path.write_bytes(msgspec.json.encode(settings) + b"\n")
    lines = path.read_bytes().splitlines(keepends=True)
    if (stored := msgspec.json.decode(lines[0])) != settings:
        raise SystemExit(f"{path}: expected results of {settings}, got {stored}; name another file")
    whole = [line for line in lines if line.endswith(b"\n")]
    path.write_bytes(b"".join(whole))
    return [msgspec.json.decode(line, type=Position) for line in whole[1:]]


def append_result(path: Path, position: Position) -> None:
    with path.open("ab") as file:
        file.write(msgspec.json.encode(position) + b"\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=all_games())
    for name, usual in (("intervals", 1000), ("times", 50), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--worlds", type=int)
    parser.add_argument("--results", type=Path)
    args = parser.parse_args()
    game, began = all_games()[args.game], time.monotonic()
    budget = f"{args.seconds} s" if args.worlds is None else f"{args.worlds} worlds"
    settings = {"game": game.name, "budget": budget, "times": args.times, "seed": args.seed}
    results: Path | None = args.results
    earlier = read_results(results, settings | {"source": source_digest(game.name)}) if results else []

    def show(found: Calibration) -> None:
        print(f"{game.name}, {budget}, truth {args.times} times as long, seed {args.seed}:")  # noqa: T201 - the result
        print(*found.lines(), f"  ({time.monotonic() - began:.0f} s)", sep="\n", flush=True)  # noqa: T201

    def add(found: Calibration) -> None:
        if results:
            append_result(results, found[-1])
        if len(found) % SHOWN_EVERY == 0:
            show(found)

    clock = table_clock(args.seconds) if args.worlds is None else lambda: None
    show(calibrate(game, args.intervals, args.seed, args.times, args.worlds or MOST_WORLDS, clock, earlier, add))


if __name__ == "__main__":
    main()
