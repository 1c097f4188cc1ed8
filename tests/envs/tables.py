"""The tables that environments are tried at."""

from __future__ import annotations

from collections.abc import Iterator

from chieu.testing import Table
from tests.playing import all_tables


def some_tables() -> Iterator[Table]:
    """Every preset with the fewest seats and with the most."""
    for table in all_tables():
        if table.seats in (table.game.seats[0], table.game.seats[-1]):
            yield table
