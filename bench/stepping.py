"""Loop of random players through PettingZoo's interface, run by both sides of `bench/envs.py`."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np


def decisions_a_second(env: Any, decisions: int) -> float:
    """Return decisions per CPU second, over whole episodes."""
    rng = random.Random(1)
    env.reset(seed=1)
    played(env, rng, max(decisions // 20, 1))
    started = time.process_time()
    steps = played(env, rng, decisions)
    return steps / (time.process_time() - started)


def played(env: Any, rng: random.Random, decisions: int) -> int:
    steps = 0
    while steps < decisions:
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
                steps += 1
    return steps
