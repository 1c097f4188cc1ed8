"""Train the rollout policy of Big Two by self-play and write `games/big2/ai/weights.json`.

    python -m build_hooks.big2_weights --minutes 20

Training is at a table of four by `lawrence` with `chips=triple_13 stop_at_first=yes`; the same weights serve all other
rules. Another run learns other weights: compare them in the arena.
"""

from __future__ import annotations

import argparse
import math
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

import chieu
from chieu.core import sheets
from chieu.games.big2 import hands
from chieu.games.big2.ai import rollout_policy
from chieu.games.big2.ai.training import CRITIC_SIZE, Trainer

TARGET: Final = Path(__file__).parent.parent / "src/chieu/games/big2/ai/weights.json"
SCALE: Final = 64  # weights are stored as integers
BATCH: Final = 400  # deals per step
LEARNING_RATE: Final = 0.02
SHEET: Final = ["chips=triple_13", "stop_at_first=yes"]


def train(progress: Callable[[int], float], seed: int) -> list[int]:
    """Return the weights after training.

    `progress` returns the fraction done after a number of steps. The result is the mean of the weights over the
    last two fifths of the training.
    """
    game = chieu.load("big2")
    rules = sheets.with_settings(game, game.presets["lawrence"], SHEET)
    count = int(rollout_policy.WEIGHT_COUNT)
    weights = vec[i64]([0] * count)
    trainer = Trainer(hands.compile_rules(rules), 4, weights, vec[float]([0.0] * CRITIC_SIZE), chieu.Rng(seed))
    theta, momentum, spread, mean = ([0.0] * count for _ in range(4))
    reported = time.process_time()
    step = averaged = 0
    while (done := progress(step)) < 1:
        trainer.deals(BATCH, 0.002 * (1 - 0.9 * done))
        step += 1
        for place in range(count):
            gradient = trainer.grad[place] / BATCH
            trainer.grad[place] = 0.0
            momentum[place] = 0.9 * momentum[place] + 0.1 * gradient
            spread[place] = 0.99 * spread[place] + 0.01 * gradient * gradient
        bias = 1 - 0.99**step  # bias correction, as in Adam
        used = [math.sqrt(square / bias) for square in spread if square > 0]
        floor = sum(used) / max(len(used), 1)  # rarely used weights move no faster than the others
        for place in range(count):
            if spread[place] > 0:
                rate = (LEARNING_RATE * (1 - done) + 1e-4) / (math.sqrt(spread[place] / bias) + floor)
                theta[place] += rate * momentum[place]
            weights[place] = round(SCALE * theta[place])
        if done > 0.6:
            averaged += 1
            for place in range(count):
                mean[place] += (theta[place] - mean[place]) / averaged
        if time.process_time() - reported > 30:
            reported = time.process_time()
            print(f"{step * BATCH:,} deals, {done:.0%}", flush=True)
    return [round(SCALE * weight) for weight in (mean if averaged else theta)]


def main() -> None:
    """Train and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.process_time()
    weights = train(lambda _: (time.process_time() - began) / 60 / args.minutes, args.seed)
    TARGET.write_text("[\n" + textwrap.fill(", ".join(map(str, weights)), 118) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
