"""PettingZoo environments: seats act one after the other (AEC), or all at once (parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from chieu.core.game import AnyGame, Seat
from chieu.core.rng import Rng
from chieu.envs.actions import WAIT, NoSuchAction, Numbered
from chieu.envs.episode import Episode
from chieu.envs.table import Observation, Table


class PettingZooEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Every seat that is not closed is an agent: `seat_0` and so on.

    An observation is a dict: `observation`, the agent's view as a vector (`table.layout` names its entries);
    `action_mask`, 1 for each legal action; and, if the game has very many actions, `actions`, a row of features per
    legal action. When a deal ends every agent's reward is its payoff in chips. All other rewards are 0, also if an
    episode is truncated because it took too many decisions.

    >>> env = PettingZooEnv("niuniu", "auction", seats=3)
    >>> env.reset(seed=7)
    >>> env.agent_selection, env.last()[0]["action_mask"]
    ('seat_0', array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0], dtype=int8))
    >>> env.table.actions.all(0)[6]
    Bid(times=1)
    """

    def __init__(
        self,
        game: str | AnyGame,
        sheet: Any = "",
        *,
        seats: int | None = None,
        deals: int = 1,
        max_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(game, sheet, seats)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"chieu_{self.table.game.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self._deals, self._max_decisions = deals, max_decisions
        self._names = [f"seat_{seat}" for seat in range(self.table.seats)]
        self._seat_of = {name: seat for seat, name in enumerate(self._names)}
        self.possible_agents = [name for name in self._names if self._seat_of[name] not in self.table.closed]
        self.agents: list[str] = []
        self.action_spaces = {name: self.table.action_space() for name in self.possible_agents}
        self.observation_spaces = {name: self.table.observation_space() for name in self.possible_agents}
        self._rng: Rng | None = None

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent, the same object at every call."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent, the same object at every call."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new episode. Without a seed the RNG continues. There are no options."""
        del options
        if seed is not None:
            self._rng = Rng(seed)
        elif self._rng is None:
            self._rng = Rng(int(np.random.default_rng().integers(2**63)))
        self.episode = Episode(self.table, self._rng.shuffled, self._deals, self._max_decisions)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._paid = False
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._names[self.episode.seat]

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation. The mask is all 0 if it is not to act."""
        episode, seat = self.episode, self._seat_of[agent]
        may_act = seat == episode.seat and not episode.truncated
        return self.table.observe(episode.state, seat, episode.legal if may_act else ())

    def step(self, action: int | None) -> None:
        """Play the action of this number for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode = self.episode
        if action is None:
            raise ValueError(f"expected the number of an action for {agent}, got None: only finished agents pass None")
        chosen = self.table.actions.action(episode.seat, episode.legal, int(action))
        if self._paid:
            self._clear_rewards()
            self._paid = False
        self._cumulative_rewards[agent] = 0.0
        episode.step(chosen)
        if episode.rewards is not None:
            self._paid = True
            self.rewards = {name: float(episode.rewards[self._seat_of[name]]) for name in self.agents}
            self._accumulate_rewards()
        self.agent_selection = self._names[episode.seat]
        if episode.over or episode.truncated:
            self.terminations = dict.fromkeys(self.agents, episode.over)
            self.truncations = dict.fromkeys(self.agents, episode.truncated)
            self._deads_step_first()

    def render(self) -> str | None:
        """Return the view of the seat to act as text, if `render_mode` is "ansi"."""
        return self.table.show(self.episode.state, self.episode.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class ParallelPettingZooEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Every seat that is not closed is an agent, and all agents act in every step.

    Seats that are to act together (bids and stakes of Niu Niu) choose in the same step and do not see each other's
    choice; a seat that is not to act waits, whatever its number. Where a number is illegal, nothing happens, its
    agent's `info["refused"]` says why, and the seat is to act in the next step again. Observations and rewards are
    those of `PettingZooEnv`. The game must number its actions.

    >>> env = ParallelPettingZooEnv("niuniu", "auction", seats=3)
    >>> seen, _ = env.reset(seed=7)
    >>> seen, rewards, *_ = env.step({agent: 6 for agent in env.agents})  # everybody bids 1
    >>> {agent: int(seen[agent]["action_mask"][0]) for agent in env.agents}  # the banker waits, the others stake
    {'seat_0': 0, 'seat_1': 1, 'seat_2': 0}
    """

    def __init__(
        self,
        game: str | AnyGame,
        sheet: Any = "",
        *,
        seats: int | None = None,
        deals: int = 1,
        max_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = table = Table(game, sheet, seats)
        if not isinstance(table.actions, Numbered):
            raise ValueError(f"expected a game with numbered actions, got {table.game.name}: use envs.pettingzoo")
        self.render_mode = render_mode
        self.metadata = {"name": f"chieu_{table.game.name}_parallel_v0", "render_modes": ["ansi"]}
        self._deals, self._max_decisions = deals, max_decisions
        self._seat_of = {f"seat_{seat}": seat for seat in range(table.seats) if seat not in table.closed}
        self.possible_agents = list(self._seat_of)
        self.agents: list[str] = []
        self.action_spaces = {name: table.action_space() for name in self.possible_agents}
        self.observation_spaces = {name: table.observation_space() for name in self.possible_agents}
        self._rng: Rng | None = None

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent, the same object at every call."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent, the same object at every call."""
        return self.observation_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a new episode. Without a seed the RNG continues. There are no options."""
        del options
        if seed is not None or self._rng is None:
            self._rng = Rng(int(np.random.default_rng().integers(2**63)) if seed is None else seed)
        self.episode = Episode(self.table, self._rng.shuffled, self._deals, self._max_decisions)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the actions of these numbers, one per agent."""
        episode, agents = self.episode, self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        to_act = self.table.game.to_act(episode.state)
        if not to_act:  # a deal without decisions
            episode.step(WAIT)
        for agent in [agent for agent in agents if self._seat_of[agent] in to_act]:
            if episode.truncated:
                break
            seat = self._seat_of[agent]
            try:
                chosen = self.table.actions.action(seat, self._legal(seat), int(actions[agent]))
            except NoSuchAction as refused:
                infos[agent]["refused"] = str(refused)
                episode.count()
            else:
                episode.aside(seat, chosen)
        won = episode.rewards or (0,) * self.table.seats
        observations = self._observations()
        if episode.over or episode.truncated:
            self.agents = []
        return (
            observations,
            {agent: float(won[self._seat_of[agent]]) for agent in agents},
            dict.fromkeys(agents, episode.over),
            dict.fromkeys(agents, episode.truncated),
            infos,
        )

    def render(self) -> str | None:
        """Return the view of the first seat to act as text, if `render_mode` is "ansi"."""
        return self.table.show(self.episode.state, self.episode.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _legal(self, seat: Seat) -> tuple[Any, ...]:
        return self.table.game.legal(self.episode.state, seat) or (WAIT,)

    def _observations(self) -> dict[str, Observation]:
        state = self.episode.state
        return {
            agent: self.table.observe(state, self._seat_of[agent], self._legal(self._seat_of[agent]))
            for agent in self.agents
        }
