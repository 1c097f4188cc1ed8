"""Names of the seats of a deal, as clients of Python show them."""

from __future__ import annotations

import pytest

from chieu.core.rng import Rng
from chieu.online.client.mirror import TableMirror
from chieu.online.protocol import commands
from chieu.online.telegram.texts import deal_names
from tests.online.client.honest import Honest
from tests.online.table.sitting import Sitting


@pytest.fixture
def table() -> Sitting:
    """Seat four people who have played a deal."""
    table = Sitting(people=4, seats=4)
    table.start()
    table.play_on(Rng(1))
    return table


def seen(table: Sitting) -> TableMirror:
    client = Honest(table, "g0")
    client.look()
    return client.mirror


def test_pf_45_a_deal_keeps_its_names_if_chairs_are_gone(table: Sitting) -> None:
    table.must("g1", commands.Leave)
    table.must("g0", commands.CutSeats)
    assert len(table.state.chairs) == 3
    assert deal_names(seen(table), "en") == ["Lan", "Guest 1", "Guest 2", "Guest 3"]


def test_pf_45_a_deal_keeps_its_names_if_people_move(table: Sitting) -> None:
    table.must("g3", commands.Leave)
    table.must("g1", commands.Sit, seat=3)
    assert deal_names(seen(table), "en") == ["Lan", "Guest 1", "Guest 2", "Guest 3"]


def test_pf_9_the_bot_of_a_person_who_sits_out_has_its_own_name() -> None:
    table = Sitting("big2", people=4, seats=4)
    table.must("g1", commands.SitOut, seat=1)
    table.start()
    running = deal_names(seen(table), "en")
    assert "Guest 1" not in running
    table.play_on(Rng(1))
    assert deal_names(seen(table), "en") == running
