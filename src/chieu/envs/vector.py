"""Many deals at once, stepped together in arrays."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chieu import batching
from chieu.core.game import AnyGame
from chieu.core.rng import Rng
from chieu.envs.actions import WAIT, Numbered
from chieu.envs.episode import MOST_DECISIONS, Episode
from chieu.envs.table import Table

Ints: TypeAlias = NDArray[np.int64]


class Vector:
    """So many deals of a game side by side; one that is over is followed by another in its place.

    - `observations`: what the seat that is asked in each deal sees, a row a deal. It is one array, written to again
    - `asked`: which seat that is
    - `offsets`, `ids`: what it may do. Those of deal `i` are `ids[offsets[i]:offsets[i + 1]]`. Where a game has few
      actions these are the numbers that they have elsewhere (`table.actions`), else the game's own 64-bit numbers
    - `done`, `rewards`: which deals the last step ended, and what that brought each of their seats, in chips

    `step` takes for each deal a place in its own list: 0 is `ids[offsets[i]]`. Every deal is the first of a match.

    >>> many = Vector("big2", "hong_kong", seats=4, deals=100, seed=1)
    >>> many.step(np.zeros(100))  # everybody plays the first that may be played
    >>> many.observations.shape, int(many.done.sum())
    ((100, 927), 0)
    """

    def __init__(
        self, game: str | AnyGame, sheet: Any = "", *, seats: int | None = None, deals: int = 1024, seed: int = 0
    ) -> None:
        self.table = table = Table(game, sheet, seats)
        self.deals = deals
        maker = table.game.extras.batch
        if maker is None:
            self._source: _Source = Episodes(table, deals, seed)
        else:
            made = maker(table.rules, table.seats, deals, seed, table.layout.places, table.layout.width)
            self._source = _Kernel(table, deals, made)
        self.observations: NDArray[np.float32] = np.zeros((deals, table.layout.width), np.float32)
        self._look()

    def step(self, choices: NDArray[np.integer[Any]]) -> None:
        """One decision in each deal."""
        chosen = np.asarray(choices, np.int64)
        if chosen.shape != (self.deals,):
            raise ValueError(f"choices of shape {chosen.shape}: one for each of {self.deals} deals is needed")
        counts = np.diff(self.offsets)
        wrong = np.flatnonzero((chosen < 0) | (chosen >= counts))
        if len(wrong):
            deal = int(wrong[0])
            raise ValueError(f"deal {deal} has {counts[deal]} choices and no number {chosen[deal]}")
        self._source.step(chosen)
        self._look()

    def action(self, deal: int, place: int) -> Any:
        """What stands at a place of a deal's list."""
        return self._source.action(deal, place)

    def _look(self) -> None:
        source = self._source
        self.asked, self.offsets, self.ids = source.asked(), source.offsets(), source.ids()
        self.done, self.rewards = source.done(), source.rewards()
        self.observations.fill(0)
        source.observe(self.observations)


class _Source(Protocol):
    """Where the deals are."""

    def step(self, choices: Ints) -> None: ...
    def asked(self) -> Ints: ...
    def offsets(self) -> Ints: ...
    def ids(self) -> Ints: ...
    def done(self) -> NDArray[np.bool_]: ...
    def rewards(self) -> Ints: ...
    def observe(self, out: NDArray[np.float32]) -> None: ...
    def action(self, deal: int, place: int) -> Any: ...


class _Kernel:
    """In a game's own kernel."""

    def __init__(self, table: Table, deals: int, batch: batching.Batch) -> None:
        self._batch, self._deals, self._seats = batch, deals, table.seats
        self._numbers: Ints | None = None  # of each move, by seat
        if isinstance(table.actions, Numbered):
            tables = [[batch.move(one) for one in table.actions.all(seat)[1:]] for seat in range(table.seats)]
            self._numbers = np.zeros((table.seats, 1 + max(max(moves) for moves in tables)), np.int64)
            for seat, moves in enumerate(tables):
                self._numbers[seat, moves] = np.arange(1, 1 + len(moves))

    def step(self, choices: Ints) -> None:
        self._batch.step(choices.astype("<i8", copy=False).tobytes())

    def asked(self) -> Ints:
        return _array(self._batch.asked)

    def offsets(self) -> Ints:
        return _array(self._batch.moves.starts)

    def ids(self) -> Ints:
        moves = _array(self._batch.moves.all, self._batch.moves.count)
        if self._numbers is None:
            return moves
        waits = moves == batching.WAIT
        moves[waits] = 0
        found: Ints = self._numbers[np.repeat(self.asked(), np.diff(self.offsets())), moves]
        found[waits] = 0
        return found

    def done(self) -> NDArray[np.bool_]:
        return _array(self._batch.done).astype(np.bool_)

    def rewards(self) -> Ints:
        return _array(self._batch.won).reshape(self._deals, self._seats)

    def observe(self, out: NDArray[np.float32]) -> None:
        self._batch.observe()
        seen = self._batch.seen
        places = np.frombuffer(memoryview(seen.places), np.int64)[: seen.count]
        out.reshape(-1)[places] = np.frombuffer(memoryview(seen.values))[: seen.count]

    def action(self, deal: int, place: int) -> Any:
        moves = self._batch.moves
        move = int(moves.all[moves.starts[deal] + place])
        return WAIT if move == batching.WAIT else self._batch.action(move)


def _array(numbers: Any, count: int | None = None) -> Ints:
    """A copy of what a kernel has written down."""
    return np.array(np.frombuffer(memoryview(numbers), np.int64)[:count])


class Episodes:
    """One by one, for games that bring nothing faster along."""

    def __init__(self, table: Table, deals: int, seed: int) -> None:
        self._table = table
        self._lucks = [Rng(seed, stream) for stream in range(deals)]
        self._episodes = [self._begun(rng) for rng in self._lucks]
        self._done = np.zeros(deals, np.bool_)
        self._rewards = np.zeros((deals, table.seats), np.int64)

    def step(self, choices: Ints) -> None:
        self._done.fill(False)
        self._rewards.fill(0)
        for deal, choice in enumerate(choices.tolist()):
            episode = self._episodes[deal]
            episode.step(episode.legal[choice])
            if episode.over and episode.rewards is not None:
                self._done[deal] = True
                self._rewards[deal] = episode.rewards
                self._episodes[deal] = self._begun(self._lucks[deal])

    def asked(self) -> Ints:
        return np.array([episode.seat for episode in self._episodes])

    def offsets(self) -> Ints:
        return np.cumsum([0, *(len(episode.legal) for episode in self._episodes)])

    def ids(self) -> Ints:
        number = self._table.actions.number
        return np.array([number(one.seat, one.legal, action) for one in self._episodes for action in one.legal])

    def done(self) -> NDArray[np.bool_]:
        return self._done.copy()

    def rewards(self) -> Ints:
        return self._rewards.copy()

    def observe(self, out: NDArray[np.float32]) -> None:
        for row, episode in zip(out, self._episodes, strict=True):
            row[:] = self._table.layout.encode(self._table.game.view(episode.state, episode.seat))

    def action(self, deal: int, place: int) -> Any:
        return self._episodes[deal].legal[place]

    def _begun(self, rng: Rng) -> Episode:
        table = self._table
        return Episode(table.game, table.rules, table.seats, rng.shuffled, deals=1, most=MOST_DECISIONS)
