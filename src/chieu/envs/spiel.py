"""Games as OpenSpiel has them: Xì Dách and Niu Niu for two players, with chance as a player that deals card by card.

    >>> import pyspiel
    >>> import chieu.envs.spiel
    >>> game = pyspiel.load_game("python_chieu_xidach(sheet=room~dd17)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 52)

A card is drawn by chance when somebody first sees it and not before, so that what nobody will ever see does not blow up
the tree. What a player knows is all that its seat was ever told: its information state is perfect recall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from chieu.core import codec, notation
from chieu.core.cards import CARDS, Card
from chieu.core.game import CHANCE, Seat, Shuffle
from chieu.core.registry import load
from chieu.envs.table import Table

_SEATS: Final = 2


def _most_of_xidach(rules: Any) -> int:
    return int(rules.stake_max * max(rules.pay_xi_bang, rules.pay_xi_dach, rules.pay_ngu_linh))


def _most_of_niuniu(rules: Any) -> int:
    pays = ("five_faces", "face_and_spade_ace", "pair", "sum_ten", "plain_multiple", "bull_7_8", "bull_9", "bull_bull")
    most = max(getattr(rules, name) for name in (*pays, "bomb", "five_small", "baseless_pays"))
    return int(rules.stake_max * most * (4 if rules.mode == "auction" else 1))


# What OpenSpiel wants to know beforehand: the usual sheet, and the most that can be won by any.
_OFFERED: Final[dict[str, tuple[str, Callable[[Any], int]]]] = {
    "xidach": ("room", _most_of_xidach),
    "niuniu": ("auction", _most_of_niuniu),
}


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
        parameter_specification={"sheet": _OFFERED[name][0]},
    )


class _Game(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of the games, by the sheet of its parameters."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.table = Table(self.name, given.get("sheet", _OFFERED[self.name][0]), _SEATS)
        game, rules = self.table.game, self.table.rules
        most = float(_OFFERED[self.name][1](rules))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions.size,
            max_chance_outcomes=len(CARDS),
            num_players=_SEATS,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=game.longest(rules, _SEATS) + 1,
        )
        super().__init__(_TYPES[self.name], info, given)

    def new_initial_state(self) -> _State:
        """A deal about to begin."""
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What looks at states for a player."""
        return _Observer(self.table, iig_obs_type, params)


class _State(pyspiel.State):  # type: ignore[misc]
    """A state of the game, or a move that waits for chance to draw the cards that it shows.

    `order` is the pack in some order. Where nobody has seen a card yet another may be drawn: then the moves are played
    again on the new order, which comes to the same for everybody up to the last one.
    """

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self._table = game.table
        self._moves: list[tuple[Seat, Any]] = []
        self._order: list[Card] = []
        self._drawn: set[int] = set()  # places of the order that chance has drawn
        self._due: int | None = None  # the place that it draws now
        self.position: Any = None
        self.told: list[list[Any]] = []
        self._go_on()

    def current_player(self) -> int:
        """Who is to act: the first of those that the deal waits for."""
        if self._due is not None:
            return int(pyspiel.PlayerId.CHANCE)
        waiting = self._table.game.to_act(self.position)
        return waiting[0] if waiting else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self._due is None and not self._table.game.to_act(self.position)

    def returns(self) -> list[float]:
        """What each player won, when the deal is over."""
        if not self.is_terminal():
            return [0.0] * _SEATS
        return [float(chips) for chips in self._table.game.payoff(self.position)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card that nobody has drawn, each as likely."""
        gone = {self._order[place] for place in self._drawn}
        left = sorted(card for card in self._order if card not in gone)
        return [(int(card), 1 / len(left)) for card in left]

    def _legal_actions(self, player: int) -> list[int]:
        legal = self._table.game.legal(self.position, player)
        return sorted(self._table.actions.number(player, legal, action) for action in legal)

    def _apply_action(self, action: int) -> None:
        if self._due is None:
            seat = self.current_player()
            legal = self._table.game.legal(self.position, seat)
            self._moves.append((seat, self._table.actions.action(seat, legal, action)))
        else:
            order, place = self._order, self._order.index(CARDS[action])
            order[self._due], order[place] = order[place], order[self._due]
            self._drawn.add(self._due)
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(CARDS[action])
        return notation.write(self._table.actions.action(player, self._table.game.legal(self.position, player), action))

    def _go_on(self) -> None:
        """Plays the moves up to where chance must draw a card, or a player act."""
        game, table = self._table.game, self._table
        while True:
            position: Any = game.start(table.rules, table.seats)
            told: list[list[Any]] = [[] for _ in range(table.seats)]
            for seat, action in self._moves:
                position, events = game.apply(position, seat, Shuffle(tuple(self._order)) if seat == CHANCE else action)
                for viewer, facts in enumerate(told):
                    facts += [event.seen_by(viewer) for event in events]
            seen = {
                self._order.index(card) for seat in range(table.seats) for card in _cards_in(game.view(position, seat))
            }
            self._due = min(seen - self._drawn, default=None)
            if self._due is not None:
                return
            self.position, self.told = position, told
            if game.to_act(position) != (CHANCE,):
                return
            if self._order:
                raise NotImplementedError(f"{game.name} shuffles more than once")
            self._order = list(game.to_shuffle(position))
            self._moves.append((CHANCE, None))

    def __str__(self) -> str:
        """The moves and the cards so far."""
        cards = " ".join(str(self._order[place]) for place in sorted(self._drawn))
        moves = [f"{seat} {notation.write(action)}" for seat, action in self._moves if seat != CHANCE]
        return " | ".join([cards, *moves])


class _Observer:
    """What a player, or anybody, sees: the numbers of the view, or all that was told as text."""

    def __init__(self, table: Table, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers of {table.game.name} take no parameters, not {params}")
        self._table = table
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(table.layout.width, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        """Writes what a player sees into `tensor`."""
        self.tensor[:] = self._table.layout.encode(self._view(state, player))

    def string_from(self, state: _State, player: int) -> str:
        """What a player sees as text: now, or ever since the deal began."""
        return codec.encode(state.told[player] if self._recall else self._view(state, player)).decode()

    def _view(self, state: _State, player: int) -> Any:
        return self._table.game.view(state.position, None if self._public else player)


def _cards_in(value: Any) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _cards_in(one)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _cards_in(getattr(value, name))


class Xidach(_Game):
    """Xì Dách."""

    name = "xidach"


class Niuniu(_Game):
    """Niu Niu."""

    name = "niuniu"


_TYPES: Final = {name: _type_of(name) for name in _OFFERED}
for _one in (Xidach, Niuniu):
    pyspiel.register_game(_TYPES[_one.name], _one)
