"""A game for one seat against bots, as Gymnasium has it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from chieu.bots import bot_of, usual_bot
from chieu.core.extras import Bot
from chieu.core.game import AnyGame, Seat
from chieu.core.registry import names
from chieu.core.rng import Rng
from chieu.core.run import first_aside, tell
from chieu.envs.actions import WAIT, NoSuchAction
from chieu.envs.episode import MOST_DECISIONS, Episode
from chieu.envs.table import Observation, Table


class _Absent:
    """Sits in the seat that is not a bot's: nothing is asked of it here."""

    def see(self, fact: Any) -> None:
        """Takes no notice."""

    def act(self, view: Any, legal: Any) -> Any:
        raise NotImplementedError


class OneSeat(gymnasium.Env[Observation, np.int64 | int]):
    """One seat is the agent's, by default the last that somebody can take; bots sit in all others.

    Observations are those that PettingZoo's agents get. The reward is what the seat won when a deal is over, in chips.
    Where a deal asks the seat nothing there is one step all the same, to wait. A number that stands for nothing legal
    changes nothing: `info["refused"]` says why not, and it counts as a decision, so that who never finds one of the
    legal ones comes to an end too.

    >>> env = OneSeat("xidach", "room", seats=4, bots="heuristic")
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
        most_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = table = Table(game, sheet, seats)
        free = [one for one in range(table.seats) if one not in table.closed]
        self.seat = free[-1] if seat is None else seat
        if self.seat not in free:
            raise ValueError(f"nobody can take seat {seat}: there are {', '.join(str(one) for one in free)}")
        self._bot = bot_of(table.game, usual_bot(table.game) if bots is None else bots)
        self._deals = deals
        self._most = MOST_DECISIONS * deals if most_decisions is None else most_decisions
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.action_space = table.action_space()
        self.observation_space = table.observation_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new episode; without a seed with the luck that follows. There are no options."""
        super().reset(seed=seed)
        del options
        table = self.table
        number = int(self.np_random.integers(2**63))
        self._bots: list[Bot] = [
            _Absent() if seat == self.seat else self._bot(table.rules, seat, Rng(number, 1 + seat))
            for seat in range(table.seats)
        ]
        self._episode = Episode(
            *(table.game, table.rules, table.seats, Rng(number).shuffled),
            deals=self._deals,
            most=self._most,
            tell=lambda event: tell(event, self._bots),
        )
        self._won = self._until_asked()
        self._only_waits = self._episode.over
        return self._observation(), {}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The seat does what the number stands for, and the bots play on until it is asked again."""
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
                self._won += self._own_reward() + self._until_asked()
            won, self._won = self._won, 0
        over = episode.over and not self._only_waits
        return self._observation(), float(won), over, episode.cut and not over, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, by number; maskable learners ask for it by this name."""
        return self.table.actions.mask(self.seat, self.choices()).astype(np.bool_)

    def render(self) -> str | None:
        """The table as the seat sees it, with `render_mode="ansi"`."""
        if self.render_mode != "ansi":
            return None
        view = self.table.game.view(self._episode.state, self.seat)
        return "\n".join(self.table.game.presentation.show(view, "en"))

    def choices(self) -> tuple[Any, ...]:
        """The actions that there are to choose from now."""
        return (WAIT,) if self._only_waits else self._episode.legal

    def _observation(self) -> Observation:
        return self.table.observe(self._episode.state, self.seat, self.choices())

    def _own_reward(self) -> int:
        rewards = self._episode.rewards
        return 0 if rewards is None else rewards[self.seat]

    def _until_asked(self) -> int:
        """The bots play until the agent is asked; gives what it won meanwhile."""
        episode, game = self._episode, self.table.game
        won = 0
        while not (episode.over or episode.cut):
            if (said := first_aside(game, episode.state, self._bots)) is not None:
                episode.aside(*said)
            elif episode.seat == self.seat:
                break
            elif episode.legal[-1] is WAIT:  # a bot has been asked for what it says aside
                episode.step(WAIT)
            else:
                bot = self._bots[episode.seat]
                episode.step(bot.act(game.view(episode.state, episode.seat), episode.legal))
            won += self._own_reward()
        return won


for _name in names():
    gymnasium.register(f"chieu/{_name}-v0", entry_point=f"{__name__}:{OneSeat.__name__}", kwargs={"game": _name})
