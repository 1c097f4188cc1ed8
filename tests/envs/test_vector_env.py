"""Gymnasium's vector environments: one seat of many deals against a policy."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from chieu import envs
from chieu.envs.table import Observation
from chieu.envs.vector_env import VectorEnv

TABLES = [("xidach", "vipgame", 3), ("niuniu", "auction", 4), ("rummy", "seven-rounds", 2), ("big2", "lawrence~cay", 4)]


def env_of(table: tuple[str, str, int], num_envs: int = 6, **options: Any) -> VectorEnv:
    game, sheet, seats = table
    return envs.gymnasium_vector(game, sheet, seats=seats, num_envs=num_envs, **options)


def first_of_all(many: envs.vector) -> NDArray[np.int64]:
    return np.zeros(many.deals, np.int64)


def played(env: VectorEnv, seed: int) -> list[Observation]:
    """Play random legal actions and return all observations."""
    seen, _ = env.reset(seed=seed)
    rng, out = np.random.default_rng(seed), [seen]
    for _ in range(60):
        actions = [rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
        seen, rewards, done, cut, infos = env.step(np.array(actions))
        assert not infos["refused"].any()
        assert rewards.shape == done.shape == cut.shape == (env.num_envs,)
        assert not rewards[~done].any()
        out.append(seen)
    return out


@pytest.mark.parametrize("table", TABLES)
def test_it_is_a_vector_environment(table: tuple[str, str, int]) -> None:
    env = env_of(table)
    assert isinstance(env, GymnasiumVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert env.observation_space == gymnasium.vector.utils.batch_space(env.single_observation_space, 6)
    first, again = played(env, 5), played(env, 5)
    assert all(env.observation_space.contains(seen) for seen in first)
    assert all(np.array_equal(a[key], b[key]) for a, b in zip(first, again, strict=True) for key in a)


@pytest.mark.parametrize("table", TABLES)
def test_its_rewards_are_those_of_whole_deals(table: tuple[str, str, int]) -> None:
    """Everybody plays the first action: the deals are the same as without opponents apart."""
    inner = env_of(table, opponents=first_of_all)
    env = RecordEpisodeStatistics(inner)
    seen, _ = env.reset(seed=3)
    seed = int(np.random.default_rng(3).integers(2**62))
    won: list[list[float]] = [[] for _ in range(6)]
    for _ in range(150):
        seen, rewards, done, _, _ = env.step(seen["action_mask"].argmax(axis=1))
        for deal in np.flatnonzero(done):
            won[deal].append(rewards[deal])
    many = envs.vector(table[0], table[1], seats=table[2], deals=6, seed=seed)
    expected: list[list[float]] = [[] for _ in range(6)]
    decided = np.zeros(6, bool)
    while any(len(mine) < len(own) for mine, own in zip(expected, won, strict=True)):
        decided |= many.to_act == inner.seat
        many.step(first_of_all(many))
        for deal in np.flatnonzero(many.done & decided):
            expected[deal].append(many.rewards[deal, inner.seat])
        decided &= ~many.done
    assert any(won)
    assert [mine[: len(own)] for mine, own in zip(expected, won, strict=True)] == won


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    for table in (TABLES[0], TABLES[2]):
        env = env_of(table)
        before, _ = env.reset(seed=1)
        before = {key: rows.copy() for key, rows in before.items()}
        actions = before["action_mask"].argmax(axis=1)
        actions[2] = env.table.actions.size - 1
        assert not before["action_mask"][2, actions[2]]
        after, *_, infos = env.step(actions)
        assert list(infos["refused"]) == [False, False, True, False, False, False]
        assert all(np.array_equal(before[key][2], after[key][2]) for key in before)


def test_a_seat_without_decisions_is_an_error() -> None:
    env = envs.gymnasium_vector("niuniu", "custom", seats=3, num_envs=2)
    with pytest.raises(ValueError, match="nothing to decide"):
        env.reset(seed=1)


def test_gymnasium_makes_a_vector_of_single_environments() -> None:
    env = gymnasium.make_vec("chieu/xidach-v0", num_envs=3, vectorization_mode="sync", sheet="room", bots="random")
    seen, _ = env.reset(seed=1)
    assert seen["observation"].shape[0] == 3
    env.step(seen["action_mask"].argmax(axis=1))
    env.close()
