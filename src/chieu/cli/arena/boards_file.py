"""A file of boards, so that a long tournament can be interrupted, gone on with, widened by further bots and checked by
anybody: lines of JSON, of which those with `arena` say what was played, by which source, and the others are boards.

A line that was cut off while it was written is dropped. Lines come in the same order whoever does the work, so the
same tournament gives the same file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from chieu import __version__
from chieu.arena import Board
from chieu.core.versions import OtherVersion

_FORMAT: Final = 1


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the boards after it were played by. `source` is a digest of the game and its bots, `own` holds digests of
    people's own."""

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
    """The file holds other results than those asked for; `what` differs."""

    def __init__(self, what: str, there: object, here: object) -> None:
        super().__init__(what, there, here)
        self.what, self.there, self.here = what, there, here


class NoArenaFile(ValueError):
    """A file that is none of these."""


class ArenaFile:
    """A file that is read once and then appended to."""

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
        """One board more."""
        self._write(board)

    def flush(self) -> None:
        """Sees that all of it is in the file."""
        self._file.flush()

    def close(self) -> None:
        """Nothing more is to come."""
        self._file.close()

    def _read(self, head: Head) -> None:
        heads: list[Head] = []
        whole = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break  # cut off
            whole += len(line)
            try:
                if heads and not line.startswith(b'{"arena"'):
                    self.boards.append(msgspec.json.decode(line, type=Board))
                else:
                    found = msgspec.json.decode(line, type=_Version).arena
                    if found != _FORMAT:
                        raise OtherVersion(_FORMAT, found, "choose another file")
                    heads.append(msgspec.json.decode(line, type=Head))
            except msgspec.DecodeError:
                raise NoArenaFile from None
        if whole == 0 and self._file.tell() > 0:
            raise NoArenaFile
        for other in heads:
            _same(other, head)
        self._file.truncate(whole)
        if head not in heads:
            self._write(head)

    def _write(self, line: Head | Board) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")


def _same(there: Head, here: Head) -> None:
    for name in ("game", "sheet", "seats", "seed", "unit", "chieu", "source"):
        if getattr(there, name) != getattr(here, name):
            raise OtherTournament(name, getattr(there, name), getattr(here, name))
    for bot in there.own.keys() & here.own.keys():
        if there.own[bot] != here.own[bot]:
            raise OtherTournament(bot, there.own[bot], here.own[bot])
