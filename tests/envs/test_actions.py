"""Numbering of actions: each legal action has its own number."""

from __future__ import annotations

import pytest

from chieu.core.game import CHANCE
from chieu.envs.actions import WAIT, Listed, NoSuchAction, Numbered, actions_of
from chieu.games.xidach.messages import Compare
from chieu.testing import Table, play
from tests.playing import all_tables

TABLES = list(all_tables())


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_every_legal_action_has_a_number_that_reads_back(table: Table) -> None:
    actions = actions_of(table.game, table.rules, table.seats)
    for seed in range(3):
        deal = play(table, seed)
        for state in deal.states[:: 1 + len(deal.states) // 60]:
            for seat in range(table.seats):
                legal = (*table.game.legal(state, seat), WAIT)
                numbers = [actions.number(seat, legal, action) for action in legal]
                assert len(set(numbers)) == len(legal)
                assert [actions.action(seat, legal, number) for number in numbers] == list(legal)
                mask = actions.mask(seat, legal)
                assert [number for number in range(actions.size) if mask[number]] == sorted(numbers)
                if isinstance(actions, Listed):
                    rows = actions.features(seat, legal)
                    assert rows.shape == (actions.size, len(actions.names))
                    assert len({row.tobytes() for row in rows[: len(legal)]}) == len(legal)
                    assert not rows[len(legal) :].any()


def test_games_with_a_number_for_every_action() -> None:
    kinds = {table.game.name: type(actions_of(table.game, table.rules, table.seats)) for table in TABLES}
    assert kinds == {"big2": Listed, "niuniu": Numbered, "rummy": Listed, "xidach": Numbered}


def test_seats_in_actions_are_relative_to_the_acting_seat() -> None:
    table = next(table for table in TABLES if table.game.name == "xidach" and table.seats == 4)
    actions = actions_of(table.game, table.rules, table.seats)
    assert isinstance(actions, Numbered)
    assert actions.all(0).index(Compare(1)) == actions.all(3).index(Compare(0))


def test_an_illegal_number_is_refused_with_the_legal_ones() -> None:
    for table in TABLES:
        actions = actions_of(table.game, table.rules, table.seats)
        deal = play(table, 1)
        state = next(state for state in deal.states if table.game.to_act(state) != (CHANCE,))
        seat = next(iter(table.game.to_act(state)), 0)
        legal = (*table.game.legal(state, seat), WAIT)
        for number in (-1, actions.size):
            with pytest.raises(NoSuchAction, match="wait"):
                actions.action(seat, (WAIT,), number)
        for number in range(actions.size):
            if not actions.mask(seat, legal)[number]:
                with pytest.raises(NoSuchAction):
                    actions.action(seat, legal, number)
                break
