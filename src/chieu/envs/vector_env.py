"""Gymnasium's vector environment: one seat of many deals against a policy, stepped together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from chieu.core.game import AnyGame, Seat
from chieu.envs.actions import Listed
from chieu.envs.table import Observation
from chieu.envs.vector import STAY, Vector

Policy: TypeAlias = Callable[[Vector], NDArray[np.integer[Any]]]
"""Returns for each deal the index of an action in its list, whoever is to act."""

_MAX_DEALS_WITHOUT_DECISION: Final = 100


class VectorEnv(GymnasiumVectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """The agent has the same seat in all deals.

    `opponents` decides for all other seats; by default at random. Observations and actions are those of
    `GymnasiumEnv`, with one row per deal. The reward at the end of a deal is the seat's payoff in chips. A deal that
    ended is replaced in the same step, and its last view is not observed. Deals in which the seat has nothing to decide
    are played and not reported. Where an action is illegal nothing happens, and `infos["refused"]` is true.

    >>> env = VectorEnv("xidach", "room", seats=2, num_envs=100)
    >>> seen, _ = env.reset(seed=1)
    >>> seen, rewards, done, _, _ = env.step(seen["action_mask"].argmax(axis=1))  # the first legal action
    >>> seen["observation"].shape, bool((rewards[~done] == 0).all())
    ((100, 158), True)
    """

    def __init__(
        self,
        game: str | AnyGame,
        sheet: Any = "",
        *,
        num_envs: int = 256,
        seats: int | None = None,
        seat: Seat | None = None,
        opponents: Policy | None = None,
    ) -> None:
        self._many = Vector(game, sheet, seats=seats, deals=num_envs)
        self.table = table = self._many.table
        open_seats = [place for place in range(table.seats) if place not in table.closed]
        self.seat = open_seats[-1] if seat is None else seat
        if self.seat not in open_seats:
            raise ValueError(f"expected one of the seats {', '.join(map(str, open_seats))}, got {seat}")
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_action_space, self.single_observation_space = table.action_space(), table.observation_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._opponents = self._random if opponents is None else opponents

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start new deals. Without a seed the RNG continues. There are no options, and one seed for all deals."""
        if isinstance(seed, list):
            raise TypeError("expected one seed for all deals, got a list")
        super().reset(seed=seed)
        del options
        table, number = self.table, int(self.np_random.integers(2**62))
        self._many = Vector(table.game, table.rules, seats=table.seats, deals=self.num_envs, seed=number)
        self._play_opponents(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        return self._observation(), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play the actions of these numbers, then the opponents until the agent is to act in all deals."""
        choices = self._choices(np.asarray(actions, np.int64))
        refused = choices == STAY
        self._many.step(choices)
        done, won = self._many.done, self._many.rewards[:, self.seat].astype(np.float64)
        self._play_opponents(won, done)
        return self._observation(), won, done, np.zeros_like(done), {"refused": refused}

    def _play_opponents(self, won: NDArray[np.float64], done: NDArray[np.bool_]) -> None:
        """Play until the agent is to act. Add the ends of deals that were not over yet to `won` and `done`."""
        many = self._many
        others = many.to_act != self.seat
        deals = np.zeros(self.num_envs, np.int64)
        while others.any():
            many.step(np.where(others, self._opponents(many), STAY))
            ended = many.done & ~done
            won[ended] = many.rewards[ended, self.seat]
            done |= many.done
            deals += many.done
            if deals.max() > _MAX_DEALS_WITHOUT_DECISION:
                raise ValueError(f"seat {self.seat} has nothing to decide under these rules")
            others = many.to_act != self.seat

    def _choices(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the index of each action in its deal's list, `STAY` if it is illegal."""
        if numbers.shape != (self.num_envs,):
            raise ValueError(f"expected actions of shape ({self.num_envs},), got {numbers.shape}")
        counts = np.diff(self._many.offsets)
        if isinstance(self.table.actions, Listed):
            return np.where((numbers >= 0) & (numbers < counts), numbers, STAY)
        deals = np.repeat(np.arange(self.num_envs), counts)
        choices = np.full(self.num_envs, STAY)
        matching = np.flatnonzero(self._many.ids == numbers[deals])
        choices[deals[matching]] = matching - self._many.offsets[deals[matching]]
        return choices

    def _observation(self) -> Observation:
        many, actions = self._many, self.table.actions
        counts = np.diff(many.offsets)
        mask = np.zeros((self.num_envs, actions.size), np.int8)
        seen: Observation = {"observation": many.observations.copy(), "action_mask": mask}
        if isinstance(actions, Listed):
            mask[:] = np.arange(actions.size) < counts[:, np.newaxis]
            legal = [[many.action(deal, place) for place in range(counts[deal])] for deal in range(self.num_envs)]
            seen["actions"] = np.stack([actions.features(self.seat, listed) for listed in legal])
        else:
            mask[np.repeat(np.arange(self.num_envs), counts), many.ids] = 1
        return seen

    def _random(self, many: Vector) -> NDArray[np.integer[Any]]:
        return self.np_random.integers(np.diff(many.offsets))
