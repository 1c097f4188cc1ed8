"""Results file of a tournament, which can be resumed, extended by more bots and checked by others.

Each line is JSON. A header, which has the field `arena`, describes the tournament and the source that played it; the
other lines are boards. An incomplete last line is dropped. The order of lines does not depend on the number of workers,
so the same tournament gives the same file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from chieu import __version__
from chieu.arena import Board
from chieu.cli.console import BadInput, cannot_write
from chieu.core.codec import OtherVersion

_FORMAT: Final = 1
_SETTINGS: Final = ("game", "sheet", "seats", "seed", "unit", "chieu", "source")


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

    def settings(self) -> dict[str, object]:
        """Return what must be the same for all results in a file, and the digests of own bots by name."""
        return {name: getattr(self, name) for name in _SETTINGS} | dict(self.own)


class _Version(msgspec.Struct):
    arena: int


class ArenaFile:
    """A results file, which is read once and then appended to."""

    def __init__(self, name: str, head: Head) -> None:
        """Open a file, or create it. Raise `BadInput` if it holds anything but results that match the head."""
        self.boards: list[Board] = []
        self._name = name
        try:
            self._file = Path(name).open("a+b")  # noqa: SIM115  # `close` closes it
        except (OSError, ValueError) as error:
            raise cannot_write(name, error, "en") from None
        try:
            self._file.seek(0)
            self._read(head)
        except BaseException:
            self._file.close()
            raise

    def append(self, line: Head | Board) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")

    def close(self) -> None:
        self._file.close()

    def _read(self, head: Head) -> None:
        heads: list[Head] = []
        not_results = BadInput(f"{self._name!r} is not a results file of `chieu arena`: it was not changed")
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
                        raise BadInput(f"{self._name}: {OtherVersion(_FORMAT, version, 'choose another file')}")
                    heads.append(msgspec.json.decode(line, type=Head))
            except msgspec.DecodeError:
                raise not_results from None
        if complete == 0 and self._file.tell() > 0:
            raise not_results
        for other in heads:
            self._check_same(other.settings(), head.settings())
        self._file.truncate(complete)
        if head not in heads:
            self.append(head)

    def _check_same(self, stored: Mapping[str, object], current: Mapping[str, object]) -> None:
        for name, value in current.items():
            if name in stored and stored[name] != value:
                raise BadInput(
                    f"{self._name!r} holds results of another tournament ({name}: expected {value}, found"
                    f" {stored[name]}): choose another file"
                )
