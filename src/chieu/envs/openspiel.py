"""OpenSpiel games: Xì Dách and Niu Niu for two players, with a chance player that deals card by card.

    >>> import pyspiel
    >>> import chieu.envs.openspiel
    >>> game = pyspiel.load_game("python_chieu_xidach(sheet=room~dd17)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 52)

Chance draws a card when a seat first sees it, so that unseen cards do not blow up the game tree. A player's information
state is all facts its seat has seen (perfect recall).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

from chieu.core import codec, notation
from chieu.core.cards import CARDS, Card, cards_in
from chieu.core.game import CHANCE, Seat, Shuffle
from chieu.core.registry import load
from chieu.envs.table import Table

_SEATS: Final = 2


_SHEETS: Final = {"xidach": "room", "niuniu": "auction"}  # by default


def _type_of(name: str) -> Any:
    return pyspiel.GameType(
        short_name=f"python_chieu_{name}",
        long_name=f"{load(name).presentation.title.say('en')} of Chiếu, two players",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_SEATS,
        min_num_players=_SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"sheet": _SHEETS[name]},
    )


class _Game(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game under the sheet given as a parameter."""

    name = ""

    def __init__(self, params: dict[str, Any]) -> None:
        self.table = Table(self.name, params.get("sheet", _SHEETS[self.name]), _SEATS)
        game, rules = self.table.game, self.table.rules
        max_payoff = self.table.largest_win()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions.size,
            max_chance_outcomes=len(CARDS),
            num_players=_SEATS,
            min_utility=-max_payoff,
            max_utility=max_payoff,
            utility_sum=0.0,
            max_game_length=game.longest(rules, _SEATS) + 1,
        )
        super().__init__(_TYPES[self.name], info, params)

    def new_initial_state(self) -> _State:
        """Return the state before the first move."""
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return an observer of states."""
        return _Observer(self.table, iig_obs_type, params)


class _State(pyspiel.State):  # type: ignore[misc]
    """A state of the game, or a chance node that draws the next card to become visible.

    `_order` is the pack. Cards that no seat has seen can still be exchanged: chance swaps the drawn card into its place
    and the moves are replayed, which changes nothing that any seat saw before.
    """

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self._table = game.table
        self._moves: list[tuple[Seat, Any]] = []
        self._order: list[Card] = []
        self._drawn: set[int] = set()  # indices of the order that chance has drawn
        self._pending: int | None = None  # the index to draw next
        self.position: Any = None
        self.facts: list[list[Any]] = []
        self._advance()

    def current_player(self) -> int:
        """Return the player to act; of several, the first."""
        if self._pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        waiting = self._table.game.to_act(self.position)
        return waiting[0] if waiting else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Return the payoffs; 0 before the deal is over."""
        if not self.is_terminal():
            return [0.0] * _SEATS
        return [float(chips) for chips in self._table.game.payoff(self.position)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards not drawn yet, equally likely."""
        drawn = {self._order[place] for place in self._drawn}
        rest = sorted(card for card in self._order if card not in drawn)
        return [(int(card), 1 / len(rest)) for card in rest]

    def _legal_actions(self, player: int) -> list[int]:
        legal = self._table.game.legal(self.position, player)
        return sorted(self._table.actions.number(player, legal, action) for action in legal)

    def _apply_action(self, action: int) -> None:
        if self._pending is None:
            seat = self.current_player()
            legal = self._table.game.legal(self.position, seat)
            self._moves.append((seat, self._table.actions.action(seat, legal, action)))
        else:
            order, place = self._order, self._order.index(CARDS[action])
            order[self._pending], order[place] = order[place], order[self._pending]
            self._drawn.add(self._pending)
        self._advance()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(CARDS[action])
        return notation.write(self._table.actions.action(player, self._table.game.legal(self.position, player), action))

    def _advance(self) -> None:
        """Replay the moves until chance must draw a card or a player is to act."""
        game, table = self._table.game, self._table
        while True:
            position: Any = game.start(table.rules, table.seats)
            facts: list[list[Any]] = [[] for _ in range(table.seats)]
            for seat, action in self._moves:
                position, events = game.apply(position, seat, Shuffle(tuple(self._order)) if seat == CHANCE else action)
                for viewer, seen_facts in enumerate(facts):
                    seen_facts += [event.seen_by(viewer) for event in events]
            visible = cards_in(tuple(game.view(position, seat) for seat in range(table.seats)))
            seen = {self._order.index(card) for card in visible}
            self._pending = min(seen - self._drawn, default=None)
            if self._pending is not None:
                return
            self.position, self.facts = position, facts
            if game.to_act(position) != (CHANCE,):
                return
            if self._order:
                raise NotImplementedError(f"expected a game with one shuffle, but {game.name} shuffles again")
            self._order = list(game.to_shuffle(position))
            self._moves.append((CHANCE, None))

    def __str__(self) -> str:
        """Return the drawn cards and the moves."""
        cards = " ".join(str(self._order[place]) for place in sorted(self._drawn))
        moves = [f"{seat} {notation.write(action)}" for seat, action in self._moves if seat != CHANCE]
        return " | ".join([cards, *moves])


class _Observer:
    """Observer of a player's or the public view as a tensor, or of all facts as text (perfect recall)."""

    def __init__(self, table: Table, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"expected no observer parameters for {table.game.name}, got {params}")
        self._table = table
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(table.layout.width, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        """Write a player's view into `tensor`."""
        self.tensor[:] = self._table.layout.encode(self._view(state, player))

    def string_from(self, state: _State, player: int) -> str:
        """Return a player's view as text, or with perfect recall all facts it has seen."""
        return codec.encode(state.facts[player] if self._recall else self._view(state, player)).decode()

    def _view(self, state: _State, player: int) -> Any:
        return self._table.game.view(state.position, None if self._public else player)


class Xidach(_Game):
    """Xì Dách."""

    name = "xidach"


class Niuniu(_Game):
    """Niu Niu."""

    name = "niuniu"


_TYPES: Final = {name: _type_of(name) for name in _SHEETS}
for _class in (Xidach, Niuniu):
    pyspiel.register_game(_TYPES[_class.name], _class)
