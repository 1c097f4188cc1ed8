"""One server for one file. Two would both be right, as the log sees to that, but guests of one would not hear at once
of what guests of the other do."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from chieu.server.settings import BadSettings

if sys.platform != "win32":
    import fcntl


def claim(file: Path) -> IO[bytes]:
    """Takes the file for this process until what this returns is closed, be it by a crash; `BadSettings` if another
    server has it."""
    beside = file.with_name(file.name + ".lock")
    beside.parent.mkdir(parents=True, exist_ok=True)
    held = beside.open("ab")
    if sys.platform != "win32":
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.close()
            raise BadSettings(
                f"another server is using {file}: stop that one, or give this one a file of its own with --data"
            ) from None
    return held
