"""Every deal ends within `Game.longest` moves whatever the seats do; `stallers` has the long form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chieu.core import records
from chieu.core.options import options_of
from chieu.games import all_games, load
from chieu.games.rummy.rules import Rules
from chieu.testing import Staller, Table, stall
from tests.laws.stallers import STALLERS, contracts
from tests.playing import any_mixture

RUMMY = load("rummy")


@pytest.mark.parametrize("staller", STALLERS, ids=lambda entry: entry.__name__)
def test_every_contract_ends_whatever_the_seats_do(staller: type[Staller]) -> None:
    for rules in (Rules(quiet_turns=10), Rules(quiet_turns=10, wild_ranks="2T", joker_swap=True)):
        for _, match in contracts(RUMMY, rules):
            stall(RUMMY, rules, [staller] * 2, 1, match)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(table=any_mixture(), staller=st.sampled_from(STALLERS), seed=st.integers(0, 2**32))
def test_every_deal_ends_under_any_mixture_of_rules(table: Table, staller: type[Staller], seed: int) -> None:
    stall(table.game, table.rules, [staller] * table.seats, seed)


def test_a_record_has_room_for_the_longest_deal() -> None:
    """There are moves between two shuffles of a deal, so twice as many lines are enough."""
    for game in all_games().values():
        for rules in game.presets.values():
            most: dict[str, Any] = {
                entry.name: entry.most for entry in options_of(game.rules) if entry.name == "quiet_turns"
            }
            slowest = game.rules(**{entry.name: getattr(rules, entry.name) for entry in options_of(game.rules)} | most)
            assert 2 * max(game.longest(slowest, seats) for seats in game.seats) < records.MAX_LINES
