"""Vectorized environment: many deals stepped together, in arrays."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chieu import batching
from chieu.core.game import AnyGame
from chieu.core.rng import Rng
from chieu.envs.actions import WAIT, Numbered
from chieu.envs.episode import Episode
from chieu.envs.table import Table

Ints: TypeAlias = NDArray[np.int64]
STAY: Final = batching.STAY


class Vector:
    """Deals of a game side by side. A finished deal is replaced by a new one.

    - `to_act`: the seat to act in each deal
    - `observations`: its observation, a row per deal. The array is reused by every step
    - `offsets`, `ids`: its legal actions. Those of deal `i` are `ids[offsets[i]:offsets[i + 1]]`: the numbers of
      `table.actions` if the game has few actions, else the 64-bit moves of its kernel
    - `done`, `rewards`: the deals that the last step ended, and the payoffs of their seats in chips

    `step` takes for each deal an index into its own list: 0 is `ids[offsets[i]]`, and `STAY` leaves the deal as it is.
    Every deal is the first of a match.

    >>> many = Vector("big2", "hong_kong", seats=4, deals=100, seed=1)
    >>> many.step(np.zeros(100))  # the first legal action in every deal
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
            self._source: Episodes | _Kernel = Episodes(table, deals, seed)
        else:
            batch = maker(table.rules, table.seats, deals, seed, table.layout.places, table.layout.width)
            self._source = _Kernel(table, deals, batch)
        self.observations: NDArray[np.float32] = np.zeros((deals, table.layout.width), np.float32)
        self._refresh()

    def step(self, choices: NDArray[np.integer[Any]]) -> None:
        """Play one action in each deal."""
        chosen = np.asarray(choices, np.int64)
        if chosen.shape != (self.deals,):
            raise ValueError(f"expected choices of shape ({self.deals},), one per deal, got {chosen.shape}")
        counts = np.diff(self.offsets)
        invalid = np.flatnonzero((chosen < STAY) | (chosen >= counts))
        if len(invalid):
            deal = int(invalid[0])
            raise ValueError(f"deal {deal}: expected a choice from 0 to {counts[deal] - 1}, got {chosen[deal]}")
        self._source.step(chosen)
        self._refresh()

    def action(self, deal: int, place: int) -> Any:
        """Return the action at an index of a deal's list."""
        return self._source.action(deal, place)

    def _refresh(self) -> None:
        self.to_act, self.offsets, self.ids, self.done, self.rewards = self._source.arrays()
        self.observations.fill(0)
        self._source.observe(self.observations)


class Arrays(NamedTuple):
    """The arrays of a `Vector`, except observations."""

    to_act: Ints
    offsets: Ints
    ids: Ints
    done: NDArray[np.bool_]
    rewards: Ints


class _Kernel:
    """Deals in the game's compiled batch."""

    def __init__(self, table: Table, deals: int, batch: batching.Batch) -> None:
        self._batch, self._deals, self._seats = batch, deals, table.seats
        self._numbers: Ints | None = None  # action number of each move, by seat
        if isinstance(table.actions, Numbered):
            tables = [[batch.move(action) for action in table.actions.all(seat)[1:]] for seat in range(table.seats)]
            self._numbers = np.zeros((table.seats, 1 + max(max(moves) for moves in tables)), np.int64)
            for seat, moves in enumerate(tables):
                self._numbers[seat, moves] = np.arange(1, 1 + len(moves))

    def step(self, choices: Ints) -> None:
        self._batch.step(choices.astype("<i8", copy=False).tobytes())

    def arrays(self) -> Arrays:
        batch = self._batch
        to_act, offsets = _array(batch.to_act), _array(batch.moves.starts)
        ids = _array(batch.moves.all, batch.moves.count)
        if self._numbers is not None:
            waits = ids == batching.WAIT
            ids = self._numbers[np.repeat(to_act, np.diff(offsets)), np.where(waits, 0, ids)]
            ids[waits] = 0
        done, rewards = _array(batch.done).astype(np.bool_), _array(batch.won).reshape(self._deals, self._seats)
        return Arrays(to_act, offsets, ids, done, rewards)

    def observe(self, out: NDArray[np.float32]) -> None:
        self._batch.observe()
        seen = self._batch.seen
        places = np.frombuffer(memoryview(seen.places), np.int64)[: seen.count]
        out.reshape(-1)[places] = np.frombuffer(memoryview(seen.values))[: seen.count]

    def action(self, deal: int, place: int) -> Any:
        moves = self._batch.moves
        move = int(moves.all[moves.starts[deal] + place])
        return WAIT if move == batching.WAIT else self._batch.action(deal, move)


def _array(numbers: Any, count: int | None = None) -> Ints:
    """Copy a buffer of the kernel."""
    return np.array(np.frombuffer(memoryview(numbers), np.int64)[:count])


class Episodes:
    """Deals stepped one by one, for games without a compiled batch."""

    def __init__(self, table: Table, deals: int, seed: int) -> None:
        self._table = table
        self._rngs = [Rng(seed, stream) for stream in range(deals)]
        self._episodes = [Episode(table, rng.shuffled) for rng in self._rngs]
        self._done = np.zeros(deals, np.bool_)
        self._rewards = np.zeros((deals, table.seats), np.int64)

    def step(self, choices: Ints) -> None:
        """Play a choice in every deal, and start the next deal where one is over."""
        self._done.fill(False)
        self._rewards.fill(0)
        for deal, choice in enumerate(choices.tolist()):
            if choice == STAY:
                continue
            episode = self._episodes[deal]
            episode.step(episode.legal[choice])
            if episode.over and episode.rewards is not None:
                self._done[deal] = True
                self._rewards[deal] = episode.rewards
                self._episodes[deal] = Episode(self._table, self._rngs[deal].shuffled)

    def arrays(self) -> Arrays:
        """Return who is to act, what they may do, and which deals have just ended."""
        number, episodes = self._table.actions.number, self._episodes
        to_act = np.array([episode.seat for episode in episodes])
        offsets = np.cumsum([0, *(len(episode.legal) for episode in episodes)])
        ids = [number(episode.seat, episode.legal, action) for episode in episodes for action in episode.legal]
        return Arrays(to_act, offsets, np.array(ids), self._done.copy(), self._rewards.copy())

    def observe(self, out: NDArray[np.float32]) -> None:
        """Write the observation of every deal's seat to act."""
        for row, episode in zip(out, self._episodes, strict=True):
            row[:] = self._table.layout.encode(self._table.game.view(episode.state, episode.seat))

    def action(self, deal: int, place: int) -> Any:
        """Return the legal action of a deal at this place."""
        return self._episodes[deal].legal[place]
