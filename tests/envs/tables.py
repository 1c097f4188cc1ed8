"""Tables for tests of environments."""

from __future__ import annotations

from collections.abc import Iterator

from chieu.testing import Table
from tests.playing import all_tables


def some_tables() -> Iterator[Table]:
    """Return every preset with the fewest and the most seats."""
    for table in all_tables():
        if table.seats in (table.game.seats[0], table.game.seats[-1]):
            yield table
