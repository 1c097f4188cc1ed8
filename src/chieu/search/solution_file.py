"""Solutions kept from one run to the next, a file a sheet, where this system keeps what can be made again.

What cannot be read, is of another version or answers another sheet counts as not there.
"""

from __future__ import annotations

import os
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from chieu.core import codec
from chieu.core.extras import Solution
from chieu.core.game import AnyGame


class KeptSolution(msgspec.Struct, frozen=True):
    """What a file holds. `solution` is read by the game it belongs to."""

    game: str
    version: int
    rules: str
    seconds: float
    solution: msgspec.Raw


def cache_directory() -> Path:
    """Return the directory for files that can be computed again, which may not exist yet."""
    return platformdirs.user_cache_path("chieu", appauthor=False)


class SolutionFile:
    """The file of one sheet."""

    def __init__(self, game: AnyGame, rules: Any) -> None:
        assert game.extras.solver is not None
        self._game, self._solver = game.name, game.extras.solver
        self._rules = codec.encode(rules).decode()  # every option: what a preset's name means may change
        name = sha256(self._rules.encode()).hexdigest()[:24]
        self.path = cache_directory() / "solved" / f"{game.name}-{self._solver.version}-{name}.json"

    def read(self) -> tuple[Solution, float] | None:
        """The solution and how many seconds it took; None if there is none to be believed."""
        try:
            kept = msgspec.json.decode(self.path.read_bytes(), type=KeptSolution)
            if (kept.game, kept.version, kept.rules) != (self._game, self._solver.version, self._rules):
                return None
            return codec.decoder(self._solver.solution).decode(kept.solution), kept.seconds
        except (OSError, msgspec.DecodeError):
            return None

    def write(self, solution: Solution, seconds: float) -> None:
        """Keeps a solution: all of it or nothing, and nothing where one may not write."""
        raw = msgspec.Raw(codec.encode(solution))
        text = codec.encode(KeptSolution(self._game, self._solver.version, self._rules, seconds, raw))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.path.parent, suffix=".new")
            part = Path(name)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(text)
                part.replace(self.path)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
        except OSError:
            return
