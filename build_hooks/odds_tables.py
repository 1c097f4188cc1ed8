"""Measure the odds of presets and of every sheet next to them, and write `odds/stored.json.gz`.

Sheets next to a preset get a quarter of the budget, unless they are exact. It takes about five minutes of CPU time.
Run it after changing rules, presets, bots, or how odds are measured; the tests measure a part of it again.

    python -m build_hooks.odds_tables
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from chieu import odds
from chieu.games import load
from chieu.odds.effects import effects_budget, measured_effects, neighbours
from chieu.odds.estimating import Lab
from chieu.odds.results import Effects, Odds
from chieu.odds.stored import FILE, Tables

SEATS = {"big2": (4,), "niuniu": (4,), "rummy": (2,), "xidach": (2, 4)}
DIGITS = 6  # after the decimal point
TARGET = Path(__file__).parent.parent / "src/chieu/odds" / FILE


class Job(NamedTuple):
    """A preset at a number of seats."""

    game: str
    preset: str
    seats: int


def jobs() -> Iterator[Job]:
    """Yield every preset that is stored."""
    for name, numbers in SEATS.items():
        for preset in load(name).presets:
            for seats in numbers:
                yield Job(name, preset, seats)


def measured(job: Job) -> tuple[list[Odds], Effects]:
    """Measure a preset and every sheet next to it."""
    game = load(job.game)
    rules, budget = game.presets[job.preset], Lab(game).deals
    preset = odds.estimate(game, rules, seats=job.seats)
    lab = Lab(game, seats=job.seats, deals=effects_budget(game, job.seats))
    effects, played = measured_effects(lab, rules)
    if effects.odds.how != "sampled":
        around = neighbours(game, rules, job.seats)
        return [preset, *(odds.estimate(game, neighbour.rules, seats=job.seats) for neighbour in around)], effects
    next_to_it = [lab.odds(neighbour.rules, lab.exact(neighbour.rules), sample) for neighbour, sample in played]
    return [preset, *(msgspec.structs.replace(each, budget=budget) for each in next_to_it)], effects


def main() -> None:
    """Write the file."""
    out: dict[tuple[str, str, int], Odds] = {}
    effects: list[Effects] = []
    todo = list(jobs())
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for job, (found, effect) in zip(todo, pool.map(measured, todo), strict=True):
            print(*job, flush=True)
            effects.append(effect)
            for each in found:
                key = (each.game, each.sheet, each.seats)
                if key not in out or out[key].deals < each.deals:
                    out[key] = each
    written = Tables(tuple(out[key] for key in sorted(out)), tuple(sorted(effects, key=_name)))
    TARGET.write_bytes(gzip.compress(msgspec.json.encode(rounded(msgspec.to_builtins(written))), 9, mtime=0))


def rounded(value: Any) -> Any:
    """Round every number in nested lists and dicts, which makes the file half as large."""
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(each) for each in value]
    return round(value, DIGITS) if isinstance(value, float) else value


def _name(effects: Effects) -> tuple[str, str, int]:
    return effects.odds.game, effects.odds.sheet, effects.odds.seats


if __name__ == "__main__":
    main()
