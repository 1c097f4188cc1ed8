"""PettingZoo environments: its own tests on every preset, and properties these do not check."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from chieu import envs, load
from chieu.core.rng import Rng
from chieu.envs import WAIT, NoSuchAction
from chieu.envs.pettingzoo_env import PettingZooEnv
from chieu.games.big2.messages import Call
from chieu.testing import Table
from tests.playing import all_tables, any_mixture

TABLES = list(all_tables())

# It knows by name which environments may have a dict as observation: those of its own that have one.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # of an agent that has finished
]


def env_of(table: Table, **options: Any) -> PettingZooEnv:
    return envs.pettingzoo(table.game, table.rules, seats=table.seats, **options)


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_pettingzoo_s_tests_pass(table: Table) -> None:
    api_test(env_of(table), num_cycles=100)
    seed_test(lambda: env_of(table), num_cycles=60)


def played(env: PettingZooEnv, seed: int) -> dict[str, float]:
    """Play a random episode and return the total reward of each agent."""
    rng = Rng(seed)
    env.reset(seed=seed)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        mask = observation["action_mask"]
        env.step(rng.pick([number for number in range(len(mask)) if mask[number]]))
    return rewards


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_rewards_are_the_payoffs(table: Table) -> None:
    env = env_of(table)
    closed = table.game.closed(table.rules, table.seats)
    for seed in range(3):
        rewards = played(env, seed)
        payoff = table.game.payoff(env.episode.state)
        assert rewards == {f"seat_{seat}": chips for seat, chips in enumerate(payoff) if seat not in closed}
        assert sum(payoff) == 0


def check_observations_are_in_their_space(table: Table, seed: int, decisions: int) -> None:
    env = env_of(table)
    rng = Rng(seed)
    env.reset(seed=seed)
    space = env.observation_space("seat_0")
    for _ in range(decisions):
        assert all(space.contains(env.observe(agent)) for agent in env.agents)
        if any(env.terminations.values()) or any(env.truncations.values()):
            break
        env.step(rng.pick([int(number) for number in np.flatnonzero(env.last()[0]["action_mask"])]))


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_observations_are_in_their_space(table: Table) -> None:
    check_observations_are_in_their_space(table, 3, 150)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(table=any_mixture(), seed=st.integers(0, 2**32))
def test_observations_are_in_their_space_under_any_options(table: Table, seed: int) -> None:
    check_observations_are_in_their_space(table, seed, 60)


def test_a_sheet_may_be_given_by_its_code() -> None:
    assert envs.pettingzoo("xidach", "room~dd17").table.rules.dealer_must_draw_below == 17


def test_a_match_is_an_episode_of_several_deals() -> None:
    """Chinese Rummy ends after seven rounds even if more deals are allowed."""
    env = envs.pettingzoo("rummy", seats=2, deals=9, max_decisions=100_000)
    played(env, 1)
    assert env.table.game.view(env.episode.state, 0).round == 7
    assert env.table.game.match_after(env.episode.state) is None


def test_a_truncated_episode_has_no_rewards() -> None:
    env = envs.pettingzoo("rummy", seats=3, max_decisions=7)
    assert played(env, 1) == {"seat_0": 0, "seat_1": 0, "seat_2": 0}
    env.reset(seed=1)
    for _ in range(7):
        assert not any(env.truncations.values())
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_simultaneous_bids_are_hidden() -> None:
    seen = []
    for bid in range(2):
        env = envs.pettingzoo("niuniu", "auction", seats=3)
        env.reset(seed=4)
        first = env.agent_selection
        env.step(np.flatnonzero(env.observe(first)["action_mask"])[bid])
        assert env.agent_selection != first
        seen.append([env.observe(agent)["observation"] for agent in env.agents if agent != first])
    assert np.array_equal(seen[0], seen[1])


def test_in_a_deal_without_decisions_the_first_seat_waits() -> None:
    env = envs.pettingzoo("niuniu", "custom", seats=3)
    env.reset(seed=2)
    assert env.agent_selection == "seat_0"
    assert list(np.flatnonzero(env.last()[0]["action_mask"])) == [0]
    env.step(0)
    assert all(env.terminations.values())
    assert any(env.rewards.values())


def test_the_house_is_not_an_agent() -> None:
    assert envs.pettingzoo("niuniu", "paytable", seats=3).possible_agents == ["seat_0", "seat_1"]


def test_a_seat_with_one_card_left_may_call_it() -> None:
    """BT-16: its turn is over, and after the next play it would be too late."""
    game = load("big2")
    env = envs.pettingzoo("big2", "lawrence~cay", seats=4)
    calls = 0
    for seed in range(6):
        env.reset(seed=seed)
        rng = Rng(seed)
        while not any(env.terminations.values()):
            episode = env.episode
            if episode.legal[-1] is WAIT:
                assert episode.seat not in game.to_act(episode.state)
                assert episode.legal[:-1] == game.legal(episode.state, episode.seat)
                calls += Call() in episode.legal
            env.step(rng.below(len(episode.legal)))
    assert calls > 3


def test_an_illegal_number_changes_nothing() -> None:
    env = envs.pettingzoo("xidach", "room", seats=2)
    env.reset(seed=1)
    agent, before = env.agent_selection, env.episode.state
    with pytest.raises(NoSuchAction, match="draw"):
        env.step(0)
    with pytest.raises(ValueError, match="number of an action"):
        env.step(None)
    assert (env.agent_selection, env.episode.state) == (agent, before)


def test_render_returns_the_view_as_text() -> None:
    env = envs.pettingzoo("xidach", seats=2, render_mode="ansi")
    env.reset(seed=1)
    assert "\n" in str(env.render())
    assert envs.pettingzoo("xidach").render() is None
