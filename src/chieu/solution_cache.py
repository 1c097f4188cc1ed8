"""Cache of solved games: one file per rule sheet in the user's cache directory.

A file that cannot be read, or is of another version or another sheet, is ignored. The directory has at most
`MAX_FILES` files and `MAX_BYTES` bytes: of more, those used longest ago are deleted, since anybody can ask a
server for the charts of any number of sheets.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
import platformdirs

from chieu.core import codec
from chieu.core.extras import Solution
from chieu.core.game import AnyGame

MAX_FILES: Final = 200
MAX_BYTES: Final = 50_000_000


class CachedSolution(msgspec.Struct, frozen=True):
    """Contents of a file. `solution` is decoded with the type that the game's solver names."""

    game: str
    version: int
    rules: str
    seconds: float
    solution: msgspec.Raw


def cache_directory() -> Path:
    """Return the directory for files that can be computed again, which may not exist yet."""
    return platformdirs.user_cache_path("chieu", appauthor=False)


class SolutionFile:
    """Cache file of one rule sheet."""

    def __init__(self, game: AnyGame, rules: Any) -> None:
        assert game.extras.solver is not None
        self._game, self._solver = game.name, game.extras.solver
        self._rules = codec.encode(rules).decode()  # all options, as the meaning of a preset's name may change
        name = sha256(self._rules.encode()).hexdigest()[:24]
        self.path = cache_directory() / "solved" / f"{game.name}-{self._solver.version}-{name}.json"

    def read(self) -> tuple[Solution, float] | None:
        """Return the solution and the seconds it took; None if there is no valid file."""
        try:
            cached = msgspec.json.decode(self.path.read_bytes(), type=CachedSolution)
            if (cached.game, cached.version, cached.rules) != (self._game, self._solver.version, self._rules):
                return None
            solution = codec.decoder(self._solver.solution).decode(cached.solution)
            with suppress(OSError):
                os.utime(self.path)
            return solution, cached.seconds
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def write(self, solution: Solution, seconds: float) -> None:
        """Store a solution atomically. Do nothing if the file cannot be written."""
        raw = msgspec.Raw(codec.encode(solution))
        text = codec.encode(CachedSolution(self._game, self._solver.version, self._rules, seconds, raw))
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=self.path.parent) as folder:
                part = Path(folder) / "solution"
                part.write_bytes(text)
                part.replace(self.path)
            _delete_unused(self.path.parent)


def _delete_unused(folder: Path) -> None:
    """Delete the files used longest ago, beyond the limits. Another process may delete files meanwhile."""
    files: list[tuple[float, int, Path]] = []
    for path in folder.glob("*.json"):
        with suppress(FileNotFoundError):
            stat = path.stat()
            files.append((stat.st_mtime, stat.st_size, path))
    size = 0
    for count, (_, length, path) in enumerate(sorted(files, reverse=True), start=1):
        size += length
        if count > MAX_FILES or size > MAX_BYTES:
            path.unlink(missing_ok=True)
