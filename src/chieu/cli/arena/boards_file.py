"""Results file of a tournament, which can be resumed, extended by more bots and checked by others.

It consists of lines of JSON: a header (with `arena`) says what was played, by which source, and the other lines are
boards. A last line that was cut off is dropped. The order of lines does not depend on the number of workers, so the
same tournament gives the same file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from chieu import __version__
from chieu.arena import Board
from chieu.core.codec import OtherVersion

_FORMAT: Final = 1


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Header of the boards after it.

    `source` is a digest of the game and its bots, `own` has the digests of bots from the user's modules.
    """

    arena: int = _FORMAT
    chieu: str = __version__
    source: str
    game: str
    sheet: str
    seats: int
    seed: int
    unit: str
    own: Mapping[str, str] = {}


class _Version(msgspec.Struct):
    arena: int


class OtherTournament(ValueError):
    """The file holds results of another tournament: the setting `what` differs."""

    def __init__(self, what: str, there: object, here: object) -> None:
        super().__init__(what, there, here)
        self.what, self.there, self.here = what, there, here


class NoArenaFile(ValueError):
    """The file is not a results file."""


class ArenaFile:
    """A results file, which is read once and then appended to."""

    def __init__(self, path: Path, head: Head) -> None:
        """Open a file, or create it.

        Raise `NoArenaFile`, `OtherVersion`, or `OtherTournament` if its results do not match the head.
        """
        self.boards: list[Board] = []
        self._file = path.open("a+b")
        try:
            self._file.seek(0)
            self._read(head)
        except BaseException:
            self._file.close()
            raise

    def append(self, board: Board) -> None:
        """Append a board."""
        self._write(board)

    def flush(self) -> None:
        """Write buffered boards to the file."""
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _read(self, head: Head) -> None:
        heads: list[Head] = []
        complete = 0  # bytes of complete lines
        for line in self._file:
            if not line.endswith(b"\n"):
                break  # cut off
            complete += len(line)
            try:
                if heads and not line.startswith(b'{"arena"'):
                    self.boards.append(msgspec.json.decode(line, type=Board))
                else:
                    version = msgspec.json.decode(line, type=_Version).arena
                    if version != _FORMAT:
                        raise OtherVersion(_FORMAT, version, "choose another file")
                    heads.append(msgspec.json.decode(line, type=Head))
            except msgspec.DecodeError:
                raise NoArenaFile from None
        if complete == 0 and self._file.tell() > 0:
            raise NoArenaFile
        for other in heads:
            _check_same(other, head)
        self._file.truncate(complete)
        if head not in heads:
            self._write(head)

    def _write(self, line: Head | Board) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")


def _check_same(there: Head, here: Head) -> None:
    for name in ("game", "sheet", "seats", "seed", "unit", "chieu", "source"):
        if getattr(there, name) != getattr(here, name):
            raise OtherTournament(name, getattr(there, name), getattr(here, name))
    for bot in there.own.keys() & here.own.keys():
        if there.own[bot] != here.own[bot]:
            raise OtherTournament(bot, there.own[bot], here.own[bot])
