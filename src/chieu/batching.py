"""Interface of batches: many deals stepped at once in compiled code, for training players.

A batch steps all its deals in one call and describes them in flat arrays. The legal moves of deal `i` are those from
`starts[i]` to `starts[i + 1]`. Observations are sparse: only entries other than zero are listed. They must equal those
that `chieu.envs.layout` makes of views; `tests/envs` compares them.

Compiled where it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeAlias, final

from librt.vecs import append, vec
from mypy_extensions import i64

WAIT: Final = -1_000_000  # no action: the seat skips an aside, or has nothing to decide
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
        self.count = 0

    def put(self, place: i64, value: float) -> None:
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
        if self.count == len(self.all):
            self.all = append(self.all, move)
        else:
            self.all[self.count] = move
        self.count += 1


class Batch(Protocol):
    """Deals stepped side by side. A finished deal is replaced by the next one."""

    moves: Moves
    """The legal moves of all deals."""
    to_act: vec[i64]
    """The seat to act in each deal."""
    done: vec[i64]
    """1 for each deal that ended in the last step."""
    won: vec[i64]
    """Payoffs of the deals that ended: deal by deal, seat by seat."""
    seen: Entries
    """Observations of the seats to act: entry `i * width + entry` for deal `i`."""

    def step(self, choices: bytes) -> None:
        """Play a move in each deal: the index into its legal moves, as little-endian 64-bit numbers."""
        ...

    def observe(self) -> None:
        """Fill `seen` with the observations."""
        ...

    def action(self, move: int) -> Any:
        """Return the action of a move other than `WAIT`."""
        ...

    def move(self, action: Any) -> int:
        """Return the move of an action."""
        ...


# Arguments: rules, seats, number of deals, seed, offset of each field in an observation, width of an observation.
BatchMaker: TypeAlias = Callable[[Any, int, int, int, Mapping[str, int], int], Batch]
