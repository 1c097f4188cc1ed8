"""The laws as a test class that pytest collects.

`CHIEU_LAWS=quick pytest` runs a small sample: the fewest and the most seats, two deals, ten mixtures of options. Use it
while writing a game, and the full run before publishing it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import cycle, islice
from typing import ClassVar, Final

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from chieu.core.game import AnyGame
from chieu.testing.bots import check_bot, check_bots
from chieu.testing.laws import check_deals
from chieu.testing.playing import NoEnd, Table, Texts, mixtures, tables_of
from chieu.testing.stalling import stall, stallers_of
from chieu.testing.texts import check_sheet, check_texts

QUICK: Final = os.environ.get("CHIEU_LAWS") == "quick"
SEEDS: Final = st.integers(0, 2**32)
DEALS: Final = 1 if QUICK else 8  # matches of two deals per preset and number of seats
MAX_MOVES_OF_MIXTURE: Final = 600  # moves
ALL: Final = settings(deadline=None, derandomize=False, print_blob=True, suppress_health_check=list(HealthCheck))
ANY: Final = settings(ALL, max_examples=10) if QUICK else ALL


class GameLaws:
    """All laws, for `games`. Inherit from it in a test module.

    `texts` has strategies for text options, by game and option. Without one a text option without a form takes only the
    values of the presets.
    """

    games: ClassVar[Sequence[AnyGame]] = ()
    texts: ClassVar[Texts] = {}

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Parametrize the tests by table or by game."""
        if "table" in metafunc.fixturenames:
            tables = [table for game in self.games for table in tables_of(game)]
            if QUICK:  # the fewest and the most seats of each preset
                tables = [table for table in tables if table.seats in (table.game.seats[0], table.game.seats[-1])]
            metafunc.parametrize("table", tables, ids=repr)
        if "game" in metafunc.fixturenames:
            metafunc.parametrize("game", self.games, ids=lambda game: game.name)

    def test_laws_on_every_preset(self, table: Table) -> None:
        """Play random deals with every preset and number of seats."""
        for seed in range(DEALS):
            check_deals(table, seed)

    @ANY
    @given(data=st.data(), seed=SEEDS)
    def test_laws_on_any_mixture_of_options(self, data: st.DataObject, seed: int) -> None:
        """Reject sheets under which random players take too long."""
        try:
            check_deals(data.draw(mixtures(self.games, self.texts)), seed, MAX_MOVES_OF_MIXTURE)
        except NoEnd:
            reject()

    @ANY
    @given(data=st.data())
    def test_any_mixture_of_options_has_a_sheet(self, data: st.DataObject) -> None:
        """Check text, code and prose of a sheet."""
        check_sheet(data.draw(mixtures(self.games, self.texts)))

    def test_every_deal_ends_whatever_the_seats_do(self, table: Table) -> None:
        """Let all seats stall in the same way, then each in another."""
        stallers = stallers_of(table.game)
        for number, staller in enumerate(stallers):
            stall(table.game, table.rules, [staller] * table.seats, 1)
            mixed = list(islice(cycle(stallers), number, number + table.seats))
            stall(table.game, table.rules, mixed, number)

    def test_every_bot_plays_to_the_end(self, table: Table) -> None:
        """Include the random bot; use every preset and number of seats."""
        check_bots(table)

    def test_every_bot_a_game_brings_beats_chance(self, game: AnyGame) -> None:
        """Use every preset."""
        for preset, rules in game.presets.items():
            for name, bot in game.extras.bots.items():
                check_bot(game, rules, f"{preset} {name}", bot)

    def test_everything_is_said_in_every_language(self, game: AnyGame) -> None:
        """Check texts, presets and options."""
        check_texts(game)
