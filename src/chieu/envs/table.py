"""Game, rules, layout and numbering of actions that all environments share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from chieu.batching import NUMBER
from chieu.core.deal import deal
from chieu.core.game import AnyGame, Seat
from chieu.envs.actions import Listed, actions_of
from chieu.envs.layout import Layout

Observation: TypeAlias = dict[str, NDArray[Any]]


class Table:
    """A game under a rule sheet, with the `layout` of observations and the numbering of `actions`.

    >>> Table("xidach", "room~dd17", seats=3).rules.dealer_must_draw_below
    17
    """

    def __init__(self, game: str | AnyGame, sheet: Any = "", seats: int | None = None) -> None:
        start = deal(game, sheet, seats=seats)
        self.game, self.rules, self.seats = start.game, start.rules, start.seats
        self.closed = self.game.closed(self.rules, self.seats)
        self.layout = Layout(self.game, self.rules, self.seats)
        self.actions = actions_of(self.game, self.rules, self.seats)

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.game.name, self.rules, self.seats)

    def __deepcopy__(self, memo: Any) -> Table:
        return self  # immutable

    def largest_win(self) -> float:
        """Return the most chips that a seat can win in a deal, by the bounds of the view."""
        return float(self.layout.high[self.layout.places["seats[+0].chips?"] + 1] / NUMBER)

    def action_space(self) -> spaces.Space[Any]:
        """Return the space of action numbers."""
        return spaces.Discrete(self.actions.size)

    def observation_space(self) -> spaces.Space[Any]:
        """Return the space of `observe`."""
        entries: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(self.layout.low, self.layout.high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
        }
        if isinstance(self.actions, Listed):
            low, high = (np.tile(bounds, (self.actions.size, 1)) for bounds in (self.actions.low, self.actions.high))
            entries["actions"] = spaces.Box(np.minimum(low, 0), high, dtype=self.actions.dtype.type)
        return spaces.Dict(entries)

    def show(self, state: Any, seat: Seat) -> str:
        """Return a seat's view as text."""
        return "\n".join(self.game.presentation.show(self.game.view(state, seat), "en"))

    def observe(self, state: Any, seat: Seat, legal: Sequence[Any]) -> Observation:
        """Return the observation of a seat with these legal actions."""
        return self._observation(self.game.view(state, seat), seat, legal)

    def observe_view(self, view: Any, legal: Sequence[Any]) -> Observation:
        """Return the observation of the seat that sees a view."""
        return self._observation(view, view.you, legal)

    def _observation(self, view: Any, seat: Seat, legal: Sequence[Any]) -> Observation:
        observation: Observation = {
            "observation": self.layout.encode(view),
            "action_mask": self.actions.mask(seat, legal),
        }
        if isinstance(self.actions, Listed):
            observation["actions"] = self.actions.features(seat, legal)
        return observation
