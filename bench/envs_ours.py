"""Measure Chiếu's environments: decisions per CPU second of one core, printed as one JSON object."""

from __future__ import annotations

import json
import sys
import time

import numpy as np
from stepping import decisions_a_second

from chieu import envs
from chieu.core import rng as rng_module

TABLES = {
    "xidach": ("xidach", "room", 2, 30_000),
    "rummy": ("rummy", "", 2, 12_000),
    "big2": ("big2", "lawrence", 4, 12_000),
}
VECTORS = {
    "xidach vector": ("xidach", "room", 2, 400),
    "big2 vector": ("big2", "lawrence", 4, 300),
    "niuniu vector": ("niuniu", "auction", 4, 300),
    "rummy vector": ("rummy", "", 2, 300),
}
DEALS = 1024


def vector(game: str, sheet: str, seats: int, steps: int) -> float:
    many = envs.vector(game, sheet, seats=seats, deals=DEALS, seed=1)
    rng = np.random.default_rng(1)
    start = time.process_time()
    for _ in range(steps):
        many.step(rng.integers(np.diff(many.offsets)))
    return DEALS * steps / (time.process_time() - start)


def main() -> None:
    figures: dict[str, float | str] = {
        "kernels": "uncompiled" if str(rng_module.__file__).endswith(".py") else "compiled"
    }
    for name, (game, sheet, seats, decisions) in TABLES.items():
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        figures[name] = decisions_a_second(envs.pettingzoo(game, sheet, seats=seats), decisions)
    for name, (game, sheet, seats, steps) in VECTORS.items():
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        figures[name] = vector(game, sheet, seats, steps)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
