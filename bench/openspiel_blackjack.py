"""Compare Xì Dách through PettingZoo with OpenSpiel's blackjack through its own, fastest API.

    python bench/openspiel_blackjack.py

Both sides are decisions per CPU second of one core, with an observation and the legal actions for every decision, by a
random player. OpenSpiel's cards are drawn uniformly from the legal actions of chance, its cheapest way.
"""

from __future__ import annotations

import random
import statistics
import time

import pyspiel
from stepping import decisions_a_second

from chieu import envs

DECISIONS = 40_000


def openspiel() -> float:
    game, rng, decisions = pyspiel.load_game("blackjack"), random.Random(1), 0
    start = time.process_time()
    while decisions < DECISIONS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor()
                decisions += 1
            state.apply_action(rng.choice(state.legal_actions()))
    return decisions / (time.process_time() - start)


def main() -> None:
    rounds = [
        (decisions_a_second(envs.pettingzoo("xidach", "room", seats=2), DECISIONS), openspiel()) for _ in range(5)
    ]
    ours, peer = (statistics.median(side) for side in zip(*rounds, strict=True))
    print(f"Xì Dách, PettingZoo: {ours:,.0f}; OpenSpiel blackjack, own API: {peer:,.0f}; ratio {ours / peer:.2f}")


if __name__ == "__main__":
    main()
