"""Gymnasium environment: one seat against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from chieu.bots import Random, bot_of, usual_bot
from chieu.core.game import AnyGame, Seat
from chieu.core.registry import names
from chieu.core.rng import Rng
from chieu.core.run import first_aside, tell
from chieu.envs.actions import WAIT, NoSuchAction
from chieu.envs.episode import Episode
from chieu.envs.table import Observation, Table


class GymnasiumEnv(gymnasium.Env[Observation, np.int64 | int]):
    """One seat is the agent's, by default the last that is not closed; bots sit in all others.

    Observations are those of `PettingZooEnv`. The reward at the end of a deal is the seat's payoff in chips. A deal
    without a decision of the seat still has one step, `Wait`. An illegal number changes nothing: `info["refused"]` is
    the reason. It counts as a decision, so that an agent that never finds a legal one is truncated.

    >>> env = GymnasiumEnv("xidach", "room", seats=4, bots="heuristic")
    >>> observation, info = env.reset(seed=1)
    >>> env.seat, env.choices()
    (3, (Draw(), Stand()))
    """

    def __init__(
        self,
        game: str | AnyGame,
        sheet: Any = "",
        *,
        seats: int | None = None,
        seat: Seat | None = None,
        bots: str | None = None,
        deals: int = 1,
        max_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = table = Table(game, sheet, seats)
        open_seats = [place for place in range(table.seats) if place not in table.closed]
        self.seat = open_seats[-1] if seat is None else seat
        if self.seat not in open_seats:
            raise ValueError(f"expected one of the seats {', '.join(map(str, open_seats))}, got {seat}")
        self._bot = bot_of(table.game, usual_bot(table.game) if bots is None else bots)
        self._deals, self._max_decisions = deals, max_decisions
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.action_space = table.action_space()
        self.observation_space = table.observation_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new episode. Without a seed the RNG continues. There are no options."""
        super().reset(seed=seed)
        del options
        table = self.table
        number = int(self.np_random.integers(2**63))
        makers = [self._bot] * table.seats
        makers[self.seat] = Random  # never asked to act
        self._bots = [maker(table.rules, seat, Rng(number, 1 + seat)) for seat, maker in enumerate(makers)]
        self._episode = Episode(
            table, Rng(number).shuffled, self._deals, self._max_decisions, lambda event: tell(event, self._bots)
        )
        self._won = self._play_bots()
        self._only_waits = self._episode.over
        return self._observation(), {}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the action of this number, then the bots until the seat is to act again."""
        episode = self._episode
        won, info = 0, {}
        try:
            chosen = self.table.actions.action(self.seat, self.choices(), int(action))
        except NoSuchAction as refused:
            info["refused"] = str(refused)
            episode.count()
        else:
            if self._only_waits:
                self._only_waits = False
            else:
                episode.step(chosen)
                self._won += self._own_reward() + self._play_bots()
            won, self._won = self._won, 0
        over = episode.over and not self._only_waits
        return self._observation(), float(won), over, episode.truncated and not over, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as a mask. Maskable algorithms call this method by name."""
        return self.table.actions.mask(self.seat, self.choices()).astype(np.bool_)

    def render(self) -> str | None:
        """Return the seat's view as text, if `render_mode` is "ansi"."""
        return self.table.show(self._episode.state, self.seat) if self.render_mode == "ansi" else None

    def choices(self) -> tuple[Any, ...]:
        """Return the legal actions."""
        return (WAIT,) if self._only_waits else self._episode.legal

    def _observation(self) -> Observation:
        return self.table.observe(self._episode.state, self.seat, self.choices())

    def _own_reward(self) -> int:
        rewards = self._episode.rewards
        return 0 if rewards is None else rewards[self.seat]

    def _play_bots(self) -> int:
        """Play the bots until the agent is to act. Return what it won meanwhile."""
        episode, game = self._episode, self.table.game
        won = 0
        while not (episode.over or episode.truncated):
            if (move := first_aside(game, episode.state, self._bots)) is not None:
                episode.aside(*move)
            elif episode.seat == self.seat:
                break
            elif episode.legal[-1] is WAIT:  # only out-of-turn actions are left, and `first_aside` found none
                episode.step(WAIT)
            else:
                bot = self._bots[episode.seat]
                episode.step(bot.act(game.view(episode.state, episode.seat), episode.legal))
            won += self._own_reward()
        return won


for _name in names():
    gymnasium.register(f"chieu/{_name}-v0", entry_point=f"{__name__}:{GymnasiumEnv.__name__}", kwargs={"game": _name})
