"""File lock that allows one server per SQLite file.

Two servers would not corrupt the log, but guests of one would not hear at once of changes made through the other.

The lock is on the file itself, not on its name, so links lead to the same lock. On Linux it is a `flock` on the
database, independent of SQLite's own locks (`fcntl`). Elsewhere the two kinds of lock can interfere, so a file beside
the database is locked whose name contains the database's inode number.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

if sys.platform != "win32":
    import fcntl


class FileInUse(Exception):
    """Another server uses the file."""


def claim(file: Path) -> IO[bytes]:
    """Lock a file until the returned file is closed or the process ends. Raise `FileInUse`.

    Close it after the store: closing any descriptor of the file releases SQLite's own locks.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    lock: IO[bytes] = os.fdopen(os.open(file, os.O_CREAT | os.O_RDWR, 0o600), "rb+")
    if sys.platform not in ("linux", "win32"):
        status, real = os.fstat(lock.fileno()), file.resolve()
        lock.close()
        lock = real.with_name(f".chieu-{status.st_dev:x}-{status.st_ino:x}.lock").open("ab")
    if sys.platform != "win32":
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise FileInUse(
                f"another server is using {file}: stop that one, or give this one a file of its own with --data"
            ) from None
    return lock
