"""Measure the peers of `bench/envs.py`: decisions per CPU second, as one JSON object.

Every decision comes with an observation and the legal actions, and all players are random. RLCard is measured in
PettingZoo's wrapper and through its own environment, OpenSpiel through its C++ API, and pgx by its compiled step of
many deals, which draws the actions too.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

warnings.filterwarnings("ignore")
os.environ["JAX_COMPILATION_CACHE_DIR"] = str(Path(sys.prefix) / "jax")  # so that only the first round compiles
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"  # one core, as the others

from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase  # noqa: E402
from stepping import decisions_a_second  # noqa: E402

RLCARD = {  # players, shape of the observation, decisions
    "blackjack": (1, (2,), 10_000),
    "gin-rummy": (2, (5, 52), 4_000),
    "doudizhu": (3, (790,), 1_500),
}
OPENSPIEL = {"blackjack": 40_000, "gin_rummy": 10_000}
PGX = {"kuhn_poker": 200, "leduc_holdem": 200, "sparrow_mahjong": 5, "backgammon": 5}  # steps of all deals
PGX_DEALS = 4096  # faster for pgx than the 1,024 deals of our arrays


class Wrapper(RLCardBase):  # type: ignore[misc]
    render_mode = None


def rlcard_wrapped(name: str, players: int, shape: tuple[int, ...], decisions: int) -> float:
    return decisions_a_second(Wrapper(name, players, shape), decisions)


def rlcard_own(name: str, decisions: int) -> float:
    import rlcard

    env, rng, played = rlcard.make(name), random.Random(1), 0
    start = time.process_time()
    while played < decisions:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            played += 1
    return played / (time.process_time() - start)


def openspiel(name: str, decisions: int) -> float:
    """Step C++ states. Cards are drawn uniformly from the actions of chance, OpenSpiel's cheapest way."""
    import pyspiel

    game, rng, played = pyspiel.load_game(name), random.Random(1), 0
    start = time.process_time()
    while played < decisions:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor()
                played += 1
            state.apply_action(rng.choice(state.legal_actions()))
    return played / (time.process_time() - start)


def pgx(name: str, steps: int) -> float:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def move(state: Any, key: Any) -> Any:
        choice, cards = jax.random.split(key)
        action = jax.random.categorical(choice, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        return step(state, action, cards)

    def move_all(states: Any, key: Any) -> Any:
        key, now = jax.random.split(key)
        return jax.vmap(move)(states, jax.random.split(now, PGX_DEALS)), key

    advance = jax.jit(move_all)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), PGX_DEALS))
    states, key = jax.block_until_ready(advance(states, jax.random.key(2)))  # compiled here, outside the measurement
    start = time.process_time()
    for _ in range(steps):
        states, key = advance(states, key)
    jax.block_until_ready(states)
    return PGX_DEALS * steps / (time.process_time() - start)


def main() -> None:
    measures: dict[str, Callable[[], float]] = {}
    for name, (players, shape, decisions) in RLCARD.items():
        measures[f"RLCard {name} in PettingZoo"] = partial(rlcard_wrapped, name, players, shape, decisions)
        measures[f"RLCard {name}"] = partial(rlcard_own, name, decisions)
    measures |= {f"OpenSpiel {name}": partial(openspiel, name, decisions) for name, decisions in OPENSPIEL.items()}
    measures |= {f"pgx {name}": partial(pgx, name, steps) for name, steps in PGX.items()}
    figures = {}
    for name, measure in measures.items():
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        figures[name] = measure()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
