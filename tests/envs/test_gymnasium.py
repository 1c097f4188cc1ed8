"""Gymnasium environments: one seat against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from chieu import Rng, envs, load
from chieu.bots import bot_of, usual_bot
from chieu.core.deal import Deal
from chieu.core.registry import names
from chieu.envs import WAIT
from chieu.envs.gymnasium_env import GymnasiumEnv
from chieu.testing import Table
from tests.envs.tables import some_tables

TABLES = list(some_tables())


def env_of(table: Table, **options: Any) -> GymnasiumEnv:
    return envs.gymnasium(table.game, table.rules, seats=table.seats, **options)


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_gymnasium_s_checker_passes(table: Table) -> None:
    check_env(env_of(table, bots="random", render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("name", names())
def test_every_game_can_be_made_by_its_id(name: str) -> None:
    env = gymnasium.make(f"chieu/{name}-v0", bots="random")
    assert isinstance(env.unwrapped, GymnasiumEnv)
    assert env.unwrapped.table.game is load(name)
    env.reset(seed=1)


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_an_episode_equals_a_deal_among_bots(table: Table) -> None:
    """The usual bot plays the agent's seat and sees the same facts as at a table."""
    game, rules = table.game, table.rules
    maker = bot_of(game, usual_bot(game))
    env = env_of(table)
    for seed in range(4):
        env.reset(seed=seed)
        number = int(np.random.default_rng(seed).integers(2**63))  # as the environment does
        bots = [maker(rules, seat, Rng(number, 1 + seat)) for seat in range(table.seats)]
        deal = Deal.among(game, rules, bots, Rng(number).shuffled)
        mirrored = iter([action for seat, action in deal.moves if seat == env.seat])
        reward_sum, over = 0.0, False
        while not over:
            legal = env.choices()
            action = next(mirrored) if legal[-1] is not WAIT else WAIT
            _, reward, over, cut, info = env.step(env.table.actions.number(env.seat, legal, action))
            assert not cut
            assert not info
            reward_sum += reward
        assert deal.payoff is not None
        assert reward_sum == deal.payoff[env.seat]


def test_illegal_numbers_change_nothing_and_are_truncated() -> None:
    env = envs.gymnasium("rummy", seats=2, max_decisions=20)
    before, _ = env.reset(seed=1)
    for step in range(1, 21):
        after, reward, over, cut, info = env.step(511)
        assert all(np.array_equal(before[key], after[key]) for key in before)
        assert (reward, over, cut) == (0, False, step == 20)
        assert "draw" in info["refused"]


def test_maskable_algorithms_get_masks() -> None:
    env = envs.gymnasium("xidach", "room", seats=2)
    observation, _ = env.reset(seed=3)
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), observation["action_mask"])


def test_a_closed_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="seats 0, 1"):
        envs.gymnasium("niuniu", "paytable", seats=3, seat=2)
