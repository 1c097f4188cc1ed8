"""One server for one file. Two would both be right, as the log sees to that, but guests of one would not hear at once
of what guests of the other do.

What is locked is the file itself and not a name for it: links lead to the same lock. On Linux that is a `flock` on the
database, which has nothing to do with the locks of SQLite (`fcntl`). Elsewhere the two kinds can stand in each other's
way, and a file beside it is locked that has the database's number in its name.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

if sys.platform != "win32":
    import fcntl


class FileInUse(Exception):
    """Another server has the file."""


def claim(file: Path) -> IO[bytes]:
    """Takes the file for this process until what this returns is closed, be it by a crash; `FileInUse` if another
    server has it. To be closed after the store: SQLite's own locks end with any descriptor of the file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    held: IO[bytes] = os.fdopen(os.open(file, os.O_CREAT | os.O_RDWR, 0o600), "rb+")
    if sys.platform not in ("linux", "win32"):
        known, real = os.fstat(held.fileno()), file.resolve()
        held.close()
        held = real.with_name(f".chieu-{known.st_dev:x}-{known.st_ino:x}.lock").open("ab")
    if sys.platform != "win32":
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.close()
            raise FileInUse(
                f"another server is using {file}: stop that one, or give this one a file of its own with --data"
            ) from None
    return held
