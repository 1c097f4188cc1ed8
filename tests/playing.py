"""Every table of our own games, and mixtures of their options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hypothesis import strategies as st

from chieu.games import all_games
from chieu.testing import Table, mixtures, tables_of
from chieu.testing.playing import Texts

GAMES: Final = tuple(all_games().values())


def all_tables() -> Iterator[Table]:
    """Yield every game, preset and number of seats."""
    for game in GAMES:
        yield from tables_of(game)


def _contracts() -> st.SearchStrategy[str]:
    """Draw contracts of Chinese Rummy. Random players can fulfil the first two, which the laws play."""
    easy = st.sampled_from(["7:s3", "7:r3", "8:s3s3", "9:s3r3", "10:r3r3", "12:s3s3s3", "13:r4s3"])
    others = st.sampled_from(["3:s3", "10:s4s5", "13:r5r5", "13:r3r3r3r3", "12:r12", "11:r7s3"])
    return st.tuples(easy, easy, *[others] * 5).map(".".join)


TEXTS: Final[Texts] = {("rummy", "contracts"): _contracts()}


def any_mixture() -> st.SearchStrategy[Table]:
    """Draw a game with a valid mixture of options, and seats."""
    return mixtures(GAMES, TEXTS)
