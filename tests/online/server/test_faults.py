"""PF-39: two cases of `python -m tests.online.server.faults`, each as short as it can be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.online.server.faults import Faults
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


async def test_pf_39_guests_go_on_without_a_broken_node(tmp_path: Path) -> None:
    """A node is cut off from PostgreSQL, then another one is killed. `stop` checks the log."""
    faults = Faults(tmp_path, tables=3)
    try:
        await faults.start()
        await faults.go_on()
        node = faults.busiest()
        place = faults.nodes.index(node)
        node.network.refuse()
        await eventually(lambda: faults.guests()[place] == 0)
        await faults.go_on()
        node.network.heal()
        await eventually(lambda: "store_back" in node.log)
        faults.busiest().kill()
        await faults.go_on()
    finally:
        await faults.stop()
    assert faults.checked["done"] > 0
    events = [json.loads(line)["event"] for line in node.log.splitlines()]
    assert (events.count("store_lost"), events.count("store_back")) == (1, 1)
