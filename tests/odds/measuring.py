"""Check the intervals, the option classes and the speed of `chieu.odds`.

    python -m tests.odds.measuring calibration [--sheets 200] [--intervals 10] [--deals 1000] [--seed 1] [--exact]
    python -m tests.odds.measuring classes [--deals 1000] [--games GAME ...]
    python -m tests.odds.measuring timings [--games GAME ...]

`calibration` takes random sheets with known values: Niu Niu with a bank or a pay table, whose odds are exact, and every
tenth Xì Dách at three seats, whose long-run value comes from 40 times as many deals. It counts how many 95 % intervals
contain the value. The intervals of one sheet are a cluster. `docs/spec/odds.md` records the results.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from chieu import load, odds
from chieu.arena.statistics import SURE
from chieu.core.game import AnyGame
from chieu.core.options import BadRules, options_of
from chieu.core.rng import Rng
from chieu.core.run import Move
from chieu.games.niuniu.rules import STANDARD_VALUES, SWAPPED_VALUES
from chieu.odds import stages
from chieu.odds.effects import effects_budget, neighbours
from chieu.odds.estimating import Lab
from chieu.odds.results import Estimate, Neighbour
from chieu.odds.sampling import Sample, Variant, differences, model_of, odds_of_roles, play_deal
from chieu.odds.stages import OddsQuestion
from chieu.online.odds_lab import OddsLab, Row
from chieu.online.server.api.odds import PROCESSES, odds_workers
from chieu.online.server.settings import Settings
from chieu.online.server.workers.worker_pool import WorkerPool
from chieu.online.service.fair_queue import NOBODY

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


class Played(NamedTuple):
    """A finished deal with its moves."""

    state: Any
    moves: list[Move]


@lru_cache(maxsize=2)  # a preset stays while the sheets next to it are played
def played(name: str, rules: Any, deals: int, seats: int) -> list[Played]:
    """Play deals under a sheet."""
    game, out = load(name), []
    for number in range(deals):
        moves: list[Move] = []
        out.append(Played(play_deal(game, rules, Lab(game, seats=seats).table, number, moves), moves))
    return out


class Checked(NamedTuple):
    """A changed option on some deals: how many have other moves, and how many other payments."""

    kind: str
    moves: int
    payments: int

    @property
    def holds(self) -> bool:
        """Tell whether the class is right: no other moves, and for information no other payments either."""
        if self.kind == "play":
            return True
        return self.moves == 0 and (self.kind == "scoring" or self.payments == 0)


def checked(game: AnyGame, rules: Any, neighbour: Neighbour, deals: int, seats: int) -> Checked:
    """Play the same deals under two sheets that differ in one option and compare them."""
    both = list(zip(*(played(game.name, each, deals, seats) for each in (rules, neighbour.rules)), strict=True))
    moves = sum(before.moves != after.moves for before, after in both)
    payments = sum(game.payoff(before.state) != game.payoff(after.state) for before, after in both)
    return Checked(model_of(game).classes.get(neighbour.option, "play"), moves, payments)


def classes(args: argparse.Namespace) -> None:
    """Check the class of every option of every preset of every game for the usual bot."""
    for name in args.games or GAMES:
        game = load(name)
        for preset, rules in game.presets.items():
            for neighbour in neighbours(game, rules, game.usual_seats):
                found = checked(game, rules, neighbour, args.deals, game.usual_seats)
                verdict = "" if found.holds else "  WRONG CLASS"
                if found.kind == "play" and not found.moves:
                    verdict = "  same moves here"
                change = f"{neighbour.option} {neighbour.before} -> {neighbour.after}"
                counts = f"{found.kind:12} {found.moves:5} moves {found.payments:5} payments"
                say(f"{name:8} {preset:12} {change:48} {counts}{verdict}")


GAMES = ("xidach", "niuniu", "big2", "rummy")


class Timed(NamedTuple):
    """A row of the table of timings. The new sheet changes two options, so that it is not stored."""

    what: str
    game: str
    preset: str
    seats: int
    changed: dict[str, Any]
    pays: dict[str, Any]
    """Changes of the new sheet that only pay otherwise; if the game has none, it is played or solved again."""


TIMED = (
    Timed("Xì Dách", "xidach", "room", 4, {"minimum": 17, "pay_ngu_linh": 3}, {"pay_xi_bang": 3}),
    Timed("Niu Niu, bank or pay table", "niuniu", "classic", 4, {"bull_9": 5, "bomb": 9}, {"bull_bull": 5}),
    Timed("Niu Niu, auction", "niuniu", "auction", 4, {"bull_9": 5, "bomb": 9}, {"bull_bull": 5}),
    Timed("Big Two, `lawrence`", "big2", "lawrence", 4, {"bombs": True, "triples": True}, {"chips": "double_10"}),
    Timed("Big Two, other presets", "big2", "hong_kong", 4, {"bombs": True, "triples": False}, {"chips": "double_10"}),
    Timed("Chinese Rummy", "rummy", "seven-rounds", 2, {"ace_low": True, "joker_swap": True}, {"wild_ranks": "none"}),
    Timed("Xì Dách, two seats, solved", "xidach", "room", 2, {"minimum": 17, "pay_ngu_linh": 3}, {"pay_xi_bang": 3}),
)


def timings(args: argparse.Namespace) -> None:
    """Print the table of timings in docs/spec/odds.md: wall seconds, and in brackets CPU seconds.

    A server's lab with two started processes is asked for the preset, a new sheet, and the same with other payments; at
    the end, for all effects of a new Xì Dách sheet at two seats, of which each is solved. CPU seconds are those of all
    processes. Run it on an idle machine: it takes about two minutes.
    """
    asyncio.run(_time_all(args.games or GAMES))


async def _time_all(games: Sequence[str]) -> None:
    workers = odds_workers(Settings())
    try:
        first = OddsQuestion("niuniu", (load("niuniu").presets["classic"],), 4)
        await asyncio.gather(*(workers.ask(NOBODY, stages.exact_odds, first) for _ in range(PROCESSES)))
        say(f"load {os.getloadavg()[0]:.1f}\n")
        say("| usual seats | preset | about | interval | final | pays otherwise, final |")
        say("|---|---:|---:|---:|---:|---:|")
        for timed in TIMED:
            if timed.game in games:
                say(f"| {timed.what} | {' | '.join(await _timed(workers, timed))} |")
        if "xidach" in games:
            say(f"\nEffects of a new Xì Dách sheet at two seats: {await _all_effects(workers)}.")
    finally:
        await workers.close()


async def _timed(workers: WorkerPool, timed: Timed) -> list[str]:
    preset = load(timed.game).presets[timed.preset]
    new = msgspec.structs.replace(preset, **timed.changed)
    paid = msgspec.structs.replace(new, **timed.pays)
    asked = OddsLab(workers, PROCESSES, lambda _key: None)
    stored = await _answered(asked, OddsQuestion(timed.game, (preset,), timed.seats))
    found = await _answered(asked, OddsQuestion(timed.game, (new,), timed.seats))
    pays = await _answered(asked, OddsQuestion(timed.game, (paid,), timed.seats))
    return [
        stored["final"],
        *(found.get(stage, "") for stage in ("about", "interval", "final")),
        pays["final"],
    ]


async def _all_effects(workers: WorkerPool) -> str:
    """Return the seconds until the first and the last row of a tornado."""
    new = msgspec.structs.replace(load("xidach").presets["room"], pay_ngu_linh=4, pay_xi_dach=2)
    asked, rows = OddsQuestion("xidach", (new,), 2, deals=effects_budget(load("xidach"), 2)), 0
    started, cpu, first = time.perf_counter(), _cpu(), ""
    async for found in OddsLab(workers, PROCESSES, lambda _key: None).effects(asked, NOBODY):
        rows += isinstance(found, Row)
        first = first or (_since(started, cpu) if rows else "")
    return f"{rows} rows, the first after {first}, all after {_since(started, cpu)}"


async def _answered(lab: OddsLab, question: OddsQuestion) -> dict[str, str]:
    """Return the seconds until each stage of an answer."""
    started, cpu, out = time.perf_counter(), _cpu(), {}
    async for stage, _ in lab.odds(question, NOBODY):
        out[stage] = _since(started, cpu)
    return out


def _since(started: float, cpu: float) -> str:
    return f"{time.perf_counter() - started:.2f} ({_cpu() - cpu:.2f})"


def _cpu() -> float:
    """Return the CPU seconds of this process and its worker processes."""
    ticks = 0
    for child in multiprocessing.active_children():
        fields = Path(f"/proc/{child.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Run a check."""
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    for command, defaults in ((calibration, (200, 10, 1000, 1)), (classes, (0, 0, 1000, 1)), (timings, (0, 0, 0, 1))):
        sub = commands.add_parser(command.__name__)
        sub.set_defaults(run=command)
        for name, default in zip(("sheets", "intervals", "deals", "seed"), defaults, strict=True):
            sub.add_argument(f"--{name}", type=int, default=default)
        sub.add_argument("--games", nargs="*", help="only these games")
        sub.add_argument("--exact", action="store_true", help="only sheets with exact values")
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
