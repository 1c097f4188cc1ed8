"""Has the quick player of Big Two learn by playing itself, and writes what it learnt: `games/big2/ai/weights.py`.

    python -m build_hooks.big2_weights --minutes 20

It learns at a table of four by `lawrence` with `chips=triple_13 stop_at_first=yes`; elsewhere the same weights serve.
Another run learns other weights: the arena says how well they play.
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
from chieu.games.big2.ai.training import STATES, Trainer

TARGET: Final = Path(__file__).parent.parent / "src/chieu/games/big2/ai/weights.py"
SCALE: Final = 64  # weights are kept as whole numbers
BATCH: Final = 400  # deals between two steps
RATE: Final = 0.02
SHEET: Final = ["chips=triple_13", "stop_at_first=yes"]


def learnt(share: Callable[[int], float], seed: int) -> list[int]:
    """The weights when all is done; `share` says how much is, after so many steps. They are the mean of those that it
    had in the last two fifths."""
    game = chieu.load("big2")
    rules = sheets.with_settings(game, game.presets["lawrence"], SHEET)
    count = int(rollout_policy.WEIGHT_COUNT)
    weights = vec[i64]([0] * count)
    trainer = Trainer(hands.compile_rules(rules), 4, weights, vec[float]([0.0] * STATES), chieu.Rng(seed))
    theta, momentum, spread, mean = ([0.0] * count for _ in range(4))
    told = time.process_time()
    step = averaged = 0
    while (done := share(step)) < 1:
        trainer.deals(BATCH, 0.002 * (1 - 0.9 * done))
        step += 1
        for place in range(count):
            slope = trainer.grad[place] / BATCH
            trainer.grad[place] = 0.0
            momentum[place] = 0.9 * momentum[place] + 0.1 * slope
            spread[place] = 0.99 * spread[place] + 0.01 * slope * slope
        seen = 1 - 0.99**step
        live = [math.sqrt(one / seen) for one in spread if one > 0]
        floor = sum(live) / max(len(live), 1)  # rare weights move no faster than the others
        for place in range(count):
            if spread[place] > 0:
                pace = (RATE * (1 - done) + 1e-4) / (math.sqrt(spread[place] / seen) + floor)
                theta[place] += pace * momentum[place]
            weights[place] = round(SCALE * theta[place])
        if done > 0.6:
            averaged += 1
            for place in range(count):
                mean[place] += (theta[place] - mean[place]) / averaged
        if time.process_time() - told > 30:
            told = time.process_time()
            print(f"{step * BATCH:,} deals, {done:.0%}", flush=True)
    return [round(SCALE * one) for one in (mean if averaged else theta)]


def main() -> None:
    """Learns and writes the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.process_time()
    learned = learnt(lambda _: (time.process_time() - began) / 60 / args.minutes, args.seed)
    head, _, rest = TARGET.read_text(encoding="utf-8").partition('_LEARNT: Final = """\n')
    tail = rest.partition('"""\n')[2]
    rows = textwrap.wrap(" ".join(map(str, learned)), 108)
    TARGET.write_text(f'{head}_LEARNT: Final = """\n' + "\n".join(rows) + f'\n"""\n{tail}', encoding="utf-8")


if __name__ == "__main__":
    main()
