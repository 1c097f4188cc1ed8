"""Batches: many deals stepped at once in compiled code, for training players.

A batch steps all its deals in one call and describes them in flat arrays. The legal moves of deal `i` are those from
`starts[i]` to `starts[i + 1]`. Observations are sparse: only entries other than zero are listed. They must equal those
that `chieu.envs.layout` makes of views; `tests/envs` compares them.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, final

from librt.strings import read_i64_le
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

WAIT: Final = -1_000_000  # no action: the seat skips an aside, or has nothing to decide
STAY: Final = -1  # instead of a choice: the deal stays as it is
NUMBER: Final = 0.03125  # 1 / 32: scale of numbers in an observation
STEP: Final = 0.015625  # 1 / 64: added for each card or seat earlier in a sequence


@final
class Entries:
    """Sparse vector entries, in buffers that are reused."""

    def __init__(self) -> None:
        self.places: vec[i64] = vec[i64](capacity=1024)
        self.values: vec[float] = vec[float](capacity=1024)
        self.count: i64 = 0

    def clear(self) -> None:
        """Remove all entries; their memory is reused."""
        self.count = 0

    def put(self, place: i64, value: float) -> None:
        """Append an entry."""
        if self.count == len(self.places):
            self.places = append(self.places, place)
            self.values = append(self.values, value)
        else:
            self.places[self.count] = place
            self.values[self.count] = value
        self.count += 1


@final
class Moves:
    """Legal moves of many deals, concatenated."""

    def __init__(self, deals: i64) -> None:
        self.all: vec[i64] = vec[i64](capacity=1024)
        self.starts: vec[i64] = vec[i64]([0] * (deals + 1))
        self.count: i64 = 0

    def put(self, move: i64) -> None:
        """Append a move."""
        if self.count == len(self.all):
            self.all = append(self.all, move)
        else:
            self.all[self.count] = move
        self.count += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Batch:
    """Deals stepped side by side, each the first of a match. A finished deal is replaced by the next one.

    The batch of a game holds the states and overrides the methods that raise `NotImplementedError`.
    """

    def __init__(self, seats: i64, deals: i64, width: i64) -> None:
        self.seats: i64 = seats
        self.deals: i64 = deals
        self.width: i64 = width  # of an observation
        self.moves = Moves(deals)
        self.to_act: vec[i64] = vec[i64]([0] * deals)  # the seat to act in each deal
        self.done: vec[i64] = vec[i64]([0] * deals)  # 1 for each deal that ended in the last step
        self.won: vec[i64] = vec[i64]([0] * (deals * seats))  # payoffs of the deals that ended, deal by deal
        self.seen = Entries()  # observations of the seats to act: entry `i * width + entry` for deal `i`

    def step(self, choices: bytes) -> None:
        """Play a move in each deal: the index into its legal moves or `STAY`, as little-endian 64-bit numbers."""
        for deal in range(self.deals):
            if self.done[deal] != 0:
                self.done[deal] = 0
                for seat in range(self.seats):
                    self.won[deal * self.seats + seat] = 0
            choice: i64 = read_i64_le(choices, 8 * deal)
            if choice != STAY:
                self.play(deal, self.moves.all[self.moves.starts[deal] + choice])
        self.list_moves()

    def list_moves(self) -> None:
        """Fill `to_act` and `moves`."""
        self.moves.count = 0
        for deal in range(self.deals):
            self.list_moves_of(deal)
            self.moves.starts[deal + 1] = self.moves.count

    def observe(self) -> None:
        """Fill `seen` with the observations."""
        self.seen.clear()
        for deal in range(self.deals):
            self.observe_deal(deal, self.to_act[deal], deal * self.width)

    def play(self, deal: i64, move: i64) -> None:
        """Play a move or `WAIT`. If that ends the deal, set `done` and `won` and start the next one."""
        raise NotImplementedError

    def list_moves_of(self, deal: i64) -> None:
        """Set the seat to act in a deal, and put its legal moves."""
        raise NotImplementedError

    def observe_deal(self, deal: i64, you: i64, at: i64) -> None:
        """Put the observation of a seat; its first entry is number `at`."""
        raise NotImplementedError

    def action(self, deal: int, move: int) -> Any:
        """Return the action of a legal move of a deal other than `WAIT`."""
        raise NotImplementedError

    def move(self, action: Any) -> int:
        """Return the move of an action, in games whose actions are numbered."""
        raise NotImplementedError


# Arguments: rules, seats, number of deals, seed, offset of each field in an observation, width of an observation.
BatchMaker: TypeAlias = Callable[[Any, int, int, int, Mapping[str, int], int], Batch]
