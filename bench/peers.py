"""Measure the peers in CPU seconds of one core and print one JSON object; run by `bench/run.py`."""

from __future__ import annotations

import json
import random
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

warnings.filterwarnings("ignore")


def rate(work: Callable[[int], int], count: int) -> tuple[float, float]:
    work(max(count // 20, 1))
    started = time.process_time()
    units = work(count)
    took = time.process_time() - started
    return count / took, units / took


def rlcard_raw(module: str, config: dict[str, Any], choose: Callable[[Any], Any]) -> Callable[[int], int]:
    """RLCard's raw game, below its environment: the fastest way it can be stepped."""
    import importlib

    game = importlib.import_module(f"rlcard.games.{module}").Game()
    if config:
        game.configure(config)

    def work(games: int) -> int:
        decisions = 0
        for _ in range(games):
            game.init_game()
            while not game.is_over():
                game.step(choose(game))
                decisions += 1
        return decisions

    return work


def spiel(name: str) -> Callable[[int], int]:
    """Step OpenSpiel from Python and sample chance here, as its examples do."""
    import pyspiel

    game = pyspiel.load_game(name)

    def work(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, weights)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return work


MEASURES: dict[str, tuple[Callable[[], Callable[[int], int]], int]] = {
    "RLCard blackjack, raw": (
        lambda: rlcard_raw(
            "blackjack",
            {"game_num_players": 1, "game_num_decks": 1},
            lambda _: random.choice(("hit", "stand")),
        ),
        4000,
    ),
    "OpenSpiel blackjack": (lambda: spiel("blackjack"), 6000),
    "RLCard Dou Dizhu, raw": (
        lambda: rlcard_raw("doudizhu", {}, lambda game: random.choice(game.state["actions"])),
        60,
    ),
    "RLCard gin rummy, raw": (
        lambda: rlcard_raw("gin_rummy", {}, lambda game: random.choice(game.judge.get_legal_actions())),
        120,
    ),
    "OpenSpiel gin rummy": (lambda: spiel("gin_rummy"), 150),
}


def main() -> None:
    random.seed(1)
    figures = {}
    for name in sys.argv[1:] or MEASURES:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        make, count = MEASURES[name]
        games, decisions = rate(make(), count)
        figures[name] = {"deals": games, "decisions": decisions}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
