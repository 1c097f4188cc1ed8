"""Check the intervals, the option classes and the speed of `chieu.odds`.

    python -m tests.odds.measuring calibration [--sheets 200] [--intervals 10] [--deals 1000] [--seed 1] [--exact]
    python -m tests.odds.measuring classes [--deals 1000]
    python -m tests.odds.measuring timings

`calibration` takes random sheets with known values: Niu Niu with a bank or a pay table, whose odds are exact, and every
tenth Xì Dách at three seats, whose long-run value comes from 40 times as many deals. It counts how many 95 % intervals
contain the value. The intervals of one sheet are a cluster. `docs/spec/odds.md` records the results.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count
from math import sqrt
from typing import Any

import msgspec

from chieu import load, odds
from chieu.arena.statistics import SURE
from chieu.core import sheets
from chieu.core.game import AnyGame
from chieu.core.options import BadRules, options_of
from chieu.core.rng import Rng
from chieu.core.run import Move
from chieu.games.niuniu.rules import STANDARD_VALUES, SWAPPED_VALUES
from chieu.odds.effects import neighbours
from chieu.odds.estimating import Lab
from chieu.odds.results import Estimate
from chieu.odds.sampling import Sample, Variant, differences, model_of, odds_of_roles, play_deal

LONG_RUN = 40  # deals of a long-run value for each deal of an interval


class Coverage(msgspec.Struct):
    """Shares of intervals that contain the value, one per sheet."""

    shares: list[float] = msgspec.field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def margin(self) -> float:
        """95 % margin, clustered by sheet."""
        spread = sum((share - self.mean) ** 2 for share in self.shares)
        return SURE * sqrt(spread / (len(self.shares) - 1) / len(self.shares))


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def random_rules(game: AnyGame, rng: Rng) -> Any:
    """Return a random sheet without an auction; multiples go up to 10."""
    while True:
        values: dict[str, Any] = {}
        for option in options_of(game.rules):
            if option.name.startswith("stake"):
                continue
            if option.name == "values":
                values[option.name] = rng.pick((STANDARD_VALUES, SWAPPED_VALUES))
            elif option.name == "mode":
                values[option.name] = rng.pick(("banker", "paytable"))
            elif option.kind == "flag":
                values[option.name] = rng.below(2) == 1
            elif option.kind == "choice":
                values[option.name] = rng.pick(option.choices)
            else:
                most = min(option.most, option.least + 10)
                values[option.name] = option.least + int(rng.below(most - option.least + 1))
        try:
            return game.rules(**values)
        except BadRules:
            continue


def calibrate(sheets_: int, intervals: int, deals: int, seed: int = 1, *, long_run: bool = True) -> dict[str, Coverage]:
    """Return the coverage of what a player wins, of its share won, and of a difference between two sheets."""
    rng, out = Rng(seed), defaultdict[str, Coverage](Coverage)
    for number in range(sheets_):
        exact = not long_run or number % 10 > 0
        game = load("niuniu" if exact else "xidach")
        seats = 2 + number % 3 if exact else 3
        before, after = random_rules(game, rng), random_rules(game, rng)
        if exact:
            after = msgspec.structs.replace(after, mode=before.mode, values=before.values)
        seeds = count(1 + 1000 * number)
        truth = (_exact if exact else _long_run)(game, before, after, seats, deals * LONG_RUN, next(seeds))
        hits: dict[str, int] = defaultdict(int)
        for _ in range(intervals):
            for figure, found in _figures(*_samples(game, before, after, seats, deals, next(seeds))).items():
                hits[figure] += found.low <= truth[figure] <= found.high
        for figure in truth:
            out[f"{'exact' if exact else 'long run'}: {figure}"].shares.append(hits[figure] / intervals)
    return dict(out)


def _samples(game: AnyGame, before: Any, after: Any, seats: int, deals: int, seed: int) -> tuple[Sample, Sample]:
    lab = Lab(game, seats=seats, deals=deals, seed=seed)
    first, second = lab.sample([Variant(before), Variant(after)])
    return first, second


def _figures(before: Sample, after: Sample) -> dict[str, Estimate]:
    player = next(role for role in odds_of_roles(before, 1) if role.role == "player")
    change = next(role for role in differences(before, after, (1, 1)) if role.role == "player")
    return {"won": player.won, "win": player.win, "difference": change.won}


def _exact(game: AnyGame, before: Any, after: Any, seats: int, _deals: int, _seed: int) -> dict[str, float]:
    del seats  # any two hands of a deal have the same distribution
    first, second = (odds.estimate(game, rules, seats=2).role("player") for rules in (before, after))
    return {"won": first.won.mean, "win": first.win.mean, "difference": second.won.mean - first.won.mean}


def _long_run(game: AnyGame, before: Any, after: Any, seats: int, deals: int, seed: int) -> dict[str, float]:
    figures = _figures(*_samples(game, before, after, seats, deals, seed))
    return {name: figure.mean for name, figure in figures.items()}


def calibration(args: argparse.Namespace) -> None:
    """Print the coverage of all figures."""
    found = calibrate(args.sheets, args.intervals, args.deals, args.seed, long_run=not args.exact)
    say(f"{args.sheets} sheets, {args.intervals} intervals each, {args.deals} deals, seed {args.seed}")
    for name, coverage in found.items():
        say(f"{name:24} {100 * coverage.mean:5.1f} % ± {100 * coverage.margin:.1f} of {len(coverage.shares)} sheets")


def classes(args: argparse.Namespace) -> None:
    """Check that the usual bot makes the same moves under all values of scoring and information options."""
    for name in ("xidach", "big2"):
        game = load(name)
        for preset, rules in game.presets.items():
            for neighbour in neighbours(game, rules, 4):
                kind = model_of(game).classes.get(neighbour.option, "play")
                if kind != "play":
                    differs = sum(_differs(game, rules, neighbour.rules, args.deals))
                    say(f"{name} {preset} {neighbour.option}={neighbour.after} {kind}: {differs} deals differ")


def _differs(game: AnyGame, rules: Any, other: Any, deals: int) -> Iterator[bool]:
    table = Lab(game, seats=4).table
    for number in range(deals):
        before: list[Move] = []
        after: list[Move] = []
        play_deal(game, rules, table, number, before)
        play_deal(game, other, table, number, after)
        yield before != after


def timings(_args: argparse.Namespace) -> None:
    """Print the seconds of estimates, comparisons and effects with their usual budgets, in one process."""

    def timed(what: str, call: Callable[[], object]) -> None:
        started = time.perf_counter()
        call()
        say(f"{what:48} {time.perf_counter() - started:6.2f} s")

    for name in ("xidach", "niuniu", "big2", "rummy"):
        for preset in load(name).presets:
            timed(f"estimate {name} {preset}", lambda name=name, preset=preset: odds.estimate(name, preset))  # type: ignore[misc]
    timed("estimate xidach room, 2 seats", lambda: odds.estimate("xidach", "room", seats=2))
    timed("compare xidach room room~pn2, 2 seats", lambda: odds.compare("xidach", "room", "room~pn2", seats=2))
    timed("compare xidach room room~pn2, scored again", lambda: odds.compare("xidach", "room", "room~pn2"))
    timed("compare xidach room room~mi17, played again", lambda: odds.compare("xidach", "room", "room~mi17"))
    timed("effects xidach room, 2 seats", lambda: odds.effects("xidach", "room", seats=2))
    for name, preset in (("xidach", "room"), ("niuniu", "auction"), ("big2", "lawrence"), ("rummy", "seven-rounds")):
        timed(f"effects {name} {preset}", lambda name=name, preset=preset: odds.effects(name, preset))  # type: ignore[misc]
    joined = sheets.code(load("niuniu"), load("niuniu").presets["classic"])
    timed("estimate niuniu classic, 2 seats, counted before", lambda: odds.estimate("niuniu", joined, seats=2))


def main() -> None:
    """Run a check."""
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    for command, defaults in ((calibration, (200, 10, 1000, 1)), (classes, (0, 0, 1000, 1)), (timings, (0, 0, 0, 1))):
        sub = commands.add_parser(command.__name__)
        sub.set_defaults(run=command)
        for name, default in zip(("sheets", "intervals", "deals", "seed"), defaults, strict=True):
            sub.add_argument(f"--{name}", type=int, default=default)
        sub.add_argument("--exact", action="store_true", help="only sheets with exact values")
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
