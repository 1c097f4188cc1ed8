"""Version check of stored data. Before the first release there are no migrations."""

from __future__ import annotations


class OtherVersion(ValueError):
    """Stored data has another version than this program reads.

    >>> print(OtherVersion(1, 3, "delete the file"))
    expected version 1, found version 3: delete the file
    """

    def __init__(self, expected: int, found: object, remedy: str) -> None:
        super().__init__(f"expected version {expected}, found version {found}: {remedy}")
