"""PF-31: a short run of `python -m tests.online.server.crashes`, and a restart with another time."""

from __future__ import annotations

from pathlib import Path

import pytest

from chieu.online.protocol.commands import OpenTable
from tests.online.server.crashes import evening
from tests.online.server.server_process import Process, seated

_AN_HOUR_EARLIER = """
import sys, time
machine = time.time_ns
time.time_ns = lambda: machine() - 3_600_000_000_000
from chieu.cli.entry import main
sys.exit(main(["serve", *sys.argv[1:]]))
"""


class EarlierProcess(Process):
    """A server on a machine whose clock was set back by an hour."""

    program = ("-c", _AN_HOUR_EARLIER)


def test_pf_31_acknowledged_commands_survive_kill_9(tmp_path: Path) -> None:
    counts = evening(tmp_path, kills=4, tables=2, seed=1)
    assert counts["kills"] == 4
    assert counts["done"] > 20
    assert counts["deals"] > 0


@pytest.mark.anyio
async def test_pf_36_a_bot_moves_after_a_kill_and_a_clock_set_back(tmp_path: Path) -> None:
    server = Process(tmp_path / "tables.db")
    try:
        order = OpenTable(game="rummy", name="Lan", seats=2, bots=("heuristic",), pace=3_000)
        (seat,) = await seated(server.client, order, [server.client.new_guest()])
        await seat.ready()
        await seat.until(lambda picture: picture.deal is not None and picture.deal.view.to_act == (1,), timeout=60)
        server.kill()
        seq = seat.picture.seq
        server = EarlierProcess(tmp_path / "tables.db", server.port)
        await seat.until(lambda picture: picture.seq > seq, timeout=60)
        await seat.close()
    finally:
        server.stop()
