"""The error message for stored data of another version. Before the first release there are no migrations."""

from __future__ import annotations


def mismatch(expected: int, found: object, remedy: str) -> str:
    """Return the message.

    >>> mismatch(1, 3, "delete the file")
    'expected version 1, found version 3: delete the file'
    """
    return f"expected version {expected}, found version {found}: {remedy}"
