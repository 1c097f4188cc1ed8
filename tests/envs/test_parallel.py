"""PettingZoo's parallel environments: its own tests, and simultaneous choices."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from chieu import envs
from chieu.testing import Table
from tests.playing import all_tables

TABLES = [table for table in all_tables() if table.game.name in ("niuniu", "xidach")]


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_pettingzoo_s_parallel_tests_pass(table: Table) -> None:
    parallel_api_test(envs.parallel(table.game, table.rules, seats=table.seats), num_cycles=60)
    parallel_seed_test(lambda: envs.parallel(table.game, table.rules, seats=table.seats), num_cycles=30)


def test_a_deal_of_an_auction_takes_two_steps() -> None:
    env = envs.parallel("niuniu", "auction", seats=4)
    seen, _ = env.reset(seed=3)
    for final in (False, True):
        numbers = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[-1]) for agent in env.agents}
        seen, rewards, over, _, _ = env.step(numbers)
        assert all(over.values()) == final
        assert any(rewards.values()) == final
    assert sum(rewards.values()) == 0
    assert env.agents == []


def test_it_pays_as_the_environment_with_turns() -> None:
    for seed in range(20):
        env, turns = envs.parallel("niuniu", "auction", seats=4), envs.pettingzoo("niuniu", "auction", seats=4)
        seen, _ = env.reset(seed=seed)
        turns.reset(seed=seed)
        rewards: dict[str, float] = {}
        while env.agents:
            numbers = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[seed % 2 - 1]) for agent in env.agents}
            deciding = [agent for agent in env.agents if numbers[agent] != 0]
            seen, rewards, _, _, _ = env.step(numbers)
            for agent in deciding:
                assert turns.agent_selection == agent
                turns.step(numbers[agent])
        assert rewards == turns.rewards


def test_a_seat_with_an_illegal_number_chooses_again() -> None:
    env = envs.parallel("niuniu", "auction", seats=3)
    env.reset(seed=1)
    _, _, _, _, infos = env.step({"seat_0": 0, "seat_1": 6, "seat_2": 7})
    assert ["refused" in infos[agent] for agent in env.agents] == [True, False, False]
    assert env.table.game.to_act(env.episode.state) == (0,)
    seen, _, _, _, infos = env.step({"seat_0": 6, "seat_1": 9, "seat_2": 9})
    assert not any(infos.values()), "the other seats have bid already and wait"
    assert [int(seen[agent]["action_mask"][0]) for agent in env.agents] == [0, 0, 1]


def test_a_game_without_numbered_actions_is_refused() -> None:
    with pytest.raises(ValueError, match=r"envs\.pettingzoo"):
        envs.parallel("big2")
